# SPDX-License-Identifier: MIT
"""No order in which clients, outputs and devices come and go harms popover-stage: the kept sequences of the
fuzzer under the address sanitizer, and some new ones.

`POPOVER_SEED` names where its chances begin (1), `POPOVER_RUNS` the number of sequences (2000).
"""

import os
import pathlib
import subprocess
import unittest

from support.x11_screen import needed

FUZZER = pathlib.Path(__file__).parents[2] / "Models" / "Fuzz" / "Stage" / "run"


class Lifetimes(unittest.TestCase):
    def test_no_sequence_breaks_the_stage(self):
        needed("clang")
        found = subprocess.run(
            [FUZZER], check=False, capture_output=True, text=True, errors="replace",
            env={**os.environ, "FUZZ_RUNS": os.environ.get("POPOVER_RUNS", "2000"),
                 "FUZZ_SEED": os.environ.get("POPOVER_SEED", "1"), "FUZZ_CORPUS": "kept"})
        self.assertEqual(found.returncode, 0, found.stderr[-8000:])
        self.assertIn("stat::number_of_executed_units", found.stderr)
