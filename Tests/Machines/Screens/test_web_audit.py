# SPDX-License-Identifier: MIT
"""Pages that people copy are audited by axe-core, in Chromium, with their popovers closed and open."""

import unittest

from support import ROOT
from support.axe import violations
from support.browser import PAGES, Browser, Site
from support.web_daemon import UNHURRIED_PAGES, WebDaemon

METHODS = ["surface.set", "source.set", "source.remove", "popover.open", "popover.choose", "popover.update",
           "popover.close", "draft.save", "alert.raise", "alert.answer"]
OPEN = "[...page.popovers.values()].filter((it) => it.isShown)"


class Audit(WebDaemon):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def visit(self, folder, name, size=(1280, 800), more="", page="page"):
        site = Site(folder)
        self.addCleanup(site.close)
        self.addCleanup(self.browser.visit, "about:blank")
        self.origins = [site.origin]
        self.start(extra=UNHURRIED_PAGES + "animationMs = 0", methods=METHODS,
                   roles=["app", "shell"])
        token = self.token()
        self.listening()
        self.browser.size(*size)
        # Some pages take the token from the query, others from the fragment.
        self.browser.visit(
            f"{site.origin}/{name}?port={self.port}&token={token}{more}#token={token}")
        self.value(f"void (globalThis.page = {page})")
        self.until(lambda: self.value("page.isReady"), "the connection")

    def value(self, expression):
        return self.browser.value(expression)

    def assert_passes(self, what):
        found = violations(self.browser)
        self.assertEqual(found, [], f"{what}:\n" + "\n".join(found))

    def assert_opens(self, opening, what):
        """Audits a popover, and the page again without it."""
        self.value(f"void {opening}")
        self.until(lambda: self.value(f"{OPEN}.length === 1"), what)
        self.assert_passes(what)
        self.value(f"{OPEN}[0].close('cancel')")
        self.until(
            lambda: self.value("page.popovers.size === 0 && page.inert.length === 0"), f"the end of {what}")

    def test_the_example_kiosks_shop(self):
        self.visit(ROOT / "Examples" / "Kiosk" / "shop", "index.html", (880, 736), "&frame=0,64,880x736")
        for language in ("en", "de", "fr"):
            with self.subTest(language):
                self.value(f"speak('{language}')")
                self.assert_passes("closed")
                for button in ("passenger", "language", "document.querySelector('article button')"):
                    self.assert_opens(f"{button}.click()", button)
                self.value("put([14.5])")
                self.assert_passes("with a ticket")
                self.assert_opens("basket.click()", "basket")
                self.value("put([])")

    def test_popovers_in_html(self):
        self.visit(PAGES, "markup.html")
        self.assert_passes("closed")
        for button in ("ask", "write", "measure"):
            self.assert_opens(f"{button}.click()", button)

    def test_a_popover_with_a_focused_field(self):
        self.visit(PAGES, "order.html")
        self.assert_passes("closed")
        self.assert_opens("basket.click()", "order")

    def test_every_behavior(self):
        self.visit(PAGES, "shop.html", page="shop")
        self.assert_passes("closed")
        for behavior in ("menu", "action-sheet", "inspector", "selection", "task"):
            with self.subTest(behavior):
                self.assert_opens(f"show({{ behavior: '{behavior}' }})", behavior)

    def test_what_moves_and_an_alert(self):
        self.visit(PAGES, "motion.html")
        self.assert_passes("closed")
        self.assert_opens("show({ modal: true, title: 'Order' })", "a modal popover")
        self.value("void page.request('alert.raise', { title: 'The paper is out', severity: 'warning',"
                   " buttons: [{ id: 'ok', label: 'OK' }] })")
        self.until(lambda: self.value("alert.matches(':popover-open')"), "the alert")
        self.assert_passes("an alert")

    def test_every_role(self):
        self.visit(PAGES, "counter.html", more="&shell")
        self.assert_passes("closed")
        for button in ("more", "sort", "who", "note"):
            self.assert_opens(f"document.getElementById('{button}').click()", button)
        for behavior, element in (("selection", "classes"), ("hint", "hint")):
            self.assert_opens(
                f"page.open({{ behavior: '{behavior}', element: {element}, source: 'class',"
                " size: { width: 240, height: 160 } })", behavior)
        self.value("void page.alert({ title: 'The paper is out', message: 'Call us', buttons: ['OK'] })")
        self.until(lambda: self.value("alert.matches(':popover-open')"), "the alert")
        self.assert_passes("an alert")

    def test_a_mistake_is_found(self):
        self.visit(PAGES, "order.html")
        self.value("void (basket.textContent = '')")
        found, = violations(self.browser)
        self.assertRegex(found, "^button-name #basket: ")


if __name__ == "__main__":
    unittest.main()
