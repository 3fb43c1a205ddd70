# SPDX-License-Identifier: MIT
"""docs/how-to/client-web.md: its page works in Chromium, and what it says of numbers is so."""

import os
import tempfile
import unittest

from support.axe import violations
from support.browser import Browser, Site
from support.document import blocks
from support.web_daemon import UNHURRIED_PAGES, WebDaemon

from story import ROOT

PAGE = ROOT / "docs" / "how-to" / "client-web.md"
# The chapters whose blocks are pages; those of the others are put to that of scripts.
FIRST = "Write a page"
CHAPTER = "Open popovers from a script"
MARKUP = "Declare popovers in HTML"
CLASSIC = "Load a classic script"
CONNECT = """<script type="module">
import { connect, takeToken } from "./popoverd/popoverd.js";
const port = new URLSearchParams(location.search).get("port");
globalThis.shop = connect({ url: `ws://127.0.0.1:${port}`, token: takeToken(), app: "shop", taps: true });
</script>"""


def pages():
    """The files of the page, by name."""
    found = {}
    for block in blocks(PAGE, "html", "js"):
        if block.heading == CHAPTER:
            found[{"html": "index.html", "js": "shop.js"}[block.language]] = block.text
        elif block.heading == FIRST:
            found["first.html"] = block.text
        elif block.heading == MARKUP:
            found["markup.html"] = (
                '<!doctype html>\n<html lang="en">\n<title>Letters</title>\n<main>\n<h1>Letters</h1>\n'
                f"{block.text}</main>\n{CONNECT}")
        elif block.heading == CLASSIC:
            found["classic.html"] = f"<!doctype html>\n{block.text}"
    # What a module declares is its own.
    found["shop.js"] += "globalThis.shop = shop;\n"
    return found


class WebGuide(WebDaemon):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        for name, text in pages().items():
            with open(os.path.join(folder.name, name), "w", encoding="utf-8") as file:
                file.write(text)
        cls.site = Site(folder.name)
        cls.addClassCleanup(cls.site.close)

    def setUp(self):
        super().setUp()
        self.origins = [self.site.origin]
        self.start(extra=UNHURRIED_PAGES, methods=[
            "surface.set", "source.set", "source.remove", "popover.open", "popover.close", "tap",
            "draft.save", "bus.subscribe", "alert.raise", "request.cancel", "session.set"])
        self.browser.size(1280, 800)
        self.listening()
        self.addCleanup(self.browser.visit, "about:blank")
        self.visit("index.html")
        self.hand = self.client("hall", ("input", "observer"))

    def visit(self, name):
        self.browser.visit("about:blank")
        self.browser.visit(f"{self.site.origin}/{name}?port={self.port}#token={self.token()}")
        self.shows("globalThis.shop?.isReady")

    def shows(self, expression):
        self.until(lambda: self.browser.value(expression), expression)

    def test_what_is_typed_comes_back(self):
        self.browser.click(260, 60)
        self.shows("order.matches(':popover-open')")
        self.browser.value("order.querySelector('input').value = 'half-typed'")
        self.browser.click(900, 600)
        self.shows("news.textContent === 'closed: outside-tap'")
        self.browser.value("void (order.querySelector('input').value = '')")
        self.browser.click(260, 60)
        self.shows("order.matches(':popover-open') && order.querySelector('input').value === 'half-typed'")

    def test_declared_popovers_open_and_their_work_comes_back(self):
        self.visit("markup.html")
        self.gets_back("write", "document.querySelector('textarea')")

    def gets_back(self, button, field):
        x, y = self.browser.value(f"[{button}.offsetLeft + 9, {button}.offsetTop + 9]")
        self.browser.click(x, y)
        self.shows(f"{field}.checkVisibility()")
        self.browser.value(f"void ({field}.value = 'half-typed')")
        self.browser.click(900, 600)
        self.shows(f"!{field}.checkVisibility()")
        self.shows(f"!document.querySelector('[inert]') && {field}.value === ''")
        self.browser.click(x, y)
        self.shows(f"{field}.checkVisibility() && {field}.value === 'half-typed'")

    def test_the_first_page_gets_its_draft_back(self):
        self.browser.visit("about:blank")
        # The gateway of this test has a port of its own.
        script = self.browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=(
            "WebSocket = class extends WebSocket { constructor(url, protocols) {"
            f" super(url.replace(':7411', ':{self.port}'), protocols); }} }}"))
        self.addCleanup(
            self.browser.cdp, "Page.removeScriptToEvaluateOnNewDocument", **script)
        self.browser.visit(f"{self.site.origin}/first.html#token={self.token()}")
        self.until(lambda: self.hand.call("look", "status", {})["result"]["sources"], "the source")
        self.gets_back("basket", "order.querySelector('input')")
        self.shows("document.getAnimations().length === 0")
        self.assert_passes()

    def assert_passes(self):
        found = violations(self.browser)
        self.assertEqual(found, [], "\n".join(found))

    def test_its_pages_pass_an_audit(self):
        for page, buttons in (("index.html", ["basket"]), ("markup.html", ["write"])):
            self.visit(page)
            self.assert_passes()
            for button in buttons:
                x, y = self.browser.value(f"[{button}.offsetLeft + 9, {button}.offsetTop + 9]")
                self.browser.click(x, y)
                self.shows("[...shop.popovers.values()].some((it) => it.isShown)"
                           " && document.getAnimations().length === 0")
                self.assert_passes()
                self.browser.click(900, 600)
                self.shows("shop.popovers.size === 0 && shop.inert.length === 0")

    def test_people_make_the_text_larger(self):
        code, = [block for block in blocks(PAGE, "js")
                 if block.heading == "Personal settings"]
        self.browser.value(f"(() => {{ {code.text} return largerText(); }})()")
        self.shows("shop.settings.textScale === 1.5")
        self.assertEqual(self.browser.value("getComputedStyle(basket.parentElement).fontSize"), "24px")

    def test_a_classic_script_switches_on_what_it_loads(self):
        self.browser.visit("about:blank")
        self.browser.visit(f"{self.site.origin}/classic.html#token={self.token()}")
        options = self.browser.value(
            "(({ forms, motion, taps }) => ({ forms, motion, taps }))(shop.options)")
        self.assertEqual(options, {"forms": True, "motion": False, "taps": False})

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
                   if block.heading == "Handle refusals"]
        self.assertEqual(len(refused), 1)
        told = self.browser.value(
            f"(async () => {{ {refused[0].text} return [code, reason]; }})()")
        self.assertEqual(told, [1, "unknown-behavior"])

    def test_an_alert_waits_for_people_and_is_taken_back(self):
        code, = [block for block in blocks(PAGE, "js")
                 if block.heading == "Raise alerts and cancel requests"]

        def outcome():
            return self.browser.value(f"(() => {{ {code.text} return paperIsOut(); }})()")
        self.assertEqual(outcome(), "no-renderer")
        self.client("hall", ("shell", "observer"))
        self.assertEqual(outcome(), "TimeoutError")
        self.until(
            lambda: not self.hand.call("look", "status", {})["result"]["alerts"], "its withdrawal")

    def test_its_numbers_are_the_sources(self):
        text = PAGE.read_text(encoding="utf-8")
        connection, client, subscription = (
            (ROOT / "Clients" / "Web" / name).read_text(encoding="utf-8")
            for name in ("connection.js", "client.js", "subscription.js"))
        for words, number, source in (
                ("after 0.25 s", "FIRST_PAUSE = 250,", connection),
                ("up to 30 s", "LONGEST_PAUSE = 30000,", connection),
                ("wait 30 s for a shell", "RENDERER_PATIENCE = 30000,", client),
                ("keeps 1024", "KEPT = 1024;", subscription)):
            self.assertTrue(words in text and number in source, words)


if __name__ == "__main__":
    unittest.main()
