# SPDX-License-Identifier: MIT
"""What people type on popover-stage arrives in its order, with its modifiers, and where it belongs.

`POPOVER_RUNS` is the number of lines that the scanner types at each speed (10).
"""

import os
import tempfile
import time

from support.wayland_screen import until
from support.wayland_wire import LayerWindow, WireClient

from stage_case import (
    ANCHOR, CAFE, ELSEWHERE, HEIGHT, MENU, OTHER, SHOP, WIDTH, WORK, OnStage, center)

KEYMAP = b"""xkb_keymap {
    xkb_keycodes { include "evdev+aliases(qwerty)" };
    xkb_types { include "complete" };
    xkb_compat { include "complete" };
    xkb_symbols { include "pc+us" };
};"""
ESCAPE, SHIFT, F1, LEFT_BUTTON = 1, 42, 59, 0x110
ROWS = {2: "1234567890-", 16: "qwertyuiop", 30: "asdfghjkl;", 44: "zxcvbnm"}
CODES = {sign: first + place for first, row in ROWS.items() for place, sign in enumerate(row)}
SHIFTED = dict(zip("!@#():", "12390;"))
SCANNED = "HELLO-World;ABCDEF:12345!@#(Test)"
LINES = int(os.environ.get("POPOVER_RUNS", "10"))
# Of a wheel, in points.
STEP = 15


class Hands(WireClient):
    """A keyboard and a mouse on one connection, whose steps the stage gets in their order."""

    def __init__(self, stage, keys=KEYMAP + b"\0"):
        super().__init__(stage)
        seat = self.bind("wl_seat", 1)
        keyboards = self.bind("zwp_virtual_keyboard_manager_v1", 1)
        mice = self.bind("zwlr_virtual_pointer_manager_v1", 1)
        self.keyboard, self.mouse = self.new(), self.new()
        self.send(keyboards, 0, seat, self.keyboard)
        self.send(mice, 0, seat, self.mouse)
        with tempfile.TemporaryFile() as keymap:
            keymap.write(keys)
            keymap.flush()
            self.send(self.keyboard, 0, 1, len(keys), descriptor=keymap.fileno())
        self.settle()

    def type(self, code, shifted=False):
        if shifted:
            self.send(self.keyboard, 1, 0, SHIFT, 1)
            self.send(self.keyboard, 2, 1, 0, 0, 0)
        for state in (1, 0):
            self.send(self.keyboard, 1, 0, code, state)
        if shifted:
            self.send(self.keyboard, 1, 0, SHIFT, 0)
            self.send(self.keyboard, 2, 0, 0, 0, 0)

    def point(self, x, y):
        self.send(self.mouse, 1, 0, x, y, WIDTH, HEIGHT)
        self.send(self.mouse, 4)

    def scroll(self):
        self.send(self.mouse, 3, 0, 0, STEP * 256)
        self.send(self.mouse, 4)

    def click(self, x, y):
        self.send(self.mouse, 1, 0, x, y, WIDTH, HEIGHT)
        for state in (1, 0):
            self.send(self.mouse, 2, 0, LEFT_BUTTON, state)
        self.send(self.mouse, 4)


class Typing(OnStage):
    def setUp(self):
        super().setUp()
        self.hands = Hands(self.stage)
        self.addCleanup(self.hands.close)

    def told(self, count):
        """Lines of the keys but for Shift, and of the wheel, that the program gets."""
        lines = []
        while len(lines) < count:
            line = self.shop.told(("key", "wheel"))
            if line.split()[2] != str(SHIFT):
                lines.append(line)
        return lines

    def assert_no_terminal_is_typed(self):
        # Control and Alt.
        self.hands.send(self.hands.keyboard, 2, 4 | 8, 0, 0, 0)
        self.hands.type(F1)
        self.hands.send(self.hands.keyboard, 2, 0, 0, 0, 0)
        self.hands.type(F1)
        self.assertEqual(self.told(1), [f"key shop {F1} 0"])


class TerminalKeys(Typing):
    settings = "terminalKeys = true"

    def test_they_are_typed_to_nobody(self):
        self.assert_no_terminal_is_typed()


class Keys(Typing):
    def test_a_scanner_is_read_as_it_types_however_fast_it_is_while_its_window_scrolls(self):
        self.hands.point(WIDTH // 2, HEIGHT // 2)
        for milliseconds in (0, 1, 2, 4):
            wrong = sum(self.scanned(milliseconds) for _ in range(LINES))
            self.assertEqual(wrong, 0, f"lines of {LINES}, at {milliseconds} ms a key")

    def scanned(self, milliseconds):
        """Whether what arrives of a line differs from it."""
        expected = []
        for sign in SCANNED:
            shifted = sign.isupper() or sign in SHIFTED
            code = CODES[SHIFTED.get(sign, sign.lower())]
            self.hands.type(code, shifted)
            self.hands.scroll()
            expected += [f"key shop {code} {int(shifted)}", f"wheel shop {STEP}"]
            # The device's own time.
            time.sleep(milliseconds / 1000)
        return self.told(len(expected)) != expected

    def test_terminal_keys_are_typed_to_nobody(self):
        self.assert_no_terminal_is_typed()

    def test_a_keymap_without_an_end_is_read(self):
        # Also one that fills its page.
        for keymap in (KEYMAP, KEYMAP.replace(b" };", b" };".rjust(4099 - len(KEYMAP)), 1)):
            hands = Hands(self.stage, keymap)
            self.addCleanup(hands.close)
            hands.type(CODES["a"], True)
            self.assertEqual(self.told(1), [f"key shop {CODES['a']} 1"], len(keymap))

    def test_keys_right_after_escape_are_the_apps(self):
        for _ in range(20):
            self.closed_by(lambda: self.hands.type(ESCAPE))

    def test_keys_right_after_a_tap_beside_a_popover_are_the_apps(self):
        for _ in range(20):
            self.closed_by(lambda: self.hands.click(*ELSEWHERE))

    def test_a_grab_of_the_app_with_the_keys_ends_when_they_go_to_a_popover(self):
        self.grab()
        self.until_color(MENU, 60, 60)
        cafe = self.actor("cafe")
        _, popover = self.open(cafe)
        self.shop.told("dismissed menu")
        self.hands.type(CODES["b"])
        self.assertEqual(cafe.told("key"), f"key {popover} {CODES['b']} 0")

    def test_an_app_without_the_keys_grabs_nothing_until_it_is_pressed(self):
        cafe = self.actor("cafe")
        cafe.show("cafe", "app", CAFE)
        self.until_color(CAFE, 20, 20)
        self.grab()
        self.shop.told("dismissed menu")
        self.hands.click(*ELSEWHERE)
        self.assertTrue(cafe.told("press").startswith("press cafe"))

    def test_a_panel_that_is_pressed_opens_a_menu_that_grabs(self):
        self.shop.write(f"place panel panel {CAFE} 0 0 200 100")
        self.until_color(CAFE, 20, 20)
        self.hands.click(20, 20)
        self.shop.told("press panel")
        self.grab("panel")
        self.until_color(MENU, 60, 60)

    def test_a_dialog_has_the_keys_of_its_app(self):
        self.shop.write(f"dialog first shop {OTHER}")
        self.shop.told("shown first")
        self.shop.write(f"dialog second first {MENU}")
        self.until_color(MENU, WIDTH // 2, HEIGHT // 2)
        self.assert_typed(self.shop, "second")
        self.shop.write("hide second")
        self.until_color(OTHER, WIDTH // 2, HEIGHT // 2)
        self.assert_typed(self.shop, "first")

    def test_a_layer_surface_that_demands_the_keys_has_them_but_not_over_a_popover(self):
        cafe = self.panel(1)
        self.assert_typed(cafe, "panel")
        frame, popover = self.open(self.shop)
        self.assert_typed(self.shop, popover)
        self.shop.call("popover.close", popover=popover, outcome="done")
        self.until_color(SHOP, *center(frame))
        self.assert_typed(cafe, "panel")
        cafe.write("hide panel")
        self.until_color(SHOP, 20, 20)
        self.assert_typed(self.shop, "shop")

    def test_a_layer_surface_that_takes_keys_has_them_once_it_is_pressed(self):
        cafe = self.panel(2)
        self.assert_typed(self.shop, "shop")
        self.hands.click(20, 20)
        cafe.told("press panel")
        self.assert_typed(cafe, "panel")
        self.hands.click(*ELSEWHERE)
        self.shop.told("press shop")
        self.assert_typed(self.shop, "shop")

    def test_a_program_that_takes_the_seat_after_it_has_the_keys_gets_them(self):
        late = LayerWindow(self.stage, keys=True)
        self.addCleanup(late.close)
        self.until_color("000000", WIDTH // 2, HEIGHT // 2)
        seat, keyboard = late.bind("wl_seat", 5), late.new()
        late.send(seat, 1, keyboard)
        late.settle()
        self.hands.type(CODES["a"])
        until(lambda: late.settle() and (keyboard, 3) in [event[:2] for event in late.heard], "a key")

    def panel(self, keys):
        """A program with a layer surface that wants keys."""
        cafe = self.actor("cafe")
        cafe.write(f"place panel panel {CAFE} 0 0 200 100")
        self.until_color(CAFE, 20, 20)
        cafe.write(f"keys panel {keys}")
        cafe.pong()
        return cafe

    def assert_typed(self, actor, window):
        self.hands.type(CODES["a"])
        self.assertEqual(actor.told("key"), f"key {window} {CODES['a']} 0")

    def grab(self, parent="shop"):
        self.shop.write(f"grab menu {parent} 10 10 100 100 {MENU}")

    def closed_by(self, act):
        """Types a letter into a popover, and two after what closes it."""
        frame, popover = self.shop.popover(WORK, ANCHOR)
        self.until_covers(WORK, frame)
        self.hands.type(CODES["a"])
        act()
        self.hands.type(CODES["b"])
        self.hands.type(CODES["c"])
        self.assertEqual(self.told(3), [
            f"key {popover} {CODES['a']} 0", f"key shop {CODES['b']} 0", f"key shop {CODES['c']} 0"])
        self.shop.message(lambda line: line.get("method") == "popover.closed")
