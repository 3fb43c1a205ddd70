# SPDX-License-Identifier: MIT
"""The files that follow from the description."""

import pathlib
from typing import Iterator

from . import swift_core, swift_model, swift_wire
from .description import Description

# Each has a function `files(description, root)` that yields paths, relative to the root, and texts.
MODULES = [swift_model, swift_wire, swift_core]


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    for module in MODULES:
        yield from module.files(description, root)


def replaced(text: str, name: str, lines: list[str], comment: tuple[str, str]) -> str:
    """The text with these lines between its two marks of this name."""
    opening, closing = comment
    begin = f"{opening}begin generated: {name}{closing}\n"
    end = f"{opening}end generated: {name}{closing}\n"
    head, found, rest = text.partition(begin)
    _, also_found, tail = rest.partition(end)
    if not (found and also_found):
        raise ValueError(f"there are no marks of {name}")
    return head + begin + "".join(f"{line}\n" for line in lines) + end + tail
