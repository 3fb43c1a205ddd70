# SPDX-License-Identifier: MIT
"""The inspector in Firefox: it follows the daemon, and keys and links work."""

import unittest

from support.firefox import Firefox
from support.inspector import PageCase

THINGS = "[...document.querySelectorAll('.thing')].map((it) => it.dataset.id)"


class InFirefox(PageCase):
    driver = Firefox

    def test_it_follows_what_opens_and_closes(self):
        self.inspect()
        self.open_page(self.browser)
        shop = self.shop()
        popover = self.filter(shop)
        self.until(f"{THINGS}.includes('{popover}')", "the popover")
        self.assertGreater(self.browser.value("document.querySelector('.screen img').naturalWidth"), 1280)
        self.tap_outside(shop)
        self.until(f"!{THINGS}.includes('{popover}')", "the end of the popover")
        self.choose("close: outside-tap")
        self.until_text("#panel .guideline", "Nonmodal")
        width, height = self.browser.value(
            "(({ width, height }) => [width, height])(document.querySelector('.screen').getBoundingClientRect())")
        self.assertAlmostEqual(width / height, 1280 / 800, places=2)
        self.tab("Metrics")
        self.until("document.querySelectorAll('.trace').length >= 10", "the charts")

    def test_a_recording_by_keys(self):
        shop = self.shop()
        self.filter(shop)
        self.tap_outside(shop)
        self.inspect(self.record(), daemon=False)
        self.open_page(self.browser)
        self.browser.value("document.getElementById('list').focus()")
        self.browser.keys("End")
        last = self.chosen()
        self.browser.keys("ArrowUp", "ArrowUp")
        self.assertNotEqual(self.chosen(), last)
        self.browser.value("document.getElementById('scrub').focus()")
        self.browser.keys("Home")
        self.until_text("#list [aria-selected=true]", "the recording begins")
        self.browser.keys("ArrowRight")
        self.until("document.querySelector('#list [aria-selected=true]').textContent.includes('begins') === false",
                   "the next moment")


if __name__ == "__main__":
    unittest.main()
