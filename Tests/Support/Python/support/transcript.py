# SPDX-License-Identifier: MIT
"""Transcripts: what several clients and the daemon said, written down and replayed.

    shop: hello                     the first line of a client that says hello, unseen
    hall: hello as shell, input     the same, with these roles
    shop: hello with focus          the same, asking for the focus
    shop> {"jsonrpc":"2.0",…}       this client sends a line
    shop< {"jsonrpc":"2.0",…}       this client receives a line
    shop: connects                  this client connects, and says nothing
    shop: sends no more             it closes its sending side
    shop: leaves                    it closes its connection
    shop: is closed                 the daemon has closed its connection
    daemon: timing.closeMs = 250    an option of the daemon's configuration
    daemon: has its defaults        it has no other options than these

A name that has not said hello connects with its first line. Lines that begin with a space belong
to the line above. In what is received, `…` stands for any value, for members of an object that
are not shown, or for elements at the end of an array. Where a client's transcript shows no
`shield`, those that it received are left out.
"""

import collections
import difflib
import json
import re

from support.daemon import Daemon
from support.line_socket import LineSocket

ANY = "…"
FENCE_ID = "a fence of the transcript"

# The daemon of a transcript gives clients more time than usual, since the machine may be busy.
UNHURRIED = {"closeMs": "10000", "toggleMs": "10000", "waitMs": "10000", "presentMs": "20000",
             "pingMs": "20000"}
# What `deadlineMs` is usually.
USUAL_CLOSE = 250
USUAL_PING = 5000

STEP = re.compile(r"(?P<name>[a-z]+)(?P<kind>[><:]) ?(?P<rest>.*)")
HELLO = re.compile(r"hello(?: as (?P<roles>[a-z, ]+?))?(?P<focus> with focus)?")
OPTION = re.compile(r"(?P<section>[a-z]+)\.(?P<key>\w+) = (?P<value>.+)")


class Mismatch(AssertionError):
    """The daemon did not say what the transcript says."""


class Step:
    """One line of a transcript, with those that continue it."""

    def __init__(self, number, line):
        match = STEP.fullmatch(line)
        if match is None:
            raise ValueError(f"line {number} is none of a transcript: {line}")
        self.number = number
        self.name = match["name"]
        self.kind = match["kind"]
        self.text = match["rest"]

    @property
    def message(self):
        """What was sent or received; None for a sent line that is no JSON."""
        try:
            return parse(self.text)
        except ValueError:
            if self.kind == "<":
                raise ValueError(f"line {self.number} is not JSON: {self.text}") from None
            return None

    @property
    def method(self):
        """The message's method, where it has one."""
        message = self.message
        return message.get("method") if isinstance(message, dict) else None

    @property
    def is_answer(self):
        message = self.message
        return isinstance(message, dict) and not {"result", "error"}.isdisjoint(message)


def parse(text):
    """Reads a line in which `…` may stand for something."""
    text = re.sub(rf"([{{,]){ANY}(?=\}})", rf'\1"{ANY}":"{ANY}"', text)
    text = re.sub(rf"([:\[,]){ANY}(?=[,\]}}])", rf'\1"{ANY}"', text)
    return json.loads(text)


def steps(block):
    """The lines of a block, each with those that continue it."""
    found = []
    for number, line in enumerate(block.lines, start=block.number):
        if line.startswith(" "):
            found[-1].text += line.strip()
        elif line:
            found.append(Step(number, line))
    return found


def fits(expected, actual):
    """Whether what came is what is written, `…` aside; true is not 1, but 1.0 is."""
    if expected == ANY:
        return True
    if isinstance(expected, dict) and isinstance(actual, dict):
        shown = {name: value for name, value in expected.items() if name != ANY}
        return (ANY in expected or shown.keys() == actual.keys()) and all(
            name in actual and fits(value, actual[name]) for name, value in shown.items())
    if isinstance(expected, list) and isinstance(actual, list):
        is_open = expected[-1:] == [ANY]
        shown = expected[:-1] if is_open else expected
        return (len(actual) >= len(shown) if is_open else len(actual) == len(shown)) \
            and all(fits(*pair) for pair in zip(shown, actual))
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    return expected == actual


def difference(expected, actual):
    """What is different, line by line."""
    wanted, came = (
        json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True).splitlines()
        for value in (expected, actual))
    return "\n".join(difflib.unified_diff(wanted, came, "written", "received", lineterm=""))


def as_usual(message):
    """The message as a daemon with the usual time limits would have sent it."""
    if message.get("method") in ("popover.willClose", "panel.willClose"):
        if message["params"]["deadlineMs"] == int(UNHURRIED["closeMs"]):
            message["params"]["deadlineMs"] = USUAL_CLOSE
    if message.get("method") == "client.ping":
        message["params"]["deadlineMs"] = USUAL_PING
    return message


class Client:
    """A connection of a transcript's."""

    def __init__(self, socket, shown):
        self.socket = socket
        # The methods of what it is shown to receive.
        self.shown = shown
        self.is_greeted = False
        # What came before a fence's answer.
        self.early = collections.deque()

    def greet(self, name, roles, **wants):
        """Says hello, and takes the shields that shells and input observers get then."""
        welcome = self.socket.hello(name, roles, **wants)
        for _ in welcome["displays"] if {"shell", "input"} & set(roles) else ():
            shield = self.socket.receive()
            if shield is None or shield["method"] != "shield":
                raise Mismatch(f"{name} received no shield after its hello: {shield}")
        self.is_greeted = True

    def fence(self):
        """Waits until the daemon has read what was sent, or has closed the connection; returns
        what came meanwhile."""
        try:
            self.socket.send({"jsonrpc": "2.0", "id": FENCE_ID, "method": "draft.load",
                              "params": {"key": FENCE_ID}})
        except BrokenPipeError:
            # An answer can be what ends the daemon. What it sent before is still there.
            pass
        before = []
        while (message := self.take()) is not None and message.get("id") != FENCE_ID:
            before.append(message)
        return before

    def receive(self):
        """The next message that transcripts show; None at the end."""
        return self.early.popleft() if self.early else self.take()

    def take(self):
        while True:
            message = self.socket.receive()
            if message is None:
                return None
            method = message.get("method")
            if method == "client.ping" and method not in self.shown:
                self.socket.send({"jsonrpc": "2.0", "id": message["id"], "result": {}})
            elif method != "shield" or method in self.shown:
                return as_usual(message)


class Replay:
    """Plays a transcript to a daemon of its own; `received` holds all that came."""

    def __init__(self, block, connect=LineSocket):
        self.block = block
        self.connect = connect
        self.steps = steps(block)
        self.clients = {}
        self.received = []
        self.daemon = Daemon(self.configuration())

    def configuration(self):
        """The text of the daemon's configuration."""
        sections = {"timing": dict(UNHURRIED)}
        for step in self.steps:
            if step.name != "daemon":
                continue
            option = OPTION.fullmatch(step.text)
            if option:
                section = sections.setdefault(option["section"], {})
                section[option["key"]] = option["value"]
            elif step.text == "has its defaults":
                sections.clear()
            else:
                raise ValueError(f"line {step.number} is no option: {step.text}")
        return "\n".join(
            f"[{section}]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())
            for section, keys in sections.items())

    def run(self):
        try:
            self.daemon.start()
            for step in self.steps:
                if step.name != "daemon":
                    self.play(step)
            self.expect_nothing_more()
        finally:
            for client in self.clients.values():
                client.socket.close()
            self.daemon.close()

    def play(self, step):
        match step.kind:
            case ">":
                client = self.client(step.name)
                client.socket.send_bytes(step.text.encode() + b"\n")
                if step.method == "hello":
                    client.is_greeted = True
                elif client.is_greeted and step.is_answer:
                    # Nobody answers an answer: another client's next line could be read before it.
                    client.early.extend(client.fence())
            case "<":
                self.compare(step)
            case ":":
                self.obey(step)

    def client(self, name):
        if name not in self.clients:
            shown = {step.method for step in self.steps if step.name == name and step.kind == "<"}
            self.clients[name] = Client(self.connect(self.daemon.socket), shown)
        return self.clients[name]

    def obey(self, step):
        client = self.client(step.name)
        hello = HELLO.fullmatch(step.text)
        if hello:
            wants = {"focus": True} if hello["focus"] else {}
            client.greet(step.name, (hello["roles"] or "app").split(", "), **wants)
        elif step.text == "connects":
            pass
        elif step.text == "sends no more":
            client.socket.finish()
        elif step.text == "leaves":
            self.clients.pop(step.name).socket.close()
        elif step.text == "is closed":
            message = client.receive()
            if message is not None:
                raise Mismatch(f"{self.place(step)}: received instead of the end: {message}")
            self.clients.pop(step.name).socket.close()
        else:
            raise ValueError(f"line {step.number} is none of a transcript: {step.text}")

    def compare(self, step):
        expected = step.message
        actual = self.client(step.name).receive()
        if actual is None:
            raise Mismatch(f"{self.place(step)}: {step.name} was disconnected")
        self.received.append(actual)
        if not fits(expected, actual):
            raise Mismatch(f"{self.place(step)}: {step.name} received something else:\n"
                           + difference(expected, actual))

    def expect_nothing_more(self):
        for name, client in self.clients.items():
            if not client.is_greeted:
                continue
            if more := [*client.early, *client.fence()]:
                raise Mismatch(f"{self.block}: at the end {name} received more: {more}")

    def place(self, step):
        return f"{self.block.document.name}:{step.number}"
