# SPDX-License-Identifier: MIT
"""The types of Clients/Web/protocol.d.ts."""

import pathlib
from typing import Iterator

from .description import Description, Member, Message
from .shapes import own_items, parts, pascal, plain

PATH = "Clients/Web/protocol.d.ts"
# Texts that TypeScript can check.
TEXTS = {"topic-glob": "TopicPattern", "app-topic": "AppTopic"}
WORDS = {"boolean": "boolean", "integer": "number", "number": "number", "string": "string"}
HEAD = """\
// SPDX-License-Identifier: MIT
// The messages of the wire protocol. Written by protocol/generate; changes here are lost.
// docs/reference/protocol.md says what they mean.
"""
SPECIAL = """\
/** A button of a popover: its label, or more. */
export type PopoverButton = string | { id?: string; label: string; role?: ButtonRole };

/** What a popover looks like. Colors are `#rgb`, `#rrggbb` or `#rrggbbaa`; false hides. */
export interface DeclaredAppearance {
  background?: string;
  text?: string;
  arrow?: boolean | "hidden";
  border?: boolean | "hidden";
  foreground?: string;
  colors?: { background?: string; text?: string; foreground?: string };
  hideArrow?: boolean;
  hideBorder?: boolean;
}
"""
EVENTS = """\
/** A topic of a client's own. */
export type AppTopic = `app.${string}`;

/** An event of a client's own. */
export interface AppEvent { topic: AppTopic; data: any; sequence: number; time: number }

/** Lost events; `to` is null after a restart of the daemon. */
export interface GapEvent {
  topic: "bus.gap";
  data: Gap | { from: number; to: null };
  sequence?: undefined;
  time?: undefined;
}

/** An event; its topic tells which data it has. */
export type BusEvent =
  | { [T in keyof Topics]: { topic: T; data: Topics[T]; sequence: number; time: number } }[keyof Topics]
  | AppEvent
  | GapEvent;

/** What the daemon's topics begin with. */
type Family<T> = T extends `${infer F}.${string}` ? F : never;

/** A topic, or a glob, in which `*` matches any characters. */
export type TopicPattern =
  | keyof Topics
  | AppTopic
  | `*${string}`
  | `${Family<keyof Topics>}.${string}*`;

/** The events of topics that match. */
export type EventOf<P extends TopicPattern> =
  | GapEvent
  | (P extends AppTopic ? AppEvent
    : P extends `${infer Start}*${string}` ? Extract<BusEvent, { topic: `${Start}${string}` }>
    : Extract<BusEvent, { topic: P }>);
"""


def files(description: Description, _: pathlib.Path) -> Iterator[tuple[str, str]]:
    yield PATH, "\n".join(Types(description).blocks())


def comment(doc: str, indent: str = "") -> list[str]:
    return [f"{indent}/** {plain(doc)} */"] if doc else []


class Types:
    def __init__(self, description: Description):
        self.description = description
        # The names of objects; those of the Swift library are the clearest.
        self.names = {
            name: row.swift or pascal(name) for name, row in description.objects.items()}

    def blocks(self) -> Iterator[str]:
        yield HEAD
        for enumeration in self.description.enumerations.values():
            values = " | ".join(f'"{value.name}"' for value in enumeration.values)
            yield self.text(
                *comment(enumeration.doc),
                *self.folded(f"export type {pascal(enumeration.name)} = {values};"))
        yield SPECIAL
        yield self.text(
            *comment("Every limit and deadline by its name."), "export interface Limits {",
            *(line for name, limit in self.description.limits.items()
              for line in (*comment(limit.doc, "  "), f"  {name}: number;")), "}")
        for name, row in self.description.objects.items():
            groups, members = parts(self.description, own_items(self.description, name))
            parents = ", ".join(self.names[group] for group in groups)
            yield self.text(
                *comment(row.doc),
                f"export interface {self.names[name]} {f'extends {parents} ' if parents else ''}{{",
                *self.lines(members, "  "), "}")
        yield self.map("Methods", "The methods that clients call.", self.description.methods, [
            ("params", lambda it: self.shape(it.items, any_type="unknown")),
            ("result", lambda it: self.shape(self.description.results[it.facts["result"]].items))])
        yield self.map("Calls", "The requests of the daemon.", self.description.calls, [
            ("params", lambda it: self.shape(it.items)),
            ("result", lambda it: self.shape(
                self.description.call_results[it.name], any_type="unknown"))])
        yield self.map(
            "Topics", "The topics of the bus, with the data of their events. Members that do not "
            "apply are absent.", self.description.topics,
            [(None, lambda it: f"Partial<{self.shape(it.items)}>")])
        yield EVENTS
        yield self.map(
            "Notifications", "The notifications of the daemon.", self.description.notifications,
            [(None, lambda it: "BusEvent" if it.name == "event" else self.shape(it.items))])

    @staticmethod
    def text(*lines: str) -> str:
        return "".join(f"{line}\n" for line in lines)

    @staticmethod
    def folded(line: str) -> list[str]:
        """One line, or one for each alternative of a long one."""
        if len(line) <= 100:
            return [line]
        head, _, values = line.partition(" = ")
        return [f"{head} =", *(f"  | {value}" for value in values.split(" | "))]

    def map(self, name: str, doc: str, messages: list[Message], columns: list) -> str:
        lines = [*comment(doc), f"export interface {name} {{"]
        for message in messages:
            lines += comment(message.doc, "  ")
            shapes = [(title, render(message)) for title, render in columns]
            if shapes[0][0] is None:
                lines.append(f'  "{message.name}": {shapes[0][1]};')
                continue
            lines.append(f'  "{message.name}": {{')
            lines += [f"    {title}: {shape};" for title, shape in shapes]
            lines.append("  };")
        return self.text(*lines, "}")

    def shape(self, items: list, any_type: str = "any") -> str:
        """The type of an object that has no name of its own."""
        groups, members = parts(self.description, items)
        plain_members = [it for it in members if it.one_of is None]
        found = [self.names[group] for group in groups]
        for choice in dict.fromkeys(it.one_of for it in members if it.one_of):
            found.append(self.alternatives([it for it in members if it.one_of == choice]))
        if plain_members:
            inner = "; ".join(self.member(it, any_type) for it in plain_members)
            found.append(f"{{ {inner} }}")
        return " & ".join(found) or "Record<string, never>"

    def alternatives(self, members: list[Member]) -> str:
        """Exactly one of these members."""
        return "(" + " | ".join(
            "{ " + "; ".join(
                f"{it.name}: {self.type(it)}" if it is chosen else f"{it.name}?: never"
                for it in members) + " }" for chosen in members) + ")"

    def lines(self, members: list[Member], indent: str) -> Iterator[str]:
        for member in members:
            yield from comment(member.doc, indent)
            yield f"{indent}{self.member(member)};"

    def member(self, member: Member, any_type: str = "any") -> str:
        mark = "" if member.is_required else "?"
        return f"{member.name}{mark}: {self.type(member, any_type)}"

    def type(self, member: Member, any_type: str = "any") -> str:
        word = self.word(member.type, any_type)
        if member.is_list:
            word = f"({word})[]" if " " in word else f"{word}[]"
        return f"{word} | null" if member.nullable else word

    def word(self, name: str, any_type: str) -> str:
        match self.description.kind(name):
            case "enumerations":
                return pascal(name)
            case "objects":
                return self.names[name]
            case "special":
                return {"popover-buttons": "PopoverButton[]", "alert-buttons": "Button[]"}.get(
                    name, pascal(name))
        if name in TEXTS:
            return TEXTS[name]
        kinds = self.description.scalars[name]["schema"].get("type", [])
        kinds = kinds if isinstance(kinds, list) else [kinds]
        return " | ".join(WORDS[kind] for kind in kinds) or any_type
