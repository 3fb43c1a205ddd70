# SPDX-License-Identifier: MIT
"""Menus of programs that know no popoverd are popovers on an X server."""

import os
import signal
import subprocess
import unittest

from support import qt
from support.chromium import options
from support.daemon import PATIENCE
from support.daemon_case import rect
from support.frames import Frame
from support.gtk_library import PYTHON, QUIET
from support.kiosk import Kiosk
from support.wayland_screen import until
from support.x11_screen import HEIGHT, PROGRAMS, WIDTH, Xvfb, needed

from test_keys_x11 import WindowedPeer
from stage_case import center
from test_stage_guests import PREFERENCES, page

GROUND, MENU = "a0b0c0", "1e64c8"
BESIDE = 700, 600
ANCHOR = rect(430, 300, 140, 44)
SIZE = {"width": 320, "height": 200}


# Programs fill the screen.
MANAGER = """<openbox_config xmlns="http://openbox.org/3.4/rc"><applications>
<application class="*"><decor>no</decor><maximized>yes</maximized></application>
</applications></openbox_config>"""


def color(text):
    return tuple(bytes.fromhex(text))


class Guests(Kiosk):
    """A program with a menu, which is another one in each class."""

    plugin = "x11"
    # By a window manager.
    is_managed = True
    # How its name for the daemon begins.
    name = "gtk_menu.py"
    # What opens the menu.
    button = 80, 30

    def command(self):
        return [PYTHON, str(PROGRAMS / "gtk_menu.py"), "3", "left", GROUND, MENU]

    def setUp(self):
        self.screen = Xvfb()
        self.addCleanup(self.screen.close)
        if self.is_managed:
            self.manage()
        self.screen.compose()
        self.hand = self.screen.hand()
        self.kiosk({"display": f'"{self.screen.display}"', "opensForOthers": "true"})
        self.until_display(WIDTH, HEIGHT)
        self.environment = {
            **QUIET, "DISPLAY": self.screen.display, "WAYLAND_DISPLAY": "", "GDK_BACKEND": "x11",
            "QT_QPA_PLATFORM": "xcb"}
        program = subprocess.Popen(
            self.command(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, **self.environment}, start_new_session=True)
        self.addCleanup(program.wait, PATIENCE)
        self.addCleanup(os.killpg, program.pid, signal.SIGKILL)
        # The manager gives it its place after it has drawn.
        until(lambda: self.is_seen(GROUND) and (
            not self.is_managed or self.picture().color(*BESIDE) == color(GROUND)), "the window")

    def manage(self):
        folder = self.folder()
        os.mkdir(os.path.join(folder, "openbox"))
        with open(os.path.join(folder, "openbox", "rc.xml"), "w", encoding="utf-8") as file:
            file.write(MANAGER)
        self.screen.manage(XDG_CONFIG_HOME=folder)

    def picture(self):
        return Frame(subprocess.run(
            [needed("import"), "-window", "root", "png:-"], check=True, capture_output=True,
            env={**os.environ, **self.environment}).stdout)

    def is_seen(self, shade):
        picture = self.picture()
        return any(picture.color(x, y) == color(shade)
                   for x in range(0, WIDTH, 10) for y in range(0, HEIGHT, 10))

    def popovers(self):
        return [(one["app"], one["state"]) for one in self.observer.call("status")["popovers"]]

    def open(self):
        self.tap(*self.button)
        self.until_open()

    def until_open(self):
        def is_open():
            popovers = self.popovers()
            return [state for _, state in popovers] == ["visible"] and popovers[0][0].startswith(self.name)
        until(is_open, "the popover of the menu")
        until(lambda: self.is_seen(MENU), "the menu")

    def until_gone(self):
        until(lambda: not self.is_seen(MENU), "no menu")
        until(lambda: not any(app.startswith(self.name) for app, _ in self.popovers()), "no popover of it")

    def tap(self, x, y):
        self.observer.fence()
        self.hand.tap(x, y)

    def open_other(self, **params):
        shop = self.peer()
        return shop, shop.call("popover.open", behavior="menu", anchor=ANCHOR, size=SIZE, **params)


class Swaps(Guests):
    def test_it_closes_for_others_and_opens_again_with_one_tap(self):
        self.open()
        shop, popover = self.open_other()
        self.until_gone()
        self.assertEqual(self.popovers(), [("shop", "visible")])
        shop.call("popover.close", popover=popover["popover"], outcome="done")
        self.open()
        self.tap(*BESIDE)
        self.until_gone()
        self.open()
        self.observer.call("session.end")
        self.until_gone()
        self.open()


class Rules(Guests):
    """What else holds, with a program in GTK 3."""

    def beside(self, **params):
        """The popover of a client beside which the button can be pressed."""
        return self.open_other(passthrough=[rect(0, 0, 160, 60)], **params)

    def test_it_closes_a_clients_popover(self):
        shop, popover = self.beside()
        self.tap(*self.button)
        asked = shop.wait("popover.willClose", popover=popover["popover"], reason="replaced")
        shop.answer(asked, {})
        self.until_open()

    def test_it_closes_if_it_may_not_open(self):
        self.beside(modal=True)
        self.tap(*self.button)
        self.observer.event("popover.refused", app=self.name, reason="modal-active")
        self.until_gone()
        self.assertEqual(self.popovers(), [("shop", "visible")])

    def test_presses_on_it_are_inside(self):
        self.open()
        # The daemon would have placed it lower.
        self.tap(20, 65)
        self.observer.event("tap", verdict="inside")
        self.until_gone()
        self.tap(*BESIDE)
        self.observer.event("tap", verdict="idle")

    def test_an_alert_closes_it(self):
        self.open()
        shell = WindowedPeer(
            self.daemon, self.screen.display, "shell", 200, 100, 600, 500, roles=("shell",))
        self.addCleanup(shell.close)
        self.peer("bell").start(
            "alert.raise", title="Paper", severity="critical", buttons=[{"id": "ok", "label": "OK"}])
        asked = shell.wait("alert.present")
        shell.window.taken(f"title alert:{asked['params']['alert']}")
        shell.answer(asked, {})
        self.until_gone()
        place = center(asked["params"]["frame"])
        self.tap(*place)
        self.assertEqual(shell.window.taken(), [place])


class Gtk4(Swaps):
    name = "left"
    # It would not let its window be maximized.
    is_managed = False

    def command(self):
        return [PYTHON, str(PROGRAMS / "gtk_menu.py"), "4", "left", GROUND, MENU]


class Qt(Swaps):
    name = "qt_menu"

    def command(self):
        return [qt.program(PROGRAMS / "qt_menu.cpp", "Qt6Widgets"), GROUND, MENU]


class Chromium(Swaps):
    name = "chromium"

    def command(self):
        profile, address = page(self)
        return [needed("chromium"), *options(profile), "--test-type", "--password-store=basic",
                "--ozone-platform=x11", f"--app={address}"]


class Firefox(Swaps):
    name = "firefox-esr"
    button = 80, 120

    def is_seen(self, shade):
        # Its lists have colors of their own.
        if shade != MENU:
            return super().is_seen(shade)
        return self.picture().color(80, 250) != color(GROUND)

    def command(self):
        profile, address = page(self)
        with open(os.path.join(profile, "user.js"), "w", encoding="utf-8") as file:
            file.write("".join(f'user_pref("{name}", {value});\n' for name, value in PREFERENCES.items()))
        return ["env", f"HOME={profile}", needed("firefox-esr"), "--no-remote", "--profile", profile, address]


if __name__ == "__main__":
    unittest.main()
