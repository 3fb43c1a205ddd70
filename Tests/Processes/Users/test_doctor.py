# SPDX-License-Identifier: MIT
"""popoverctl doctor: what it finds of an installation that is well, and of one that is not; and that
its report has nobody's work in it."""

import contextlib
import grp
import json
import os
import socket
import stat
import subprocess
import unittest

from support.daemon import PATIENCE, Daemon, UNHURRIED, binary
from support.other_user import as_root, as_user
from support.peer import Peer
from support.plugin_folder import PluginFolder
from support.reserved_port import ReservedPort
from support.system_socket import with_system_socket

MARK = "CANARY-7d1f"
SIZE = {"width": 320, "height": 240}
ANCHOR = {"x": 600, "y": 80, "width": 80, "height": 40}
NOBODY = 65534


class DoctorCase(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(
            UNHURRIED + '[[plugin]]\nname = "exclusive"\n'
            f'options = {{ apps = ["shop", "{MARK.lower()}"] }}\n')
        self.addCleanup(self.daemon.close)

    def popoverctl(self, *words, before=(), **environment):
        return subprocess.run(
            [*before, binary("popoverctl"), *words],
            check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE, env={**os.environ, **environment})

    def doctor(self, *words, before=()):
        return self.popoverctl("--socket", self.daemon.socket, "doctor", *words, before=before)

    def findings(self, *words, **more):
        done = self.doctor("--json", *words, **more)
        found = json.loads(done.stdout)
        wrong = {entry["check"] for entry in found if entry["state"] == "wrong"}
        self.assertEqual(done.returncode, 1 if wrong else 0, done.stderr)
        for entry in found:
            if entry["state"] == "wrong":
                self.assertTrue(entry["remedy"], f"nothing to do about {entry}")
        return found, wrong


def told(found, check, about=""):
    """The state and message of the only finding of a check that begins so."""
    entry, = (entry for entry in found if entry["check"] == check and entry["message"].startswith(about))
    return entry["state"], entry["message"]


class Doctor(DoctorCase):
    def plugins_that_fail_here(self, found):
        """A machine without display servers has plugins that say so."""
        return {entry["check"] for entry in found
                if entry["check"] == "plugins" and entry["state"] == "wrong"}

    def test_each_passed_check_is_one_line(self):
        self.daemon.start()
        found, wrong = self.findings()
        self.assertEqual(wrong - self.plugins_that_fail_here(found), set(), found)
        told = {entry["check"] for entry in found}
        self.assertLessEqual(
            {"socket", "daemon", "versions", "plugins", "drafts", "configuration", "state", "disk",
             "leftovers", "draft key", "units", "clock"}, told)
        lines = self.doctor().stdout.splitlines()
        for line in lines:
            self.assertRegex(line, r"^(ok|note|wrong) +[a-z ]+: |^      do: ")
        self.assertEqual(
            len([line for line in lines if not line.startswith("      ")]), len(found))

    def test_the_running_daemon_tells_its_files(self):
        self.daemon.start()
        found, _ = self.findings()
        self.assertEqual(told(found, "configuration"), ("ok", f"{self.daemon.configuration} is valid"))
        self.assertRegex(told(found, "state")[1], rf"^{self.daemon.state} \(0700 ")
        elsewhere, _ = self.findings("--state", "/nowhere", "--config", "/nowhere.toml")
        self.assertIn("no /nowhere.toml", told(elsewhere, "configuration")[1])
        self.assertIn("/nowhere: ", told(elsewhere, "state")[1])

    def test_who_is_no_administrator_is_told_what_was_not_checked(self):
        os.chmod(self.daemon.folder, 0o755)
        self.daemon.start()
        os.chmod(self.daemon.socket, 0o666)
        found, _ = self.findings(before=as_user(NOBODY))
        for check in "configuration", "state":
            self.assertEqual(
                told(found, check),
                ("note", "not checked: only administrators may ask the daemon for its path"))
        found, _ = self.findings("--state", self.daemon.state, before=as_user(NOBODY))
        self.assertRegex(told(found, "leftovers")[1], rf"nobody cannot read {self.daemon.state}")

    def test_root_looks_as_another_user(self):
        os.chmod(self.daemon.folder, 0o755)
        self.daemon.start()
        os.chmod(self.daemon.socket, 0o600)
        found, _ = self.findings(before=as_root())
        self.assertEqual(found[0]["state"], "note")
        self.assertIn("root can connect: ", found[0]["message"])
        self.assertIn("--as USER", found[0]["remedy"])
        found, wrong = self.findings("--as", "nobody", before=as_root())
        self.assertIn("socket", wrong)
        self.assertIn("nobody cannot connect", found[0]["message"])
        for words, user in ("no user \"no-one\"", as_root()), ("only root can", as_user(NOBODY)):
            done = self.doctor("--as", "no-one" if "no-one" in words else "root", before=user)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)

    def test_a_plugin_says_itself_whether_it_serves_and_since_when(self):
        folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        folder.add_bundled("mqtt")
        with contextlib.closing(ReservedPort()) as port:
            self.daemon.write_configuration(
                UNHURRIED + f'[plugins]\ndirectory = "{folder.path}"\n[[plugin]]\nname = "mqtt"\ntrusted = true\n'
                f'options = {{ broker = "127.0.0.1", port = {port.number}, kiosk = "hall", keys = "" }}\n')
            self.daemon.start()
            with contextlib.closing(Peer(self.daemon, "watch", ("observer",))) as watch:
                watch.call("bus.subscribe", topics=["plugin.service"], since=0)
                watch.wait("event", topic="plugin.service")
            said = (r"connecting since 20\d\d-\d\d-\d\dT[0-9:.]{12}[+-]\d\d:\d\d: "
                    "no connection to the broker")
            _, message = told(self.findings()[0], "plugins", "mqtt")
            self.assertRegex(message, f"^mqtt: {said}")
            for command in ("status",), ("plugin", "list"):
                shown = self.popoverctl("--socket", self.daemon.socket, *command).stdout
                self.assertRegex(shown, said)

    def test_nobody_who_shows_alerts_is_found(self):
        self.daemon.start()
        self.assertEqual(told(self.findings()[0], "alerts")[0], "note")
        with contextlib.closing(Peer(self.daemon, "printer")) as printer:
            printer.start("alert.raise", title=MARK, severity="critical",
                          buttons=[{"id": "ok", "label": "OK"}])
            printer.fence()
            self.assertEqual(
                told(self.findings()[0], "alerts"),
                ("wrong", "waiting: 1, and no shell is connected to show them"))
            with contextlib.closing(Peer(self.daemon, "panel", ("shell",))):
                self.assertEqual(
                    told(self.findings()[0], "alerts"), ("ok", "panel can show them"))

    def test_a_shell_that_keeps_ending_is_found(self):
        self.daemon.start()
        for _ in range(3):
            Peer(self.daemon, "panel", ("shell",)).close()
        with contextlib.closing(Peer(self.daemon, "panel", ("shell",))) as panel:
            panel.fence()
            self.assertEqual(told(self.findings()[0], "alerts"), (
                "note", "panel can show them; shells have left 3 times since the daemon's start"))

    def test_a_client_that_hung_is_found(self):
        self.daemon.write_configuration(UNHURRIED.replace("pingMs = 20000", "pingMs = 50"))
        self.daemon.start()
        with contextlib.closing(Peer(self.daemon, "pay")) as pay, \
                contextlib.closing(Peer(self.daemon, "finger", ("input",))) as finger:
            pay.call("popover.open", behavior="task", modal=True, size=SIZE, anchor=ANCHOR)
            finger.call("bus.subscribe", topics=["popover.closed"])
            finger.call("tap", x=5, y=5)
            self.assertEqual(finger.wait("event", topic="popover.closed")["params"]["data"]["reason"], "unresponsive")
            self.assertEqual(
                told(self.findings()[0], "clients"), ("note", "popovers closed because their clients hung: 1"))

    def test_who_shows_its_own_alerts_needs_no_shell(self):
        self.daemon.start()
        with contextlib.closing(Peer(self.daemon, "printer")) as printer:
            printer.start("alert.raise", title=MARK, severity="critical", renderer="self",
                          buttons=[{"id": "ok", "label": "OK"}])
            printer.wait("alert.present")
            self.assertEqual(told(self.findings()[0], "alerts")[0], "note")

    def test_without_a_daemon_the_report_says_how_to_start_one(self):
        found, wrong = self.findings()
        self.assertIn("socket", wrong)
        self.assertIn("start popoverd", next(
            entry["remedy"] for entry in found if entry["check"] == "socket"))

    def test_a_wrong_configuration_is_reported_with_its_line(self):
        self.daemon.start()
        self.daemon.write_configuration("[limits]\nclinets = 3\n")
        found, wrong = self.findings()
        self.assertIn("configuration", wrong)
        self.assertTrue(any(
            "popoverd.toml:2:1: limits.clinets" in entry["message"]
            and "`clients`" in entry["message"] for entry in found), found)

    def test_weak_modes_and_leftovers_are_found(self):
        self.daemon.start()
        os.chmod(self.daemon.socket, 0o666)
        os.chmod(self.daemon.state, 0o755)
        with open(os.path.join(self.daemon.state, "drafts.sqlite3.damaged-1"), "w"):
            pass
        _, wrong = self.findings()
        self.assertLessEqual({"socket", "state", "leftovers"}, wrong)

    def test_a_user_outside_the_group_is_told_its_name(self):
        self.daemon.start()
        os.chmod(self.daemon.folder, 0o755)
        if os.geteuid() == 0:
            found, _ = self.findings(before=as_user(NOBODY))
            self.assertIn("SocketGroup=", found[0]["remedy"])
            os.chown(self.daemon.socket, 0, grp.getgrnam("games").gr_gid)
        found, wrong = self.findings(before=as_user(NOBODY))
        self.assertIn("socket", wrong)
        self.assertIn("usermod --append --groups", found[0]["remedy"])

    def test_the_report_contains_no_drafts(self):
        self.daemon.start()
        with contextlib.closing(Peer(self.daemon, "shop", roles=["app", "shell"])) as shop:
            shop.always_answer("popover.willClose", {"draft": {"text": MARK}})
            shop.call("draft.save", key=MARK, content={"text": MARK}, sync=True)
            shop.call("source.set", source=MARK, rect=ANCHOR)
            shop.call("popover.open", behavior="inspector", key=MARK, title=MARK, source=MARK,
                      size=SIZE, buttons=[MARK])
            shop.start("alert.raise", title=MARK, message=MARK, severity="critical",
                       buttons=[{"id": MARK, "label": MARK}])
            shop.call("bus.publish", topic="app.word", data=MARK)
            path = os.path.join(self.daemon.folder, "report.json")
            self.doctor("--report", path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertNotIn(MARK.lower(), text.lower())
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        report = json.loads(text)
        self.assertEqual(len(report["status"]["popovers"]), 1)
        self.assertEqual(len(report["status"]["alerts"]), 1)
        self.assertIn("popoverd_popovers_opened_total 1\n", report["metrics"])
        self.assertTrue(report["status"]["limits"])
        self.assertTrue(report["status"]["plugins"])
        own = {entry["option"]: entry for entry in report["configuration"]}
        self.assertEqual(own["timing.closeMs"]["value"], "10000")
        self.assertNotIn("value", own["plugin.exclusive.options.apps"])


class Places(DoctorCase):
    """Clients of a login session, in a machine where /run is this test's."""

    def setUp(self):
        super().setUp()
        self.runtime = os.path.join(self.daemon.folder, "run")
        self.session = os.path.join(self.runtime, "popoverd", "popoverd.sock")
        os.makedirs(os.path.dirname(self.session))

    def in_session(self, *words, system=None, before=(), **environment):
        return self.popoverctl(
            *words, before=[*with_system_socket(system), *before],
            **{"XDG_RUNTIME_DIR": self.runtime, "POPOVERD_SOCKET": "", **environment})

    def places(self, **more):
        """The state and message of each place, and all remedies as one text."""
        done = self.in_session("--json", "doctor", **more)
        found = [entry for entry in json.loads(done.stdout) if entry["check"] == "socket"]
        return ([(entry["state"], entry["message"]) for entry in found],
                " ".join(entry.get("remedy", "") for entry in found))

    def leave_stale_socket(self):
        with socket.socket(socket.AF_UNIX) as stale:
            stale.bind(self.session)

    def listening(self, path):
        return rf"{path} \(\d{{4}} \S+\), popoverd \(process {self.daemon.process.pid}\) listens"

    def test_status_works_in_a_session_without_a_daemon_of_its_own(self):
        self.daemon.start()
        done = self.in_session("status", system=self.daemon.socket)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        places, _ = self.places(system=self.daemon.socket)
        self.assertEqual([state for state, _ in places], ["note", "note", "ok"])
        self.assertEqual(places[0][1], "$POPOVERD_SOCKET: not set")
        self.assertEqual(
            places[1][1], f"$XDG_RUNTIME_DIR: {self.session}: No such file or directory")
        self.assertRegex(places[2][1], "system: " + self.listening("/run/popoverd/popoverd.sock"))

    def test_the_daemon_of_the_session_comes_before_the_systems(self):
        self.daemon.start()
        os.symlink(self.daemon.socket, self.session)
        places, _ = self.places()
        self.assertEqual([state for state, _ in places], ["note", "ok", "note"])
        self.assertRegex(places[1][1], r"\$XDG_RUNTIME_DIR: " + self.listening(self.session))
        self.assertIn("system: not used; ", places[2][1])

    def test_without_any_daemon_both_paths_are_named(self):
        done = self.in_session("status")
        self.assertEqual(done.returncode, 3)
        for words in (self.session, "/run/popoverd/popoverd.sock", "start popoverd"):
            self.assertIn(words, done.stderr)
        places, remedy = self.places()
        self.assertEqual([state for state, _ in places], ["note", "note", "wrong"])
        for words in ("systemctl start", "systemctl --user start", "$POPOVERD_SOCKET"):
            self.assertIn(words, remedy)

    def test_a_stale_socket_of_the_session_is_an_error_with_a_remedy(self):
        self.daemon.start()
        self.leave_stale_socket()
        done = self.in_session("status", system=self.daemon.socket)
        self.assertEqual(done.returncode, 3)
        self.assertIn(f'"{self.session}": connection refused; start the session', done.stderr)
        places, remedy = self.places(system=self.daemon.socket)
        self.assertEqual([state for state, _ in places], ["note", "wrong", "note"])
        self.assertIn(f"no process listens at {self.session}", places[1][1])
        self.assertIn("remove the file to use /run/popoverd/popoverd.sock", remedy)

    def test_a_named_socket_is_the_only_one_and_others_are_suggested(self):
        self.daemon.start()
        wrong = self.daemon.configuration
        places, remedy = self.places(system=self.daemon.socket, POPOVERD_SOCKET=wrong)
        self.assertEqual([state for state, _ in places], ["wrong", "note", "note"])
        self.assertEqual(places[0][1], f"$POPOVERD_SOCKET: {wrong} is not a socket")
        self.assertIn("unset POPOVERD_SOCKET", remedy)
        self.assertIn("listens at /run/popoverd/popoverd.sock", remedy)

    def test_the_runtime_folder_of_another_user_counts_as_empty(self):
        self.daemon.start()
        os.symlink(self.daemon.socket, self.session)
        os.chmod(self.runtime, 0o700)
        os.chmod(self.daemon.folder, 0o755)
        os.chmod(self.daemon.socket, 0o666)
        stranger = {"system": self.daemon.socket, "before": as_user(NOBODY)}
        done = self.in_session("call", "draft.list", **stranger)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        places, remedy = self.places(**stranger)
        self.assertIn("Permission denied", places[1][1])
        self.assertIn("unset XDG_RUNTIME_DIR", remedy)


if __name__ == "__main__":
    unittest.main()
