# SPDX-License-Identifier: MIT
"""docs/tutorial/start.md: a beginner types its blocks into two terminals and sees what is shown."""

import os
import socket
import tempfile
import time
import unittest

from support import ROOT
from support.daemon import PATIENCE, UNHURRIED
from support.document import blocks, examples, pattern
from support.line_socket import LineSocket

from terminal import Terminal, install

PAGE = ROOT / "docs" / "tutorial" / "start.md"
FIRST, SECOND = "terminal-1", "terminal-2"
# Blocks that no test types, and why.
SETUP = {
    "make toolchain": "downloads a toolchain; Runner/test_toolchain.py does",
    "make demo": "takes minutes; it has built what is tested",
}


class Start(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = folder.name
        configuration = os.path.join(self.home, "unhurried.toml")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(UNHURRIED)
        install(os.path.join(self.home, "popoverd", ".build", "release"), configuration)
        self.terminals = {name: Terminal(self.home) for name in (FIRST, SECOND)}
        for terminal in self.terminals.values():
            self.addCleanup(terminal.close)

    def watcher(self):
        """A client that hears of opened popovers, once there is a daemon."""
        path = os.path.join(self.home, "popoverd.sock")
        deadline = time.monotonic() + PATIENCE
        with socket.socket(socket.AF_UNIX) as probe:
            while probe.connect_ex(path) != 0:
                self.assertLess(time.monotonic(), deadline, "nobody serves the socket")
        client = LineSocket(path)
        self.addCleanup(client.close)
        client.hello("watcher", ["observer"])
        client.call("watch", "bus.subscribe", {"topics": ["popover.opened"]})
        return client

    def test_two_terminals_show_what_the_page_shows(self):
        watcher = None
        self.assertGreater(len(examples(PAGE)), 7)
        for example, shown in examples(PAGE):
            with self.subTest(str(example)):
                if example.label == "setup":
                    continue
                terminal = self.terminals[example.label]
                if example.label == FIRST:
                    terminal.enter(example.text)
                    watcher = self.watcher()
                    continue
                status, printed = terminal.run(example.text)
                self.assertEqual(status, 0, printed)
                if "--hold" in example.text:
                    # People take longer than a popover does.
                    while watcher.receive().get("method") != "event":
                        pass
                self.assertRegex(printed, pattern(shown or ""))

    def test_a_block_may_be_pasted_twice(self):
        start = next(block for block in blocks(PAGE, "sh") if block.label == FIRST)
        self.terminals[FIRST].enter(start.text)
        self.watcher()
        status, printed = self.terminals[SECOND].run(start.text)
        self.assertEqual((status, printed), (0, ""))
        prepare = next(block for block in blocks(PAGE, "sh") if block.label == SECOND)
        for _ in range(2):
            self.assertEqual(self.terminals[SECOND].run(prepare.text), (0, ""))

    def test_every_block_names_its_terminal(self):
        for block in blocks(PAGE, "sh", "console"):
            self.assertIn(block.label, (FIRST, SECOND, "setup"), str(block))
        setup = [block.text for block in blocks(PAGE, "sh") if block.label == "setup"]
        self.assertEqual(len(setup), len(SETUP))
        for text, beginning in zip(setup, SETUP):
            self.assertTrue(text.startswith(beginning), text)


if __name__ == "__main__":
    unittest.main()
