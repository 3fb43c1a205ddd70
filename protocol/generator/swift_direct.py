# SPDX-License-Identifier: MIT
"""The direct reader of frequent methods. What it does not know, it leaves to the general one."""

import pathlib
from typing import Iterator

from .description import Description, Group, Member, Message
from .swift import HEAD, IDENTIFIERS, call, case_name, default, object_type, value_type
from .swift_wire import FOLDER, function

# Of the envelope and of clients' answers.
ENVELOPE = ["jsonrpc", "id", "method", "params", "result", "draft", "saved"]
READERS = {
    "flag": "flag(line)", "time": "instant(line)", "name": "name(line, limits)",
    "display": "display(line)", "text": "text(line, limits)",
    "app-topic": "appTopic(line, limits)", "popover-buttons": "popoverButtons(line, limits)", "any": "anyJSON(line, limits)",
    "length": "length(line)", "extent": "extent(line)", "positive": "positive(line)",
}
LIST_READERS = {"rect": "rects(line, limits)", "preferred-side": "sides(line)"}
# Longer texts are no numbers of 128 bits.
LONGEST = 15


def files(description: Description, _: pathlib.Path) -> Iterator[tuple[str, str]]:
    frequent = [each for each in description.methods if "frequent" in each.traits]
    members = [each for method in frequent for each in usual(description, method.items)]
    objects = [*of_kind(description, "objects", members), "button"]
    members += [each for name in objects for each in usual(description, [Group(name, "")])]
    for name, lines in (
            ("DirectReader+Requests", requests(description, frequent, objects)),
            ("DirectWords", words(description, members))):
        yield f"{FOLDER}/{name}.swift", "\n".join([*HEAD, *lines]) + "\n"


def of_kind(description: Description, kind: str, members: list[Member]) -> list[str]:
    return list(dict.fromkeys(
        each.type for each in members if description.kind(each.type) == kind))


def read(description: Description, member: Member) -> str | None:
    """The function that reads a value; None where the member is unusual."""
    if member.is_list:
        return LIST_READERS.get(member.type)
    if member.type in IDENTIFIERS:
        return "identifier(line)"
    if member.type == "integer":
        return "integer(line)" if member.least is None else f"integer(line, from: {member.least})"
    if member.type == "milliseconds":
        return f"interval(line, most: timing.{str(member.most).removesuffix('Ms')})"
    if description.kind(member.type) == "enumerations":
        return "choice(line)"
    if description.kind(member.type) == "objects":
        return f"{function(description, member.type)}(line, limits)"
    return READERS.get(member.type)


def usual(description: Description, items: list) -> list[Member]:
    return [each for each in description.members(items) if read(description, each)]


def number(text: str) -> str:
    """The text and a closing quote, as `DirectReader.word` reads them."""
    if len(text) > LONGEST:
        raise ValueError(f"{text} is too long for the direct reader")
    return hex(int.from_bytes((text + '"').encode(), "little"))


def made(description: Description, item: Member | Group) -> str:
    """The expression that makes an item of the local variables."""
    if isinstance(item, Group):
        return made_object(description, item.object)
    return item.spelled if read(description, item) else default(description, item)


def made_object(description: Description, name: str) -> str:
    items = description.objects[name].items
    # What is left out has a default in Swift.
    values = ", ".join(
        f"{item.spelled}: {made(description, item)}" for item in items
        if isinstance(item, Group) or read(description, item))
    return f"{object_type(description, name)}({values})"


def body(description: Description, items: list, result: str) -> list[str]:
    members = usual(description, items)
    lines = ["        var names = DirectNames()"]
    for each in members:
        literal = default(description, each)
        suffix = "?" if literal in (None, "nil") else ""
        value = "" if suffix else f" = {literal}"
        lines.append(f"        var {each.spelled}: {value_type(description, each)}{suffix}{value}")
    lines += ["        while let name = member(line, &names) {", "            switch name {"]
    for each in members:
        literal = default(description, each)
        value = f"self.{read(description, each)}"
        value += "" if literal in (None, "nil") else f" ?? {literal}"
        lines.append(f"            case .{each.name}: {each.spelled} = {value}")
    lines += ["            default: giveUp()", "            }", "        }"]
    needed = ", ".join(f"let {each.spelled}" for each in members if each.is_required)
    lines += [f"        guard {needed} else {{ return wrong() }}"] if needed else []
    return [*lines, f"        return {result}", "    }"]


def method(description: Description, each: Message) -> list[str]:
    values = {
        item.spelled: made(description, item) for item in each.items if isinstance(item, Group)}
    return [
        "", f"    /// `{each.name}`",
        f"    private mutating func {each.case}(",
        "        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing", "    ) -> Request? {",
        *body(description, each.items, call(each, values))]


def object_function(description: Description, name: str) -> list[str]:
    return [
        "", f"    mutating func {function(description, name)}(_ line: Span<UInt8>, _ limits: Limits)"
        f" -> {object_type(description, name)}? {{",
        *body(description, description.objects[name].items, made_object(description, name))]


def choices(values: list[tuple[str, str]]) -> list[str]:
    """Most texts are compared as numbers of 64 bits."""
    lines = ["    init?(_ text: UInt128) {"]
    long = [(text, case) for text, case in values if len(text) > 7]
    short = [pair for pair in values if pair not in long]
    def cases(pairs: list, indent: str) -> list[str]:
        return [
            *(f"{indent}case {number(text)}: self = .{case}" for text, case in pairs),
            f"{indent}default: return nil", f"{indent}}}"]
    if long:
        lines += [
            "        guard text > UInt64.max else {",
            "            switch UInt64(truncatingIfNeeded: text) {", *cases(short, " " * 12),
            "            return", "        }", "        switch text {", *cases(long, " " * 8)]
    else:
        lines += ["        switch text {", *cases(short, " " * 8)]
    return [*lines, "    }", "}"]


def requests(description: Description, frequent: list[Message], objects: list[str]) -> list[str]:
    lines = [
        "internal import PopoverModel", "", "extension DirectReader {",
        "    /// The params of a frequent method.",
        "    mutating func request(",
        "        _ method: UInt128, _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing",
        "    ) -> Request? {", "        switch method {"]
    lines += [
        f"        case {number(each.name)}: {each.case}(line, limits, timing)" for each in frequent]
    lines += ["        default: nil", "        }", "    }"]
    for each in frequent:
        lines += method(description, each)
    for name in objects:
        lines += object_function(description, name)
    return [*lines, "}"]


def words(description: Description, members: list[Member]) -> list[str]:
    found = list(dict.fromkeys([*ENVELOPE, *(each.name for each in members)]))
    if len(found) > 64:
        raise ValueError("more names than DirectNames has bits")
    lines = [
        "internal import PopoverModel", "",
        "/// The names of members that the direct reader knows.", "enum DirectName: UInt8 {",
        f"    case {', '.join(map(case_name, found))}", "", "    /// - Parameter text: as `DirectReader.word` reads it.",
        *choices([(name, case_name(name)) for name in found])]
    for name in of_kind(description, "enumerations", members):
        each = description.enumerations[name]
        lines += [
            "", f"extension {each.swift}: DirectChoice {{",
            *choices([(value.name, case_name(value.name)) for value in each.values])]
    return lines
