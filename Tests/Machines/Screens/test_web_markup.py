# SPDX-License-Identifier: MIT
"""Popovers that a page declares in HTML: popovertarget, beforetoggle, toggle, and the custom element."""

import unittest

from support.browser import Browser, Site
from support.web_daemon import UNHURRIED_PAGES, WebDaemon


def opens(name, source):
    """The events of HTML for an opening popover: type, element, states, cancelable, source."""
    return [["beforetoggle", name, "closed", "open", True, source],
            ["toggle", name, "closed", "open", False, source]]


def closes(name):
    return [["beforetoggle", name, "open", "closed", False, None],
            ["toggle", name, "open", "closed", False, None]]


class MarkupTests(WebDaemon):
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
        self.browser.size(1280, 800)
        token = self.token()
        self.listening()
        self.address = f"{self.site.origin}/markup.html?port={self.port}"
        self.browser.visit("about:blank")
        self.browser.visit(f"{self.address}#token={token}&view=2")
        self.wait_for("globalThis.page?.isReady")
        self.hand = self.client("hall", ("observer",))
        self.hand.call(1, "bus.subscribe", {"topics": ["popover.closed"]})

    def value(self, expression):
        return self.browser.value(expression)

    def wait_for(self, expression):
        return self.until(lambda: self.value(expression), expression)

    def scene(self, member="popovers"):
        return self.hand.call(1, "status", {})["result"][member]

    def click(self, button):
        x, y = self.value(f"[{button}.offsetLeft + 60, {button}.offsetTop + 20]")
        self.browser.click(x, y)

    def shown(self, name):
        self.wait_for(f"{name}.matches(':popover-open')")

    def hidden(self, name):
        """Waits until it is hidden, and what it covered can be used."""
        self.wait_for(f"!{name}.matches(':popover-open')")
        self.wait_for(f"![...page.popovers.values()].some(({{ element }}) => element === {name})"
                      " && (page.popovers.size > 0 || page.inert.length === 0)")

    def assert_told(self, expected):
        self.until(lambda: len(self.value("told")) >= len(expected), f"{len(expected)} events")
        self.assertEqual(self.value("told.splice(0)"), expected)

    def closed(self):
        """The reason of the next close."""
        while (message := self.hand.receive()).get("method") != "event":
            pass
        return message["params"]["data"]["reason"]

    def test_a_button_opens_through_the_daemon(self):
        self.until(lambda: "ask" in [it["source"] for it in self.scene("sources")], "the source")
        self.click("ask")
        self.shown("order")
        self.assert_told(opens("order", "ask"))
        popover, = self.scene()
        self.assertEqual(
            [popover[name] for name in ("app", "behavior", "source", "key", "title")],
            ["shop", "task", "ask", "order", "Order"])
        box = self.value("order.getBoundingClientRect().toJSON()")
        origin = self.value("page.origin()")
        self.assertEqual((box["width"], box["height"]), (320, 200))
        self.assertEqual(box["x"] + origin["x"], popover["frame"]["x"])
        self.assertTrue(self.value("page.popover(order.address) === page.popover(order)"))

    def test_a_page_that_prevents_it_asks_nobody(self):
        self.value("void order.addEventListener('beforetoggle', (event) => event.preventDefault())")
        self.click("ask")
        self.wait_for("told.length === 1")
        # A request would have been answered before this one.
        self.value("page.request('draft.list').then(() => true)")
        self.assertEqual(self.value("page.popovers.size"), 0)
        self.assert_told(opens("order", "ask")[:1])
        self.assertEqual(self.scene("counters")["popoversOpened"], 0)

    def test_escape_closes_through_the_daemon_and_the_work_comes_back(self):
        self.click("ask")
        self.shown("order")
        self.value("void (order.address.value = 'half-typed')")
        self.browser.press("Escape")
        self.assertEqual(self.closed(), "key")
        self.hidden("order")
        self.assert_told([*opens("order", "ask"), *closes("order")])
        self.value("order.reset()")
        self.click("ask")
        self.shown("order")
        self.assertEqual(self.value("order.address.value"), "half-typed")

    def test_the_page_hides_it_and_its_work_is_done(self):
        self.click("ask")
        self.shown("order")
        self.value("(order.address.value = 'typed', order.hidePopover())")
        self.assertEqual(self.closed(), "done")
        self.assert_told([*opens("order", "ask"), *closes("order")])
        self.assertEqual(self.scene(), [])
        self.assertEqual(self.value("page.request('draft.list')")["drafts"], [])

    def test_a_button_in_it_hides_it(self):
        self.value("void order.insertAdjacentHTML('beforeend', '<button type=button id=end"
                   " popovertarget=order popovertargetaction=hide>Done</button>')")
        self.click("ask")
        self.shown("order")
        self.value("order.querySelector('#end').click()")
        self.assertEqual(self.closed(), "done")
        self.hidden("order")

    def test_the_daemon_closes_it(self):
        self.click("ask")
        self.shown("order")
        self.value("void (order.address.value = 'half-typed')")
        self.hand.call(2, "popover.dismiss", {"popover": self.scene()[0]["popover"]})
        self.hidden("order")
        self.assert_told([*opens("order", "ask"), *closes("order")])
        self.assertEqual(
            self.value("page.request('draft.load', { key: 'order' })")["draft"]["content"],
            [["address", "half-typed"]])

    def test_a_script_shows_it_at_its_source(self):
        self.value("order.showPopover({ source: write })")
        self.shown("order")
        self.assert_told(opens("order", "write"))
        self.assertEqual(self.scene()[0]["source"], "write")

    def test_a_refusal_is_an_event_and_toggles_nothing(self):
        self.value("void (order.dataset.popoverd = 'balloon')")
        self.click("ask")
        refusal, = self.wait_for("refused.length && refused")
        self.assertEqual((refusal["id"], refusal["reason"]), ("order", "unknown-behavior"))
        self.assert_told(opens("order", "ask")[:1])
        self.assertFalse(self.value("order.matches(':popover-open')"))
        self.value("void (order.dataset.popoverd = 'task')")
        self.click("ask")
        self.shown("order")
        self.assert_told(opens("order", "ask"))

    def test_a_tap_that_is_reported_late_opens(self):
        hall = self.client("hall", ("shell", "input"))
        hall.call(1, "display.set", {
            "display": "main", "width": 1280, "height": 800, "opens": "asked"})
        self.value("""(() => {
          const { request } = page;
          globalThis.opens = 0;
          page.request = async (method, ...rest) => {
            if (method === "popover.open" && (opens += 1) === 2) {
              await new Promise((resolve) => { globalThis.tapped = resolve; });
            }
            return request.call(page, method, ...rest);
          };
        })()""")
        # A script's click is reported by nobody.
        self.value("ask.click()")
        self.wait_for("typeof tapped === 'function'")
        x, y = self.value("[ask.offsetLeft + 60 + page.origin().x, ask.offsetTop + 20 + page.origin().y]")
        hall.call(2, "tap", {"x": x, "y": y})
        self.value("tapped()")
        self.shown("order")
        self.assertEqual(self.value("[opens, refused.length]"), [2, 0])
        # Without any tap it is refused, and tried once only.
        self.value("order.hidePopover()")
        self.assertEqual(self.closed(), "done")
        self.value("write.click()")
        self.wait_for("refused.length === 1")
        self.assertEqual(self.value("[opens, refused[0].reason]"), [4, "unasked"])

    def test_an_element_that_is_removed_is_returned_with_its_draft(self):
        self.click("ask")
        self.shown("order")
        self.value("order.remove()")
        self.assertEqual(self.closed(), "keep")
        self.until(lambda: not self.scene(), "the end of the popover")

    def test_a_page_that_prevents_what_it_has_opened_gives_it_up(self):
        self.value("void other.addEventListener('beforetoggle', (event) => event.preventDefault())")
        self.value("page.open({ behavior: 'menu', element: other, source: ask,"
                   " size: { width: 320, height: 200 } }).then(() => true)")
        self.assertEqual(self.closed(), "keep")
        self.assertFalse(self.value("other.matches(':popover-open')"))

    def test_a_mistake_in_an_attribute_is_named(self):
        for name, text, message in (
                ("Size", "320", 'size "320" is not WIDTHxHEIGHT, such as 320x240'),
                ("Gap", "wide", 'gap "wide" is not a number')):
            self.value(f"void (order.dataset.popover{name} = '{text}')")
            self.click("ask")
            self.wait_for("refused.length === 1")
            self.assertEqual(self.value("refused.pop().message"), message)
            self.value(f"delete order.dataset.popover{name}")

    def test_the_custom_element_opens_and_its_fields_are_its_draft(self):
        self.click("write")
        self.shown("letter")
        popover, = self.scene()
        self.assertEqual(
            [popover[name] for name in ("behavior", "source", "key", "side")],
            ["task", "write", "letter", "bottom"])
        self.assertEqual((popover["frame"]["width"], popover["frame"]["height"]), (360, 180))
        self.value("([text, pin, paper] = letter.querySelectorAll('input'),"
                   "text.value = 'Dear', pin.value = '1234', paper.checked = true)")
        self.browser.click(640, 700)
        self.assertEqual(self.closed(), "outside-tap")
        self.hidden("letter")
        self.value("(text.value = pin.value = '', paper.checked = false)")
        self.click("write")
        self.shown("letter")
        self.assertEqual(self.value("[text.value, pin.value, paper.checked]"), ["Dear", "", True])
        self.assert_told([
            *opens("letter", "write"), *closes("letter"), *opens("letter", "write")])

    def test_one_tap_closes_one_and_opens_the_other(self):
        self.click("ask")
        self.shown("order")
        self.wait_for("write.inert")
        self.click("write")
        self.assertEqual(self.closed(), "outside-tap")
        self.shown("letter")
        self.hidden("order")

    def test_without_a_size_its_content_has_one(self):
        self.click("measure")
        self.shown("content")
        box = self.value("content.getBoundingClientRect().toJSON()")
        self.assertEqual((box["width"], box["height"]), (340, 90))
        self.assertEqual(self.scene()[0]["behavior"], "inspector")

    def test_other_popovers_are_the_browsers(self):
        self.click("plain")
        self.shown("other")
        self.assertEqual(self.scene(), [])
        self.assert_told(opens("other", "plain"))

    def test_a_killed_daemon_hides_it_and_its_work_comes_back(self):
        self.click("ask")
        self.shown("order")
        self.value("void (order.address.value = 'half-typed')")
        self.daemon.kill()
        self.hidden("order")
        self.assert_told([*opens("order", "ask"), *closes("order")])
        self.click("ask")
        self.wait_for("refused.length === 1")
        self.assertIn("not connected", self.value("refused[0].message"))
        self.value("order.reset()")
        self.daemon.start()
        self.wait_for("page.isReady && page.unsaved.size === 0")
        self.click("ask")
        self.shown("order")
        self.assertEqual(self.value("order.address.value"), "half-typed")

    def test_the_token_leaves_the_address_and_stays_for_reloads(self):
        self.assertEqual(self.value("location.href"), f"{self.address}#view=2")
        self.browser.ask("POST", f"{self.browser.session}/refresh", {})
        self.wait_for("globalThis.page?.isReady")
        told = self.value("(async () => { sessionStorage.clear();"
                          " const { takeToken } = await import('./popoverd/popoverd.js');"
                          " try { takeToken(); } catch (error) { return error.message; } })()")
        self.assertRegex(told, "no token: .*#token=")


if __name__ == "__main__":
    unittest.main()
