# SPDX-License-Identifier: MIT
"""The keyboard goes into what a page opens, stays there, and returns; a keypad moves it."""

import unittest

from support.line_socket import LineSocket

from counter_page import CounterPage

ACTIVE = "document.activeElement.id"


class KeyboardTests(CounterPage):
    query = "&shell"

    def after(self, *keys, shift=False):
        """What has the focus after keys."""
        self.browser.keys(*keys, shift=shift)
        return self.value(ACTIVE)

    def test_it_begins_at_the_first_control(self):
        self.value("void who.focus()")
        self.open("who", "traveler")
        self.assertEqual(self.value(ACTIVE), "name")
        self.close()
        self.assertEqual(self.value(ACTIVE), "who")

    def test_it_is_inside_once_open_resolves(self):
        told = self.value("page.open({ behavior: 'inspector', element: classes, source: 'class',"
                          " size: { width: 240, height: 160 } }).then("
                          "() => [document.activeElement.textContent, help.inert])")
        self.assertEqual(told, ["Second", True])

    def test_it_begins_where_the_page_says(self):
        self.value("void ready.setAttribute('autofocus', '')")
        self.open("who", "traveler")
        self.assertEqual(self.value(ACTIVE), "ready")
        self.close()
        # The browser does so for elements in its top layer only.
        self.value("(classes.removeAttribute('popover'), classes.hidden = true, true)")
        for attribute, value in (("autofocus", ""), ("aria-selected", "true")):
            self.value(f"void classes.lastChild.setAttribute('{attribute}', '{value}')")
            self.show("behavior: 'selection', element: classes, source: 'class'")
            self.assertEqual(self.value("document.activeElement.textContent"), "First")
            self.close()
            self.value(f"classes.lastChild.removeAttribute('{attribute}')")

    def test_it_begins_at_the_element_if_nothing_in_it_can_be_used(self):
        self.open("note", "notice")
        self.assertEqual(self.value(f"[{ACTIVE}, notice.tabIndex]"), ["notice", -1])
        self.assertEqual(self.after("Tab"), "notice")
        self.close()
        self.assertEqual(self.value(f"[{ACTIVE}, notice.hasAttribute('tabindex')]"), ["note", False])

    def test_it_begins_anew_each_time(self):
        self.open("who", "traveler")
        self.value("void ready.focus()")
        self.close()
        self.open("who", "traveler")
        self.assertEqual(self.value(ACTIVE), "name")

    def test_tab_stays_inside(self):
        self.open("who", "traveler")
        self.assertEqual([self.after("Tab") for _ in range(6)],
                         ["tickets", "fewer", "further", "ready", "name", "tickets"])
        self.assertEqual([self.after("Tab", shift=True) for _ in range(3)], ["name", "ready", "further"])
        # A script of the page cannot take it away either.
        self.value("void help.focus()")
        self.assertEqual(self.value(ACTIVE), "further")

    def test_tab_reaches_one_radio_button_of_a_group(self):
        self.value("void (document.getElementById('by-time').checked = true)")
        self.open("sort", "sorting")
        self.assertEqual(self.value(ACTIVE), "by-time")
        self.assertEqual([self.after("Tab") for _ in range(2)], ["sorted", "by-time"])
        self.assertEqual(self.after("Tab", shift=True), "sorted")

    def test_arrows_walk_through_a_menu(self):
        self.open("more", "options")
        self.assertEqual(self.value(ACTIVE), "first")
        walk = ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "End")
        self.assertEqual([self.after(key) for key in walk],
                         ["send", "terms", "first", "terms", "first", "terms"])

    def test_keys_that_the_page_uses_are_the_pages(self):
        self.value("void options.addEventListener('keydown', (event) => event.preventDefault())")
        self.open("more", "options")
        self.assertEqual(self.after("ArrowDown"), "first")

    def test_what_is_behind_is_inert_but_the_page_keeps_its_own(self):
        self.value("void (about.inert = true)")
        self.open("who", "traveler")
        self.assertEqual(self.value("[more, help, about].map((it) => it.inert)"), [True, True, True])
        self.value("void about.insertAdjacentHTML('afterend', '<button id=late>Late</button>')")
        self.wait_for("document.getElementById('late').inert")
        self.close()
        self.assertEqual(self.value("[more, help, about].map((it) => it.inert)"), [False, False, True])

    def test_passthrough_is_reached_by_tab(self):
        self.show("behavior: 'inspector', element: classes, source: 'class', passthrough: [help]")
        self.value("void classes.children[1].focus()")
        self.assertEqual(self.after("Tab"), "help")

    def test_an_alert_has_it_until_its_end(self):
        self.open("who", "traveler")
        self.value("void further.focus()")
        self.raise_alert()
        self.until_focused("refilled")
        self.assertEqual([self.after("Tab") for _ in range(2)], ["later", "refilled"])
        self.assertTrue(self.value("traveler.closest('[inert]') !== null"))
        self.value("(alert.hidePopover(), page.request('alert.answer', { alert: 'a1', button: 'later' }))")
        self.until_focused("further")


class SharedKeyboardTests(CounterPage):
    """Another client, and a keypad."""

    def setUp(self):
        super().setUp()
        self.other = LineSocket(self.daemon.socket)
        self.addCleanup(self.other.close)
        self.other.call(0, "hello", {"protocol": 1, "app": "lockers", "focus": True})

    def sources(self):
        return {it["source"]: it for it in self.hall.call("look", "status", {})["result"]["sources"]}

    def taps(self):
        return self.hall.call("look", "status", {})["result"]["counters"]["tapsJudged"]

    def step(self, step):
        return self.hall.call("step", "navigate", {"step": step})["result"]

    def take(self):
        """The other client opens a popover."""
        answer = self.other.call(1, "popover.open", {
            "behavior": "task", "size": {"width": 240, "height": 160},
            "anchor": {"x": 900, "y": 700, "width": 80, "height": 40}})
        return answer["result"]["popover"]

    def test_another_clients_popover_takes_it_and_gives_it_back(self):
        self.browser.click(*self.value("(({ x, y }) => [x + 4, y + 4])(help.getBoundingClientRect())"))
        self.value("void help.focus()")
        popover = self.take()
        self.wait_for("page.focus.isAway && document.body.inert")
        self.other.call(2, "popover.close", {"popover": popover, "outcome": "cancel"})
        self.wait_for("!page.focus.isAway && !document.body.inert")
        self.until_focused("help")

    def test_another_clients_alert_covers_the_popover_too(self):
        self.open("who", "traveler")
        self.value("void tickets.focus()")
        self.until(lambda: self.hall.call("look", "status", {})["result"]["displays"][0]["focus"]["popover"],
                   "the keyboard")
        self.hall.send({"jsonrpc": "2.0", "id": 9, "method": "alert.raise", "params": {
            "title": "The paper is out", "severity": "warning", "buttons": [{"id": "ok", "label": "OK"}]}})
        while (message := self.hall.receive()).get("method") != "alert.present":
            pass
        self.hall.send({"jsonrpc": "2.0", "id": message["id"], "result": {}})
        self.wait_for("page.focus.isAway && traveler.closest('[inert]') !== null")
        self.hall.call(3, "alert.answer", {"alert": message["params"]["alert"], "button": "ok"})
        self.wait_for("!page.focus.isAway && traveler.closest('[inert]') === null")
        self.until_focused("tickets")

    def test_the_daemon_tells_what_controls_are(self):
        self.until(lambda: "closed" in self.sources(), "the sources")
        ears = self.client("ears", ("observer",))
        ears.call(1, "bus.subscribe", {"topics": ["announcement"]})
        self.hall.call(1, "display.set", {"display": "main", "width": 1280, "height": 800, "speech": True})
        heard = []
        for step in ("next", "next", "next", "help", "next", "next", "next", "next"):
            self.step(step)
            while (message := ears.receive()).get("method") != "event":
                pass
            told = message["params"]["data"]
            heard.append((told["kind"], told["text"], told.get("role")))
        # The one that is disabled is skipped.
        self.assertEqual(heard, [
            ("focused", "More", "menu"), ("focused", "Sort", "button"), ("focused", "Class", "button"),
            ("help", "Tickets for today", "button"), ("focused", "Traveler", "button"),
            ("focused", "Note", "button"), ("focused", "Help", "link"), ("focused", "More", "menu")])
        self.assertTrue(self.sources()["closed"]["disabled"])
        self.value("page.open({ behavior: 'menu', element: classes, source: 'class',"
                   " size: { width: 240, height: 160 } }).then(() => true)")
        self.value("(classes.children[1].focus(), [...page.popovers.values()][0].choose(1))")
        while (message := ears.receive()).get("params", {}).get("data", {}).get("kind") != "chosen":
            pass
        self.assertEqual(message["params"]["data"]["text"], "First")

    def test_a_keypad_walks_over_the_pages_controls_and_into_its_popover(self):
        self.until(lambda: "closed" in self.sources(), "the sources")
        # After a tap, a browser shows no ring by itself.
        taps = self.taps()
        self.browser.click(1200, 780)
        self.until(lambda: self.taps() > taps, "the tap")
        client = self.sources()["more"]["client"]
        self.assertEqual(self.step("next"), {"outcome": "moved", "client": client, "source": "more"})
        self.until_focused("more")
        self.assertTrue(self.value("more.matches(':focus-visible')"))
        self.assert_marked("more")
        self.step("next")
        self.until_focused("sort")
        self.step("previous")
        self.until_focused("more")
        self.assertEqual(self.step("activate")["outcome"], "activated")
        self.until_focused("first")
        self.assert_marked("first")
        for step, expected in (("down", "send"), ("next", "terms"), ("down", "first"), ("up", "terms"),
                               ("previous", "send")):
            self.assertEqual(self.step(step)["outcome"], "passed")
            self.until_focused(expected)
        self.assertTrue(self.value("send.matches(':focus-visible')"))
        self.value("void send.addEventListener('click', () => { globalThis.sent = true; })")
        self.step("activate")
        self.wait_for("globalThis.sent")
        self.step("help")
        self.wait_for("document.querySelector('[data-popover-live]').textContent === 'To your telephone'")
        self.assertIsNone(self.value("document.querySelector('[data-popover-live]').closest('[inert]')"))
        self.assertEqual(self.step("back")["outcome"], "closed")
        self.until_focused("more")
        self.assert_marked("more")
        # What has the keyboard is elsewhere.
        self.step("next")
        self.until_focused("sort")
        # A finger needs no ring.
        self.browser.click(1200, 780)
        self.wait_for("!document.querySelector('[data-popover-focus]')")

    def assert_marked(self, name):
        """It is what people see to have the focus, in whatever window the keyboard is."""
        self.wait_for(f"document.querySelector('[data-popover-focus]')?.id === '{name}'")
        self.assertEqual(self.value("document.querySelectorAll('[data-popover-focus]').length"), 1)
        self.assertNotEqual(self.value(f"getComputedStyle({name}).outlineStyle"), "none")

    def test_a_keypad_moves_in_a_dialog_and_changes_its_fields(self):
        self.open("who", "traveler")
        self.until_focused("name")
        self.step("next")
        self.until_focused("tickets")
        self.value("void tickets.addEventListener('input', () => { globalThis.typed = tickets.value; })")
        self.step("up")
        self.wait_for("globalThis.typed === '2'")
        self.step("down")
        self.wait_for("globalThis.typed === '1'")
        self.browser.click(*self.value("(({ x, y }) => [x + 4, y + 4])(fewer.getBoundingClientRect())"))
        self.until_focused("fewer")
        self.assertFalse(self.value("fewer.matches(':focus-visible')"))
        self.step("right")
        self.until_focused("further")
        self.assertTrue(self.value("further.matches(':focus-visible')"))
        self.step("left")
        self.until_focused("fewer")
        self.step("right")
        self.until_focused("further")
        self.step("up")
        self.until_focused("tickets")
        self.step("previous")
        self.until_focused("name")
        self.step("previous")
        self.until_focused("ready")


if __name__ == "__main__":
    unittest.main()
