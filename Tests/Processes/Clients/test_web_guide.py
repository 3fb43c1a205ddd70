# SPDX-License-Identifier: MIT
"""docs/how-to/client-web.md: its page works in Chromium, and what it says of numbers is so."""

import os
import tempfile
import unittest

from support.browser import Browser, Site
from support.document import blocks
from support.web_daemon import WebDaemon

from story import ROOT

PAGE = ROOT / "docs" / "how-to" / "client-web.md"
# The chapter whose blocks are the page; the others' are put to it.
CHAPTER = "A page"


class WebGuide(WebDaemon):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        for block in blocks(PAGE, "html", "js"):
            if block.heading == CHAPTER:
                name = {"html": "index.html", "js": "shop.js"}[block.language]
                with open(os.path.join(folder.name, name), "w", encoding="utf-8") as file:
                    file.write(block.text)
        cls.site = Site(folder.name)
        cls.addClassCleanup(cls.site.close)

    def setUp(self):
        super().setUp()
        self.origins = [self.site.origin]
        self.start(extra="[timing]\ncloseMs = 5000\ntoggleMs = 0", methods=[
            "surface.set", "source.set", "source.remove", "popover.open", "popover.close", "tap",
            "draft.save", "bus.subscribe", "alert.raise", "request.cancel"])
        self.browser.size(1280, 800)
        token = self.token()
        self.listening()
        self.browser.visit(f"{self.site.origin}/index.html?port={self.port}&token={token}")
        self.addCleanup(self.browser.visit, "about:blank")
        self.browser.value("shop.ready.then(() => true)")
        self.hand = self.client("hall", ("input", "observer"))

    def shows(self, expression):
        self.until(lambda: self.browser.value(expression), expression)

    def test_what_is_typed_comes_back(self):
        self.browser.click(260, 60)
        self.shows("order.matches(':popover-open')")
        self.browser.value("order.elements.name.value = 'half-typed'")
        self.browser.click(900, 600)
        self.shows("news.textContent === 'closed: outside-tap'")
        self.browser.value("order.reset()")
        self.browser.click(260, 60)
        self.shows("order.matches(':popover-open') && order.elements.name.value === 'half-typed'")

    def test_news_come_and_go_on_after_the_daemon_was_gone(self):
        def publish(hand, words):
            hand.call("say", "bus.publish", {"topic": "app.news.all", "data": words})
        self.shows("shop.subscriptions.size === 1 && [...shop.subscriptions][0].isLive")
        publish(self.hand, "The first")
        self.shows("news.textContent === 'The first'")
        self.daemon.kill()
        self.daemon.start()
        self.listening()
        self.shows("news.textContent === 'some news are lost'")
        publish(self.client("hall", ("observer",)), "The second")
        self.shows("news.textContent === 'The second'")

    def test_a_refusal_is_what_is_said(self):
        refused = [block for block in blocks(PAGE, "js")
                   if block.heading == "When the daemon says no"]
        self.assertEqual(len(refused), 1)
        told = self.browser.value(
            f"(async () => {{ {refused[0].text} return [code, reason]; }})()")
        self.assertEqual(told, [1, "unknown-behavior"])

    def test_an_alert_waits_for_people_and_is_taken_back(self):
        code, = [block for block in blocks(PAGE, "js")
                 if block.heading == "Alerts, and what waits"]

        def outcome():
            return self.browser.value(f"(() => {{ {code.text} return paperIsOut(); }})()")
        self.assertEqual(outcome(), "no-renderer")
        self.client("hall", ("shell", "observer"))
        self.assertEqual(outcome(), "TimeoutError")
        scene = self.hand.call("look", "status", {})["result"]
        self.assertEqual(scene["alerts"], [])

    def test_its_numbers_are_the_sources(self):
        text = PAGE.read_text(encoding="utf-8")
        page, bus, waits = ((ROOT / "Clients" / "Web" / name).read_text(encoding="utf-8")
                            for name in ("popover.js", "popover-bus.js", "popover-waits.js"))
        self.assertIn("after 0.25 s", text)
        self.assertIn("this.pause = 250;", page)
        self.assertIn("up to 30 s", text)
        self.assertIn("this.pause * 2, 30000", page)
        self.assertIn("for 30 s they wait", text)
        self.assertIn("const RENDERER_PATIENCE = 30000;", waits)
        self.assertIn("1024 of them", text)
        self.assertIn("const KEPT = 1024;", bus)


if __name__ == "__main__":
    unittest.main()
