# SPDX-License-Identifier: MIT
"""Programs of GTK and Qt move and dim as the daemon says."""

import json
import os
import subprocess
import time
import unittest

from support import gtk_library, qt
from support.daemon import PATIENCE, Daemon
from support.frames import Frame
from support.x11_screen import HEIGHT, PROGRAMS, WIDTH, Companion, Xvfb, needed

from toolkits import ENVIRONMENT

BACKGROUND, WHITE = (242, 243, 247), (255, 255, 255)
# What the scrim leaves of it; toolkits round differently.
DIMMED = tuple(0.7 * part for part in BACKGROUND)
ANCHOR = {"x": 430, "y": 40, "width": 140, "height": 44}
SMALL, LARGE = {"width": 340, "height": 214}, {"width": 560, "height": 500}
PAPER = {"title": "The paper is out", "severity": "warning",
         "buttons": [{"id": "ok", "label": "OK"}]}
# How long what moves takes: pictures are taken meanwhile.
DURATION = 3000


class Program(Companion):
    def call(self, method, **params):
        self.tell(f"{method} {json.dumps(params)}")
        return self.expect(method)

    def expect(self, word):
        while (line := self.line()) != word:
            if not line.startswith(("popover.", "alert.", "ready")):
                raise AssertionError(line)


class MovedToolkits:
    toolkit = None

    def start(self, reduced=False):
        # What a story has, is made by each test.
        # pylint: disable=attribute-defined-outside-init
        screen = Xvfb()
        self.addCleanup(screen.close)
        environment = {**ENVIRONMENT, "DISPLAY": screen.display, "WAYLAND_DISPLAY": "",
                       "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb"}
        screen.compose()
        daemon = Daemon()
        self.addCleanup(daemon.close)
        daemon.write_configuration(
            f'[timing]\nanimationMs = {DURATION}\n'
            f'[appearance]\nmaterial = "opaque"\nreducedMotion = {str(reduced).lower()}\n'
            f'[[display]]\nname = "main"\nwidth = {WIDTH}\nheight = {HEIGHT}\n')
        daemon.start()
        self.screen = screen
        self.program = Program(
            [*self.command(), str(WIDTH), str(HEIGHT)],
            environment={**environment, **self.more(), "POPOVERD_SOCKET": daemon.socket})
        self.addCleanup(self.program.close)
        self.program.expect("ready")
        self.until(lambda frame: frame.color(20, 650) == BACKGROUND, "the window")

    def command(self):
        raise NotImplementedError

    def more(self):
        """More of its program's environment."""
        return {}

    def frame(self):
        return Frame(subprocess.run(
            [needed("import"), "-window", "root", "png:-"], check=True, capture_output=True,
            env={**os.environ, "DISPLAY": self.screen.display}).stdout)

    def until(self, condition, what):
        """Looks at the screen until the condition holds, and returns all pictures."""
        frames = []
        deadline = time.monotonic() + PATIENCE
        while not frames or not condition(frames[-1]):
            self.assertLess(time.monotonic(), deadline, what)
            frames.append(self.frame())
        return frames

    def open(self):
        self.program.call("popover.open", behavior="inspector", anchor=ANCHOR, size=SMALL)
        return self.until(self.is_small, "the popover")

    @staticmethod
    def is_small(frame):
        return frame.color(500, 290) == WHITE

    @staticmethod
    def is_large(frame):
        return frame.color(230, 560) == WHITE

    @staticmethod
    def is_between(frame):
        """Larger than before, and not yet as large as it will be."""
        return frame.color(500, 400) == WHITE and frame.color(230, 560) == BACKGROUND

    def grow(self):
        self.program.call("popover.update", popover="p1", size=LARGE)
        return self.until(self.is_large, "the resize")

    def test_it_is_resized(self):
        self.start()
        self.open()
        between = [frame for frame in self.grow() if self.is_between(frame)]
        self.assertTrue(between, "nothing was seen of the resize")
        between[len(between) // 2].keep(f"{self.toolkit}-1-resizes")

    def test_nothing_moves_with_reduced_motion(self):
        self.start(reduced=True)
        self.open()
        self.assertFalse([frame for frame in self.grow() if self.is_between(frame)])


class Gtk(MovedToolkits):
    def command(self):
        return [gtk_library.PYTHON, str(PROGRAMS / "gtk_motion.py"), self.toolkit[-1]]

    def more(self):
        return gtk_library.built().environment


class Gtk3(Gtk, unittest.TestCase):
    toolkit = "gtk3"


class Gtk4(Gtk, unittest.TestCase):
    toolkit = "gtk4"


class Qt(MovedToolkits, unittest.TestCase):
    toolkit = "qt"

    def command(self):
        return [qt.program(PROGRAMS / "qt_motion.cpp", "Qt6Widgets")]

    @staticmethod
    def is_dimmed(frame):
        return all(abs(part - dim) < 2 for part, dim in zip(frame.color(20, 650), DIMMED))

    def dim(self):
        self.program.tell(f"alert.raise {json.dumps(PAPER)}")
        self.program.expect("alert.present")
        return self.until(self.is_dimmed, "the scrim")

    def test_an_alert_dims_what_is_behind(self):
        self.start()
        self.open()
        frames = self.dim()
        shades = [frame.color(20, 650)[0] for frame in frames]
        between = [frame for frame, shade in zip(frames, shades)
                   if DIMMED[0] + 4 < shade < BACKGROUND[0]]
        self.assertTrue(between, shades)
        self.assertEqual(shades, sorted(shades, reverse=True))
        between[len(between) // 2].keep("qt-2-dims")
        alert = self.until(lambda frame: frame.color(500, 330) == WHITE, "the alert")[-1]
        # The popover below it is dimmed like the window.
        self.assertAlmostEqual(alert.color(335, 250)[0], 0.7 * 255, delta=3)
        alert.keep("qt-3-alert")
        self.program.call("alert.answer", alert="a1", button="ok")
        self.until(lambda frame: frame.color(20, 650) == BACKGROUND, "the end")

    def test_what_is_hidden_while_it_dims_dims_nothing(self):
        self.start()
        self.program.tell(f"alert.raise {json.dumps(PAPER)}")
        self.program.expect("alert.present")
        self.until(lambda frame: frame.color(20, 650)[0] < BACKGROUND[0], "the scrim")
        self.program.call("alert.answer", alert="a1", button="ok")
        # Its next step would come between two pictures.
        for _ in range(2):
            self.until(lambda frame: frame.color(20, 650) == BACKGROUND, "the end")

    def test_no_scrim_moves_with_reduced_motion(self):
        self.start(reduced=True)
        self.assertTrue(all(
            self.is_dimmed(frame) or frame.color(20, 650) == BACKGROUND for frame in self.dim()))


if __name__ == "__main__":
    unittest.main()
