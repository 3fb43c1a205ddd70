# SPDX-License-Identifier: MIT
"""A client that runs in a process of its own."""

import json
import os
import select
import subprocess
import sys
import time

from support import SUPPORT
from support.daemon import PATIENCE, Daemon

PROGRAM = SUPPORT / "peer_process.py"


class Refusal(Exception):
    """The daemon answered with an error."""

    def __init__(self, error):
        super().__init__(json.dumps(error))
        self.code = error["code"]
        self.message = error["message"]
        self.data = error.get("data")


class Peer:
    """A client; received messages stay in `inbox` until a test takes them."""

    def __init__(self, daemon, app="shop", roles=("app",), greet=True):
        self.daemon = daemon
        self.app = app
        self.process = self.spawn(daemon.socket)
        self.transcript = []
        self.inbox = []
        self.rest = b""
        self.count = 0
        self.closed = False
        self.welcome = None
        if greet:
            self.welcome = self.call("hello", protocol=1, app=app, roles=list(roles))
            self.id = self.welcome["client"]

    def spawn(self, place):
        """Starts the process that connects."""
        return subprocess.Popen(
            [sys.executable, "-S", "-E", str(PROGRAM), place],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    # Sending

    def write(self, line):
        self.transcript.append(f"> {line}")
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def start(self, method, **params):
        """Sends a request and returns its id, to be given to `result`."""
        self.count += 1
        request = f"{self.app}-{self.count}"
        self.write(json.dumps(
            {"jsonrpc": "2.0", "id": request, "method": method, "params": params}))
        return request

    def notify(self, method, **params):
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def call(self, method, **params):
        """The result of a request; raises `Refusal` for an error."""
        return self.result(self.start(method, **params))

    def answer(self, request, result):
        """Answers a request of the daemon."""
        self.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}))

    def answer_error(self, request, code=1, message="no"):
        error = {"code": code, "message": message}
        self.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error}))

    def always_answer(self, method, result):
        """From now on the process itself answers these requests of the daemon."""
        self.write(f"!answer {method} {json.dumps(result)}")
        self.fence()

    def finish(self):
        self.write("!finish")

    # Receiving

    def read(self, deadline):
        """Reads one message into the inbox; False at the connection's end."""
        while b"\n" not in self.rest:
            left = deadline - time.monotonic()
            if left <= 0:
                raise AssertionError("timed out; so far:\n" + "\n".join(self.transcript))
            readable, _, _ = select.select([self.process.stdout], [], [], left)
            if readable:
                data = os.read(self.process.stdout.fileno(), 65536)
                if not data:
                    self.closed = True
                    return False
                self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        self.transcript.append(f"< {line.decode()}")
        self.inbox.append(json.loads(line))
        return True

    def take(self, matches):
        """Removes the first matching message from the inbox; waits until there is one."""
        deadline = time.monotonic() + PATIENCE
        seen = 0
        while True:
            for index in range(seen, len(self.inbox)):
                if matches(self.inbox[index]):
                    return self.inbox.pop(index)
            seen = len(self.inbox)
            if self.closed or not self.read(deadline):
                raise AssertionError("the connection ended:\n" + "\n".join(self.transcript))

    def response(self, request):
        return self.take(lambda message: "method" not in message and message["id"] == request)

    def result(self, request):
        message = self.response(request)
        if "error" in message:
            raise Refusal(message["error"])
        return message["result"]

    def wait(self, method, **params):
        """The next notification or request of this method with these params."""
        return self.take(
            lambda message: message.get("method") == method
            and all(message["params"].get(name) == value for name, value in params.items()))

    def event(self, topic, **data):
        """The next event of this topic with these data."""
        return self.take(
            lambda message: message.get("method") == "event"
            and message["params"]["topic"] == topic
            and all(message["params"]["data"].get(name) == value
                    for name, value in data.items()))["params"]

    def fence(self):
        """Waits until everything that the daemon has sent so far is in the inbox, and on the screen."""
        self.call("draft.load", key="fence")
        if isinstance(self.daemon, Daemon):
            self.daemon.rest()

    def has(self, method, **params):
        """Whether such a message is among those sent so far."""
        self.fence()
        return any(
            message.get("method") == method
            and all(message["params"].get(name) == value for name, value in params.items())
            for message in self.inbox)

    def is_answered(self, request):
        self.fence()
        return any(
            "method" not in message and message["id"] == request for message in self.inbox)

    def wait_for_end(self):
        """Reads until the daemon has closed the connection."""
        deadline = time.monotonic() + PATIENCE
        while not self.closed:
            self.read(deadline)

    # The end

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()
