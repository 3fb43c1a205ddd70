# SPDX-License-Identifier: MIT
"""A daemon on paper: what the core of the Python package says is read, and its clock is set."""

import json
import logging
import sys
import unittest

from story import ROOT

sys.path.insert(0, str(ROOT / "Clients" / "Python"))

# pylint: disable=wrong-import-position
from popoverd.core import ClientCore, CloseAsked

GRANT = {
    "popover": "p1", "presentation": "popover", "side": "bottom", "arrow": {"x": 640, "y": 120},
    "frame": {"x": 480, "y": 132, "width": 320, "height": 240}, "scrolls": False, "animate": False,
    "durationMs": 0, "appearance": {}, "advice": []}
OPEN = {"behavior": "inspector", "size": {"width": 320, "height": 240}, "key": "order-7"}
ALERT = {"title": "Paper", "severity": "info", "buttons": []}
LIMITS = {"closeMs": 250, "waitMs": 1000}


def line(message):
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


def welcome(started=1):
    return {"protocol": 1, "server": "popoverd", "client": "c1", "displays": [], "limits": LIMITS,
            "appearance": {}, "started": started}


def will_close(request="r1", disposition="save"):
    return {"id": request, "method": "popover.willClose", "params": {
        "popover": "p1", "reason": "outside-tap", "disposition": disposition, "deadlineMs": 250}}


def closed(draft="none"):
    return {"method": "popover.closed", "params": {
        "popover": "p1", "reason": "outside-tap", "draft": draft, "returnFocus": False}}


class CoreCase(unittest.TestCase):
    """What is refused or dropped on purpose is nobody's news."""

    def setUp(self):
        logger = logging.getLogger("popoverd")
        self.addCleanup(logger.setLevel, logger.level)
        logger.setLevel(logging.CRITICAL)


class Script:
    """A core, and the words of its daemon."""

    def __init__(self, **details):
        self.core = ClientCore("shop", **details)
        self.now = 1000.0
        self.seen = []
        self.core.start(self.now)
        self.events()

    def events(self):
        """The names of what the core tells, and keeps it in `seen`."""
        new = self.core.take_events()
        self.seen += new
        return [type(event).__name__ for event in new]

    def last(self, kind):
        self.events()
        return [event for event in self.seen if isinstance(event, kind)][-1]

    def sent(self):
        return [json.loads(each) for each in self.core.take_output().splitlines()]

    def methods(self):
        return [message.get("method") for message in self.sent()]

    def say(self, *messages):
        self.core.receive(b"".join(map(line, messages)), self.now)

    def result(self, number, result):
        self.say({"id": number, "result": result})

    def refuse(self, number, code=1, **data):
        self.say({"id": number, "error": {"code": code, "message": "no", "data": data}})

    def wait(self, seconds):
        self.now += seconds
        self.core.tick(self.now)

    def wait_for_timeout(self):
        """Until the core has something to do; returns the seconds that this took."""
        due = self.core.next_timeout()
        seconds, self.now = due - self.now, due
        self.core.tick(self.now)
        return seconds

    def greet(self, started=1):
        """From a dial to the answer to hello."""
        self.core.opened(self.now)
        hello, = self.sent()
        self.result(hello["id"], welcome(started))

    def connect(self, started=1):
        """From a dial to the time at which the daemon knows everything; returns what is sent."""
        self.greet(started)
        restored = []
        while (requests := [each for each in self.sent() if "id" in each]) and (
                not self.core.is_ready):
            restored += requests
            for request in requests:
                self.result(request["id"], self.answer(request))
        return restored + requests

    @staticmethod
    def answer(request):
        return {"draft.save": {"revision": 1, "durable": True},
                "bus.subscribe": {"sequence": 1000, "snapshot": {}}}.get(request["method"], {})

    def request(self, method, **params):
        number = self.core.request(method, params, self.now)
        self.sent()
        return number

    def open(self, **draft):
        """Opens a popover; returns what the core has of it."""
        number = self.core.request("popover.open", OPEN, self.now)
        self.sent()
        self.result(number, {**GRANT, **draft})
        self.events()
        return self.seen[-1].opened

    def asked(self):
        return self.last(CloseAsked)

    def lose(self):
        self.core.ended(self.now)

    def reconnect(self, started=1):
        self.wait_for_dial()
        return self.connect(started)

    def wait_for_dial(self):
        while "Dial" not in self.events():
            self.wait_for_timeout()


class ConnectedCase(CoreCase):
    """A core that is connected."""

    def setUp(self):
        super().setUp()
        self.script = Script()
        self.core = self.script.core
        self.script.connect()
        self.script.events()

    def saved(self, requests):
        return [each["params"] for each in requests if each["method"] == "draft.save"]
