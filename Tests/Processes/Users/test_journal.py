# SPDX-License-Identifier: MIT
"""What the log says, to a real journald and to a file: silence while all is well, and of each client
that is sent away one line with its cause."""

import contextlib
import json
import os
import pathlib
import re
import select
import socket
import subprocess
import sys
import time
import unittest

from support import ROOT, SUPPORT
from support.daemon import PATIENCE, Daemon, UNHURRIED, binary
from support.other_user import as_root
from support.peer import Peer

JOURNALD = "/lib/systemd/systemd-journald"
SIZE = {"width": 320, "height": 240}
ANCHOR = {"x": 600, "y": 80, "width": 80, "height": 40}
MARK = "MARK-OF-WORK"


def live_well(daemon):
    """A client that does everything right, and goes."""
    with contextlib.closing(Peer(daemon, "shop")) as shop:
        shop.always_answer("popover.willClose", {"draft": {"text": MARK}})
        popover = shop.call("popover.open", behavior="inspector", key="order", title=MARK,
                            size=SIZE, anchor=ANCHOR)["popover"]
        shop.call("tap", x=5, y=700)
        shop.wait("popover.closed", popover=popover)
        shop.call("draft.load", key="order")
        shop.kill()


def misbehave(daemon):
    """A client that is sent away for lines that are no JSON, and one that says nothing."""
    with contextlib.closing(Peer(daemon, "clumsy")) as clumsy:
        for _ in range(16):
            clumsy.write(f"{MARK} is no JSON")
        clumsy.wait("bye", reason="malformed")
        clumsy.wait_for_end()
    with contextlib.closing(Peer(daemon, greet=False)) as silent:
        silent.wait("bye", reason="hello-timeout")
        silent.wait_for_end()
    # Who holds a popover and does not answer.
    with contextlib.closing(Peer(daemon, "stubborn")) as stubborn:
        popover = stubborn.call(
            "popover.open", behavior="inspector", size=SIZE, anchor=ANCHOR)["popover"]
        stubborn.call("tap", x=5, y=700)
        stubborn.wait("popover.closed", popover=popover)


def leave_an_alert(daemon):
    """The only shell goes while it shows an alert, and another comes."""
    with contextlib.closing(Peer(daemon, "keeper", ("observer",))) as keeper, \
            contextlib.closing(Peer(daemon, "printer")) as printer:
        keeper.call("bus.subscribe", topics=["client.left"])
        with contextlib.closing(Peer(daemon, "shell", ("shell",))) as shell:
            printer.start("alert.raise", title=MARK, severity="critical",
                          buttons=[{"id": "ok", "label": "OK"}])
            shell.wait("alert.present")
        keeper.event("client.left", app="shell")
        with contextlib.closing(Peer(daemon, "shell", ("shell",))) as shell:
            shell.wait("alert.present")


HURRIED = "[timing]\nhelloMs = 200\ncloseMs = 100\n"


class Journal:
    """A journald of our own, in a namespace of our own: see `tell_story`."""

    PLACE = "/run/systemd/journal"
    FOLDER = "/run/log/journal"

    def __enter__(self):
        os.makedirs(self.PLACE)
        os.makedirs(self.FOLDER)
        self.process = subprocess.Popen(
            [JOURNALD], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.until(lambda: os.path.exists(f"{self.PLACE}/stdout"))
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(PATIENCE)

    @staticmethod
    def until(holds):
        """Polls until journald is ready, since it announces nothing."""
        deadline = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > deadline:
                raise AssertionError("timed out waiting for journald")
            select.select([], [], [], 0.05)

    def stream(self):
        """A stream to the journal, like a service's standard error."""
        stream = socket.socket(socket.AF_UNIX)
        stream.connect(f"{self.PLACE}/stdout")
        stream.sendall(b"popoverd\n\n6\n1\n0\n0\n0\n")
        return stream

    def entries(self):
        done = subprocess.run(
            ["journalctl", f"--directory={self.FOLDER}", "--no-pager", "-o", "json",
             "SYSLOG_IDENTIFIER=popoverd"],
            check=False, capture_output=True, text=True, timeout=PATIENCE)
        return [json.loads(line) for line in done.stdout.splitlines()]


def tell_story():
    """Runs in a mount namespace of its own, as root: prints what the journal has, as JSON."""
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
    daemon = Daemon(HURRIED)
    with Journal() as journal, contextlib.closing(daemon), journal.stream() as stream:
        status = os.fstat(stream.fileno())
        ready, told = os.pipe()
        daemon.process = subprocess.Popen(
            [binary(), "--config", daemon.configuration, "--socket", daemon.socket, "--state",
             daemon.state, "--ready-fd", str(told)],
            stdin=subprocess.DEVNULL, stderr=stream, pass_fds=[told],
            env={**os.environ, "JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"})
        os.close(told)
        os.read(ready, 1)
        live_well(daemon)
        misbehave(daemon)
        leave_an_alert(daemon)
        with contextlib.closing(Peer(daemon, "clerk")) as clerk:
            daemon.write_configuration(HURRIED + "[limits]\nalerts = 77\n")
            clerk.call("config.reload")
            daemon.write_configuration("[limits]\nclients = true\n")
            clerk.call_id = clerk.start("config.reload")
            clerk.response(clerk.call_id)
        daemon.terminate()
        daemon.wait()
        # Everything is there once the last that was sent is.
        journal.until(lambda: any(
            "configuration rejected" in entry["MESSAGE"] for entry in journal.entries()))
        print(json.dumps(journal.entries()))


class RealJournal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not os.path.exists(JOURNALD):
            raise FileNotFoundError(f"{JOURNALD} is missing: it is in the package systemd")
        done = subprocess.run(
            [*as_root(), "env", f"PYTHONPATH={SUPPORT}", "unshare", "--mount", "--propagation",
             "private", sys.executable, "-B", os.path.abspath(__file__), "--story"],
            check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=3 * PATIENCE)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        cls.entries = json.loads(done.stdout)
        cls.ids = dict(re.findall(
            r'case (\w+) = "([0-9a-f]{32})"',
            (ROOT / "Sources" / "Daemon" / "PopoverSessions" / "LogSubject.swift").read_text()))

    def found(self, name):
        """The entries with this MESSAGE_ID."""
        return [entry for entry in self.entries if entry.get("MESSAGE_ID") == self.ids[name]]

    def test_each_disconnected_client_is_one_entry_with_its_cause(self):
        self.assertEqual(
            [(entry["CAUSE"], entry["CLIENT"], entry.get("APP"), entry["CLIENT_UID"],
              entry["PRIORITY"]) for entry in self.found("disconnected")],
            [("malformed", "c2", "clumsy", "0", "5"), ("helloTimeout", "c3", None, "0", "5")])

    def test_a_silent_owner_is_one_entry(self):
        found = self.found("ownerMissed")
        self.assertEqual(
            [(entry["CLIENT"], entry["APP"], entry["POPOVER"], entry["DISPLAY"])
             for entry in found], [("c4", "stubborn", "p2", "main")])

    def test_a_shell_that_leaves_an_alert_is_one_entry_and_one_when_there_is_one_again(self):
        self.assertEqual(
            [(entry["APP"], entry["PRIORITY"], entry["MESSAGE"].partition(":")[2].split()[0])
             for entry in self.found("shellMissed")][:1], [("shell", "4", "alerts=1")])
        again = [entry for entry in self.entries
                 if entry["MESSAGE"].startswith("a shell is connected again: ")]
        self.assertEqual([(entry["APP"], entry["PRIORITY"]) for entry in again], [("shell", "5")])

    def test_configuration_changes_are_entries(self):
        self.assertEqual(len(self.found("configurationTaken")), 1)
        self.assertEqual(len(self.found("configurationRefused")), 1)
        change = [entry for entry in self.entries if entry.get("OPTION") == "limits.alerts"]
        self.assertEqual([entry["MESSAGE"] for entry in change], ["limits.alerts: 32 → 77"])

    def test_the_start_is_an_entry(self):
        self.assertEqual(len(self.found("listening")), 1)

    def test_nothing_else_is_logged_and_no_drafts(self):
        known = {value for name, value in self.ids.items()}
        others = [entry["MESSAGE"] for entry in self.entries
                  if entry.get("MESSAGE_ID") not in known and "OPTION" not in entry]
        self.assertEqual(
            [line for line in others
             if not re.match(r"a shell is connected again: |plugins? (not )?loaded: |plugin failed: |.*popoverd.toml:2:", line)],
            [])
        self.assertNotIn(MARK, json.dumps(self.entries))

    def test_the_catalog_explains_every_entry(self):
        catalog = (ROOT / "config" / "popoverd.catalog").read_text()
        self.assertEqual(
            sorted(re.findall(r"^-- ([0-9a-f]{32})$", catalog, re.M)), sorted(self.ids.values()))
        # As journalctl reads it.
        with contextlib.closing(Daemon()) as folder:
            root = pathlib.Path(folder.folder)
            place = root / "usr/lib/systemd/catalog"
            place.mkdir(parents=True)
            (place / "popoverd.catalog").write_text(catalog)
            (root / "var/lib/systemd/catalog").mkdir(parents=True)
            for words in (["--update-catalog"], ["--list-catalog"]):
                done = subprocess.run(
                    ["journalctl", f"--root={root}", *words], check=False, capture_output=True,
                    text=True, timeout=PATIENCE)
                self.assertEqual(done.returncode, 0, done.stderr)
            for message in self.ids.values():
                self.assertIn(message, done.stdout)


class File(unittest.TestCase):
    """The same without a journal: lines for people."""

    def lines_after(self, configuration, actions):
        daemon = Daemon(configuration)
        self.addCleanup(daemon.close)
        daemon.start()
        before = len(daemon.told())
        actions(daemon)
        daemon.terminate()
        self.assertEqual(daemon.wait(), 0)
        return daemon.told()[before:].splitlines()

    def test_normal_operation_logs_nothing(self):
        self.assertEqual(self.lines_after(UNHURRIED, live_well), [])

    def test_each_disconnected_client_is_one_line(self):
        lines = self.lines_after(HURRIED, misbehave)
        self.assertEqual(len(lines), 3, lines)
        self.assertRegex(lines[0], r' notice client disconnected: malformed client=c1 app="clumsy" uid=\d+ unread')
        self.assertRegex(lines[1], r" notice client disconnected: helloTimeout client=c2 uid=\d+ unread")
        self.assertRegex(lines[2], r' notice close deadline missed: popover=p1 display="main" client=c3 app="stubborn"')


if __name__ == "__main__":
    if "--story" in sys.argv:
        tell_story()
    else:
        unittest.main()
