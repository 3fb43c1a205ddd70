# SPDX-License-Identifier: MIT
"""JSON Schemas of all messages and of topics' payloads.

Clients' messages are open: unknown members are ignored, and null stands for an absent optional member.
The daemon's are closed: what the description does not name is a mistake.
"""

import json
import pathlib
from typing import Any, Iterator

from .description import SPECIAL_TYPES, Description, Group, Member, Message

FOLDER = "protocol/schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
BYTES = "Limits are the defaults; they count bytes, the schema counts characters."
NULL = {"type": "null"}
# The number of the lost events instead of one of their own.
GAP = "bus.gap"
APP_TOPICS = "app."
IDENTIFIER = {"type": ["string", "number", "null"], "maxLength": 128}


def default_of(description: Description, limit: str) -> Any:
    return description.limits[limit].default


def scalar(description: Description, name: str, *, is_requested: bool) -> dict:
    """A scalar, its greatest length from the limit that it names."""
    row = description.scalars[name]
    schema = {"description": row["doc"], **row["schema"]}
    if is_requested:
        schema |= row.get("requested", {})
    if "limit" in row and row["schema"].get("type") == "string":
        schema["maxLength"] = default_of(description, row["limit"])
    return schema


class Schemas:
    """The definitions of one direction, made when something refers to them."""

    def __init__(
            self, description: Description, *, closed: bool, nulls: bool, prefix: str = "",
            place: str = "#/$defs/"):
        self.description = description
        self.closed = closed
        self.nulls = nulls
        self.prefix = prefix
        self.place = place
        self.definitions: dict[str, dict] = {}

    def reference(self, type_name: str) -> dict:
        """A reference to a type of the description; both directions share scalars and choices."""
        kind = self.description.kind(type_name)
        shared = kind == "enumerations" or (
            kind == "scalars" and "requested" not in self.description.scalars[type_name])
        key = type_name if shared else self.prefix + type_name
        if key not in self.definitions:
            self.definitions[key] = {}
            self.definitions[key] = self.type(kind, type_name)
        return {"$ref": self.place + key}

    def type(self, kind: str, name: str) -> dict:
        if kind == "scalars":
            return scalar(self.description, name, is_requested=not self.closed)
        if kind == "enumerations":
            row = self.description.enumerations[name]
            words = "; ".join(f"`{value.name}`: {value.doc}" for value in row.values)
            return {"description": f"{row.doc} {words}", "enum": [each.name for each in row.values]}
        if kind == "objects":
            row = self.description.objects[name]
            return {"description": row.doc, **self.object(row.items)}
        return {"description": SPECIAL_TYPES[name], **self.special(name)}

    def special(self, name: str) -> dict:
        if name == "limits":
            limits = self.description.limits
            return self.closing({
                "type": "object",
                "properties": {
                    key: {"description": limit.doc, "type": "number", "minimum": 0}
                    for key, limit in limits.items()},
                "required": list(limits)})
        if name == "declared-appearance":
            return {"type": "object"}
        if name == "alert-buttons":
            return {"type": "array", "items": self.reference("button")}
        label, button = self.button_of_popover()
        return {"type": "array", "items": {
            "type": ["string", "object"], "if": {"type": "string"}, "then": label, "else": button}}

    def button_of_popover(self) -> tuple[dict, dict]:
        members = [
            member if member.name != "id" else Member(**{**vars(member), "optional": True})
            for member in self.description.object_members("button")]
        label, = [member for member in members if member.name == "label"]
        return self.reference(label.type), self.object(members)

    def value(self, member: Member) -> dict:
        """The schema of a member that is there."""
        schema = dict(self.reference(member.type))
        is_array = member.is_list or self.description.kind(member.type) == "special"
        if member.is_list:
            schema = {"type": "array", "items": schema}
        least, most = ("minItems", "maxItems") if is_array else ("minimum", "maximum")
        if member.least is not None:
            schema[least] = member.least
        if member.most is not None:
            named = isinstance(member.most, str)
            schema[most] = default_of(self.description, member.most) if named else member.most
        if member.limit is not None:
            schema["maxItems"] = default_of(self.description, member.limit)
        if member.nullable or self.nulls and not member.is_required and member.type != "any":
            schema = {"anyOf": [schema, NULL]}
        if member.doc:
            schema["description"] = member.doc
        if member.has_default and self.description.kind(member.type) != "objects":
            schema["default"] = member.default
        if member.private or member.work:
            schema["x-private"] = True
        return schema

    def object(self, items: list, *, all_optional: bool = False) -> dict:
        members = list(self.description.members(items))
        schema: dict = {
            "type": "object",
            "properties": {member.name: self.value(member) for member in members}}
        required = [member.name for member in members if member.is_required and not all_optional]
        if required:
            schema["required"] = required
        choices = [member.name for member in members if member.one_of]
        if choices:
            schema["anyOf"] = [self.present(name) for name in choices]
        return self.closing(schema)

    def present(self, name: str) -> dict:
        if not self.nulls:
            return {"required": [name]}
        return {"required": [name], "properties": {name: {"not": NULL}}}

    def closing(self, schema: dict) -> dict:
        return {**schema, "additionalProperties": False} if self.closed else schema


def choose(member: str, value: str, then: dict) -> dict:
    return {
        "if": {"properties": {member: {"const": value}}, "required": [member]}, "then": then}


def envelope(**members: dict) -> dict:
    return {"jsonrpc": {"const": "2.0"}, **members}


class Messages:
    """The definitions of every line, in both directions."""

    def __init__(self, description: Description):
        self.description = description
        self.requests = Schemas(description, closed=False, nulls=True, prefix="client.")
        self.answers = Schemas(description, closed=True, nulls=False, prefix="daemon.")

    # MARK: What clients send

    def request(self, method: Message) -> dict:
        params = self.requests.object(method.items)
        is_needed = bool(params.get("required") or params.get("anyOf"))
        return {
            "description": method.doc,
            "type": "object",
            "properties": envelope(
                id=IDENTIFIER, method={"const": method.name},
                params=params if is_needed else {"anyOf": [params, NULL]}),
            "required": ["jsonrpc", "method", *(["params"] if is_needed else [])]}

    def answer(self, call: Message) -> dict:
        """What a client should answer; the daemon takes another shape for an empty object."""
        return {
            "description": f"The answer of a client to `{call.name}`.",
            "type": "object",
            "properties": envelope(id={"type": "string"}, result=self.requests.object(self.description.call_results[call.name])),
            "required": ["jsonrpc", "id", "result"]}

    # MARK: What the daemon sends

    def response(self, method: Message) -> dict:
        return self.answers_line(
            f"The answer to `{method.name}`.", id=IDENTIFIER,
            result={"$ref": f"#/$defs/result.{method.name}"})

    @staticmethod
    def answers_line(words: str, **members: dict) -> dict:
        properties = envelope(**members)
        return {
            "description": words, "type": "object", "properties": properties,
            "required": list(properties), "additionalProperties": False}

    def error(self) -> dict:
        codes = []
        for row in self.description.errors:
            data = self.answers.object(row.items)
            then: dict = {"properties": {"data": data}, "required": ["data"]}
            if not row.items:
                then = {"properties": {"data": False}}
            codes.append(choose("code", row.facts["code"], then))
        return {
            "description": "Why a request was not carried out.",
            "type": "object",
            "properties": {
                "code": {"enum": [row.facts["code"] for row in self.description.errors]},
                "message": {"type": "string"}, "data": {"type": "object"}},
            "required": ["code", "message"],
            "additionalProperties": False,
            "allOf": codes}

    def told(self, message: Message, **more: dict) -> dict:
        return self.answers_line(
            message.doc, **more, method={"const": message.name},
            params=self.answers.object(message.items))

    def event(self, message: Message) -> dict:
        """An event, with the payload of its topic."""
        line = self.told(message)
        topics = self.description.topics
        gap = {"required": ["topic", "data"], "properties": {
            "sequence": False, "time": False, "data": {"$ref": f"#/$defs/topic.{GAP}"}}}
        numbered = {"required": ["sequence", "topic", "time", "data"], "properties": {
            "topic": {"anyOf": [
                {"enum": [topic.name for topic in topics]}, {"pattern": f"^{APP_TOPICS[:-1]}\\."}]}}}
        is_gap = choose("topic", GAP, gap)
        line["properties"]["params"]["allOf"] = [
            {**is_gap, "else": numbered},
            *(choose("topic", topic.name, {
                "properties": {"data": {"$ref": f"#/$defs/topic.{topic.name}"}}})
              for topic in topics)]
        return line

    def topics(self) -> dict[str, dict]:
        payloads = {
            topic.name: {
                "description": topic.doc, **self.answers.object(topic.items, all_optional=True)}
            for topic in self.description.topics}
        gap = self.description.objects["gap"]
        payloads[GAP] = {"description": gap.doc, **self.answers.object(gap.items)}
        return payloads

    # MARK: The document

    def lines(self) -> dict[str, dict]:
        description = self.description
        lines = {f"request.{each.name}": self.request(each) for each in description.methods}
        lines |= {f"answer.{each.name}": self.answer(each) for each in description.calls}
        lines |= {
            f"outcome.{name}": {"description": row.doc, **self.outcome(row)}
            for name, row in description.results.items()}
        lines |= {
            f"result.{each.name}": {"$ref": f"#/$defs/outcome.{each.facts['result']}"}
            for each in description.methods}
        lines |= {f"response.{each.name}": self.response(each) for each in description.methods}
        lines["error"] = self.error()
        lines["failure"] = self.answers_line(
            "The answer to a request that was not carried out.", id=IDENTIFIER,
            error={"$ref": "#/$defs/error"})
        lines |= {
            f"call.{each.name}": self.told(each, id={"type": "string"})
            for each in description.calls}
        lines |= {
            f"notification.{each.name}":
                self.event(each) if each.name == "event" else self.told(each)
            for each in description.notifications}
        lines |= {f"topic.{name}": schema for name, schema in self.topics().items()}
        lines["client"] = self.from_client()
        lines["daemon"] = self.from_daemon()
        return lines

    def outcome(self, row: Message) -> dict:
        return self.answers.object(row.items)

    def from_client(self) -> dict:
        names = [each.name for each in self.description.methods]
        request = {
            "properties": {"method": {"enum": names}},
            "allOf": [
                choose("method", name, {"$ref": f"#/$defs/request.{name}"}) for name in names]}
        answer = {
            "required": ["jsonrpc", "id"],
            "anyOf": [{"required": ["result"]}, {"required": ["error"]}]}
        return {
            "description": "A line that a client sends: a request, a notification, or an answer to a "
                           "request of the daemon.",
            "type": "object",
            "properties": envelope(id=IDENTIFIER),
            "if": {"required": ["method"]}, "then": request, "else": answer}

    def from_daemon(self) -> dict:
        told = {each.name: f"call.{each.name}" for each in self.description.calls} | {
            each.name: f"notification.{each.name}" for each in self.description.notifications}
        message = {
            "properties": {"method": {"enum": list(told)}},
            "allOf": [
                choose("method", name, {"$ref": f"#/$defs/{key}"}) for name, key in told.items()]}
        failure = {
            "if": {"required": ["error"]}, "then": {"$ref": "#/$defs/failure"},
            "else": self.answers_line(
                "The answer to a request; `response.<method>` describes it completely.",
                id=IDENTIFIER, result={"type": "object"})}
        return {
            "description": "A line that the daemon sends: a response, a request, or a notification.",
            "type": "object", "if": {"required": ["method"]}, "then": message, "else": failure}

    def document(self) -> dict:
        lines = self.lines()
        types = {**self.requests.definitions, **self.answers.definitions}
        return {
            "$schema": DIALECT,
            "title": "popoverd protocol, version 1",
            "description": f"Every line on popoverd's socket. {BYTES}",
            "anyOf": [{"$ref": "#/$defs/client"}, {"$ref": "#/$defs/daemon"}],
            "$defs": {**dict(sorted(types.items())), **lines}}


def topics_document(description: Description) -> dict:
    messages = Messages(description)
    payloads = messages.topics()
    text = json.dumps(payloads)
    return {
        "$schema": DIALECT,
        "title": "popoverd topics, version 1",
        "description": "The data of events by topic. A topic that begins with `app.` has any data. "
                       + BYTES,
        "type": "object",
        "properties": json.loads(text),
        "patternProperties": {f"^{APP_TOPICS[:-1]}\\.": True},
        "additionalProperties": False,
        "$defs": dict(sorted(messages.answers.definitions.items()))}


def spelled(document: dict) -> str:
    """The document with a line for each definition and method, so that changes are lines too."""
    lines = []
    for name, value in document.items():
        nested = value.items() if isinstance(value, dict) else None
        if isinstance(value, list):
            body = ",\n".join(f"  {compact(each)}" for each in value)
            lines.append(f' "{name}": [\n{body}\n ]')
        elif nested:
            body = ",\n".join(f"  {json.dumps(key)}: {compact(each)}" for key, each in nested)
            lines.append(f' "{name}": {{\n{body}\n }}')
        else:
            lines.append(f' "{name}": {compact(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    yield f"{FOLDER}/messages.json", spelled(Messages(description).document())
    yield f"{FOLDER}/topics.json", spelled(topics_document(description))
