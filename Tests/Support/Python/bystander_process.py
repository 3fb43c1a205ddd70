# SPDX-License-Identifier: MIT
"""A client that has nothing to do with whatever goes on beside it.

It is run as `python3 bystander_process.py SOCKET DISPLAY [ROUNDS]`. Twenty times a second it opens
a popover on a display of its own and closes it. When its standard input has ended, and so many
rounds are over, it reports as one line of JSON: `granted`, `refused` (a count for each reason),
`lost` (what went wrong, in words), `latenciesMs` (of each open and each close, from the request to
its answer), `byes` (their reasons) and whether the daemon `ended` the connection.
"""

import collections
import gc
import json
import os
import select
import socket
import struct
import sys
import time

from support.daemon import PATIENCE
from support.line_socket import LineSocket

PERIOD = 1 / 20


class Gone(Exception):
    """The daemon ended the connection."""


class Bystander:
    def __init__(self, path, display, rounds="0"):
        self.connection = LineSocket(path)
        # It waits in the kernel, and nowhere else: what is measured is the daemon.
        self.connection.socket.settimeout(None)
        self.connection.socket.setsockopt(
            socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", int(PATIENCE), 0))
        self.display = display
        self.rounds_left = int(rounds)
        self.count = 0
        self.granted = 0
        self.refused = collections.Counter()
        self.closed = collections.Counter()
        self.lost = []
        self.latencies = []
        self.byes = []
        self.ended = False

    def take(self):
        """The next message of the daemon's."""
        try:
            message = self.connection.receive()
        except BlockingIOError:
            raise TimeoutError(f"nothing came in {PATIENCE} s") from None
        if message is None:
            raise Gone()
        if message.get("method") == "popover.closed":
            self.closed[message["params"]["popover"]] += 1
        elif message.get("method") == "bye":
            self.byes.append(message["params"]["reason"])
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
            if "method" in message:
                continue
            if message.get("id") == request:
                return message
            self.lost.append(f"an answer to {message.get('id')} came instead of {request}")

    def timed(self, method, **params):
        """The answer to a request that counts."""
        began = time.monotonic_ns()
        answer = self.ask(method, **params)
        self.latencies.append((time.monotonic_ns() - began) / 1e6)
        return answer

    def round(self):
        self.rounds_left -= 1
        answer = self.timed(
            "popover.open", behavior="menu", display=self.display,
            anchor={"x": 600, "y": 380, "width": 80, "height": 40},
            size={"width": 320, "height": 200})
        if "error" in answer:
            data = answer["error"].get("data") or {}
            self.refused[data.get("reason") or json.dumps(answer["error"])] += 1
            return
        self.granted += 1
        popover = answer["result"]["popover"]
        answer = self.timed("popover.close", popover=popover, outcome="done")
        if "error" in answer:
            self.lost.append(f"{popover} was not closed: {answer['error']}")
            return
        while not self.closed[popover]:
            self.take()

    def live(self):
        """Round after round, until standard input ends; and once more, to see that all is well."""
        is_told = False
        while not is_told or self.rounds_left > 0:
            began = time.monotonic()
            self.round()
            left = max(0, began + PERIOD - time.monotonic())
            if is_told:
                time.sleep(left)
            else:
                is_told = bool(select.select([0], [], [], left)[0])
        self.round()

    def run(self):
        try:
            self.ask("hello", protocol=1, app="bystander")
            self.round()
            os.write(1, b"ready\n")
            self.live()
            # What came twice has come by now.
            self.ask("draft.load", key="fence")
        except (Gone, BrokenPipeError, ConnectionResetError):
            self.ended = True
        except TimeoutError as error:
            self.lost.append(f"the daemon is silent: {error}")
        self.lost += [
            f"{popover} was closed {times} times"
            for popover, times in self.closed.items() if times > 1]
        return {
            "granted": self.granted, "refused": self.refused, "lost": self.lost,
            "latenciesMs": [round(each, 3) for each in self.latencies], "byes": self.byes,
            "ended": self.ended}


if __name__ == "__main__":
    gc.disable()
    report = Bystander(*sys.argv[1:]).run()
    # More than a pipe holds at once: a buffered file writes all of it.
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()
