# SPDX-License-Identifier: MIT
"""Keys on sway: while another process's popover is on top, none reaches a window beneath."""

import subprocess
import unittest

from support.wayland_screen import Program, Window, tool, until

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
        return self.typed_in(self.window, *words)

    def typed_in(self, window, *words):
        self.type(*words)
        return sum(line.startswith("key ") for line in window.told())

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

    def test_a_popover_on_the_layer_overlay_gets_the_keys(self):
        popover = self.show(self.shop)
        surface = Window(self.sway, "overlay")
        self.addCleanup(surface.close)
        # It hears late of the keyboard.
        until(lambda: self.typed_in(surface, "a"), "a key in the popover")
        self.assertEqual(self.typed_in(surface, LETTERS), KEYS)
        self.assertEqual(self.window.told(), [])
        # Nor do keys leave it when the popover is told to be elsewhere.
        self.shop.call("popover.update", popover=popover, size={"width": 240, "height": 200})
        self.settle(self.shop)
        self.assertEqual(self.typed_in(surface, LETTERS), KEYS)
        surface.close()
        self.assertEqual(self.typed(LETTERS), 0)
        self.close(self.shop, popover)
        self.assertEqual(self.typed(LETTERS), KEYS)

    def test_a_popover_that_was_there_before_gets_the_keys(self):
        surface = Window(self.sway, "overlay")
        self.addCleanup(surface.close)
        until(lambda: self.typed_in(surface, "a"), "a key in the popover")
        self.show(self.shop)
        self.assertEqual(self.typed_in(surface, LETTERS), KEYS)
        self.assertEqual(self.window.told(), [])

    def test_the_owner_of_a_popover_keeps_the_keys_of_its_window(self):
        self.show(self.cafe, source="order")
        self.assertEqual(self.typed(LETTERS), KEYS)

    def test_a_reloaded_plugin_keeps_the_keys_from_the_window(self):
        self.show(self.shop)
        self.peer("administrator").call("plugin.reload", name="wayland")
        self.logged("connected to the Wayland server .*: main 1280x800", 2)
        until(lambda: self.typed("a") == 0, "the keys to be kept")
        self.assertEqual(self.typed(LETTERS), 0)

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
