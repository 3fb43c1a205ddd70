# SPDX-License-Identifier: MIT
"""The files that follow from the description."""

import pathlib
from typing import Iterator

from . import (
    c, fuzz, gtk, openrpc, python_types, reference, schemas, swift_configuration, swift_core,
    swift_direct, swift_limits, swift_model, swift_samples, swift_wire, typescript)
from .description import Description

# Each has a function `files(description, root)` that yields paths, relative to the root, and texts.
MODULES = [
    swift_model, swift_limits, swift_configuration, swift_wire, swift_direct, swift_core, swift_samples, reference,
    typescript, python_types, schemas, openrpc, c, gtk, fuzz]


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    for module in MODULES:
        yield from module.files(description, root)
