# SPDX-License-Identifier: MIT
"""Programs on popover-stage learn when nobody uses the screen, and when somebody does again."""

import time

from support.wayland_painter import Mouse
from support.wayland_screen import until
from support.wayland_wire import WireClient

from stage_case import ANCHOR, HEIGHT, WIDTH, WORK, with_newer_wlroots as load_tests
from stage_devices import WithDevices
from test_stage_blank import Video

__all__ = ["load_tests"]

# In seconds.
IDLE = 0.5


class Watcher(WireClient):
    """Hears when the screen was not used for this time, and when it is again."""

    def __init__(self, stage):
        super().__init__(stage)
        notifier, seat, self.notification = self.bind("ext_idle_notifier_v1", 1), self.bind("wl_seat", 1), self.new()
        self.send(notifier, 1, self.notification, int(IDLE * 1000), seat)

    def is_idle(self):
        """As it heard last; None: nothing yet."""
        self.settle()
        heard = [event for one, event, _ in self.heard if one == self.notification]
        return heard[-1] == 0 if heard else None


class Idle(WithDevices):
    def setUp(self):
        super().setUp()
        self.mouse = Mouse(self.stage, WIDTH, HEIGHT)
        self.addCleanup(self.mouse.close)
        self.watcher = Watcher(self.stage)
        self.addCleanup(self.watcher.close)

    def until_idle(self):
        until(self.watcher.is_idle, "the screen to be idle")

    def until_used(self):
        until(lambda: self.watcher.is_idle() is False, "the screen to be used")

    def test_a_touch_a_key_and_the_mouse_use_it(self):
        for name, use in (
                ("touch", lambda: self.order("down 1 0.5 0.5", "up 1")),
                ("key", lambda: self.order("key 30 1", "key 30 0")),
                ("mouse", lambda: self.mouse.move(200, 200))):
            with self.subTest(use=name):
                self.until_idle()
                use()
                self.until_used()

    def test_a_popover_that_opens_is_to_be_looked_at(self):
        self.until_idle()
        self.shop.popover(WORK, ANCHOR)
        self.until_used()

    def test_a_window_that_inhibits_keeps_it_used(self):
        self.until_idle()
        video = Video(self.stage)
        self.addCleanup(video.close)
        self.until_used()
        # It would be idle by then.
        end = time.monotonic() + 3 * IDLE
        until(lambda: self.watcher.is_idle() or time.monotonic() > end, "the time of the video")
        self.assertFalse(self.watcher.is_idle())
        video.end()
        self.until_idle()
