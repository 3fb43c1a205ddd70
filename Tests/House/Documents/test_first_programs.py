# SPDX-License-Identifier: MIT
"""The first program of each client guide is short, and docs/explanation/clients.md has its numbers.

That each runs as it stands, the test of its guide says.
"""

import re
import unittest

from support import ROOT
from support.document import blocks, table

GUIDES = ROOT / "docs" / "how-to"
PAGE = ROOT / "docs" / "explanation" / "clients.md"
MOST_LINES = 15

# The words of each that are the language's, the toolkit's or the program's own.
OTHERS = {
    "web page": """A Basket Name Order aria-label basket button div doctype en from h1 html id import input js label lang main
        module name order order-7 popover popoverd popovertarget script shop title true type""",
    "Node": """at await basket client console const cups draw ended from height import let log node order-7 popover popoverd
        shop width x y""",
    "Python": """as async asyncio at await basket client cups def draw else ended if import main order order-7 popover popoverd
        print return run shop with""",
    "GTK": """Align Application ApplicationWindow Button CENTER Entry Gtk Order PopoverGtk _ activate application button child
        clicked connect customer def from gi halign import label lambda margin_bottom margin_end margin_start margin_top name
        order order-7 popover present repository require_versions run shop valign""",
    "Qt": """Basket Popoverd QtQuick TapHandler Text TextInput Window basket focus height id import name objectName
        onTapped order order-7 padding shop text true visible width x y""",
    "Swift": """Int PopoverKit Shop _ async at await basket client cups draw func height import in let main order-7 popover print
        self shop static struct throws try width x y""",
    "C": """NULL at basket client const draw event event- draft- for g h if include int it main n no order order-7 popover printf
        s shop stdio struct tea void with x y""",
}
LANGUAGES = {"web page": ("client-web.md", "html"), "Node": ("client-node.md", "js"), "Python": ("client-python.md", "python"),
             "GTK": ("client-gtk.md", "python"), "Qt": ("client-qt.md", "qml"), "Swift": ("client-swift.md", "swift"),
             "C": ("client-c.md", "c")}
# What a program needs besides itself: the first block of a page in this language.
CONFIGURATION = {"web page": ("web-pages.md", "toml"), "Swift": ("client-swift.md", "swift")}


def lines(text):
    return len([line for line in text.splitlines() if line.strip()])


def first_program(name):
    page, language = LANGUAGES[name]
    programs = [block.text for block in blocks(GUIDES / page, language)
                if "swift-tools-version" not in block.text]
    return programs[0]


def new_words(name):
    text = re.sub(r"(//|#|/\*) .*", "", first_program(name))
    return set(re.findall(r"[A-Za-z_][\w-]*", text)) - set(OTHERS[name].split())


class FirstPrograms(unittest.TestCase):
    def setUp(self):
        self.rows = {re.match(r"\[(.*?)\]", row[0])[1]: row for row in table(PAGE, "First programs")}

    def test_every_guide_is_among_them(self):
        self.assertCountEqual(
            [path.name for path in GUIDES.glob("client-*.md")], [page for page, _ in LANGUAGES.values()])

    def test_none_has_more_lines_than_people_read(self):
        for name in LANGUAGES:
            self.assertLessEqual(lines(first_program(name)), MOST_LINES, name)

    def test_the_table_has_their_numbers(self):
        for name in LANGUAGES:
            with self.subTest(name):
                page, language = CONFIGURATION.get(name, (None, None))
                needed = lines(blocks(GUIDES / page, language)[0].text) if page else 0
                words = new_words(name)
                self.assertEqual(
                    [int(cell) for cell in self.rows[name][1:4]],
                    [lines(first_program(name)), needed, len(words)], sorted(words))


if __name__ == "__main__":
    unittest.main()
