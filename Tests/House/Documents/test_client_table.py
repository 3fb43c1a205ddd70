# SPDX-License-Identifier: MIT
"""docs/explanation/clients.md: each row of its table is a chapter of the story."""

import re
import unittest

from support import ROOT
from support.document import names, table

PAGE = ROOT / "docs" / "explanation" / "clients.md"
STORY = ROOT / "Tests" / "Processes" / "Clients" / "story.py"
ROWS = "Features"


def text(pattern):
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(ROOT.glob(pattern)))


class ClientTable(unittest.TestCase):
    def setUp(self):
        self.rows = table(PAGE, ROWS)

    def test_every_chapter_has_a_row(self):
        chapters = re.findall(r"^    def test_(\w+)\(self\):", STORY.read_text("utf-8"), re.M)
        self.assertGreater(len(chapters), 10)
        self.assertCountEqual([row[-1].replace(" ", "_") for row in self.rows], chapters)

    def assert_named(self, column, api, *patterns):
        """Each name is declared as one of the patterns says."""
        for row in self.rows:
            for name in names(row[column]):
                if (ROOT / "Clients" / "Web" / name).is_file():
                    continue
                self.assertTrue(
                    any(re.search(pattern.format(re.escape(name)), api, re.M)
                        for pattern in patterns), f"{row[0]}: {name}")

    def test_python_has_what_is_named(self):
        self.assert_named(
            1, text("Clients/Python/popoverd/*.py"), r"^(class|def) {}\b", r"^    (async )?def {}\(",
            r"^ {{4,8}}.*\b{}: ", r"self\.{}\b")

    def test_swift_has_what_is_named(self):
        api = text("Sources/Clients/PopoverKit/*.swift") \
            + text("Sources/Clients/PopoverClient/ClientError.swift")
        self.assert_named(
            2, api, r"^ *public [^=(]*\b{}\b", r"^    case {}\b", r"^        .*\b{}: ")

    def test_javascript_has_what_is_named(self):
        api = text("Clients/Web/*.d.ts") + text("Clients/Web/*.js")
        for column in (3, 4):
            self.assert_named(
                column, api, r"^.*\b{}\??[:(<]", r'announce\("{}"', r'"{}"', r"\bfunction {}\(",
                r"^export interface {}\b")

    def test_c_has_what_is_named(self):
        self.assert_named(5, text("Clients/C/include/*.h"), r"\b{}\b")

    def test_qt_has_what_is_named(self):
        self.assert_named(6, text("Clients/Qt/include/popoverd/*.h"), r"\b{}\b")


if __name__ == "__main__":
    unittest.main()
