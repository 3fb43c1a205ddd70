# SPDX-License-Identifier: MIT
"""Tests on popover-stage with devices and outputs that come and go, of wlroots' headless backend."""

import os
import pathlib
import subprocess

from support.stage import PopoverStage
from support.wayland_screen import PROGRAMS, cellar
from support.x11_screen import needed

from stage_case import OnStage


class WithDevices(OnStage):
    """With a mouse and a touch screen, and orders about fingers and outputs."""

    def setUp(self):
        self.pipe = os.path.join(cellar(), f"devices-{self.id()}")
        os.mkfifo(self.pipe)
        self.addCleanup(os.unlink, self.pipe)
        start = PopoverStage.start

        def start_with_devices(stage):
            stage.backend |= {"LD_PRELOAD": devices(), "DEVICES": self.pipe}
            return start(stage)
        PopoverStage.start = start_with_devices
        self.addCleanup(setattr, PopoverStage, "start", start)
        super().setUp()
        self.orders = os.open(self.pipe, os.O_WRONLY)
        self.addCleanup(os.close, self.orders)

    def order(self, *lines):
        os.write(self.orders, "".join(f"{line}\n" for line in lines).encode())


def devices():
    """The library to preload: see wayland_devices.c."""
    library = pathlib.Path(cellar()) / "devices.so"
    if not library.exists():
        is_newer = subprocess.run(
            [needed("pkg-config"), "--exists", "wlroots-0.18"], check=False).returncode == 0
        flags = subprocess.run(
            [needed("pkg-config"), "--cflags", "wlroots-0.18" if is_newer else "wlroots",
             "wayland-server", "pixman-1"], check=True, capture_output=True, text=True).stdout.split()
        subprocess.run(
            [needed("gcc"), "-std=gnu11", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror",
             "-Wno-unused-parameter", "-DWLR_USE_UNSTABLE", *flags,
             str(PROGRAMS / "wayland_devices.c"), "-o", str(library)], check=True)
    return str(library)
