# SPDX-License-Identifier: MIT
"""Programs on popover-stage choose one of its own cursors by its name."""

import struct

from support.daemon_case import rect
from support.wayland_painter import Painter
from support.wayland_screen import until

from stage_case import CAFE, WORK, color, with_newer_wlroots as load_tests
from test_stage_cursor import OverApp

__all__ = ["load_tests"]

# wp_cursor_shape_device_v1.shape; wlroots' own theme has no cell.
POINTER, CELL, TEXT, WAIT = 4, 7, 9, 6
# What a cursor may cover, from the mouse.
AROUND = range(-24, 24)


class Chooser:
    """Chooses shapes for a painter's mouse."""

    def __init__(self, painter):
        self.painter = painter
        manager, self.device = painter.bind("wp_cursor_shape_manager_v1", 1), painter.new()
        painter.send(manager, 1, self.device, painter.mouse)

    def choose(self, shape):
        serials = [struct.unpack_from("<I", body)[0] for one, event, body in self.painter.heard
                   if (one, event) == (self.painter.mouse, 0)]
        self.painter.send(self.device, 1, serials[-1] if serials else 0, shape)
        if not self.painter.settle():
            raise AssertionError("the connection is closed")


class Shapes(OverApp):
    # In the theme of wlroots.
    backend = {"XCURSOR_PATH": "/nowhere"}

    def setUp(self):
        super().setUp()
        self.chooser = Chooser(self.rogue)
        self.arrow = until(self.seen, "the stage's cursor")

    def seen(self, ground=CAFE):
        """The places around the mouse where a cursor is, and their colors."""
        picture = self.moved()
        return {(x, y): shade for x in AROUND for y in AROUND
                if (shade := picture.color(self.at[0] + x, self.at[1] + y)) != color(ground)}

    def until_shape(self, shape):
        """Chooses it; what it looks like."""
        before = self.seen()
        self.chooser.choose(shape)
        return until(lambda: (seen := self.seen()) not in ({}, before) and seen, f"the shape {shape}")

    def test_each_shape_looks_different(self):
        shapes = [self.until_shape(shape) for shape in (TEXT, POINTER, WAIT)]
        for index, shape in enumerate(shapes):
            self.assertNotIn(shape, [self.arrow, *shapes[:index]])

    def test_it_replaces_a_cursor_of_the_program_and_is_replaced_by_one(self):
        self.show(100, 100, 50, 50)
        self.until_seen(*self.at)
        self.until_shape(TEXT)
        self.show(100, 100, 50, 50)
        self.until_seen(*self.at)

    def test_a_shape_that_the_theme_lacks_is_the_arrow(self):
        self.until_shape(TEXT)
        self.chooser.choose(CELL)
        until(lambda: self.seen() == self.arrow, "the stage's cursor")

    def test_only_the_program_that_has_the_mouse_chooses(self):
        chosen = self.until_shape(TEXT)
        other = Painter(self.stage)
        self.addCleanup(other.close)
        Chooser(other).choose(POINTER)
        self.assertEqual(self.seen(), chosen)

    def test_it_is_not_seen_over_the_popover_of_another_program(self):
        self.until_shape(TEXT)
        frame, _ = self.shop.popover(WORK, rect(250, 360, 100, 40))
        self.until_color(WORK, frame["x"] + 1, frame["y"] + 1)
        until(lambda: self.seen(WORK) == self.arrow, "the stage's cursor")

    def test_it_hides_when_the_mouse_rests(self):
        self.until_shape(TEXT)
        until(self.is_hidden, "no cursor")
