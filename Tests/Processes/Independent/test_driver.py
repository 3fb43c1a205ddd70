# SPDX-License-Identifier: MIT
"""The benchmark's driver plays each of its scenarios with the floor and with the daemon."""

import contextlib
import sys
import tempfile
import unittest

from support import ROOT

sys.path.append(str(ROOT / "Benchmarks" / "Socket"))

# pylint: disable=wrong-import-position
import growth
from driving import Driver, compile_programs
from servers import Floor, Popoverd

# The kernel accounts a running process at its ticks, some milliseconds apart: fewer rounds may take no time.
ROUNDS = 1000
BOTH = ("answer", "fanout")
OF_FLOOR = ("tell", "hops")
OF_POPOVERD = ("open", "tap", "switch")


class Scenarios(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        programs, folder = (
            cls.enterClassContext(tempfile.TemporaryDirectory(prefix="popover-driver-"))
            for _ in range(2))
        floor, driver = compile_programs(programs)
        cls.driver = Driver(driver)
        cls.floor = cls.enterClassContext(contextlib.closing(Floor(folder, floor))).start()
        cls.popoverd = cls.enterClassContext(contextlib.closing(Popoverd(folder))).start()

    def test_the_driver_measures_latencies(self):
        played = [(self.floor, name) for name in BOTH + OF_FLOOR]
        played += [(self.popoverd, name) for name in BOTH + OF_POPOVERD]
        for server, scenario in played:
            with self.subTest(server=server.name, scenario=scenario):
                middle, late, computed = self.driver.play(server, scenario, ROUNDS, 3)
                self.assertGreater(middle, 0)
                self.assertGreaterEqual(late, middle)
                self.assertGreater(computed, 0)

    def test_the_driver_measures_rates(self):
        for server in (self.floor, self.popoverd):
            for scenario, rounds in (("pipeline", 100), ("burst", 2)):
                with self.subTest(server=server.name, scenario=scenario):
                    self.assertGreater(self.driver.play(server, scenario, rounds, 3)[0], 0)

    def test_the_driver_sets_up_its_clients(self):
        with contextlib.ExitStack() as stack:
            for what, count in (("sources", 100), ("displays", 3), ("drafts", 100)):
                growth.furnish(stack, self.popoverd, what, count)
            self.assertGreater(self.driver.play(self.popoverd, "tap", ROUNDS)[0], 0)

    def test_the_driver_measures_starts(self):
        with tempfile.TemporaryDirectory(prefix="popover-starts-") as folder:
            for server in (Floor(folder, self.floor.program), Popoverd(folder)):
                self.assertGreater(self.driver.start(server, 1)[0], 0)


if __name__ == "__main__":
    unittest.main()
