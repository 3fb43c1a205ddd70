# SPDX-License-Identifier: MIT
"""The popovers of the libraries on popover-stage: what holds on every other screen, holds there."""

import unittest

from support.daemon import UNHURRIED, Daemon
from support.kiosk import Kiosk
from support.stage import PopoverStage
from support.wayland_screen import Finger

from test_gtk_popovers import HEIGHT, WIDTH, OnWayland


class OnStage(OnWayland):
    """No plugin sees the screen: the stage is the screen."""

    def start(self):
        # pylint: disable=attribute-defined-outside-init
        self.daemon = Daemon(UNHURRIED)
        self.addCleanup(self.daemon.close)
        self.daemon.start()
        self.observer = self.peer("observer", ("observer",))
        self.observer.call("bus.subscribe", topics=["tap", "popover.*", "display.changed"])
        self.stage = PopoverStage(self.daemon, WIDTH, HEIGHT).start()
        self.addCleanup(self.stage.close)
        self.finger = Finger(self.stage, WIDTH, HEIGHT)
        self.addCleanup(self.finger.close)
        self.until_display(WIDTH, HEIGHT)
        self.environment = {**self.stage.environment, "DISPLAY": "", "GDK_BACKEND": "wayland"}
        self.begin(self.environment)


class Gtk3OnStage(OnStage, Kiosk):
    version = "3"


class Gtk4OnStage(OnStage, Kiosk):
    version = "4"


if __name__ == "__main__":
    unittest.main()
