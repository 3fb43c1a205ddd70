# SPDX-License-Identifier: MIT
"""Every mutation takes out something that is there: sources change, and nobody looks at these."""

import sys
import unittest

from support import ROOT

sys.path.append(str(ROOT / "Tests" / "Models" / "Mutants"))

# pylint: disable=wrong-import-position
from core_mutations import CORE_MUTATIONS
from mutations import MUTATIONS
from session_mutations import SESSION_MUTATIONS


class MutationTests(unittest.TestCase):
    def test_each_text_stands_once_in_its_file(self):
        for mutation in (*MUTATIONS, *CORE_MUTATIONS, *SESSION_MUTATIONS):
            with self.subTest(mutation.name):
                text = (ROOT / mutation.path).read_text(encoding="utf-8")
                self.assertEqual(text.count(mutation.old), 1, mutation.old)


if __name__ == "__main__":
    unittest.main()
