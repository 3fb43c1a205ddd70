# SPDX-License-Identifier: MIT
"""popoverctl top in a real pseudo-terminal with pyte as the terminal emulator."""

import contextlib
import json
import os
import subprocess
import time
import unittest

from support.daemon import PATIENCE, Daemon, UNHURRIED, binary
from support.peer import Peer

PYTHON = "/usr/bin/python3"
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "terminal_process.py")
SIZE = {"width": 320, "height": 240}
ANCHOR = {"x": 600, "y": 80, "width": 80, "height": 40}


class Terminal:
    """A program in a terminal of this many columns and lines."""

    def __init__(self, columns, lines, command):
        self.process = subprocess.Popen(
            [PYTHON, PROGRAM, str(columns), str(lines), *command], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.seen = None

    def do(self, **order):
        """Sends a command and returns the screen."""
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError("the terminal has ended: python3-pyte is needed")
        self.seen = json.loads(line)
        return self.seen

    def until(self, holds):
        """Polls the screen until the condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not holds(self.do()):
            if time.monotonic() > deadline:
                raise AssertionError("timed out; on the screen is:\n"
                                     + "\n".join(self.seen["lines"]))
        return self.seen

    def shows(self, *words):
        return self.until(lambda seen: all(
            any(word in line for line in seen["lines"]) for word in words))

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class Top(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(UNHURRIED)
        self.addCleanup(self.daemon.close)
        self.daemon.start()

    def command(self, *words):
        return [binary("popoverctl"), "--socket",
                self.daemon.socket, "top", *words]

    def terminal(self, columns=80, lines=24, *words):
        return self.enterContext(contextlib.closing(
            Terminal(columns, lines, self.command("--interval", "0.2", *words))))

    def peer(self, app, *roles):
        return self.enterContext(contextlib.closing(
            Peer(self.daemon, app, roles=roles or ("app",))))

    def assert_restored(self, terminal, status=0):
        seen = terminal.until(lambda seen: seen["status"] is not None)
        self.assertEqual(
            {name: seen[name] for name in ("status", "alternate", "cursor", "as_before")},
            {"status": status, "alternate": False, "cursor": True, "as_before": True})

    def test_top_shows_what_each_display_shows(self):
        shop = self.peer("shop")
        terminal = self.terminal()
        seen = terminal.shows("popoverd 0.", "nothing", "all is well")
        self.assertTrue(seen["alternate"])
        self.assertFalse(seen["cursor"])
        self.assertFalse(seen["as_before"])
        popover = shop.call(
            "popover.open", behavior="menu", size=SIZE, anchor=ANCHOR)["popover"]
        terminal.shows(f"{popover} menu of shop, visible", "1 popover")
        shop.call("popover.close", popover=popover, outcome="done")
        terminal.shows("nothing", "0 popovers")
        self.peer("screens", "shell")
        shop.start("alert.raise", title="Paper is out", severity="critical",
                   buttons=[{"id": "ok", "label": "OK"}])
        seen = terminal.shows("Paper is out", "critical alert of shop")
        self.assertIn("red", seen["colors"])
        self.assertLessEqual(len(max(seen["lines"], key=len)), 80)
        terminal.do(type="q")
        self.assert_restored(terminal)

    def test_top_survives_a_restart_of_the_daemon(self):
        terminal = self.terminal()
        terminal.shows("all is well")
        self.daemon.kill()
        terminal.shows("trying again")
        self.daemon.start()
        terminal.shows("all is well")
        terminal.do(type="q")
        self.assert_restored(terminal)

    def test_top_follows_the_terminals_size(self):
        clients = [self.peer(f"app-{number}") for number in range(12)]
        self.assertEqual(len(clients), 12)
        terminal = self.terminal(80, 24)
        terminal.shows("app-11")
        terminal.do(resize=(40, 14))
        seen = terminal.until(lambda seen: any("more" in line for line in seen["lines"]))
        self.assertEqual(seen["lines"][-1][:7], "q quits")
        terminal.do(resize=(120, 40))
        seen = terminal.shows("app-11")
        self.assertEqual(seen["lines"][39][:7], "q quits")
        terminal.do(type="q")
        self.assert_restored(terminal)

    def test_signals_and_keys_leave_the_terminal_as_it_was(self):
        for order in ({"signal": "SIGTERM"}, {"signal": "SIGHUP"}, {"type": "\x03"}):
            with self.subTest(order=order):
                terminal = self.terminal()
                terminal.shows("all is well")
                terminal.do(**order)
                self.assert_restored(terminal)

    def test_ctrl_z_restores_the_terminal_until_it_resumes(self):
        terminal = self.terminal()
        terminal.shows("all is well")
        terminal.do(type="\x1a")
        terminal.until(lambda seen: not seen["alternate"] and seen["as_before"])
        terminal.do(signal="SIGCONT")
        terminal.until(lambda seen: seen["alternate"] and not seen["as_before"])
        terminal.do(type="q")
        self.assert_restored(terminal)

    def test_top_waits_for_a_daemon(self):
        self.daemon.kill()
        terminal = self.terminal()
        terminal.shows("trying again")
        self.daemon.start()
        terminal.shows("all is well")
        terminal.do(type="q")
        self.assert_restored(terminal)

    def test_once_prints_one_frame(self):
        self.peer("shop")
        done = subprocess.run(
            self.command("--once"), check=False, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertNotEqual(lines[-1], "")
        self.assertNotIn("q quits", done.stdout)
        self.assertRegex(lines[0], r"^ popoverd 0\.\S+  up .*  2 clients  0 popovers")
        self.assertNotIn("\x1b", done.stdout)
        self.assertTrue(any("shop" in line for line in lines))

    def test_without_a_terminal_the_error_suggests_once(self):
        done = subprocess.run(
            self.command(), check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--once", done.stderr)


if __name__ == "__main__":
    unittest.main()
