# SPDX-License-Identifier: MIT
"""The vocabulary: enumerations, what clients send, what the daemon sends."""

import pathlib
from typing import Iterator

from .description import Description, Group, Member, Message, Object
from .swift import (
    HEAD, case_name, default, documentation, object_type, payload, range_type, stored_type,
    wrapped)

FOLDER = "Sources/Core/PopoverModel/Generated"
CONFORMANCES = "Codable, Hashable, Sendable"
# Documents an enumeration of messages.
OUT_OF_LINE = ("/// Its values are stored out of line, so that a message is cheap to pass on.",)


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    for name, lines in (
            ("Method", method(description)), ("Request", request(description)),
            ("Choices", choices(description, False)), ("Reasons", choices(description, True)),
            ("Parameters", parameters(description)), ("DisplayLayers", display_layers(description)),
            ("Notification", notification(description)), ("Answer", answer(description)),
            ("Ranges", ranges(description)), ("Topic", topic(description))):
        yield f"{FOLDER}/{name}.swift", "\n".join([*HEAD, *lines]) + "\n"


# ---- Methods and requests


def method(description: Description) -> list[str]:
    lines = [
        "/// The methods of the protocol, spelled as on the wire.",
        f"public enum Method: String, CaseIterable, {CONFORMANCES} {{"]
    for each in description.methods:
        spelled = "" if each.name == each.case else f' = "{each.name}"'
        lines += [*documentation(each.doc, 4), f"    case {each.case}{spelled}"]
    lines += ["}", "", "extension Method {"]
    for trait, name, doc in (
            ("administrative", "isAdministrative",
             "It is only for administrators, and users to whom a `[[bind]]` gives it."),
            ("needs-answer", "needsAnswer",
             "It only makes sense with an answer, and is ignored when nobody waits for one."),
            ("may-wait", "mayWait",
             "Its answer may be delayed. Others are not subject to the limit of pending requests."),
            ("during-shutdown", "isAllowedDuringShutdown",
             "It is carried out during shutdown: drafts, closes, choices and answers are."),
            ("for-others", "isAllowedForOthers",
             "Clients that speak for a process that is none may call it.")):
        found = [f".{each.case}" for each in description.methods if trait in each.traits]
        lines += [
            *documentation(doc, 4), f"    public var {name}: Bool {{", "        switch self {",
            *wrapped("        case ", [*found], 8)]
        lines[-1] += ": true"
        lines += ["        default: false", "        }", "    }", ""]
    lines[-1] = "}"
    return lines


def request(description: Description) -> list[str]:
    orders = [each for each in description.methods if "order" in each.traits]
    lines = [
        "/// A client's request with checked parameters: one case for each method.", *OUT_OF_LINE, f"public indirect enum Request: {CONFORMANCES} {{"]
    for each in description.methods:
        if each not in orders:
            lines += [
                *documentation(each.doc, 4),
                f"    case {each.case}{payload(description, each.items)}"]
    lines += [
        "    /// An order to the daemon's process.", "    case administer(Administration)",
        "    /// An invalid method or invalid parameters. Its answer is the error, but only after"
        " `hello`.",
        "    case invalid(RequestError)", "",
        "    /// Its method; nil if the request is invalid.", "    public var method: Method? {",
        "        switch self {"]
    lines += [
        f"        case .{each.case}: .{each.case}" for each in description.methods
        if each not in orders]
    lines += [
        "        case .administer(let order): order.method", "        case .invalid: nil",
        "        }", "    }"]
    for each in description.methods:
        for item in each.items:
            if isinstance(item, Group) and item.shared:
                type = object_type(description, item.object)
                lines += [
                    "", *documentation(each.doc, 4),
                    f"    public static func {each.case}(_ {item.spelled}: {type}) -> Request {{",
                    f"        .{each.case}(Shared({item.spelled}))", "    }"]
    lines += [
        "}", "",
        "/// Orders of an administrator, carried out outside of the rules.",
        f"public enum Administration: {CONFORMANCES} {{"]
    for each in orders:
        extra = "asker: UInt32? = nil" if "asker" in each.traits else ""
        lines += [
            *documentation(each.doc, 4),
            f"    case {each.case}{payload(description, each.items, extra)}"]
    lines += [
        "", "    public var method: Method {", "        switch self {",
        *(f"        case .{each.case}: .{each.case}" for each in orders), "        }", "    }", "",
        "    /// The same order, of this user, from the kernel; some orders depend on who asks.",
        "    public func asked(by user: UInt32?) -> Administration {", "        switch self {"]
    for each in orders:
        if "asker" in each.traits:
            bound = ", ".join(f"let {item.spelled}" for item in each.items)
            given = ", ".join(f"{item.spelled}: {item.spelled}" for item in each.items)
            lines.append(
                f"        case .{each.case}({bound}, _): .{each.case}({given}, asker: user)")
    return lines + ["        default: self", "        }", "    }", "}"]


# ---- Enumerations and objects


def nested(name: str, lines: list[str]) -> list[str]:
    """The declaration, within the type that its name has before a dot."""
    outer, _, _ = name.rpartition(".")
    if not outer:
        return lines
    return [f"extension {outer} {{", *(f"    {line}" if line else "" for line in lines), "}"]


def choices(description: Description, are_reasons: bool) -> list[str]:
    lines = []
    for each in description.enumerations.values():
        if not each.swift or each.name.endswith("-reason") != are_reasons:
            continue
        inner = each.swift.rpartition(".")[2]
        body = [
            *documentation(each.doc),
            f"public enum {inner}: String, CaseIterable, {CONFORMANCES} {{"]
        for value in each.values:
            name = case_name(value.name)
            spelled = "" if name.strip("`") == value.name else f' = "{value.name}"'
            body += [*documentation(value.doc, 4), f"    case {name}{spelled}"]
        for fact, type, doc in (
                ("message", "String", "One sentence for client developers."),
                ("retry", "Interval", "How long a client pauses before it connects again.")):
            if fact in each.values[0].facts:
                body += ["", *documentation(doc, 4), f"    public var {fact}: {type} {{",
                         "        switch self {"]
                for value in each.values:
                    told = value.facts[fact]
                    literal = f'"{told}"' if type == "String" else f".milliseconds({told})"
                    body.append(f"        case .{case_name(value.name)}: {literal}")
                body += ["        }", "    }"]
        lines += [*nested(each.swift, [*body, "}"]), ""]
    return lines[:-1]


def parameters(description: Description) -> list[str]:
    lines = []
    for each in description.objects.values():
        if each.swift:
            lines += [*structure(description, each), ""]
    return lines[:-1]


def display_layers(description: Description) -> list[str]:
    """What clients change of a display, and what lies over its own description for a person."""
    own = description.objects["display-specification"].items
    size = {member.spelled for item in own if isinstance(item, Group)
            for member in description.objects[item.object].items}
    changes = description.objects["display-changes"].items
    person = [item.spelled for item in description.objects["personal-settings"].items]

    def place(name: str) -> str:
        return f"size.{name}" if name in size else name

    return [
        "extension DisplaySpecification {",
        "    /// The description with what a person needs in its place.",
        "    public func adapted(to person: PersonalSettings) -> DisplaySpecification {",
        "        var adapted = self",
        *(f"        adapted.{name} = person.{name} ?? {name}" for name in person),
        "        return adapted", "    }", "",
        "    /// The description with what a client changes of it.",
        "    public func changed(by changes: DisplayChanges) -> DisplaySpecification {",
        "        var changed = self",
        *(f"        changed.{place(item.spelled)} = changes.{item.spelled} ?? {place(item.spelled)}"
          for item in changes),
        "        return changed", "    }", "",
        "    /// The description, but for what only repeats a person's settings that lie over another one.",
        "    public func without(_ person: PersonalSettings, over own: DisplaySpecification)",
        "        -> DisplaySpecification", "    {",
        "        let told = own.adapted(to: person)", "        var described = self",
        *(f"        if {name} == told.{name} {{ described.{name} = own.{name} }}" for name in person),
        "        return described", "    }", "}"]


def structure(description: Description, each: Object) -> list[str]:
    lines = [*documentation(each.doc), f"public struct {each.swift}: {CONFORMANCES} {{"]
    for item in each.items:
        doc = "" if isinstance(item, Group) else item.doc
        lines += [
            *documentation(doc, 4),
            f"    public var {item.spelled}: {stored_type(description, item)}"]
    arguments = []
    for item in each.items:
        literal = default(description, item)
        arguments.append(
            f"{item.spelled}: {stored_type(description, item)}"
            + (f" = {literal}" if literal else ""))
    lines += ["", "    public init(", *wrapped("        ", arguments, 4), "    ) {"]
    lines += [f"        self.{item.spelled} = {item.spelled}" for item in each.items]
    return [*lines, "    }", "}"]


def ranges(description: Description) -> list[str]:
    """The ranges of numbers, which configurations have, too; those that a limit ends have none."""
    lines = []
    for each in description.objects.values():
        found = [
            item for item in each.items
            if isinstance(item, Member) and item.is_ranged and item.origin == each.name
            and not each.complete]
        if not found:
            continue
        lines += [*documentation(f"{each.doc} Here its ranges."), f"public enum {range_type(each.name)} {{"]
        lines += [
            f"    public static let {item.spelled}: ClosedRange<Double> = {item.least}...{item.most}"
            for item in found]
        lines += ["}", ""]
    return lines[:-1]


# ---- What the daemon sends


def cases(description: Description, messages: list[Message]) -> list[str]:
    lines = []
    for each in messages:
        lines += [
            *documentation(each.doc, 4),
            f"    case {each.case}{payload(description, each.items)}"]
    return lines


def spelled(messages: list[Message], name: str) -> list[str]:
    return [
        f"    public var {name}: String {{", "        switch self {",
        *(f'        case .{each.case}: "{each.name}"' for each in messages), "        }", "    }"]


def notification(description: Description) -> list[str]:
    notifications = [each for each in description.notifications if each.case]
    return [
        "/// A notification to a client.", *OUT_OF_LINE,
        f"public indirect enum Notification: {CONFORMANCES} {{",
        *cases(description, notifications), "", *spelled(notifications, "method"), "}", "",
        "/// A request to a client, which it must answer.", *OUT_OF_LINE,
        f"public indirect enum Call: {CONFORMANCES} {{",
        *cases(description, description.calls), "", *spelled(description.calls, "method"), "}"]


def answer(description: Description) -> list[str]:
    return [
        "/// The result of a request, or why there is none.", *OUT_OF_LINE,
        f"public indirect enum Answer: {CONFORMANCES} {{",
        *cases(description, list(description.results.values())),
        "    case failed(RequestError)", "}"]


def topic(description: Description) -> list[str]:
    lines = ["/// The topics of the bus.", f"public enum Topic: {CONFORMANCES} {{"]
    for each in description.topics:
        lines += [*documentation(each.doc, 4), f"    case {each.case}"]
    lines += [
        "    /// A client's own, `app.` and more.", "    case app(String)", "",
        *spelled(description.topics, "name")]
    lines[-2:-2] = ["        case .app(let name): name"]
    private = ", ".join(f".{each.case}" for each in description.topics if each.facts.get("private"))
    return [
        *lines, "",
        "    /// Whether its events are only for the user that they are about, administrators and bound",
        "    /// observers.",
        "    public var isPrivate: Bool {", "        switch self {", f"        case {private}: true",
        "        default: false", "        }", "    }", "}"]
