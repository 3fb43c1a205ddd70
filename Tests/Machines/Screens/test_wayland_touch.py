# SPDX-License-Identifier: MIT
"""Fingers on a touch screen: sway in a window of an Xorg without hardware."""

import re
import subprocess
import unittest

from support.wayland_screen import Sway, Window, tool
from support.x11_screen import TouchScreen

from wayland_kiosk import OnSway, middle, rect


class Touches(OnSway):
    def setUp(self):
        self.screen = TouchScreen()
        self.addCleanup(self.screen.close)
        self.sway = Sway(self.screen.display)
        self.addCleanup(self.sway.close)
        self.sway.start()
        self.begin_daemon(self.sway.socket)
        self.window = Window(self.sway)
        self.addCleanup(self.window.close)
        self.hand = self.screen.hand()
        self.logged("connected to the Wayland server .*: main 1000x700")

    @property
    def are_at_once(self):
        """Whether sway delivers a finger while another one is on another surface: newer versions do not."""
        told = subprocess.run([tool("sway"), "--version"], check=True, capture_output=True, text=True).stdout
        return [int(part) for part in re.search(r"(\d+)\.(\d+)", told).groups()] < [1, 8]

    def assert_touched(self, x, y):
        got = self.window.pressed()
        self.assertTrue(abs(got[0] - x) <= 1 and abs(got[1] - y) <= 1, f"{got} for {x}, {y}")

    def test_each_finger_reaches_its_window(self):
        shop = self.peer("shop")
        passed = rect(850, 20, 100, 60)
        self.hand.tap(20, 30)
        self.assert_touched(20, 30)
        for round_number in range(10):
            grant = self.open(shop, "task", rect(480, 300, 40, 40), modal=True,
                              passthrough=[passed])
            self.settle(shop)
            inside, through = middle(grant["frame"]), middle(passed)
            # Two, of which one is swallowed.
            self.hand.do("down", 0, 30, 600)
            if not self.are_at_once:
                self.hand.do("up", 0)
            self.hand.do("down", 1, inside["x"], inside["y"])
            if self.are_at_once:
                self.hand.do("up", 0)
            self.hand.do("up", 1)
            self.assert_touched(inside["x"], inside["y"])
            shop.wait("popover.nudge")
            self.hand.tap(through["x"], through["y"])
            self.assert_touched(through["x"], through["y"])
            self.assertFalse(shop.has("popover.nudge"), f"in round {round_number}")
            shop.call("popover.close", popover=grant["popover"], outcome="done")
            shop.wait("popover.closed", popover=grant["popover"])


if __name__ == "__main__":
    unittest.main()
