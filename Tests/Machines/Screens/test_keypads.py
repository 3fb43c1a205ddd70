# SPDX-License-Identifier: MIT
"""Keypads and switches, written to named pipes in the kernel's format."""

import time
import unittest

from support.daemon import UNHURRIED
from support.daemon_case import rect
from support.peer import Peer

from test_evdev import EV_KEY, Devices, Pipe

UP, DOWN, LEFT, RIGHT = 103, 108, 105, 106
ENTER, KEYPAD_ENTER, TAB, BACK, ESCAPE, HELP, F1 = 28, 96, 15, 158, 1, 138, 59
OK = 352
RELEASED, PRESSED, HELD = 0, 1, 2
FIRST, SECOND = rect(100, 100, 80, 40), rect(400, 100, 80, 40)
BELOW = rect(100, 400, 80, 40)


class Keypad(Pipe):
    def press(self, code, *values):
        for value in values or (PRESSED, RELEASED):
            self.frame((EV_KEY, code, value))


class Keypads(Devices):
    pipe = Keypad

    def prepare(self, use="keypads", **options):
        # What a story has, is made by each test.
        # pylint: disable=attribute-defined-outside-init
        [self.pad] = self.begin("pad", use=use, **options)
        self.observer.call("bus.subscribe", topics=["focus.changed", "announcement"])
        self.shop, self.cafe = self.peer("shop"), self.peer("cafe")
        self.shop.call("source.set", source="first", rect=FIRST, label="One", help="The first")
        self.cafe.call("source.set", source="second", rect=SECOND)
        self.cafe.call("source.set", source="below", rect=BELOW)

    def assert_moved(self, source):
        told = self.observer.event("focus.changed", ring=True)["data"]
        self.assertEqual(told["source"], source)

    def focusable(self, app):
        """A client that has the focus in what it shows."""
        peer = Peer(self.daemon, app, greet=False)
        self.addCleanup(peer.close)
        peer.call("hello", protocol=1, app=app, focus=True)
        return peer

    def test_keys_move_the_ring_and_activate(self):
        self.prepare()
        for code, source in ((TAB, "first"), (RIGHT, "second"), (LEFT, "first"), (DOWN, "below"),
                             (UP, "first")):
            self.pad.press(code)
            self.assert_moved(source)
        for code in ENTER, KEYPAD_ENTER:
            self.pad.press(code)
            self.shop.wait("source.activated", source="first")

    def test_keys_move_the_focus_in_a_popover_and_close_it(self):
        self.prepare()
        bar = self.focusable("bar")
        for close in BACK, ESCAPE:
            popover = self.open(bar, anchor=FIRST)["popover"]
            for code, step in ((TAB, "next"), (RIGHT, "right"), (ENTER, "activate"), (HELP, "help"),
                               (F1, "help")):
                self.pad.press(code)
                self.assertEqual(bar.wait("focus.move", popover=popover)["params"]["step"], step)
            self.pad.press(close)
            bar.answer(bar.wait("popover.willClose", popover=popover, reason="key"), {})
            bar.wait("popover.closed", popover=popover)

    def test_a_key_that_is_held_repeats_its_way_and_nothing_else(self):
        self.prepare()
        self.pad.press(TAB, PRESSED, HELD, HELD, RELEASED)
        for source in "first", "second", "below":
            self.assert_moved(source)
        self.pad.press(UP)
        self.assert_moved("first")
        self.pad.press(ENTER, PRESSED, HELD, HELD, RELEASED)
        self.pad.press(RIGHT)
        self.assert_moved("second")
        self.shop.wait("source.activated", source="first")
        self.assertFalse(self.shop.has("source.activated"))

    def test_the_configuration_gives_keys_other_meanings(self):
        self.prepare(keys=f'["{OK}=activate", "{LEFT}=next", "{TAB}=none"]')
        self.pad.press(TAB)
        self.pad.press(LEFT)
        self.assert_moved("first")
        self.pad.press(OK)
        self.shop.wait("source.activated", source="first")

    def test_a_keypads_fingers_are_none(self):
        self.prepare()
        self.pad.tap(20, 20)
        self.pad.press(TAB)
        self.assert_moved("first")
        self.assertFalse(self.observer.has("event", topic="tap"))

    def test_a_touch_devices_keys_move_nothing(self):
        self.prepare("devices")
        self.pad.press(TAB)
        self.pad.tap(20, 20)
        self.observer.event("tap")
        self.assertFalse(self.observer.has("event", topic="focus.changed", ring=True))

    def test_a_switch_activates_what_has_the_ring(self):
        self.prepare("switches")
        self.cafe.call("navigate", step="next")
        self.assert_moved("first")
        self.pad.press(300)
        self.shop.wait("source.activated", source="first")

    def test_a_switch_starts_a_scan_that_goes_on_after_presses(self):
        self.prepare("switches", scanMs=200)
        self.pad.press(300)
        for source in "first", "second", "below", "first", "second":
            self.assert_moved(source)
        self.pad.press(300)
        self.cafe.wait("source.activated", source="second")
        self.assert_moved("below")
        bar = self.focusable("bar")
        self.open(bar, anchor=FIRST)
        bar.wait("focus.move", step="next")
        self.pad.press(300)
        bar.wait("focus.move", step="activate")
        bar.wait("focus.move", step="next")

    def test_a_switch_that_is_held_closes_what_is_on_top(self):
        self.prepare("switches", scanMs=200, backMs=400)
        bar = self.focusable("bar")
        popover = self.open(bar, anchor=FIRST)["popover"]
        self.pad.press(300, PRESSED)
        bar.answer(bar.wait("popover.willClose", popover=popover, reason="key"), {})
        bar.wait("popover.closed", popover=popover)
        # Its release is none of a press.
        self.pad.press(300, RELEASED)
        self.pad.press(300)
        self.assert_moved("first")
        self.assertFalse(bar.has("focus.move"))

    def test_a_scan_stops_while_a_switch_is_held(self):
        self.prepare("switches", scanMs=200, backMs=1200)
        bar = self.focusable("bar")
        popover = self.open(bar, anchor=FIRST)["popover"]
        self.pad.press(300)
        bar.wait("focus.move", step="next")
        self.pad.press(300, PRESSED)
        bar.answer(bar.wait("popover.willClose", popover=popover, reason="key"), {})
        # One step may have been on its way; a scan would have made six.
        moves = 0
        while bar.has("focus.move"):
            bar.wait("focus.move")
            moves += 1
        self.assertLessEqual(moves, 1)

    def test_a_scan_ends_after_three_rounds_without_a_press(self):
        self.prepare("switches", scanMs=200)
        self.pad.press(300)
        # The press's own step, and from the next source on three rounds.
        for source in "first", *["second", "below", "first"] * 3, "second":
            self.assert_moved(source)
        # It begins a new scan, and activates nothing.
        self.pad.press(300)
        self.assert_moved("below")
        self.pad.press(300)
        self.cafe.wait("source.activated", source="below")
        self.assertFalse(self.cafe.has("source.activated"))

    def test_invalid_options_are_named(self):
        for option, value, words in (
                ("keys", '["x=up"]', 'keys "x=up" is not code=step (such as 352=activate)'),
                ("keys", '["103=jump"]', 'keys "103=jump" is not code=step'),
                ("scanMs", 20, 'scanMs "20" is not 0, or 200 to 60000'),
                ("backMs", 20, 'backMs "20" is not 0, or 200 to 60000')):
            with self.subTest(value):
                self.kiosk({"keypads": '["/nowhere"]', option: value})
                self.assertIn(words, self.daemon.told())


class SlowPresses(Devices):
    """People with a slow hand: a short press is no tap."""

    # Taps of others last at most so long.
    timing = UNHURRIED.replace("tapMs = 10000", "tapMs = 600")

    def press_for(self, pipe, seconds, *place):
        pipe.down(0, *place)
        time.sleep(seconds)
        pipe.up(0)

    def test_a_press_that_is_too_short_is_no_tap(self):
        [pipe] = self.begin("touch")
        self.peer("shell", ("shell",)).call("session.set", slowPressMs=300)
        self.press_for(pipe, 0.05, 100, 100)
        self.press_for(pipe, 0.8, 200, 200)
        self.assertEqual(self.tapped(), ((200, 200), "idle"))
        self.assertFalse(self.observer.has("event", topic="tap"))


if __name__ == "__main__":
    unittest.main()
