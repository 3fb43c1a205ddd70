# SPDX-License-Identifier: MIT
"""How Swift spells the description: names, types, literals."""

import json
import textwrap

from .description import Description, Group, Member, Message, camel

SCALARS = {
    "flag": "Bool", "integer": "Int64", "number": "Double", "length": "Double", "extent": "Double",
    "positive": "Double", "time": "Instant", "wall-time": "Int64",
    "milliseconds": "Interval", "language": "String",
    "string": "String", "name": "String", "display": "String", "app": "String", "text": "String",
    "filled-text": "String", "topic-glob": "String", "app-topic": "String", "any": "JSONText",
    "client-id": "ClientID", "popover-id": "PopoverID", "alert-id": "AlertID",
    "panel-id": "PanelID", "view-id": "ViewID", "gesture-id": "GestureID",
    "session-id": "SessionID",
    "request-id": "RequestID",
    "popover-buttons": "[Button]", "alert-buttons": "[Button]",
    "declared-appearance": "DeclaredAppearance",
}
# Objects without which a request means the same as with an empty one.
EMPTY = {"place", "control", "personal-settings"}
IDENTIFIERS = {
    "client-id", "popover-id", "alert-id", "panel-id", "view-id", "gesture-id", "session-id"}
KEYWORDS = {"default", "self", "case", "switch", "private", "in", "is", "operator", "repeat", "where"}
HEAD = [
    "// SPDX-License-Identifier: MIT",
    "// swift-format-ignore-file",
    "// Written by protocol/generate from protocol/*.toml; changes here are lost.",
    "",
]


def case_name(value: str) -> str:
    name = camel(value)
    return f"`{name}`" if name in KEYWORDS else name


def object_type(description: Description, name: str) -> str:
    each = description.objects[name]
    return each.swift or each.by_hand


def range_type(name: str) -> str:
    """The enumeration of an object's ranges."""
    return f"{camel(f'-{name}')}Ranges"


def element_type(description: Description, member: Member) -> str:
    kind = description.kind(member.type)
    if kind == "enumerations":
        return description.enumerations[member.type].swift
    if kind == "objects":
        return object_type(description, member.type)
    return SCALARS[member.type]


def value_type(description: Description, member: Member) -> str:
    """The type of a value that is there."""
    if member.swift:
        return member.swift
    element = element_type(description, member)
    return f"[{element}]" if member.is_list else element


def stored_type(description: Description, item: Member | Group) -> str:
    if isinstance(item, Group):
        type = object_type(description, item.object)
        return f"Shared<{type}>" if item.shared else type
    type = value_type(description, item)
    return f"{type}?" if item.optional or item.nullable or item.one_of else type


def default(description: Description, item: Member | Group) -> str | None:
    """The literal of the default; None where a value is needed."""
    if isinstance(item, Group):
        return f"{object_type(description, item.object)}()" if item.object in EMPTY else None
    if item.optional or item.one_of:
        return "nil"
    if not item.has_default:
        return None
    value = item.default
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(f".{case_name(each)}" for each in value) + "]"
    if isinstance(value, str):
        kind = description.kind(item.type)
        return (f".{case_name(value)}" if kind == "enumerations" else value if kind == "objects"
                else json.dumps(value))
    return json.dumps(value)


def documentation(text: str, indent: int = 0) -> list[str]:
    """A comment of documentation, which begins with a capital letter and ends with a full stop."""
    if not text:
        return []
    pad = " " * indent
    text = text[0].upper() + text[1:]
    text = text if text[-1] in ".:!?" else text + "."
    return [f"{pad}/// {line}" for line in textwrap.wrap(text, 96 - indent)]


def payload(description: Description, items: list, extra: str = "") -> str:
    """The associated values of a case: `(String, rect: Rect, Place)`."""
    parts = []
    for item in items:
        label = "" if item.label == "_" else f"{item.spelled}: "
        literal = default(description, item)
        parts.append(
            f"{label}{stored_type(description, item)}" + (f" = {literal}" if literal else ""))
    parts += [extra] if extra else []
    return f"({', '.join(parts)})" if parts else ""


def names(items: list) -> list[str]:
    """The names of a case's values, as a pattern binds them."""
    return [f"`{item.spelled}`" if item.spelled in KEYWORDS else item.spelled for item in items]


def pattern(message: Message, extra: str = "", prefix: str = "") -> str:
    """`.setSource(let source, let rect, let place)`"""
    bound = [f"let {name}" for name in names(message.items)] + ([extra] if extra else [])
    return f".{message.case}" + (f"({', '.join(bound)})" if bound else "")


def call(message: Message, values: dict[str, str] | None = None) -> str:
    """`.setSource(source, rect: rect, place)`"""
    parts = []
    for item, name in zip(message.items, names(message.items)):
        value = (values or {}).get(item.spelled, name)
        parts.append(value if item.label == "_" else f"{item.spelled}: {value}")
    return f".{message.case}" + (f"({', '.join(parts)})" if parts else "")


def wrapped(head: str, parts: list[str], indent: int) -> list[str]:
    """`head` with comma-separated parts, over as many lines as they need."""
    lines = textwrap.wrap(", ".join(parts), 96 - indent)
    return [head + lines[0]] + [" " * (indent + 4) + line for line in lines[1:]]
