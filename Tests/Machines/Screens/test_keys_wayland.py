# SPDX-License-Identifier: MIT
"""Keys on sway: while another process's popover is on top, none reaches a window beneath."""

import subprocess
import unittest

from support.wayland_screen import Program, tool, until

from wayland_kiosk import OnSway, middle, rect

KEYS = 500
LETTERS = ("popover" * KEYS)[:KEYS]
CONTROL = rect(40, 700, 100, 60)


class Keys(OnSway):
    """A window with the keyboard, of the client beneath, and another client's popover."""

    def setUp(self):
        super().setUp()
        self.logged("connected to the Wayland server .*: main 1280x800")
        # A seat has keys from the beginning: a program hears late of its first keyboard.
        plugged = Program([tool("wtype"), "-s", "86400000", "a"], self.sway.environment)
        self.addCleanup(plugged.close)
        self.cafe, self.shop = self.peer("cafe"), self.peer("shop")
        self.cafe.call("source.set", source="order", rect=CONTROL)
        # The client beneath is that whose control was tapped last.
        place = middle(CONTROL)
        self.cafe.call("tap", x=place["x"], y=place["y"])
        # The first key makes the window hear of the keyboard.
        until(lambda: self.typed("a"), "a key")

    def type(self, *words):
        subprocess.run(
            [tool("wtype"), *words], env=self.sway.environment, stdin=subprocess.DEVNULL, check=True)

    def typed(self, *words):
        """How many keys reach the window when these are typed."""
        self.type(*words)
        return sum(line.startswith("key ") for line in self.window.told())

    def show(self, peer, **params):
        popover = self.open(peer, **params)["popover"]
        self.settle(peer)
        return popover

    def close(self, peer, popover):
        peer.call("popover.close", popover=popover, outcome="done")
        peer.wait("popover.closed", popover=popover)
        self.settle(peer)

    def test_keys_reach_nobody_beneath_anothers_popover(self):
        self.assertEqual(self.typed(LETTERS), KEYS)
        popover = self.show(self.shop)
        self.assertEqual(self.typed(LETTERS), 0)
        self.close(self.shop, popover)
        self.assertEqual(self.typed(LETTERS), KEYS)

    def test_escape_that_reaches_nobody_closes_the_popover(self):
        popover = self.show(self.shop)
        self.type("abc")
        self.type("-k", "Escape")
        self.shop.answer(self.shop.wait("popover.willClose", popover=popover), {})
        self.shop.wait("popover.closed", popover=popover, reason="key")
        self.settle(self.shop)
        self.assertEqual(self.typed("abc"), 3)


if __name__ == "__main__":
    unittest.main()
