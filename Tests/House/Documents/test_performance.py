# SPDX-License-Identifier: MIT
"""docs/development/performance.md can be regenerated, names what exists, and has the guard's counts."""

import importlib.machinery
import importlib.util
import json
import re
import sys
import unittest

from support import ROOT

sys.path.append(str(ROOT / "Benchmarks" / "Socket"))

# pylint: disable=wrong-import-position
from rows import Row

PAGE = (ROOT / "docs" / "development" / "performance.md").read_text(encoding="utf-8")
GUARD = ROOT / "Benchmarks" / "Guard"


def program(path):
    """A program without an ending, as a module."""
    loader = importlib.machinery.SourceFileLoader(path.name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(path.name, loader))
    loader.exec_module(module)
    return module


class Page(unittest.TestCase):
    def test_each_part_that_is_measured_has_its_place(self):
        places = re.findall(r"<!-- measured: (\w+) -->\n.*?<!-- end -->", PAGE, re.S)
        self.assertEqual(places, ["machine", "promises", "peers", "profiles", "instructions", "neighbors"])

    def test_what_is_to_be_made_can_be_made(self):
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        for target in set(re.findall(r"`make ([a-z-]+)", PAGE)):
            self.assertRegex(makefile, rf"(?m)^{target}:")

    def test_files_that_it_names_are_there(self):
        for path in re.findall(r"`(Benchmarks/[\w./-]+)", PAGE):
            self.assertTrue((ROOT / path).exists(), path)


class Goals(unittest.TestCase):
    def test_a_row_holds_on_its_own_side_of_the_goal(self):
        self.assertTrue(Row("a", "a", 1.5, 1.5).holds)
        self.assertFalse(Row("a", "a", 1.51, 1.5).holds)
        self.assertTrue(Row("a", "a", 2, 2, at_least=True).holds)
        self.assertFalse(Row("a", "a", 1.9, 2, at_least=True).holds)
        self.assertIsNone(Row("a", "a", None, 2).holds)
        self.assertEqual(Row("a", "a", None, 2).verdict, "not measured")


class Guard(unittest.TestCase):
    def setUp(self):
        self.guard = program(GUARD / "guard")

    def test_every_sequence_has_a_count(self):
        counts = json.loads((GUARD / "instructions.json").read_text(encoding="utf-8"))
        self.assertEqual(list(counts["instructions"]), list(self.guard.SEQUENCES))

    def test_more_than_the_tolerance_is_told(self):
        self.assertEqual(self.guard.verdict(1051, 1000), "SLOWER")
        self.assertEqual(self.guard.verdict(1050, 1000), "holds")
        self.assertEqual(self.guard.verdict(950, 1000), "holds")
        self.assertIn("renew", self.guard.verdict(949, 1000))


if __name__ == "__main__":
    unittest.main()
