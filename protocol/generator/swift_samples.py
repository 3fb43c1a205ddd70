# SPDX-License-Identifier: MIT
"""Values for the tests of the wire: displays whose every member is another than by default."""

import json
import math
import pathlib
from typing import Iterator

from .description import Description, Group, Member, Wrong
from .swift import HEAD, case_name

PATH = "Tests/Unit/PopoverWireTests/Generated/DisplayValues.swift"
# Where values lie in their ranges, so that two members of the same range differ.
PARTS = 16
# Each object with the name of its members and of its value, and how far its values are from the display's.
OBJECTS = {
    "display-specification": (
        "displayMembers", "wall", 0, "A display whose every member is another than by default."),
    "display-changes": ("changedMembers", "wallChanges", 0, "What makes any display to that one."),
    "personal-settings": ("personMembers", "person", 3, "What a person needs, with every member."),
}


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    lines = ["import PopoverModel", "import PopoverWire"]
    own = description.object_members("display-specification")
    for name, (members, value, distance, doc) in OBJECTS.items():
        each = description.objects[name]
        values = {member.name: sample(description, member, place + distance)
                  for place, member in enumerate(own)}
        lines += ["", f"let {members}: [MemberSample] = ["]
        for member in description.object_members(name):
            kind = "MemberSample" if member.is_required else ".optional"
            text = json_of(values[member.name])
            lines.append(
                f'    {kind}("{member.name}", {shape(description, member)}, #"{text}"#),')
        lines += ["]", "", f"/// {doc}", f"let {value} = {each.swift}("]
        lines += [f"    {item.spelled}: {swift(description, item, values)}," for item in each.items]
        lines[-1] = lines[-1].removesuffix(",") + ")"
    yield PATH, "\n".join([*HEAD, *lines]) + "\n"


def sample(description: Description, member: Member, place: int):
    """A value of the wire that is not the default, and seldom that of another member."""
    part = place % (PARTS - 1) + 1
    if description.kind(member.type) == "enumerations":
        return next(
            value.name for value in reversed(description.enumerations[member.type].values)
            if value.name != member.default)
    if description.kind(member.type) == "objects":
        # Not a whole number at the end of an object.
        inner = description.objects[member.type].items
        return {each.name: place + index + (0.25 if each is inner[-1] else 0)
                for index, each in enumerate(inner)}
    if member.is_ranged:
        least, most = math.ceil(member.least), math.floor(member.most)
        value = least + (most - least) * part / PARTS
        return int(value) if member.type == "milliseconds" or value == int(value) else value
    if member.type == "flag":
        return member.default is not True
    if member.type in ("display", "language"):
        return {"display": "wall", "language": "de-AT"}[member.type]
    raise Wrong(f"{member.name}: the samples of displays have no value of the type {member.type}")


def json_of(value) -> str:
    return json.dumps(value, separators=(",", ":"))


def shape(description: Description, member: Member) -> str:
    if description.kind(member.type) == "enumerations":
        return ".choice"
    if member.is_ranged:
        name = "duration" if member.type == "milliseconds" else "number"
        return f".{name}(in: {member.least}...{member.most})"
    return f".{member.type}"


def swift(description: Description, item: Member | Group, values: dict) -> str:
    if isinstance(item, Group):
        members = description.objects[item.object].items
        inner = ", ".join(f"{each.spelled}: {swift(description, each, values)}" for each in members)
        return f"{description.objects[item.object].by_hand}({inner})"
    value = values[item.name]
    if isinstance(value, dict):
        inner = ", ".join(f"{name}: {number}" for name, number in value.items())
        return f"{description.objects[item.type].by_hand}({inner})"
    if description.kind(item.type) == "enumerations":
        return f".{case_name(value)}"
    return f".milliseconds({value})" if item.type == "milliseconds" else json_of(value)
