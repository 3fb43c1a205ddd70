# SPDX-License-Identifier: MIT
"""A page that knows nothing of popoverd keeps its rules, by the extension of the browser, on popover-stage."""

import base64
import hashlib
import json
import os
import shutil
import tempfile
import unittest
from unittest import mock

from support import ROOT
from support.browser import PAGES, Site
from support.chromium import Chromium, admit, options
from support.daemon import binary
from support.daemon_case import rect
from support.firefox import Firefox
from support.wayland_screen import until
from support.x11_screen import needed

from stage_case import ANCHOR, WORK, OnStage
from test_stage_guests import HALF, app
from test_stage_keys import ESCAPE, Hands

EXTENSION = ROOT / "Clients" / "Extension"
EXTENSION_ID = "kdpmbmefimgnfmhjomhmgnhcoaplohid"
PAGE = "a0b0c0"
FIRST, SECOND, NOTICE, INNER = "1e64c8", "64c81e", "c8641e", "641ec8"
# Where the page has them.
PLACES = {FIRST: rect(40, 300, 300, 200), SECOND: rect(600, 300, 300, 200), NOTICE: rect(40, 550, 300, 100),
          INNER: rect(60, 520, 300, 100)}
FIRST_BUTTON, SECOND_BUTTON, NOTICE_BUTTON, MORE_BUTTON = (100, 50), (680, 50), (380, 50), (90, 330)
# Of the page, beside all of its elements.
BESIDE = 500, 250


def native_host(browser=""):
    """What tells the browser of the native host, which is not installed."""
    host = json.loads((EXTENSION / f"native-host{browser}.json").read_text(encoding="utf-8"))
    return {**host, "path": binary("popover-native-host")}


class Page(OnStage):
    """Each test has a page in a browser with the extension, and a client that shows nothing at first."""

    is_installed = True
    page = "strange.html"
    has_window = False

    def setUp(self):
        super().setUp()
        site = Site(self.folder())
        self.addCleanup(site.close)
        environment = {**self.stage.environment, "POPOVERD_SOCKET": self.daemon.socket}
        self.browser = self.browse(f"{site.origin}/{self.page}", environment)
        self.until_color(PAGE, *BESIDE)

    def folder(self):
        """Where the pages are."""
        return PAGES

    def browse(self, address, environment, program=None):
        with mock.patch.dict(os.environ, environment):
            chromium = Chromium(
                program or needed("chromium"), f"--load-extension={EXTENSION}", f"--app={address}",
                "--ozone-platform=wayland", hosts=[native_host()] if self.is_installed else [])
        self.addCleanup(chromium.close)
        chromium.attach()
        return chromium

    def until_client(self):
        """Waits until the page is a client."""
        until(lambda: [one for one in self.observer.call("status")["surfaces"] if one["app"] == "127.0.0.1"],
              "the page's surface")

    def popovers(self):
        """The apps of the popovers, and their states."""
        return [(one["app"], one["state"]) for one in self.observer.call("status")["popovers"]]

    def until_popover(self, app):
        until(lambda: self.popovers() == [(app, "visible")], f"the popover of {app}")

    def until_gone(self, *shades):
        until(lambda: not self.popovers(), "no popover")
        for shade in shades:
            self.until_hidden(shade)

    def is_seen(self, shade):
        """Whether an element of the page is on the screen, by its last pixels."""
        place = PLACES[shade]
        x, y = place["x"] + place["width"] - 5, place["y"] + place["height"] - 5
        return self.color_at(x, y) == tuple(bytes.fromhex(shade))

    def until_seen(self, shade):
        until(lambda: self.is_seen(shade), f"the color {shade}")

    def until_hidden(self, shade):
        until(lambda: not self.is_seen(shade), f"no color {shade}")

    def verdict(self, x, y):
        self.tap(x, y)
        while True:
            told = self.observer.event("tap")["data"]
            if (round(told["x"]), round(told["y"])) == (x, y):
                return told["verdict"]

    def told(self):
        """The events that the page has got since the last call."""
        return self.browser.value("told.splice(0)")


class Rules(Page):
    def setUp(self):
        super().setUp()
        self.until_client()

    def open_first(self):
        self.assertEqual(self.verdict(*FIRST_BUTTON), "idle")
        self.until_popover("127.0.0.1")
        self.until_seen(FIRST)

    def test_its_popover_is_one_of_the_daemon_and_the_page_hears_of_it_once(self):
        self.open_first()
        until(lambda: self.told() == ["beforetoggle first open", "toggle first open"], "the page's events")
        [popover] = self.observer.call("status")["popovers"]
        self.assertEqual(
            (popover["behavior"], popover["anchor"]), ("menu", rect(20, 20, 160, 60)))

    def test_another_program_closes_it_and_opens_its_own(self):
        self.open_first()
        self.open(self.shop)
        self.until_popover("shop")
        self.until_hidden(FIRST)

    def test_it_closes_the_popover_of_another_program(self):
        frame, _ = self.open(self.shop)
        # No finger: nobody knows that a press of its button opens it, and the shield keeps presses from the page.
        self.browser.value("second.showPopover()")
        self.shop.message(lambda line: line.get("method") == "popover.closed")
        self.until_popover("127.0.0.1")
        self.until_seen(SECOND)
        until(lambda: self.color_at(frame["x"] + 20, frame["y"] + 150) != tuple(bytes.fromhex(WORK)), "no window")

    def test_one_tap_closes_the_popover_of_another_program_and_opens_it(self):
        self.open(self.shop)
        self.tap(*FIRST_BUTTON)
        self.shop.message(lambda line: line.get("method") == "popover.closed")
        self.until_popover("127.0.0.1")
        self.until_seen(FIRST)

    def test_a_tap_on_its_button_closes_it(self):
        self.open_first()
        self.assertEqual(self.verdict(*FIRST_BUTTON), "dismissed")
        closed = self.observer.event("popover.closed")["data"]
        self.assertEqual(closed["reason"], "source-tap")
        self.until_gone(FIRST)

    def test_a_button_is_known_where_it_moves_and_until_it_is_gone(self):
        def places():
            return [one["rect"] for one in self.observer.call("status")["sources"]]
        # That of a manual popover and that in a popover are the page's own.
        until(lambda: places() == [rect(20, 20, 160, 60)], "the button")
        self.browser.value("document.querySelector('button').style.left = '30px'")
        until(lambda: places() == [rect(30, 20, 160, 60)], "the button at its new place")
        self.browser.value("document.querySelector('button').remove()")
        until(lambda: places() == [], "no button")

    def test_one_that_is_refused_stays_closed(self):
        _, modal = self.open(self.shop, modal=True, title="Address")
        self.browser.value("first.showPopover()")
        refused = self.observer.event("popover.refused")["data"]
        self.assertEqual((refused["app"], refused["reason"]), ("127.0.0.1", "modal-active"))
        self.shop.call("popover.close", popover=modal, outcome="cancel")
        self.shop.close_window(modal)
        self.until_gone()
        self.assertFalse(self.is_seen(FIRST))
        self.assertEqual(self.told(), [])
        self.open_first()

    def test_taps_where_it_really_is_are_inside_and_beside_it_close_it(self):
        watcher = self.actor("watcher", shield=True)
        self.open_first()
        # It is far from the frame that the daemon has granted.
        self.until_free(watcher, FIRST)
        self.assertEqual(self.verdict(200, 450), "inside")
        self.assertTrue(self.is_seen(FIRST))
        self.assertEqual(self.verdict(*BESIDE), "dismissed")
        self.until_gone(FIRST)

    def until_free(self, watcher, *shades):
        """Waits until no shield is where these are, and one is elsewhere."""
        wanted = [PLACES[shade] for shade in shades]
        watcher.message(lambda line: line.get("method") == "shield" and line["params"].get("except") == wanted)

    def test_escape_closes_it(self):
        self.open_first()
        hands = Hands(self.stage)
        self.addCleanup(hands.close)
        hands.type(ESCAPE)
        self.until_gone(FIRST)

    def test_the_page_closes_it_or_removes_it(self):
        for order in ("first.hidePopover()", "first.remove()"):
            with self.subTest(order):
                self.browser.value("first.showPopover()")
                self.until_popover("127.0.0.1")
                self.until_seen(FIRST)
                self.browser.value(order)
                self.until_gone(FIRST)

    def test_what_opens_in_it_belongs_to_it(self):
        watcher = self.actor("watcher", shield=True)
        self.open_first()
        self.until_free(watcher, FIRST)
        self.assertEqual(self.verdict(*MORE_BUTTON), "inside")
        self.until_seen(INNER)
        self.until_free(watcher, FIRST, INNER)
        self.assertTrue(self.is_seen(FIRST))
        self.assertEqual(self.verdict(200, 580), "inside")
        self.assertTrue(self.is_seen(INNER))
        self.assertEqual(self.verdict(*BESIDE), "dismissed")
        self.until_gone(FIRST, INNER)

    def test_a_manual_popover_is_the_page_s_own(self):
        self.open(self.shop)
        self.browser.value("notice.showPopover()")
        self.until_seen(NOTICE)
        self.assertEqual(self.popovers(), [("shop", "visible")])

    def test_without_the_daemon_nothing_waits_and_its_restart_brings_the_rules_back(self):
        self.daemon.kill()
        until(lambda: self.browser.value("first.showPopover(), first.matches(':popover-open')"),
              "a popover that opens at once")
        self.until_seen(FIRST)
        self.daemon.start()
        self.observer = self.peer("observer", ("observer",))
        # The daemon gets to know what is open.
        self.until_popover("127.0.0.1")
        shop = self.actor("shop")
        shop.popover(WORK, ANCHOR)
        self.until_popover("shop")
        self.until_hidden(FIRST)

    def test_one_that_waits_opens_when_the_daemon_ends(self):
        stubborn = self.peer("stubborn", ("app",))
        stubborn.call("popover.open", behavior="task", size={"width": 320, "height": 200}, anchor=ANCHOR)
        self.browser.value("first.showPopover()")
        stubborn.wait("popover.willClose")
        self.assertFalse(self.is_seen(FIRST))
        self.daemon.kill()
        self.until_seen(FIRST)


class InRegion(OnStage):
    """popover-stage starts the browser, beside another program, and tells it where its window is."""

    has_window = False

    def setUp(self):
        site = Site()
        self.addCleanup(site.close)
        profile = tempfile.mkdtemp(prefix="popover-extension-")
        self.addCleanup(shutil.rmtree, profile, True)
        admit(profile, [native_host()])
        command = [
            needed("chromium"), *options(profile), "--test-type", "--password-store=basic",
            "--ozone-platform=wayland", f"--load-extension={EXTENSION}", f"--app={site.origin}/strange.html"]
        self.more = app("browser", command, HALF)
        super().setUp()
        self.until_color(PAGE, HALF + 250, 250)

    def test_a_tap_in_its_popover_is_inside(self):
        until(lambda: self.observer.call("status")["surfaces"], "the page's surface")
        watcher = self.actor("watcher", shield=True)
        self.tap(HALF + 100, 50)
        place = rect(HALF + 40, 300, 300, 200)
        watcher.message(lambda line: line.get("method") == "shield" and line["params"].get("except") == [place])
        self.until_color(FIRST, HALF + 335, 495)
        self.tap(HALF + 200, 450)
        self.observer.event("tap", verdict="inside")


class Id(unittest.TestCase):
    def test_the_native_host_admits_the_extension_whose_key_is_in_the_manifest(self):
        manifest = json.loads((EXTENSION / "manifest.json").read_text(encoding="utf-8"))
        # How Chromium makes an id of a key.
        digest = hashlib.sha256(base64.b64decode(manifest["key"])).hexdigest()[:32]
        name = "".join(chr(ord("a") + int(digit, 16)) for digit in digest)
        self.assertEqual(
            (name, native_host()["allowed_origins"]), (EXTENSION_ID, [f"chrome-extension://{name}/"]))


class InFirefox:
    """A page in Firefox."""

    def browse(self, address, environment):
        firefox = Firefox(
            "--kiosk", environment={**environment, "MOZ_ENABLE_WAYLAND": "1"}, hosts=[native_host("-firefox")])
        self.addCleanup(firefox.close)
        self.prepare(firefox)
        firefox.install(EXTENSION)
        firefox.visit(address)
        return firefox

    def prepare(self, firefox):
        """Changes its folder before the extension is there."""


class RulesInFirefox(InFirefox, Rules):
    """The same in Firefox."""


class Absent(Page):
    """Nobody has installed the native host."""

    is_installed = False

    def test_the_page_works_as_without_the_extension(self):
        self.tap(*FIRST_BUTTON)
        self.until_seen(FIRST)
        self.tap(*SECOND_BUTTON)
        self.until_seen(SECOND)
        self.until_hidden(FIRST)
        self.assertEqual(self.popovers(), [])


if __name__ == "__main__":
    unittest.main()
