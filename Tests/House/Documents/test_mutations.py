# SPDX-License-Identifier: MIT
"""Every mutation takes out something that is there: sources change, and nobody looks at these."""

import collections
import pathlib
import re
import sys
import unittest

from support import ROOT

sys.path.append(str(ROOT / "Tests" / "Models" / "Mutants"))

# pylint: disable=wrong-import-position
from core_mutations import CORE_MUTATIONS
from mutants import COPIED
from mutation import mutated
from mutations import MUTATIONS
from session_mutations import SESSION_MUTATIONS
from unit_mutations import UNIT_MUTATIONS


class MutationTests(unittest.TestCase):
    def test_each_text_stands_once_in_its_file(self):
        for mutation in (*MUTATIONS, *CORE_MUTATIONS, *SESSION_MUTATIONS, *UNIT_MUTATIONS):
            with self.subTest(mutation.name):
                text = (ROOT / mutation.path).read_text(encoding="utf-8")
                self.assertEqual(text.count(mutation.old), 1, mutation.old)
                if mutation.new.startswith("if !MUTANT {"):
                    before = text[:text.index(mutation.old)].rstrip(" ")
                    self.assertIn(before[-1], "\n{:", "only a whole statement can be skipped")

    def test_all_that_are_built_together_leave_each_other_their_texts(self):
        for mutations in (CORE_MUTATIONS, SESSION_MUTATIONS, UNIT_MUTATIONS):
            texts = "".join(mutated(list(enumerate(mutations, start=1)), []).values())
            for number, mutation in enumerate(mutations, start=1):
                self.assertIn(f"Mutant.isOn({number})", texts, mutation.name)

    def test_the_copy_that_is_broken_has_every_target(self):
        package = (ROOT / "Package.swift").read_text(encoding="utf-8")
        folders = re.findall(r'path: "([^"\\]+)', package)
        self.assertIn("Clients/C", folders)
        for folder in folders:
            self.assertTrue(
                any(pathlib.PurePath(folder).is_relative_to(copied) for copied in COPIED), folder)

    def test_each_unit_mutation_has_tests_of_its_module_that_judge_it(self):
        names = [mutation.name for mutation in UNIT_MUTATIONS]
        self.assertEqual(len(names), len(set(names)))
        for tests, count in collections.Counter(each.tests for each in UNIT_MUTATIONS).items():
            self.assertGreaterEqual(count, 10, tests)
        for mutation in UNIT_MUTATIONS:
            self.assertTrue((ROOT / "Tests" / "Unit" / mutation.tests).is_dir(), mutation.tests)


if __name__ == "__main__":
    unittest.main()
