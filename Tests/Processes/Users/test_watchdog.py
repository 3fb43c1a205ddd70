# SPDX-License-Identifier: MIT
"""What the daemon tells a service manager that wants to hear that it is well."""

import os
import signal
import socket
import unittest

from support.daemon import PATIENCE, Daemon
from support.peer import Peer

# Milliseconds; half of it passes between two words.
PERIOD = 400


class Watchdog(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)
        path = os.path.join(self.daemon.folder, "notify")
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(self.manager.close)
        self.manager.bind(path)
        self.manager.settimeout(PATIENCE)
        self.daemon.environment = {"NOTIFY_SOCKET": path}

    def start(self, **environment):
        self.daemon.environment.update(environment)
        self.daemon.start()

    def heard(self):
        return self.manager.recv(4096).decode()

    def silent(self, seconds):
        """Whether nothing comes for a while."""
        self.manager.settimeout(seconds)
        try:
            self.manager.recv(4096)
        except TimeoutError:
            return True
        finally:
            self.manager.settimeout(PATIENCE)
        return False

    def test_a_daemon_that_is_well_says_so_and_nobody_else_hears_of_it(self):
        self.start(WATCHDOG_USEC=str(PERIOD * 1000))
        self.assertTrue(self.heard().startswith("READY=1\n"))
        observer = Peer(self.daemon, "observer")
        self.addCleanup(observer.close)
        told = [self.heard() for _ in range(4)]
        self.assertEqual(told, ["WATCHDOG=1"] * 4)
        # It connects to itself each time; that is no client.
        self.assertEqual(len(observer.call("status")["clients"]), 1)
        self.daemon.terminate()
        while not (told := self.heard()).startswith("STOPPING=1"):
            self.assertEqual(told, "WATCHDOG=1")
        self.assertEqual(self.daemon.wait(), 0)

    def test_a_daemon_whose_loop_stands_says_nothing(self):
        self.start(WATCHDOG_USEC=str(PERIOD * 1000))
        self.heard()
        self.daemon.process.send_signal(signal.SIGSTOP)
        self.manager.setblocking(False)
        try:
            while True:
                self.manager.recv(4096)
        except BlockingIOError:
            pass
        self.assertTrue(self.silent(3 * PERIOD / 1000))
        self.daemon.process.send_signal(signal.SIGCONT)
        self.assertEqual(self.heard(), "WATCHDOG=1")

    def test_without_its_wish_a_service_manager_hears_nothing(self):
        # That of another process is not meant for this one.
        self.start(WATCHDOG_USEC="1000", WATCHDOG_PID="1")
        self.assertTrue(self.heard().startswith("READY=1\n"))
        self.assertTrue(self.silent(0.5))


if __name__ == "__main__":
    unittest.main()
