# SPDX-License-Identifier: MIT
"""A configuration of several files: drop-ins, origins of values and reloads."""

import contextlib
import json
import os
import subprocess
import unittest

from support.daemon import PATIENCE, Daemon, UNHURRIED, binary
from support.peer import Peer, Refusal


class DropIns(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(UNHURRIED + "[limits]\nclients = 77\n")
        self.addCleanup(self.daemon.close)
        self.folder = self.daemon.configuration + ".d"
        os.mkdir(self.folder)

    def drop_in(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run_program(self, name, *words):
        return subprocess.run(
            [binary(name), *words], check=False,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)

    def ctl(self, *words):
        return self.run_program("popoverctl", "--socket", self.daemon.socket, *words)

    def test_the_daemon_and_check_read_the_drop_ins(self):
        path = self.drop_in("20-b.toml", "[limits]\nalerts = 3\n")
        self.drop_in("10-a.toml", "[limits]\nalerts = 9\nclients = 55\n")
        self.daemon.start()
        with contextlib.closing(Peer(self.daemon)) as shop:
            self.assertEqual(shop.welcome["limits"]["alerts"], 3)
            self.assertEqual(shop.welcome["limits"]["clients"], 55)
        done = self.run_program("popoverd", "--check", "--config", self.daemon.configuration)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 3)
        self.drop_in("20-b.toml", "\n[limits]\nalrets = 3\n")
        for done in (self.run_program("popoverd", "--check", "--config",
                                      self.daemon.configuration),
                     self.ctl("config", "check", self.daemon.configuration)):
            self.assertEqual(done.returncode, 78)
            self.assertIn(
                f"{path}:3:1: limits.alrets: unknown key; did you mean `alerts`?",
                done.stderr)

    def test_check_knows_plugins_and_their_options(self):
        section = '[[plugin]]\nname = "idle"\n[plugin.options]\n'
        path = self.drop_in("10-a.toml", section + "warnMs = 5000\n")
        done = self.ctl("config", "check", self.daemon.configuration)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.drop_in("10-a.toml", section + "wranMs = 5000\ntitle = 5\n")
        self.drop_in("20-b.toml", '[[plugin]]\nname = "qiuet"\n')
        done = self.ctl("--json", "config", "check", self.daemon.configuration)
        self.assertEqual(done.returncode, 78, done.stderr)
        errors = [json.loads(line) for line in done.stderr.splitlines()]
        found = {error["data"]["key"]: error for error in errors
                 if error.get("code") == "configuration"}
        self.assertEqual(
            {key: (error["data"]["line"], error["data"].get("suggestion"))
             for key, error in found.items()},
            {"plugin[0].options.wranMs": (4, "warnMs"), "plugin[0].options.title": (5, None),
             "plugin[1].name": (2, "quiet")})
        self.assertIn(f"{path}:5: plugin[0].options.title: expected a string, got 5",
                      found["plugin[0].options.title"]["message"])

    def test_check_has_plugins_try_their_options(self):
        path = self.drop_in(
            "10-a.toml", '[[plugin]]\nname = "quiet"\noptions = { below = "loud" }\n'
            '[[plugin]]\nname = "mqtt"\ntrusted = true\n[plugin.options]\n'
            'broker = "b"\nkiosk = "k"\nport = 0\n')
        done = self.ctl("config", "check", self.daemon.configuration)
        self.assertEqual(done.returncode, 78)
        first, second = done.stderr.splitlines()
        self.assertTrue(first.startswith(f"{path}:3: plugin[0].options: "), first)
        self.assertTrue(
            first.endswith('below "loud" is not info, warning or critical'), first)
        self.assertTrue(second.startswith(f"{path}:7: plugin[1].options: "), second)
        self.assertTrue(second.endswith('port "0" is not a number from 1 to 65535'), second)
        self.drop_in(
            "10-a.toml", '[[plugin]]\nname = "mqtt"\ntrusted = true\n[plugin.options]\n'
            'broker = "hall:1883"\nkiosk = "k"\n')
        done = self.ctl("config", "check", self.daemon.configuration)
        self.assertEqual(done.returncode, 78)
        self.assertIn("without a port or a scheme", done.stderr)

    def test_check_misses_trust_and_accounts(self):
        path = self.drop_in(
            "10-a.toml", '[[plugin]]\nname = "x11"\n'
            '[[bind]]\napp = "shop"\nusers = ["no-such-user"]\ngroups = ["no-such-group"]\n')
        for done in (self.ctl("config", "check", self.daemon.configuration),
                     self.run_program("popoverd", "--check", "--config", self.daemon.configuration)):
            self.assertEqual((done.returncode, done.stderr.splitlines()), (78, [
                f'{path}:5: bind[0].users: there is no user "no-such-user"',
                f'{path}:6: bind[0].groups: there is no group "no-such-group"',
                f"{path}:2: plugin[0].name: x11 does nothing without trusted = true: it sends requests"]))

    def test_every_value_has_its_origin(self):
        path = self.drop_in("10-a.toml", "[limits]\n\nalerts = 9\n")
        done = self.ctl("config", "show", "--origin", self.daemon.configuration)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines()[1:]}
        self.assertEqual(rows["limits.alerts"], ["9", f"{path}:3"])
        self.assertEqual(rows["limits.message"][1], "default")
        line = (UNHURRIED + "[limits]\nclients = 77\n").split("\n").index("clients = 77") + 1
        self.assertEqual(rows["limits.clients"], ["77", f"{self.daemon.configuration}:{line}"])
        entries = json.loads(self.ctl(
            "config", "show", "--origin", "--json", self.daemon.configuration).stdout)
        self.assertIn({"option": "limits.alerts", "value": "9", "file": path, "line": 3}, entries)

    def test_a_reload_reports_its_changes_to_log_event_and_command(self):
        self.daemon.start()
        with contextlib.closing(Peer(self.daemon, "clerk", roles=["observer"])) as clerk:
            clerk.call("bus.subscribe", topics=["config.reloaded"])
            self.drop_in("10-a.toml", "socket = \"/nowhere\"\n[limits]\nalerts = 78\n")
            told = self.ctl("config", "reload")
            self.assertEqual(told.returncode, 0, told.stderr)
            self.assertEqual(
                told.stdout.splitlines(),
                ['socket: "" → "/nowhere" (at the next start)', "limits.alerts: 32 → 78"])
            event = clerk.wait("event", topic="config.reloaded")["params"]
            self.assertEqual(event["data"], {"options": ["socket", "limits.alerts"]})
            self.assertIn("notice limits.alerts: 32 → 78", self.daemon.told())
            self.assertEqual(clerk.call("config.reload"), {})
            self.drop_in("20-b.toml", "[limits]\nclients = true\n")
            with self.assertRaises(Refusal) as refused:
                clerk.call("config.reload")
            self.assertIn("20-b.toml:2:11: limits.clients", refused.exception.message)
            os.unlink(os.path.join(self.folder, "20-b.toml"))
            os.unlink(os.path.join(self.folder, "10-a.toml"))
            changes = clerk.call("config.reload")["changes"]
            self.assertIn(
                {"option": "limits.alerts", "old": "78", "new": "32", "takesEffect": "now"},
                changes)


if __name__ == "__main__":
    unittest.main()
