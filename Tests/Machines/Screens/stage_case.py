# SPDX-License-Identifier: MIT
"""Tests on popover-stage: a daemon, a stage, a mouse, and what people see, by pixels."""

import functools
import os
import pathlib
import subprocess
import unittest

from support import ROOT
from support.daemon import UNHURRIED, Daemon
from support.daemon_case import DaemonCase, rect
from support.frames import Frame
from support.stage import RIGHTS, Actor, PopoverStage
from support.wayland_screen import PROGRAMS, Finger, cellar, until
from support.x11_screen import needed

WIDTH, HEIGHT = 1000, 700
SHOP, CAFE, WORK, OTHER, ALERT, MENU = "2040a0", "208040", "c81e64", "e0a000", "d03020", "8060c0"
ANCHOR = rect(430, 40, 140, 44)
ELSEWHERE = 40, 650


@functools.lru_cache(maxsize=None)
def has_newer_wlroots():
    """Whether the stage is built on wlroots 0.18, not 0.15."""
    return subprocess.run(
        [needed("pkg-config"), "--exists", "wlroots-0.18"], check=False).returncode == 0


def with_newer_wlroots(_loader, tests, _pattern):
    """`load_tests` of modules about what the stage has on wlroots 0.18 alone; test_stage_offers says what that is."""
    return tests if has_newer_wlroots() else unittest.TestSuite()


def preloaded(name):
    """The path of a library for `LD_PRELOAD`, compiled, that changes wlroots."""
    library = pathlib.Path(cellar()) / f"{name}.so"
    if not library.exists():
        flags = subprocess.run(
            [needed("pkg-config"), "--cflags", "wlroots-0.18" if has_newer_wlroots() else "wlroots",
             "wayland-server", "pixman-1"], check=True, capture_output=True, text=True).stdout.split()
        subprocess.run(
            [needed("gcc"), "-std=gnu11", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror",
             "-Wno-unused-parameter", "-DWLR_USE_UNSTABLE", f"-I{ROOT}/Sources/Stage/CStage/generated", *flags,
             str(PROGRAMS / f"wayland_{name}.c"), "-o", str(library)], check=True)
    return str(library)


def color(text):
    return tuple(bytes.fromhex(text))


def center(frame):
    return int(frame["x"] + frame["width"] / 2), int(frame["y"] + frame["height"] / 2)


class OnStage(DaemonCase):
    """Each test has a daemon, a stage, a mouse, and an app, `shop`, with a window."""

    configuration = UNHURRIED
    outputs = 1
    more = ""
    settings = ""
    rights = RIGHTS
    # Of the first output.
    output = ""
    pixels = WIDTH, HEIGHT
    # In points.
    size = WIDTH, HEIGHT
    # Otherwise others fill the screen.
    has_window = True
    # Variables for wlroots.
    backend = {}

    def setUp(self):
        self.daemon = Daemon(self.configuration)
        self.addCleanup(self.daemon.close)
        self.daemon.start()
        self.stage = PopoverStage(
            self.daemon, *self.pixels, self.outputs, self.more, self.settings, self.output, self.rights)
        self.addCleanup(self.stage.close)
        self.stage.backend |= self.backend
        self.stage.start()
        self.observer = self.peer("observer", ("observer",))
        until(lambda: any((one["width"], one["height"]) == self.size
                          for one in self.observer.call("status")["displays"]), "the display")
        self.observer.call("bus.subscribe", topics=["*"])
        self.finger = Finger(self.stage, *self.pixels)
        self.addCleanup(self.finger.close)
        self.shop = self.actor("shop")
        if self.has_window:
            self.shop.show("shop", "app", SHOP)
            self.until_color(SHOP, 20, 20)

    def actor(self, app, **params):
        actor = Actor(self.stage, self.daemon, app, **params)
        self.addCleanup(actor.close)
        return actor

    def picture(self, output="HEADLESS-1"):
        return Frame(subprocess.run(
            [needed("grim"), "-o", output, "-"], check=True, capture_output=True,
            env={**os.environ, **self.stage.environment}).stdout)

    def color_at(self, x, y):
        return self.picture().color(int(x), int(y))

    def until_color(self, wanted, x, y):
        until(lambda: self.color_at(x, y) == color(wanted), f"the color {wanted} at {x} {y}")

    def until_covers(self, wanted, frame):
        """Waits until a color fills a frame, and nothing beside it."""
        left, top = int(frame["x"]), int(frame["y"])
        right, bottom = left + int(frame["width"]), top + int(frame["height"])
        inside = [(left, top), (right - 1, top), (left, bottom - 1), (right - 1, bottom - 1)]
        outside = [(left - 1, top + 60), (right, top + 60), (left + 20, bottom)]

        def covers():
            picture = self.picture()
            return (all(picture.color(*place) == color(wanted) for place in inside)
                    and all(picture.color(*place) != color(wanted) for place in outside))
        until(covers, f"the color {wanted} in {frame}")

    def assert_nowhere(self, unwanted):
        picture = self.picture()
        self.assertNotIn(color(unwanted), {
            picture.color(x, y) for x in range(0, WIDTH, 10) for y in range(0, HEIGHT, 10)})

    def open(self, actor, shade=WORK, **params):
        frame, popover = actor.popover(shade, ANCHOR, **params)
        self.until_covers(shade, frame)
        return frame, popover

    def tap(self, x, y):
        self.observer.fence()
        self.finger.tap(x, y)
