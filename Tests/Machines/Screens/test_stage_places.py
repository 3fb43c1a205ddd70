# SPDX-License-Identifier: MIT
"""Dialogs and menus on popover-stage: how large they are, and where."""

import re
import struct
import tempfile
import unittest

from support.daemon_case import rect
from support.gtk_library import PYTHON, QUIET
from support.wayland_screen import PROGRAMS, Program, until
from support.wayland_wire import WireClient, text

from stage_case import CAFE, HEIGHT, MENU, OTHER, SHOP, WIDTH, WORK, OnStage, color

# Of xdg_positioner: anchors and gravities, and what may be done to a popup that does not fit.
TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT = 5, 7, 8
SLIDE_X, SLIDE_Y, FLIP_X = 1, 2, 4
# The menus of the program, from the first to the third level.
LEVELS = (0x1E, 0x64, 0xC8), (0x64, 0xC8, 0x1E), (0xC8, 0x1E, 0x64)


class Windows(WireClient):
    """Windows by requests of its own, each known by its toplevel, popup or layer surface."""

    def __init__(self, screen):
        super().__init__(screen)
        self.compositor, self.shm = self.bind("wl_compositor", 4), self.bind("wl_shm", 1)
        self.shell, self.layers = self.bind("xdg_wm_base", 1), self.bind("zwlr_layer_shell_v1", 1)
        # The surface, and what acknowledges configurations with which request.
        self.parts = {}

    def surface(self):
        surface = self.new()
        self.send(self.compositor, 0, surface)
        return surface

    def xdg(self):
        surface, xdg = self.surface(), self.new()
        self.send(self.shell, 2, xdg, surface)
        return surface, xdg

    def toplevel(self, parent=0):
        surface, xdg = self.xdg()
        toplevel = self.new()
        self.send(xdg, 1, toplevel)
        self.send(toplevel, 1, parent)
        return self.begin(toplevel, surface, xdg, 4)

    def popup(self, parent, place, size, anchor=TOP_LEFT, adjustment=0, is_configured=True):
        """Beside the corner of a rectangle in its parent, to the right and downward."""
        surface, xdg = self.xdg()
        positioner, popup = self.new(), self.new()
        self.send(self.shell, 1, positioner)
        self.send(positioner, 1, *size)
        self.send(positioner, 2, *place)
        self.send(positioner, 3, anchor)
        self.send(positioner, 4, BOTTOM_RIGHT)
        self.send(positioner, 5, adjustment)
        above = self.parts[parent][1]
        self.send(xdg, 2, popup, 0 if above == parent else above, positioner)
        if above == parent:
            self.send(above, 5, popup)
        return self.begin(popup, surface, xdg, 4, is_configured)

    def bar(self, height, edges, zone):
        """A layer surface at these edges, from left to right, which keeps this much free of others."""
        surface, layer = self.surface(), self.new()
        self.send(self.layers, 0, layer, surface, 0, 2, text("bar"))
        self.send(layer, 0, 0, height)
        self.send(layer, 1, edges)
        self.send(layer, 2, zone)
        return self.begin(layer, surface, layer, 6)

    def begin(self, window, surface, base, acknowledgment, is_configured=True):
        self.parts[window] = surface, base, acknowledgment
        self.send(surface, 6)
        if is_configured:
            until(lambda: self.asked(base), "a configuration")
        return window

    def asked(self, window):
        """What a window was asked for."""
        if not self.settle():
            raise AssertionError("the stage has closed the connection")
        return [body for target, event, body in self.heard if (target, event) == (window, 0)]

    def sizes(self, toplevel):
        return [struct.unpack_from("<2i", body) for body in self.asked(toplevel)]

    def place(self, popup):
        """The last place and size that a popup was given."""
        return struct.unpack("<4i", self.asked(popup)[-1])

    def draw(self, window, width, height, shade):
        surface, base, acknowledgment = self.parts[window]
        self.send(base, acknowledgment, struct.unpack_from("<i", self.asked(base)[-1])[0])
        self.paint(surface, width, height, shade)

    def paint(self, surface, width, height, shade):
        pool, buffer = self.new(), self.new()
        with tempfile.TemporaryFile() as file:
            file.write((bytes.fromhex(shade)[::-1] + b"\0") * (width * height))
            file.flush()
            self.send(self.shm, 0, pool, 4 * width * height, descriptor=file.fileno())
            self.send(pool, 0, buffer, 0, width, height, 4 * width, 1)
            self.send(surface, 1, buffer, 0, 0)
            self.send(surface, 2, 0, 0, width, height)
            self.send(surface, 6)
            self.settle()


class Dismissed(OnStage):
    """A program that hears late that its popup is to close."""

    settings = "opensForOthers = true"

    def test_what_it_says_about_that_until_then_is_no_error(self):
        windows = Windows(self.stage)
        self.addCleanup(windows.close)
        toplevel = windows.toplevel()
        windows.draw(toplevel, WIDTH, HEIGHT, CAFE)
        self.until_color(CAFE, 20, 20)
        self.tap(20, 20)
        popup = windows.popup(toplevel, (100, 100, 10, 10), (200, 100))
        windows.draw(popup, 200, 100, MENU)
        self.until_color(MENU, 110, 110)
        surface, xdg, _ = windows.parts[popup]
        self.tap(WIDTH - 40, HEIGHT - 40)
        until(lambda: windows.settle() and (popup, 1) in [event[:2] for event in windows.heard], "its dismissal")
        self.assert_nowhere(MENU)
        windows.send(xdg, 3, 0, 0, 200, 100)
        windows.paint(surface, 200, 100, MENU)
        # A menu that it opens there is closed, too; wlroots 0.18 leaves its size to the stage, which gives none.
        above = windows.popup(popup, (0, 0, 10, 10), (50, 50), is_configured=False)
        until(lambda: windows.settle() and (above, 1) in [event[:2] for event in windows.heard], "its dismissal")
        self.assert_nowhere(MENU)
        for gone in (above, popup):
            windows.send(gone, 0)
        self.assertTrue(windows.settle())
        self.shop.pong()


class Places(OnStage):
    def setUp(self):
        super().setUp()
        self.windows = Windows(self.stage)
        self.addCleanup(self.windows.close)
        self.window = self.windows.toplevel()
        self.windows.draw(self.window, WIDTH, HEIGHT, OTHER)
        self.until_color(OTHER, 20, 20)

    def test_a_dialog_has_its_own_size_in_the_middle(self):
        dialog = self.windows.toplevel(self.window)
        self.windows.draw(dialog, 600, 320, WORK)
        self.until_covers(WORK, rect(200, 190, 600, 320))
        self.assertEqual(set(self.windows.sizes(dialog)), {(0, 0)})

    def test_a_dialog_that_is_too_large_is_asked_for_what_fits(self):
        dialog = self.windows.toplevel(self.window)
        self.windows.draw(dialog, 600, 900, WORK)
        until(lambda: self.windows.sizes(dialog)[-1] == (600, HEIGHT), "another size")
        self.windows.draw(dialog, 600, HEIGHT, MENU)
        self.until_color(MENU, 210, 1)
        self.assertEqual(self.color_at(790, HEIGHT - 1), color(MENU))
        self.assertEqual(self.color_at(190, 1), color(OTHER))

    def test_menus_of_every_level_stay_on_the_display(self):
        windows, size = self.windows, (200, 100)
        first = windows.popup(self.window, (700, 300, 1, 1), size)
        windows.draw(first, *size, WORK)
        second = windows.popup(first, (0, 0, *size), size, TOP_RIGHT, SLIDE_X | FLIP_X)
        self.assertEqual(windows.place(second), (-200, 0, *size))
        windows.draw(second, *size, MENU)
        # Beside the second one there is room at its right, above the first one.
        third = windows.popup(second, (0, 0, *size), size, TOP_RIGHT, SLIDE_X | FLIP_X)
        self.assertEqual(windows.place(third), (200, 0, *size))
        windows.draw(third, *size, SHOP)
        self.until_covers(MENU, rect(500, 300, *size))
        self.until_covers(SHOP, rect(700, 300, *size))

    def test_menus_end_at_a_keyboard(self):
        windows = self.windows
        keyboard = windows.bar(240, 2 | 4 | 8, 240)
        windows.draw(keyboard, WIDTH, 240, SHOP)
        self.until_color(SHOP, 20, 600)
        menu = windows.popup(self.window, (100, 400, 1, 1), (200, 100), adjustment=SLIDE_Y)
        self.assertEqual(windows.place(menu), (100, 360, 200, 100))
        windows.draw(menu, 200, 100, WORK)
        self.until_covers(WORK, rect(100, 360, 200, 100))

    def test_the_menu_of_a_bar_lies_above_it(self):
        windows = self.windows
        bar = windows.bar(40, 1 | 4 | 8, 0)
        windows.draw(bar, WIDTH, 40, SHOP)
        menu = windows.popup(bar, (100, 20, 1, 1), (200, 100))
        windows.draw(menu, 200, 100, WORK)
        self.until_covers(WORK, rect(100, 20, 200, 100))


def gtk_dialogs(test):
    """A program in GTK 3 with a menu and dialogs, whose window fills the screen."""
    program = Program(
        [PYTHON, str(PROGRAMS / "gtk_dialogs.py")],
        {**QUIET, **test.stage.environment, "DISPLAY": "", "GDK_BACKEND": "wayland"})
    test.addCleanup(program.close)
    test.until_color("f2f3f7", 20, 20)
    return program


class Gtk(OnStage):
    """A program in GTK 3, whose dialogs and menus are as on a desktop."""

    def setUp(self):
        super().setUp()
        self.program = gtk_dialogs(self)

    def test_dialogs_are_as_large_as_they_like_within_the_display(self):
        self.program.write("ask")
        until(lambda: self.program.read() == "size 500 300", "the dialog")
        # Without its title.
        self.program.write("choose")
        size = until(lambda: re.match(f"size {WIDTH} (6..)", self.program.read() or ""), "the chooser")
        self.assertLess(int(size[1]), HEIGHT)

    def test_the_menus_of_three_levels_are_side_by_side(self):
        # The button is at the lower right.
        self.tap(WIDTH - 60, HEIGHT - 30)
        boxes = []
        for level in LEVELS:
            box = until(lambda level=level: self.box(level), "a menu")
            boxes.append(box)
            self.tap((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
        for one, other in zip(boxes, boxes[1:]):
            # Menus overlap a little, and have edges of another color.
            gap = max(one[0], other[0]) - min(one[2], other[2])
            self.assertLess(abs(gap), 30, boxes)

    def box(self, shade):
        """Where a color is, unless it still grows; nothing: it is not there."""
        def found(picture):
            places = [(x, y) for x in range(0, WIDTH, 4) for y in range(0, HEIGHT, 4)
                      if picture.color(x, y) == shade]
            if not places:
                return None
            columns, rows = zip(*places)
            return min(columns), min(rows), max(columns), max(rows)
        one = found(self.picture())
        return one if one == found(self.picture()) else None


if __name__ == "__main__":
    unittest.main()
