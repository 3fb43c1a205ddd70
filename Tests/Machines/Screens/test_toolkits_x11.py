# SPDX-License-Identifier: MIT
"""Who gets which tap where windows of real toolkits are on an X server's screen."""

import unittest

from support.kiosk import Kiosk
from support.x11_screen import HEIGHT, WIDTH, TouchScreen, Window, Xvfb

from toolkits import TappedToolkits, ToolkitWindow


class Other(Window):
    """Another client's window, which draws by itself."""

    def expected(self, kind, place):
        return [f"{kind} {place[0]} {place[1]}"]


class OnX(TappedToolkits):
    """`server` makes the screen, once for all tests."""

    plugin = "x11"
    server = None
    size = (WIDTH, HEIGHT)

    @classmethod
    def setUpClass(cls):
        cls.screen = cls.server()
        cls.addClassCleanup(cls.screen.close)
        cls.hand = cls.screen.hand()

    def setUp(self):
        self.kiosk({"display": f'"{self.screen.display}"'})
        self.until_display(WIDTH, HEIGHT)

    def open_windows(self, toolkit, places):
        # Without a window manager it lies at the screen's corner, whatever it wants.
        mine = ToolkitWindow(
            toolkit, {"DISPLAY": self.screen.display, "WAYLAND_DISPLAY": "",
                      "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb"},
            WIDTH, HEIGHT, [places.source, places.button])
        self.addCleanup(mine.close)
        others = Other(self.screen.display, 0, 0, places.split, HEIGHT)
        self.addCleanup(others.close)
        return mine, others

    def press(self, x, y):
        self.hand.do("down", 0, x, y)

    def release(self):
        self.hand.do("up", 0)


class Mouse(OnX, Kiosk):
    server = Xvfb
    kind = "press"
    # It is told that the mouse has left, though it is still the mouse's.
    letting_go = ("gtk3",)


class Touch(OnX, Kiosk):
    server = TouchScreen
    kind = "touch"


if __name__ == "__main__":
    unittest.main()
