# SPDX-License-Identifier: MIT
"""Tests on popover-stage with devices and outputs that come and go, of wlroots' headless backend."""

import os

from support.wayland_screen import cellar

from stage_case import OnStage, preloaded


class WithDevices(OnStage):
    """With a mouse and a touch screen, and orders about fingers and outputs: see wayland_devices.c."""

    def setUp(self):
        self.pipe = os.path.join(cellar(), f"devices-{self.id()}")
        os.mkfifo(self.pipe)
        self.addCleanup(os.unlink, self.pipe)
        self.backend = {"LD_PRELOAD": preloaded("devices"), "DEVICES": self.pipe}
        super().setUp()
        self.orders = os.open(self.pipe, os.O_WRONLY)
        self.addCleanup(os.close, self.orders)

    def order(self, *lines):
        os.write(self.orders, "".join(f"{line}\n" for line in lines).encode())
