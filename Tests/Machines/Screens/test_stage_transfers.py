# SPDX-License-Identifier: MIT
"""What people select in a program on popover-stage reaches other programs."""

import unittest

from support.wayland_painter import Painter
from support.wayland_screen import until
from support.wayland_wire import text

from stage_case import CAFE, HEIGHT, WIDTH, OnStage

KIND = "text/plain"
# Events: of keyboards, of the devices of selections.
KEYS_CAME, KEYS_WENT = 1, 2
SELECTED = 1


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


if __name__ == "__main__":
    unittest.main()
