# SPDX-License-Identifier: MIT
"""The description of the protocol, read from protocol/*.toml and checked."""

import dataclasses
import pathlib
import tomllib
from typing import Any, Iterator

FOLDER = pathlib.Path(__file__).resolve().parents[1]
FILES = ("types", "methods", "messages", "topics", "errors", "limits")
TRAITS = {
    "needs-answer": "ignored without an id",
    "may-wait": "the answer may be delayed",
    "during-shutdown": "carried out during shutdown",
    "administrative": "for administrators, and users to whom a [[bind]] gives it",
    "order": "carried out by the daemon's process, outside of the rules",
    "asker": "the order has to know the user who asks",
    "by-hand": "decoded by a function written by hand",
    "frequent": "its usual spelling is read without a tree of nodes",
    "for-others": "also for clients that speak for a process that is none",
}
NO_DEFAULT = object()


class Wrong(Exception):
    """The description contradicts itself."""


@dataclasses.dataclass(frozen=True)
class Member:
    """A member of an object on the wire."""

    name: str
    type: str
    doc: str
    is_list: bool = False
    optional: bool = False
    nullable: bool = False
    default: Any = NO_DEFAULT
    least: int | float | None = None
    most: int | float | str | None = None
    limit: str | None = None
    private: bool = False
    work: bool = False
    keystroke: bool = False
    # Its text in the configuration, which has no option of it without one.
    help: str = ""
    one_of: str | None = None
    # How Swift calls it.
    spelled: str = ""
    label: str = ""
    swift: str | None = None
    # The object whose member it is, also where another one has it as well.
    origin: str = ""

    @property
    def is_ranged(self) -> bool:
        """Whether it is a number that need not be whole, with a range that no limit ends."""
        return (
            self.type != "integer" and not self.is_list and self.least is not None
            and isinstance(self.most, (int, float)))

    @property
    def has_default(self) -> bool:
        return self.default is not NO_DEFAULT

    @property
    def is_required(self) -> bool:
        return not (self.optional or self.has_default or self.one_of)


@dataclasses.dataclass(frozen=True)
class Group:
    """An object whose members stand among the others."""

    object: str
    spelled: str
    label: str = ""
    # Whether Swift stores it once, however often it is passed on.
    shared: bool = False


@dataclasses.dataclass(frozen=True)
class Object:
    name: str
    doc: str
    items: list
    swift: str | None
    by_hand: str | None
    complete: bool = False


@dataclasses.dataclass(frozen=True)
class Value:
    """A value of an enumeration."""

    name: str
    doc: str
    facts: dict


@dataclasses.dataclass(frozen=True)
class Enumeration:
    name: str
    doc: str
    values: list
    swift: str | None


@dataclasses.dataclass(frozen=True)
class Message:
    """A method, a call, a notification, a result or a topic."""

    name: str
    case: str
    doc: str
    items: list
    facts: dict
    traits: frozenset = frozenset()
    chapter: str = ""
    since: int = 1


@dataclasses.dataclass(frozen=True)
class Limit:
    """A limit, a deadline or a threshold."""

    name: str
    default: float
    # The lowest and the highest value.
    range: list
    doc: str
    help: str

    @property
    def is_span(self) -> bool:
        """A span in milliseconds."""
        return self.name.endswith("Ms")

    @property
    def is_number(self) -> bool:
        """Not only whole numbers."""
        return isinstance(self.range[0], float)

    @property
    def swift(self) -> str:
        """The name of its value in Swift, where a span has no unit."""
        return self.name.removesuffix("Ms")


def camel(text: str) -> str:
    head, *rest = text.split("-")
    return head + "".join(word.capitalize() for word in rest)


class Description:
    """All rows, by kind."""

    def __init__(self, folder: pathlib.Path = FOLDER):
        rows: dict[str, dict] = {}
        for file in FILES:
            with open(folder / f"{file}.toml", "rb") as stream:
                for kind, entries in tomllib.load(stream).items():
                    if isinstance(entries, dict):
                        rows.setdefault(kind, {}).update(entries)
                    else:
                        rows.setdefault(kind, {})
                        rows[kind] = [*rows[kind], *entries]
        self.scalars = rows["scalar"]
        self.sections = {
            section: [Limit(name, **row) for name, row in rows[section].items()]
            for section in ("limits", "timing")}
        self.limits = {limit.name: limit for each in self.sections.values() for limit in each}
        self.enumerations = {
            name: Enumeration(
                name, row["doc"], [self._value(*item) for item in row["values"].items()],
                row.get("swift"))
            for name, row in rows["enum"].items()}
        self.objects = {name: self._object(name, row, rows) for name, row in rows["object"].items()}
        self.methods = list(self._methods(folder))
        self.results = {row["case"]: self._message(row, "members") for row in rows["result"]}
        self.calls = [self._message(row, "params") for row in rows["call"]]
        self.call_results = {
            row["name"]: [self._item(item) for item in row["result"]] for row in rows["call"]}
        self.notifications = [self._message(row, "params") for row in rows["notification"]]
        self.topics = [self._message(row, "data") for row in rows["topic"]]
        self.errors = [self._message(row, "data") for row in rows["error"]]
        self._check()

    @staticmethod
    def _value(name: str, row: Any) -> Value:
        return Value(name, row, {}) if isinstance(row, str) else Value(name, row["doc"], row)

    def _object(self, name: str, row: dict, rows: dict) -> Object:
        complete, partial = row.get("complete"), row.get("partial")
        if partial:
            members = list(self._partial(partial, row.get("without", []), rows))
        else:
            members = rows["object"][complete]["members"] if complete else row["members"]
        return Object(
            name, row["doc"], [self._item(item, name) for item in members], row.get("swift"),
            row.get("by-hand"), bool(complete))

    def _partial(self, name: str, without: list, rows: dict) -> Iterator[dict]:
        """The members of an object, those of groups included, as optional ones."""
        for item in rows["object"][name]["members"]:
            if "group" in item:
                yield from self._partial(item["group"], without, rows)
            elif item["name"] not in without:
                own = {key: value for key, value in item.items() if key != "default"}
                yield {**own, "optional": True, "origin": name}

    def _item(self, row: dict, origin: str = "") -> Member | Group:
        if "group" in row:
            return Group(
                row["group"], row.get("property", camel(row["group"])), row.get("label", ""),
                row.get("shared", False))
        facts = {key.replace("-", "_"): value for key, value in row.items()}
        facts["spelled"] = facts.pop("property", row["name"])
        facts.setdefault("origin", origin)
        known = {field.name for field in dataclasses.fields(Member)} - {"is_list"}
        if unknown := set(facts) - known:
            raise Wrong(f"{row['name']}: unknown column {sorted(unknown)[0]}")
        facts["is_list"] = row["type"].startswith("[")
        facts["type"] = row["type"].strip("[]")
        return Member(**facts)

    def _message(self, row: dict, column: str, **more: Any) -> Message:
        return Message(
            str(row.get("name", row.get("case"))), row.get("case", ""), row["doc"],
            [self._item(item) for item in row[column]], row, since=row.get("since", 1), **more)

    def _methods(self, folder: pathlib.Path) -> Iterator[Message]:
        """Methods belong to the chapter above them, whose traits they share."""
        with open(folder / "methods.toml", "rb") as stream:
            rows = tomllib.load(stream)
        places = [
            line for line in (folder / "methods.toml").read_text(encoding="utf-8").splitlines()
            if line in ("[[chapter]]", "[[method]]")]
        chapters, methods = iter(rows["chapter"]), iter(rows["method"])
        chapter: dict = {}
        for place in places:
            if place == "[[chapter]]":
                chapter = next(chapters)
                continue
            row = next(methods)
            traits = frozenset(row.get("traits", [])) | frozenset(chapter.get("traits", []))
            yield self._message(row, "params", traits=traits, chapter=chapter["title"])

    def members(self, items: list) -> Iterator[Member]:
        """All members, those of groups included."""
        for item in items:
            if isinstance(item, Group):
                for member in self.members(self.objects[item.object].items):
                    complete = self.objects[item.object].complete
                    yield dataclasses.replace(member, default=NO_DEFAULT) if complete else member
            else:
                yield item

    def object_members(self, name: str) -> list[Member]:
        return list(self.members([Group(name, "")]))

    def kind(self, name: str) -> str:
        for kind in ("scalars", "enumerations", "objects"):
            if name in getattr(self, kind):
                return kind
        if name in SPECIAL_TYPES:
            return "special"
        raise Wrong(f"no such type: {name}")

    def _check(self) -> None:
        for limit in self.limits.values():
            if not limit.range[0] <= limit.default <= limit.range[1]:
                raise Wrong(f"{limit.name}: its default is outside of its range")
        for method in self.methods:
            if unknown := method.traits - set(TRAITS):
                raise Wrong(f"{method.name}: unknown trait {sorted(unknown)[0]}")
            if method.facts["result"] not in self.results:
                raise Wrong(f"{method.name}: no such result: {method.facts['result']}")
            reasons = {value.name for value in self.enumerations["refusal-reason"].values}
            if unknown := set(method.facts.get("refusals", [])) - reasons:
                raise Wrong(f"{method.name}: unknown refusal {sorted(unknown)[0]}")
        messages = [
            *self.methods, *self.results.values(), *self.calls, *self.notifications, *self.topics,
            *self.errors]
        for items in [message.items for message in messages] + [
                each.items for each in self.objects.values()]:
            names = set()
            for member in self.members(items):
                self.kind(member.type)
                if member.name in names:
                    raise Wrong(f"{member.name} stands twice")
                names.add(member.name)


# Values with more than one shape; their schemas stand in schemas.py.
SPECIAL_TYPES = {
    "popover-buttons": "Buttons of a popover: labels, or objects that may have an id.",
    "alert-buttons": "Buttons of an alert, no two with the same id.",
    "declared-appearance": "What a popover looks like, in several known words; never refused.",
    "limits": "Every limit and deadline by its name.",
}
