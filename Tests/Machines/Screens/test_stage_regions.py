# SPDX-License-Identifier: MIT
"""Programs in a part of popover-stage's screen, which Wayland does not tell them: their popovers are where
the daemon says, and taps in them are theirs."""

import json
import shlex
import unittest

from support import qt
from support.daemon import PATIENCE
from support.gtk_library import PYTHON, built
from support.stage import PopoverStage
from support.wayland_screen import until
from support.x11_screen import PROGRAMS

from popover_screens import BODY, BUTTON, WINDOW, StageScreen

CORNER = 160, 60
WIDTH, HEIGHT = 1000, 700
SOLID = (0xC8, 0x1E, 0x64)


class InRegion:
    """The stage starts the program."""

    body = BODY
    # Further arguments of the program.
    more = ()
    variables = {"QT_QPA_PLATFORM": "wayland", "QT_QUICK_BACKEND": "software"}

    def setUp(self):
        super().setUp()
        self.addCleanup(self.end)

    def end(self):
        """The stage takes its program along."""
        self.sway.process.terminate()
        self.sway.process.wait(PATIENCE)

    def make_stage(self):
        words = [f"{name}={value}" for name, value in self.variables.items()]
        words += [*self.command(), *map(str, (WIDTH, HEIGHT, BUTTON["x"], BUTTON["y"], *self.more))]
        # A program may end with its standard input.
        command = ["sh", "-c", f"sleep infinity | exec env {shlex.join(words)}"]
        region = f"x = {CORNER[0]}, y = {CORNER[1]}, width = {WIDTH}, height = {HEIGHT}"
        return PopoverStage(self.daemon, *self.size, more=(
            f'\n[[app]]\nname = "shop"\ncommand = {json.dumps(command)}\nregion = {{ {region} }}\n'))

    def test_a_tap_in_it_does_not_close_it(self):
        until(self.sources, "the source")
        until(lambda: self.color(CORNER[0] + 2, CORNER[1] + 2) == WINDOW, "the window")
        taps = self.watch("tap")
        self.tap(CORNER[0] + BUTTON["x"] + 40, CORNER[1] + BUTTON["y"] + 20)
        taps.event("tap")
        until(lambda: self.observer.call("status")["popovers"], "the popover")
        frame = self.popover()["frame"]
        inside = frame["x"] + 20, frame["y"] + frame["height"] - 20
        until(lambda: self.color(*inside) == self.body, "the popover where the daemon says")
        self.tap(*inside)
        self.assertEqual(taps.event("tap")["data"]["verdict"], "inside")
        self.assertEqual(self.popover()["state"], "visible")

    def color(self, x, y):
        return self.picture().color(x, y)


class Qt(InRegion, StageScreen):
    pass


class Qml(InRegion, StageScreen):
    def command(self):
        return [qt.program(PROGRAMS / "qt_qml.cpp", "Qt6Qml", "Qt6Gui"), str(PROGRAMS / "qt_popover.qml"),
                str(qt.build() / "qml")]


class Gtk4(InRegion, StageScreen):
    version = "4"
    body = SOLID
    more = BUTTON["width"], BUTTON["height"]

    @property
    def variables(self):
        return {**built().environment, "GDK_BACKEND": "wayland", "GSK_RENDERER": "cairo"}

    def command(self):
        return [PYTHON, str(PROGRAMS / "popover_gtk.py"), self.version]


class Gtk3(Gtk4):
    version = "3"


if __name__ == "__main__":
    unittest.main()
