# SPDX-License-Identifier: MIT
"""Row 7: what users may have together fits into the unit's memory, and so does a greedy user."""

import os
import pathlib
import re
import unittest
import unittest.mock

from support import ROOT
from support.daemon import binary

from neighbors import BUTTON, SIZE, NeighborsCase, request

MEBIBYTE = 1024 * 1024
UNITS = ("config/popoverd.service", "config/user/popoverd.service")
SOCKET = ROOT / "Sources/Daemon/PopoverDaemon/SocketConnection.swift"
KERNEL_BYTES = 1024 * int(re.search(
    r"kernelBytes: Int32 = (\d+) \* 1024", SOCKET.read_text(encoding="utf-8"))[1])
# What a connection takes beside its buffers: its objects, and what the kernel reserves for it.
PER_CONNECTION = 8 * 1024 + 2 * KERNEL_BYTES
# Everything else: the program and its libraries, the recorder's ring, the history and SQLite's pages.
REST = 48 * MEBIBYTE


def memory_max(unit):
    text = (ROOT / unit).read_text(encoding="utf-8")
    return int(re.search(r"^MemoryMax=(\d+)M$", text, re.M)[1]) * MEBIBYTE


class Sum(NeighborsCase):
    def test_what_users_may_have_fits_into_the_units(self):
        limits = self.peer("desk").welcome["limits"]
        # Drafts are in memory, and for a moment in an order to the disk.
        shared = limits["objectsTotal"] + limits["buffersTotal"] + 2 * limits["draftsTotal"]
        whole = shared + limits["clients"] * PER_CONNECTION + REST
        for unit in UNITS:
            with self.subTest(unit):
                self.assertLess(whole, memory_max(unit))


class Burst(NeighborsCase):
    """One long event to more connections of a user than her share of the buffers has room for."""

    def test_it_costs_nobody_else_the_connection(self):
        crowd, publisher = self.crowd(1000), self.crowd(1)
        crowd.order("send", [request("bus.subscribe", topics=["app.*"])], 1)
        victim, desk = self.victim(), self.peer("desk")
        for _ in range(3):
            publisher.order("flood", [request("bus.publish", topic="app.noise", data="y" * 100_000)], 1)
            victim.call("draft.save", key="note", content="mine")
            status = desk.call("status")
            buffers = {each["limit"]: each for each in status["limits"]}["buffersTotal"]
            self.assertLess(buffers["used"], buffers["value"])
        # Its own do not lose theirs either: they get what there is room for, and a gap.
        self.assertGreater(len(status["clients"]), 1000)


class Cgroup:
    """A group of processes with a limit of memory, which includes the kernel's for their sockets."""

    def __init__(self, name, limit):
        unified = pathlib.Path("/sys/fs/cgroup/cgroup.controllers").exists()
        parent = pathlib.Path("/sys/fs/cgroup" if unified else "/sys/fs/cgroup/memory")
        if unified:
            (parent / "cgroup.subtree_control").write_text("+memory", encoding="ascii")
        self.path = parent / name
        self.path.mkdir()
        limit_file = "memory.max" if unified else "memory.limit_in_bytes"
        (self.path / limit_file).write_text(str(limit), encoding="ascii")
        self.peak_file = self.path / ("memory.peak" if unified else "memory.max_usage_in_bytes")

    @property
    def peak(self):
        return int(self.peak_file.read_text(encoding="ascii"))

    def remove(self):
        self.path.rmdir()


class Greed(NeighborsCase):
    """Every connection of a user at every limit at once."""

    def setUp(self):
        super().setUp()
        self.group = Cgroup(f"popoverd-{os.getpid()}", memory_max(UNITS[0]))
        self.addCleanup(self.group.remove)
        self.addCleanup(self.daemon.kill)
        self.daemon.terminate()
        self.daemon.wait()
        script = pathlib.Path(self.daemon.folder) / "popoverd"
        procs = self.group.path / "cgroup.procs"
        script.write_text(
            f'#!/bin/sh\necho $$ > {procs}\nexec {binary()} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
        self.enterContext(unittest.mock.patch.dict(os.environ, POPOVERD=str(script)))
        self.daemon.start()
        self.admit()

    def test_a_user_at_every_limit_leaves_the_daemon_and_the_others_alone(self):
        text, box = "t" * 4000, {"x": 1, "y": 1, "width": 9, "height": 9}
        crowd = self.crowd(1024, "app-{c}")
        globs = ["app.*"] + ["x" * 200 + str(number) for number in range(63)]
        crowd.order("send", [request("bus.subscribe", topics=globs)], 1)
        crowd.order("send", [
            request("surface.set", surface="w" + "x" * 200, frame=box),
            request("draft.save", key="d", content=text)], 1)
        source = request("source.set", source="s{n}-" + "x" * 200, rect=box)
        self.assertIn("objectsTotal", crowd.order("send", [source], 10_000, 2)["errors"])
        alert = request("alert.raise", number=7, title=text, message=text, severity="info",
                        buttons=[{"id": "ok", "label": text}])
        # Its answer comes with the alert's: not now.
        crowd.order("flood", [alert], 1)
        victim = self.victim("shop")
        # Unread output of every connection, and then a line that does not end.
        for _ in range(4):
            victim.call("bus.publish", topic="app.noise", data="y" * 100_000)
        crowd.order("flood", ["[" + "1," * 100_000], 1)
        self.assert_alive(victim)
        self.assertLess(self.group.peak, memory_max(UNITS[0]))
        limits = {each["limit"]: each for each in self.peer("desk").call("status")["limits"]}
        for name in ("objectsTotal", "buffersTotal"):
            self.assertGreater(limits[name]["hits"], 0, name)

    def assert_alive(self, victim):
        grant = victim.call(
            "popover.open", behavior="inspector", anchor=BUTTON, size=SIZE, key="order")
        victim.call("draft.save", key="note", content={"text": "mine"}, sync=True)
        kept = victim.call("draft.load", key="note")["draft"]
        self.assertEqual(kept["content"], {"text": "mine"})
        snapshot = victim.call("bus.subscribe", topics=["popover.*"])["snapshot"]
        self.assertIn(grant["popover"], [each["popover"] for each in snapshot["popovers"]])
        self.assertIsNone(self.daemon.process.poll())


if __name__ == "__main__":
    unittest.main()
