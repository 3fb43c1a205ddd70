# SPDX-License-Identifier: MIT
"""docs/how-to/troubleshoot.md and docs/explanation/concepts.md name what exists, completely."""

import re
import subprocess
import unittest

from support.description import DESCRIPTION, values
from support.document import PROTOCOL, ROOT, first_names, names, table
from support.programs import commands, popoverctl
from support.daemon import PATIENCE

TROUBLE = ROOT / "docs" / "how-to" / "troubleshoot.md"
CONCEPTS = ROOT / "docs" / "explanation" / "concepts.md"


class Trouble(unittest.TestCase):
    def test_every_error_has_a_row(self):
        rows = table(TROUBLE, "Errors")
        self.assertEqual(
            {int(row[0]) for row in rows}, {error.facts["code"] for error in DESCRIPTION.errors})
        for row in rows:
            self.assertTrue(all(row), row)

    def test_every_refusal_has_a_row(self):
        self.assertEqual(first_names(TROUBLE, "Refusals"), values("refusal-reason"))

    def test_its_commands_are_there(self):
        text = TROUBLE.read_text(encoding="utf-8")
        spoken = [line.split() for line in re.findall(r"`popoverctl ([^`]+)`", text)]
        self.assertGreater(len(spoken), 10)
        known = set(commands(popoverctl()))
        for words in spoken:
            with self.subTest(" ".join(words)):
                command = next(word for word in words if word in known)
                # What stands for something else is no subcommand.
                below = words[words.index(command) + 1:]
                path = [command, *(word for word in below[:1] if word.isalpha() and
                                   word.islower() and command in ("plugin", "draft", "record"))]
                done = subprocess.run(
                    [popoverctl(), "help", *path], capture_output=True, text=True,
                    timeout=PATIENCE, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                for option in (word for word in words if word.startswith("--")):
                    self.assertIn(option, done.stdout)


class Concepts(unittest.TestCase):
    def test_every_behavior_of_the_protocol_has_a_row(self):
        self.assertEqual(
            first_names(CONCEPTS, "Behavior"), first_names(PROTOCOL, "Behaviors"))

    def test_behaviors_close_as_the_protocol_says(self):
        told = {names(row[0])[0]: row[1:] for row in table(CONCEPTS, "Behavior")}
        for name, choice, outside, _ in table(PROTOCOL, "Behaviors"):
            with self.subTest(name):
                here = told[names(name)[0]]
                self.assertEqual("closes" in here[0], choice == "yes")
                self.assertEqual("saved" in here[1], "saving" in outside)
                self.assertEqual("Cancel" in here[1], "Cancel" in outside)


if __name__ == "__main__":
    unittest.main()
