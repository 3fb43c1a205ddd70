# SPDX-License-Identifier: MIT
"""The judge on an X server with the plugin `x11`, and what does not hold there."""

import os
import subprocess
import unittest

from support.kiosk import Kiosk
from support.stage import Actor
from support.x11_screen import Xvfb, compiled, needed

from glass_judge import ALERT, DAEMON, HEIGHT, SESSION, WHOLE, WIDTH, Judge

SHOP = "2040a0"


class OnX(Judge, Kiosk):
    plugin = "x11"
    timing = DAEMON
    places_windows = True
    # The plugin puts windows below a popover when they are there already, and covers no session.
    broken = (WHOLE, ALERT, SESSION)
    # Xvfb does not rotate.
    steps = tuple(step for step in Judge.steps if step != "rotate")

    def setUp(self):
        self.screen = Xvfb()
        self.addCleanup(self.screen.close)
        self.environment = {"DISPLAY": self.screen.display}
        self.screen.compose()
        self.hand = self.screen.hand()
        self.kiosk({"display": f'"{self.screen.display}"'})
        self.until_display(WIDTH, HEIGHT)
        self.observer.call("bus.subscribe", topics=["*"])
        self.shop = self.actor("shop")
        self.shop.show("shop", "app", SHOP)
        self.prepare(SHOP)

    def actor(self, app, **params):
        actor = Actor(self, self.daemon, app, compiled("x11_actor", "xcb"), **params)
        self.addCleanup(actor.close)
        return actor

    def tap(self, x, y):
        self.observer.fence()
        self.hand.tap(x, y)

    def foreign_window(self, _):
        return self.screen.window()

    def screenshot(self):
        return subprocess.run(
            [needed("import"), "-window", "root", "-depth", "8", "ppm:-"], check=True,
            capture_output=True, env={**os.environ, **self.environment}).stdout


if __name__ == "__main__":
    unittest.main()
