# SPDX-License-Identifier: MIT
"""Tests on popover-stage with devices and outputs that come and go, of wlroots' headless backend."""

import os

from support.places import until_next_millisecond
from support.wayland_screen import cellar

from stage_case import HEIGHT, WIDTH, OnStage, preloaded


class WithDevices(OnStage):
    """With a mouse and a touch screen, and orders about more of them, about fingers and about outputs."""

    libraries = ("devices",)

    def setUp(self):
        self.pipe = os.path.join(cellar(), f"devices-{self.id()}")
        os.mkfifo(self.pipe)
        self.addCleanup(os.unlink, self.pipe)
        self.backend = {
            **self.backend, "LD_PRELOAD": " ".join(map(preloaded, self.libraries)), "DEVICES": self.pipe}
        super().setUp()
        self.orders = os.open(self.pipe, os.O_WRONLY)
        self.addCleanup(os.close, self.orders)

    def order(self, *lines):
        os.write(self.orders, "".join(f"{line}\n" for line in lines).encode())

    def put(self, *fingers):
        """Puts fingers down, each a number and a pixel of the first output, later than all that was done before."""
        self.observer.fence()
        until_next_millisecond()
        self.order(*(f"down {number} {place(x, y)}" for number, x, y in fingers))


def place(x, y):
    """The middle of a pixel of the first output, as touch screens count."""
    return f"{(x + 0.5) / WIDTH} {(y + 0.5) / HEIGHT}"
