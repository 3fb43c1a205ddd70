# SPDX-License-Identifier: MIT
"""What programs on popover-stage are told of a mouse: where it is, and of its wheel."""

import struct
import unittest

from support.wayland_painter import Mouse, Painter
from support.wayland_screen import until

from stage_case import CAFE, HEIGHT, MENU, OTHER, WIDTH, OnStage

ENTER, LEAVE, AXIS, SOURCE, STOP, DISCRETE = 0, 1, 4, 6, 7, 8
WHEEL, FINGER, CONTINUOUS, TILT = range(4)
VERTICAL, HORIZONTAL = 0, 1


class AtRest(OnStage):
    at = 60, 60

    def setUp(self):
        super().setUp()
        self.program = Painter(self.stage)
        self.addCleanup(self.program.close)
        self.program.paint(self.program.window("app")[0], CAFE, WIDTH, HEIGHT)
        self.until_color(CAFE, *self.at)
        self.mouse = Mouse(self.stage, WIDTH, HEIGHT)
        self.addCleanup(self.mouse.close)
        self.mouse.move(*self.at)
        self.until_over(True)

    def until_over(self, wanted):
        """Waits until the program has the mouse, or has it no more."""
        def is_over():
            self.program.settle()
            events = [event for one, event, _ in self.program.heard
                      if one == self.program.mouse and event in (ENTER, LEAVE)]
            return bool(events) and (events[-1] == ENTER) == wanted
        until(is_over, f"the mouse over the program: {wanted}")

    def test_windows_that_come_and_go_beneath_it_are_told_at_once(self):
        cafe = self.actor("cafe")
        cafe.show("cafe", "app", OTHER)
        self.until_over(False)
        cafe.write("hide cafe")
        self.until_over(True)
        # A surface that moves.
        cafe.write(f"place panel panel {MENU} 0 0 100 100")
        self.until_over(False)
        cafe.write(f"place panel panel {MENU} 200 200 100 100")
        self.until_over(True)

    def test_a_popover_of_another_program_takes_it(self):
        self.open(self.shop)
        self.until_over(False)

    def test_its_wheel_is_what_the_device_says(self):
        for source, axis, steps in ((FINGER, VERTICAL, 0), (CONTINUOUS, HORIZONTAL, 0),
                                    (WHEEL, VERTICAL, 2), (TILT, HORIZONTAL, -1)):
            with self.subTest(source=source):
                self.mouse.scroll(source, axis, 15, steps)
                told = self.scrolled(AXIS)
                self.assertEqual(told[SOURCE], (source,))
                self.assertEqual(told[AXIS][1:], (axis, 15 * 256))
                self.assertEqual(told.get(DISCRETE), (axis, steps) if steps else None)
        self.mouse.stop(FINGER, VERTICAL)
        told = self.scrolled(STOP)
        self.assertEqual((told[SOURCE], told[STOP][1:], AXIS in told), ((FINGER,), (VERTICAL,), False))

    def scrolled(self, awaited):
        """What the program is told of the wheel, by event, once this is among it."""
        self.program.heard.clear()

        def heard():
            self.program.settle()
            told = {event: struct.unpack(f"<{len(body) // 4}i", body)
                    for one, event, body in self.program.heard if one == self.program.mouse}
            return told if awaited in told else None
        return until(heard, "the wheel")


if __name__ == "__main__":
    unittest.main()
