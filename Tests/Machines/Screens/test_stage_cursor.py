# SPDX-License-Identifier: MIT
"""What programs may do with popover-stage's cursor, and when people see it."""

import json
import time
import unittest

from support.daemon_case import rect
from support.wayland_painter import Mouse, Painter
from support.wayland_screen import until

from stage_case import CAFE, HEIGHT, MENU, WIDTH, WORK, color
from stage_devices import WithDevices

# What the stage's own cursor covers, to the right of the mouse and below it.
ARROW = range(24)
# The greatest cursor that a program may have.
MOST = 128
# In seconds: longer, and it hides.
REST = 5
WHITE = "ffffff"


class OverApp(WithDevices):
    """A program, which fills the screen, has the mouse."""

    at = 300, 500

    def setUp(self):
        super().setUp()
        self.rogue = Painter(self.stage)
        self.addCleanup(self.rogue.close)
        self.rogue.paint(self.rogue.window("app")[0], CAFE, WIDTH, HEIGHT)
        self.until_color(CAFE, 20, 20)
        self.mouse = Mouse(self.stage, WIDTH, HEIGHT)
        self.addCleanup(self.mouse.close)
        until(self.has_mouse, "the mouse")
        self.cursor = self.rogue.surface()

    def has_mouse(self):
        self.mouse.move(*self.at)
        return self.rogue.has_mouse()

    def show(self, width, height, x=0, y=0):
        """Sets a cursor of this size, with this point at the mouse."""
        self.rogue.set_cursor(self.cursor, x, y)
        self.rogue.paint(self.cursor, MENU, width, height)
        self.rogue.settle()

    def moved(self):
        """A picture after a movement, since the cursor hides when the mouse rests."""
        self.mouse.move(*self.at)
        return self.picture()

    def colors(self, picture):
        """Those where the stage's own cursor would be."""
        return {picture.color(self.at[0] + x, self.at[1] + y) for x in ARROW for y in ARROW}

    def until_seen(self, x, y):
        until(lambda: self.moved().color(x, y) == color(MENU), f"the program's cursor at {x} {y}")

    def until_own(self, ground=CAFE):
        """Waits until the stage's own cursor is seen, and nothing of the program's."""
        until(lambda: self.colors(self.moved()) - {color(ground), color(MENU)}, "the stage's cursor")
        self.assert_nowhere(MENU)

    def is_hidden(self):
        return self.colors(self.picture()) == {color(CAFE)}


class Cursors(OverApp):
    def test_a_cursor_may_be_large_but_not_grow_beyond_it(self):
        for width, height in ((MOST + 1, 10), (10, MOST + 1), (WIDTH, HEIGHT)):
            with self.subTest(width=width, height=height):
                self.show(MOST, MOST)
                self.until_seen(self.at[0] + MOST - 1, self.at[1] + MOST - 1)
                self.rogue.paint(self.cursor, MENU, width, height)
                self.until_own()

    def test_a_cursor_is_at_the_mouse(self):
        for x, y in ((-1, 0), (0, -1), (MOST + 1, 0), (0, MOST + 1), (-200, -100)):
            with self.subTest(x=x, y=y):
                self.show(100, 100, x, y)
                self.until_own()
        self.show(100, 100, 50, 50)
        self.until_seen(*self.at)
        # As surfaces move themselves.
        self.rogue.paint(self.cursor, MENU, 100, 100, 200, 100)
        self.until_own()

    def test_a_cursor_is_not_seen_over_the_popover_of_another_program(self):
        self.show(100, 100, 50, 50)
        self.until_seen(*self.at)
        frame, _ = self.shop.popover(WORK, rect(250, 360, 100, 40))
        self.until_color(WORK, frame["x"] + 1, frame["y"] + 1)
        # Nobody has moved the mouse.
        self.assert_nowhere(MENU)
        self.until_own(WORK)

    def test_a_cursor_is_not_seen_where_no_window_has_the_mouse(self):
        self.show(100, 100)
        self.until_seen(*self.at)
        # As beside the popover of another program.
        self.open(self.shop)
        self.until_own()

    def test_a_touch_hides_it_and_a_movement_shows_it(self):
        def hides():
            began = time.monotonic()
            self.until_own()
            self.order("down 1 0.9 0.1", "up 1")
            until(self.is_hidden, "no cursor")
            return time.monotonic() - began < REST
        until(hides, "a touch that hides it before the mouse rests")
        self.until_own()

    def test_it_hides_when_the_mouse_rests(self):
        self.until_own()
        until(self.is_hidden, "no cursor")

    def test_a_program_may_hide_it(self):
        self.until_own()
        self.rogue.set_cursor(0, 0, 0)
        until(lambda: self.colors(self.moved()) == {color(CAFE)}, "no cursor")


class OverAlert(OverApp):
    """That the stage draws."""

    settings = "alerts = true"
    at = 480, 350

    def alarm(self):
        bell = self.actor("bell")
        bell.write(json.dumps({"jsonrpc": "2.0", "id": "alert", "method": "alert.raise", "params": {
            "title": "Fire", "severity": "critical", "buttons": [{"id": "ok", "label": "OK"}]}}))
        frame = until(lambda: next(
            (one["frame"] for one in self.observer.call("status")["alerts"]), None), "the alert")
        self.until_color(WHITE, frame["x"] + 4, frame["y"] + frame["height"] // 2)

    def test_a_cursor_as_large_as_the_screen_does_not_cover_it(self):
        self.show(WIDTH, HEIGHT, WIDTH // 2, HEIGHT // 2)
        self.alarm()
        self.assert_nowhere(MENU)

    def test_a_cursor_is_not_seen_over_it(self):
        self.show(100, 100, 50, 50)
        self.until_seen(*self.at)
        self.alarm()
        # Nobody has moved the mouse.
        self.assert_nowhere(MENU)


if __name__ == "__main__":
    unittest.main()
