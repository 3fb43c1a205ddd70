# SPDX-License-Identifier: MIT
"""What docs/how-to/write-a-scenario.md shows can be done as it stands there."""

import tempfile
import unittest

from support import ROOT
from support.daemon import Daemon
from support.document import blocks

from terminal import Kiosk

PAGE = ROOT / "docs" / "how-to" / "write-a-scenario.md"


class Scenarios(unittest.TestCase):
    def setUp(self):
        served = Daemon().start()
        self.addCleanup(served.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.terminal = Kiosk(folder.name, served).terminal(ROOT)
        self.addCleanup(self.terminal.close)

    def play(self, command):
        status, printed = self.terminal.run(command)
        self.assertEqual(status, 0, printed)
        self.assertIn("passed", printed)

    def test_the_example_comes_out_as_it_is_written(self):
        story, = blocks(PAGE, "")
        with tempfile.NamedTemporaryFile("w", suffix=".scenario") as file:
            file.write(story.text)
            file.flush()
            self.play(f"popoverctl simulate --own-daemon {file.name}")

    def test_the_commands_play_their_scenarios(self):
        commands = [block.text for block in blocks(PAGE, "sh")]
        self.assertGreater(len(commands), 2)
        for command in commands:
            self.play(command)


if __name__ == "__main__":
    unittest.main()
