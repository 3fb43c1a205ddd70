# SPDX-License-Identifier: MIT
"""The enumerations, error codes, method names and displays of the C library in Clients/C.

A value's number and a member's place are those in the description, and part of the library's binary
interface: new values go to the end of their enumeration, new members to the end of a display.
"""

import pathlib
import re
import textwrap
from typing import Iterator

from .description import Description, Member, Wrong
from .marks import replaced
from .shapes import plain

HEADER = "Clients/C/include/popover-protocol.h"
NAMES = "Clients/C/source/names.c"
TABLES = "Clients/C/source/names.h"
TYPES = "Clients/C/include/popover-types.h"
DECODER = "Clients/C/source/decode.c"
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
# What a display is like without a member, if it is not 0.
FALLBACKS = {"scale": 1, "textScale": 1}
NUMBERS = {"milliseconds", "number", "length", "extent", "positive"}
TEXTS = {"string", "name", "display", "app", "text", "language"}
HEAD = """\
/* SPDX-License-Identifier: MIT */
/* Written by protocol/generate; changes here are lost. docs/reference/protocol.md explains the words. */
"""


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    yield HEADER, "\n".join(header(description)) + "\n"
    yield NAMES, "\n".join(names(description)) + "\n"
    yield TABLES, "\n".join(tables()) + "\n"
    for path, lines in ((TYPES, display(description)), (DECODER, display_decoder(description))):
        text = (root / path).read_text(encoding="utf-8")
        yield path, replaced(text, "display", list(lines), ("/* ", " */"))


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


# ---- Displays


def display(description: Description) -> Iterator[str]:
    """The struct, whose members have the order of the description."""
    yield "/** A display, completely, as the person at it needs it. */"
    yield "struct popover_display {"
    for member in description.object_members("display-specification"):
        doc = member.doc
        if member.optional and member.name not in FALLBACKS:
            absent = "0" if member.type in NUMBERS else "NULL" if member.type in TEXTS else ""
            doc += f"; {absent} if it is absent" if absent else ""
        if is_optional_rect(description, member):
            doc += f"; only if `has_{snake(split(member.name))}`"
        if doc:
            yield from comment(doc, "    ")
        for type, name, _ in fields(description, member):
            yield f"    {type}{'' if type.endswith('*') else ' '}{name};"
    yield "};"


def display_decoder(description: Description) -> Iterator[str]:
    members = description.object_members("display-specification")
    yield "void popover_decode_display(const json_t *told, struct popover_display *display)"
    yield "{"
    for member in members:
        if description.kind(member.type) == "objects":
            yield f'    const json_t *{snake(split(member.name))} = json_object_get(told, "{member.name}");'
    yield "    *display = (struct popover_display){"
    for member in members:
        for _, name, value in fields(description, member):
            yield f"        .{name} = {value},"
    yield "    };"
    yield "}"


def is_optional_rect(description: Description, member: Member) -> bool:
    is_object = description.kind(member.type) == "objects"
    return is_object and description.objects[member.type].by_hand == "Rect" and member.optional


def fields(description: Description, member: Member) -> Iterator[tuple[str, str, str]]:
    """The type, the name and the value of what a member of a display is in C."""
    name, text = snake(split(member.name)), f'told, "{member.name}"'
    kind = description.kind(member.type)
    if kind == "enumerations":
        names = f"popover_{snake(member.type)}"
        yield f"enum {names}", name, f"popover_value_of({names}_names, popover_text({text}))"
    elif is_optional_rect(description, member):
        yield "bool", f"has_{name}", f"json_is_object({name})"
        yield "struct popover_rect", name, f"popover_decode_rect({name})"
    elif kind == "objects" and not member.optional:
        for inner in description.objects[member.type].items:
            yield ("double", f"{name.removesuffix('s')}_{snake(inner.name)}",
                   f'popover_real({name}, "{inner.name}", 0)')
    elif member.type == "flag":
        yield "bool", name, f"popover_flag({text})"
    elif member.type in NUMBERS:
        yield "double", name, f"popover_real({text}, {FALLBACKS.get(member.name, 0)})"
    elif member.type in TEXTS:
        yield "const char *", "name" if member.name == "display" else name, f"popover_text({text})"
    else:
        raise Wrong(f"{member.name}: displays in C have no member of the type {member.type}")


# ---- Words


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


def split(name: str) -> str:
    """`tapMs` becomes tap_ms."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def constant(name: str) -> str:
    """`view.willClose` becomes VIEW_WILL_CLOSE."""
    return snake(split(name)).upper()
