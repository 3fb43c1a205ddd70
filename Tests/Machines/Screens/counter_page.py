# SPDX-License-Identifier: MIT
"""The page counter.html in Chromium, which the tests press, tab through and listen to."""

from support.browser import Browser, Site
from support.web_daemon import UNHURRIED_PAGES, WebDaemon

METHODS = ["surface.set", "source.set", "source.remove", "popover.open", "popover.choose", "popover.update",
           "popover.close", "draft.save", "alert.raise", "alert.answer", "tap", "key", "session.set"]


class CounterPage(WebDaemon):
    query = ""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.site = Site()
        cls.addClassCleanup(cls.site.close)

    def setUp(self):
        super().setUp()
        self.origins = [self.site.origin]
        self.start(extra=UNHURRIED_PAGES + "hintMs = 60000", methods=METHODS,
                   roles=["app", "shell"])
        self.addCleanup(self.browser.visit, "about:blank")
        self.browser.size(1280, 800)
        self.visit(self.query)
        self.hall = self.client("hall", ("shell", "input", "observer"))

    def visit(self, query):
        token = self.token()
        self.listening()
        self.browser.visit("about:blank")
        self.browser.visit(f"{self.site.origin}/counter.html?port={self.port}{query}#token={token}")
        self.wait_for("globalThis.page?.isReady")

    def value(self, expression):
        return self.browser.value(expression)

    def wait_for(self, expression):
        return self.until(lambda: self.value(expression), expression)

    def until_focused(self, name):
        self.wait_for(f"document.activeElement.id === '{name}'")

    def open(self, button, element):
        """Opens a declared popover as people do."""
        self.value(f"document.getElementById('{button}').click()")
        self.wait_for(
            f"[...page.popovers.values()].some((it) => it.isShown && it.element.id === '{element}')")

    def show(self, details):
        """Opens one that the page's script opens."""
        self.value(f"page.open({{ size: {{ width: 240, height: 160 }}, {details} }}).then(() => true)")

    def close(self, outcome="cancel"):
        self.value(f"[...page.popovers.values()][0].close('{outcome}')")
        self.wait_for("page.popovers.size === 0 && page.inert.length === 0")

    def attributes(self, name):
        """Those about accessibility, of an element."""
        return self.value(
            f"Object.fromEntries([...document.getElementById('{name}').attributes]"
            ".filter((it) => /^aria-|^role$|^tabindex$/.test(it.name)).map((it) => [it.name, it.value]))")

    def spoken(self, name):
        """The role and the name that Chromium computes."""
        element = self.browser.element(f"#{name}")
        return [self.browser.ask("GET", f"{element}/computed{what}") for what in ("role", "label")]

    def raise_alert(self, **details):
        """Raises an alert as another client; its answer comes as the response to 9."""
        self.hall.send({"jsonrpc": "2.0", "id": 9, "method": "alert.raise", "params": {
            "title": "The paper is out", "severity": "warning",
            "buttons": [{"id": "refilled", "label": "Refilled"}, {"id": "later", "label": "Later"}],
            **details}})
        self.wait_for("alert.matches(':popover-open')")
