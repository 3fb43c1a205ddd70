# SPDX-License-Identifier: MIT
"""HTTP/2 at the web gateway, which speaks none: whatever comes, the daemon serves its pages.

`POPOVER_SEED` names the first seed (1), `POPOVER_RUNS` the number of connections (400).
"""

import contextlib
import os
import random
import socket
import unittest

from support.daemon import PATIENCE
from support.web_daemon import WebDaemon

import http2

SEED = int(os.environ.get("POPOVER_SEED", "1"))
RUNS = int(os.environ.get("POPOVER_RUNS", "400"))
# The first frame of each HTTP/2 server: settings of no stream.
SERVER_SETTINGS = b"\x04\0\0\0\0\0"
# So often among the connections, an old page and a new one are served.
PAGES_EVERY = 50
# After so many seconds without an answer it waits for more.
SILENCE = 0.05


class Frames(WebDaemon):
    def test_no_connection_of_http2_ends_the_daemon_or_is_served(self):
        self.start()
        self.listening()
        page = self.greeted()
        for seed in range(SEED, SEED + RUNS):
            writes = http2.Client(random.Random(seed)).connection()
            words = f"seed {seed}"
            try:
                answer = self.exchange(writes)
            except ConnectionRefusedError:
                self.fail(f"the daemon has ended before {words}:\n{self.daemon.told()}")
            self.assertIsNone(self.daemon.process.poll(), f"the daemon has ended: {words}")
            self.assertNotIn(b" 101 ", answer, words)
            self.assertNotIn(SERVER_SETTINGS, answer, words)
            if seed % PAGES_EVERY == 0:
                self.greeted().close()
                self.assertIn("result", page.call("draft.list", request=seed))
        self.assertNotIn("quarantine", self.daemon.told())

    def exchange(self, writes):
        """Sends everything, and reads until the gateway ends the connection, or is silent."""
        answer = b""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as peer:
            try:
                for write in writes:
                    peer.sendall(write)
                peer.settimeout(SILENCE)
                with contextlib.suppress(TimeoutError):
                    while part := peer.recv(4096):
                        answer += part
                    return answer
                peer.settimeout(PATIENCE)
                with contextlib.suppress(OSError):
                    peer.shutdown(socket.SHUT_WR)
                while part := peer.recv(4096):
                    answer += part
            except (BrokenPipeError, ConnectionResetError):
                pass
        return answer


if __name__ == "__main__":
    unittest.main()
