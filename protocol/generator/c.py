# SPDX-License-Identifier: MIT
"""The enumerations, error codes and method names of the C library in Clients/C.

A value's number is its place in the description and part of the library's binary interface: new
values go to the end of their enumeration.
"""

import pathlib
import re
import textwrap
from typing import Iterator

from .description import Description
from .shapes import plain

HEADER = "Clients/C/include/popover-protocol.h"
NAMES = "Clients/C/source/names.c"
TABLES = "Clients/C/source/names.h"
COLUMNS = 100
# What programs on a screen use; the others are for administrators, who have the JSON text.
ENUMERATIONS = [
    "role", "side", "preferred-side", "alignment", "bounds", "writing-direction", "button-role",
    "severity", "close-outcome", "view-kind", "renderer", "pointer-phase", "pointer-kind",
    "pointer-button", "idiom", "opens", "contrast", "material", "easing", "presentation-kind",
    "disposition", "draft-outcome", "tap-verdict", "close-reason", "refusal-reason", "bye-reason",
    "source-role", "step"]
# Reasons and errors of the library itself. The daemon's error codes are above 0 or below -32000.
OWN_REASONS = {"connection-lost": (-1, "the connection to the daemon was lost; of the library itself")}
OWN_ERRORS = [
    ("no-memory", "the library could not allocate memory"),
    ("invalid-argument", "an argument is missing, unknown, or not JSON"),
    ("too-long", "the message would exceed `limits.message`"),
    ("busy", "too much is waiting for the daemon; try again later"),
    ("not-connected", "the client is not connected; wait for POPOVER_EVENT_READY"),
    ("connection-lost", "the connection ended before the response"),
    ("client-closed", "the client is leaving or has left"),
    ("timed-out", "no response came in time; the request was canceled"),
    ("protocol-mismatch", "the daemon speaks another protocol, or sent an invalid line"),
    ("no-daemon", "the socket cannot be connected to"),
    ("no-access", "the socket exists, but this user may not connect"),
]
HEAD = """\
/* SPDX-License-Identifier: MIT */
/* Written by protocol/generate; changes here are lost. docs/reference/protocol.md explains the words. */
"""


def files(description: Description, _: pathlib.Path) -> Iterator[tuple[str, str]]:
    yield HEADER, "\n".join(header(description)) + "\n"
    yield NAMES, "\n".join(names(description)) + "\n"
    yield TABLES, "\n".join(tables()) + "\n"


def header(description: Description) -> Iterator[str]:
    yield f"""\
{HEAD}
#ifndef POPOVER_PROTOCOL_H
#define POPOVER_PROTOCOL_H

#ifdef __cplusplus
extern "C" {{
#endif

/** The version of the protocol that the library speaks. */
#define POPOVER_PROTOCOL 1

/** Why something failed: the daemon's error codes, and below 0 but above -100 the library's own. */
enum popover_error {{
    POPOVER_ERROR_NONE = 0,"""
    for number, (name, doc) in enumerate(OWN_ERRORS, 1):
        yield from value(f"POPOVER_ERROR_{constant(name)} = {-number}", doc)
    for error in description.errors:
        yield from value(
            f"POPOVER_ERROR_{constant(error.name)} = {error.facts['code']}", error.doc)
    yield "};"
    for name, values in enumerations(description):
        row = description.enumerations[name]
        yield ""
        yield from comment(row.doc)
        yield f"enum popover_{snake(name)} {{"
        yield from value(f"POPOVER_{constant(name)}_UNKNOWN = 0", "absent, or unknown to this library")
        for text, number, doc in values:
            yield from value(f"POPOVER_{constant(name)}_{constant(text)} = {number}", doc)
        yield "};"
    yield "\n/* The word of the protocol for a value; an empty string for 0 and unknown values. */\n"
    for name in ENUMERATIONS:
        yield f"const char *popover_{snake(name)}_name(enum popover_{snake(name)} value);"
    yield "\n/* The methods, for popover_client_request. */\n"
    for method in description.methods:
        yield f'#define POPOVER_METHOD_{constant(method.name)} "{method.name}"'
    yield """
#ifdef __cplusplus
}
#endif

#endif"""


def tables() -> Iterator[str]:
    yield f"""\
{HEAD}
#ifndef POPOVER_NAMES_H
#define POPOVER_NAMES_H

#include "popover-protocol.h"

#include <stddef.h>

#define POPOVER_PUBLIC __attribute__((visibility("default")))

struct popover_name {{
    const char *text;
    int value;
}};

/* The number of a word; 0 if it is NULL or unknown. */
int popover_value_of(const struct popover_name *names, const char *text);
"""
    for name in ENUMERATIONS:
        yield f"extern const struct popover_name popover_{snake(name)}_names[];"
    yield "\n#endif"


def names(description: Description) -> Iterator[str]:
    yield f"""\
{HEAD}
#include "names.h"

#include <string.h>

static const char *name_of(const struct popover_name *names, int value)
{{
    for (; names->text; names++)
        if (names->value == value)
            return names->text;
    return "";
}}

int popover_value_of(const struct popover_name *names, const char *text)
{{
    for (; text && names->text; names++)
        if (!strcmp(names->text, text))
            return names->value;
    return 0;
}}"""
    for name, values in enumerations(description):
        yield f"\nconst struct popover_name popover_{snake(name)}_names[] = {{"
        for text, number, _ in values:
            yield f'    {{"{text}", {number}}},'
        yield f"""    {{NULL, 0}},
}};

POPOVER_PUBLIC const char *popover_{snake(name)}_name(enum popover_{snake(name)} value)
{{
    return name_of(popover_{snake(name)}_names, (int)value);
}}"""


def enumerations(description: Description) -> Iterator[tuple[str, list[tuple[str, int, str]]]]:
    """Each enumeration with its words, their numbers and their meaning."""
    for name in ENUMERATIONS:
        values = [
            (one.name, number, one.doc)
            for number, one in enumerate(description.enumerations[name].values, 1)]
        if name == "close-reason":
            values += [(text, number, doc) for text, (number, doc) in OWN_REASONS.items()]
        yield name, values


def value(line: str, doc: str) -> Iterator[str]:
    yield from comment(doc, "    ")
    yield f"    {line},"


def comment(doc: str, indent: str = "") -> list[str]:
    sentence = f"{doc[:1].upper()}{doc[1:].rstrip('.')}."
    lines = textwrap.wrap(plain(sentence), COLUMNS - len(indent) - 7)
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/** {lines[0]}", *(f"{indent} *  {line}" for line in lines[1:-1]),
            f"{indent} *  {lines[-1]} */"]


def snake(name: str) -> str:
    return re.sub(r"[-.]", "_", name)


def constant(name: str) -> str:
    """`view.willClose` becomes VIEW_WILL_CLOSE."""
    return snake(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)).upper()
