# SPDX-License-Identifier: MIT
"""Row 14: connections that never finish their handshake do not keep web pages out."""

import os
import socket
import subprocess
import sys
import time
import unittest

from support.daemon import PATIENCE
from support.other_user import as_user
from support.web_daemon import ORIGIN, WebDaemon
from support.web_socket import Refused

# A number that no user of the machine has.
STRANGER = 64102
CROWD = 300
# Seconds; unfinished handshakes time out after five or more.
BOUND = 2.0

# Keeps a crowd of connections open that never finish their handshake.
ATTACK = """
import select, socket, sys
port, crowd = int(sys.argv[1]), {}
def enter():
    peer = socket.create_connection(("127.0.0.1", port))
    try:
        peer.sendall(b"GET / HTTP/1.1\\r\\nHost: ")
    except OSError:
        pass
    crowd[peer.fileno()] = peer
for _ in range(int(sys.argv[2])):
    enter()
print("ready", flush=True)
while True:
    ended, _, _ = select.select(list(crowd.values()), [], [])
    for peer in ended:
        del crowd[peer.fileno()]
        peer.close()
        enter()
"""

# Asks for a page's connection; prints the answer's first line.
PAGE = """
import socket, sys
page = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
try:
    page.sendall("\\r\\n".join((
        "GET / HTTP/1.1", f"Host: 127.0.0.1:{sys.argv[1]}", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Protocol: popoverd.1, token.{sys.argv[3]}",
        f"Origin: {sys.argv[2]}", "", "")).encode())
    print(page.recv(4096).decode().split("\\r\\n")[0])
except OSError:
    print()
"""


class Handshakes(WebDaemon):
    def program(self, source, *arguments):
        program = subprocess.Popen(
            [*as_user(STRANGER), os.path.realpath(sys.executable), "-S", "-E", "-c", source,
             *map(str, arguments)], stdout=subprocess.PIPE, cwd="/", text=True)
        for cleanup in (program.stdout.close, program.wait, program.kill):
            self.addCleanup(cleanup)
        return program.stdout.readline().strip()

    def assert_pages_come(self):
        for _ in range(10):
            begun = time.monotonic()
            try:
                self.greeted().close()
            except (Refused, OSError, AssertionError) as error:
                self.fail(f"a page was kept out: {error!r}\n{self.daemon.told()}")
            self.assertLess(time.monotonic() - begun, BOUND, self.daemon.told())

    def test_a_crowd_of_another_user_is_turned_away(self):
        self.start()
        self.listening()
        self.assertEqual(self.program(ATTACK, self.port, CROWD), "ready")
        self.assert_pages_come()
        self.until(lambda: "reason=user" in self.daemon.told(), "the refusals in the log")

    def test_the_oldest_unfinished_handshake_gives_way(self):
        self.start()
        self.listening()
        crowd = [socket.create_connection(("127.0.0.1", self.port), PATIENCE) for _ in range(CROWD)]
        for one in crowd:
            self.addCleanup(one.close)
        self.assert_pages_come()

    def test_the_browser_of_another_user_needs_the_configuration(self):
        self.start()
        self.listening()
        self.assertEqual(self.program(PAGE, self.port, ORIGIN, self.token()), "")
        self.daemon.kill()
        self.start(users=[str(STRANGER)])
        self.listening()
        self.assertEqual(
            self.program(PAGE, self.port, ORIGIN, self.token()),
            "HTTP/1.1 101 Switching Protocols")


if __name__ == "__main__":
    unittest.main()
