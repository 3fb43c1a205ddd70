# SPDX-License-Identifier: MIT
"""The judge on popover-stage, where every promise holds.

    POPOVER_RUNS=500 scripts/test-python Tests/Machines/Screens test_stage_judge
"""

import os
import signal
import subprocess
import unittest

from support.wayland_screen import Window, until
from support.x11_screen import needed

from glass_judge import DAEMON, Judge
from stage_case import SHOP, OnStage


class OnPopoverStage(Judge, OnStage):
    configuration = DAEMON

    def setUp(self):
        super().setUp()
        self.turns = 0
        self.prepare(SHOP)

    def foreign_window(self, layer):
        return Window(self.stage, *layer.split())

    def turn(self, degrees):
        """Changes the configuration and has the stage read it again."""
        self.turns += 1
        self.stage.set_output(f'rotation = "{degrees}"')
        os.kill(self.stage.process.pid, signal.SIGHUP)
        until(lambda: self.stage.told().count("has read the outputs") == self.turns, "the outputs")
        self.finger.size = f"{self.width} {self.height}"

    def screenshot(self):
        return subprocess.run(
            [needed("grim"), "-t", "ppm", "-o", "HEADLESS-1", "-"], check=True, capture_output=True,
            env={**os.environ, **self.stage.environment}).stdout


if __name__ == "__main__":
    unittest.main()
