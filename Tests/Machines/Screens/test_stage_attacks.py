# SPDX-License-Identifier: MIT
"""No client and no device ends popover-stage."""

import os
import pathlib
import subprocess

from support.stage import PopoverStage
from support.wayland_screen import PROGRAMS, cellar
from support.wayland_wire import WireClient
from support.x11_screen import needed

from stage_case import SHOP, OnStage


class Attacks(OnStage):
    def assert_alive(self):
        self.assertIsNone(self.stage.process.poll(), self.stage.told())
        self.until_color(SHOP, 20, 20)

    def test_a_popup_without_a_parent(self):
        # Also one whose parent has none. The stage may close the connection of each.
        for popups in (1, 2):
            with self.subTest(popups=popups):
                self.show_popups(popups)
                self.assert_alive()

    def show_popups(self, popups):
        client = WireClient(self.stage)
        self.addCleanup(client.close)
        compositor, shell = client.bind("wl_compositor", 4), client.bind("xdg_wm_base", 1)
        positioner = client.new()
        client.send(shell, 1, positioner)
        client.send(positioner, 1, 100, 100)
        client.send(positioner, 2, 0, 0, 10, 10)
        parent, surfaces = 0, []
        for _ in range(popups):
            surface, xdg, popup = client.new(), client.new(), client.new()
            client.send(compositor, 0, surface)
            client.send(shell, 2, xdg, surface)
            client.send(xdg, 2, popup, parent, positioner)
            parent = xdg
            surfaces.append(surface)
        for surface in reversed(surfaces):
            client.send(surface, 6)
        client.settle()


class Fingers(OnStage):
    """With a touch screen of wlroots' headless backend."""

    def setUp(self):
        self.pipe = os.path.join(cellar(), f"touchscreen-{self.id()}")
        os.mkfifo(self.pipe)
        self.addCleanup(os.unlink, self.pipe)
        start = PopoverStage.start

        def start_with_touchscreen(stage):
            stage.backend |= {"LD_PRELOAD": touchscreen(), "TOUCHSCREEN": self.pipe}
            return start(stage)
        PopoverStage.start = start_with_touchscreen
        self.addCleanup(setattr, PopoverStage, "start", start)
        super().setUp()
        self.orders = os.open(self.pipe, os.O_WRONLY)
        self.addCleanup(os.close, self.orders)

    def touch(self, *lines):
        os.write(self.orders, "".join(f"{line}\n" for line in lines).encode())

    def test_one_of_two_fingers_in_an_app_is_canceled(self):
        self.touch("down 1 0.05 0.1", "down 2 0.1 0.2")
        for finger in (1, 2):
            self.shop.told(f"touched shop {finger}")
        self.touch("cancel 1", "up 2", "down 3 0.05 0.1")
        self.shop.told("touched shop 3")


def touchscreen():
    library = pathlib.Path(cellar()) / "touchscreen.so"
    if not library.exists():
        is_newer = subprocess.run(
            [needed("pkg-config"), "--exists", "wlroots-0.18"], check=False).returncode == 0
        flags = subprocess.run(
            [needed("pkg-config"), "--cflags", "wlroots-0.18" if is_newer else "wlroots",
             "wayland-server", "pixman-1"], check=True, capture_output=True, text=True).stdout.split()
        subprocess.run(
            [needed("gcc"), "-std=gnu11", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror",
             "-Wno-unused-parameter", "-DWLR_USE_UNSTABLE", *flags,
             str(PROGRAMS / "wayland_touchscreen.c"), "-o", str(library)], check=True)
    return str(library)
