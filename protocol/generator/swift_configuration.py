# SPDX-License-Identifier: MIT
"""Options of the configuration: limits, deadlines, thresholds, members of displays."""

import json
import pathlib
from typing import Iterator

from .description import Description, Member, Wrong
from .swift import HEAD, range_type
from .swift_limits import SECTIONS, number

FOLDER = "Sources/Daemon/PopoverConfiguration/Generated"
RULES = {"flag": "flag", "language": "language"}


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    for name, lines in (("Limits", limits(description)), ("Displays", displays(description))):
        yield f"{FOLDER}/ConfigurationTable+{name}.swift", "\n".join([*HEAD, *lines]) + "\n"


def limits(description: Description) -> list[str]:
    lines = ["internal import PopoverModel", "", "extension ConfigurationTable {"]
    for section, rows in description.sections.items():
        name, _ = SECTIONS[section]
        lines += [f"    static let {section}: [ConfigurationOption<{name}>] = ["]
        for limit in rows:
            rule = "milliseconds" if limit.is_span else "number" if limit.is_number else "integer"
            least, most = map(number, limit.range)
            lines += [
                f'        .value("{limit.name}", \\.{limit.swift}, .{rule}({least}...{most}),',
                f'            "{limit.help}"),']
        lines += ["    ]", ""]
    lines[-1] = "}"
    return lines


def displays(description: Description) -> list[str]:
    """The members of displays that have a text for the configuration."""
    lines = [
        "internal import PopoverModel", "", "extension ConfigurationTable {",
        "    static let displayMembers: [ConfigurationOption<DisplaySpecification>] = ["]
    for member in description.objects["display-specification"].items:
        if isinstance(member, Member) and member.help:
            lines += option(description, member)
    return [*lines, "    ]", "}"]


def option(description: Description, member: Member) -> list[str]:
    name, text = f'"{member.name}", \\.{member.spelled}', json.dumps(member.help, ensure_ascii=False)
    if description.kind(member.type) == "objects":
        return [f"        .inline({name}, {member.type},", f"            {text}),"]
    rule = f".optional({rule_of(description, member)})" if member.optional else rule_of(description, member)
    return [f"        .value({name}, {rule},", f"            {text}),"]


def rule_of(description: Description, member: Member) -> str:
    if description.kind(member.type) == "enumerations":
        return ".choice()"
    if member.is_ranged:
        rule = "milliseconds" if member.type == "milliseconds" else "number"
        return f".{rule}({range_type(member.origin)}.{member.spelled})"
    if member.type not in RULES:
        raise Wrong(f"{member.name}: no option has the type {member.type} without a range")
    return f".{RULES[member.type]}"
