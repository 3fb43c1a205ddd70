# SPDX-License-Identifier: MIT
"""A client with nothing to do with plugins, run as `python3 bystander_process.py SOCKET DISPLAY`.

Twenty times a second it opens a popover on a display of its own and closes it. When its standard
input ends it reports as one line of JSON: `granted`, `refused` (a count for each reason), `lost`
(what went wrong, in words), `slowestMs` and whether the daemon `ended` the connection.
"""

import collections
import json
import os
import select
import sys
import time

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "Independent"))

from line_socket import LineSocket  # pylint: disable=wrong-import-position

PERIOD = 1 / 20


class Gone(Exception):
    """The daemon ended the connection."""


class Bystander:
    def __init__(self, path, display):
        self.connection = LineSocket(path)
        self.display = display
        self.count = 0
        self.granted = 0
        self.refused = collections.Counter()
        self.closed = collections.Counter()
        self.lost = []
        self.slowest = 0.0
        self.ended = False

    def take(self):
        """The next message of the daemon's."""
        message = self.connection.receive()
        if message is None:
            raise Gone()
        if message.get("method") == "popover.closed":
            self.closed[message["params"]["popover"]] += 1
        elif "method" in message and "id" in message:
            self.connection.send({"jsonrpc": "2.0", "id": message["id"], "result": {}})
        return message

    def ask(self, method, **params):
        """The whole answer to a request."""
        self.count += 1
        request = f"{method}-{self.count}"
        self.connection.send(
            {"jsonrpc": "2.0", "id": request, "method": method, "params": params})
        while True:
            message = self.take()
            if "method" not in message and message.get("id") == request:
                return message

    def round(self):
        began = time.monotonic()
        answer = self.ask(
            "popover.open", behavior="menu", display=self.display,
            anchor={"x": 600, "y": 380, "width": 80, "height": 40},
            size={"width": 320, "height": 200})
        self.slowest = max(self.slowest, time.monotonic() - began)
        if "error" in answer:
            data = answer["error"].get("data") or {}
            self.refused[data.get("reason") or json.dumps(answer["error"])] += 1
            return
        self.granted += 1
        popover = answer["result"]["popover"]
        answer = self.ask("popover.close", popover=popover, outcome="done")
        if "error" in answer:
            self.lost.append(f"{popover} was not closed: {answer['error']}")
            return
        while not self.closed[popover]:
            self.take()

    def live(self):
        """Round after round, until standard input ends; and once more, to see that all is well."""
        is_over = False
        while not is_over:
            began = time.monotonic()
            self.round()
            left = began + PERIOD - time.monotonic()
            is_over = bool(select.select([0], [], [], max(0, left))[0])
        self.round()

    def run(self):
        try:
            self.ask("hello", protocol=1, app="bystander")
            self.round()
            os.write(1, b"ready\n")
            self.live()
            # What came twice has come by now.
            self.ask("draft.load", key="fence")
        except (Gone, BrokenPipeError):
            self.ended = True
        except TimeoutError as error:
            self.lost.append(f"the daemon is silent: {error}")
        self.lost += [
            f"{popover} was closed {times} times"
            for popover, times in self.closed.items() if times > 1]
        return {
            "granted": self.granted, "refused": self.refused, "lost": self.lost,
            "slowestMs": round(self.slowest * 1000), "ended": self.ended}


if __name__ == "__main__":
    os.write(1, json.dumps(Bystander(*sys.argv[1:]).run()).encode() + b"\n")
