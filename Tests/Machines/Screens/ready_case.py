# SPDX-License-Identifier: MIT
"""The base of tests of ready configurations: the kiosk, clients of its users, and programs that it starts."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

from support.daemon_case import BUTTON, OUTSIDE, SIZE, middle, rect
from support.other_user import as_user
from support.peer import PROGRAM, Peer, Refusal
from support.ready_kiosk import ACCOUNTS, ReadyKiosk
from support.wayland_screen import until

PRESSED = middle(BUTTON)


class UserPeer(Peer):
    """A client of another user; its program is passed as text, since the user may not read files."""

    def __init__(self, daemon, app, roles, user, greet=True):
        self.uid = ACCOUNTS[user]
        super().__init__(daemon, app, roles, greet)

    def spawn(self, place):
        return subprocess.Popen(
            [*as_user(self.uid), "/usr/bin/python3", "-S", "-E", "-c", PROGRAM.read_text(encoding="utf-8"),
             place], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/")


class Page:
    """A page's connection, with what a `Peer` has."""

    def __init__(self, socket):
        self.socket = socket
        self.call("hello", protocol=1, app="shop")

    def call(self, method, **params):
        answer = self.socket.call(method, **params)
        if "error" in answer:
            raise Refusal(answer["error"])
        return answer["result"]

    def answer(self, request, result):
        self.socket.send({"jsonrpc": "2.0", "id": request["id"], "result": result})

    def wait(self, method, **params):
        while True:
            message = self.socket.wait(method)
            if all(message["params"].get(name) == value for name, value in params.items()):
                return message


class Program:
    """A stand-in for a program that a server finds in its `path`: it notes its arguments, and becomes
    another one. It ends with its input."""

    def __init__(self, name, command):
        self.folder = tempfile.TemporaryDirectory(prefix="popover-path-")
        os.chmod(self.folder.name, 0o755)
        self.path = f"{self.folder.name}:{os.environ['PATH']}"
        self.notes = self.file("notes")
        self.notes.touch()
        self.notes.chmod(0o666)
        os.mkfifo(self.file("input"))
        self.file("input").chmod(0o666)
        self.input = os.open(self.file("input"), os.O_RDWR)
        self.file(name).write_text(
            f'#!/bin/sh\necho "$$ $*" >> {self.notes}\nexec {command} < {self.file("input")}\n',
            encoding="utf-8")
        self.file(name).chmod(0o755)

    def file(self, name):
        return pathlib.Path(self.folder.name, name)

    def started(self):
        """The process's number, and its arguments, once it has been started."""
        number, _, words = until(
            lambda: self.notes.read_text(encoding="utf-8"), "the program's start").partition(" ")
        return int(number), words.splitlines()[0]

    def close(self):
        # A program that has lost its server may go on. Servers start each in a group of its own.
        for line in self.notes.read_text(encoding="utf-8").splitlines():
            with contextlib.suppress(ProcessLookupError):
                group = os.getpgid(int(line.split()[0]))
                assert group != os.getpgid(0), line
                os.killpg(group, signal.SIGKILL)
        os.close(self.input)
        self.folder.cleanup()


class Ready(unittest.TestCase):
    """A kiosk with a ready configuration."""

    name = None
    plugins = ("idle",)
    adapted = ""

    def begin(self, **environment):
        # What a kiosk has, is made by each test.
        # pylint: disable=attribute-defined-outside-init
        self.daemon = ReadyKiosk(self.name, self.plugins, self.adapted)
        self.addCleanup(self.daemon.close)
        self.daemon.environment = {"POPOVERD_SOCKET": self.daemon.socket, **environment}
        self.assertEqual(self.daemon.check(), "")
        self.daemon.start()
        os.chmod(self.daemon.folder, 0o755)
        os.chmod(self.daemon.socket, 0o666)
        self.observer = self.peer("observer", ("observer",))
        self.observer.call("bus.subscribe", topics=["popover.*", "tap", "session.*"])

    def peer(self, app, roles=("app",), user=None):
        peer = Peer(self.daemon, app, roles) if user is None else UserPeer(self.daemon, app, roles, user)
        self.addCleanup(peer.close)
        return peer

    def display(self):
        display, = self.observer.call("status")["displays"]
        return display["width"], display["height"]

    def until_display(self, width, height):
        try:
            until(lambda: self.display() == (width, height), f"a display of {width} x {height}")
        except AssertionError as error:
            raise AssertionError(f"{error}, not {self.display()}\n{self.daemon.told()}") from None

    def with_button(self, client):
        """The client has a window with a button."""
        client.call("surface.set", surface="window", frame=rect(0, 0, *self.display()))
        client.call("source.set", source="button", surface="window", rect=BUTTON)
        return client

    def assert_opens_and_closes(self, client, tap, is_asked=True):
        """A popover opens, if `is_asked` when people have tapped its button; a tap beside it closes it."""
        def opened():
            return client.call("popover.open", behavior="task", source="button", size=SIZE)["popover"]
        if is_asked:
            with self.assertRaises(Refusal) as caught:
                opened()
            self.assertEqual(caught.exception.data["reason"], "unasked")
            self.observer.fence()
            tap(int(PRESSED["x"]), int(PRESSED["y"]))
            self.observer.event("tap")
        popover = opened()
        self.observer.event("popover.opened", popover=popover)
        self.observer.fence()
        tap(OUTSIDE["x"], OUTSIDE["y"])
        client.answer(client.wait("popover.willClose", popover=popover), {})
        self.assertEqual(client.wait("popover.closed", popover=popover)["params"]["reason"], "outside-tap")


def lines(**options):
    """Options in TOML."""
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in options.items())
