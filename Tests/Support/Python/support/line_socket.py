# SPDX-License-Identifier: MIT
"""Bytes and lines on a Unix stream socket."""

import json
import socket
import time

from support.daemon import PATIENCE


class LineSocket:
    """A connection that sends bytes as they are given and receives whole lines."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.rest = b""

    def send_bytes(self, data):
        self.socket.sendall(data)

    def send(self, message):
        self.send_bytes(json.dumps(message).encode() + b"\n")

    def finish(self):
        """Closes the sending side."""
        self.socket.shutdown(socket.SHUT_WR)

    def receive_line(self):
        """The next line without its end; None when the daemon has closed the connection."""
        deadline = time.monotonic() + PATIENCE
        while b"\n" not in self.rest:
            if time.monotonic() > deadline:
                raise TimeoutError(f"no line in {PATIENCE} s")
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                return None
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return line

    def receive(self):
        """The next message; None when the daemon has closed the connection."""
        line = self.receive_line()
        return None if line is None else json.loads(line.decode("utf-8"))

    def response(self, request):
        """The next answer to the request with this id; skips other messages."""
        while True:
            message = self.receive()
            if message is None:
                raise AssertionError(f"closed before the answer to {request!r}")
            if "method" not in message and message.get("id") == request:
                return message

    def call(self, request, method, params):
        """Sends a request and returns its whole answer."""
        self.send({"jsonrpc": "2.0", "id": request, "method": method, "params": params})
        return self.response(request)

    def hello(self, app="outsider", roles=("app",), **wants):
        answer = self.call(
            "hello", "hello", {"protocol": 1, "app": app, "roles": list(roles), **wants})
        return answer["result"]

    def close(self):
        self.socket.close()
