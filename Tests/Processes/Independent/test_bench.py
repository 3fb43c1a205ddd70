# SPDX-License-Identifier: MIT
"""popoverctl bench measures a running daemon without disturbing its clients."""

import contextlib
import json
import subprocess
import unittest

from support.daemon import PATIENCE, Daemon, binary
from support.peer import Peer

THINGS = ["request to answer", "open to grant", "tap to willClose", "publish to subscriber"]


class Bench(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon().start()
        self.addCleanup(self.daemon.close)

    def command(self, *words):
        return [binary("popoverctl"), "--socket",
                self.daemon.socket, "bench", *words]

    def bench(self, *words):
        return subprocess.run(
            self.command("--rounds", "20", *words), check=False, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=PATIENCE)

    def peer(self, *roles):
        return self.enterContext(contextlib.closing(Peer(self.daemon, roles=roles or ("app",))))

    def test_every_thing_has_a_row(self):
        done = self.bench("--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(done.stdout)
        self.assertEqual([row["what"] for row in rows], THINGS)
        for row in rows:
            self.assertEqual(row["rounds"], 20)
            self.assertGreater(row["p50Ns"], 0)
            self.assertGreaterEqual(row["p99Ns"], row["p50Ns"])
        table = self.bench()
        self.assertEqual(table.returncode, 0, table.stderr)
        for what in THINGS:
            self.assertRegex(table.stdout, rf"(?m)^{what} +20 +\d+\.\d +\d+\.\d$")

    def test_a_bench_may_follow_another_at_once(self):
        self.daemon.close()
        self.daemon = Daemon("[timing]\nduplicateTapMs = 1000\n").start()
        self.addCleanup(self.daemon.close)
        for _ in range(2):
            done = self.bench()
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_bench_leaves_nothing_behind(self):
        self.assertEqual(self.bench().returncode, 0)
        scene = self.peer().call("status")
        self.assertEqual(scene["popovers"] + scene["sources"] + scene["waiting"], [])

    def test_bench_taps_notify_no_control(self):
        owner = self.peer()
        owner.call("source.set", source="bar", rect={
            "x": 0, "y": 700, "width": 1000, "height": 100})
        self.assertEqual(self.bench().returncode, 0)
        owner.call("source.remove", source="bar")
        self.assertNotIn("source.activated", [line.get("method") for line in owner.inbox])

    def test_bench_does_nothing_while_a_popover_is_open(self):
        owner = self.peer()
        opened = owner.call("popover.open", behavior="menu", size={"width": 320, "height": 200},
                            anchor={"x": 600, "y": 80, "width": 80, "height": 40})
        done = self.bench()
        self.assertEqual(done.returncode, 1)
        self.assertEqual(
            done.stderr.strip(), f"popoverctl: main: popover {opened['popover']} of shop is open; "
            "try again when the display is empty")
        self.assertEqual(done.stdout, "")
        self.assertEqual(
            [popover["popover"] for popover in owner.call("status")["popovers"]],
            [opened["popover"]])
        self.assertNotIn("popover.willClose", [line.get("method") for line in owner.inbox])

    def test_a_clients_open_is_granted_during_a_bench(self):
        owner = self.peer("app", "observer")
        owner.call("bus.subscribe", topics=["popover.*"])
        with subprocess.Popen(
                self.command("--rounds", "1000"), stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as bench:
            owner.wait("event")
            opened = owner.call("popover.open", behavior="menu",
                                size={"width": 320, "height": 200},
                                anchor={"x": 600, "y": 80, "width": 80, "height": 40})
            self.assertNotEqual(bench.communicate(timeout=PATIENCE)[1], "")
            self.assertEqual(bench.returncode, 1)
        self.assertEqual(
            [popover["popover"] for popover in owner.call("status")["popovers"]],
            [opened["popover"]])

    def test_an_unknown_display_is_named(self):
        done = self.bench("--display", "hall")
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no display hall", done.stderr)


if __name__ == "__main__":
    unittest.main()
