# SPDX-License-Identifier: MIT
"""A client of popoverd in one file that needs only Python's standard library.

`Application` is one program on the kiosk. It
1. keeps a connection to the daemon, and makes a new one when that ends,
2. calls `do_<verb>` for a line on standard input (what people do, or what a touch has hit),
   `on_<method>` for a notification and `answer_<method>` for a request of the daemon's
   (`at_once_<method>` is for a notification that no request under way may hold up),
3. prints what happens to it, one JSON object a line, for whoever has started it.

It has one thread. While it waits for an answer it still answers the daemon's own requests, so
that a popover can be asked for its work while its owner asks for another one; everything else
waits for its turn. It decides nothing that the daemon decides.
"""

import collections
import json
import os
import select
import socket
import sys
import time

PROTOCOL = 1
DISPLAY = "main"
# The longest wait that an open may ask for, for slow machines.
PATIENCE_MS = 10_000
# Seconds between attempts to reconnect.
RETRY_SECONDS = 0.02


class Refused(Exception):
    """An error response of the daemon."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.reason = (error.get("data") or {}).get("reason")


class Disconnected(Exception):
    """The connection has ended."""


def socket_path():
    """The socket of the daemon, by the rules of docs/reference/protocol.md."""
    if path := os.environ.get("POPOVERD_SOCKET"):
        return path
    if folder := os.environ.get("XDG_RUNTIME_DIR"):
        path = os.path.join(folder, "popoverd", "popoverd.sock")
        if os.path.exists(path):
            return path
    return "/run/popoverd/popoverd.sock"


def rect(x, y, width, height):
    return {"x": x, "y": y, "width": width, "height": height}


def center(area):
    """The point in its middle."""
    return area["x"] + area["width"] / 2, area["y"] + area["height"] / 2


def contains(area, x, y):
    """Whether a point lies in a rectangle, its left and upper edges included."""
    return (area["x"] <= x < area["x"] + area["width"]
            and area["y"] <= y < area["y"] + area["height"])


def now():
    """CLOCK_MONOTONIC in microseconds."""
    return time.monotonic_ns() // 1000


class Lines:
    """Splits the input of a descriptor into lines."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.rest = b""

    def read(self):
        """The lines that are complete now; None at the end."""
        chunk = os.read(self.descriptor, 65536)
        if not chunk:
            return None
        *lines, self.rest = (self.rest + chunk).split(b"\n")
        return [line.decode("utf-8") for line in lines if line]


class Application:
    """One program on the kiosk; see the top of this file."""

    app = "application"
    roles = ["app"]

    def __init__(self):
        self.commands = Lines(sys.stdin.fileno())
        self.todo = collections.deque()
        self.answers = {}
        self.last_id = 0
        self.path = None
        self.socket = None
        self.lines = None
        self.displays = {}

    # What programs say and do

    def say(self, event, words="", **facts):
        """Reports an action to the parent process, for display and checks."""
        print(json.dumps({"event": event, "words": words, **facts}), flush=True)

    def joined(self):
        """Called for each new connection; the daemon has no state of this program then."""

    def left(self):
        """Called when the connection has ended; nothing is on the screen any more."""

    def request(self, method, **params):
        """Sends a request and waits for its result."""
        self.last_id += 1
        request_id = f"{self.app}-{self.last_id}"
        self.send({"id": request_id, "method": method, "params": params})
        while request_id not in self.answers:
            self.take(self.read_socket())
        answer = self.answers.pop(request_id)
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    def notify(self, method, **params):
        """Sends a notification."""
        self.send({"method": method, "params": params})

    # The loop

    def run(self):
        """Runs until standard input ends."""
        self.reconnect()
        while True:
            try:
                if not self.todo and not self.wait():
                    return
                while self.todo:
                    self.todo.popleft()()
            except Disconnected:
                self.todo.clear()
                self.left()
                self.reconnect()

    def reconnect(self):
        self.socket = None
        while self.socket is None:
            try:
                self.join()
            except (OSError, Disconnected):
                self.socket = None
                time.sleep(RETRY_SECONDS)

    def join(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # A new connection is to the same daemon.
        path = self.path or socket_path()
        self.socket.connect(path)
        self.path = path
        self.lines = Lines(self.socket.fileno())
        welcome = self.request(
            "hello", protocol=PROTOCOL, app=self.app, roles=self.roles)
        self.displays = {each["display"]: each for each in welcome["displays"]}
        self.joined()
        self.say("joined", client=welcome["client"])

    def wait(self):
        """Waits for something to do; false when standard input has ended."""
        readable, _, _ = select.select([self.socket, sys.stdin], [], [])
        # Messages of the daemon first: they are older than people's reactions.
        if self.socket in readable:
            self.take(self.read_socket())
            return True
        lines = self.commands.read()
        if lines is None:
            return False
        for line in lines:
            verb, *words = line.split(" ")
            self.todo.append(lambda verb=verb, words=words: self.method("do", verb)(*words))
        return True

    def read_socket(self):
        try:
            lines = self.lines.read()
        except OSError as error:
            raise Disconnected from error
        if lines is None:
            raise Disconnected
        return [json.loads(line) for line in lines]

    def take(self, messages):
        for message in messages:
            if "method" not in message:
                self.answers[message.get("id")] = message
                continue
            params = message.get("params", {})
            if "id" in message:
                self.answer(message["id"], message["method"], params)
            elif handler := self.method("at_once", message["method"]):
                handler(params)
            elif handler := self.method("on", message["method"]):
                self.todo.append(lambda handler=handler, params=params: handler(params))

    def answer(self, request_id, method, params):
        """Answers a request of the daemon; the handler must not send requests itself."""
        if handler := self.method("answer", method):
            self.send({"id": request_id, "result": handler(params)})
        else:
            error = {"code": -32601, "message": f"{self.app} knows no {method}"}
            self.send({"id": request_id, "error": error})

    def answer_client_ping(self, ping):
        """Answers from the main loop: a program that hangs cannot."""
        return {}

    def send(self, message):
        line = json.dumps({"jsonrpc": "2.0", **message}) + "\n"
        try:
            self.socket.sendall(line.encode("utf-8"))
        except OSError as error:
            raise Disconnected from error

    def method(self, prefix, name):
        return getattr(self, f"{prefix}_{name.replace('.', '_').replace('-', '_')}", None)
