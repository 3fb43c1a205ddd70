# SPDX-License-Identifier: MIT
"""The inspector over a running daemon, in Chromium: what it shows, and what its keys and buttons do."""

import contextlib
import http.server
import subprocess
import threading
import unittest

from support.browser import Site
from support.daemon import PATIENCE
from support.daemon_case import OUTSIDE
from support.inspector import CHOSEN, PageCase
from support.programs import popoverctl

# A page that leaves something in the browser, which answers for its origin from then on.
SETTLER = {
    "/": ("text/html", b"<script>navigator.serviceWorker.register('/worker.js')</script>"),
    "/worker.js": ("text/javascript", b"""
        self.addEventListener("install", () => self.skipWaiting());
        self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
        self.addEventListener("fetch", (event) => event.respondWith(new Response("settled")));"""),
}
THINGS = "[...document.querySelectorAll('.thing')].map((it) => it.dataset.id)"


class Settler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):  # pylint: disable=invalid-name
        kind, body = SETTLER.get(self.path, ("text/plain", b""))
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):  # pylint: disable=arguments-differ
        pass


@contextlib.contextmanager
def settler():
    """Serves the page on a port of another user's choice, which is free afterwards."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Settler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Live(PageCase):
    def show(self, *options):
        self.inspect(*options)
        self.open_page(self.browser)

    def test_it_follows_what_opens_and_closes(self):
        self.show()
        shop = self.shop()
        popover = self.filter(shop)
        self.until(f"{THINGS}.includes('{popover}')", "the popover")
        self.until_text("#list", "popover.opened")
        self.until_text("figcaption", f"{popover} visible")
        self.tap_outside(shop)
        self.until(f"!{THINGS}.includes('{popover}')", "the end of the popover")
        self.until_text("#list", "popover.closed")
        self.assertEqual(self.text("#pace"), "Live")

    def test_the_picture_is_that_of_the_display(self):
        shop = self.shop()
        self.filter(shop)
        self.show()
        self.until("document.querySelector('.thing') !== null", "the popover")
        # The button over the popover lies where the daemon has put it.
        frame = shop.call("status")["popovers"][0]["frame"]
        left, width = self.browser.value(
            "(({ left, width }, screen) => [(left - screen.left) / screen.width * 1280,"
            " width / screen.width * 1280])(document.querySelector('.thing').getBoundingClientRect(),"
            " document.querySelector('.screen').getBoundingClientRect())")
        self.assertAlmostEqual(left, frame["x"], delta=1)
        self.assertAlmostEqual(width, frame["width"], delta=1)
        self.assertGreater(self.browser.value("document.querySelector('.screen img').naturalWidth"), 1280)

    def test_why_it_closed_with_the_guideline(self):
        self.show()
        shop = self.shop()
        popover = self.filter(shop)
        self.peer("finger", ("input",)).call("tap", **OUTSIDE)
        request = shop.wait("popover.willClose")
        self.until_text("figcaption", f"{popover} closing")
        shop.answer(request, {})
        self.until(f"!{THINGS}.includes('{popover}')", "the end of the popover")
        self.choose("close: outside-tap")
        self.until_text("#panel .because", "A tap outside at 20,20 (G3)")
        self.until_text("#panel .guideline", "Nonmodal: a tap elsewhere or a button dismisses it")
        self.until_text("#panel .story", "popover.closed")
        self.assertIn(popover, self.text("#panel"))
        # The scene is that of the moment.
        self.until_text("figcaption", f"{popover} closing")

    def test_why_it_was_refused(self):
        self.show()
        shop = self.shop()
        self.filter(shop, modal=True)
        bank = self.peer("bank")
        self.assert_refused("modal-active", bank, self.ask(bank))
        self.choose("popover.refused")
        self.until_text("#panel .because", "modal")
        self.until_text("#panel .guideline", "G3")

    def test_scrubbing_shows_the_past_and_live_returns(self):
        self.show()
        shop = self.shop()
        popover = self.filter(shop)
        # The page has seen it.
        self.until(f"{THINGS}.includes('{popover}')", "the popover")
        self.tap_outside(shop)
        self.until_text("#list", "popover.closed")
        self.choose("popover.opened")
        self.until(f"{THINGS}.includes('{popover}')", "the popover of the past")
        self.assertEqual(self.text("#pace"), "Back to live")
        self.assertRegex(self.browser.value("location.hash"), r"^#n=\d+$")
        scrub = "document.getElementById('scrub')"
        self.browser.value(f"({scrub}.value = {scrub}.max, {scrub}.dispatchEvent(new Event('input')))")
        self.until(f"!{THINGS}.includes('{popover}')", "the end of the timeline")
        self.browser.value(
            "void (window.marked = 0, new MutationObserver(() => {"
            " marked += document.querySelectorAll('.finger.fading').length;"
            "}).observe(document.getElementById('displays'), { childList: true, subtree: true }))")
        self.browser.value("void document.querySelector('#pace button').click()")
        self.until("document.getElementById('pace').textContent === 'Live'", "the live scene")
        self.filter(shop)
        self.until(f"{THINGS}.length === 1", "the next popover")
        # The tap from before was not marked again.
        self.assertEqual(self.browser.value("marked"), 0)

    def test_a_tap_is_marked_while_it_is_live(self):
        self.show()
        shop = self.shop()
        self.filter(shop)
        self.until(f"{THINGS}.length === 1", "the popover")
        self.tap_outside(shop)
        self.until("document.querySelector('.finger.fading') !== null", "the tap")

    def test_a_tap_explains_itself(self):
        self.show()
        shop = self.shop()
        self.filter(shop)
        self.tap_outside(shop)
        self.choose("tap: dismissed")
        self.until_text("#panel .because", "The tap was outside the popover")
        # Its decision stands here, and not behind a link of the same name.
        self.assertEqual(self.browser.value("document.querySelectorAll('#panel .about a').length"), 0)

    def test_keys_alone(self):
        shop = self.shop()
        popover = self.filter(shop)
        self.show("--control")
        self.tap_outside(shop)
        self.until_text("#list", "popover.closed")
        seen = []

        def tab_to(selector):
            for _ in range(40):
                self.browser.keys("Tab")
                seen.append(self.browser.value(
                    "document.activeElement.id || document.activeElement.title"
                    " || document.activeElement.textContent.slice(0, 30)"))
                if self.browser.value(f"document.activeElement.matches({selector!r})"):
                    return
            self.fail(f"Tab does not reach {selector}: {seen}")
        tab_to("#list")
        self.browser.keys("End")
        before = self.chosen()
        self.browser.keys("ArrowUp")
        self.assertNotEqual(self.chosen(), before)
        self.browser.keys("ArrowDown")
        self.assertEqual(self.chosen(), before)
        tab_to("#tab-Why")
        self.browser.keys("ArrowRight", "ArrowRight")
        self.until_text("#panel", "Clients")
        self.browser.keys("Home")
        tab_to("#transport .back")
        for _ in range(10):
            if "outside-tap" in self.chosen() or "tap: " in self.chosen():
                break
            self.browser.enter()
        tab_to("#scrub")
        at = "document.getElementById('scrub').ariaValueText ?? " \
             "document.getElementById('scrub').getAttribute('aria-valuetext')"
        self.browser.keys("Home")
        first = self.until(at, "the first moment")
        self.browser.keys("ArrowRight")
        self.until(f"({at}) !== {first!r}", "the next moment")
        self.browser.keys("End")
        self.until("document.getElementById('pace').textContent === 'Live'", "the live scene")
        # A popover is closed by keys as well.
        popover = self.filter(shop)
        self.until(f"{THINGS}.includes('{popover}')", "the popover")
        self.browser.value("document.getElementById('list').focus()")
        tab_to(".close")
        self.browser.enter()
        self.assertEqual(shop.wait("popover.willClose")["params"]["reason"], "administrator")

    def test_control_buttons(self):
        shop = self.shop()
        self.show()
        self.assertNotIn("Lock", self.text("#actions"))
        self.end()
        self.show("--control")
        button = "[...document.querySelectorAll('#actions button')].find((it) => it.textContent === 'Lock')"
        self.browser.value(f"void {button}.click()")
        self.until_text("figcaption", "locked")
        self.assertTrue(shop.call("status")["displays"][0]["locked"])

    def test_a_screen_that_is_off_is_said_to_be_blank(self):
        self.show()
        self.setter().call("display.update", display="main", blank=True)
        self.until_text("figcaption", "blank")

    def test_clients_limits_metrics_and_drafts(self):
        shop = self.shop()
        shop.call("draft.save", key="order-7", content={"text": "two of"}, sync=True)
        self.show()
        self.tab("Clients")
        self.until_text("#panel", "root (0)")
        self.until_text("#panel", "shop")
        self.until_text("#panel", "drafts\u200bTotal")
        self.tab("Scene")
        self.until_text("#panel", "filter")
        self.tab("Plugins")
        self.until_text("#panel", "action-sheet")
        self.tab("Metrics")
        self.until("document.querySelectorAll('.trace').length >= 10", "the charts")
        self.until("[...document.querySelectorAll('.trace')].some((it) => it.getAttribute('d').includes('L'))",
                   "two samples")
        self.tab("Drafts")
        self.until_text("#panel", "order-7")
        self.until_text("#panel pre", "two of")

    def test_what_was_seen_is_a_scenario_that_passes(self):
        self.show()
        shop = self.shop()
        self.filter(shop, key="filter")
        self.tap_outside(shop, draft={"color": "red"})
        self.filter(shop, key="filter", modal=True)
        bank = self.peer("bank")
        self.assert_refused("modal-active", bank, self.ask(bank))
        self.until_text("#list", "popover.refused")
        text = self.browser.value(
            "(await import('./server.js')).askText('scenario?n=' + 1e9)")
        self.assertIn("shop   does popover.open behavior=inspector source=filter size=320x200", text)
        path = f"{self.daemon.folder}/seen.scenario"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([popoverctl(), "simulate", "--own-daemon", path], check=False,
                              capture_output=True, text=True, timeout=2 * PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("fails reason=modal-active", text)

    def test_it_outlives_the_daemon(self):
        self.show()
        self.daemon.kill()
        self.until("document.getElementById('pace').textContent === 'Disconnected'", "the end of the daemon")
        self.daemon.start()
        self.until("document.getElementById('pace').textContent === 'Live'", "the new daemon")
        self.until_text("#list", "the daemon has restarted")
        popover = self.filter(self.shop())
        self.until(f"{THINGS}.includes('{popover}')", "the popover of the new daemon")

    def test_reloading_and_another_tab_keep_the_session_and_another_link_does_not_open(self):
        self.show()
        self.open_page(self.browser, self.link.partition("#")[0])
        self.assertEqual(self.text("#pace"), "Live")
        self.browser.value("localStorage.clear()")
        self.browser.visit("about:blank")
        self.browser.visit(self.link)
        self.until_text("#message", "this link was used before")
        self.assertTrue(self.browser.value("document.querySelector('main').hidden"))
        self.assertNotIn("token", self.browser.value("location.hash"))

    def test_a_page_of_another_origin_gets_nothing(self):
        self.inspect()
        session = self.session()
        site = Site()
        self.addCleanup(site.close)
        self.browser.visit(f"{site.origin}/order.html")
        base = f"http://{self.host}"
        outcome = "then((it) => it.text()).then((it) => [it], () => 'nothing')"
        for request in (
                f"fetch('{base}/')", f"fetch('{base}/api/about')",
                f"fetch('{base}/api/about', {{ headers: {{ Authorization: 'Bearer {session}' }} }})",
                f"fetch('{base}/session', {{ method: 'POST', body: '{self.token}' }})"):
            with self.subTest(request):
                self.assertEqual(self.browser.value(f"{request}.{outcome}"), "nothing")
        opaque = f"fetch('{base}/api/about', {{ mode: 'no-cors' }}).then((it) => it.text(), () => '')"
        self.assertEqual(self.browser.value(opaque), "")
        loaded = ("new Promise((done) => {{ const it = document.createElement('{0}'); it.{1} = '{2}';"
                  " it.onload = () => done(true); it.onerror = () => done(false); document.body.append(it); }})")
        self.assertFalse(self.browser.value(loaded.format("script", "src", f"{base}/main.js")))
        self.assertFalse(self.browser.value(loaded.format("img", "src", f"{base}/icon.svg")))
        # The inspector itself still works.
        self.assertEqual(self.read("about", session)["mode"], "live")

    def test_what_others_have_left_on_the_port_is_not_of_this_run(self):
        with settler() as port:
            base = f"http://127.0.0.1:{port}"
            self.browser.visit(base)
            self.until("navigator.serviceWorker.controller !== null", "the service worker")
        self.inspect("--control", "--port", str(port))
        # It answers still, for its own origin.
        self.browser.visit("about:blank")
        self.browser.visit(f"{base}/#token={self.token}")
        self.assertEqual(self.browser.value("document.body.innerText"), "settled")
        self.open_page(self.browser)
        self.assertEqual(self.text("#pace"), "Live")
        self.assertTrue(self.browser.value("navigator.serviceWorker.controller === null"))

    def test_a_phone(self):
        shop = self.shop()
        self.filter(shop)
        self.browser.size(390, 844)
        self.show()
        self.until(f"{THINGS}.length === 1", "the popover")
        self.assertLessEqual(self.browser.value("document.documentElement.scrollWidth"), 390)
        top, bottom = self.browser.value(
            "(({ top, bottom }) => [top, bottom])(document.querySelector('.screen').getBoundingClientRect())")
        self.assertTrue(0 <= top < bottom <= 844, (top, bottom))
        small = self.browser.value(
            "[...document.querySelectorAll('button, select')].filter((it) => it.offsetHeight < 24"
            " && !it.classList.contains('thing')).map((it) => it.textContent)")
        self.assertEqual(small, [])
        self.choose("popover.opened")
        self.assertIn("popover.opened", self.browser.value(f"{CHOSEN}.textContent"))


if __name__ == "__main__":
    unittest.main()
