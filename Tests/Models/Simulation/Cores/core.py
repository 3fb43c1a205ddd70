#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The core of the Python package, driven by the simulator: an order in a line, its outcome in a line."""

import json
import logging
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "Clients" / "Python"))

# pylint: disable=wrong-import-position
from popoverd import core as events
from popoverd.core import ClientCore
from popoverd.errors import PopoverdError

logging.getLogger("popoverd").setLevel(logging.CRITICAL)


class Client:
    """One core; forms and requests have the numbers that the simulator gives them."""

    def __init__(self, order):
        self.core = ClientCore(order["app"], timeout=order["timeout"] / 1000)
        # By the core's numbers: the request's form, and whether it is its open.
        self.requests = {}
        self.forms = {}
        self.names = {}
        self.news = []

    def obey(self, order):
        getattr(self, order["do"])(order, order["now"] / 1000)
        news, self.news = self.news, []
        turn = {"output": "", "dial": False, "hang": False}
        while happened := self.core.take_events():
            for event in happened:
                self.note(event, turn, news)
        turn["output"] = self.core.take_output().decode("latin-1")
        due = self.core.next_timeout()
        turn["due"] = -1 if due is None else int(due * 1000 + 0.999)
        turn["news"] = news
        return turn

    def note(self, event, turn, news):
        if isinstance(event, events.Dial):
            turn["dial"] = True
        elif isinstance(event, events.HangUp):
            turn["hang"] = True
        elif isinstance(event, events.Connected):
            news.append({"is": "ready"})
        elif isinstance(event, events.Lost):
            news.append({"is": "lost"})
        elif isinstance(event, events.Answered) and event.number in self.requests:
            number, is_open = self.requests.pop(event.number)
            if event.error:
                news.append({"is": "failed", "number": number, "text": repr(event.error)})
            elif is_open:
                self.forms.setdefault(event.opened, number)
                self.names[number] = event.opened
                draft = event.result.get("draft") or {}
                news.append({"is": "granted", "number": number, "popover": event.opened.id,
                             "text": draft.get("content", ""), "revision": event.opened.revision})
            else:
                news.append({"is": "done", "number": number})
        elif isinstance(event, events.CloseAsked):
            news.append({"is": "asked", "number": self.forms.get(event.owner, 0),
                         "text": event.order.disposition})
        elif isinstance(event, events.PopoverEnded):
            news.append({"is": "closed", "number": self.forms.get(event.popover, 0),
                         "text": event.end.draft})

    def ask(self, number, method, params, now, is_open=False):
        try:
            self.requests[self.core.request(method, params, now)] = number, is_open
        except PopoverdError as error:
            self.news.append({"is": "failed", "number": number, "text": repr(error)})

    # Orders

    def start(self, _, now):
        self.core.start(now)

    def opened(self, _, now):
        self.core.opened(now)

    def ended(self, _, now):
        self.core.failed(PopoverdError("no daemon"), now)
        self.core.ended(now)

    def feed(self, order, now):
        self.core.receive(order["bytes"].encode("latin-1"), now)

    def tick(self, _, now):
        self.core.tick(now)

    def open(self, order, now):
        self.ask(order["number"], "popover.open", order["params"], now, True)

    def save(self, order, now):
        self.ask(order["number"], "draft.save", order["params"], now)

    def close(self, order, now):
        popover = self.names[order["form"]].id
        self.ask(order["number"], "popover.close",
                 {"popover": popover, "outcome": order["outcome"]}, now)

    def answer(self, order, now):
        self.core.answer_close(self.names[order["form"]], order.get("work"), now)


def main():
    clients = {}
    for line in sys.stdin:
        order = json.loads(line)
        name = order["client"]
        if order["do"] == "make":
            clients[name] = Client(order)
            turn = {}
        elif order["do"] == "drop":
            del clients[name]
            turn = {}
        else:
            turn = clients[name].obey(order)
        sys.stdout.write(json.dumps(turn) + "\n")
        sys.stdout.flush()


main()
