# SPDX-License-Identifier: MIT
"""Input on a kernel's devices, as popoverd's plugin `evdev` sees it.

To be run by `emulate`, in a machine of its own: on any other, its devices would be everybody's.
"""

import os
import random
import select
import signal
import subprocess
import unittest

from support.kiosk import PATIENCE, Kiosk

EV_KEY, EV_REL, EV_ABS = 1, 2, 3
REL_X, REL_Y = 0, 1
ABS_X, ABS_Y = 0, 1
SLOT, POSITION_X, POSITION_Y, TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
BTN_LEFT, BTN_TOUCH = 0x110, 0x14A
KEY_TAB, KEY_ENTER = 15, 28

WIDTH, HEIGHT = 1280, 800
# The places that a device tells of; more of them than points, as real ones have.
MOST_X, MOST_Y = 4 * WIDTH, 4 * HEIGHT
ANCHOR = {"x": 450, "y": 100, "width": 80, "height": 30}
TAPS = 60


class Device:
    """One of the kernel's, with a finger or a mouse's hand on it."""

    def __init__(self, devices, number, kind):
        self.devices = devices
        self.number = number
        self.kind = kind
        self.contact = 0
        self.path = devices.tell(f"create {number} {kind} {MOST_X} {MOST_Y}").split()[1]

    def frame(self, *events):
        words = " ".join(f"{kind} {code} {value}" for kind, code, value in events)
        self.devices.tell(f"frame {self.number} {words}")

    def down(self, x, y, slot=0):
        """At a place in points."""
        if self.kind == "single":
            self.frame((EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_X, 4 * x), (EV_ABS, ABS_Y, 4 * y))
            return
        self.contact += 1
        self.frame((EV_ABS, SLOT, slot), (EV_ABS, TRACKING_ID, self.contact),
                   (EV_ABS, POSITION_X, 4 * x), (EV_ABS, POSITION_Y, 4 * y),
                   (EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_X, 4 * x), (EV_ABS, ABS_Y, 4 * y))

    def up(self, slot=0):
        if self.kind == "single":
            self.frame((EV_KEY, BTN_TOUCH, 0))
        else:
            self.frame((EV_ABS, SLOT, slot), (EV_ABS, TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0))

    def tap(self, x, y, slot=0):
        self.down(x, y, slot)
        self.up(slot)

    def press(self, code, *values):
        for value in values or (1, 0):
            self.frame((EV_KEY, code, value))

    def unplug(self):
        self.devices.tell(f"destroy {self.number}")


class Devices:
    """The process that has them; with it they go."""

    def __init__(self):
        self.process = subprocess.Popen(
            [os.environ["POPOVER_DEVICES"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0

    def plug(self, kind):
        self.count += 1
        return Device(self, self.count - 1, kind)

    def tell(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        readable, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        answer = self.process.stdout.readline().decode() if readable else ""
        if not answer:
            raise AssertionError(f"{line!r} has no answer")
        return answer

    def close(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()


class EmulatedDevices(Kiosk):
    plugin = "evdev"

    def setUp(self):
        self.devices = Devices()
        self.addCleanup(self.devices.close)

    def begin(self, *plugged, paths=("*",), **options):
        """A kiosk that sees these devices."""
        named = ", ".join(f'"{path}"' for path in paths)
        self.kiosk({"devices": f"[{named}]", **options})
        for device in plugged:
            self.until_told(f"opened {device.path}")

    def plugin_process(self):
        told = subprocess.run(
            ["pgrep", "-f", "popover-evdev.plugin"], check=True, capture_output=True, text=True).stdout
        return int(told.split()[-1])

    def assert_tapped(self, x, y, verdict="idle"):
        told = self.observer.event("tap")["data"]
        self.assertEqual((round(told["x"]), round(told["y"]), told["verdict"]), (x, y, verdict))

    def test_fingers_are_seen_where_they_are(self):
        screen = self.devices.plug("slots")
        self.begin(screen)
        shop = self.peer()
        chance = random.Random(7)
        for turn in range(TAPS):
            # Every third is in the row of the last, which the kernel then does not tell anew.
            place = chance.randrange(WIDTH), chance.randrange(HEIGHT) if turn % 3 else 300
            screen.tap(*place, slot=chance.randrange(10))
            self.assert_tapped(*place)
        popover = self.open(shop, anchor=ANCHOR)["popover"]
        screen.tap(20, 700)
        self.assert_tapped(20, 700, "dismissed")
        shop.answer(shop.wait("popover.willClose", popover=popover), {})

    def test_one_finger_of_an_old_screen_is_seen_where_it_is(self):
        screen = self.devices.plug("single")
        self.begin(screen)
        chance = random.Random(11)
        for turn in range(TAPS):
            place = chance.randrange(WIDTH), chance.randrange(HEIGHT) if turn % 3 else 300
            screen.tap(*place)
            self.assert_tapped(*place)

    def test_two_fingers_are_two_taps(self):
        screen, other = self.devices.plug("slots"), self.devices.plug("slots")
        self.begin(screen, other)
        for second in (screen, other):
            screen.down(100, 200, slot=0)
            second.down(900, 300, slot=1)
            second.up(1)
            screen.up(0)
            told = [self.observer.event("tap")["data"] for _ in range(2)]
            places = {(round(tap["x"]), round(tap["y"])) for tap in told}
            self.assertEqual(places, {(100, 200), (900, 300)})

    def test_a_mouse_taps_where_it_is(self):
        mouse = self.devices.plug("mouse")
        self.begin(mouse)
        mouse.frame((EV_REL, REL_X, 30_000), (EV_REL, REL_Y, -30_000))
        mouse.frame((EV_KEY, BTN_LEFT, 1))
        mouse.frame((EV_KEY, BTN_LEFT, 0))
        self.assert_tapped(WIDTH, 0)
        # A step to the left is a share of the screen.
        mouse.frame((EV_REL, REL_X, -150))
        mouse.frame((EV_KEY, BTN_LEFT, 1))
        mouse.frame((EV_KEY, BTN_LEFT, 0))
        self.assertLess(self.observer.event("tap")["data"]["x"], WIDTH)

    def test_touches_follow_the_screens_rotation(self):
        screen = self.devices.plug("slots")
        self.begin(screen, rotation=180)
        screen.tap(30, 40)
        self.assert_tapped(WIDTH - 30, HEIGHT - 40)

    def test_a_screen_is_touched_where_its_calibration_says(self):
        screen = self.devices.plug("slots")
        self.begin(screen, calibration='"0.5 0 0.25 0 0.5 0.5"')
        screen.tap(80, 40)
        self.assert_tapped(WIDTH / 4 + 40, HEIGHT / 2 + 20)

    def test_what_is_plugged_in_later_is_taken_up_as_often_as_it_is(self):
        self.begin()
        for turn in range(2):
            screen = self.devices.plug("slots")
            self.until_told(f"opened {screen.path}", turn + 1)
            screen.tap(100 + turn, 60)
            self.assert_tapped(100 + turn, 60)
            # It is pulled out with a finger on it.
            screen.down(500, 500)
            screen.unplug()
            self.until_told(f"lost {screen.path}", turn + 1)

    def test_a_named_device_that_goes_is_taken_up_when_it_returns(self):
        screen = self.devices.plug("slots")
        self.begin(screen, paths=(screen.path,))
        screen.unplug()
        self.until_told(f"lost {screen.path}")
        self.until_told(f"cannot read {screen.path}")
        again = self.devices.plug("slots")
        self.assertEqual(again.path, screen.path)
        self.until_told(f"opened {screen.path}", 2)
        again.tap(50, 60)
        self.assert_tapped(50, 60)

    def test_a_keyboard_is_none_of_its_business(self):
        keyboard, screen = self.devices.plug("keyboard"), self.devices.plug("slots")
        self.begin(screen)
        screen.tap(10, 20)
        self.assert_tapped(10, 20)
        self.assertNotIn(keyboard.path, self.daemon.told())

    def test_a_keypads_keys_move_the_focus_and_type_nowhere(self):
        keypad, screen = self.devices.plug("keypad"), self.devices.plug("slots")
        reader = os.open(keypad.path, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        self.begin(keypad, screen, keypads=f'["{keypad.path}"]')
        self.observer.call("bus.subscribe", topics=["focus.changed"])
        shop = self.peer()
        for number in range(3):
            shop.call("source.set", source=f"source-{number}",
                      rect={"x": 100 + 200 * number, "y": 100, "width": 80, "height": 40})
        for number in range(3):
            keypad.press(KEY_TAB)
            self.observer.event("focus.changed", source=f"source-{number}", ring=True)
        keypad.press(KEY_ENTER)
        shop.wait("source.activated", source="source-2")
        # Nobody else has read any of them.
        self.assertRaises(BlockingIOError, os.read, reader, 4096)
        screen.tap(10, 20)
        self.assert_tapped(10, 20)
        # It comes back after it was unplugged.
        keypad.unplug()
        self.until_told(f"lost {keypad.path}")
        again = self.devices.plug("keypad")
        self.assertEqual(again.path, keypad.path)
        self.until_told(f"opened {keypad.path}", 2)
        again.press(KEY_TAB)
        self.observer.event("focus.changed", source="source-0", ring=True)

    def test_a_finger_is_where_the_last_was_that_nobody_saw(self):
        screen, old = self.devices.plug("slots"), self.devices.plug("single")
        screen.tap(70, 80, slot=3)
        old.tap(170, 180)
        self.begin(screen, old)
        # Neither the slot nor the column is told anew.
        screen.tap(70, 90, slot=3)
        self.assert_tapped(70, 90)
        old.tap(170, 190)
        self.assert_tapped(170, 190)

    def test_fingers_are_where_they_are_after_more_than_the_kernel_keeps(self):
        screen = self.devices.plug("slots")
        self.begin(screen)
        plugin = self.plugin_process()
        os.kill(plugin, signal.SIGSTOP)
        for turn in range(200):
            screen.tap(300, turn, slot=turn % 5 + 1)
        screen.tap(300, 400, slot=2)
        os.kill(plugin, signal.SIGCONT)
        # What was lost, is: how much, nobody says. Neither slot nor column are told anew.
        tapped = []
        while not self.observer.has("event", topic="tap"):
            self.assertLess(len(tapped), 200)
            tapped.append(500 + len(tapped))
            screen.tap(300, tapped[-1], slot=2)
        told = self.observer.event("tap")["data"]
        self.assertEqual(round(told["x"]), 300)
        self.assertIn(round(told["y"]), tapped)


if __name__ == "__main__":
    unittest.main()
