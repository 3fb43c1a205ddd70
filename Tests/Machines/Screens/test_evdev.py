# SPDX-License-Identifier: MIT
"""Input events, written to named pipes in the kernel's format."""

import os
import random
import struct
import time
import unittest

from support.kiosk import PATIENCE, Kiosk
from support.wayland_screen import until

EV_SYN, EV_KEY, EV_REL, EV_ABS = 0, 1, 2, 3
REL_X, REL_Y = 0, 1
SLOT, POSITION_X, POSITION_Y, TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
BTN_LEFT = 0x110

WIDTH, HEIGHT = 1280, 800
ANCHOR = {"x": 450, "y": 100, "width": 80, "height": 30}
TAPS = 50


class Pipe:
    """A device's end that is the kernel's elsewhere; open as soon as the plugin has opened its own."""

    def __init__(self, path):
        self.path = path
        self.contact = 0
        self.descriptor = None

    def open(self):
        deadline = time.monotonic() + PATIENCE
        while self.descriptor is None:
            try:
                self.descriptor = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def frame(self, *events):
        data = b"".join(
            struct.pack("qqHHi", 0, 0, *event) for event in (*events, (EV_SYN, 0, 0)))
        assert os.write(self.descriptor, data) == len(data)

    def down(self, slot, x, y):
        self.contact += 1
        self.frame((EV_ABS, SLOT, slot), (EV_ABS, TRACKING_ID, self.contact),
                   (EV_ABS, POSITION_X, x), (EV_ABS, POSITION_Y, y))

    def up(self, slot):
        self.frame((EV_ABS, SLOT, slot), (EV_ABS, TRACKING_ID, -1))

    def tap(self, x, y):
        self.down(0, x, y)
        self.up(0)

    def close(self):
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None


class Devices(Kiosk):
    plugin = "evdev"
    pipe = Pipe

    def begin(self, *names, use="devices", display="", **options):
        """The pipes, once they are watched; the last one's is this display, if any is named."""
        folder = self.folder()
        pipes = [self.pipe(os.path.join(folder, name)) for name in names]
        for pipe in pipes:
            os.mkfifo(pipe.path)
            self.addCleanup(pipe.close)
        paths = [pipe.path for pipe in pipes]
        if display:
            paths[-1] = f"{display}={paths[-1]}"
        paths = ", ".join(f'"{path}"' for path in paths)
        self.kiosk({use: f"[{paths}]", "range": '"0 1280 0 800"', **options}, f'readPaths = ["{folder}"]')
        for pipe in pipes:
            pipe.open()
        return pipes

    def tapped(self):
        told = self.observer.event("tap")["data"]
        return (round(told["x"]), round(told["y"])), told["verdict"]


class Fingers(Devices):
    def test_fingers_are_seen_where_they_are(self):
        [pipe] = self.begin("touch")
        chance = random.Random(3)
        shop = self.peer()
        for _ in range(TAPS):
            place = chance.randrange(WIDTH), chance.randrange(HEIGHT)
            pipe.tap(*place)
            self.assertEqual(self.tapped(), (place, "idle"))
        popover = self.open(shop, anchor=ANCHOR)["popover"]
        pipe.tap(20, 700)
        self.assertEqual(self.tapped(), ((20, 700), "dismissed"))
        shop.answer(shop.wait("popover.willClose", popover=popover), {})

    def test_two_fingers_on_two_devices_are_two_taps(self):
        left, right = self.begin("left", "right")
        left.down(0, 100, 100)
        right.down(0, 900, 300)
        right.up(0)
        left.up(0)
        # Of two devices nobody says which is read first.
        self.assertEqual({self.tapped()[0] for _ in range(2)}, {(900, 300), (100, 100)})

    def test_two_screens_are_touched_each_on_its_display(self):
        hand, other = self.begin("hand", "other", display="wall", rotations='["wall=180"]')
        self.peer("shell", ("shell",)).call("display.set", display="wall", width=640, height=400)
        shop = self.peer()
        popover = self.open(shop, display="wall", anchor={"x": 300, "y": 40, "width": 40, "height": 30})["popover"]
        hand.tap(20, 30)
        self.assertEqual(self.tapped(), ((20, 30), "idle"))
        # Its range is that of the first.
        other.tap(20, 700)
        told = self.observer.event("tap")["data"]
        self.assertEqual(
            (told["display"], round(told["x"]), round(told["y"]), told["verdict"]), ("wall", 630, 50, "dismissed"))
        shop.answer(shop.wait("popover.willClose", popover=popover), {})

    def test_a_mouse_taps_where_it_is(self):
        [pipe] = self.begin("mouse")
        pipe.frame((EV_REL, REL_X, 30_000), (EV_REL, REL_Y, -30_000))
        pipe.frame((EV_KEY, BTN_LEFT, 1))
        pipe.frame((EV_KEY, BTN_LEFT, 0))
        self.assertEqual(self.tapped(), ((WIDTH, 0), "idle"))

    def test_touches_follow_the_screens_rotation(self):
        [pipe] = self.begin("touch", rotation=180)
        pipe.tap(30, 40)
        self.assertEqual(self.tapped(), ((WIDTH - 30, HEIGHT - 40), "idle"))

    def test_a_removed_device_is_logged_and_used_again_when_it_returns(self):
        [pipe] = self.begin("touch")
        pipe.down(0, 100, 100)
        pipe.close()
        self.until_told("lost /")
        pipe.open()
        pipe.tap(50, 60)
        self.assertEqual(self.tapped(), ((50, 60), "idle"))

    def test_noise_is_no_tap(self):
        [pipe] = self.begin("touch")
        chance = random.Random(5)
        for _ in range(200):
            pipe.frame(*((chance.randrange(1 << 16), chance.randrange(1 << 16),
                          chance.randrange(-1 << 31, 1 << 31)) for _ in range(8)))
        pipe.close()
        self.until_told("lost /")
        pipe.open()
        pipe.tap(70, 80)
        while self.tapped()[0] != (70, 80):
            pass

    def test_an_invalid_option_is_named(self):
        for options, words in (
                ({"rotation": 45}, 'rotation "45" is not 0, 90, 180 or 270'),
                ({"scanMs": 100}, 'scanMs "100" is not 0, or 200 to 60000'),
                ({"calibration": '"1 0"'}, 'calibration "1 0" is not six numbers'),
                ({"rotations": '["wall=1"]'}, 'rotations "wall=1" is not display=rotation'),
                ({"range": '"5 4 0 1"'}, 'range "5 4 0 1" is not four numbers'),
                ({"keys": '["1=jump"]'}, 'keys "1=jump" is not code=step')):
            with self.subTest(words):
                self.kiosk({"devices": '["/nowhere"]', **options})
                self.until_told(words)

    def service(self):
        plugin, = (each for each in self.observer.call("plugin.list")["plugins"] if each["name"] == "evdev")
        service = plugin.get("service", {})
        return service.get("state"), service.get("message")

    def until_service(self, state, message):
        until(lambda: self.service() == (state, message), f"{state}: {message}")

    def test_it_says_which_devices_it_reads(self):
        self.kiosk({})
        self.until_service("failed", "no device is named: set devices, keypads or switches")
        [pipe, other] = self.begin("touch", "other")
        self.until_service("serving", "2 input devices")
        os.unlink(other.path)
        other.close()
        self.until_service("serving", f"1 input device; cannot read {other.path}: No such file or directory")
        os.unlink(pipe.path)
        pipe.close()
        self.until_service("connecting", f"cannot read {pipe.path}: No such file or directory, and 1 more")

    def test_a_device_that_its_sandbox_does_not_open_is_named(self):
        self.kiosk({"devices": '["/etc/shadow"]'})
        self.until_service("connecting", "cannot read /etc/shadow: Permission denied")


if __name__ == "__main__":
    unittest.main()
