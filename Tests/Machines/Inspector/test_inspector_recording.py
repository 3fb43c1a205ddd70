# SPDX-License-Identifier: MIT
"""A recording in the inspector, in Chromium: its steps, its pace, links to its moments."""

import subprocess
import time
import unittest

from support.daemon import PATIENCE
from support.inspector import PageCase
from support.programs import popoverctl

AT = "Number(new URLSearchParams(location.hash.slice(1)).get('n'))"


class Recordings(PageCase):
    def setUp(self):
        self.began = time.time()
        super().setUp()
        shop = self.shop()
        self.popover = self.filter(shop)
        self.tap_outside(shop)
        self.inspect(self.record(), daemon=False)
        self.daemon.kill()
        self.open_page(self.browser)

    def press(self, name):
        self.browser.value(f"void document.querySelector('#transport .{name}').click()")

    def pace(self, value):
        self.browser.value(
            "void ((it) => { it.value = '%s'; it.dispatchEvent(new Event('change')); })"
            "(document.querySelector('#transport select'))" % value)

    def test_it_steps_from_decision_to_decision(self):
        seen = []
        for _ in range(3):
            before = self.browser.value(AT)
            self.press("forward")
            self.until(f"{AT} > {before}", "the next decision")
            seen.append(self.chosen())
        for part, moment in zip(("open: granted", "close: outside-tap", "tap: dismissed"), seen):
            self.assertIn(part, moment)
        self.press("back")
        self.until_text("#list [aria-selected=true]", "close: outside-tap")
        self.until_text("#panel .guideline", "G3")
        self.until_text("figcaption", f"{self.popover} closing")
        self.press("next")
        self.until_text("#list [aria-selected=true]", "session.began")

    def test_it_begins_at_the_beginning_and_plays_to_the_end(self):
        self.until_text("#list [aria-selected=true]", "the recording begins")
        self.pace("0.25")
        self.press("play")
        self.until("document.querySelector('#transport .play').title === 'Pause'", "the pause button")
        self.pace("16")
        self.until("document.querySelector('#transport .play').title === 'Play'", "the end")
        self.until("document.getElementById('clock').textContent.match(/(\\d+) of \\1$/) !== null", "the last")

    def test_times_are_those_of_the_day_with_the_zone(self):
        shown = self.browser.value("[...document.querySelectorAll('#list time')].map((it) => it.textContent)")
        self.assertGreater(len(shown), 3)
        day, began, elapsed = 86400, time.localtime(self.began), time.time() - self.began
        before = (began.tm_hour * 60 + began.tm_min) * 60 + began.tm_sec
        for text in shown:
            hours, minutes, seconds = text.split(":")
            moment = (int(hours) * 60 + int(minutes)) * 60 + float(seconds)
            self.assertLessEqual((moment - before) % day, elapsed + 1, shown)
        self.assertRegex(self.text("#clock"), rf"^{shown[0]} \S+  ·  0:00\.000  ·  1 of ")

    def test_a_link_leads_to_a_moment(self):
        self.choose("popover.opened")
        number = self.browser.value(AT)
        address = self.link.partition("#")[0] + f"#n={number}"
        self.open_page(self.browser, address)
        self.until_text("#list [aria-selected=true]", "popover.opened")
        self.until_text("figcaption", f"{self.popover} visible")
        # And so does the address when somebody edits it.
        self.browser.value("void (location.hash = '#n=1')")
        self.until_text("#list [aria-selected=true]", "the recording begins")

    def test_every_event_is_a_step_with_what_the_rules_ordered(self):
        self.assertNotIn("popover.open {", self.text("#list"))
        self.browser.value("void document.querySelector('.kind.step input').click()")
        self.choose('popover.open {"behavior":"inspector"')
        self.until_text("#panel .effects", '"popover":"p1"')

    def test_it_has_neither_metrics_nor_drafts_nor_control(self):
        tabs = self.text("[role=tablist]")
        self.assertEqual(tabs, "WhySceneClientsPlugins")
        self.assertEqual(self.text("#actions"), "Copy linkSave as scenario")
        self.assertEqual(self.text("#pace"), "Recording")

    def test_it_is_a_scenario_that_passes(self):
        text = self.browser.value("(await import('./server.js')).askText('scenario?n=' + 1e9)")
        self.assertIn("willClose popover=$p1 reason=outside-tap", text)
        path = f"{self.daemon.folder}/seen.scenario"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([popoverctl(), "simulate", "--own-daemon", path], check=False,
                              capture_output=True, text=True, timeout=2 * PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
