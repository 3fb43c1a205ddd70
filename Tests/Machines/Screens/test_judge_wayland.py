# SPDX-License-Identifier: MIT
"""The judge on sway with the plugin `wayland`, and what does not hold there."""

import os
import subprocess
import unittest

from support.stage import Actor
from support.wayland_screen import Finger, Window, until
from support.x11_screen import needed

from glass_judge import ALERT, DAEMON, HEIGHT, ONE, OVER, SESSION, WHOLE, WIDTH, Judge
from wayland_kiosk import OnSway

SHOP = "2040a0"


class OnSwayScreen(Judge, OnSway):
    timing = DAEMON
    places_windows = True
    # The plugin cannot touch the windows of others.
    broken = (ONE, WHOLE, ALERT, OVER, SESSION)

    def come(self):
        self.turn(0)
        self.finger = Finger(self.sway, WIDTH, HEIGHT)
        self.addCleanup(self.finger.close)
        self.observer = self.peer("observer", ("observer",))
        until(lambda: any((one["width"], one["height"]) == (WIDTH, HEIGHT)
                          for one in self.observer.call("status")["displays"]), "the display")
        self.observer.call("bus.subscribe", topics=["*"])
        self.shop = self.actor("shop")
        self.shop.show("shop", "app", SHOP)
        self.prepare(SHOP)

    def actor(self, app, **params):
        actor = Actor(self.sway, self.daemon, app, **params)
        self.addCleanup(actor.close)
        return actor

    def tap(self, x, y):
        self.observer.fence()
        self.finger.tap(x, y)

    def foreign_window(self, layer):
        return Window(self.sway, *layer.split())

    def turn(self, degrees):
        self.sway.command(
            "output", "HEADLESS-1", "resolution", f"{WIDTH}x{HEIGHT}", "transform", str(degrees))
        if degrees % 180:
            self.finger.size = f"{HEIGHT} {WIDTH}"
        elif hasattr(self, "finger"):
            self.finger.size = f"{WIDTH} {HEIGHT}"

    def screenshot(self):
        return subprocess.run(
            [needed("grim"), "-t", "ppm", "-o", "HEADLESS-1", "-"], check=True, capture_output=True,
            env={**os.environ, **self.sway.environment}).stdout


if __name__ == "__main__":
    unittest.main()
