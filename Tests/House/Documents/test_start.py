# SPDX-License-Identifier: MIT
"""docs/tutorial/start.md: its commands are typed into one shell, in order, and print what is shown."""

import os
import re
import select
import subprocess
import tempfile
import time
import unittest

from support import ROOT
from support.daemon import PATIENCE, Daemon
from support.document import examples
from support.line_socket import LineSocket
from support.programs import search_path  # makes the daemon's module known

PAGE = ROOT / "docs" / "tutorial" / "start.md"
MARK = "that was all"


class Shell:
    """A shell of a person's: what is typed into it prints until the mark comes."""

    def __init__(self, folder, daemon):
        self.process = subprocess.Popen(
            ["sh"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "POPOVERD_SOCKET": daemon.socket, "PATH": search_path()})

    def type(self, text):
        self.process.stdin.write(f"{text}\necho '{MARK}'\n".encode())
        self.process.stdin.flush()
        printed = b""
        deadline = time.monotonic() + PATIENCE
        while not printed.endswith(f"{MARK}\n".encode()):
            readable, _, _ = select.select(
                [self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            data = os.read(self.process.stdout.fileno(), 65536) if readable else b""
            if not data:
                raise AssertionError(f"no end of {text!r}: {printed.decode()}")
            printed += data
        return printed.decode()[:-len(MARK) - 1]

    def close(self):
        self.process.stdin.close()
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class Start(unittest.TestCase):
    def test_ten_minutes_go_as_they_are_told(self):
        daemon = Daemon().start()
        self.addCleanup(daemon.close)
        # Whoever sees it for the first time reads what it says.
        self.assertEqual(daemon.told().count("not loaded"), 1, daemon.told())
        watcher = LineSocket(daemon.socket)
        self.addCleanup(watcher.close)
        watcher.hello("watcher", ["observer"])
        watcher.call("watch", "bus.subscribe", {"topics": ["popover.opened"]})
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        shell = Shell(folder.name, daemon)
        self.addCleanup(shell.close)
        self.assertGreater(len(examples(PAGE)), 5)
        for example, shown in examples(PAGE):
            with self.subTest(str(example)):
                printed = shell.type(example.text)
                if "--hold" in example.text:
                    # People take longer than a popover does.
                    while watcher.receive().get("method") != "event":
                        pass
                if shown is None:
                    self.assertEqual(printed, "")
                    continue
                pattern = ".*".join(re.escape(part) for part in shown.split("…"))
                self.assertRegex(printed, re.compile(rf"\A{pattern}\Z", re.S))


if __name__ == "__main__":
    unittest.main()
