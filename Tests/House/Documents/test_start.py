# SPDX-License-Identifier: MIT
"""docs/tutorial/start.md: a beginner types its blocks into two terminals and sees what is shown. Here popoverd
is built; Tests/Machines/Package/installed_start.py installs it as the page says."""

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
# The blocks of the two ways to get popoverd; the last ones are typed into both terminals.
INSTALL, BUILD, BUILT = "install", "build", "built"
# Blocks of the second way that no test types, and why.
NOT_TYPED = {
    "make toolchain\n": "downloads a toolchain; Runner/test_toolchain.py does",
    "make demo\n": "takes minutes; it has built what is tested",
}


class Start(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = folder.name
        self.terminals = {name: Terminal(self.home) for name in (FIRST, SECOND)}
        for terminal in self.terminals.values():
            self.addCleanup(terminal.close)
        self.get_popoverd()

    def get_popoverd(self):
        """Gets popoverd as the page says."""
        configuration = os.path.join(self.home, "unhurried.toml")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(UNHURRIED)
        install(os.path.join(self.home, "popoverd", ".build", "release"), configuration)
        for terminal in self.terminals.values():
            self.type(BUILT, terminal)

    def type(self, label, terminal, patience=PATIENCE):
        """Types the blocks with a label."""
        for block in blocks(PAGE, "sh"):
            if block.label == label:
                status, printed = terminal.run(block.text, patience)
                self.assertEqual(status, 0, printed)

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
        typed = [(example, shown) for example, shown in examples(PAGE) if example.label in self.terminals]
        self.assertGreater(len(typed), 6)
        for example, shown in typed:
            with self.subTest(str(example)):
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
            self.assertIn(block.label, (FIRST, SECOND, INSTALL, BUILD, BUILT), str(block))
        self.assertEqual([block.text for block in blocks(PAGE, "sh") if block.label == BUILD], list(NOT_TYPED))


if __name__ == "__main__":
    unittest.main()
