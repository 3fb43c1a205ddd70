# SPDX-License-Identifier: MIT
"""The story, told by a page in Chromium."""

import os
import unittest

from support.browser import Browser, Site
from support.web_daemon import WebDaemon

from story import CONFIGURATION, HERE, FieldStory, Story

TOKEN = "0123456789abcdef"


class ToldByPage:
    """What the page says, looked for again and again: a browser has no other way."""

    def __init__(self, test):
        self.test = test

    def next(self):
        return self.test.until(lambda: self.test.browser.value("told.shift()"), "a fact")

    def ended(self):
        """Nothing, once it dials no more."""
        self.test.until(lambda: self.test.browser.value("page.isOver"), "its end")
        return ""


class WebStory(FieldStory, Story, WebDaemon):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.site = Site(os.path.join(HERE, "programs"))
        cls.addClassCleanup(cls.site.close)

    def setUp(self):
        WebDaemon.setUp(self)
        self.origins = [self.site.origin]
        self.set_relay()
        self.browser.size(1280, 800)

    def configure(self, configuration, way=None):
        WebDaemon.configure(
            self, extra=configuration, socket=way or self.relayed, token=TOKEN, methods=[
                "surface.set", "source.set", "source.remove", "popover.open", "popover.close",
                "draft.save", "alert.raise", "alert.answer", "request.cancel", "tap",
                "bus.subscribe", "bus.unsubscribe"])

    def begin(self):
        self.browser.visit(f"{self.site.origin}/story.html?port={self.port}&token={TOKEN}")
        self.addCleanup(self.browser.visit, "about:blank")
        return ToldByPage(self)

    def begin_at(self, daemon):
        """Behind the gateway of a real one."""
        if self.daemon.process:
            self.daemon.kill()
        self.configure(CONFIGURATION, daemon.path)
        self.daemon.start()
        return self.begin()

    def press(self, key):
        if key == "Escape":
            self.browser.press(key)
        elif key.endswith("Tab"):
            self.browser.keys("Tab", shift=key.startswith("shift"))
        else:
            self.browser.type(key)

    def typed(self):
        return self.browser.value("field.value")

    def wait_until_it_has_tried(self):
        self.until(lambda: self.browser.value("page.pause > 250"), "a try in vain")


if __name__ == "__main__":
    unittest.main()
