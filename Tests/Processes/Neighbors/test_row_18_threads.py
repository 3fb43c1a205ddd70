# SPDX-License-Identifier: MIT
"""Row 18: waits do not follow a clock that people set."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from support import ROOT

MOSQUITTO = ROOT / "Sources" / "PopoverPlugins" / "Bridges" / "MQTT" / "CMosquitto"
HERE = pathlib.Path(__file__).parent


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


if __name__ == "__main__":
    unittest.main()
