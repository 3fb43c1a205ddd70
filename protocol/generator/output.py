# SPDX-License-Identifier: MIT
"""The files that follow from the description."""

import pathlib
from typing import Iterator

from . import fuzz, python_types, reference, typescript
from .description import Description

# Each has a function `files(description, root)` that yields paths, relative to the root, and texts.
MODULES = [reference, typescript, python_types, fuzz]


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    for module in MODULES:
        yield from module.files(description, root)
