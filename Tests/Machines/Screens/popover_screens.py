# SPDX-License-Identifier: MIT
"""Screens for programs with popovers: an X server and sway, with a daemon that sees the taps."""

import json
import os
import subprocess

from support import qt
from support.daemon import UNHURRIED, Daemon
from support.daemon_case import DaemonCase, rect
from support.frames import Frame
from support.plugin_folder import PluginFolder
from support.stage import PopoverStage
from support.wayland_screen import Finger, Program, Sway, until
from support.x11_screen import PROGRAMS, Companion, Xvfb, needed

from toolkits import ENVIRONMENT

WINDOW, BODY = (242, 243, 247), (0, 160, 80)
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


class Screen(DaemonCase):
    """What is the same on all screens; each has `environment`, a picture, and people who tap and type."""

    # The first is that of the screen.
    plugins = ()
    size = (0, 0)
    # How wide the edge of a popover is, which has another color.
    edge = 0

    def begin(self, **options):
        # What a story has, is made by each test.
        # pylint: disable=attribute-defined-outside-init
        self.daemon = Daemon("")
        self.addCleanup(self.daemon.close)
        self.options = options
        self.daemon.write_configuration(self.configuration())
        self.daemon.start()
        self.observer = self.watch("popover.*", "draft.*", "display.changed")
        until(self.has_display, "the display")

    def configuration(self):
        folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        for plugin in self.plugins:
            folder.add_bundled(plugin)
        return CONFIGURATION.format(
            unhurried=UNHURRIED, folder=json.dumps(folder.path), plugin=self.plugins[0],
            options="\n".join(f"{name} = {json.dumps(value)}" for name, value in self.options.items()))

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
        # A window that is not drawn yet gets no taps.
        until(lambda: self.picture().color(2, 2) == WINDOW, "the window")

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
        edge = self.edge
        # Where there is no arrow.
        row, column = y + height - 20, x + 20

        def is_body(*place):
            return picture.color(*place) == BODY
        within = [(x + edge, row), (x + width - 1 - edge, row), (column, y + edge),
                  (column, y + height - 1 - edge)]
        around = [(x - 1, row), (x + width, row), (column, y - 1), (column, y + height)]
        return all(is_body(*each) for each in within) and not any(is_body(*each) for each in around)

    def until_at(self, frame):
        until(lambda: self.is_at(frame), f"a popover exactly at {frame}")

    def until_settled(self):
        """Waits until the popover is exactly where the daemon says by then: it may move more than once, as
        for a keyboard and then for the window that the keyboard makes smaller."""
        until(lambda: self.is_at(self.popover()["frame"]), "a popover exactly where the daemon says")

    def until_gone(self, frame):
        middle = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] - 20
        until(lambda: self.picture().color(*middle) != BODY, "an empty screen")


class Occluder:
    """A keyboard of which a client tells."""

    def __init__(self, peer, area):
        self.peer, self.area = peer, area
        peer.call("occluder.set", occluder="keyboard", rect=area)

    def close(self):
        self.peer.call("occluder.remove", occluder="keyboard")


class XScreen(Screen):
    plugins = ("x11",)
    size = (1000, 700)
    composited = True

    def setUp(self):
        self.screen = Xvfb()
        self.addCleanup(self.screen.close)
        self.environment = {
            "DISPLAY": self.screen.display, "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": "xcb"}
        if self.composited:
            self.screen.compose()
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


class SwayScreen(Screen):
    plugins = ("wayland",)
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
        keyboard = Keyboard(self.sway, rect(0, 550, 1280, 250))
        # It outlives its server, and never rests then.
        self.addCleanup(keyboard.close)
        return keyboard


class StageScreen(SwayScreen):
    """popover-stage, which needs no plugin."""

    plugins = ()

    def setUp(self):
        self.begin()
        # A seat has keys from the beginning: a program hears late of its first keyboard.
        plugged = Program([needed("wtype"), "-s", "86400000", "a"], self.sway.environment)
        self.addCleanup(plugged.close)

    def make_stage(self):
        return PopoverStage(self.daemon, *self.size)

    def begin(self, **options):
        self.daemon = Daemon(f'{UNHURRIED}\n[appearance]\nmaterial = "opaque"\n')
        self.addCleanup(self.daemon.close)
        self.daemon.start()
        # The server that takes sway's place.
        self.sway = self.make_stage().start()
        self.addCleanup(self.sway.close)
        self.environment = {**self.sway.environment, "DISPLAY": "", "QT_QPA_PLATFORM": "wayland"}
        self.finger = Finger(self.sway)
        self.addCleanup(self.finger.close)
        self.observer = self.watch("popover.*", "draft.*", "display.changed")
        until(self.has_display, "the display")


class Keyboard(Program):
    """An on-screen keyboard, of which the plugin tells."""

    def __init__(self, sway, area):
        self.area = area
        super().__init__(
            [needed("wvkbd-mobintl"), "-H", str(area["height"]), "-L", str(area["height"])],
            sway.environment)
