# SPDX-License-Identifier: MIT
"""Popovers of a page in Chromium on sway: where the daemon says, off a keyboard, and with what was typed."""

import os
import unittest
from unittest import mock

from support.browser import Site
from support.chromium import Chromium
from support.daemon_case import holds, overlap, rect
from support.reserved_port import ReservedPort
from support.wayland_screen import until
from support.x11_screen import needed

from popover_screens import WINDOW, SwayScreen

GATEWAY = """
[[plugin]]
name = "web"
trusted = true
[plugin.options]
port = {port}
origins = ["{origin}"]
socket = "{socket}"
"""


class Gateway:
    """The daemon also serves pages."""

    def configuration(self):
        self.site = Site()  # pylint: disable=attribute-defined-outside-init
        self.addCleanup(self.site.close)
        reserved = ReservedPort()
        self.addCleanup(reserved.close)
        self.port = reserved.number  # pylint: disable=attribute-defined-outside-init
        return super().configuration() + GATEWAY.format(
            port=self.port, origin=self.site.origin, socket=self.daemon.socket)


class PagePopovers(Gateway, SwayScreen):
    plugins = ("wayland", "web")

    def start(self):
        token = os.path.join(self.daemon.folder, "web-token")
        until(lambda: os.path.exists(token) and os.path.getsize(token), "the token")
        with open(token, encoding="ascii") as file:
            address = f"{self.site.origin}/order.html?port={self.port}#token={file.read().strip()}"
        with mock.patch.dict(os.environ, self.environment):
            chromium = Chromium(needed("chromium"), f"--app={address}", "--ozone-platform=wayland")
        self.addCleanup(chromium.close)
        chromium.attach()
        self.chromium = chromium  # pylint: disable=attribute-defined-outside-init
        until(lambda: self.chromium.value("page.isReady"), "the page's connection")
        until(self.sources, "the source")
        until(lambda: self.picture().color(2, 2) == WINDOW, "the window")

    def open(self):
        self.press()
        until(lambda: self.observer.call("status")["popovers"], "a popover")
        frame = self.popover()["frame"]
        self.until_at(frame)
        return frame

    def typed(self):
        return self.chromium.value("order.name.value")

    def test_it_is_where_the_daemon_says_and_keeps_what_is_typed(self):
        self.start()
        frame = self.open()
        self.type("a")
        until(lambda: self.typed() == "a", "the letter")
        self.tap(20, 20)
        self.observer.wait("event", topic="popover.closed")
        self.until_gone(frame)
        until(lambda: self.typed() == "", "an empty form")
        self.open()
        until(lambda: self.typed() == "a", "what was typed")

    def test_it_makes_room_for_a_keyboard(self):
        self.start()
        before = self.open()
        keyboard = self.keyboard()
        until(lambda: not overlap(self.popover()["frame"], keyboard.area), "room for the keyboard")
        self.assertTrue(overlap(before, keyboard.area))
        self.until_settled()
        self.assertFalse(overlap(self.popover()["frame"], keyboard.area))
        keyboard.close()
        until(lambda: self.popover()["frame"] == before, "the place of before")
        self.until_at(before)
        self.assertTrue(holds(rect(0, 0, *self.size), before))


if __name__ == "__main__":
    unittest.main()
