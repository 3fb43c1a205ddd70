# SPDX-License-Identifier: MIT
"""Reading the project's documents and sources: fenced blocks, tables, enumerations."""

import re

from support import ROOT

PROTOCOL = ROOT / "docs" / "reference" / "protocol.md"
README = ROOT / "README.md"
SOURCES = ROOT / "Sources"

FENCE = "```"


class Block:
    """A fenced block: its language and label, its lines, the number of its first line, its heading.

    A label is what follows the language: ```sh terminal-1.
    """

    def __init__(self, document, information, number, heading):
        self.document = document
        self.language, _, self.label = information.partition(" ")
        self.number = number
        self.heading = heading
        self.lines = []

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    def __str__(self):
        return f"{self.document.name}:{self.number} ({self.heading})"


def blocks(document, *languages):
    """The fenced blocks of these languages, in order."""
    found = []
    heading = ""
    block = None
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith(FENCE):
            if block is None:
                block = Block(document, line[len(FENCE):].strip(), number + 1, heading)
            else:
                found.append(block)
                block = None
        elif block is not None:
            block.lines.append(line)
        elif line.startswith("#"):
            heading = line.lstrip("#").strip()
    if block is not None:
        raise ValueError(f"{document.name}:{block.number}: the block has no end")
    return [block for block in found if block.language in languages]


def table(document, heading):
    """The rows of the tables under a heading, without their heads; cells as they are written."""
    rows = []
    inside = found = False
    head = True
    for line in document.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            inside = line.lstrip("#").strip() == heading
            found = found or inside
            head = True
        elif inside and line.startswith("|"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if set("".join(cells)) <= set("-: "):
                head = False
            elif not head:
                rows.append(cells)
        else:
            head = True
    if not found:
        raise ValueError(f"{document.name} has no heading {heading!r}")
    return rows


def names(cell):
    """The code spans of a cell."""
    return re.findall(r"`([^`]+)`", cell)


def first_names(document, heading):
    """All names in the first column of the tables under a heading, in order."""
    return [name for row in table(document, heading) for name in names(row[0])]


def source(path):
    """A source file by its module and its path in there: `PopoverModel/Limits.swift`."""
    module, file = path.split("/", 1)
    found = [folder / file for folder in SOURCES.rglob(module) if (folder / file).exists()]
    if len(found) != 1:
        raise ValueError(f"{path} is in {len(found)} modules")
    return found[0]


def source_text(path):
    return source(path).read_text(encoding="utf-8")


def enumeration(path, name):
    """The raw values of an enumeration of strings in a Swift source."""
    source = source_text(path)
    match = re.search(rf"^( *)public enum {name}: String\b.*?^\1\}}", source, re.M | re.S)
    if match is None:
        raise ValueError(f"{path} has no enumeration {name} of strings")
    cases = re.findall(r'^ *case `?(\w+)`?(?: = "([^"]+)")?$', match.group(0), re.M)
    return [raw or case for case, raw in cases]


def examples(page):
    """Each command of a page with the output that is shown after it, or None."""
    found = []
    for block in blocks(page, "sh", "text"):
        if block.language == "text":
            found[-1][1] = block.text
        else:
            found.append([block, None])
    return found


def pattern(shown):
    """A pattern for the whole of an output in which `…` stands for anything."""
    parts = ".*".join(re.escape(part) for part in shown.split("…"))
    return re.compile(rf"\A{parts}\Z", re.S)
