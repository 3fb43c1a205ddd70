# SPDX-License-Identifier: MIT
"""An X server as large as the daemon's display, and people in front of it."""

import os
import subprocess

from support.daemon import PATIENCE
from support.x11_screen import NothingSaid, Xvfb, needed


class Screen(Xvfb):
    clicks = 0

    def command(self):
        return ["Xvfb", "-screen", "0", "1280x800x24"]

    @property
    def environment(self):
        return {"DISPLAY": self.display, "WAYLAND_DISPLAY": "", "GDK_BACKEND": "x11"}

    def xdotool(self, *words):
        subprocess.run(
            [needed("xdotool"), *map(str, words)], check=True, env={**os.environ, **self.environment})

    def focused(self):
        """The title of the window that has the keyboard; None while none has."""
        done = subprocess.run(
            [needed("xdotool"), "getwindowfocus", "getwindowname"], check=False, capture_output=True, text=True,
            env={**os.environ, **self.environment})
        return done.stdout.strip() if done.returncode == 0 else None

    def click(self, x, y):
        # As a hand does: GTK looks what is under a pointer when that moves, and a busy GTK takes several
        # moves for one.
        self.clicks += 1
        self.xdotool("mousemove", x + self.clicks % 2, y, "click", 1)

    def press(self, x, y, program):
        """Clicks; the line that the program says then. People tap again if nothing happens: on a busy machine
        GTK 4 may not know, after its popover has closed, that the pointer is over the control."""
        for _ in range(2):
            self.click(x, y)
            try:
                return program.line(PATIENCE / 3)
            except NothingSaid:
                pass
        self.click(x, y)
        return program.line()

    def type(self, text):
        self.xdotool("type", text)
