# SPDX-License-Identifier: MIT
"""The way from a request to its rule, and what recordings need to know of requests."""

import pathlib
from typing import Iterator

from .description import Description, Group, Member, Message
from .swift import HEAD, call, names, pattern


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    for path, lines in (
            ("Core/PopoverCore/Generated/Arbiter+Requests", dispatch(description)),
            ("Core/PopoverCore/Generated/Request+Redaction", redaction(description)),
            ("Daemon/PopoverRecording/Generated/Request+Weight", weight(description))):
        yield f"Sources/{path}.swift", "\n".join([*HEAD, *lines]) + "\n"


def rules(description: Description) -> list[Message]:
    return [each for each in description.methods if "order" not in each.traits]


def dispatch(description: Description) -> list[str]:
    lines = [
        "import PopoverModel", "", "extension Arbiter {",
        "    /// Carries out a request by the rule of its method, a function of the same name.",
        "    mutating func carryOut(_ request: Request, of client: ClientID, id: RequestID?) {",
        "        switch request {"]
    for each in rules(description):
        if each.case == "hello":
            lines.append("        case .hello: break")
            continue
        values = "".join(f"{name}, " for name in names(each.items))
        called = f"{each.case}({values}client, id)"
        if "administrative" in each.traits:
            lines += [
                f"        case {pattern(each)}:",
                f"            administrate(.{each.case}, client, id) {{ $0.{called} }}"]
        else:
            lines.append(f"        case {pattern(each)}: self.{called}")
    return [
        *lines,
        "        case .administer(let order):",
        "            administrate(order.method, client, id) { $0.administer(order, client, id) }",
        "        case .invalid: break", "        }", "    }", "}"]


def marked(items: list, column: str) -> list[Member]:
    return [item for item in items if isinstance(item, Member) and getattr(item, column)]


def redaction(description: Description) -> list[str]:
    found = [
        each for each in rules(description)
        if marked(each.items, "work") or marked(each.items, "keystroke")]
    lines = [
        "import PopoverModel", "", "extension Request {",
        "    /// Whether it contains a draft, a choice, published data or a keystroke.", "    var needsRedaction: Bool {",
        "        switch self {"]
    for each in found:
        keys = marked(each.items, "keystroke")
        if keys:
            bound = ", ".join("let key" if item is keys[0] else "_" for item in each.items)
            lines.append(f"        case .{each.case}({bound}): key != KeyName.escape")
        else:
            lines.append(f"        case .{each.case}: true")
    lines += [
        "        default: false", "        }", "    }", "",
        "    /// A copy with each draft, choice, published value and keystroke replaced.",
        "    func redacted(by redact: (JSONText) -> JSONText) -> Request {", "        switch self {"]
    for each in found:
        values = {item.spelled: f"redact({item.spelled})" for item in marked(each.items, "work")}
        values |= {
            item.spelled: f"KeyName.redacted({item.spelled})"
            for item in marked(each.items, "keystroke")}
        lines.append(f"        case {pattern(each)}: {call(each, values)}")
    return [*lines, "        default: self", "        }", "    }", "}"]


SIZES = {
    "name": "{}.utf8.count", "display": "{}.utf8.count", "app": "{}.utf8.count",
    "text": "{}.utf8.count", "language": "{}.utf8.count", "filled-text": "{}.utf8.count", "app-topic": "{}.utf8.count",
    "any": "{}.count", "popover-buttons": "bytes(of: {})", "alert-buttons": "bytes(of: {})",
}
LIST_SIZES = {"rect": "{}.count * MemoryLayout<Rect>.stride", "topic-glob": "bytes(of: {})"}


def sizes(description: Description, items: list, owner: str = "") -> list[str]:
    """What the parts of variable size take, as expressions."""
    found = []
    for item, name in zip(items, names(items)):
        value = f"{owner}{name}"
        if isinstance(item, Group):
            found += sizes(description, description.objects[item.object].items, f"{value}.")
            continue
        size = (LIST_SIZES if item.is_list else SIZES).get(item.type)
        if size and (item.optional or item.one_of):
            found.append(f"({value}.map {{ {size.format('$0')} }} ?? 0)")
        elif size:
            found.append(size.format(value))
    return found


def weight(description: Description) -> list[str]:
    lines = [
        "internal import PopoverModel", "", "extension Request {",
        "    /// The approximate bytes of memory beyond its fixed size.", "    var weight: Int {",
        "        switch self {"]
    for each in rules(description):
        found = [sizes(description, [item]) for item in each.items]
        if not any(found):
            continue
        bound = ", ".join(
            f"let {name}" if size else "_" for name, size in zip(names(each.items), found))
        lines += [
            f"        case .{each.case}({bound}):", f"            var weight = {least(each)}",
            *(f"            weight += {size}" for size in sum(found, [])),
            "            return weight"]
    return [
        *lines, "        case .invalid: return 512", "        default: return 128", "        }", "    }", "}", "",
        "private func bytes(of buttons: [Button]) -> Int {",
        "    buttons.reduce(0) { $0 + $1.id.utf8.count + $1.label.utf8.count }",
        "        + buttons.count * MemoryLayout<Button>.stride", "}", "",
        "private func bytes(of texts: [String]) -> Int {",
        "    texts.reduce(0) { $0 + $1.utf8.count + 16 }", "}"]


def least(message: Message) -> int:
    return 256 if any(isinstance(item, Group) for item in message.items) else 64
