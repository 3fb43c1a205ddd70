# SPDX-License-Identifier: MIT
"""popover-stage turns its outputs off when nobody uses them, and on again."""

import subprocess
import time

from support.daemon import binary
from support.wayland_screen import until
from support.wayland_wire import LayerWindow

from stage_case import ANCHOR, ELSEWHERE, HEIGHT, SHOP, WIDTH, WORK
from stage_devices import WithDevices

# Enough for a busy machine to do what a test does in between.
SECONDS = 4


class Video(LayerWindow):
    """A small window that keeps the screen on while it is there."""

    def __init__(self, stage):
        super().__init__(stage)
        inhibitors = self.bind("zwp_idle_inhibit_manager_v1", 1)
        self.inhibitor = self.new()
        self.send(inhibitors, 1, self.inhibitor, self.surface)
        self.settle()

    def end(self):
        self.send(self.inhibitor, 0)
        self.settle()


class Blank(WithDevices):
    settings = f"blankSeconds = {SECONDS}\nalerts = true"
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
        displays = self.displays()
        self.until_off()
        self.assertEqual(self.displays(), displays)
        self.shop.pong()
        self.order("down 1 0.5 0.5", "up 1")
        until(self.is_on, "the outputs to be on")
        self.assertFalse([line for line in self.shop.pong() if line.startswith(("touched", "press"))])
        self.assertIn("outputs on: touched", self.stage.told())
        self.until_color(SHOP, WIDTH - 20, HEIGHT - 20)

    def displays(self):
        """All about them but whether they are off."""
        return [{key: value for key, value in display.items() if not key.startswith("blank")}
                for display in self.observer.call("status")["displays"]]

    def status(self):
        """What popoverctl says of the display."""
        said = subprocess.run(
            [binary("popoverctl"), "--socket", self.daemon.socket, "status"],
            check=True, capture_output=True, text=True).stdout
        return next(line for line in said.splitlines() if "display main" in line)

    def test_popoverctl_says_since_when_they_are_off_until_an_alert_turns_them_on(self):
        self.assertNotIn("blank", self.status())
        self.until_off()
        self.observer.event("display.changed", display="main", blank=True)
        self.assertRegex(self.status(), r"blank since 20\d\d-\d\d-\d\dT\d\d:")
        # A new daemon hears it, too.
        self.daemon.kill()
        self.daemon.start()
        until(lambda: "blank since" in self.status(), "the words of the new daemon")
        self.peer("till").start(
            "alert.raise", title="Fire", severity="critical", buttons=[{"id": "ok", "label": "OK"}])
        until(lambda: self.logged("outputs on: alert a1 has opened"), "the outputs to be on")
        until(lambda: "blank" not in self.status(), "the words to be gone")
        self.assertTrue(self.is_on())

    def test_a_popover_that_opens_turns_them_on(self):
        self.until_off()
        _, popover = self.shop.popover(WORK, ANCHOR)
        until(lambda: self.logged(f"outputs on: popover {popover} has opened"), "the outputs to be on")

    def test_a_window_that_inhibits_keeps_them_on(self):
        video = Video(self.stage)
        self.addCleanup(video.close)
        self.until_color(SHOP, 20, 20)
        # They would be off by then.
        end = time.monotonic() + 2 * SECONDS
        before = self.logged("outputs off")
        until(lambda: time.monotonic() > end, "the time of the video")
        self.assertEqual(self.logged("outputs off"), before)
        video.end()
        until(lambda: self.logged("outputs off") > before, "the outputs to be off")
