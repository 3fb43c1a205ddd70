# SPDX-License-Identifier: MIT
"""What the documents link to is there: files, chapters, pictures; and every page can be found."""

import os
import re
import unittest

from support import ROOT
from support.document import FENCE

DOCS = ROOT / "docs"
PAGES = sorted([
    *ROOT.glob("*.md"), *DOCS.rglob("*.md"), *ROOT.glob("*/README.md"),
    *ROOT.glob("Clients/*/README.md"), *ROOT.glob("Examples/*/README.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")


def prose(page):
    """The page without its fenced blocks and what is written as code."""
    kept, inside = [], False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith(FENCE):
            inside = not inside
        elif not inside:
            kept.append(line)
    return "\n".join(kept)


def anchors(page):
    """The names of its chapters, as they are made of headings: a second of the same is `-1`."""
    found = []
    for line in prose(page).splitlines():
        if line.startswith("#"):
            words = line.lstrip("#").strip().lower()
            name = re.sub(r"[^\w -]", "", words).replace(" ", "-")
            same = sum(1 for other in found if re.fullmatch(rf"{re.escape(name)}(-\d+)?", other))
            found.append(f"{name}-{same}" if same else name)
    return found


def links(page):
    """Files and chapters on this machine; nobody is asked about others'."""
    return [link for link in LINK.findall(prose(page))
            if not re.match(r"[a-z]+:", link)]


class Links(unittest.TestCase):
    def test_what_is_linked_is_there(self):
        seen = 0
        for page in PAGES:
            for link in links(page):
                seen += 1
                file, _, chapter = link.partition("#")
                target = (page.parent / file).resolve() if file else page
                with self.subTest(f"{page.name}: {link}"):
                    self.assertTrue(target.exists())
                    if chapter and target.suffix == ".md":
                        self.assertIn(chapter, anchors(target))
        self.assertGreater(seen, 100)

    def test_every_page_is_linked_from_the_entry(self):
        named = {os.path.normpath(link.partition("#")[0])
                 for link in links(DOCS / "README.md")}
        pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")} - {"README.md"}
        self.assertLessEqual(pages, named)


if __name__ == "__main__":
    unittest.main()
