# SPDX-License-Identifier: MIT
"""The victim: `victim_process.py SOCKET`, another user's client, alone in its file because that user may
not be able to read others. The first line of standard input says how, in JSON:

    {"display": NAME, "seconds": S, "shared": false}

Every 20 ms it opens a popover, saves a draft and closes the popover. At the end it saves durably, reads
the draft again, and prints one line of JSON: `latenciesMs` of each request until its answer, `waitedMs` of
the same requests, in which its own process waited for a processor, `durableMs`, `rounds`, and `lost`, a
line for each answer, popover or draft that it lost. On a shared display others may replace its popover.
"""

import gc
import json
import os
import socket
import struct
import sys
import time

PERIOD = 0.02
# Seconds until an answer is lost.
PATIENCE = 30
KEY = "note"


class Gone(Exception):
    """The daemon ended the connection or did not answer."""


class Victim:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        # It waits in the kernel alone, so that the daemon is measured.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", PATIENCE, 0))
        self.socket.connect(path)
        self.schedule = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        self.rest = b""
        self.count = self.revision = self.rounds = 0
        self.is_shared = False
        # The popover that is open, and those that were closed, with the reason.
        self.own, self.closed = None, {}
        self.latencies, self.waited, self.lost = [], [], []

    def send(self, message):
        self.socket.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def receive(self):
        while b"\n" not in self.rest:
            try:
                data = self.socket.recv(1 << 16)
            except BlockingIOError:
                raise Gone(f"no answer in {PATIENCE} s") from None
            if not data:
                raise Gone("the daemon ended the connection")
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def heed(self, message):
        """Handles a request or a notification."""
        method, params = message["method"], message["params"]
        if method == "popover.willClose":
            self.send({"id": message["id"], "result": {}})
        elif method == "popover.closed":
            self.closed[params["popover"]] = params["reason"]
        elif method == "bye":
            self.lost.append(f"bye: {params['reason']}")

    def ask(self, method, **params):
        """The whole answer."""
        self.count += 1
        self.send({"id": self.count, "method": method, "params": params})
        while "method" in (message := self.receive()) or message["id"] != self.count:
            if "method" not in message:
                self.lost.append(f"{method}: the answer to another request: {message}")
            else:
                self.heed(message)
        return message

    def wait_for_processor(self):
        """Nanoseconds that this process has waited for a processor so far."""
        return int(os.pread(self.schedule, 96, 0).split()[1])

    def timed(self, method, **params):
        """The result; None if it is an error."""
        waited, began = self.wait_for_processor(), time.monotonic_ns()
        message = self.ask(method, **params)
        self.latencies.append((time.monotonic_ns() - began) / 1e6)
        self.waited.append((self.wait_for_processor() - waited) / 1e6)
        if "error" in message and not self.is_replaced(method):
            self.lost.append(f"{method}: {json.dumps(message['error'])}")
        return message.get("result")

    def is_replaced(self, method):
        return self.is_shared and method == "popover.close" and self.closed.get(self.own) == "replaced"

    def round(self, display):
        self.rounds += 1
        grant = self.timed(
            "popover.open", behavior="inspector", display=display, key="order",
            anchor={"x": 600, "y": 380, "width": 80, "height": 40},
            size={"width": 320, "height": 200})
        self.own = grant and grant["popover"]
        self.save()
        if self.own is not None:
            self.timed("popover.close", popover=self.own, outcome="done")
            self.check_close()

    def check_close(self):
        """Waits until the popover has closed, for the right reason."""
        while self.own not in self.closed:
            message = self.receive()
            if "method" in message:
                self.heed(message)
        reason = self.closed.pop(self.own)
        if reason != "done" and not (self.is_shared and reason == "replaced"):
            self.lost.append(f"{self.own} was closed: {reason}")

    def save(self):
        saved = self.timed("draft.save", key=KEY, content={"round": self.rounds})
        self.check_revision(saved)

    def check_revision(self, saved):
        """Every save counts one."""
        if saved is None:
            return
        if self.revision and saved["revision"] != self.revision + 1:
            self.lost.append(f"revision {self.revision} is followed by {saved['revision']}")
        self.revision = saved["revision"]

    def live(self, display, seconds):
        ends = time.monotonic() + seconds
        while (began := time.monotonic()) < ends:
            self.round(display)
            time.sleep(max(0, began + PERIOD - time.monotonic()))

    def save_durably(self):
        """Milliseconds until the disk has the last draft."""
        began = time.monotonic_ns()
        saved = self.ask("draft.save", key=KEY, content={"round": "last"}, sync=True)
        took = (time.monotonic_ns() - began) / 1e6
        if not saved.get("result", {}).get("durable"):
            self.lost.append(f"the last draft is not on the disk: {saved}")
        draft = self.ask("draft.load", key=KEY).get("result", {}).get("draft") or {}
        if draft.get("content") != {"round": "last"} or draft["revision"] != self.revision + 1:
            self.lost.append(f"the last draft is {draft}, after revision {self.revision}")
        return took

    def run(self, display, seconds, shared):
        durable = 0.0
        self.is_shared = shared
        try:
            self.ask("hello", protocol=1, app="shop")
            self.live(display, seconds)
            durable = self.save_durably()
        except (Gone, OSError) as error:
            self.lost.append(str(error))
        return {
            "latenciesMs": self.latencies, "waitedMs": self.waited, "durableMs": durable,
            "rounds": self.rounds, "lost": self.lost}


if __name__ == "__main__":
    gc.disable()
    print(json.dumps(Victim(sys.argv[1]).run(**json.loads(sys.stdin.readline()))), flush=True)
