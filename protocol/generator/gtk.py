# SPDX-License-Identifier: MIT
"""The error domains of the GTK libraries in Clients/GTK: errors, and reasons of refusals."""

import pathlib
import textwrap
from typing import Iterator

from .c import OWN_ERRORS, constant
from .description import Description
from .shapes import plain

HEADER = "Clients/GTK/include/popover-gtk-error.h"


def files(description: Description, _: pathlib.Path) -> Iterator[tuple[str, str]]:
    yield HEADER, "\n".join(header(description)) + "\n"


def header(description: Description) -> Iterator[str]:
    yield """\
/* SPDX-License-Identifier: MIT */
/* Written by protocol/generate; changes here are lost. docs/reference/protocol.md explains the words. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

#define POPOVER_GTK_ERROR (popover_gtk_error_quark())
#define POPOVER_GTK_REFUSAL (popover_gtk_refusal_quark())
"""
    yield from enumeration(
        "Error", "Why something failed, other than by a refusal; the codes are those of the protocol.",
        [(name, -number, own(doc)) for number, (name, doc) in enumerate(OWN_ERRORS, 1)]
        + [(error.name, error.facts["code"], error.doc) for error in description.errors
           if error.name != "refused"])
    yield from enumeration(
        "Refusal", "Why the rules of the daemon refused a request.",
        [("unknown", 0, "a reason that this library does not know")]
        + [(one.name, number, one.doc) for number, one in enumerate(
            description.enumerations["refusal-reason"].values, 1)])
    yield """\
GQuark popover_gtk_error_quark(void);
GQuark popover_gtk_refusal_quark(void);

#pragma GCC visibility pop
G_END_DECLS"""


def enumeration(name: str, doc: str, values: list[tuple[str, int, str]]) -> Iterator[str]:
    prefix = f"POPOVER_GTK_{name.upper()}"
    yield "/**"
    yield f" * PopoverGtk{name}:"
    for value, _, meaning in values:
        first, *rest = sentence(meaning, len(prefix) + len(value) + 6)
        yield f" * @{prefix}_{constant(value)}: {first}"
        yield from (f" *   {line}" for line in rest)
    yield " *"
    yield f" * {doc}"
    yield " */"
    yield "typedef enum {"
    for value, number, _ in values:
        yield f"    {prefix}_{constant(value)} = {number},"
    yield f"}} PopoverGtk{name};"
    yield ""


def sentence(doc: str, taken: int) -> list[str]:
    """The lines of a doc comment, after `taken` columns of the first one."""
    words = plain(f"{doc[:1].upper()}{doc[1:].rstrip('.')}.")
    lines = textwrap.wrap(words, 100, initial_indent=" " * taken)
    return [line.strip() for line in lines]


def own(doc: str) -> str:
    """What the C library says, in the words of this one."""
    return doc.replace("POPOVER_EVENT_READY", "#PopoverGtkClient::ready")
