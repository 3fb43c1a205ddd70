# SPDX-License-Identifier: MIT
"""What people have typed into the fields of any page is a draft, by the extension of the browser."""

import os
import pathlib
import unittest
from unittest import mock

from support.browser import Site
from support.chromium import Chromium
from support.daemon import UNHURRIED
from support.firefox import Firefox
from support.wayland_screen import until
from support.x11_screen import needed

from stage_case import OnStage
from test_extension import EXTENSION, PAGE, native_host
from test_stage_keys import CODES, Hands

BACKSPACE = 14


class Browsed(OnStage):
    """Each test has a page in a browser with the extension, and hands that tap and type."""

    page = "forms.html"
    has_window = False

    def setUp(self):
        super().setUp()
        self.site = Site()
        self.addCleanup(self.site.close)
        self.hands = Hands(self.stage)
        self.addCleanup(self.hands.close)
        self.start_browser()

    def start_browser(self):
        environment = {**self.stage.environment, "POPOVERD_SOCKET": self.daemon.socket}
        self.browser = self.browse(f"{self.site.origin}/{self.page}", environment)
        self.addCleanup(self.browser.close)
        self.until_color(PAGE, 990, 690)

    def browse(self, address, environment):
        with mock.patch.dict(os.environ, environment):
            chromium = Chromium(
                needed("chromium"), f"--load-extension={EXTENSION}", *self.window(address),
                "--ozone-platform=wayland", hosts=[native_host()])
        chromium.attach()
        return chromium

    @staticmethod
    def window(address):
        return [f"--app={address}"]

    def value(self, expression):
        return self.browser.value(expression)

    def until_value(self, wanted, expression):
        until(lambda: self.value(expression) == wanted, f"{expression} to be {wanted!r}")

    def tap_on(self, element):
        """Taps in the middle of an element."""
        # A page that is not drawn yet gets no taps.
        self.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        x, y, width, height = self.value(
            f"(({{x, y, width, height}}) => [x, y, width, height])({element}.getBoundingClientRect())")
        self.tap(round(x + width / 2), round(y + height / 2))

    def type(self, element, text, before=None):
        """Types behind what the element has, or instead of it if `before` is empty."""
        self.tap_on(element)
        until(lambda: self.value(f"document.activeElement === {element}"), f"the focus in {element}")
        if before is None:
            before = self.value(f"{element}.value")
        else:
            self.value(f"{element}.select()")
        for sign in text:
            self.hands.type(CODES[sign])
        self.until_value(before + text, f"{element}.value")


class Firefoxed(Browsed):
    """The browser is Firefox."""

    preferences = {}

    def browse(self, address, environment):
        firefox = Firefox(
            "--kiosk", environment={**environment, "MOZ_ENABLE_WAYLAND": "1"},
            hosts=[native_host("-firefox")], preferences=self.preferences)
        firefox.install(EXTENSION)
        firefox.visit(address)
        return firefox


class Drafts(Browsed):
    def setUp(self):
        super().setUp()
        # As an app that the page is for the daemon.
        self.reader = self.peer("127.0.0.1")

    def drafts(self):
        """The contents of the page's drafts."""
        keys = [each["key"] for each in self.reader.call("draft.list")["drafts"]]
        drafts = [self.reader.call("draft.load", key=key)["draft"] for key in keys]
        return [draft["content"] for draft in drafts if draft]

    def until_drafts(self, *wanted):
        """Waits until the drafts have these values, in whatever order."""
        def values():
            return sorted([str(value) for value in draft.values()] for draft in self.drafts())
        expected = sorted([str(value) for value in draft] for draft in wanted)
        until(lambda: values() == expected, f"the drafts {expected}")

    def again(self):
        """Kills the browser, and starts it with another profile."""
        self.browser.kill()
        self.start_browser()

    def stored(self, text):
        """Whether a file of the daemon has these bytes."""
        return any(text.encode() in path.read_bytes() for path in pathlib.Path(self.daemon.state).rglob("*")
                   if path.is_file())


class Forms(Drafts):
    def test_a_form_is_there_again_after_the_browser_and_the_daemon_were_killed(self):
        self.type("order.city", "ghent")
        self.type("order.wish", "soon")
        self.type("order.street", "broad", before="")
        self.value("order.gift.click()")
        self.value("order.color[1].click()")
        self.value("(order.size.selectedIndex = 1, order.size.dispatchEvent(new Event('change')))")
        self.type("loose", "alone")
        self.type("controlled", "state")
        self.until_drafts(["ghent", "broad", "soon", "large", True, True], ["alone", "state"])
        self.browser.kill()
        self.daemon.kill()
        self.daemon.start()
        self.observer = self.peer("observer", ("observer",))
        self.start_browser()
        self.until_value(
            ["ghent", "broad", "soon", "large", True, False, True],
            "[order.city.value, order.street.value, order.wish.value, order.size.value, order.gift.checked,"
            " order.color[0].checked, order.color[1].checked]")
        self.until_value(["alone", "state", "state"], "[loose.value, controlled.value, state.value]")
        # It goes on as if nothing had happened.
        self.reader = self.peer("127.0.0.1")
        self.type("order.city", "1")
        self.until_drafts(["ghent1", "broad", "soon", "large", True, True], ["alone", "state"])

    def test_only_the_same_form_gets_it_and_only_where_the_page_has_nothing(self):
        self.type("order.city", "ghent")
        self.type("filled", "1")
        self.value("addLater()")
        self.type("later", "then")
        self.until_drafts(["ghent"], ["filled1", "then"])
        self.again()
        self.until_value("ghent", "order.city.value")
        self.assertEqual(self.value("other.value"), "")
        self.assertEqual(self.value("filled.value"), "filled")
        self.value("addLater()")
        self.until_value("then", "later.value")
        self.value("location.href = '/else/forms.html'")
        self.until_value("/else/forms.html", "document.readyState === 'complete' && location.pathname")
        # An answer to this page has come before its own draft is saved.
        self.type("loose", "fence")
        self.until_drafts(["ghent"], ["then"], ["fence"])
        self.assertEqual(self.value("order.city.value"), "")

    def test_what_is_typed_when_people_leave_the_page_is_there_when_they_come_back(self):
        self.type("order.city", "ghent")
        self.value("location.href = 'strange.html'")
        self.until_value("Strange", "document.readyState === 'complete' && document.title")
        self.until_drafts(["ghent"])
        self.value("location.href = 'forms.html'")
        self.until_value("ghent", "globalThis.order && order.city.value")

    def test_it_is_erased_when_the_form_is_sent_reset_or_empty(self):
        for end in ("send.click()", "clear.click()", None):
            with self.subTest(end):
                self.type("order.city", "ghent", before=None)
                self.until_drafts(["ghent"])
                if end:
                    self.value(end)
                else:
                    for _ in "ghent":
                        self.hands.type(BACKSPACE)
                self.until_drafts()
                self.value("order.city.value = ''")

    def test_secrets_are_never_in_a_draft(self):
        self.value("shown.type = 'text'")
        secrets = {"password": "swordfish", "shown": "goldfish", "code": "271828", "owner": "holder",
                   "number": "4111111111111111", "marked": "mine", "unkept": "gone"}
        for field, text in secrets.items():
            self.type(field, text)
        self.type("plain", "clear")
        self.until_drafts(["clear"])
        self.type("loose", "4012-8888-8888-1881")
        self.type("other", "31415926535")
        self.type("plain", "1")
        self.until_drafts(["clear1"])
        until(lambda: self.stored("clear1"), "the draft on the disk")
        for text in [*secrets.values(), "41111111111", "4012-8888-88"]:
            self.assertFalse(self.stored(text), text)
        self.again()
        self.until_value("clear1", "plain.value")
        fields = ", ".join([*secrets, "loose", "other"])
        self.assertEqual(self.value(f"[{fields}].map((it) => it.value).join('')"), "")

    def test_the_next_session_gets_nothing(self):
        self.type("order.city", "ghent")
        self.until_drafts(["ghent"])
        hall = self.peer("hall", ("shell",))
        # The page saves that only as it is closed.
        self.value("(loose.value = 'late', loose.dispatchEvent(new Event('input')))")
        hall.call("session.end")
        self.until_value("", "document.readyState === 'complete' && globalThis.loose?.value")
        self.type("other", "next")
        self.until_drafts(["next"])
        self.assertEqual(self.value("order.city.value + loose.value"), "")
        self.assertFalse(self.stored("ghent"))


class Reserved(Drafts):
    """The extension cannot hear of the end of sessions, and the page stays open."""

    configuration = f'''{UNHURRIED}
[[bind]]
app = "browser"
users = ["nobody"]
'''

    def test_a_page_that_is_open_beyond_the_end_keeps_nothing(self):
        self.type("order.city", "ghent")
        self.until_drafts(["ghent"])
        self.peer("hall", ("shell",)).call("session.end")
        self.type("loose", "late")
        self.value("location.href = '/else/forms.html'")
        self.until_value("/else/forms.html", "document.readyState === 'complete' && location.pathname")
        self.type("other", "next")
        self.until_drafts(["next"])


class InFirefox(Firefoxed, Forms):
    """The same in Firefox."""


if __name__ == "__main__":
    unittest.main()
