# SPDX-License-Identifier: MIT
"""The popovers of the libraries on popover-stage: what holds on every other screen, holds there."""

import os
import subprocess
import unittest

from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.frames import Frame
from support.kiosk import Kiosk
from support.stage import PopoverStage
from support.wayland_screen import Finger
from support.x11_screen import needed

from test_gtk_popovers import HEIGHT, WIDTH, Popovers


class OnStage(Popovers):
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
        self.connect_keyboard()
        self.begin(self.environment)

    def connect_keyboard(self):
        """One that nobody uses: of the first keyboard programs hear too late for its first keys."""
        # pylint: disable=consider-using-with
        idle = subprocess.Popen(
            [needed("wtype"), "-s", str(10 ** 9)], env={**os.environ, **self.environment})
        self.addCleanup(idle.wait, PATIENCE)
        self.addCleanup(idle.kill)

    def run_program(self, *command):
        return subprocess.run(
            command, check=True, capture_output=True, env={**os.environ, **self.environment}).stdout

    def picture(self):
        return Frame(self.run_program(needed("grim"), "-"))

    def tap(self, x, y):
        self.observer.fence()
        self.finger.tap(x, y)

    def type(self, text):
        self.run_program(needed("wtype"), text)

    def press_escape(self):
        self.run_program(needed("wtype"), "-k", "Escape")


class Gtk3OnStage(OnStage, Kiosk):
    version = "3"


class Gtk4OnStage(OnStage, Kiosk):
    version = "4"


if __name__ == "__main__":
    unittest.main()
