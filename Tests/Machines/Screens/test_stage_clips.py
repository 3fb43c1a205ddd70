# SPDX-License-Identifier: MIT
"""No window on popover-stage is seen or pressed beside its place, whatever its program draws there."""

import json
import os
import sys
import unittest

from support import SUPPORT
from support.daemon_case import rect
from support.wayland_painter import Painter
from support.wayland_screen import until

from stage_case import ANCHOR, HEIGHT, MENU, OTHER, SHOP, WIDTH, WORK, OnStage, color

# Of the stage, around what draws its shadow itself.
SHADOW = 32

# An app that draws on all of the screen, although its region is a part of it; when somebody opens its pipe,
# since what is shown last is on top.
CLOCK = f"""
import os, types
from support.wayland_painter import Painter
pipe = os.environ["HOME"] + "/pipe"
os.mkfifo(pipe)
with open(pipe, encoding="utf-8") as opened:
    opened.read()
painter = Painter(types.SimpleNamespace(environment=os.environ))
window, shape = painter.window("clock")
part, _ = painter.part(window, -{WIDTH}, -{HEIGHT})
painter.paint(part, "{OTHER}", {WIDTH}, 2 * {HEIGHT})
painter.set_geometry(shape, 0, 300, {WIDTH}, 60)
painter.paint(window, "{OTHER}", {WIDTH}, {HEIGHT})
painter.socket.settimeout(None)
while painter.exactly(1):
    pass
"""


class WithRogue(OnStage):
    """A program may open popovers and draw what it likes."""

    anchor = ANCHOR
    # Pixels per point.
    scale = 1

    def setUp(self):
        super().setUp()
        self.rogue = Painter(self.stage)
        self.addCleanup(self.rogue.close)
        # The same process for the daemon and for the stage.
        self.line = self.raw()
        self.line.hello("rogue")

    def grant(self):
        """Opens a popover; returns its frame and its id."""
        granted = self.line.call("open", "popover.open", {
            "behavior": "task", "anchor": self.anchor, "size": {"width": 320, "height": 150}})["result"]
        return granted["frame"], granted["popover"]

    def shrink(self, popover):
        """Makes a popover smaller; returns its frame."""
        frame = self.line.call("update", "popover.update", {
            "popover": popover, "size": {"width": 320, "height": 100}})["result"]["frame"]
        self.assertEqual(frame["height"], 100)
        return frame

    def until_only(self, shade, frame, more=0):
        """Waits until a color is seen in a frame and so far beside it, in points, and nowhere else."""
        left, top, right, bottom = (
            round(self.scale * place) for place in (
                frame["x"] - more, frame["y"] - more, frame["x"] + frame["width"] + more,
                frame["y"] + frame["height"] + more))

        def is_only():
            picture = self.picture()
            columns = [*range(0, picture.width, 10), left - 1, left, right - 1, right]
            rows = [*range(0, picture.height, 10), top - 1, top, bottom - 1, bottom]
            return all(
                (picture.color(x, y) == color(shade)) == (left <= x < right and top <= y < bottom)
                for x in columns for y in rows if 0 <= x < picture.width and 0 <= y < picture.height)
        until(is_only, f"the color {shade} in {frame} only")

    def show_part(self):
        """Shows a popover that draws on all of the screen, and says that its window is a part of that."""
        frame, popover = self.grant()
        window, shape = self.rogue.window(f"popover:{popover}")
        self.rogue.set_geometry(shape, 300, 200, 320, 150)
        self.rogue.paint(window, WORK, WIDTH, HEIGHT)
        self.until_only(WORK, frame)


class Clips(WithRogue):
    def test_a_popover_whose_geometry_is_a_part_of_it(self):
        self.show_part()

    def test_a_popover_whose_geometry_is_larger_than_it(self):
        frame, popover = self.grant()
        window, shape = self.rogue.window(f"popover:{popover}")
        self.rogue.set_geometry(shape, -500, -500, 5000, 5000)
        self.rogue.paint(window, WORK, WIDTH, HEIGHT)
        self.until_only(WORK, frame)

    def test_a_popover_with_a_part_as_large_as_the_screen(self):
        frame, popover = self.grant()
        window, _ = self.rogue.window(f"popover:{popover}")
        outer, place = self.rogue.part(window, 0, 0)
        inner, _ = self.rogue.part(outer, -20, -20)
        self.rogue.paint(inner, WORK, WIDTH, HEIGHT)
        self.rogue.paint(outer, WORK, 10, 10)
        self.rogue.paint(window, WORK, 320, 150)
        self.until_only(WORK, frame)
        # One that it has already, with its own parts; and another one.
        self.rogue.move(place, -WIDTH // 2, -HEIGHT // 2)
        self.rogue.commit(window)
        self.rogue.settle()
        self.until_only(WORK, frame)
        outer, _ = self.rogue.part(window, 100, 100)
        inner, _ = self.rogue.part(outer, -20, -20)
        self.rogue.paint(inner, WORK, WIDTH, HEIGHT)
        self.rogue.paint(outer, WORK, 10, 10)
        self.rogue.commit(window)
        self.rogue.settle()
        self.until_only(WORK, frame)

    def test_a_popover_that_stays_larger_than_it_is_now(self):
        frame, popover = self.grant()
        window, _ = self.rogue.window(f"popover:{popover}")
        self.rogue.paint(window, WORK, int(frame["width"]), 150)
        self.until_only(WORK, frame)
        self.until_only(WORK, self.shrink(popover))

    def test_a_layer_with_a_mark(self):
        frame, popover = self.grant()
        self.rogue.paint(self.rogue.layer(f"popover:{popover}"), WORK, WIDTH, HEIGHT)
        self.until_only(WORK, frame, SHADOW)
        self.until_only(WORK, self.shrink(popover), SHADOW)

    def test_a_menu_with_a_part_as_large_as_the_screen(self):
        frame, popover = self.grant()
        window, shape = self.rogue.window(f"popover:{popover}")
        self.rogue.paint(window, WORK, int(frame["width"]), 150)
        menu, shape = self.rogue.menu(shape, 40, 20, 100, 80)
        self.rogue.set_geometry(shape, 0, 0, 100, 80)
        part, _ = self.rogue.part(menu, -50, -50)
        self.rogue.paint(part, MENU, WIDTH, HEIGHT)
        self.rogue.paint(menu, MENU, 100, 80)
        self.until_only(MENU, rect(frame["x"] + 40, frame["y"] + 20, 100, 80), SHADOW)


class Turned(WithRogue):
    """On an output that is turned, and has more pixels than points."""

    output = 'rotation = "90"\nscale = 2'
    size = HEIGHT / 2, WIDTH / 2
    scale = 2
    anchor = rect(150, 20, 60, 20)

    def test_a_popover_whose_geometry_is_a_part_of_it(self):
        self.show_part()


class Region(OnStage):
    place = {"x": 0, "y": 640, "width": WIDTH, "height": 60}

    @property
    def more(self):
        command = ["env", f"PYTHONPATH={SUPPORT}", sys.executable, "-c", CLOCK]
        region = ", ".join(f"{side} = {value}" for side, value in self.place.items())
        return f'\n[[app]]\nname = "clock"\ncommand = {json.dumps(command)}\nregion = {{ {region} }}\n'

    def test_an_app_is_seen_and_pressed_in_its_region_only(self):
        pipe = os.path.join(self.stage.folder, "pipe")
        until(lambda: os.path.exists(pipe), "the app")
        with open(pipe, "w", encoding="utf-8"):
            pass
        self.until_color(OTHER, 500, 645)
        picture = self.picture()
        for x in range(0, WIDTH, 10):
            self.assertEqual([picture.color(x, y) for y in (0, 300, 630, 639)], 4 * [color(SHOP)])
            self.assertEqual([picture.color(x, y) for y in (640, 699)], 2 * [color(OTHER)])
        self.tap(500, 300)
        self.assertEqual(self.shop.told("press"), "press shop 500 300")


if __name__ == "__main__":
    unittest.main()
