# SPDX-License-Identifier: MIT
"""What people select in a program on popover-stage, or drag from one, reaches other programs."""

import struct
import unittest

from support.wayland_painter import Mouse, Painter
from support.wayland_screen import until
from support.wayland_wire import text

from stage_case import CAFE, HEIGHT, MENU, OTHER, WIDTH, OnStage, color
from stage_devices import WithDevices

KIND = "text/plain"
# Events: of keyboards, of the devices of selections, of mice, of fingers.
KEYS_CAME, KEYS_WENT = 1, 2
SELECTED = 1
BUTTON = 3
TOUCHED = 0
# Of data devices, and of what they are offered from.
ENTERED, LEFT, DROPPED = 1, 2, 4
CANCELED, TAKEN = 2, 3


class Editor(Painter):
    """A program whose selected text others may have."""

    def __init__(self, screen):
        super().__init__(screen)
        self.manager = self.bind("zwp_primary_selection_device_manager_v1", 1)
        self.keyboard, self.device = self.new(), self.new()
        self.send(self.seat, 1, self.keyboard)
        self.send(self.manager, 1, self.device, self.seat)
        self.paint(self.window("app")[0], CAFE, WIDTH, HEIGHT)
        until(lambda: self.serial(self.keyboard, KEYS_CAME), "the keys")

    def select(self):
        source = self.new()
        self.send(self.manager, 0, source)
        self.send(source, 0, text(KIND))
        self.set_selection(source)

    def set_selection(self, source):
        self.send(self.device, 0, source, self.serial(self.keyboard, KEYS_CAME, KEYS_WENT))
        self.settle()

    def selection(self):
        """What it may have of others; 0 or None: nothing."""
        return self.serial(self.device, SELECTED)


class Selections(OnStage):
    def editor(self):
        editor = Editor(self.stage)
        self.addCleanup(editor.close)
        return editor

    def test_what_is_selected_is_for_the_program_with_the_keys_and_only_it_selects(self):
        one = self.editor()
        one.select()
        other = self.editor()
        until(other.selection, "the selection")
        self.assertIn(KIND.encode(), b"".join(body for _, _, body in other.heard))
        until(lambda: one.serial(one.keyboard, KEYS_WENT), "the end of the keys")
        one.set_selection(0)
        other.settle()
        self.assertNotEqual(other.selection(), 0)


class Table(Painter):
    """A program from which people drag things, and to which they drag them."""

    def __init__(self, screen):
        super().__init__(screen)
        self.manager, self.device, self.touch = self.bind("wl_data_device_manager", 3), self.new(), self.new()
        self.send(self.manager, 1, self.device, self.seat)
        self.send(self.seat, 2, self.touch)

    def drag(self, surface, serial, picture=0):
        """Begins to drag something from a surface; returns what it is."""
        source = self.new()
        self.send(self.manager, 0, source)
        self.send(source, 0, text(KIND))
        self.send(source, 2, 1)
        self.send(self.device, 0, source, surface, picture, serial)
        self.settle()
        return source

    def has(self, target, event):
        self.settle()
        return (target, event) in [heard[:2] for heard in self.heard]

    def accept(self):
        """What is dragged over it, as a copy."""
        serial, _, _, _, offer = next(
            struct.unpack("<5I", body) for one, event, body in self.heard
            if (one, event) == (self.device, ENTERED))
        self.send(offer, 0, serial, text(KIND))
        self.send(offer, 4, 1, 1)
        self.settle()


class Drags(WithDevices):
    settings = "alerts = true"
    start, over = (60, 400), (650, 250)

    def setUp(self):
        super().setUp()
        self.mouse = Mouse(self.stage, WIDTH, HEIGHT)
        self.addCleanup(self.mouse.close)
        self.table, self.basket = Table(self.stage), Table(self.stage)
        for program in (self.table, self.basket):
            self.addCleanup(program.close)
        self.surface = self.table.window("app")[0]
        self.table.paint(self.surface, CAFE, WIDTH, HEIGHT)
        self.basket.paint(self.basket.layer("basket", (600, 200, 200, 200)), MENU, 200, 200)
        self.until_color(MENU, *self.over)
        self.until_color(CAFE, *self.start)
        self.picture_of_it = self.table.surface()
        self.table.paint(self.picture_of_it, OTHER, 60, 60)

    def begin(self):
        """Drags something from the table with the mouse."""
        self.mouse.move(*self.start)
        self.mouse.press(1)
        serial = until(lambda: self.table.serial(self.table.mouse, BUTTON), "the press")
        return self.table.drag(self.surface, serial, self.picture_of_it)

    def until_over(self):
        until(lambda: self.basket.has(self.basket.device, ENTERED), "what is dragged")

    def is_seen(self, x, y):
        """Whether its picture is there, beside the cursor."""
        return self.color_at(x + 50, y + 50) == color(OTHER)

    def test_what_is_dragged_is_seen_and_dropped_where_it_is_accepted(self):
        source = self.begin()
        self.mouse.move(300, 500)
        until(lambda: self.is_seen(300, 500), "its picture")
        self.mouse.move(*self.over)
        self.until_over()
        self.basket.accept()
        self.assertFalse(self.basket.has_mouse())
        self.mouse.press(0)
        until(lambda: self.basket.has(self.basket.device, DROPPED), "the drop")
        self.assertTrue(self.table.has(source, TAKEN))
        # The window beneath has the mouse, and nothing is dragged any more.
        until(self.basket.has_mouse, "the mouse")
        until(lambda: not self.is_seen(*self.over), "no picture")

    def test_what_is_dragged_by_a_finger_is_dropped(self):
        x, y = self.start
        self.order(f"down 1 {x / WIDTH} {y / HEIGHT}")
        serial = until(lambda: self.table.serial(self.table.touch, TOUCHED), "the finger")
        source = self.table.drag(self.surface, serial, self.picture_of_it)
        x, y = self.over
        self.order(f"move 1 {x / WIDTH} {y / HEIGHT}")
        self.until_over()
        until(lambda: self.is_seen(x, y), "its picture")
        self.basket.accept()
        self.order("up 1")
        until(lambda: self.basket.has(self.basket.device, DROPPED), "the drop")
        self.assertTrue(self.table.has(source, TAKEN))

    def test_a_popover_of_another_program_ends_it(self):
        self.assert_ended_by(lambda: self.open(self.shop))

    def test_an_alert_ends_it(self):
        self.assert_ended_by(self.alarm)

    def assert_ended_by(self, show):
        source = self.begin()
        self.mouse.move(300, 500)
        until(lambda: self.is_seen(300, 500), "its picture")
        show()
        until(lambda: self.table.has(source, CANCELED), "its end")
        self.mouse.move(*self.over)
        self.assertFalse(self.basket.has(self.basket.device, ENTERED))
        self.assert_nowhere(OTHER)

    def alarm(self):
        self.actor("bell").start(
            "alert.raise", title="Fire", severity="critical", buttons=[{"id": "ok", "label": "OK"}])

    def test_nothing_is_dragged_without_a_press(self):
        self.mouse.move(*self.start)
        until(self.table.has_mouse, "the mouse")
        serial = self.table.serial(self.table.mouse, 0)
        self.assertTrue(self.table.has(self.table.drag(self.surface, serial), CANCELED))

    def test_a_picture_as_large_as_the_screen_is_not_seen(self):
        self.table.paint(self.picture_of_it, OTHER, WIDTH, HEIGHT)
        self.begin()
        self.mouse.move(*self.over)
        self.until_over()
        self.assert_nowhere(OTHER)


if __name__ == "__main__":
    unittest.main()
