# SPDX-License-Identifier: MIT
"""What people set for themselves reaches a page's style and scripts, and a page can set it."""

import unittest

from counter_page import CounterPage

ROOT_DATA = "({ ...document.documentElement.dataset })"
SCALE = "getComputedStyle(document.documentElement).getPropertyValue('--popover-text-scale')"
USUAL = {"textScale": 1, "contrast": "normal", "reducedMotion": False, "speech": False, "language": None,
         "direction": None}


class SettingsTests(CounterPage):
    def set(self, **details):
        answer = self.hall.call("set", "session.set", {"display": "main", **details})
        self.assertIn("result", answer)

    def test_a_page_begins_with_what_is_set(self):
        self.assertEqual(self.value("page.settings"), USUAL)
        self.assertEqual(self.value(f"[{ROOT_DATA}, {SCALE}]"), [{"popoverContrast": "normal"}, "1"])
        self.set(textScale=1.5, language="de")
        self.visit("")
        self.assertEqual(self.value("page.settings"), USUAL | {"textScale": 1.5, "language": "de"})
        self.assertEqual(self.value("told.length"), 1)

    def test_style_sheets_and_scripts_hear_of_changes(self):
        self.value("void (told.length = 0)")
        settings = {"textScale": 2, "contrast": "high", "reducedMotion": True, "speech": True,
                    "language": "ar", "direction": "rtl"}
        self.set(**settings)
        self.assertEqual(self.wait_for("told.shift()"), settings)
        self.assertEqual(self.value("page.settings"), settings)
        self.assertEqual(self.value(f"[{ROOT_DATA}, {SCALE}]"), [
            {"popoverContrast": "high", "popoverReducedMotion": "", "popoverSpeech": "",
             "popoverLanguage": "ar", "popoverDirection": "rtl"}, "2"])
        self.assertEqual(self.value("getComputedStyle(document.body).fontSize"), "32px")
        # The page is in English, whatever people read.
        self.assertEqual(self.value("[document.documentElement.lang, document.dir]"), ["en", ""])
        # The end of the session resets them; what else changes of a display is none.
        self.hall.call(1, "session.end", {})
        self.assertEqual(self.wait_for("told.shift()"), USUAL)
        self.hall.call(2, "display.set", {"display": "main", "width": 1280, "height": 720})
        self.hall.call(3, "display.set", {"display": "hall", "width": 1280, "height": 720, "speech": True})
        self.set(textScale=3)
        self.assertEqual(self.wait_for("told.shift()"), USUAL | {"textScale": 3})
        self.assertEqual(self.value(ROOT_DATA), {"popoverContrast": "normal"})

    def test_a_page_that_is_translated_says_its_language(self):
        self.visit("&localized")
        self.set(language="ar", direction="rtl")
        self.wait_for("document.documentElement.lang === 'ar' && document.dir === 'rtl'")
        self.set()
        self.wait_for("document.documentElement.lang === 'en' && document.dir === ''")

    def test_a_control_of_the_page_changes_some_of_them(self):
        def personal():
            display, = self.hall.call("look", "status", {})["result"]["displays"]
            return {name: display.get(name) for name in ("textScale", "contrast", "slowPressMs")}
        self.set(contrast="high", slowPressMs=300)
        self.wait_for("page.settings.contrast === 'high'")
        self.value("page.personalize({ textScale: 1.25 })")
        self.assertEqual(personal(), {"textScale": 1.25, "contrast": "high", "slowPressMs": 300})
        self.wait_for("page.settings.textScale === 1.25")
        self.value("page.personalize({ contrast: undefined })")
        self.assertEqual(personal(), {"textScale": 1.25, "contrast": "normal", "slowPressMs": 300})
        self.value("page.personalize()")
        self.assertEqual(personal(), {"textScale": None, "contrast": "normal", "slowPressMs": None})
        self.assertEqual(
            self.value("page.personalize({ textScale: 9 }).catch((error) => error.data.member)"), "textScale")

    def test_a_popover_without_a_size_grows_with_its_text(self):
        self.open("note", "notice")
        before = self.value("[...page.popovers.values()][0].frame")
        self.set(textScale=2)
        self.wait_for(f"[...page.popovers.values()][0].frame.width > {before['width']}")
        self.assertEqual(self.value("notice.scrollWidth <= notice.clientWidth"), True)
        self.assertEqual(self.value("document.activeElement.id"), "notice")

    def test_nothing_of_them_is_left_after_the_end(self):
        self.visit("&localized")
        self.set(textScale=2, contrast="high", language="ar")
        self.wait_for("document.documentElement.lang === 'ar'")
        self.value("page.close()")
        self.assertEqual(self.value(f"[{ROOT_DATA}, {SCALE}, document.documentElement.lang]"), [{}, "", "en"])


if __name__ == "__main__":
    unittest.main()
