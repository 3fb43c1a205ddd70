# SPDX-License-Identifier: MIT
"""A client of popoverd for programs with a main loop of any kind; nothing but the standard library.

`Client` has one descriptor for all its life: watch it, and call `read()` when it can be read.
Nothing that a main loop calls here waits. What popovers need beside it is in `surface.py`.
"""

import collections
import contextlib
import json
import os
import select
import socket
import sys
import threading
import time

PAUSE, LONGEST_PAUSE = 0.25, 30.0


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


def frame_option(default):
    """The rectangle of `--frame X,Y,WxH`: where the program's window is on the display."""
    words = sys.argv[1:]
    told = words[words.index("--frame") + 1] if "--frame" in words else default
    return rect(*map(int, told.replace("x", ",").split(",")))


class Client:
    """A connection that is made again whenever it ends."""

    def __init__(self, app, roles=("app",), path=None):
        self.app, self.roles, self.path = app, list(roles), path
        # The main loop answers: one that hangs has its popover taken off the screen.
        self.handlers = {"client.ping": lambda _: {}}
        # Called with the daemon's welcome on each new connection, and when one has ended.
        self.joined = self.left = lambda *_: None
        self.is_ready = self.is_over = False
        self.waiting = {}
        self.number = 0
        self.socket, self.rest = None, b""
        # Unix sockets can make those wait who connect: a thread does that, and leaves them here.
        self.connected = collections.deque()
        self.bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self.poll = select.epoll()
        self.poll.register(self.bell, select.EPOLLIN)
        self.descriptor = self.poll.fileno()
        self.pause = PAUSE
        self.reconnect(0)

    def say(self, words):
        """One line on standard output for whoever has started this program: no people's work."""
        print(f"{self.app}: {words}", flush=True)

    def on(self, method, handler):
        """`handler(params)` for a notification; for a request its result is the answer, or a function
        that gets a function to be called with the answer later."""
        self.handlers[method] = handler

    def request(self, method, answered=None, refused=None, **params):
        """Calls `answered(result)` or `refused(error)` later; without a daemon, the latter now."""
        if not self.is_ready and method != "hello":
            return refused and refused({"message": "the daemon cannot be reached", "code": 0})
        self.number += 1
        self.waiting[self.number] = (answered, refused)
        return self.send({"id": self.number, "method": method, "params": params})

    def read(self):
        """To be called when the descriptor can be read."""
        for descriptor, _ in self.poll.poll(0):
            if descriptor == self.bell:
                os.eventfd_read(self.bell)
                self.greet(self.connected.popleft())
            elif self.socket and descriptor == self.socket.fileno():
                self.receive()

    def close(self):
        """Leaves for good."""
        self.is_over = True
        self.reconnect = self.left = lambda *_: None
        self.lose()
        self.poll.close()
        os.close(self.bell)

    def reconnect(self, pause):
        # The thread's own: this client may have left by then, and its number be another's.
        bell = os.dup(self.bell)
        threading.Thread(target=self.connect, args=(pause, bell), daemon=True).start()

    def connect(self, pause, bell):
        while not self.is_over:
            time.sleep(pause)
            stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            # A new connection is to the same daemon.
            path = self.path or socket_path()
            try:
                stream.connect(path)
            except OSError:
                stream.close()
                pause = min(max(PAUSE, 2 * pause), LONGEST_PAUSE)
                continue
            self.path = path
            self.connected.append(stream)
            os.eventfd_write(bell, 1)
            break
        os.close(bell)

    def greet(self, stream):
        self.socket, self.rest = stream, b""
        self.poll.register(stream, select.EPOLLIN)
        self.request("hello", self.welcome, None, protocol=1, app=self.app, roles=self.roles)

    def welcome(self, result):
        self.is_ready = True
        self.pause = PAUSE
        self.joined(result)

    def lose(self):
        if not self.socket:
            return
        self.poll.unregister(self.socket)
        self.socket.close()
        self.socket, self.is_ready = None, False
        waiting, self.waiting = self.waiting, {}
        for _, refused in waiting.values():
            if refused:
                refused({"message": "the connection has ended", "code": 0})
        self.left()
        self.reconnect(self.pause)
        self.pause = min(2 * self.pause, LONGEST_PAUSE)

    def send(self, message):
        line = json.dumps({"jsonrpc": "2.0", **message}) + "\n"
        try:
            self.socket.sendall(line.encode())
        except OSError:
            # Its end is seen when it is read, at once.
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)

    def receive(self):
        try:
            data = self.socket.recv(65536, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            return self.lose()
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in filter(None, lines):
            self.take(json.loads(line))

    def take(self, message):
        method, params = message.get("method"), message.get("params", {})
        if method is None:
            answered, refused = self.waiting.pop(message.get("id"), (None, None))
            outcome, told = (refused, "error") if "error" in message else (answered, "result")
            return outcome and outcome(message[told])
        if method == "bye":
            self.pause = max(self.pause, params["retryAfterMs"] / 1000)
        handler = self.handlers.get(method)
        result = handler(params) if handler else None
        if "id" not in message:
            return None
        if not handler:
            unknown = {"code": -32601, "message": "no such method"}
            return self.send({"id": message["id"], "error": unknown})
        stream = self.socket

        def answer(result):
            if self.socket is stream:
                self.send({"id": message["id"], "result": result})
        return result(answer) if callable(result) else answer(result)
