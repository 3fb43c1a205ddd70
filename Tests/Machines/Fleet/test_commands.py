# SPDX-License-Identifier: MIT
"""Signed commands of operators run; other commands are refused."""

import json
import os
import subprocess
import unittest

from support.daemon import binary

from support.fleet_case import FleetCase, ctl


class Commands(FleetCase):
    """The kiosk knows the key `ops`, which may do everything but where a test says otherwise."""

    rights = "ping,alert.*,session.*,config.reload,plugin.reload"

    def setUp(self):
        super().setUp()
        self.give(self.rights)
        self.start()
        self.shell = self.peer("shell", ("shell",))
        self.shell.always_answer("alert.present", {})

    def trail(self):
        """The audit trail's lines."""
        path = os.path.join(self.daemon.folder, "fleet", "audit.jsonl")
        with open(path, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def audited(self, **members):
        """The entry at the broker, which is in the file as well."""
        def fits(entry):
            return all(entry.get(name) == value for name, value in members.items())
        entry = self.ears.wait("popoverd/hall-3/audit", lambda heard: fits(heard.json)).json
        self.assertTrue(any(fits(line) for line in self.trail()), self.trail())
        return entry

    def test_an_alert_is_raised_and_cleared(self):
        answer = self.command("alert.raise", "title=It burns", "severity=critical", "key=fire")
        self.assertEqual((answer["verdict"], answer["key"]), ("done", "ops"), answer)
        self.assertEqual(answer["kiosk"], "hall-3")
        shown = self.shell.wait("alert.present")["params"]
        self.assertEqual((shown["title"], shown["severity"]), ("It burns", "critical"))
        self.audited(command="alert.raise", verdict="accepted", key="ops", id=answer["id"])
        self.audited(command="alert.raise", verdict="done", key="ops", id=answer["id"])
        self.logged("command done: alert.raise key=ops")
        # What it says is for the people in front of it.
        self.assertNotIn("It burns", repr(self.ears.ledger("hall-3")) + self.daemon.told())
        self.assertEqual(self.command("alert.clear", "key=fire")["verdict"], "done")
        self.shell.wait("alert.dismiss")
        answer = self.command("alert.clear", "key=fire")
        self.assertEqual((answer["verdict"], answer["reason"]), ("failed", "failed"), answer)

    def test_two_spellings_of_a_key_are_two_alerts(self):
        for title, key in (("one", "caf\u00e9"), ("other", "cafe\u0301")):
            answer = self.command("alert.raise", f"title={title}", "severity=info", f"key={key}")
            self.assertEqual(answer["verdict"], "done", answer)
        self.assertEqual(self.command("alert.clear", "key=caf\u00e9")["verdict"], "done")
        self.assertEqual([alert["title"] for alert in self.shell.call("status")["alerts"]], ["other"])

    def test_commands_to_a_group_are_executed(self):
        for group in ("@lobby", "@all"):
            answer = self.command("ping", to=group, topic=f"popoverd/{group}/command")
            self.assertEqual(answer["verdict"], "done", answer)

    def test_sessions_end_and_are_locked(self):
        self.shop.call("draft.save", key="order", content=1)
        self.assertEqual(self.command("session.end")["verdict"], "done")
        self.assertEqual(self.shop.call("draft.list")["drafts"], [])
        self.assertEqual(self.command("session.lock")["verdict"], "done")
        self.assertTrue(all(display["locked"] for display in
                            self.shop.call("status")["displays"]))
        self.ears.wait("popoverd/hall-3/event/session/locked")
        self.assertEqual(self.command("session.unlock")["verdict"], "done")

    def test_configuration_and_plugins_are_reloaded(self):
        self.assertEqual(self.command("config.reload")["verdict"], "done")
        self.ears.wait("popoverd/hall-3/event/config/reloaded")
        self.assertEqual(self.command("plugin.reload", "name=menu")["verdict"], "done")
        for name in ("nobody", "mqtt"):
            answer = self.command("plugin.reload", f"name={name}")
            self.assertEqual(answer["verdict"], "failed", answer)

    def test_an_unsigned_command_is_refused(self):
        for payload in ("{}", "session.end", '{"command":"session.end"}', "v4.local.AAAA"):
            answer = self.broker.ask("popoverd/hall-3/command", payload, "popoverd/@reply/desk")
            self.assert_refused(answer, "not-signed")
            self.assertNotIn("key", answer)
        self.ears.wait(
            "popoverd/hall-3/health", lambda heard: heard.json["unsignedCommands"] == 4)
        self.assertEqual(self.command("ping")["verdict"], "done")
        self.audited(command="ping", verdict="done")
        self.assertEqual({line["command"] for line in self.trail()}, {"ping"})

    def test_garbage_is_refused(self):
        for payload in ("v4.public.", "v4.public.....", "v4.public.!!!", "v4.public." + "A" * 300):
            answer = self.broker.ask("popoverd/hall-3/command", payload, "popoverd/@reply/desk")
            self.assert_refused(answer, "malformed")

    def test_a_command_that_is_too_big_is_refused(self):
        answer = self.broker.ask(
            "popoverd/hall-3/command", "v4.public." + "A" * 16384, "popoverd/@reply/desk")
        self.assert_refused(answer, "too-big")

    def test_another_key_is_refused(self):
        self.keygen("other.key")
        self.assert_refused(self.command("ping", key="other.key"), "wrong-signature")
        self.assert_refused(self.command("ping", name="nobody"), "unknown-key")

    def test_a_modified_command_is_refused(self):
        token = self.sign("session.end", to="hall-4")
        middle = len(token) // 3
        other = token[:middle] + ("A" if token[middle] != "A" else "B") + token[middle + 1:]
        answer = self.broker.ask("popoverd/hall-3/command", other, "popoverd/@reply/desk")
        self.assert_refused(answer, "wrong-signature")

    def test_a_repeated_command_is_refused(self):
        token = self.sign("ping")
        ask = ("popoverd/hall-3/command", token, "popoverd/@reply/desk")
        self.assertEqual(self.broker.ask(*ask)["verdict"], "done")
        self.assert_refused(self.broker.ask(*ask), "replayed")
        # Also by a daemon that has started anew, and for a key that was named meanwhile.
        self.daemon.kill()
        self.restart()
        self.ears.wait("popoverd/hall-3/status", lambda heard: heard.payload == "online", 2)
        self.assert_refused(self.broker.ask(*ask), "replayed")
        self.audited(verdict="refused", reason="replayed", key="ops", command="ping")

    def test_an_expired_command_is_refused(self):
        token = self.sign("ping", valid="1")
        self.ears.wait("popoverd/hall-3/health", count=4)
        answer = self.broker.ask("popoverd/hall-3/command", token, "popoverd/@reply/desk")
        self.assert_refused(answer, "expired")

    def test_a_command_for_another_kiosk_is_refused(self):
        self.assert_refused(self.command("ping", to="hall-4"), "not-addressed")
        self.assert_refused(self.command("ping", to="@cellar"), "not-addressed")

    def test_answers_go_to_allowed_topics_only(self):
        self.broker.publish(
            "popoverd/hall-3/command", "{}", "-D", "publish", "response-topic",
            "popoverd/hall-3/status")
        self.assertEqual(self.ears.wait("popoverd/hall-3/reply").json["verdict"], "refused")
        self.assertEqual(self.broker.retained("popoverd/hall-3/status"), "online")

    def test_a_flood_is_dropped_and_delays_nobody(self):
        path = self.write("flood", "{}\n" * 500)
        with open(path, "rb") as lines:
            subprocess.run(
                ["mosquitto_pub", *self.broker.words(), "-q", "1", "-t",
                 "popoverd/hall-3/command", "-l"], stdin=lines, check=True, timeout=60)
        self.open(self.shop)
        self.ears.wait("popoverd/hall-3/health", count=6)
        self.assertEqual(self.command("ping")["verdict"], "done")
        self.assertEqual({line["command"] for line in self.trail()}, {"ping"})

    def test_keys_change_with_the_configuration(self):
        self.write("keys", f"ops {self.keygen('new.key')} ping\n")
        self.peer("root").call("config.reload")
        self.ears.wait("popoverd/hall-3/event/config/reloaded")
        self.assert_refused(self.command("ping"), "wrong-signature")
        self.assertEqual(self.command("ping", key="new.key")["verdict"], "done")
        self.assert_refused(self.command("session.end", key="new.key"), "no-right")
        self.write("keys", "what is this\n")
        self.peer("again").call("config.reload")
        self.ears.wait("popoverd/hall-3/event/config/reloaded", count=2)
        self.assert_refused(self.command("ping", key="new.key"), "unknown-key")
        # Without keys no command has a valid signature.
        self.assertEqual(self.trail()[-1]["reason"], "no-right")


class FewRights(FleetCase):
    """A key that may ping, and no more."""

    def test_a_command_without_the_right_is_refused(self):
        self.give("ping")
        self.start()
        self.shop.call("draft.save", key="order", content=1)
        self.assertEqual(self.command("ping")["verdict"], "done")
        for words in (["session.end"], ["alert.raise", "title=x"], ["config.reload"],
                      ["plugin.reload", "name=menu"], ["session.lock"]):
            answer = self.command(*words)
            self.assert_refused(answer, "no-right")
            self.assertEqual((answer["key"], answer["command"]), ("ops", words[0]))
        self.assertEqual(len(self.shop.call("draft.list")["drafts"]), 1)

    def test_the_brokers_rights_keep_other_users_out(self):
        self.give("ping")
        self.start()
        # Another kiosk's credentials do not reach this one.
        self.broker.publish("popoverd/hall-3/command", "{}", user="hall-4")
        self.broker.publish("popoverd/hall-3/status", "offline", user="hall-4")
        self.assertEqual(self.command("ping")["verdict"], "done")
        self.assertEqual(self.broker.retained("popoverd/hall-3/status"), "online")
        self.assertFalse([heard for heard in self.ears.heard
                          if heard.topic == "popoverd/hall-3/reply"])

    def test_check_verifies_like_a_kiosk(self):
        self.give("ping")
        token = self.write("token", self.sign("ping"))
        with open(token, encoding="utf-8") as file:
            tool = binary("popoverctl")
            done = subprocess.run(
                [tool, "fleet", "check", "--keys", self.keys, "--kiosk", "hall-3"], stdin=file,
                stdout=subprocess.PIPE, check=True, text=True, timeout=30)
        self.assertEqual(done.stdout, "ping of ops is accepted\n")

    def test_a_secret_key_is_readable_by_its_owner_only(self):
        path = os.path.join(self.daemon.folder, "a.key")
        public = ctl("fleet", "keygen", path).strip()
        self.assertTrue(public.startswith("k4.public."))
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
        with self.assertRaises(AssertionError):
            ctl("fleet", "keygen", path)


if __name__ == "__main__":
    unittest.main()
