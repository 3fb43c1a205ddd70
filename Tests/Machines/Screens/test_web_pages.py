# SPDX-License-Identifier: MIT
"""A page in Chromium that uses popover.js."""

import unittest

from support.browser import Browser, Site
from support.web_daemon import UNHURRIED_PAGES, WebDaemon


class PageTests(WebDaemon):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.site = Site()
        cls.addClassCleanup(cls.site.close)

    def setUp(self):
        super().setUp()
        self.origins = [self.site.origin]
        self.start(extra=UNHURRIED_PAGES)
        self.addCleanup(self.browser.visit, "about:blank")
        self.visit()

    def visit(self):
        token = self.token()
        self.listening()
        self.browser.visit(
            f"{self.site.origin}/shop.html?port={self.port}&token={token}")
        self.value("shop.ready.then(() => true)")

    def value(self, expression):
        return self.browser.value(expression)

    def scene(self):
        return self.client().call(1, "status", {})["result"]

    def wait_for(self, expression):
        return self.until(lambda: self.value(expression), expression)

    def test_a_page_opens_and_closes(self):
        popover = self.value("show()")
        self.assertTrue(self.value("order.matches(':popover-open')"))
        shown = self.scene()["popovers"][0]
        self.assertEqual((shown["popover"], shown["app"]), (popover, "shop"))
        box = self.value("order.getBoundingClientRect().toJSON()")
        origin = self.value("shop.origin()")
        self.assertEqual(box["x"] + origin["x"], shown["frame"]["x"])
        self.assertEqual(box["y"] + origin["y"], shown["frame"]["y"])
        self.assertEqual(box["width"], shown["frame"]["width"])
        self.value("shown.close()")
        self.assertEqual(self.wait_for("ended")["reason"], "done")
        self.assertFalse(self.value("order.matches(':popover-open')"))

    def test_drafts_are_restored(self):
        self.value("show()")
        self.value("(order.address.value = 'half-typed', order.gift.checked = true,"
                   "order.size.value = 'large', order.pin.value = '1234')")
        popover = self.value("shown.popover")
        self.client().call(1, "popover.dismiss", {"popover": popover})
        end = self.wait_for("ended")
        self.assertEqual((end["reason"], end["draft"]), ("administrator", "saved"))
        self.assertFalse(self.value("order.matches(':popover-open')"))
        self.value("order.reset()")
        self.value("show()")
        self.assertEqual(self.value("order.address.value"), "half-typed")
        self.assertTrue(self.value("order.gift.checked"))
        self.assertEqual(self.value("order.size.value"), "large")
        self.assertEqual(self.value("order.pin.value"), "")

    def test_escape_closes_it(self):
        self.value("show()")
        self.browser.press("Escape")
        end = self.wait_for("ended")
        self.assertEqual((end["reason"], end["returnFocus"]), ("key", True))
        self.assertEqual(self.value("document.activeElement.id"), "basket")

    def test_a_key_on_a_control_opens_and_is_no_tap_outside(self):
        hall = self.client("hall", ("shell",))
        self.assertIn("result", hall.call(1, "display.set", {
            "display": "main", "width": 1280, "height": 800, "opens": "asked"}))
        self.assertEqual(self.value("show().catch((error) => error.reason)"), "unasked")
        self.value("(basket.onclick = () => show(), basket.focus(), true)")
        self.browser.enter()
        self.wait_for("order.matches(':popover-open')")
        self.value("(order.onclick = (event) => { event.preventDefault(); clicks += 1; },"
                   "order.append(document.createElement('button')),"
                   "order.querySelector('button').focus(), true)")
        self.browser.enter()
        self.wait_for("clicks === 1")
        self.assertEqual(self.scene()["counters"]["tapsJudged"], 0)
        self.assertTrue(self.value("order.matches(':popover-open')"))

    def test_a_choice_closes_a_menu(self):
        self.value("show({ behavior: 'menu', key: undefined })")
        self.assertTrue(self.value("shown.choose({ item: 3 })"))
        self.assertFalse(self.value("order.matches(':popover-open')"))
        self.assertEqual(self.wait_for("ended")["reason"], "choice")

    def test_an_element_of_its_own_is_hidden_and_shown(self):
        self.value("order.removeAttribute('popover'), order.hidden = true")
        self.value("show()")
        self.assertFalse(self.value("order.hidden"))
        arrow = self.value("getComputedStyle(order).getPropertyValue('--popover-arrow-x')")
        self.assertEqual(
            float(arrow.removesuffix("px")), self.value("shown.arrow.x - shown.frame.x"))
        self.value("shown.close('cancel')")
        self.assertTrue(self.value("order.hidden"))

    def test_it_has_an_arrow_on_its_source_without_a_style_of_the_page(self):
        self.value("Object.assign(basket.style, { position: 'fixed', left: '400px', top: '280px' }) && true")
        for side, x, y in ("top", 0, -1), ("bottom", 0, 1), ("left", -1, 0), ("right", 1, 0):
            with self.subTest(side):
                self.value(f"show({{ sides: ['{side}'], size: {{ width: 320, height: 200 }} }})")
                self.assertEqual(self.value("order.dataset.popoverSide"), side)
                self.wait_for("order.getAnimations().length === 0")
                # In its tip, and beside it: the arrow has a point.
                for along, across, is_there in (4, 0, True), (2, 8, False):
                    hit = self.value(
                        f"document.elementFromPoint(shown.arrow.x + {along * x + across * y},"
                        f" shown.arrow.y + {along * y + across * x}) === order")
                    self.assertEqual(hit, is_there, (along, across))
                self.value("shown.close('cancel')")

    def test_it_follows_its_source(self):
        self.value("show()")
        before = self.value("shown.frame")
        self.value("basket.style.left = '600px'")
        self.until(lambda: self.value("shown.frame.x") != before["x"], "it to move")
        self.assertEqual(
            self.value("order.getBoundingClientRect().x"), self.value("shown.frame.x"))
        self.value("shown.update({ size: { width: 320, height: 260 } })")
        self.assertEqual(self.value("order.getBoundingClientRect().height"), 260)

    def test_a_refusal_has_its_reason(self):
        self.value("show({ modal: true, title: 'Order' })")
        self.assertEqual(
            self.value("shop.open({ behavior: 'menu', element: order, anchor: basket,"
                       "size: { width: 320, height: 200 } }).catch((error) => error.reason)"),
            "modal-active")

    def test_other_clients_popovers_cover_the_page(self):
        other = self.client("other", ("app",))
        answer = other.call(2, "popover.open", {
            "behavior": "menu", "size": {"width": 320, "height": 200},
            "anchor": {"x": 600, "y": 380, "width": 80, "height": 40}})
        self.wait_for("document.body.inert")
        other.call(3, "popover.close", {
            "popover": answer["result"]["popover"], "outcome": "done"})
        self.until(lambda: not self.value("document.body.inert"), "the page's return")

    def test_popovers_on_another_display_do_not_affect_the_page(self):
        other = self.client("other", ("app", "shell"))
        self.assertIn("result", other.call(
            1, "display.set", {"display": "hall", "width": 1280, "height": 800}))
        self.value("(globalThis.shields = [], shop.addEventListener("
                   "'shield', ({ detail }) => shields.push(detail)), true)")
        other.call(2, "popover.open", {
            "behavior": "menu", "size": {"width": 320, "height": 200}, "display": "hall",
            "anchor": {"x": 600, "y": 380, "width": 80, "height": 40}})
        self.wait_for("shields.some(({ display, on }) => display === 'hall' && on)")
        self.assertFalse(self.value("document.body.inert"))
        self.value("show()")
        self.assertTrue(self.wait_for("document.getElementById('far').inert"))

    def test_sources_are_registered_and_followed(self):
        def rect():
            sources = self.scene()["sources"]
            return next((s["rect"] for s in sources if s["source"] == "basket"), None)
        origin = self.value("shop.origin()")
        first = self.until(rect, "the source")
        self.assertEqual(first["x"] - origin["x"], 200)
        self.assertEqual(first["y"] - origin["y"], 40)
        self.value("window.scrollTo(0, 30)")
        self.until(lambda: rect()["y"] == first["y"] - 30, "the source to scroll")
        self.value("basket.style.left = '300px'")
        self.until(lambda: rect()["x"] == first["x"] + 100, "the source to move")
        self.value("basket.remove()")
        self.until(lambda: rect() is None, "the source to go")

    def test_controls_below_a_popover_cannot_be_used(self):
        self.value("show()")
        self.assertTrue(self.wait_for("document.getElementById('far').inert"))
        self.assertFalse(self.value("order.inert"))
        self.browser.click(910, 410)
        self.assertEqual(self.wait_for("ended")["reason"], "outside-tap")
        self.assertEqual(self.value("clicks"), 0)
        self.until(lambda: not self.value("document.getElementById('far').inert"), "its return")

    def test_a_killed_browser_frees_the_display_and_keeps_saved_drafts(self):
        address = f"{self.site.origin}/shop.html?port={self.port}&token={self.token()}"
        self.browser.visit("about:blank")
        doomed = self.open_in_another(address)
        other = self.client("other", ("app", "input", "observer"))
        other.call(1, "bus.subscribe", {"topics": ["popover.closed"]})
        doomed.value("order.address.value = 'handed over'")
        other.call(2, "tap", {"x": 1200, "y": 790, "swallowed": True})
        self.assertEqual(self.event(other)["data"]["reason"], "outside-tap")
        self.until(lambda: doomed.value("ended?.draft === 'saved'"), "the work")
        doomed.value("show()")
        doomed.value("order.address.value = 'typed after'")

        doomed.kill()
        self.assertEqual(self.event(other)["data"]["reason"], "client-gone")
        # Nobody waits for an answer of those who are gone.
        answer = other.call(3, "popover.open", {
            "behavior": "menu", "size": {"width": 320, "height": 200}, "waitMs": 0,
            "anchor": {"x": 600, "y": 380, "width": 80, "height": 40}})
        other.call(4, "popover.close", {
            "popover": answer["result"]["popover"], "outcome": "done"})
        self.assertNotIn("shop", [client["app"] for client in self.scene()["clients"]])
        self.until(lambda: "without a closing handshake" in self.daemon.told(), "a line of the log")

        again = self.open_in_another(address)
        self.assertEqual(again.value("order.address.value"), "handed over")

    def test_typed_text_survives_a_killed_browser(self):
        address = f"{self.site.origin}/shop.html?port={self.port}&token={self.token()}"
        self.browser.visit("about:blank")
        doomed = self.open_in_another(address)
        other = self.client("other", ("observer",))
        other.call(1, "bus.subscribe", {"topics": ["draft.saved"]})
        doomed.value("order.address.focus()")
        doomed.type("half typed")
        self.event(other)
        doomed.kill()

        again = self.open_in_another(address)
        self.assertEqual(again.value("order.address.value"), "half typed")

    def test_typed_text_is_kept_when_the_page_is_left(self):
        self.value("show()")
        self.value("order.address.focus()")
        self.browser.type("half typed")
        self.browser.visit("about:blank")
        self.visit()
        self.value("show()")
        self.assertEqual(self.value("order.address.value"), "half typed")

    def test_a_page_disconnects_when_left_and_reconnects_when_shown(self):
        self.value("show()")
        self.browser.visit("about:blank")

        def apps():
            return [client["app"] for client in self.scene()["clients"]]

        self.until(lambda: "shop" not in apps(), "the page's end")
        self.browser.ask("POST", f"{self.browser.session}/back", {})
        self.until(lambda: "shop" in apps(), "the page's return")
        self.value("shop.ready.then(() => true)")
        self.assertTrue(self.value("show()"))

    def event(self, client):
        """The next event that the client is told."""
        while (message := client.receive())["method"] != "event":
            pass
        return message["params"]

    def open_in_another(self, address):
        """Another browser, in which the popover is open."""
        browser = Browser()
        self.addCleanup(browser.close)
        browser.visit(address)
        browser.value("shop.ready.then(() => true)")
        browser.value("show()")
        return browser

    def test_a_page_reconnects(self):
        self.value("show()")
        self.value("order.address.value = 'half-typed'")
        self.daemon.kill()
        self.assertEqual(self.wait_for("ended")["reason"], "connection-lost")
        self.assertFalse(self.value("order.matches(':popover-open')"))
        self.daemon.start()
        self.until(lambda: self.scene()["sources"], "the source")
        self.value("order.reset()")
        self.wait_for("shop.unsaved.size === 0")
        self.value("show()")
        self.assertEqual(self.value("order.address.value"), "half-typed")


if __name__ == "__main__":
    unittest.main()
