#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes the picture of what popover-stage does with dialogs, menus, fingers on a rotated screen, and cursors:
`make stage-pictures`. Usage: stage_edges.py FILE"""

import contextlib
import pathlib
import subprocess
import sys
import tempfile

from support.gtk_library import PYTHON, built
from support.wayland_screen import until
from support.x11_screen import Companion

import test_stage_cursor
import test_stage_places
from first_pictures import code, pictures
from popover_screens import ENVIRONMENT
from stage_case import HEIGHT, WIDTH, center
from stage_devices import WithDevices

HIGH = 420


class Chooser(test_stage_places.Gtk):
    words = "A file chooser has its own size, within the display."

    def shot(self):
        self.test_dialogs_are_as_large_as_they_like_within_the_display()
        return self.picture()


class Menus(test_stage_places.Gtk):
    words = "Menus of three levels, from a button at the lower right, stay on the display."

    def shot(self):
        self.tap(WIDTH - 60, HEIGHT - 30)
        for level in test_stage_places.LEVELS[:2]:
            left, top, right, bottom = until(lambda level=level: self.box(level), "a menu")
            self.tap((left + right) // 2, (top + bottom) // 2)
        until(lambda: self.box(test_stage_places.LEVELS[2]), "the last menu")
        return self.picture()


class Rotated(WithDevices):
    words = "A finger on a rotated screen is where the picture is: in the popover's field."
    output = 'rotation = "90"'
    size = HEIGHT, WIDTH

    def shot(self):
        folder = tempfile.TemporaryDirectory(prefix="popover-edges-")
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name, "order.py")
        path.write_text(code("gtk", "python", "PopoverGtk"), encoding="utf-8")
        program = Companion([PYTHON, str(path)], environment={
            **ENVIRONMENT, **built().environment, **self.stage.environment, "DISPLAY": "",
            "GDK_BACKEND": "wayland", "POPOVERD_SOCKET": self.daemon.socket})
        self.addCleanup(program.close)
        source = until(lambda: next(iter(self.observer.call("status")["sources"]), None), "the source")
        self.touch(*center(source["rect"]))
        self.order("up 1")
        popover = until(lambda: next((one for one in self.observer.call("status")["popovers"]
                                      if one["state"] == "visible"), None), "the popover")
        frame = popover["frame"]
        x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] - 30
        self.observer.fence()
        self.touch(x, y)
        return self.steady(), (x, y)

    def touch(self, x, y):
        """Puts a finger down on what is seen there."""
        self.put((1, WIDTH - y, x))

    def steady(self):
        seen = []

        def is_steady():
            seen.append(self.picture())
            return len(seen) > 4 and len({picture.pixels for picture in seen[-4:]}) == 1 and seen[-1]
        return until(is_steady, "a picture")


class Cursor(test_stage_cursor.OverAlert):
    words = "A program's cursor, as large as the screen, does not cover an alert: the stage shows its own."

    def shot(self):
        self.show(WIDTH, HEIGHT, WIDTH // 2, HEIGHT // 2)
        self.alarm()
        return self.moved()


def taken(kind):
    with contextlib.ExitStack() as stack:
        case = kind()
        stack.callback(case.doCleanups)
        case.setUp()
        shot = case.shot()
        return shot if isinstance(shot, tuple) else (shot, None)


def main(path):
    with tempfile.TemporaryDirectory() as folder:
        words = []
        for kind in Chooser, Menus, Rotated, Cursor:
            picture, finger = taken(kind)
            shot = pathlib.Path(folder, f"{kind.__name__}.png")
            shot.write_bytes(picture.png)
            if finger:
                x, y = map(round, finger)
                pictures.convert(shot, "-fill", "#00000050", "-stroke", "#000000a0", "-draw",
                                 f"circle {x},{y} {x + 22},{y}", shot)
            words += ["-label", kind.words, shot]
        subprocess.run(
            ["montage", "-font", pictures.font(), "-pointsize", "13", "-fill", "#1c1c1e", *words, "-tile", "2x",
             "-bordercolor", "#c9ced8", "-border", "1",
             "-geometry", f"x{HIGH}+6+6", *pictures.PLAIN, path], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
