# SPDX-License-Identifier: MIT
"""Popovers of the library for Qt, on an X server and on sway: where the daemon says, off a keyboard, and
with what was typed."""

import json
import os
import subprocess
import unittest

from support import qt
from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.daemon_case import DaemonCase, holds, overlap, rect
from support.frames import Frame
from support.plugin_folder import PluginFolder
from support.wayland_screen import Finger, Program, Sway, until
from support.x11_screen import PROGRAMS, Companion, Xvfb, needed

from toolkits import ENVIRONMENT

BODY = (0, 160, 80)
# In the program's window; a popover below it lies where a keyboard will be.
BUTTON = rect(460, 440, 80, 40)
CONFIGURATION = """
{unhurried}
[appearance]
material = "opaque"
[plugins]
directory = {folder}
[[plugin]]
name = "{plugin}"
trusted = true
[plugin.options]
{options}
"""


class QtPopovers:
    """What is the same on all screens; each has `environment`, a picture, and people who tap and type."""

    plugin = None
    size = (0, 0)

    def begin(self, **options):
        # What a story has, is made by each test.
        # pylint: disable=attribute-defined-outside-init
        self.daemon = Daemon("")
        self.addCleanup(self.daemon.close)
        folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        folder.add_bundled(self.plugin)
        self.daemon.write_configuration(CONFIGURATION.format(
            unhurried=UNHURRIED, folder=json.dumps(folder.path), plugin=self.plugin,
            options="\n".join(f"{name} = {json.dumps(value)}" for name, value in options.items())))
        self.daemon.start()
        self.observer = self.watch("popover.*", "draft.*", "display.changed")
        until(self.has_display, "the display")

    def has_display(self):
        displays = self.observer.call("status")["displays"]
        return [(each["width"], each["height"]) for each in displays] == [self.size]

    def start(self):
        self.program = Companion(
            [*self.command(), *map(str, (*self.size, BUTTON["x"], BUTTON["y"]))],
            environment={
                **ENVIRONMENT, **self.environment, "POPOVERD_SOCKET": self.daemon.socket,
                "QT_QUICK_BACKEND": "software"})
        self.addCleanup(self.program.close)
        self.expect("ready")
        until(self.sources, "the source")

    def sources(self):
        return self.observer.call("status")["sources"]

    def expect(self, *lines):
        """Waits until the program has said all of these, in whatever order."""
        wanted, said = set(lines), []
        while wanted:
            try:
                said.append(self.program.line())
            except AssertionError as error:
                raise AssertionError(f"{error}: {said}, and not {wanted}") from None
            wanted.discard(said[-1])

    def command(self):
        return [qt.program(PROGRAMS / "qt_popover.cpp", "Qt6Widgets")]

    def press(self):
        self.tap(BUTTON["x"] + 40, BUTTON["y"] + 20)

    def popover(self):
        popover, = self.observer.call("status")["popovers"]
        return popover

    def is_at(self, frame):
        """Whether the popover's pixels end exactly where the frame does."""
        picture = self.picture()
        x, y, width, height = (round(frame[side]) for side in ("x", "y", "width", "height"))
        # Where there is no arrow.
        row, column = y + height - 20, x + 20

        def is_body(*place):
            return picture.color(*place) == BODY
        within = [(x, row), (x + width - 1, row), (column, y), (column, y + height - 1)]
        around = [(x - 1, row), (x + width, row), (column, y - 1), (column, y + height)]
        return all(is_body(*each) for each in within) and not any(is_body(*each) for each in around)

    def until_at(self, frame):
        until(lambda: self.is_at(frame), f"a popover exactly at {frame}")

    def until_gone(self, frame):
        middle = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] - 20
        until(lambda: self.picture().color(*middle) != BODY, "an empty screen")

    def test_it_is_where_the_daemon_says_and_keeps_what_is_typed(self):
        self.start()
        self.press()
        self.expect("opened ", "focus name")
        frame = self.popover()["frame"]
        self.until_at(frame)
        self.type("a")
        self.expect("typed a")

        # The text is saved while people type, and handed over when they tap elsewhere.
        self.observer.wait("event", topic="draft.saved")
        self.tap(20, 20)
        self.expect("closed outside-tap")
        self.until_gone(frame)
        self.press()
        self.expect("opened a")
        self.until_at(frame)

        # The daemon dies; the text survives it, and so does the program.
        self.type("b")
        self.expect("typed ab")
        self.daemon.kill()
        self.expect("closed connection-lost")
        self.until_gone(frame)
        self.daemon.start()
        self.expect("ready")
        self.observer = self.watch("popover.*")
        until(self.has_display, "the display")
        until(self.sources, "the source")
        self.press()
        self.expect("opened ab")
        self.until_at(self.popover()["frame"])
        # Its source gets the focus back.
        self.tap_source()
        self.expect("closed source-tap", "focus order")

    def tap_source(self):
        self.press()

    def test_it_makes_room_for_a_keyboard(self):
        self.start()
        self.press()
        self.expect("opened ", "focus name")
        before = self.popover()["frame"]
        self.until_at(before)
        keyboard = self.keyboard()
        until(lambda: not overlap(self.popover()["frame"], keyboard.area), "room for the keyboard")
        after = self.popover()["frame"]
        self.assertTrue(overlap(before, keyboard.area))
        self.until_at(after)
        self.type("a")
        self.expect("typed a")
        keyboard.close()
        until(lambda: self.popover()["frame"] == before, "the place of before")
        self.until_at(before)
        self.assertTrue(holds(rect(0, 0, *self.size), before))


class Occluder:
    """A keyboard of which a client tells."""

    def __init__(self, peer, area):
        self.peer, self.area = peer, area
        peer.call("occluder.set", occluder="keyboard", rect=area)

    def close(self):
        self.peer.call("occluder.remove", occluder="keyboard")


class OnX(QtPopovers, DaemonCase):
    plugin = "x11"
    size = (1000, 700)

    def setUp(self):
        self.screen = Xvfb()
        self.addCleanup(self.screen.close)
        self.environment = {
            "DISPLAY": self.screen.display, "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": "xcb"}
        compositor = subprocess.Popen(
            [needed("picom"), "--backend", "xrender", "--config", "/dev/null"],
            env={**os.environ, **self.environment}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(compositor.wait, PATIENCE)
        self.addCleanup(compositor.kill)
        self.hand = self.screen.hand()
        self.begin(display=self.screen.display)

    def run_on_screen(self, *words):
        return subprocess.run(
            words, env={**os.environ, **self.environment}, stdin=subprocess.DEVNULL,
            capture_output=True, check=True).stdout

    def picture(self):
        return Frame(self.run_on_screen(needed("import"), "-window", "root", "png:-"))

    def tap(self, x, y):
        self.observer.fence()
        self.hand.tap(x, y)

    def type(self, letter):
        self.run_on_screen(needed("xdotool"), "type", letter)

    def keyboard(self):
        return Occluder(self.peer("keyboard"), rect(0, 500, 1000, 200))


class OnSway(QtPopovers, DaemonCase):
    plugin = "wayland"
    size = (1280, 800)

    def setUp(self):
        self.sway = Sway()
        self.addCleanup(self.sway.close)
        self.sway.start()
        self.environment = {
            **self.sway.environment, "DISPLAY": "", "QT_QPA_PLATFORM": "wayland"}
        self.begin(display=self.sway.socket, keyboards=True)
        self.finger = Finger(self.sway)
        self.addCleanup(self.finger.close)
        # A seat has keys from the beginning: a program hears late of its first keyboard.
        plugged = Program([needed("wtype"), "-s", "86400000", "a"], self.sway.environment)
        self.addCleanup(plugged.close)

    def picture(self):
        return Frame(subprocess.run(
            [needed("grim"), "-"], env={**os.environ, **self.environment}, stdin=subprocess.DEVNULL,
            capture_output=True, check=True).stdout)

    def tap(self, x, y):
        self.observer.fence()
        self.finger.tap(x, y)

    def type(self, letter):
        subprocess.run(
            [needed("wtype"), letter], env={**os.environ, **self.environment},
            stdin=subprocess.DEVNULL, check=True)

    def keyboard(self):
        return Keyboard(self.sway, rect(0, 550, 1280, 250))


class Keyboard(Program):
    """An on-screen keyboard, of which the plugin tells."""

    def __init__(self, sway, area):
        self.area = area
        super().__init__(
            [needed("wvkbd-mobintl"), "-H", str(area["height"]), "-L", str(area["height"])],
            sway.environment)


class Qml:
    """The same popover in QML."""

    def command(self):
        return [qt.program(PROGRAMS / "qt_qml.cpp", "Qt6Qml", "Qt6Gui"), str(PROGRAMS / "qt_popover.qml"),
                str(qt.build() / "qml")]


class QmlOnX(Qml, OnX):
    pass


class QmlOnSway(Qml, OnSway):
    pass


if __name__ == "__main__":
    unittest.main()
