# SPDX-License-Identifier: MIT
"""Decoders of requests; encoders of requests, results, calls and notifications."""

import pathlib
from typing import Iterator

from .description import Description, Group, Member, Message, Object, camel
from .swift import (
    HEAD, IDENTIFIERS, call, default, documentation, names, object_type, pattern, range_type,
    value_type)

FOLDER = "Sources/Protocol/PopoverWire/Generated"
# Objects whose writers are made by hand: their shape in Swift is not that of the wire.
WRITTEN_BY_HAND = {
    "presentation", "draft", "appearance", "welcome", "complete-display", "display-description",
    "display-size",
    "plugin-status", "plugin-statistics", "decision", "testimony", "metrics", "sample", "histogram",
    "bucket", "discovery", "popover-facts", "alert-facts", "draft-facts", "point", "size", "rect", "insets", "tip",
}


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    for name, lines in (
            ("RequestDecoder", decoder(description)),
            ("Request+JSON", requests(description)),
            ("Messages+JSON", messages(description))):
        yield f"{FOLDER}/{name}.swift", "\n".join([*HEAD, *lines]) + "\n"


# ---- Decoding


READERS = {
    "flag": "flag()", "time": "instant()", "string": "string()", "name": "name(limits)",
    "display": "display()", "app": "app()", "text": "text(limits)",
    "filled-text": "filledText(limits)", "app-topic": "appTopic(limits)",
    "request-id": "requestID()", "language": "language()",
    "positive": "positive()", "extent": "extent()", "rect": "rect()", "size": "size()",
    "insets": "insets()", "popover-buttons": "popoverButtons(limits)",
    "alert-buttons": "alertButtons(limits)", "declared-appearance": "declaredAppearance()",
}
LIST_READERS = {
    "rect": "rects(limits)", "preferred-side": "sides()", "role": "roles()",
    "topic-glob": "topics(limits)",
}


def reader(description: Description, member: Member) -> str:
    """The function of `Member` that reads a value."""
    if member.is_list:
        return LIST_READERS[member.type]
    if member.type in IDENTIFIERS:
        return "identifier()"
    if description.kind(member.type) == "enumerations":
        return "choice()"
    if member.type == "integer":
        if member.most is not None:
            return f"integer(in: {member.least}...{member.most})"
        return "integer()" if member.least is None else f"integer(from: {member.least})"
    if member.is_ranged:
        name = "interval" if member.type == "milliseconds" else "number"
        return f"{name}(in: {range_type(member.origin)}.{member.spelled})"
    if member.type == "milliseconds":
        if member.most is None:
            return "interval()"
        return f"interval(most: timing.{str(member.most).removesuffix('Ms')})"
    return READERS[member.type]


def reading(description: Description, item: Member | Group) -> str:
    """The expression that reads an item of `params`."""
    if isinstance(item, Group):
        if item.object in ("point", "size"):
            return f"try params.{item.object}()"
        return f"try self.{function(description, item.object)}(params)"
    if item.type == "any":
        return f'try params.any("{item.name}").anyJSON(limits)'
    read = reader(description, item)
    if item.is_required:
        return f'try params.member("{item.name}").{read}'
    expression = f'try params.optional("{item.name}")?.{read}'
    literal = default(description, item)
    return expression if literal == "nil" else f"{expression} ?? {literal}"


def function(description: Description, name: str) -> str:
    each = description.objects[name]
    type = each.swift or camel(name)
    return type[0].lower() + type[1:]


def is_identifier(item: Member | Group) -> bool:
    return isinstance(item, Member) and item.type in IDENTIFIERS


def in_order(items: list) -> list:
    """Names that the daemon gave out are read last: a wrong member is told before an unknown id."""
    return sorted(items, key=is_identifier)


def bindings(description: Description, items: list, indent: int) -> list[str]:
    pad = " " * indent
    lines = []
    for item in in_order(items):
        type = ""
        if isinstance(item, Member):
            name = value_type(description, item)
            type = f": {name}?" if item.optional or item.one_of else f": {name}"
        lines.append(
            f"{pad}let {item.spelled}{type} = {reading(description, item)}")
    return lines


def decoder(description: Description) -> list[str]:
    lines = [
        "internal import PopoverModel", "",
        "/// Reads the parameters of every method. Throws the first member that is missing or wrong;",
        "/// names that the daemon gave out are checked last, so that a wrong member is reported",
        "/// before an unknown id.", "struct RequestDecoder {", "    let limits: Limits",
        "    let timing: Timing", "",
        "    /// - Parameter params: an object, the members of which are read; others are ignored.",
        "    func decode(_ method: Method, _ params: Member) throws(RequestError) -> Request {",
        "        switch method {"]
    for each in description.methods:
        lines.append(f"        case .{each.case}:")
        made = call(each)
        if "order" in each.traits:
            made = f".administer({made})"
        if "by-hand" in each.traits:
            lines.append(f"            return .{each.case}(try self.{each.case}(params))")
            continue
        lines += bindings(description, each.items, 12)
        choices = [item for item in each.items if isinstance(item, Member) and item.one_of]
        if choices:
            conditions = ", ".join(f"{item.spelled} == nil" for item in choices)
            lines += [
                f"            if {conditions} {{ throw params.missing(\"{choices[0].name}\") }}"]
        lines.append(f"            return {made}")
    lines += ["        }", "    }"]
    for name in decoded_objects(description):
        each = description.objects[name]
        lines += [
            "",
            f"    func {function(description, name)}(_ params: Member) throws(RequestError)"
            f" -> {object_type(description, name)} {{",
            *bindings(description, each.items, 8)]
        given = ", ".join(f"{item.spelled}: {item.spelled}" for item in each.items)
        lines += [f"        return {object_type(description, name)}({given})", "    }"]
    return [*lines, "}"]


def decoded_objects(description: Description) -> list[str]:
    """The objects that stand among the parameters of a method, in the order of the description."""
    found = set()

    def visit(items: list) -> None:
        for item in items:
            if isinstance(item, Group) and item.object not in ("point", "size"):
                found.add(item.object)
                visit(description.objects[item.object].items)

    for method in description.methods:
        if "by-hand" not in method.traits:
            visit(method.items)
    return [name for name in description.objects if name in found]


# ---- Encoding


def member_writing(
        description: Description, member: Member, value: str, into: str, complete: bool = False
) -> list[str]:
    """The lines that write a member with this value into a writer."""
    suffix = {"time": ".microseconds", "milliseconds": ".milliseconds"}.get(member.type, "")
    name = f'"{member.name}"'
    unwrapped = value
    if description.kind(member.type) == "enumerations" and member.is_list:
        value = f"{value}.map(\\.rawValue)" if not member.optional else f"{value}?.map(\\.rawValue)"
        if member.swift:
            value = f"{value}.sorted()"
    written = f"{value}{suffix}"
    if member.optional or member.one_of:
        question = "?" if suffix else ""
        return [f"{into}.member({name}, ifPresent: {value}{question}{suffix})"]
    if member.nullable:
        return [f"{into}.member({name}, {value})"]
    literal = default(description, member)
    # Daemons of before need a name that was not always optional.
    if literal is None or complete or literal.startswith('"'):
        return [f"{into}.member({name}, {written})"]
    if literal in ("true", "false"):
        condition = unwrapped if literal == "false" else f"!{unwrapped}"
    else:
        is_list = literal == "[]"
        condition = f"!{unwrapped}.isEmpty" if is_list else f"{unwrapped} != {literal}"
    return [f"if {condition} {{ {into}.member({name}, {written}) }}"]


def writing(
        description: Description, items: list, into: str, owner: str = "", complete: bool = False
) -> list[str]:
    lines = []
    for item, name in zip(items, names(items)):
        value = f"{owner}{name}"
        if isinstance(item, Group):
            members = f"{value}.value" if item.shared else value
            lines.append(f"{members}.writeMembers(to: &{into})")
        else:
            lines += member_writing(description, item, value, into, complete)
    return lines


def writer(description: Description, each: Object, access: str) -> list[str]:
    type = each.swift or each.by_hand
    complete = each.name == "display-specification"
    body = writing(description, each.items, "object", complete=complete)
    lines = [
        f"extension {type}: JSONWritable {{",
        "    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }", "",
        *documentation("Writes its members into an object.", 4),
        f"    {access}func writeMembers(to object: inout JSONWriter) {{"]
    if complete:
        # An event has the name already.
        lines += [
            f"        {body[0]}", "        writeMembersWithoutName(to: &object)", "    }", "",
            "    func writeMembersWithoutName(to object: inout JSONWriter) {"]
        del body[0]
    return [*lines, *(f"        {line}" for line in body), "    }", "}", ""]


def case_writing(
        description: Description, messages: list[Message], into: str, indent: int
) -> list[str]:
    lines = []
    for each in messages:
        body = writing(description, each.items, into)
        lines.append(" " * indent + f"case {pattern(each)}:" + (" break" if not body else ""))
        lines += [" " * (indent + 4) + line for line in body]
    return lines


def requests(description: Description) -> list[str]:
    orders = [each for each in description.methods if "order" in each.traits]
    lines = ["public import PopoverModel", ""]
    for each in description.objects.values():
        if each.swift and each.name != "button":
            lines += writer(description, each, "public ")
    lines += [
        "extension Request {", *documentation("Writes its parameters, as a client sends them.", 4),
        "    public func writeMembers(to params: inout JSONWriter) {", "        switch self {",
        *case_writing(
            description, [each for each in description.methods if each not in orders], "params", 8),
        "        case .administer(let order): order.writeMembers(to: &params)",
        "        case .invalid: break", "        }", "    }", "}", "",
        "extension Administration {", "    func writeMembers(to params: inout JSONWriter) {",
        "        switch self {"]
    for each in orders:
        body = writing(description, each.items, "params")
        bound = pattern(each, "_" if "asker" in each.traits else "")
        lines.append(f"        case {bound}:" + (" break" if not body else ""))
        lines += ["            " + line for line in body]
    return [*lines, "        }", "    }", "}"]


def messages(description: Description) -> list[str]:
    lines = ["public import PopoverModel", ""]
    for each in description.objects.values():
        if each.by_hand and each.name not in WRITTEN_BY_HAND and not each.name.startswith("scene"):
            lines += writer(description, each, "")
    named = [each for each in description.notifications if each.case]
    results = list(description.results.values())
    for type, rows, doc in (
            ("Notification", named, "Writes its parameters."),
            ("Call", description.calls, "Writes its parameters."),
            ("Answer", results, "Writes the members of its result; an error has none.")):
        lines += [
            f"extension {type} {{", *documentation(doc, 4),
            "    func writeMembers(to object: inout JSONWriter) {", "        switch self {",
            *case_writing(description, rows, "object", 8)]
        if type == "Answer":
            lines.append("        case .failed: break")
        lines += ["        }", "    }", "}", ""]
    return lines[:-1]
