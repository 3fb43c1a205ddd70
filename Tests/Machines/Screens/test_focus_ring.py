# SPDX-License-Identifier: MIT
"""The focus ring of keypads, as people see it on an X server and on sway."""

import unittest

from support.daemon_case import rect
from support.wayland_screen import until
from support.x11_screen import HEIGHT, WIDTH

from popover_screens import SwayScreen, XScreen

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
FIRST, SECOND = rect(200, 100, 120, 60), rect(600, 300, 80, 80)
# At the display's edge, where only three sides are seen.
EDGE = rect(0, 500, 100, 60)


class Ring:
    """Tests for both screens, on a ground of each's own color."""

    ground = None

    def prepare(self):
        # What a story has, is made by each test.
        # pylint: disable=attribute-defined-outside-init
        self.cafe, self.shop = self.peer("cafe"), self.peer("shop")
        self.cafe.call("source.set", source="first", rect=FIRST)
        self.shop.call("source.set", source="second", rect=SECOND)
        self.cafe.call("source.set", source="edge", rect=EDGE)
        self.pad = self.peer("pad", ("input",))

    def step(self, source):
        self.assertEqual(self.pad.call("navigate", step="next")["source"], source)

    def shows(self, picture, area, scale=1):
        """Whether two black and two white points are around the rectangle, and nothing in it."""
        def color(x, y):
            return picture.color(x * scale, y * scale)
        left, top = area["x"], area["y"]
        right, bottom = left + area["width"], top + area["height"]
        across, down = left + area["width"] / 2, top + area["height"] / 2
        sides = [
            lambda away: color(right - 1 + away, down), lambda away: color(across, top - away),
            lambda away: color(across, bottom - 1 + away)]
        if left > 0:
            sides.append(lambda away: color(left - away, down))
        return all(
            side(0) == side(5) == self.ground and side(1) == side(2) == BLACK
            and side(3) == side(4) == WHITE for side in sides)

    def until_shown(self, area, scale=1):
        until(lambda: self.shows(self.picture(), area, scale), f"a ring around {area}")

    def test_it_goes_round_the_source_that_a_keypad_has_reached(self):
        before = self.picture().pixels
        for source, area in ("first", FIRST), ("second", SECOND), ("edge", EDGE):
            self.step(source)
            self.until_shown(area)
        # A finger takes it away.
        self.pad.call("tap", x=900, y=650)
        until(lambda: self.picture().pixels == before, "the picture without a ring")

    def test_it_follows_its_source_and_goes_with_it(self):
        before = self.picture().pixels
        self.step("first")
        self.until_shown(FIRST)
        moved = {**FIRST, "x": 300}
        self.cafe.call("source.set", source="first", rect=moved)
        self.until_shown(moved)
        self.cafe.call("source.remove", source="first")
        until(lambda: self.picture().pixels == before, "the picture without a ring")


class OnX(Ring, XScreen):
    ground = WHITE

    def setUp(self):
        super().setUp()
        self.window = self.screen.window()
        self.prepare()

    def test_it_takes_no_taps_and_lies_above_later_windows(self):
        self.step("first")
        self.until_shown(FIRST)
        later = self.screen.window(0, 0, WIDTH, HEIGHT)
        self.until_shown(FIRST)
        self.hand.do("down", 0, FIRST["x"] - 2, FIRST["y"] + 9)
        self.hand.do("up", 0)
        self.assertEqual(later.taken(), [(FIRST["x"] - 2, FIRST["y"] + 9)])


class OnSway(Ring, SwayScreen):
    ground = BLACK

    def setUp(self):
        super().setUp()
        self.sway.command("output * bg #000000 solid_color")
        until(lambda: self.picture().color(5, 5) == BLACK, "a dark ground")
        self.prepare()

    def test_it_is_scaled_with_its_output(self):
        self.sway.command("output HEADLESS-1 scale 2")
        self.observer.event("display.changed", scale=2)
        area = rect(300, 100, 120, 60)
        self.cafe.call("source.set", source="first", rect=area)
        self.step("first")
        self.until_shown(area, scale=2)


if __name__ == "__main__":
    unittest.main()
