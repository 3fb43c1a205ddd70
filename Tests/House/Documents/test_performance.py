# SPDX-License-Identifier: MIT
"""docs/development/performance.md can be regenerated, names what exists, and has the guard's counts."""

import importlib.machinery
import importlib.util
import json
import re
import sys
import tempfile
import unittest

from support import ROOT

sys.path.append(str(ROOT / "Benchmarks" / "Socket"))

# pylint: disable=wrong-import-position
from instructions import ELSE, Counts, stage_of
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
        self.assertEqual(places, ["machine", "promises", "peers", "profiles", "instructions", "neighbors", "bystander"])

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


# As callgrind writes: two functions call a third, which calls a fourth.
CALLS = """
fn=parse
0 100
cfn=copy
calls=1 0
0 30
fn=write
0 50
cfn=copy
calls=1 0
0 10
fn=copy
0 20
cfn=free
calls=2 0
0 20
fn=free
0 20
fn=nobody's
0 5
"""


class Instructions(unittest.TestCase):
    def test_helpers_count_for_the_stages_of_their_callers(self):
        with tempfile.NamedTemporaryFile("w", suffix=".callgrind") as file:
            file.write(CALLS.lstrip())
            file.flush()
            counts = Counts(file.name)
        self.assertEqual(counts.total, 195)
        stages = counts.shares(lambda name: name if name in ("parse", "write") else None)
        self.assertEqual(
            {stage: round(cost) for stage, cost in stages.items()},
            {"parse": 130, "write": 60, ELSE: 5})

    def test_a_function_has_the_stage_of_its_module_and_type(self):
        for name, stage in (
                ("PopoverWire.JSONWriter.member(PopoverWire.JSONName, Swift.Double) -> ()", "encoding"),
                ("(extension in PopoverWire):PopoverModel.Answer.writeMembers(to: inout "
                 "PopoverWire.JSONWriter) -> ()", "encoding"),
                ("PopoverWire.RequestDecoder.openRequest(PopoverWire.Member) -> ()", "decoding"),
                ("PopoverCore.PlacementSolver.solve() -> PopoverCore.Placement", "rules: placement"),
                ("PopoverSessions.Session.flush() -> ()", "writing"),
                ("outlined init with copy of PopoverCore.Effect", None), ("swift_retain", None)):
            self.assertEqual(stage_of(name), stage, name)


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
