# SPDX-License-Identifier: MIT
"""What a session on popover-stage leaves for the next person: nothing."""

import struct
import time

from support.wayland_painter import Painter
from support.wayland_screen import until
from support.wayland_wire import text

from stage_case import CAFE, ELSEWHERE, HEIGHT, OTHER, WIDTH, OnStage, color


class Sessions(OnStage):
    def setUp(self):
        super().setUp()
        self.hall = self.peer("hall", ("shell", "input"))
        self.program = Painter(self.stage)
        self.addCleanup(self.program.close)
        self.surface, self.window = self.program.window("app")
        self.program.paint(self.surface, OTHER, WIDTH, HEIGHT)
        self.until_color(OTHER, 20, 20)

    def test_a_window_is_uncovered_when_its_program_has_drawn_most_of_it(self):
        before = self.program.serial(self.window)
        self.hall.call("session.end")
        until(lambda: self.color_at(20, 20) != color(OTHER), "a cover")
        after = until(lambda: self.new_serial(before), "a configuration")
        # It may have been drawn before it was told.
        self.program.paint(self.surface, CAFE, WIDTH, HEIGHT)
        self.assert_covered(CAFE)
        self.program.send(self.window, 4, after)
        self.program.paint(self.surface, CAFE, WIDTH, HEIGHT, damage=(1, 1))
        self.assert_covered(CAFE)
        self.program.paint(self.surface, CAFE, WIDTH, HEIGHT, damage=(WIDTH, HEIGHT - 100))
        self.until_color(CAFE, 20, 20)

    def new_serial(self, before):
        serial = self.program.serial(self.window)
        return serial if serial != before else None

    def assert_covered(self, unwanted):
        """For longer than the stage waits after a drawing."""
        until(self.program.settle, "the drawing")
        end = time.monotonic() + 1
        while time.monotonic() < end:
            self.assert_nowhere(unwanted)

    def test_nobody_pastes_what_was_copied_before(self):
        program = self.program
        manager, device = program.bind("wl_data_device_manager", 3), program.new()
        program.send(manager, 1, device, program.seat)
        self.tap(*ELSEWHERE)
        until(program.has_mouse, "the mouse")
        serial = next(struct.unpack_from("<I", body)[0] for one, event, body in program.heard
                      if (one, event) == (program.mouse, 0))

        def has_selection():
            program.settle()
            offers = [body for one, event, body in program.heard if (one, event) == (device, 5)]
            return bool(offers) and offers[-1] != bytes(4)
        for method in ("session.end", "session.lock"):
            with self.subTest(method=method):
                source = program.new()
                program.send(manager, 0, source)
                program.send(source, 0, text("text/plain"))
                program.send(device, 1, source, serial)
                until(has_selection, "the selection")
                self.assertEqual(self.hall.call(method), {})
                until(lambda: not has_selection(), "no selection")
                self.assertIn((source, 2), [event[:2] for event in program.heard])
