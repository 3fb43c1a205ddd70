# SPDX-License-Identifier: MIT
"""What the fuzzers and the simulator know of requests."""

import json
import pathlib
import textwrap
from typing import Iterator

from .description import Description, Member

PATH = "Tests/Models/Fuzz/Targets/Generated/RequestParams.swift"
COLUMNS = 100
HEAD = """\
// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

import PopoverModel

"""


def files(description: Description, _: pathlib.Path) -> Iterator[tuple[str, str]]:
    yield PATH, HEAD + "".join(f"{line}\n" for line in [
        "extension RequestLines {", *params(description), "", *examples(description), "}", "",
        "extension RequestValues {", *enumerations(description), "}"])


def params(description: Description) -> Iterator[str]:
    yield "    /// The params' names and types; `?` where one may be left out."
    yield "    static func members(of method: Method) -> String {"
    yield "        switch method {"
    for method in description.methods:
        words = " ".join(
            ("" if member.is_required else "?") + f"{member.name}:{type_of(member)}"
            for member in description.members(method.items))
        lines = textwrap.wrap(words, COLUMNS - 16, break_on_hyphens=False) or [""]
        yield f"        case .{method.case}:"
        if len(lines) == 1:
            yield f'            "{lines[0]}"'
            continue
        yield '            """'
        yield from (f"            {line} \\" for line in lines[:-1])
        yield f"            {lines[-1]}"
        yield '            """'
    yield "        }"
    yield "    }"


def type_of(member: Member) -> str:
    if member.keystroke:
        return "keystroke"
    return f"[{member.type}]" if member.is_list else member.type


def examples(description: Description) -> Iterator[str]:
    yield "    /// The examples of the description."
    yield "    static let examples = ["
    for method in description.methods:
        line = json.dumps(
            {"jsonrpc": "2.0", "id": 1, "method": method.name, "params": method.facts["example"]},
            ensure_ascii=False, separators=(",", ":"))
        yield f'        ##"{line}"##,'
    yield "    ]"


def enumerations(description: Description) -> Iterator[str]:
    yield "    /// The values of enumerations, by the name of the type."
    yield "    static let enumerations: [String: [String]] = ["
    for name, enumeration in description.enumerations.items():
        values = ", ".join(f'"{value.name}"' for value in enumeration.values)
        yield f'        "{name}": [{values}],'
    yield "    ]"
