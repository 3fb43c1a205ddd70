#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The example kiosk on a headless popover-stage, with a terminal beside its programs, and scripted people
with a virtual mouse and keyboard. `make stage-pictures` plays its stories and makes the guide's pictures."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys

from support import ROOT
from support.daemon import binary
from support.wayland_screen import Finger, tool

sys.path.append(str(ROOT / "Examples" / "Kiosk"))

# pylint: disable=wrong-import-position
import station
import stories

WIDTH, HEIGHT = 1280, 800
# Beneath the shop, with what the daemon tells its observers.
TERMINAL = "0,640,880x160"
FRAMES = {**station.FRAMES, "shop": "0,64,880x576", "terminal": TERMINAL}
STAGE = f"""
[stage]
socket = "wayland-1"
keyboard = true
screenshots = true
virtualInput = true

[[output]]
name = "HEADLESS-1"
width = {WIDTH}
height = {HEIGHT}
"""


def waits(pid):
    """What the process and those that it has started wait for in the kernel."""
    process = pathlib.Path("/proc", str(pid))
    try:
        words = process.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        yield f"{pid} {process.joinpath('wchan').read_text()} {words[:120]}"
        children = [pid for thread in process.glob("task/*/children") for pid in thread.read_text().split()]
    except OSError:
        # It has ended.
        return
    for child in children:
        yield from waits(child)


class StageStation(station.Station):
    """The stage starts the programs, each in its region, and starts them again when they end."""

    def __init__(self):
        self.apps = []
        super().__init__(
            screen="none", daemon=binary(), DISPLAY="", WAYLAND_DISPLAY="wayland-1", GDK_BACKEND="wayland",
            QT_QPA_PLATFORM="wayland")
        try:
            control = binary("popoverctl")
            self.start("terminal", "foot", "--override=font=monospace:size=9", "--override=pad=8x4",
                       control, "monitor")
            self.start_stage()
            self.finger = Finger(self, WIDTH, HEIGHT)
        except BaseException:
            self.close()
            raise

    def last(self):
        """A program that hangs says nothing."""
        return "\n".join([super().last(), *waits(os.getpid())])

    def start_session(self, environment):
        self.environment["DISPLAY"] = ""
        self.start("bus", "dbus-daemon", "--session", "--nofork", "--print-address=1")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.wait(r"bus: (unix:.*)")[1]

    def configuration(self):
        """Without the plugin for an X server."""
        return re.sub(
            r"\n# What people touch anywhere.*?trusted = true\n", "\n", super().configuration(), flags=re.S)

    def start(self, name, program, *arguments, descriptors=(), **environment):
        """Leaves the programs of the kiosk to the stage."""
        if name not in FRAMES:
            return super().start(name, program, *arguments, descriptors=descriptors, **environment)
        words = [FRAMES[name] if word == station.FRAMES.get(name) else str(word) for word in arguments]
        variables = [f"{variable}={value}" for variable, value in environment.items()]
        self.apps.append((name, ["env", *variables, str(program), *words]))
        return None

    def start_browser(self):
        if "stage" not in self.processes:
            super().start_browser()
            self.apps[-1][1].append("--ozone-platform=wayland")

    def start_stage(self):
        path = pathlib.Path(self.folder, "stage.toml")
        text = STAGE
        for name, command in self.apps:
            x, y, width, height = re.split("[,x]", FRAMES[name])
            text += (f'\n[[app]]\nname = "{name}"\ncommand = {json.dumps(command)}\n'
                     f"region = {{ x = {x}, y = {y}, width = {width}, height = {height} }}\n")
        path.write_text(text, encoding="utf-8")
        super().start(
            "stage", binary("popover-stage"), path, WAYLAND_DISPLAY="",
            WLR_BACKENDS="headless", WLR_HEADLESS_OUTPUTS="1", WLR_RENDERER="pixman",
            WLR_LIBINPUT_NO_DEVICES="1")
        self.wait("serves Wayland clients")

    def kill(self, name):
        if name in self.processes:
            return super().kill(name)
        program = next(word for word in dict(self.apps)[name][1:] if "=" not in word)
        children = subprocess.run(
            ["pgrep", "-P", str(self.processes["stage"].pid)], check=True, capture_output=True,
            text=True).stdout.split()
        for child in children:
            # A browser writes spaces between its arguments.
            if program in pathlib.Path("/proc", child, "cmdline").read_text(encoding="utf-8"):
                return os.killpg(int(child), signal.SIGKILL)
        raise LookupError(f"{name} does not run")

    def until_screen(self, since):
        """The stage is the screen, and has connected by itself."""
        self.wait("listening: socket", since)

    def start_keyboard(self):
        self.start("keyboard", "wvkbd-mobintl", "-L", "240", WAYLAND_DISPLAY="wayland-1")

    def close(self):
        if hasattr(self, "finger"):
            self.finger.close()
        super().close()


class StageVisitor(stories.Visitor):
    """Somebody in front of the stage."""

    def tap(self, x, y):
        self.station.finger.tap(round(x), round(y))

    def has_keys(self, popover):
        """A popover that is on the screen has the keys, if the daemon says so."""
        displays = self.scene()["displays"]
        return self.is_still(popover["frame"]) and any(
            display.get("focus", {}).get("client") == popover["client"] for display in displays)

    def type(self, popover, words):
        self.until(lambda: self.has_keys(popover), f"the keys for {popover['app']}")
        self.run(tool("wtype"), "-d", "20", words)

    def pixels(self, x, y, width, height):
        shot = self.run(tool("grim"), "-t", "ppm", "-g", f"{x},{y} {width}x{height}", "-")
        return shot.split(b"\n", 3)[3]


DOCUMENTS = ROOT / "docs" / "pictures"
# The pages and programs that draw popovers.
TOOLKITS = "2-typed-into-the-page", "9-lockers", "9-timetable", "9-payment"


def keep(folder):
    """Makes the pictures of the guide from those of the stories."""
    small = ["-strip", "+dither", "-colors", "200", "-define", "png:compression-level=9"]
    subprocess.run(
        ["convert", folder / "5-alert-above-it.png", "-resize", "960x", *small,
         DOCUMENTS / "stage-kiosk.png"], check=True)
    page, *others = (folder / f"{name}.png" for name in TOOLKITS)
    crops = [["(", path, "-crop", crop, "+repage", "-resize", "x400", "-bordercolor", "white",
              "-border", "4", ")"]
             for path, crop in [(page, "400x736+480+64"), *((other, "400x736+880+64") for other in others)]]
    subprocess.run(
        ["convert", *(word for crop in crops for word in crop), "-gravity", "north", "+append", *small,
         DOCUMENTS / "stage-toolkits.png"], check=True)


def main(folder):
    """Plays every story and leaves its pictures in a folder."""
    kiosk = StageStation()
    try:
        visitor = StageVisitor(kiosk, folder)
        visitor.until_there()
        for story in stories.STORIES:
            story(visitor)
            visitor.start_over()
            print(f"{story.__name__}: {story.__doc__}", flush=True)
        visitor.close()
    finally:
        kiosk.close()
    keep(pathlib.Path(folder))


if __name__ == "__main__":
    main(sys.argv[1])
