# SPDX-License-Identifier: MIT
"""Row 18: waits do not follow a clock that people set, and threads leave signals to the daemon."""

import ctypes
import os
import pathlib
import platform
import signal
import socket
import struct
import subprocess
import tempfile
import time
import unittest

from support import ROOT
from support.daemon import PATIENCE

PLUGINS = ROOT / "Sources" / "PopoverPlugins"
MOSQUITTO = PLUGINS / "Bridges" / "MQTT" / "CMosquitto"
EVDEV = PLUGINS / "Screens" / "Evdev" / "CEvdev"
HERE = pathlib.Path(__file__).parent
# The number of the system call, as /proc writes it.
CLOSE = {"x86_64": "3", "aarch64": "57"}[platform.machine()]


class Threads(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="popover-threads-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def compile(self, name, *words):
        path = os.path.join(self.folder, name)
        subprocess.run(
            [os.environ.get("CC", "cc"), "-std=gnu11", "-D_GNU_SOURCE", "-O1", *map(str, words),
             "-o", path], check=True, stdin=subprocess.DEVNULL)
        return path

    def test_a_link_stops_in_time_although_the_clock_is_set_back(self):
        program = self.compile(
            "stop", f"-I{MOSQUITTO / 'include'}", HERE / "row_18_stop.c",
            *sorted(MOSQUITTO.glob("*.c")), "-lmosquitto", "-lsqlite3", "-lpthread")
        with subprocess.Popen(
                [program, self.folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                text=True) as link:
            self.addCleanup(link.kill)
            self.assertEqual(link.stdout.readline(), "hanging\n")
            try:
                told, _ = link.communicate("\n", timeout=5)
            except subprocess.TimeoutExpired:
                link.kill()
                self.fail("the link waits for the time before the clock was set")
        self.assertIn(int(told), range(200, 2000))

    def test_the_thread_that_closes_an_input_device_blocks_signals(self):
        library = ctypes.CDLL(self.compile(
            "evdev.so", "-shared", "-fPIC", f"-I{EVDEV / 'include'}", EVDEV / "device.c"))
        descriptor, peer = self.slow_to_close()
        before = set(os.listdir("/proc/self/task"))
        library.evdev_close(descriptor)
        (thread,) = self.until(lambda: set(os.listdir("/proc/self/task")) - before)
        # While a thread starts and ends, the C library blocks signals.
        self.until(lambda: self.read(thread, "syscall").split()[0] == CLOSE)
        blocked = next(
            line for line in self.read(thread, "status").splitlines() if line.startswith("SigBlk:"))
        mask = int(blocked.split()[1], 16)
        peer.close()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD, signal.SIGUSR1):
            self.assertTrue(mask >> (number - 1) & 1, f"{number!r} is not blocked")

    @staticmethod
    def read(thread, name):
        return pathlib.Path(f"/proc/self/task/{thread}/{name}").read_text(encoding="ascii")

    @staticmethod
    def slow_to_close():
        """A descriptor whose close waits until the peer closes, and the peer."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            client = socket.create_connection(server.getsockname())
            peer, _ = server.accept()
        client.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, int(PATIENCE)))
        # The kernel does not wait for the peer of a descriptor that does not block.
        client.settimeout(None)
        while True:
            try:
                client.send(bytes(1 << 16), socket.MSG_DONTWAIT)
            except BlockingIOError:
                return client.detach(), peer

    def until(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not (value := condition()):
            self.assertLess(time.monotonic(), deadline)
        return value


if __name__ == "__main__":
    unittest.main()
