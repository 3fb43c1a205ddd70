#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes the picture of the popovers in the client guides' programs, each on an X server with openbox, without
a compositing manager and with picom: `make first-pictures`. Usage: first_pictures.py FILE"""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from unittest import mock

from support import ROOT, qt
from support.browser import Site
from support.chromium import Chromium
from support.document import blocks
from support.gtk_library import PYTHON, built
from support.wayland_screen import until
from support.x11_screen import PROGRAMS, Companion, needed

from popover_screens import ENVIRONMENT, XScreen
from test_page_popover import Gateway

sys.path.append(str(ROOT / "Examples" / "Kiosk"))

# pylint: disable=wrong-import-position
import pictures

# How wide a picture is, and how much of it is around a popover with its shadow.
WIDTH, AROUND = 390, 26
# Where there is no window.
DESKS = (0, 0, 0), (128, 128, 128)


def code(guide, language, word):
    """The first block of the guide in this language with this word."""
    return next(block.text for block in blocks(ROOT / "docs" / "how-to" / f"client-{guide}.md", language)
                if word in block.text)


class First(XScreen):
    """A guide's program."""

    variables = {}

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="popover-first-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        super().setUp()
        # As in a ready kiosk, where windows have no frames; and they fill the screen.
        rules = (ROOT / "config/kiosks/web-x11/etc/popoverd/openbox.xml").read_text(encoding="utf-8")
        (self.folder / "openbox").mkdir()
        self.file("openbox/rc.xml", rules.replace(
            '<application class="*">', '<application type="normal"><maximized>yes</maximized>'))
        self.screen.manage(XDG_CONFIG_HOME=str(self.folder))

    def configuration(self):
        # Popovers that are on the screen have arrived, in their usual material.
        return super().configuration().replace('material = "opaque"', "").replace(
            "[timing]\n", "[timing]\nanimationMs = 0\n")

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def run_program(self):
        program = Companion(self.command(), environment={
            **ENVIRONMENT, **self.environment, "POPOVERD_SOCKET": self.daemon.socket, **self.variables})
        self.addCleanup(program.close)

    def settled(self, condition, what):
        """The picture, once the condition holds for it, and it and the source have been the same three times."""
        seen = []

        def is_settled():
            picture = self.picture()
            seen.append((picture.pixels, json.dumps(self.sources())))
            return len(seen) > 2 and len(set(seen[-3:])) == 1 and condition(picture) and picture
        return until(is_settled, what)

    def is_full(self, picture):
        """GTK 4 undoes that it is maximized."""
        if picture.color(2, 2) not in DESKS:
            return True
        self.run_on_screen(needed("xdotool"), "search", "--onlyvisible", "--class", ".", "windowmove", "0", "0",
                           "windowsize", "100%", "100%")
        return False

    def shot(self):
        """A picture of the program's popover with its control."""
        self.run_program()
        until(self.sources, "the source")
        before = self.settled(self.is_full, "the window")
        source = self.sources()[0]["rect"]
        self.tap(int(source["x"] + source["width"] / 2), int(source["y"] + source["height"] / 2))
        until(lambda: self.observer.call("status")["popovers"], "a popover")
        frame = self.popover()["frame"]
        left, top = int(frame["x"]), int(frame["y"])
        right, bottom = left + int(frame["width"]) - 1, top + int(frame["height"]) - 1

        def is_drawn(picture):
            """Up to all of its edges."""
            def is_changed(*place):
                return picture.color(*place) != before.color(*place)
            columns, rows = range(left, right + 1), range(top, bottom + 1)
            return all((any(is_changed(x, top) for x in columns), any(is_changed(x, bottom) for x in columns),
                        any(is_changed(left, y) for y in rows), any(is_changed(right, y) for y in rows)))
        picture = self.settled(is_drawn, "the popover's picture")
        path = self.folder / "shot.png"
        path.write_bytes(picture.png)
        x, y = max(0, (left + right + 1 - WIDTH) // 2), max(0, int(source["y"]) - AROUND)
        cut = self.folder / "cut.png"
        pictures.convert(path, "-crop", f"{WIDTH}x{bottom + AROUND - y}+{x}+{y}", "+repage", cut)
        return cut.read_bytes()


class Gtk4(First):
    name = "GTK 4"

    def command(self):
        self.variables = built().environment
        return [PYTHON, self.file("order.py", code("gtk", "python", "PopoverGtk"))]


class Gtk3(First):
    name = "GTK 3"

    def command(self):
        self.variables = built().environment
        return [PYTHON, self.file("shop.py", code("gtk", "python", "3.0")), "3"]


class Qml(First):
    name = "QML"

    def command(self):
        self.variables = {"QT_QUICK_BACKEND": "software"}
        return [qt.program(PROGRAMS / "qt_qml.cpp", "Qt6Qml", "Qt6Gui"),
                self.file("main.qml", code("qt", "qml", "Popover")), str(qt.build() / "qml")]


class Widgets(First):
    name = "Qt Widgets"

    def command(self):
        self.file("main.cpp", code("qt", "cpp", "int main"))
        return [qt.program(self.folder / "main.cpp", "Qt6Widgets")]


class Page(Gateway, First):
    name = "a page in Chromium"
    plugins = ("x11", "web")

    def run_program(self):
        # The gateway's port is the kiosk's there.
        self.site.server.folder = self.folder
        self.file("first.html", code("web", "html", "data-popoverd").replace(
            "connect({", f'connect({{ url: "ws://127.0.0.1:{self.port}",'))
        token = pathlib.Path(self.daemon.folder, "web-token")
        until(lambda: token.exists() and token.stat().st_size, "the token")
        address = f"{self.site.origin}/first.html#token={token.read_text(encoding='ascii').strip()}"
        with mock.patch.dict(os.environ, self.environment):
            chromium = Chromium(needed("chromium"), f"--app={address}", "--window-size=800,600")
        self.addCleanup(chromium.close)


def taken(program, is_composited):
    with contextlib.ExitStack() as stack:
        case = program()
        case.composited = is_composited
        stack.callback(case.doCleanups)
        case.setUp()
        return case.shot()


def main(path):
    with tempfile.TemporaryDirectory() as folder:
        rows = []
        for program in Page, Gtk4, Gtk3, Qml, Widgets:
            words = []
            for is_composited, condition in (False, "without a compositing manager"), (True, "with picom"):
                shot = pathlib.Path(folder, f"{program.__name__}-{is_composited}.png")
                shot.write_bytes(taken(program, is_composited))
                words += ["-label", f"{program.name}, {condition}", shot]
            rows.append(pathlib.Path(folder, f"{program.__name__}.png"))
            subprocess.run(
                ["montage", "-font", pictures.font(), "-pointsize", "14", "-fill", "#1c1c1e", *words,
                 "-tile", "2x", "-geometry", "+6+6", rows[-1]], check=True)
        pictures.convert(*rows, "-append", *pictures.PLAIN, path)


if __name__ == "__main__":
    main(*sys.argv[1:])
