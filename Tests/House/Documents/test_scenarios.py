# SPDX-License-Identifier: MIT
"""What docs/scenarios.md shows can be done as it stands there."""

import os
import re
import subprocess
import tempfile
import unittest

from document import ROOT
from programs import daemon, popoverctl

PAGE = ROOT / "docs" / "scenarios.md"


def blocks():
    return re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)


class Scenarios(unittest.TestCase):
    def run_popoverctl(self, arguments, environment=None):
        done = subprocess.run(
            [popoverctl(), *arguments], cwd=ROOT, env=environment, text=True,
            capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_the_example_comes_out_as_it_is_written(self):
        stories = [text for kind, text in blocks() if not kind]
        self.assertEqual(len(stories), 1)
        with tempfile.NamedTemporaryFile("w", suffix=".scenario") as file:
            file.write(stories[0])
            file.flush()
            said = self.run_popoverctl(["simulate", "--own-daemon", file.name])
        self.assertIn("passed", said)

    def test_the_commands_play_their_scenarios(self):
        commands = [line.split("#")[0].split() for kind, text in blocks() if kind == "sh"
                    for line in text.splitlines()]
        self.assertGreater(len(commands), 2)
        served = daemon.Daemon()
        self.addCleanup(served.close)
        served.start()
        for command in commands:
            self.assertEqual(command[0], "popoverctl")
            said = self.run_popoverctl(
                command[1:], dict(os.environ, POPOVERD_SOCKET=served.socket))
            self.assertIn("passed", said)


if __name__ == "__main__":
    unittest.main()
