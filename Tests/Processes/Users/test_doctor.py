# SPDX-License-Identifier: MIT
"""popoverctl doctor: what it finds of an installation that is well, and of one that is not; and that
its report has nobody's work in it."""

import contextlib
import json
import os
import stat
import subprocess
import unittest

from support.daemon import PATIENCE, Daemon, UNHURRIED, binary
from support.other_user import as_user
from support.peer import Peer

MARK = "CANARY-7d1f"
SIZE = {"width": 320, "height": 240}
ANCHOR = {"x": 600, "y": 80, "width": 80, "height": 40}
NOBODY = 65534


class Doctor(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(
            UNHURRIED + '[[plugin]]\nname = "exclusive"\n'
            f'options = {{ apps = ["shop", "{MARK.lower()}"] }}\n')
        self.addCleanup(self.daemon.close)

    def doctor(self, *words, before=()):
        return subprocess.run(
            [*before, os.path.join(os.path.dirname(binary()), "popoverctl"), "--socket",
             self.daemon.socket, "doctor", "--config", self.daemon.configuration, "--state",
             self.daemon.state, *words],
            check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE)

    def findings(self, **more):
        done = self.doctor("--json", **more)
        found = json.loads(done.stdout)
        wrong = {entry["check"] for entry in found if entry["state"] == "wrong"}
        self.assertEqual(done.returncode, 1 if wrong else 0, done.stderr)
        for entry in found:
            if entry["state"] == "wrong":
                self.assertTrue(entry["remedy"], f"nothing to do about {entry}")
        return found, wrong

    def plugins_that_fail_here(self, found):
        """A machine without display servers has plugins that say so."""
        return {entry["check"] for entry in found
                if entry["check"] == "plugins" and entry["state"] == "wrong"}

    def test_what_is_well_is_ok_a_line_each(self):
        self.daemon.start()
        found, wrong = self.findings()
        self.assertEqual(wrong - self.plugins_that_fail_here(found), set(), found)
        told = {entry["check"] for entry in found}
        self.assertLessEqual(
            {"socket", "daemon", "versions", "plugins", "work", "configuration", "state", "disk",
             "leftovers", "draft key", "units", "clock"}, told)
        lines = self.doctor().stdout.splitlines()
        for line in lines:
            self.assertRegex(line, r"^(ok|note|wrong) +[a-z ]+: |^      do: ")
        self.assertEqual(
            len([line for line in lines if not line.startswith("      ")]), len(found))

    def test_without_a_daemon_it_says_how_to_start_one(self):
        found, wrong = self.findings()
        self.assertLessEqual({"socket", "daemon"}, wrong)
        self.assertIn("systemctl start", next(
            entry["remedy"] for entry in found if entry["check"] == "socket"))

    def test_a_wrong_configuration_is_told_with_its_line(self):
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

    def test_who_is_not_in_the_group_is_told_which(self):
        self.daemon.start()
        os.chmod(self.daemon.folder, 0o755)
        found, wrong = self.findings(before=as_user(NOBODY))
        self.assertIn("socket", wrong)
        self.assertIn("usermod --append --groups", found[0]["remedy"])

    def test_the_report_has_nobodys_work(self):
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


if __name__ == "__main__":
    unittest.main()
