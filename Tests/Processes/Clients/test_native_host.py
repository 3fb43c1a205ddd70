# SPDX-License-Identifier: MIT
"""The native messaging host between a scripted browser and the daemon: messages and lines of every size and in
pieces, a side that does not read, and the end of either side."""

import json
import os
import select
import socket
import struct
import subprocess
import tempfile
import tomllib
import unittest

from support import ROOT
from support.daemon import PATIENCE, binary
from support.daemon_case import DaemonCase

with open(ROOT / "protocol" / "limits.toml", "rb") as limits:
    LONGEST = tomllib.load(limits)["limits"]["message"]["default"]
# What browsers take at most.
LONGEST_MESSAGE = 1024 * 1024
ENDED, INVALID, UNAVAILABLE = 0, 65, 69


def framed(text):
    data = text.encode()
    return struct.pack("=I", len(data)) + data


def request(number, method="draft.list", **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def padded(number, length):
    """A request of exactly this many bytes."""
    text = request(number, padding="")
    return text.replace('""', f'"{"x" * (length - len(text))}"')


class Browser:
    """Starts the host, as browsers do, and has its pipes."""

    def __init__(self, **environment):
        # pylint: disable=consider-using-with
        self.process = subprocess.Popen(
            [binary("popover-native-host"), "chrome-extension://popoverd/"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, env=environment)

    def write(self, data):
        self.process.stdin.write(data)

    def send(self, text):
        self.write(framed(text))

    def read(self, count):
        data = b""
        while len(data) < count:
            if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
                raise AssertionError(f"{count} bytes did not come, only {data[:200]}")
            more = self.process.stdout.read(count - len(data))
            if not more:
                raise AssertionError(f"the host has ended: {self.end()}")
            data += more
        return data

    def receive(self):
        """The next message."""
        [length] = struct.unpack("=I", self.read(4))
        return json.loads(self.read(length))

    def greet(self):
        self.send(request("hello", "hello", protocol=1, app="page"))
        return self.receive()["result"]

    def end(self):
        """Waits for its end: the status, and its standard error."""
        # Not before its end: that closes its standard input.
        self.process.wait(PATIENCE)
        _, told = self.process.communicate()
        return self.process.returncode, told.decode()

    def close(self):
        self.process.kill()
        self.process.communicate()


class WithDaemon(DaemonCase):
    def setUp(self):
        super().setUp()
        self.browser = Browser(POPOVERD_SOCKET=self.daemon.socket)
        self.addCleanup(self.browser.close)
        self.welcome = self.browser.greet()

    def assert_answered(self, number):
        self.assertEqual(self.browser.receive(), {"jsonrpc": "2.0", "id": number, "result": {"drafts": []}})

    def test_it_is_a_client_by_itself(self):
        [client] = [one for one in self.peer("observer", ("observer",)).call("status")["clients"]
                    if one["client"] == self.welcome["client"]]
        self.assertEqual((client["app"], client["pid"]), ("page", self.browser.process.pid))

    def test_messages_come_in_pieces_or_together(self):
        for byte in framed(request(1)):
            self.browser.write(bytes([byte]))
        self.assert_answered(1)
        self.browser.write(framed(request(2)) + framed(request(3)) + framed(request(4))[:7])
        self.assert_answered(2)
        self.assert_answered(3)
        self.browser.write(framed(request(4))[7:])
        self.assert_answered(4)

    def test_the_longest_line_passes_and_a_longer_one_is_refused(self):
        self.browser.send(padded(1, LONGEST))
        self.assert_answered(1)
        for length in (LONGEST + 1, 3 * LONGEST):
            self.browser.send(padded(2, length))
            answer = self.browser.receive()
            self.assertEqual((answer["id"], answer["error"]["code"]), (None, 4))
            self.assertEqual(answer["error"]["data"], {"limit": "message", "value": LONGEST})
        self.browser.send(request(3))
        self.assert_answered(3)
        counters = self.peer("observer", ("observer",)).call("status")["counters"]
        self.assertEqual(counters["linesTooLong"], 0)

    def test_a_refusal_comes_before_the_rest_of_its_message(self):
        self.browser.write(framed(padded(1, LONGEST + 1))[:4])
        self.assertEqual(self.browser.receive()["error"]["code"], 4)

    def test_a_line_feed_in_a_message_ends_it(self):
        self.browser.send(request(1) + "\n" + request(2, "session.end"))
        status, told = self.browser.end()
        self.assertEqual(status, INVALID)
        self.assertEqual(told, "popover-native-host: a message of the browser has a line feed\n")

    def test_it_ends_with_the_browser_after_its_last_message(self):
        observer = self.watch("client.left", "draft.saved")
        self.browser.send(request(1, "draft.save", key="order", content="typed"))
        self.browser.process.stdin.close()
        self.browser.process.stdin = None
        observer.wait("event", topic="draft.saved")
        observer.wait("event", topic="client.left")
        self.assertEqual(self.browser.end()[0], ENDED)

    def test_a_browser_that_ends_within_a_message_is_an_error(self):
        self.browser.write(framed(request(1))[:-1])
        self.browser.process.stdin.close()
        self.browser.process.stdin = None
        self.assertEqual(
            self.browser.end(), (INVALID, "popover-native-host: the browser ended within a message\n"))

    def test_it_ends_with_the_daemon_after_its_last_line(self):
        self.daemon.terminate()
        bye = self.browser.receive()
        self.assertEqual((bye["method"], bye["params"]["reason"]), ("bye", "shutdown"))
        self.assertEqual(self.browser.end()[0], ENDED)

    def test_it_ends_when_the_daemon_is_killed(self):
        self.daemon.kill()
        self.assertEqual(self.browser.end()[0], ENDED)


class FakeDaemon(unittest.TestCase):
    environment = {}

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="popoverd-")
        self.addCleanup(folder.cleanup)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(listener.close)
        path = os.path.join(folder.name, "s")
        listener.bind(path)
        listener.listen()
        listener.settimeout(PATIENCE)
        self.browser = Browser(POPOVERD_SOCKET=path, **self.environment)
        self.addCleanup(self.browser.close)
        self.daemon, _ = listener.accept()
        self.addCleanup(self.daemon.close)
        self.daemon.settimeout(PATIENCE)


class Sides(FakeDaemon):
    """A side that does not read keeps nothing from the other."""

    @staticmethod
    def fill(descriptor, data):
        """Writes again and again, until nothing has been taken for a while; returns how many bytes were taken."""
        os.set_blocking(descriptor, False)
        taken = 0
        while select.select([], [descriptor], [], 0.5)[1]:
            taken += os.write(descriptor, data[taken % len(data):])
        os.set_blocking(descriptor, True)
        return taken

    def test_a_browser_that_does_not_read_is_still_heard(self):
        line = b'{"line":"%s"}\n' % (b"x" * 1000)
        taken = self.fill(self.daemon.fileno(), line)
        # More than the pipe and the socket hold: the host has begun to wait.
        self.assertGreater(taken, 65536)
        self.browser.send(request(1))
        self.assertEqual(self.daemon.recv(65536), request(1).encode() + b"\n")
        for _ in range(taken // len(line)):
            self.assertEqual(self.browser.receive(), json.loads(line))

    def test_a_daemon_that_does_not_read_is_still_heard(self):
        message = framed(json.dumps({"message": "x" * 1000}))
        taken = self.fill(self.browser.process.stdin.fileno(), message)
        self.assertGreater(taken, 65536)
        self.daemon.sendall(b'{"line":1}\n')
        self.assertEqual(self.browser.receive(), {"line": 1})
        for _ in range(taken // len(message)):
            self.assertEqual(self.line(), message[4:])

    rest = b""

    def line(self):
        while b"\n" not in self.rest:
            self.rest += self.daemon.recv(65536)
        line, self.rest = self.rest.split(b"\n", 1)
        return line

    def test_lines_come_in_pieces_or_together_and_empty_ones_are_skipped(self):
        for piece in (b'{"line"', b":1}\n\n\n", b'{"line":2}\n{"line":3}\n{', b'"line":4}\n'):
            self.daemon.sendall(piece)
        self.assertEqual([self.browser.receive()["line"] for _ in range(4)], [1, 2, 3, 4])

    def test_a_line_that_a_browser_does_not_take_ends_it(self):
        longest = json.dumps("x" * (LONGEST_MESSAGE - 2))
        self.daemon.sendall(longest.encode() + b"\n")
        self.assertEqual(self.browser.receive(), json.loads(longest))
        try:
            self.daemon.sendall(longest.encode() + b" ")
        except BrokenPipeError:
            pass
        self.assertEqual(
            self.browser.end(),
            (INVALID, "popover-native-host: a line of the daemon is too long for a browser\n"))


class InRegion(FakeDaemon):
    environment = {"POPOVERD_WINDOW_ORIGIN": "-12.5,740"}

    def test_it_first_says_where_the_window_is(self):
        self.daemon.sendall(b'{"line":1}\n')
        self.assertEqual(
            self.browser.receive(),
            {"jsonrpc": "2.0", "method": "host.windowOrigin", "params": {"x": -12.5, "y": 740}})
        self.assertEqual(self.browser.receive(), {"line": 1})


class Nowhere(FakeDaemon):
    environment = {"POPOVERD_WINDOW_ORIGIN": "0,inf"}

    def test_a_place_that_is_none_is_not_told(self):
        self.daemon.sendall(b'{"line":1}\n')
        self.assertEqual(self.browser.receive(), {"line": 1})


class Places(unittest.TestCase):
    """Where it looks for the daemon."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="popoverd-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def told(self, **environment):
        browser = Browser(**environment)
        self.addCleanup(browser.close)
        status, told = browser.end()
        self.assertEqual(status, UNAVAILABLE)
        return told

    def test_a_named_socket_is_the_only_one(self):
        self.assertEqual(
            self.told(POPOVERD_SOCKET="/no/s", XDG_RUNTIME_DIR=self.folder),
            'popover-native-host: cannot connect to "/no/s": No such file or directory (start popoverd, or set '
            "POPOVERD_SOCKET)\n")

    def test_a_stale_socket_of_the_session_is_not_passed_over(self):
        path = os.path.join(self.folder, "popoverd", "popoverd.sock")
        os.mkdir(os.path.dirname(path))
        with socket.socket(socket.AF_UNIX) as stale:
            stale.bind(path)
        self.assertIn(f'cannot connect to "{path}": Connection refused', self.told(XDG_RUNTIME_DIR=self.folder))

    def test_a_path_that_is_too_long_is_named(self):
        self.assertIn("too long", self.told(POPOVERD_SOCKET=f"/{'x' * 200}"))


if __name__ == "__main__":
    unittest.main()
