# SPDX-License-Identifier: MIT
"""Keys on an X server's screen: while another process's popover is on top, none reaches a window beneath."""

import os
import subprocess
import sys
import time
import types
import unittest

from support.daemon_case import rect
from support.kiosk import PATIENCE, Kiosk
from support.peer import PROGRAM, Peer
from support.x11_screen import (
    HEIGHT, PROGRAMS, WIDTH, Window, Xvfb, compiled, needed)

KEYS = 500
LETTERS = ("popover" * KEYS)[:KEYS]
ANCHOR = rect(450, 100, 80, 30)
CONTROL = rect(40, 600, 120, 60)


class WindowedPeer(Peer):
    """A client whose process has a window; `window` is that one."""

    def __init__(self, daemon, display, app, *place, roles=("app",)):
        self.display, self.place = display, place
        super().__init__(daemon, app, roles)

    def spawn(self, place):
        told, tells = os.pipe(), os.pipe()
        process = subprocess.Popen(
            [sys.executable, "-S", "-E", str(PROGRAMS / "client_with_window.py"), place,
             str(told[0]), str(tells[1]), str(PROGRAM), compiled("x11_window", "xcb", "xcb-xinput"),
             *map(str, self.place)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[told[0], tells[1]],
            env={**os.environ, "DISPLAY": self.display})
        os.close(told[0])
        os.close(tells[1])
        self.window = OwnWindow(process, told[1], tells[0])
        return process

    def close(self):
        super().close()
        self.window.close()


class OwnWindow(Window):
    def __init__(self, process, told, tells):
        # Its process is the client's, which has made it.
        # pylint: disable=super-init-not-called
        self.process = types.SimpleNamespace(
            stdin=open(told, "wb"), stdout=open(tells, "rb"), args=process.args)
        self.rest = b""
        self.is_top = None
        self.keys = []
        if self.line() != "ready":
            raise AssertionError("a window does not open")

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()


class Keys(Kiosk):
    """A window with the focus, of the client beneath, and another client's popover."""

    plugin = "x11"
    managed = False

    def setUp(self):
        self.screen = Xvfb()
        self.addCleanup(self.screen.close)
        self.environment = {**os.environ, "DISPLAY": self.screen.display}
        if self.managed:
            self.screen.manage()
        self.window = self.screen.window(0, 0, WIDTH, HEIGHT, *["managed"] * self.managed)
        self.hand = self.screen.hand()
        self.kiosk({"display": f'"{self.screen.display}"'})
        self.until_display(WIDTH, HEIGHT)
        self.cafe, self.shop = self.peer("cafe"), self.peer("shop")
        self.cafe.call("source.set", source="order", rect=CONTROL)
        # The client beneath is that whose control was tapped last.
        self.hand.tap(CONTROL["x"] + 9, CONTROL["y"] + 9)
        self.observer.event("tap", verdict="idle")
        self.window.taken("focus")

    def type(self, letters):
        subprocess.run(
            [needed("xdotool"), "type", "--delay", "0", letters], env=self.environment, check=True,
            stdin=subprocess.DEVNULL)

    def press(self, key):
        subprocess.run(
            [needed("xdotool"), "key", key], env=self.environment, check=True,
            stdin=subprocess.DEVNULL)

    def order(self, *words):
        return subprocess.run(
            [needed("xdotool"), *words], env=self.environment, check=True, capture_output=True,
            text=True, timeout=PATIENCE).stdout

    def settle(self):
        """The server has carried out what the daemon has ordered so far."""
        for _ in range(2):
            self.observer.fence()
            self.window.taken()

    def typed(self, window=None):
        """What has reached the window since the last call."""
        window = window or self.window
        window.taken()
        letters = "".join(chr(key) for key in window.keys)
        window.keys = []
        return letters

    def windowed(self, app, *place):
        peer = WindowedPeer(self.daemon, self.screen.display, app, *place)
        self.addCleanup(peer.close)
        return peer

    def until_typed(self, window):
        """Types until this window has the keys."""
        deadline = time.monotonic() + PATIENCE
        while not self.typed(window):
            if time.monotonic() > deadline:
                raise AssertionError("a window gets no keys")
            self.type("a")

    def assert_reaches_window(self, letters):
        self.type(letters)
        self.assertEqual(self.typed(), letters)

    def show(self, peer, **params):
        popover = self.open(peer, anchor=ANCHOR, **params)["popover"]
        self.settle()
        return popover

    def close(self, peer, popover):
        peer.call("popover.close", popover=popover, outcome="done")
        peer.wait("popover.closed", popover=popover)
        self.settle()

    def test_keys_reach_nobody_beneath_anothers_popover(self):
        self.assert_reaches_window(LETTERS)
        popover = self.show(self.shop)
        self.type(LETTERS)
        self.assertEqual(self.typed(), "")
        self.close(self.shop, popover)
        self.assert_reaches_window(LETTERS)

    def test_a_window_beneath_that_asks_for_the_keys_gets_none(self):
        popover = self.show(self.shop)
        self.window.taken("focus")
        self.type("abc")
        self.assertEqual(self.typed(), "")
        self.close(self.shop, popover)
        self.assert_reaches_window("def")

    def test_escape_that_reaches_nobody_closes_the_popover(self):
        popover = self.show(self.shop)
        self.press("x")
        self.press("Escape")
        self.shop.answer(self.shop.wait("popover.willClose", popover=popover), {})
        self.shop.wait("popover.closed", popover=popover, reason="key")
        self.settle()
        self.assertEqual(self.typed(), "")
        self.assert_reaches_window("abc")

    def test_the_owners_window_gets_the_keys_and_returns_them(self):
        bar = self.windowed("bar", 700, 500, 200, 100)
        self.window.taken("raise")
        self.window.taken("focus")
        popover = self.show(bar)
        self.until_typed(bar.window)
        self.type(LETTERS)
        self.assertEqual(self.typed(bar.window), LETTERS)
        # Some other program wants them, and may have them until the plugin has heard of it.
        self.window.taken("focus")
        self.until_typed(bar.window)
        self.typed()
        self.type(LETTERS)
        self.assertEqual(self.typed(bar.window), LETTERS)
        self.assertEqual(self.typed(), "")
        self.close(bar, popover)
        self.assert_reaches_window(LETTERS)
        self.assertEqual(self.typed(bar.window), "")

    def test_of_two_windows_the_one_at_the_popover_gets_the_keys(self):
        bar = self.windowed("bar", 700, 500, 200, 100)
        frame = self.open(bar, anchor=ANCHOR)["frame"]
        self.until_typed(bar.window)
        # The first may have come before the keys were taken.
        self.typed()
        place = [int(frame[side]) for side in ("x", "y", "width", "height")]
        bar.window.taken(f"second {place[0]} {place[1]} {place[2]} {place[3]}")
        deadline = time.monotonic() + PATIENCE
        while "second" not in self.order("getwindowfocus", "getwindowname"):
            self.assertLess(time.monotonic(), deadline)
        self.type("b")
        self.assertEqual(self.typed(), "")

    def test_an_owner_that_hides_its_window_leaves_the_keys_to_nobody(self):
        bar = self.windowed("bar", 700, 500, 200, 100)
        self.show(bar)
        self.until_typed(bar.window)
        bar.window.taken("hide")
        self.settle()
        self.type("abc")
        self.assertEqual(self.typed(), "")
        bar.window.taken("show")
        self.until_typed(bar.window)

    def test_a_client_whose_control_people_have_activated_gets_the_keys(self):
        fair = self.windowed("fair", 300, 500, 200, 100)
        for name, owner in (("bar", self.shop), ("pub", fair)):
            with self.subTest(owner=owner.app):
                owner.always_answer("popover.willClose", {})
                self.open(owner, anchor=ANCHOR)
                if owner is fair:
                    self.until_typed(fair.window)
                self.settle()
                other = self.windowed(name, 700, 500, 200, 100)
                other.call("source.set", source="menu", rect=rect(720, 520, 50, 50))
                # The shield swallows the tap, so that no window manager gives the window the focus.
                self.hand.tap(740, 540)
                other.wait("source.activated", source="menu")
                self.open(other, source="menu")
                self.until_typed(other.window)
                other.close()

    def test_a_client_that_gives_the_keys_to_nobody_gets_them_again(self):
        bar = self.windowed("bar", 700, 500, 200, 100)
        bar.call("source.set", source="menu", rect=rect(720, 520, 50, 50))
        self.hand.tap(740, 540)
        self.observer.event("tap", verdict="idle")
        self.open(bar, source="menu")
        self.until_typed(bar.window)
        # As Tk does when the shield comes over its window.
        bar.window.taken("unfocus")
        self.until_typed(bar.window)

    def test_the_owner_of_a_popover_keeps_the_keys_of_its_window(self):
        self.show(self.cafe, source="order")
        self.assert_reaches_window("abc")

    def test_keys_reach_nobody_while_an_alert_is_up(self):
        shell = self.peer("shell", ("shell",))
        self.shop.start("alert.raise", title="Paper is out", severity="warning",
                        buttons=[{"id": "ok", "label": "OK"}])
        asked = shell.wait("alert.present")
        shell.answer(asked, {})
        self.settle()
        self.type("abc")
        self.assertEqual(self.typed(), "")
        shell.call("alert.answer", alert=asked["params"]["alert"], button="ok")
        self.settle()
        self.assert_reaches_window("def")

    def test_a_reloaded_plugin_keeps_the_keys_from_the_window(self):
        self.show(self.shop)
        self.peer("administrator").call("plugin.reload", name="x11")
        self.until_told("connected to the X server", 2)
        self.settle()
        self.type("abc")
        self.assertEqual(self.typed(), "")

    def test_a_plugin_that_is_unloaded_returns_the_keys(self):
        self.show(self.shop)
        administrator = self.peer("administrator")
        administrator.call("plugin.unload", name="x11")
        self.assert_reaches_window("abc")


class Managed(Keys):
    """With a window manager."""

    managed = True
    # It gives keys that nobody has to whom it likes.
    test_a_client_that_gives_the_keys_to_nobody_gets_them_again = None


if __name__ == "__main__":
    unittest.main()
