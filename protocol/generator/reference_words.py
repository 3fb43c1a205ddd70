# SPDX-License-Identifier: MIT
"""How the reference describes a member: its shape, its range, its default, and what it means."""

import json
import re

from .description import Description, Enumeration, Member

# Types that have a section of the page.
SECTIONS = {
    "role": "[role](#roles)",
    "close-reason": "[close reason](#close-reasons)",
    "refusal-reason": "[refusal reason](#refusal-reasons)",
    "bye-reason": "[reason](#bye)",
    "draft-outcome": "[outcome](#popoverclosed)",
    "tap-verdict": "[verdict](#taps-pointers-and-keys)",
    "appearance": "[appearance](#appearance)",
    "limits": "[limits](#limits)",
    "scene": "[the scene](#the-scene)",
    "decision": "[a decision](#decisions)",
    "display-description": "[a display](#displays)",
    "plugin-status": "[a plugin's state](#plugin-states)",
    "testimony": "[a testimony](#decisions)",
    "recording": "[a recording](#recordings)",
    "time": "[time](#values)",
}
# Types that every reader knows by their name.
FORMS = {"rect", "size"}
BUTTON = "{`id`, `label`, `role`?}"
SPECIAL = {
    "popover-buttons": "[string or {`id`?, `label`, `role`?}]",
    "alert-buttons": f"[{BUTTON}]",
    "declared-appearance": "{`background`?, `text`?, `arrow`?, `border`?}",
}
WORDS = {
    "flag": "bool", "integer": "integer", "wall-time": "integer", "milliseconds": "milliseconds",
    "number": "number", "length": "number", "extent": "number", "positive": "number",
    "any": "any JSON", "request-id": "string or number",
}


def row(*cells: object) -> str:
    return "|" + "".join(f" {cell} |" if cell != "" else " |" for cell in cells)


def head(*titles: str) -> list[str]:
    return [row(*titles), "|" + "---|" * len(titles)]


def alternatives(words: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def values(enumeration: Enumeration, *more: str) -> str:
    return alternatives([f"`{value.name}`" for value in enumeration.values] + list(more))


class Words:
    def __init__(self, description: Description):
        self.description = description

    def line(self, items: list, depth: int = 0) -> str:
        """All members in a line; alternatives stand together."""
        parts, choices = [], set()
        members = self.in_order(items)
        for member in members:
            if member.one_of is None:
                parts.append(self.phrase(member, depth))
            elif member.one_of not in choices:
                choices.add(member.one_of)
                parts.append(alternatives([
                    self.phrase(other, depth)
                    for other in members if other.one_of == member.one_of]))
        return ", ".join(parts)

    def in_order(self, items: list) -> list[Member]:
        """All members, those that are needed first."""
        return sorted(self.description.members(items), key=self.may_lack)

    def phrase(self, member: Member, depth: int) -> str:
        notes = "; ".join(self.notes(member, depth))
        name, shape = self.name(member), self.shape(member, depth)
        if shape.startswith(f"[{member.name}]"):
            # A link that is called like the member.
            name, shape = shape.replace(member.name, f"`{member.name}`", 1), ""
        if shape and member.nullable:
            shape += " or null"
        return " ".join(filter(None, [name, shape, f"({notes})" if notes else ""]))

    def facts(self, items: list, documented: bool = True) -> str:
        """The members of an event's data, each of which may lack."""
        return ", ".join(
            f"`{member.name}`" + (f" ({member.doc})" if documented and member.doc else "")
            for member in self.description.members(items))

    def name(self, member: Member) -> str:
        return f"`{member.name}`" + ("?" if self.may_lack(member) else "")

    @staticmethod
    def may_lack(member: Member) -> bool:
        return not member.is_required and member.one_of is None

    def shape(self, member: Member, depth: int) -> str:
        """The structure of a value, if its name does not say it."""
        kind = self.description.kind(member.type)
        if member.type in SPECIAL:
            return SPECIAL[member.type]
        if kind == "objects" and member.type not in FORMS and member.type not in SECTIONS:
            inner = self.line(self.description.object_members(member.type), depth + 1)
            return f"[{{{inner}}}]" if member.is_list else f"{{{inner}}}"
        if kind in ("objects", "special") and member.type in SECTIONS:
            return f"[{SECTIONS[member.type]}]" if member.is_list else SECTIONS[member.type]
        if member.is_list and kind != "scalars":
            return f"[{SECTIONS.get(member.type, member.type)}]"
        return ""

    def notes(self, member: Member, depth: int) -> list[str]:
        return [note for note in (*self.bounds(member, depth), member.doc) if note]

    def bounds(self, member: Member, depth: int) -> list[str]:
        """What a value may be; of a member of a member, only a choice of two."""
        found = []
        enumeration = self.description.enumerations.get(member.type)
        if enumeration and not member.is_list and member.type not in SECTIONS:
            if not depth or len(enumeration.values) == 2:
                found.append(values(enumeration))
        if depth:
            return found
        if member.type == "any":
            found.append("any JSON")
        found.append(self.range(member))
        if default := self.default(member):
            found.append(f"default {default}")
        if member.nullable and not self.shape(member, depth) and "null" not in member.doc:
            found.append("or null")
        return found

    @staticmethod
    def range(member: Member) -> str:
        if member.is_list or member.type in SPECIAL:
            return "at least one" if member.least else ""
        if member.least is None:
            return ""
        if member.least == member.most:
            return str(member.least)
        return f"{member.least} to {member.most}" if member.most else "0 to 2^53"

    @staticmethod
    def default(member: Member) -> str:
        """A default that says something, unless the meaning says it."""
        default = member.default
        if not member.has_default or default == [] or default == "Insets()":
            return ""
        if member.doc.startswith("default"):
            return ""
        if isinstance(default, bool) or not isinstance(default, (str, list)):
            return json.dumps(default)
        return f"`{default if isinstance(default, str) else json.dumps(default)}`"

    # Tables of their own

    def table(self, items: list) -> list[str]:
        rows = head("member", "type", "default", "meaning")
        for member in self.in_order(items):
            meaning = "; ".join(filter(None, [self.range(member), self.meaning(member)]))
            rows.append(row(self.name(member), self.type(member), self.default(member), meaning))
        if not any(map(self.default, self.description.members(items))):
            rows = [re.sub(r"^(\|[^|]*\|[^|]*\|)[^|]*\|", r"\1", line) for line in rows]
        return rows

    def meaning(self, member: Member) -> str:
        if member.doc:
            return member.doc
        scalar = self.description.scalars.get(member.type)
        if scalar is None or member.type in ("flag", "integer", "string", "time", "any"):
            return ""
        return scalar["doc"][0].lower() + scalar["doc"][1:].rstrip(".")

    def type(self, member: Member) -> str:
        enumeration = self.description.enumerations.get(member.type)
        null = ["null"] if member.nullable else []
        if enumeration and member.type not in SECTIONS:
            words = values(enumeration, *null)
            return f"[{words}]" if member.is_list else words
        word = self.shape(member, 1) or SECTIONS.get(member.type)
        if word is None:
            word = member.type if member.type in FORMS else WORDS.get(member.type, "string")
            word = f"[{word}]" if member.is_list else word
        return alternatives([word, *null])
