# SPDX-License-Identifier: MIT
"""The example kiosk on popover-stage: a page, GTK 3, GTK 4, Qt and a terminal, with a mouse and keys."""

import threading
import unittest

from stage_kiosk import StageStation, StageVisitor, stories


class Hearing(unittest.TestCase):
    LOG = '[1:1:1129/09:INFO:CONSOLE(9)] "shop: closed outside-tap", source: http://127.0.0.1:1/shop.js (9)'

    def heard(self, *lines):
        station = StageStation.__new__(StageStation)
        station.lines, station.heard = [], threading.Condition()
        for line in lines:
            station.hear("stage", line)
        return station.lines

    def test_who_speaks_before_chromium_has_ended_its_line_is_heard(self):
        self.assertEqual(self.heard(self.LOG, f"{self.LOG}lockers: opened", "lockers: closed"), [
            "stage: shop: closed outside-tap", "stage: shop: closed outside-tap", "stage: lockers: opened",
            "stage: lockers: closed"])

    def test_who_has_not_ended_its_line_when_chromium_speaks_is_heard(self):
        self.assertEqual(self.heard(f"lockers: opened{self.LOG}", "", f"{self.LOG}{self.LOG}"), [
            "stage: lockers: opened", *["stage: shop: closed outside-tap"] * 3])


class StageKioskTests(unittest.TestCase):
    """One kiosk for all; each begins where the one before has started over."""

    @classmethod
    def setUpClass(cls):
        cls.station = StageStation()
        cls.addClassCleanup(cls.station.close)

    def setUp(self):
        self.visitor = StageVisitor(self.station)
        self.addCleanup(self.visitor.close)
        self.visitor.until_there()
        self.visitor.start_over()

    def apps(self):
        """Those with a popover."""
        return [popover["app"] for popover in self.visitor.scene()["popovers"]]

    def test_one_tap_opens_another_programs_popover_beside_its_button(self):
        stories.one_tap(self.visitor)
        self.assertEqual(self.apps(), ["shop"])
        # Within the windows of the programs, which know where they are.
        frame = self.visitor.open("lockers", "choose")["frame"]
        self.assertGreaterEqual(frame["x"], 880)

    def test_a_notification_is_drawn_above_a_popover_which_stays(self):
        stories.alert(self.visitor)
        self.assertEqual(self.apps(), ["shop"])

    def test_every_toolkit_gets_its_keys_and_its_draft(self):
        stories.every_toolkit(self.visitor)
        self.assertEqual(self.apps(), ["payment"])

    def test_the_stage_starts_a_killed_browser_again(self):
        stories.crash(self.visitor)
        self.assertEqual(self.apps(), ["shop"])

    def test_killing_popoverd_loses_no_typed_text(self):
        stories.without_popoverd(self.visitor)
        self.assertEqual(self.apps(), ["shop"])


if __name__ == "__main__":
    unittest.main()
