# SPDX-License-Identifier: MIT
"""Keys in popovers of every library, on an X server with a window manager, on sway and on popover-stage:
Escape closes, and Tab goes around inside, in one, two and three fields."""

import os
import subprocess
import unittest
from unittest import mock

from support import qt
from support.chromium import Chromium
from support.daemon_case import DaemonCase
from support.gtk_library import PYTHON, built
from support.wayland_screen import until
from support.x11_screen import PROGRAMS, needed

from popover_screens import WINDOW, StageScreen, SwayScreen, XScreen
from test_page_popover import Gateway


class Keys:
    """What holds everywhere; each library brings a program, each screen a keyboard."""

    fields = 1

    def show(self, fields=1):
        """A popover with so many fields, and the keyboard in its first one."""
        # What a story has, is made by each test.
        # pylint: disable=attribute-defined-outside-init
        self.fields = fields
        self.environment["POPOVER_FIELDS"] = str(fields)
        self.start()
        self.press()
        self.expect("opened ")
        frame = self.popover()["frame"]
        self.until_at(frame)
        return frame

    def assert_closes(self, frame):
        closed = self.observer.wait("event", topic="popover.closed")["params"]["data"]
        self.assertEqual(closed["reason"], "key")
        self.until_gone(frame)

    def test_escape_closes_it(self):
        frame = self.show()
        self.type("a")
        self.expect("typed field-1 a")
        self.key("Escape")
        self.assert_closes(frame)
        # The keyboard is where it was, and a second one does no harm.
        self.key("Escape")
        self.press()
        self.expect("opened ")
        self.until_at(frame)
        self.key("Escape")
        self.assert_closes(frame)

    def test_tab_in_one_field_stays_there(self):
        self.show()
        # As a scanner types that ends with Tab.
        for key, letter in (("Tab", "a"), ("Tab", "b"), ("shift+Tab", "c"), ("shift+Tab", "d")):
            self.key(key, letter)
            self.expect_typed(1, letter)

    def test_tab_goes_around_in_two_fields(self):
        self.assert_goes_around(2)

    def test_tab_goes_around_in_three_fields(self):
        self.assert_goes_around(3)

    def assert_goes_around(self, fields):
        self.show(fields)
        at = 0
        for step in [1] * (fields + 1) + [-1] * (fields + 2):
            at = (at + step) % fields
            letter = chr(ord("a") + at)
            self.key("Tab" if step > 0 else "shift+Tab", letter)
            self.expect_typed(at + 1, letter)

    def expect_typed(self, field, letter):
        """The letter has come to this field. Whether it replaced what was there is the toolkit's own."""
        said = []
        while not said or not said[-1].startswith("typed "):
            said.append(self.program.line())
        self.assertTrue(said[-1].startswith(f"typed field-{field} "), said)
        self.assertEqual(said[-1][-1], letter, said)


class OnX(Keys, XScreen):
    def setUp(self):
        super().setUp()
        self.environment["GDK_BACKEND"] = "x11"
        self.screen.manage()

    def key(self, *names):
        self.run_on_screen(needed("xdotool"), "key", *names)


class ByWayland(Keys):
    def key(self, *names):
        # At once: GTK handles a key with the keyboard of that time, and each call has one of its own.
        words = []
        for name in names:
            *modifiers, key = name.split("+")
            if modifiers == ["shift"] and key == "Tab":
                # So it is on keyboards.
                key = "ISO_Left_Tab"
            words += [word for modifier in modifiers for word in ("-M", modifier)] + ["-k", key]
            words += [word for modifier in modifiers for word in ("-m", modifier)]
        subprocess.run(
            [needed("wtype"), *words], env={**os.environ, **self.environment},
            stdin=subprocess.DEVNULL, check=True)


class OnSway(ByWayland, SwayScreen):
    def setUp(self):
        super().setUp()
        self.environment["GDK_BACKEND"] = "wayland"


class OnStage(ByWayland, StageScreen):
    def setUp(self):
        super().setUp()
        self.environment["GDK_BACKEND"] = "wayland"


class Gtk:
    version = None

    def command(self):
        self.environment.update(built().environment)
        return [PYTHON, str(PROGRAMS / "fields_gtk.py"), self.version]


class Gtk3(Gtk):
    version = "3"


class Gtk4(Gtk):
    version = "4"


class Qt:
    pass


class Qml:
    def command(self):
        return [qt.program(PROGRAMS / "qt_qml.cpp", "Qt6Qml", "Qt6Gui"), str(PROGRAMS / "fields.qml"),
                str(qt.build() / "qml"), str(self.fields)]


class ToldByPage:
    """What the page says, looked for again and again: a browser has no other way."""

    def __init__(self, chromium):
        self.chromium = chromium

    def line(self):
        return until(lambda: self.chromium.value("said.shift()"), "a word of the page")


class Page(Gateway):
    """A page in Chromium; the daemon has the gateway, with a list of methods as the ready configuration."""

    plugins = ("x11", "web")
    platform = "x11"

    def configuration(self):
        return super().configuration() + METHODS

    def start(self):
        token = os.path.join(self.daemon.folder, "web-token")
        until(lambda: os.path.exists(token) and os.path.getsize(token), "the token")
        with open(token, encoding="ascii") as file:
            address = f"{self.site.origin}/fields.html?port={self.port}&fields={self.fields}" \
                f"#token={file.read().strip()}"
        with mock.patch.dict(os.environ, self.environment):
            chromium = Chromium(
                needed("chromium"), f"--app={address}", f"--ozone-platform={self.platform}",
                "--window-position=0,0", "--window-size={},{}".format(*self.size), "--start-fullscreen")
        self.addCleanup(chromium.close)
        chromium.attach()
        self.program = ToldByPage(chromium)  # pylint: disable=attribute-defined-outside-init
        until(lambda: chromium.value("page.isReady"), "the page's connection")
        until(self.sources, "the source")
        until(lambda: self.picture().color(2, 2) == WINDOW, "the window")

    def expect(self, *lines):
        if lines == ("opened ",):
            until(lambda: self.observer.call("status")["popovers"], "a popover")
        else:
            super().expect(*lines)


METHODS = """methods = [
  "surface.set", "surface.remove", "source.set", "source.remove", "popover.open", "popover.update",
  "popover.choose", "popover.close", "draft.save", "draft.load", "draft.discard", "bus.subscribe",
]
"""


class Gtk3OnX(Gtk3, OnX):
    pass


class Gtk4OnX(Gtk4, OnX):
    pass


class QtOnX(Qt, OnX):
    pass


class QmlOnX(Qml, OnX):
    pass


class PageOnX(Page, OnX):
    pass


class Gtk3OnSway(Gtk3, OnSway):
    pass


class Gtk4OnSway(Gtk4, OnSway):
    pass


class QtOnSway(Qt, OnSway):
    pass


class QmlOnSway(Qml, OnSway):
    pass


class PageOnSway(Page, OnSway):
    plugins = ("wayland", "web")
    platform = "wayland"


class Gtk3OnStage(Gtk3, OnStage):
    pass


class Gtk4OnStage(Gtk4, OnStage):
    pass


class QtOnStage(Qt, OnStage):
    pass


class QmlOnStage(Qml, OnStage):
    pass


del OnX, OnSway, OnStage, XScreen, SwayScreen, StageScreen, DaemonCase

if __name__ == "__main__":
    unittest.main()
