# SPDX-License-Identifier: MIT
"""docs/development/design.md: the functions that an open passes are there, and few."""

import re
import unittest

from support import ROOT

MOST = 60
DESIGN = ROOT / "docs" / "development" / "design.md"


def functions():
    """All functions of the sources, each as the type in whose declaration or extension it stands and its name."""
    for path in (ROOT / "Sources").rglob("*.swift"):
        holder = None
        for line in path.read_text(encoding="utf-8").splitlines():
            if begun := re.match(r"(?:\w+ )*(?:class|struct|enum|extension) (\w+)", line):
                holder = begun[1]
            elif found := re.match(r"    (?:@\w+ |\w+ )*func (\w+)", line):
                yield f"{holder}.{found[1]}"


class OpenTests(unittest.TestCase):
    def setUp(self):
        section = DESIGN.read_text(encoding="utf-8").split("## The path of an open\n")[1].split("\n## ")[0]
        self.named = re.findall(r"`(\w+\.\w+)`", section)

    def test_each_function_is_there(self):
        there = set(functions())
        self.assertEqual([name for name in self.named if name not in there], [])

    def test_an_open_passes_few_functions(self):
        self.assertGreater(len(self.named), 30)
        self.assertLessEqual(len(self.named), MOST)


if __name__ == "__main__":
    unittest.main()
