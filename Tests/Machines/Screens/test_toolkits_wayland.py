# SPDX-License-Identifier: MIT
"""Taps on windows of real toolkits under sway."""

import unittest

from support.kiosk import Kiosk
from support.wayland_screen import Finger, Sway, Window, until
from support.x11_screen import TouchScreen

from toolkits import TappedToolkits, ToolkitWindow


class Other(Window):
    """Another client's window, which draws by itself."""

    def expected(self, _, place):
        return [f"press {place[0]} {place[1]}"]


class OnSway(TappedToolkits):
    """Each class has a server, once for all its tests."""

    plugin = "wayland"
    # What is not swallowed, nobody is told of.
    sees_all = False

    def setUp(self):
        self.kiosk({"display": f'"{self.sway.socket}"'})
        self.until_display(*self.size)

    def open_windows(self, toolkit, places):
        others = Other(self.sway)
        self.addCleanup(others.close)
        self.sway.command("fullscreen", "disable")
        environment = {
            **self.sway.environment, "DISPLAY": "", "GDK_BACKEND": "wayland",
            "QT_QPA_PLATFORM": "wayland"}
        frame = places.window()
        mine = ToolkitWindow(
            toolkit, environment, frame["width"], frame["height"],
            [places.in_window(places.source), places.in_window(places.button)])
        self.addCleanup(mine.close)
        mine.x = places.split
        halves = [{**frame, "x": 0}, frame]
        until(lambda: self.windows() == halves, "windows that lie side by side")
        return mine, others

    def windows(self):
        """Where sway has windows, the left one first."""
        leaves, nodes = [], [self.sway.command("-t", "get_tree")]
        while nodes:
            node = nodes.pop()
            nodes += node["nodes"] + node["floating_nodes"]
            if node.get("pid"):
                leaves.append(node["rect"])
        return sorted(leaves, key=lambda each: each["x"])


class Mouse(OnSway, Kiosk):
    kind = "press"
    size = (1280, 800)

    @classmethod
    def setUpClass(cls):
        cls.sway = Sway()
        cls.addClassCleanup(cls.sway.close)
        cls.sway.start()
        cls.finger = Finger(cls.sway)
        cls.addClassCleanup(cls.finger.close)

    def press(self, x, y):
        self.finger.press(x, y)

    def release(self):
        self.finger.release()


class Touch(OnSway, Kiosk):
    kind = "touch"
    size = (1000, 700)

    @classmethod
    def setUpClass(cls):
        cls.screen = TouchScreen()
        cls.addClassCleanup(cls.screen.close)
        cls.sway = Sway(cls.screen.display)
        cls.addClassCleanup(cls.sway.close)
        cls.sway.start()
        cls.hand = cls.screen.hand()

    def press(self, x, y):
        self.hand.do("down", 0, x, y)

    def release(self):
        self.hand.do("up", 0)


if __name__ == "__main__":
    unittest.main()
