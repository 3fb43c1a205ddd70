# SPDX-License-Identifier: MIT
"""Fingers on popover-stage: they land where the picture is, on the right output, and reach whom the rules name."""

import mmap
import os
import signal
import struct
import subprocess
import tempfile
import unittest

from support.daemon import PATIENCE, binary
from support.daemon_case import rect
from support.wayland_screen import until
from support.wayland_wire import WireClient, text

from stage_case import ANCHOR, ELSEWHERE, OTHER, WORK, center, color
from stage_devices import WithDevices, place

FIVE = [(number, 200 + 100 * number, 300) for number in range(1, 6)]


class Fingers(WithDevices):
    def test_two_fingers_spread_in_a_window(self):
        self.put((1, 400, 300), (2, 500, 300))
        self.shop.told("touched shop 1 400 300")
        self.shop.told("touched shop 2 500 300")
        for step in range(1, 11):
            self.order(f"move 1 {place(400 - 10 * step, 300)}", f"move 2 {place(500 + 10 * step, 300)}")
        self.shop.told("dragged 1 300 300")
        self.shop.told("dragged 2 600 300")
        self.order("up 1", f"move 2 {place(700, 400)}", "up 2")
        self.shop.told("lifted 1")
        self.shop.told("dragged 2 700 400")
        self.shop.told("lifted 2")

    def test_five_fingers_in_a_window(self):
        self.put(*FIVE)
        for finger in FIVE:
            self.shop.told("touched shop %d %d %d" % finger)
        self.order(*(f"move {number} {place(x, y + 100)}" for number, x, y in FIVE))
        for number, x, y in FIVE:
            self.shop.told(f"dragged {number} {x} {y + 100}")
        self.order(*(f"up {number}" for number, _, _ in reversed(FIVE)))
        for number, _, _ in reversed(FIVE):
            self.shop.told(f"lifted {number}")
        self.assertNotIn("canceled", self.shop.pong())

    def test_all_fingers_in_a_window_are_canceled_with_one(self):
        self.put(*FIVE)
        self.shop.told("touched shop 5")
        # Wayland has no event for one of them.
        self.order("cancel 3", f"move 1 {place(40, 40)}", *(f"up {number}" for number in (1, 2, 4, 5)))
        self.shop.told("canceled")
        self.put(*FIVE)
        self.shop.told("touched shop 5")
        heard = self.shop.pong()
        self.assertEqual([line for line in heard if line.startswith(("canceled", "lifted", "dragged"))], [])

    def test_a_touch_screen_is_unplugged_under_a_finger(self):
        self.order("screen 1 panel", "use 1")
        # Before it is on an output, its fingers are ignored.
        until(lambda: '"panel" is on' in self.stage.told(), "the touch screen")
        self.put((1, 300, 300))
        self.shop.told("touched shop 1")
        self.order("remove 1", "use 0")
        self.shop.told("canceled")
        # The number is free again.
        self.put((1, 400, 300))
        self.shop.told("touched shop 1 400 300")
        self.order("up 1")
        self.shop.told("lifted 1")

    def test_a_finger_beside_a_popover_reaches_nobody_and_closes_it(self):
        frame, popover = self.open(self.shop)
        self.put((1, *center(frame)))
        self.order("up 1")
        self.shop.told(f"touched {popover} 1 160 100")
        self.shop.told("lifted 1")
        self.put((1, *ELSEWHERE))
        self.order("up 1")
        self.shop.message(lambda line: line.get("method") == "popover.closed")
        self.assertEqual([line for line in self.shop.pong() if line.startswith(("touched", "lifted"))], [])
        self.put((1, *ELSEWHERE))
        self.shop.told("touched shop 1 40 650")

    def test_a_popover_is_closed_under_a_finger(self):
        frame, popover = self.open(self.shop)
        self.put((1, *center(frame)))
        self.shop.told(f"touched {popover} 1")
        self.put((2, *ELSEWHERE))
        self.order("up 2")
        self.shop.message(lambda line: line.get("method") == "popover.closed")
        self.shop.pong()
        self.order(f"move 1 {place(500, 400)}", "cancel 1")
        self.put((1, *ELSEWHERE))
        self.shop.told("touched shop 1 40 650")


class UpsideDown(WithDevices):
    output = 'rotation = "180"'
    outputs = 2

    def test_a_finger_at_the_edge_stays_on_its_output(self):
        self.order("screen 1 panel HEADLESS-1", "use 1")
        until(lambda: '"panel" is on the output HEADLESS-1\n' in self.stage.told(), "the touch screen")
        self.order("down 1 0 0", "up 1", "down 1 0.9985 0.9985")
        self.shop.told("touched shop 1 999 699")
        self.shop.told("touched shop 1 1 1")


class TwoScreens(WithDevices):
    """Each output has a touch screen, which says so."""

    outputs = 2

    def setUp(self):
        super().setUp()
        self.order("screen 1 left HEADLESS-1", "screen 2 right HEADLESS-2")
        until(lambda: len(self.observer.call("status")["displays"]) == 2, "the second display")
        until(lambda: '"left" is on' in self.stage.told() and '"right" is on' in self.stage.told(), "the screens")

    def test_fingers_land_where_the_picture_is(self):
        shown = {}
        for output, display, shade in (("HEADLESS-1", "main", WORK), ("HEADLESS-2", "second", OTHER)):
            _, popover = self.shop.popover(shade, rect(60, 20, 80, 40), display=display)
            shown[output] = popover, shade
        turns = ("0", "90", "180", "270")
        for index, turn in enumerate(turns):
            scale = 1 + index % 2
            self.turn(turn, turns[index - 3], scale)
            for number, (output, (popover, shade)) in enumerate(shown.items()):
                with self.subTest(output=output, turn=turn):
                    frame = self.until_shown(output, popover, shade, scale if number else 1)
                    x, y = self.spot(output, shade)
                    self.order(f"use {number + 1}", f"down 1 {x} {y}", "up 1")
                    told = self.shop.told("touched").split()
                    self.shop.told("lifted 1")
                    self.assertEqual(told[1], popover)
                    self.assertAlmostEqual(int(told[3]), frame["width"] / 2, delta=1)
                    self.assertAlmostEqual(int(told[4]), frame["height"] / 2, delta=1)

    def turn(self, first, second, scale):
        """Turns both outputs; the second one has this scale."""
        self.stage.set_output(f'rotation = "{first}"', f'rotation = "{second}"\nscale = {scale}')
        read_again(self.stage)
        sizes = (first, (1000, 700)), (second, (800 / scale, 600 / scale))
        wanted = {size[::-1] if turn in ("90", "270") else size for turn, size in sizes}
        until(lambda: {(one["width"], one["height"]) for one in self.observer.call("status")["displays"]}
              == wanted, f"displays of {wanted}")

    def until_shown(self, output, popover, shade, scale):
        def is_shown():
            frame = next(one["frame"] for one in self.observer.call("status")["popovers"]
                         if one["popover"] == popover)
            picture = self.picture(output)
            left, top = frame["x"] + 2, frame["y"] + 2
            corners = [(left, top), (left + frame["width"] - 4, top + frame["height"] - 4)]
            return all(picture.color(x * scale, y * scale) == color(shade) for x, y in corners) and frame
        return until(is_shown, f"the popover on {output}")

    def spot(self, output, shade):
        """Where the middle of a color is on the panel of an output, as its touch screen counts."""
        width, height, pixels = panel(self.stage, output)
        red, green, blue = color(shade)
        wanted = blue, green, red
        found = [index for index, one in enumerate(zip(pixels[0::4], pixels[1::4], pixels[2::4]))
                 if one == wanted]
        self.assertTrue(found, f"no {shade} on {output}")
        columns, rows = {index % width for index in found}, {index // width for index in found}
        return ((min(columns) + max(columns) + 1) / 2 / width, (min(rows) + max(rows) + 1) / 2 / height)

    def test_a_canceled_finger_leaves_those_on_the_other_screen(self):
        cafe = self.actor("cafe")
        frame, popover = cafe.popover(OTHER, ANCHOR, display="second")
        self.until_shown("HEADLESS-2", popover, OTHER, 1)
        x, y = center(frame)
        self.order("use 1")
        self.put((1, 300, 300))
        self.order("use 2", f"down 2 {x / 800} {y / 600}")
        self.shop.told("touched shop 1")
        cafe.told(f"touched {popover} 2")
        self.order("use 1", "cancel 1", "use 2", f"move 2 {(x + 10) / 800} {y / 600}", "up 2")
        self.shop.told("canceled")
        cafe.told("dragged 2")
        cafe.told("lifted 2")


class Outputs(WithDevices):
    """The output of a touch screen."""

    outputs = 2

    def until_told(self, words):
        wanted = f'the touch screen "panel" {words}\n'
        until(lambda: wanted in self.stage.told(), wanted)

    def test_the_configuration_names_it(self):
        self.stage.set_output("", 'touchScreens = ["panel"]')
        read_again(self.stage)
        self.order("screen 1 panel HEADLESS-1", "use 1")
        self.until_told("is on the output HEADLESS-2")
        frame, popover = self.shop.popover(OTHER, ANCHOR, display="second")
        until(lambda: self.picture("HEADLESS-2").color(*center(frame)) == color(OTHER), "the popover")
        x, y = center(frame)
        self.order(f"down 1 {x / 800} {y / 600}")
        self.shop.told(f"touched {popover} 1")
        # It is read again; the finger cannot go with it.
        self.stage.set_output("")
        read_again(self.stage)
        self.until_told("is on the output HEADLESS-1")
        self.shop.told("canceled")
        self.put((1, 900, 600))
        self.shop.told("touched shop 1 900 600")

    def test_it_is_not_named(self):
        self.order("screen 1 panel", "use 1")
        self.until_told(
            "is on the output HEADLESS-1, unless touchScreens of an [[output]] says otherwise")
        # It is not spread over both.
        self.put((1, 900, 600))
        self.shop.told("touched shop 1 900 600")

    def test_it_is_unplugged(self):
        self.order("screen 1 panel HEADLESS-2", "use 1")
        frame, popover = self.shop.popover(OTHER, ANCHOR, display="second")
        until(lambda: self.picture("HEADLESS-2").color(*center(frame)) == color(OTHER), "the popover")
        x, y = center(frame)
        self.order(f"down 1 {x / 800} {y / 600}")
        self.shop.told(f"touched {popover} 1")
        self.order("unplug 2")
        self.until_told("waits for the output HEADLESS-2")
        self.shop.told("canceled")
        # Its fingers do not land on the other one.
        self.put((1, 300, 300))
        self.order("use 0")
        self.put((2, 400, 300))
        self.shop.told("touched shop 2 400 300")
        self.assertNotIn("touched shop 1 300 300", self.shop.pong())


class Names(unittest.TestCase):
    def test_bad_names_are_refused(self):
        outputs = '[[output]]\nname = "A"\ntouchScreens = {}\n[[output]]\nname = "B"\ntouchScreens = {}\n'
        expected = "expected a list, each element a name of 1 to 127 bytes"
        for first, second, message in (
                ('"panel"', "[]", expected), ("[]", '[""]', expected),
                ('["x", "panel"]', '["panel"]', '"panel" is a touch screen of output A, too')):
            with self.subTest(first=first, second=second):
                with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
                    file.write(outputs.format(first, second))
                    file.flush()
                    checked = subprocess.run(
                        [binary("popover-stage"), "--check", file.name], check=False,
                        capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual(checked.returncode, 78)
                self.assertIn(message, checked.stderr)


def read_again(stage):
    """Has the stage read its outputs again."""
    words = "has read the outputs"
    before = stage.told().count(words)
    os.kill(stage.process.pid, signal.SIGHUP)
    until(lambda: stage.told().count(words) > before, words)


def panel(stage, name):
    """What an output shows, as its panel has it: unlike grim's, this picture is not turned upright. Its size,
    and four bytes of each pixel, the blue one first."""
    client = WireClient(stage)
    try:
        manager, shm = client.bind("zwlr_screencopy_manager_v1", 1), client.bind("wl_shm", 1)
        outputs = [client.bind("wl_output", 4, number) for number in range(len(client.globals["wl_output"]))]
        client.settle()
        output = next(one for one in outputs if body(client, one, 4) == text(name))
        frame = client.new()
        client.send(manager, 0, frame, 0, output)
        until(lambda: client.settle() and body(client, frame, 0), "the size of a picture")
        shape, width, height, stride = struct.unpack("<4I", body(client, frame, 0))
        pool, buffer = client.new(), client.new()
        with tempfile.TemporaryFile() as file:
            file.truncate(stride * height)
            client.send(shm, 0, pool, stride * height, descriptor=file.fileno())
            client.send(pool, 0, buffer, 0, width, height, stride, shape)
            client.send(frame, 0, buffer)
            until(lambda: client.settle() and body(client, frame, 2), "a picture")
            # Its first line is the uppermost one.
            assert body(client, frame, 1) == bytes(4) and stride == 4 * width
            with mmap.mmap(file.fileno(), 0) as pixels:
                return width, height, bytes(pixels)
    finally:
        client.close()


def body(client, target, number):
    """The body of an event; None: it has not come."""
    return next((one[2] for one in client.heard if one[:2] == (target, number)), None)


if __name__ == "__main__":
    unittest.main()
