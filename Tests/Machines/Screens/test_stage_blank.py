# SPDX-License-Identifier: MIT
"""popover-stage turns its outputs off when nobody uses them, and on again."""

import subprocess
import tempfile
import time

from support.wayland_screen import until
from support.wayland_wire import WireClient, text

from stage_case import ANCHOR, ELSEWHERE, HEIGHT, SHOP, WIDTH, WORK
from stage_devices import WithDevices

SECONDS = 2
# In points.
SIDE = 100


class Video(WireClient):
    """A small window that keeps the screen on while it is there."""

    def __init__(self, stage):
        super().__init__(stage)
        compositor, shm = self.bind("wl_compositor", 4), self.bind("wl_shm", 1)
        inhibitors = self.bind("zwp_idle_inhibit_manager_v1", 1)
        layers = self.bind("zwlr_layer_shell_v1", 1)
        surface, self.inhibitor, layer = (self.new() for _ in range(3))
        self.send(compositor, 0, surface)
        self.send(inhibitors, 1, self.inhibitor, surface)
        self.send(layers, 0, layer, surface, 0, 2, text("video"))
        self.send(layer, 0, SIDE, SIDE)
        self.send(surface, 6)
        self.settle()
        serial = next(body[:4] for target, event, body in self.heard if (target, event) == (layer, 0))
        self.send(layer, 6, serial)
        size = SIDE * SIDE * 4
        pool, picture = self.new(), self.new()
        with tempfile.TemporaryFile() as pixels:
            pixels.truncate(size)
            self.send(shm, 0, pool, size, descriptor=pixels.fileno())
            self.send(pool, 0, picture, 0, SIDE, SIDE, SIDE * 4, 1)
            self.send(surface, 1, picture, 0, 0)
            self.send(surface, 6)
            self.settle()

    def end(self):
        self.send(self.inhibitor, 0)
        self.settle()


class Blank(WithDevices):
    settings = f"blankSeconds = {SECONDS}"
    libraries = "devices", "power"

    def color_at(self, x, y):
        """Uses the screen, so that it is on."""
        self.finger.tap(*ELSEWHERE)
        return super().color_at(x, y) if self.is_on() else None

    def is_on(self):
        """Whether pictures can be taken: wlroots refuses those of an output that is off."""
        try:
            return bool(self.picture())
        except subprocess.CalledProcessError:
            return False

    def logged(self, words):
        return self.stage.told().count(f"popover-stage: {words}")

    def until_off(self):
        before = self.logged("outputs off")
        self.until_color(SHOP, 20, 20)
        until(lambda: self.logged("outputs off") > before, "the outputs to be off")
        self.assertFalse(self.is_on())

    def test_the_touch_that_turns_them_on_is_nobodys_and_displays_stay(self):
        displays = self.observer.call("status")["displays"]
        self.until_off()
        self.assertEqual(self.observer.call("status")["displays"], displays)
        self.shop.pong()
        self.order("down 1 0.5 0.5", "up 1")
        until(self.is_on, "the outputs to be on")
        self.assertFalse([line for line in self.shop.pong() if line.startswith(("touched", "press"))])
        self.assertIn("outputs on: touched", self.stage.told())
        self.until_color(SHOP, WIDTH - 20, HEIGHT - 20)

    def test_a_popover_that_opens_turns_them_on(self):
        self.until_off()
        _, popover = self.shop.popover(WORK, ANCHOR)
        until(lambda: self.logged(f"outputs on: popover {popover} has opened"), "the outputs to be on")

    def test_a_window_that_inhibits_keeps_them_on(self):
        video = Video(self.stage)
        self.addCleanup(video.close)
        self.until_color(SHOP, 20, 20)
        # They would be off by then.
        end = time.monotonic() + 3 * SECONDS
        before = self.logged("outputs off")
        until(lambda: time.monotonic() > end, "the time of the video")
        self.assertEqual(self.logged("outputs off"), before)
        video.end()
        until(lambda: self.logged("outputs off") > before, "the outputs to be off")
