# SPDX-License-Identifier: MIT
"""The web shop of the example kiosk, in Chromium."""

import unittest

from support import ROOT
from support.browser import Browser, Site
from support.web_daemon import UNHURRIED_PAGES, WebDaemon

METHODS = ["surface.set", "source.set", "source.remove", "popover.open", "popover.choose",
           "popover.close", "draft.save", "bus.subscribe"]
CARD = "document.querySelector('article button')"


class ShopTests(WebDaemon):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.site = Site(ROOT / "Examples" / "Kiosk" / "shop")
        cls.addClassCleanup(cls.site.close)

    def setUp(self):
        super().setUp()
        self.origins = [self.site.origin]
        self.start(extra=UNHURRIED_PAGES + "animationMs = 0", methods=METHODS)
        self.addCleanup(self.browser.visit, "about:blank")
        token = self.token()
        self.listening()
        self.browser.size(880, 736)
        self.browser.visit(f"{self.site.origin}/index.html?port={self.port}"
                           f"&frame=0,64,880x736#token={token}")
        self.value("page.ready.then(() => true)")
        self.hand = self.client("hall", ("input", "observer"))

    def value(self, expression):
        return self.browser.value(expression)

    def tap(self, element):
        """Taps the middle of an element, and returns what became of it."""
        x, y, width, height = self.value(
            f"(({{ x, y, width, height }}) => [x, y, width, height])"
            f"({element}.getBoundingClientRect())")
        return self.touch(x + width / 2, y + height / 2, element)

    def touch(self, x, y, element=None):
        """Taps as a shield over everything but the popover would."""
        is_covered = not self.value(
            "[...page.popovers.values()].every(({ frame }) =>"
            f" {x} >= frame.x && {x} < frame.x + frame.width"
            f" && {y} >= frame.y && {y} < frame.y + frame.height)")
        answer = self.hand.call(1, "tap", {"x": x, "y": 64 + y, "swallowed": is_covered})
        if element and not is_covered:
            self.value(f"{element}.click()")
        return answer["result"]["verdict"]

    def opened(self, element):
        self.until(lambda: self.value(f"{element}.checkVisibility()"), element)

    def closed(self, element):
        self.until(lambda: not self.value(f"{element}.checkVisibility() || page.popovers.size"),
                   f"the end of {element}")

    def test_a_ticket_is_bought_and_the_basket_emptied(self):
        self.tap(CARD)
        self.opened("classes")
        self.tap("classes.children[0]")
        self.closed("classes")
        self.assertEqual(self.value("[total.textContent, count.textContent]"),
                         ["€14.50", "1 ticket"])
        self.tap("basket")
        self.opened("emptying")
        self.tap("emptying.children[0]")
        self.closed("emptying")
        self.assertEqual(self.value("count.textContent"), "0 tickets")

    def test_nothing_is_cut_off_at_the_windows_edge(self):
        buttons = self.value("[...document.querySelectorAll('[data-popover-source]')].length")
        for index in range(buttons):
            button = f"document.querySelectorAll('[data-popover-source]')[{index}]"
            if self.value(f"{button}.disabled"):
                continue
            self.tap(button)
            shown = self.until(lambda: self.value(
                "[...page.popovers.values()].map(({ element, frame, arrow, side, scrolls }) =>"
                "({ frame, arrow, side, scrolls,"
                "   cut: [...element.children].some((child) =>"
                "     child.getBoundingClientRect().bottom > "
                "     element.getBoundingClientRect().bottom - 8) }))[0]"), button)
            frame = shown["frame"]
            self.assertGreaterEqual(frame["x"], 0)
            self.assertGreaterEqual(frame["y"], 0)
            self.assertLessEqual(frame["x"] + frame["width"], 880)
            self.assertLessEqual(frame["y"] + frame["height"], 736)
            self.assertFalse(shown["scrolls"] or shown["cut"], shown)
            self.value("[...page.popovers.values()][0].close('cancel')")
            self.until(lambda: not self.value("page.popovers.size"), "its end")

    def test_drafts_are_restored_and_erased_for_the_next_customer(self):
        self.tap("passenger")
        self.opened("details")
        self.value("details.elements.mail.value = 'half-typed'")
        self.assertEqual(self.touch(20, 6), "dismissed")
        self.closed("details")
        self.value("details.elements.mail.value = ''")
        self.tap("passenger")
        self.opened("details")
        self.assertEqual(self.value("details.elements.mail.value"), "half-typed")
        self.hand.call(1, "session.end", {})
        self.closed("details")
        self.until(lambda: not self.value("details.elements.mail.value"), "an empty form")

    def test_a_tap_closes_one_popover_and_opens_another(self):
        self.tap("language")
        self.opened("languages")
        self.assertEqual(self.tap(CARD), "dismissed")
        self.opened("classes")
        self.assertFalse(self.value("languages.checkVisibility()"))

    def test_the_token_leaves_the_address_and_survives_a_reload(self):
        self.assertEqual(self.value("location.hash"), "")
        self.assertNotIn(self.token(), self.value("location.href"))
        self.browser.visit(self.value("location.href"))
        self.assertEqual(self.value("page.ready.then(() => 'connected')"), "connected")

    def test_the_language_can_be_changed(self):
        self.tap("language")
        self.opened("languages")
        self.tap("languages.children[1]")
        self.closed("languages")
        self.assertEqual(self.value("[document.documentElement.lang, basket.textContent]"),
                         ["de", "Korb leeren"])


if __name__ == "__main__":
    unittest.main()
