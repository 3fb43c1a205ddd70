# SPDX-License-Identifier: MIT
"""X servers that refuse, stop in the middle, or apply what they are told late."""

import contextlib
import os
import pathlib
import socket
import struct
import threading
import unittest

from support.daemon import PATIENCE
from support.kiosk import Kiosk
from support.x11_screen import Xvfb

# The plugin asks for the pointer's position to know what the server has applied: QueryPointer, two
# words long.
QUESTION = struct.pack("=BxH", 38, 2)


class Servers(Kiosk):
    """The plugin's server is `listener`."""

    plugin = "x11"

    def setUp(self):
        os.makedirs("/tmp/.X11-unix", 0o1777, exist_ok=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(self.listener.close)
        self.number = next(number for number in range(200, 300) if self.takes(number))
        self.listener.listen()
        self.listener.settimeout(PATIENCE)
        self.cookies = os.path.join(self.folder(), "cookies")
        self.environment = {"XAUTHORITY": self.cookies}

    def begin(self):
        self.kiosk({"display": f'":{self.number}"'})

    def takes(self, number):
        path = f"/tmp/.X11-unix/X{number}"
        try:
            self.listener.bind(path)
        except OSError:
            return False
        self.addCleanup(os.unlink, path)
        return True

    def accept(self):
        caller, _ = self.listener.accept()
        self.addCleanup(caller.close)
        caller.settimeout(PATIENCE)
        return caller


class SlowServers(Servers):
    def setUp(self):
        super().setUp()
        self.screen = Xvfb()
        self.addCleanup(self.screen.close)

    def carry(self, source, target, is_last=lambda _: False):
        """Carries bytes until there are no more, or those that are the last."""
        while data := source.recv(65536):
            if is_last(data):
                return data
            target.sendall(data)
        return b""

    def keep_carrying(self, source, target):
        def carry():
            with contextlib.suppress(OSError):
                self.carry(source, target)

        def end():
            with contextlib.suppress(OSError):
                source.shutdown(socket.SHUT_RDWR)
            carrier.join(PATIENCE)

        carrier = threading.Thread(target=carry, daemon=True)
        carrier.start()
        self.addCleanup(end)

    def test_it_serves_once_the_server_has_applied_the_shield(self):
        self.begin()
        caller = self.accept()
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.connect(f"/tmp/.X11-unix/X{self.screen.number}")
        self.keep_carrying(server, caller)
        rest = self.carry(caller, server, lambda data: QUESTION in data)
        self.assertIn(QUESTION, rest)
        self.observer.fence()
        self.assertNotIn("connected to the X server", self.daemon.told())
        server.sendall(rest)
        # It asks again if the daemon's state comes later than this answer.
        self.keep_carrying(caller, server)
        self.until_told("connected to the X server")


class NoServers(Servers):
    """Who listens is no X server."""

    def refuse(self):
        """What the next caller says to be let in, which does not suffice."""
        reason = b"No protocol specified\n\0\0"
        with self.accept() as caller:
            said = caller.recv(4096)
            caller.sendall(struct.pack(
                "=BBHHH", 0, len(reason), 11, 0, len(reason) // 4) + reason)
        return said

    def write(self, cookie):
        parts = [socket.gethostname(), f"{self.number}", "MIT-MAGIC-COOKIE-1", cookie]
        entry = struct.pack(">H", 256) + b"".join(
            struct.pack(">H", len(part)) + part.encode() for part in parts)
        pathlib.Path(f"{self.cookies}.new").write_bytes(entry)
        os.rename(f"{self.cookies}.new", self.cookies)

    def test_the_rest_of_a_message_delays_nobody(self):
        self.begin()
        caller = self.accept()
        # Success, and a body of 4 * 1000 bytes.
        caller.sendall(struct.pack("=BxHHH", 1, 11, 0, 1000))
        for _ in range(50):
            self.observer.call("draft.list")
        self.until_told(f"the X server of :{self.number} does not answer")

    def test_who_refuses_is_asked_again_also_with_a_new_cookie(self):
        self.write("yesterday's cookie")
        self.begin()
        for _ in range(2):
            self.assertIn(b"yesterday's cookie", self.refuse())
        self.until_told(f"connecting: the X server of :{self.number} does not let us in")
        self.write("today's cookie")
        while b"today's cookie" not in self.refuse():
            pass
        # The sandbox has no file that is made later: the plugin begins anew once.
        self.assertEqual(self.daemon.told().count("starting anew, with the new cookie"), 1)


if __name__ == "__main__":
    unittest.main()
