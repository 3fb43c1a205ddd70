# SPDX-License-Identifier: MIT
"""The OpenRPC document: methods for generators of clients, the daemon's messages as extensions."""

import json
import pathlib
from typing import Iterator

from .description import TRAITS, Description, Member, Message
from .schemas import BYTES, GAP, Schemas, spelled
from .swift import HEAD

PATH = "protocol/openrpc.json"
SWIFT = "Sources/Protocol/PopoverWire/Generated/OpenRPC.swift"
PLACE = "#/components/schemas/"


def pascal(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in name.replace(".", "-").split("-"))


class Components(Schemas):
    """Objects and choices with the names of classes; all else stands where it is used.

    Generators make classes of components only, and do not know that null may stand for absence.
    """

    def __init__(self, description: Description):
        super().__init__(description, closed=False, nulls=False, place=PLACE)

    def reference(self, type_name: str) -> dict:
        kind = self.description.kind(type_name)
        if kind in ("scalars", "special"):
            return self.type(kind, type_name)
        key = pascal(type_name)
        if key not in self.definitions:
            self.definitions[key] = {}
            self.definitions[key] = {"title": key, **self.type(kind, type_name)}
        return {"$ref": PLACE + key}


class OpenRPC:
    def __init__(self, description: Description):
        self.description = description
        self.components = Components(description)

    def document(self) -> dict:
        description = self.description
        version, = [
            member.most for member in description.object_members("hello")
            if member.name == "protocol"]
        methods = [self.method(each) for each in description.methods]
        calls = [
            {**self.told(each), "result": self.object(description.call_results[each.name])}
            for each in description.calls]
        notifications = [self.told(each) for each in description.notifications]
        topics = {
            topic.name: {"description": topic.doc, **self.components.object(
                topic.items, all_optional=True)}
            for topic in description.topics}
        topics[GAP] = self.object(description.objects["gap"].items)
        return {
            "openrpc": "1.3.2",
            "info": {
                "title": "popoverd",
                "version": str(version),
                "description": "The daemon that coordinates popovers. One JSON object per line on a "
                               f"Unix stream socket; `hello` comes first. {BYTES}",
                "license": {"name": "MIT"}},
            "methods": methods,
            "components": {
                "schemas": dict(sorted(self.components.definitions.items())),
                "errors": {pascal(each.name): self.error(each) for each in description.errors},
                "x-calls": calls,
                "x-notifications": notifications,
                "x-topics": topics,
                "x-limits": {name: limit.default for name, limit in description.limits.items()},
                "x-traits": {name: TRAITS[name] for name in PUBLIC_TRAITS}}}

    def object(self, items: list) -> dict:
        return self.components.object(items)

    def method(self, method: Message) -> dict:
        outcome = self.description.results[method.facts["result"]]
        members = list(self.description.members(method.items))
        # Generated functions need the required parameters first.
        members.sort(key=lambda member: not member.is_required)
        row = {
            "name": method.name,
            "summary": method.doc,
            "tags": [{"name": method.chapter}],
            "paramStructure": "by-name",
            "params": [self.parameter(member) for member in members],
            "result": {"name": outcome.name, "summary": outcome.doc, "schema": self.object(outcome.items)},
            "errors": [
                {"code": each.facts["code"], "message": each.doc}
                for each in self.description.errors if self.is_possible(each, method)],
            "examples": [{
                "name": "example",
                "params": [
                    {"name": name, "value": value}
                    for name, value in method.facts["example"].items()]}],
            "deprecated": False,
            "x-since": method.since}
        if traits := sorted(method.traits & set(PUBLIC_TRAITS)):
            row["x-traits"] = traits
        if "refusals" in method.facts:
            row["x-refusals"] = method.facts["refusals"]
        if "needs" in method.facts:
            row["x-needs"] = method.facts["needs"]
        if choices := [member.name for member in members if member.one_of]:
            row["x-one-of"] = choices
        return row

    def is_possible(self, error: Message, method: Message) -> bool:
        types = [member.type for member in self.description.members(method.items)]
        has_limit = any("limit" in self.description.scalars.get(name, {}) for name in types)
        return {
            "not-json": False, "not-a-request": False, "unknown-method": False,
            "bad-parameter": bool(types),
            "failed": "administrative" in method.traits,
            "refused": bool(method.facts.get("refusals")),
            "unknown-id": any(name.endswith("-id") or name in ("name", "display") for name in types),
            "over-limit": has_limit,
            "shutting-down": "during-shutdown" not in method.traits,
        }.get(error.name, True)

    def parameter(self, member: Member) -> dict:
        schema = self.components.value(member)
        return {
            "name": member.name,
            "description": schema.pop("description", ""),
            "required": member.is_required,
            "schema": schema}

    def told(self, message: Message) -> dict:
        row = {
            "name": message.name, "summary": message.doc, "params": self.object(message.items),
            "x-since": message.since}
        return {**row, "x-to": message.facts["to"]} if "to" in message.facts else row

    def error(self, row: Message) -> dict:
        error = {"code": row.facts["code"], "message": row.doc}
        if row.items:
            error["data"] = self.object(row.items)
        return error


# Those that concern clients.
PUBLIC_TRAITS = ("needs-answer", "may-wait", "during-shutdown", "administrative")


def swift(document: dict) -> str:
    """The document as text in the programs, so that they read no file."""
    members = [
        f"""        object.name("{name}")
        object.validated(##"{json.dumps(value, separators=(",", ":"), ensure_ascii=False)}"##)"""
        for name, value in document.items()]
    return "\n".join([
        *HEAD, "public import PopoverModel", "", "extension Discovery: JSONWritable {",
        "    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }", "",
        "    /// Writes its members into an object.",
        "    func writeMembers(to object: inout JSONWriter) {", *members, "    }", "}", ""])


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    document = OpenRPC(description).document()
    yield PATH, spelled(document)
    yield SWIFT, swift(document)
