# SPDX-License-Identifier: MIT
"""The types and overloads of the client in Clients/Python.

They need no more than Python 3.9: a `TypedDict` whose members may lack extends another one, and each
method and notification is an overload.
"""

import keyword
import pathlib
import re
import textwrap
from typing import Iterable, Iterator

from .description import Description, Member, Message
from .shapes import own_items, parts, pascal

FOLDER = "Clients/Python/popoverd"
COLUMNS = 100
INDENT = "    "
WORDS = {"boolean": "bool", "integer": "int", "number": "float", "string": "str"}
SPECIAL = {
    "popover-buttons": "List[Union[str, ButtonDict]]",
    "alert-buttons": "List[ButtonDict]",
    "declared-appearance": "Dict[str, Any]",
    "limits": "Dict[str, int]",
}
TYPES = """\
# SPDX-License-Identifier: MIT
\"\"\"The messages of the protocol. Written by protocol/generate; changes here are lost.

The objects are results, params of requests and notifications of the daemon, and the data of events.
Members that may lack are in the class that has the name. docs/reference/protocol.md says what they
mean.
\"\"\"

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

"""
REQUESTS = """\
# SPDX-License-Identifier: MIT
\"\"\"The signature of each method and notification. Written by protocol/generate; changes here are lost.

`timeout`, in seconds, is the client's by default; None waits forever.
\"\"\"

from typing import Any, Callable, Dict, List, Literal, Mapping, Optional, Union, overload

from .errors import PopoverdError
from .pending import PendingRequest
from .protocol import (
    {names})

Failed = Callable[[PopoverdError], None]


class Notices:
    \"\"\"What every client has: requests without an answer, and notifications.\"\"\"

"""
NOTIFY = """\

    def notify(self, method: Method, **params: Any) -> None:
        \"\"\"Sends a request and ignores its response; does nothing while disconnected.\"\"\"
        self._notify(method, params)

    def _notify(self, method: str, params: Mapping[str, Any]) -> None:
        raise NotImplementedError

"""
ON = """\

    def on(self, method: str, handler: Callable[[Any], None]) -> None:
        \"\"\"Calls `handler(params)` for each notification: `shield`, `display.changed` and so on.\"\"\"
        self._on(method, handler)

    def _on(self, method: str, handler: Callable[[Any], None]) -> None:
        raise NotImplementedError


class Requests(Notices):
    \"\"\"`request` as a coroutine.\"\"\"

"""
REQUEST = """\

    async def request(self, method: Method, *, timeout: Optional[float] = -1, **params: Any) -> Any:
        \"\"\"Calls any method. By default `timeout` is the client's; None waits forever.\"\"\"
        return await self._request(method, params, timeout)

    async def _request(
        self, method: str, params: Mapping[str, Any], timeout: Optional[float] = -1
    ) -> Any:
        raise NotImplementedError


class CallbackRequests(Notices):
    \"\"\"`request` with callbacks: `done(result)`, or `failed(error)`.\"\"\"

"""
CALL_BACK = """\

    def request(
        self, method: Method, *, done: Optional[Callable[[Any], None]] = None,
        failed: Optional[Failed] = None, timeout: Optional[float] = -1, **params: Any
    ) -> PendingRequest:
        \"\"\"Calls any method of the protocol. Without `failed`, an error is logged.\"\"\"
        return self._request(method, params, done, failed, timeout)

    def _request(
        self, method: str, params: Mapping[str, Any], done: Optional[Callable[[Any], None]],
        failed: Optional[Failed], timeout: Optional[float] = -1
    ) -> PendingRequest:
        raise NotImplementedError
"""


def files(description: Description, _: pathlib.Path) -> Iterator[tuple[str, str]]:
    types = Types(description)
    exported = folded("__all__ = [", [f'"{name}"' for name in types.declared()], "]")
    yield f"{FOLDER}/protocol.py", TYPES + text(
        [*exported, "", *types.names(), *types.dictionaries()])
    body = [
        text(types.notices()), NOTIFY, text(types.handlers()), ON, text(types.requests()), REQUEST,
        text(types.callbacks()), CALL_BACK]
    used = "".join(body)
    names = [name for name in sorted(types.declared()) if re.search(rf"\b{name}\b", used)]
    lines = folded("", names, "")
    yield f"{FOLDER}/requests.py", REQUESTS.replace(
        "    {names}", "\n".join(line for line in lines if line.strip())) + used


def text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def folded(opening: str, items: Iterable[str], closing: str, indent: str = "") -> list[str]:
    """`opening`, the items and `closing` on a line, or the items on lines of their own."""
    items = list(items)
    line = f"{indent}{opening}{', '.join(items)}{closing}"
    if len(line) <= COLUMNS:
        return [line]
    lines = [f"{indent}{opening}"]
    current = ""
    for number, item in enumerate(items):
        item += "," if number < len(items) - 1 else closing
        if current and len(indent) + len(INDENT) + len(current) + 1 + len(item) > COLUMNS:
            lines.append(f"{indent}{INDENT}{current}")
            current = item
        else:
            current = f"{current} {item}".lstrip()
    return [*lines, f"{indent}{INDENT}{current}"]


class Types:
    def __init__(self, description: Description):
        self.description = description

    # Literals and dictionaries

    def names(self) -> Iterator[str]:
        for enumeration in self.description.enumerations.values():
            yield from self.literal(
                pascal(enumeration.name), [value.name for value in enumeration.values])
        yield from self.literal("Method", [method.name for method in self.description.methods])
        yield from self.literal("Topic", [topic.name for topic in self.description.topics])

    def dictionaries(self) -> Iterator[str]:
        for name in self.sent():
            row = self.description.objects[name]
            yield from self.dictionary(
                self.dict_name(name), own_items(self.description, name), row.doc,
                name.endswith("-facts"))
        for case, result in self.description.results.items():
            yield from self.message(result, f"{pascal(case)}Result")
        for call in self.description.calls:
            yield from self.message(call, f"{pascal(call.name)}Request")
        for notification in self.description.notifications:
            yield from self.message(notification, f"{pascal(notification.name)}Notification")
        for topic in self.description.topics:
            yield from self.dictionary(
                f"{pascal(topic.case)}Data", topic.items, topic.doc, is_partial=True)

    @staticmethod
    def literal(name: str, values: list[str]) -> list[str]:
        return folded(f"{name} = Literal[", [f'"{value}"' for value in values], "]")

    def sent(self) -> list[str]:
        """The objects that messages consist of; params of methods are keywords."""
        found: dict[str, None] = {}

        def visit(items: list) -> None:
            groups, members = parts(self.description, items)
            for name in [*groups, *(member.type for member in members)]:
                if name in self.description.objects and name not in found:
                    visit(own_items(self.description, name))
                    found[name] = None

        for method in self.description.methods:
            visit(list(self.description.members(method.items)))
        visit([Member("buttons", "button", "")])
        for message in (
                *self.description.results.values(), *self.description.calls,
                *self.description.notifications, *self.description.topics):
            visit(message.items)
        return list(found)

    @staticmethod
    def dict_name(name: str) -> str:
        return f"{pascal(name)}Dict"

    def message(self, message: Message, name: str) -> list[str]:
        """A dictionary, unless a message is empty or an object."""
        if self.message_type(message, name) != name:
            return []
        return self.dictionary(name, message.items, message.doc)

    def message_type(self, message: Message, name: str) -> str:
        groups, members = parts(self.description, message.items)
        if not members and len(groups) == 1:
            return self.dict_name(groups[0])
        return name if groups or members else "Dict[str, Any]"

    def dictionary(self, name: str, items: list, doc: str, is_partial: bool = False) -> list[str]:
        groups, members = parts(self.description, items)
        bases = [self.dict_name(group) for group in groups] or ["TypedDict"]
        if not members and len(bases) == 1:
            return ["", "", f"{name} = {bases[0]}"]
        needed = [] if is_partial else [it for it in members if it.is_required]
        rest = [it for it in members if it not in needed]
        if any(keyword.iskeyword(member.name) for member in members):
            return self.call(name, members)
        if not needed or not rest:
            return self.class_lines(name, [*bases, *(["total=False"] if rest else [])], members, doc)
        return [
            *self.class_lines(f"_{name}", bases, needed, ""),
            *self.class_lines(name, [f"_{name}", "total=False"], rest, doc)]

    def class_lines(
            self, name: str, bases: list[str], members: list[Member], doc: str) -> list[str]:
        text = f'"""{doc[0].upper()}{doc[1:].rstrip(".")}."""' if doc else ""
        return [
            "", "", f"class {name}({', '.join(bases)}):",
            *textwrap.wrap(text, COLUMNS, initial_indent=INDENT, subsequent_indent=INDENT),
            *(f"{INDENT}{member.name}: {self.type(member)}" for member in members)]

    def call(self, name: str, members: list[Member]) -> list[str]:
        """For members that are keywords of Python."""
        pairs = [f'"{member.name}": {self.type(member)}' for member in members]
        return ["", "", *folded(f'{name} = TypedDict("{name}", {{', pairs, "})")]

    def type(self, member: Member) -> str:
        word = self.word(member.type)
        if member.is_list:
            word = f"List[{word}]"
        return f"Optional[{word}]" if member.nullable else word

    def word(self, name: str) -> str:
        match self.description.kind(name):
            case "enumerations":
                return pascal(name)
            case "objects":
                return self.dict_name(name)
            case "special":
                return SPECIAL[name]
        kinds = self.description.scalars[name]["schema"].get("type", [])
        kinds = [WORDS[kind] for kind in (kinds if isinstance(kinds, list) else [kinds])]
        return f"Union[{', '.join(kinds)}]" if len(kinds) > 1 else (kinds or ["Any"])[0]

    def declared(self) -> list[str]:
        """The names in protocol.py."""
        lines = text([*self.names(), *self.dictionaries()])
        return re.findall(r"^(?:class )?([A-Z]\w+)(?: = |\()", lines, re.M)

    # Overloads

    def calls(self) -> Iterator[tuple[Message, str, list[str]]]:
        """Each method with the type of its result and its keywords; some have several forms."""
        for method in self.description.methods:
            result = self.message_type(
                self.description.results[method.facts["result"]],
                f"{pascal(method.facts['result'])}Result")
            members = list(self.description.members(method.items))
            choices = [it.name for it in members if it.one_of] or [None]
            for choice in choices:
                own = [it for it in members if it.one_of is None or it.name == choice]
                yield method, result, [self.keyword(it) for it in own]

    def notices(self) -> Iterator[str]:
        for method, _, keywords in self.calls():
            if "needs-answer" not in method.traits:
                star = ["*"] if keywords else []
                yield from self.overload(
                    "def notify(", ["self", f'method: Literal["{method.name}"]', *star, *keywords],
                    ") -> None: ...")

    def requests(self) -> Iterator[str]:
        for method, result, keywords in self.calls():
            yield from self.overload(
                "async def request(", [
                    f'self, method: Literal["{method.name}"]', "*", *keywords,
                    "timeout: Optional[float] = ..."], f") -> {result}: ...")

    def callbacks(self) -> Iterator[str]:
        for method, result, keywords in self.calls():
            yield from self.overload(
                "def request(", [
                    f'self, method: Literal["{method.name}"]', "*", *keywords,
                    f"done: Optional[Callable[[{result}], None]] = ...",
                    "failed: Optional[Failed] = ...", "timeout: Optional[float] = ..."],
                ") -> PendingRequest: ...")

    def keyword(self, member: Member) -> str:
        may_lack = not member.is_required and member.one_of is None
        return f"{member.name}: {self.type(member)}" + (" = ..." if may_lack else "")

    def handlers(self) -> Iterator[str]:
        for notification in self.description.notifications:
            data = self.message_type(
                notification, f"{pascal(notification.name)}Notification")
            yield from self.overload(
                "def on(", ["self", f'method: Literal["{notification.name}"]',
                    f"handler: Callable[[{data}], None]"], ") -> None: ...")

    @staticmethod
    def overload(opening: str, params: list[str], closing: str) -> list[str]:
        return [f"{INDENT}@overload", *folded(opening, params, closing, INDENT)]
