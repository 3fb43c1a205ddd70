# SPDX-License-Identifier: MIT
"""Keys on an X server's screen: while another process's popover is on top, none reaches a window beneath."""

import os
import subprocess
import unittest

from support.daemon_case import rect
from support.kiosk import Kiosk
from support.x11_screen import HEIGHT, WIDTH, Xvfb, needed

KEYS = 500
LETTERS = ("popover" * KEYS)[:KEYS]
ANCHOR = rect(450, 100, 80, 30)
CONTROL = rect(40, 600, 120, 60)


class Keys(Kiosk):
    """A window with the focus, of the client beneath, and another client's popover."""

    plugin = "x11"
    managed = False

    def setUp(self):
        self.screen = Xvfb()
        self.addCleanup(self.screen.close)
        self.environment = {**os.environ, "DISPLAY": self.screen.display}
        if self.managed:
            self.run_program("openbox", "--sm-disable")
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

    def run_program(self, *words):
        # pylint: disable=consider-using-with
        process = subprocess.Popen(
            [needed(words[0]), *words[1:]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=self.environment)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)

    def type(self, letters):
        subprocess.run(
            [needed("xdotool"), "type", "--delay", "0", letters], env=self.environment, check=True,
            stdin=subprocess.DEVNULL)

    def press(self, key):
        subprocess.run(
            [needed("xdotool"), "key", key], env=self.environment, check=True,
            stdin=subprocess.DEVNULL)

    def settle(self):
        """The server has carried out what the daemon has ordered so far."""
        self.observer.fence()
        self.window.taken()

    def typed(self):
        """What has reached the window since the last call."""
        self.window.taken()
        letters = "".join(chr(key) for key in self.window.keys)
        self.window.keys = []
        return letters

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

    def test_a_plugin_that_is_unloaded_returns_the_keys(self):
        self.show(self.shop)
        administrator = self.peer("administrator")
        administrator.call("plugin.unload", name="x11")
        self.assert_reaches_window("abc")


class Managed(Keys):
    """With a window manager."""

    managed = True


if __name__ == "__main__":
    unittest.main()
