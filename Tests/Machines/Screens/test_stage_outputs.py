# SPDX-License-Identifier: MIT
"""popover-stage with several outputs, turned ones and dense ones."""

import os
import signal
import unittest

from support.daemon_case import rect
from support.wayland_screen import until

from stage_case import ANCHOR, HEIGHT, OTHER, SHOP, WIDTH, WORK, OnStage, center, color, preloaded


class TwoOutputs(OnStage):
    outputs = 2

    def test_a_popover_is_on_the_display_that_its_program_names(self):
        until(lambda: len(self.observer.call("status")["displays"]) == 2, "the second display")
        frame, _ = self.shop.popover(OTHER, ANCHOR, display="second")
        place = int(frame["x"]) + 10, int(frame["y"]) + 10
        until(lambda: self.picture("HEADLESS-2").color(*place) == color(OTHER), "the popover")
        self.assert_nowhere(OTHER)
        # One at a time on each display.
        self.open(self.shop)
        self.assertEqual(self.picture("HEADLESS-2").color(*place), color(OTHER))


class Turned(OnStage):
    output = 'rotation = "90"'
    size = HEIGHT, WIDTH

    def test_a_popover_is_where_people_see_it(self):
        frame, _ = self.shop.popover(WORK, rect(300, 40, 140, 44))
        picture = until(lambda: self.shows(frame), "the popover")
        self.assertEqual((picture.width, picture.height), (HEIGHT, WIDTH))

    def test_it_turns_when_the_configuration_is_read_again(self):
        frame, popover = self.shop.popover(WORK, rect(300, 40, 140, 44))
        until(lambda: self.shows(frame), "the popover")
        self.read_again('rotation = "91"', "the outputs and apps stay as they are")
        self.assertEqual((self.picture().width, self.picture().height), (HEIGHT, WIDTH))
        self.read_again('rotation = "0"', "has read the outputs")
        moved = until(lambda: self.frame_on(WIDTH), "the display's new size")
        picture = until(lambda: self.shows(moved), "the popover")
        self.assertEqual((picture.width, picture.height), (WIDTH, HEIGHT))
        self.assertEqual(self.shop.call("popover.close", popover=popover, outcome="done"), {})

    def test_the_cover_of_a_program_that_hangs_turns_with_it(self):
        os.kill(self.shop.process.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.shop.process.pid, signal.SIGCONT)
        self.read_again('rotation = "0"', "has read the outputs")
        self.peer("hall", ("input",)).call("session.end")
        until(lambda: self.color_at(20, 20) != color(SHOP), "a cover")
        self.read_again('rotation = "90"', "has read the outputs")
        picture = self.picture()
        self.assertEqual(picture.height, WIDTH)
        self.assertNotIn(color(SHOP), {
            picture.color(x, y) for x in range(0, HEIGHT, 10) for y in range(0, WIDTH, 10)})

    def read_again(self, output, words):
        before = self.stage.told().count(words)
        self.stage.set_output(output)
        os.kill(self.stage.process.pid, signal.SIGHUP)
        until(lambda: self.stage.told().count(words) > before, words)

    def frame_on(self, width):
        """The frame of the popover on a display that is so wide."""
        scene = self.observer.call("status")
        if scene["displays"][0]["width"] != width:
            return None
        return scene["popovers"][0]["frame"]

    def shows(self, frame):
        picture = self.picture()
        return picture.color(*center(frame)) == color(WORK) and picture


class Rejecting(OnStage):
    """A screen that takes neither the size that it prefers nor the one that is configured."""

    size = 800, 600

    def setUp(self):
        self.backend = {
            "LD_PRELOAD": preloaded("modes"), "MODES": f"4000x3000! 800x600 {WIDTH}x{HEIGHT}!"}
        super().setUp()

    def test_it_shows_another_size_and_the_log_says_what_to_do(self):
        told = self.stage.told()
        self.assertIn(
            "output HEADLESS-1 cannot show 4000 x 3000 and shows 800 x 600: set width and height", told)
        self.assertIn("output HEADLESS-1 rejects its configured size, scale or rotation", told)


class Missing(OnStage):
    more = """
[[app]]
name = "clock"
display = "wall"
command = ["sleep", "1000"]
"""

    def test_the_log_names_what_is_not_there(self):
        told = self.stage.told()
        self.assertIn(
            "popover-stage: output HEADLESS-2 (display second) is not connected, only HEADLESS-1 (display main): "
            "connect it, or change its name", told)
        self.assertIn("popover-stage: the app clock is not shown: there is no display wall", told)


class Dense(OnStage):
    output = "scale = 2"
    size = WIDTH / 2, HEIGHT / 2

    def test_a_popover_is_at_its_frame_in_points(self):
        frame, _ = self.shop.popover(WORK, rect(200, 20, 70, 22), size=(240, 120))
        double = {side: 2 * value for side, value in frame.items()}
        self.until_covers(WORK, double)


if __name__ == "__main__":
    unittest.main()
