# SPDX-License-Identifier: MIT
"""The tables of docs/reference/protocol.md."""

import pathlib
from typing import Iterator

from .description import Description, Group, Message
from .marks import replaced
from .reference_words import Words, alternatives, head, row

PAGE = "docs/reference/protocol.md"
# Params and results with more characters than this get a table of their own.
LONGEST_CELL = 260
# Objects that topics share, as the table of topics calls them.
SHARED = {
    "popover-facts": "…popover", "presentation": "…presentation", "alert-facts": "…alert",
    "draft-facts": "…draft", "display-description": "…display",
}
# Columns of tables, and the facts of values that they show.
FACTS = {"`deliver`": "deliver", "`retryAfterMs`": "retry", "of": "of", "outcome": "outcome"}
# Notes that go on with the sentence.
GOES_ON = ("at once", "also", "when")
# Topics that are not published by the rules.
OTHER_TOPICS = ["| `app.*` | the published data |"]


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    text = (root / PAGE).read_text(encoding="utf-8")
    for name, lines in Tables(description).all():
        text = replaced(text, name, lines, ("<!-- ", " -->"))
    yield PAGE, text


class Tables:
    def __init__(self, description: Description):
        self.description = description
        self.words = Words(description)

    def all(self) -> Iterator[tuple[str, list[str]]]:
        chapters: dict[str, list[Message]] = {}
        for method in self.description.methods:
            chapters.setdefault(method.chapter, []).append(method)
        for title, methods in chapters.items():
            yield f"methods of {title}", self.methods(methods)
        yield "requests of the daemon", self.calls()
        yield "notifications", self.notifications()
        yield "what topics share", self.shared()
        yield "topics", self.topics()
        yield "errors", self.errors()
        yield "limits", self.limits()
        yield "the scene", self.scene()
        for name in ("appearance", "decision", "plugin-status", "recording", "testimony"):
            yield name, self.words.table([Group(name, "")])
        for enumeration, titles in {
            "role": ("role", "may"),
            "tap-verdict": ("verdict", "meaning", "`deliver`"),
            "draft-outcome": ("draft", "meaning"),
            "bye-reason": ("reason", "because", "`retryAfterMs`"),
            "close-reason": ("reason", "because"),
            "refusal-reason": ("reason", "of", "because"),
            "plugin-state": ("state", "means"),
            "service-state": ("service", "means"),
            "decision-subject": ("subject", "the decision", "outcome"),
            "testimony-failure": ("failure", "means"),
        }.items():
            yield f"{enumeration}s", self.enumeration(enumeration, titles)

    def enumeration(self, name: str, titles: tuple[str, ...]) -> list[str]:
        """A row for each value; a column that is called like a fact of the value shows it."""
        return head(*titles) + [
            row(f"`{value.name}`", *(
                value.facts.get(FACTS.get(title), value.doc) for title in titles[1:]))
            for value in self.description.enumerations[name].values]

    # Methods

    def methods(self, methods: list[Message]) -> list[str]:
        rows, more = head("method", "purpose", "params", "result"), []
        for method in methods:
            params, own = self.cell(method.items, f"Params of `{method.name}`")
            more += own
            result, own = self.result(method)
            more += own
            purpose = method.doc.rstrip(".")
            rows.append(row(f"`{method.name}`", purpose[0].lower() + purpose[1:], params, result))
        return rows + more

    def cell(self, items: list, title: str) -> tuple[str, list[str]]:
        """The members, or where they are if they are many, and then their table."""
        line = self.words.line(items)
        if len(line) <= LONGEST_CELL:
            return line, []
        return "see below", ["", f"{title}:", "", *self.words.table(items)]

    def result(self, method: Message) -> tuple[str, list[str]]:
        result = self.description.results[method.facts["result"]]
        text, more = method.facts.get("instead", result.facts.get("instead")), []
        if text is None:
            text, more = self.cell(result.items, f"Result of `{method.name}`")
        text = method.facts.get("before", "") + (text or "`{}`")
        if note := method.facts.get("note"):
            text += (", " if note.startswith(GOES_ON) else "; ") + note
        known = " ".join([text, self.words.line(method.items)])
        refusals = [f"`{it}`" for it in method.facts.get("refusals", []) if f"`{it}`" not in known]
        also = "also " if "refused" in text else ""
        return text + (f"; {also}refused {alternatives(refusals)}" if refusals else ""), more

    # What the daemon sends

    def calls(self) -> list[str]:
        return head("method", "params", "result") + [
            row(f"`{call.name}`", self.words.line(call.items), call.facts["instead"])
            for call in self.description.calls]

    def notifications(self) -> list[str]:
        return head("method", "params", "when") + [
            row(f"`{it.name}`", self.words.line(it.items, depth=1), it.doc)
            for it in self.description.notifications]

    def shared(self) -> list[str]:
        return head("short for", "members") + [
            row(short, self.words.facts([Group(name, "")], documented=name.endswith("-facts")))
            for name, short in SHARED.items()]

    def topics(self) -> list[str]:
        rows = head("topic", "data")
        for topic in self.description.topics:
            members = ", ".join(
                SHARED[item.object] if isinstance(item, Group) and item.object in SHARED
                else self.words.facts([item]) for item in topic.items)
            private = "[private](#privacy)" if topic.facts.get("private") else None
            notes = [members, topic.facts.get("note"), private]
            rows.append(row(f"`{topic.name}`", "; ".join(filter(None, notes))))
        return rows + OTHER_TOPICS

    # The rest

    def errors(self) -> list[str]:
        return head("code", "meaning", "`data`") + [
            row(error.facts["code"], error.doc, self.words.line(error.items, depth=1))
            for error in self.description.errors]

    def limits(self) -> list[str]:
        return head("name", "default", "of what") + [
            row(f"`{name}`", limit.default, limit.doc)
            for name, limit in self.description.limits.items()]

    def scene(self) -> list[str]:
        rows = head("member", "holds")
        for member in self.description.object_members("scene"):
            holds = ": ".join(filter(None, [member.doc, self.words.shape(member, 0)]))
            rows.append(row(f"`{member.name}`" + ("?" if member.optional else ""), holds))
        return rows
