# SPDX-License-Identifier: MIT
"""axe-core audits the inspector: every panel, light and dark, and on a phone."""

import unittest

from support.axe import violations
from support.inspector import PageCase


class Audit(PageCase):
    def assert_passes(self, what):
        found = violations(self.browser)
        self.assertEqual(found, [], f"{what}:\n" + "\n".join(found))

    def test_every_panel(self):
        shop = self.shop()
        shop.call("draft.save", key="order-7", content={"text": "two of"}, sync=True)
        self.inspect("--control")
        self.browser.prefer("light")
        self.browser.size(1280, 800)
        self.open_page(self.browser)
        self.filter(shop)
        self.tap_outside(shop)
        self.filter(shop)
        self.until("document.querySelector('.thing') !== null", "the popover")
        for scheme in ("light", "dark"):
            self.browser.prefer(scheme)
            for name in ("Scene", "Clients", "Plugins", "Metrics", "Drafts", "Why"):
                with self.subTest(scheme=scheme, panel=name):
                    self.tab(name)
                    self.until("document.querySelector('#panel').textContent.length > 40", name)
                    self.assert_passes(name)
        for moment in ("close: outside-tap", "tap: dismissed", "popover.opened"):
            self.choose(moment)
            self.until_text("#panel h2", moment)
            self.assert_passes(moment)

    def test_a_phone_with_a_recording(self):
        shop = self.shop()
        self.filter(shop)
        self.tap_outside(shop)
        self.inspect(self.record(), daemon=False)
        self.browser.size(390, 844)
        for scheme in ("light", "dark"):
            self.browser.prefer(scheme)
            self.open_page(self.browser, self.link if scheme == "light" else self.link.partition("#")[0])
            self.choose("close: outside-tap")
            self.until("document.querySelector('.thing') !== null", "the popover")
            self.assert_passes(scheme)

    def test_a_mistake_is_found(self):
        self.inspect()
        self.browser.size(1280, 800)
        self.open_page(self.browser)
        self.browser.value("void (document.querySelector('#save').textContent = '')")
        found, = violations(self.browser)
        self.assertRegex(found, "^button-name #save: ")


if __name__ == "__main__":
    unittest.main()
