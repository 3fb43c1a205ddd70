# SPDX-License-Identifier: MIT
"""Menus, lists and dialogs that pages and their libraries show by scripts keep the rules of popoverd."""

import json
import os
import pathlib
import shutil
import tempfile
import unittest

from support import page_libraries
from support.browser import PAGES
from support.daemon_case import rect
from support.peer import Refusal
from support.wayland_screen import until
from support.x11_screen import needed

from stage_case import ANCHOR, HEIGHT, WIDTH, color
from test_extension import BESIDE, EXTENSION_ID, InFirefox, Page
from test_stage_keys import ESCAPE, Hands

# Where no dialog is.
ELSEWHERE = rect(20, 640, 100, 40)
SHADES = {"menu": "1e64c8", "question": "c8641e"}


class Pattern(Page):
    """Each page has a menu, and a dialog in the middle of the page if it `asks`."""

    # What the page shows as its menu.
    menu = ".menu"
    control = "#control"
    asks = True

    def folder(self):
        return page_libraries.site(PAGES / "libraries")

    def setUp(self):
        super().setUp()
        self.until_client()
        until(lambda: self.browser.value(f"Boolean(document.querySelector('{self.control}'))"), "the control")
        place = self.browser.value(f"document.querySelector('{self.control}').getBoundingClientRect().toJSON()")
        self.place = rect(*(round(place[name]) for name in ("x", "y", "width", "height")))
        until(lambda: self.place in [one["rect"] for one in self.observer.call("status")["sources"]], "the source")
        self.hands = Hands(self.stage)
        self.addCleanup(self.hands.close)

    def selector(self, what):
        return self.menu if what == "menu" else ".question"

    def corner(self, what):
        """Of what the page shows, whether it is seen or not; None if it shows nothing."""
        return self.browser.value(f"""(() => {{
          const element = document.querySelector("{self.selector(what)}");
          if (!element?.checkVisibility()) return null;
          const {{ right, bottom }} = element.getBoundingClientRect();
          return [right - 20, bottom - 20];
        }})()""")

    def is_shown(self, what):
        """Whether people see it."""
        corner = self.corner(what)
        return corner is not None and self.color_at(*corner) == color(SHADES[what])

    def until_shown(self, what):
        until(lambda: self.is_shown(what), f"the {what}")

    def until_closed(self, what):
        """Waits until people do not see it, and the page has closed it."""
        until(lambda: self.corner(what) is None, f"no {what}")
        until(lambda: self.is_nowhere(what), f"no color of the {what}")

    def is_nowhere(self, what):
        picture = self.picture()
        return color(SHADES[what]) not in {
            picture.color(x, y) for x in range(0, WIDTH, 10) for y in range(0, HEIGHT, 10)}

    def click(self, selector):
        """Without a finger: the shield of another program's popover keeps presses from the page."""
        self.browser.value(f"document.querySelector('{selector}').click()")

    def tap_control(self):
        return self.verdict(self.place["x"] + 30, self.place["y"] + 30)

    def open_menu(self):
        self.assertEqual(self.tap_control(), "idle")
        self.until_popover("127.0.0.1")
        self.until_shown("menu")

    def views(self):
        return [one["app"] for one in self.observer.call("status")["views"]]

    def escape(self):
        """Closes the dialog, in which a finger has brought the keys."""
        self.tap(*self.corner("question"))
        self.hands.type(ESCAPE)
        until(lambda: not self.views(), "no view")
        self.until_closed("question")

    def modal_elsewhere(self):
        """The function that ends a modal view of another program."""
        cafe = self.peer("cafe")
        view = cafe.call("view.present", kind="modal")["view"]
        return lambda: cafe.call("view.close", view=view)


class Menus:
    def test_its_menu_is_a_popover(self):
        self.open_menu()
        [popover] = self.observer.call("status")["popovers"]
        self.assertEqual((popover["behavior"], popover["anchor"]), ("menu", self.place))
        with self.subTest("another program closes it"):
            self.open(self.shop)
            self.until_popover("shop")
            self.until_closed("menu")
        with self.subTest("one tap closes that of another program"):
            self.tap(self.place["x"] + 30, self.place["y"] + 30)
            self.until_popover("127.0.0.1")
            self.until_shown("menu")
        with self.subTest("a tap in it is inside"):
            watcher = self.actor("watcher", shield=True)
            corner = tuple(map(round, self.corner("menu")))
            watcher.message(lambda line: line.get("method") == "shield" and line["params"].get("except"))
            self.assertEqual(self.verdict(*corner), "inside")
        self.hands.type(ESCAPE)
        self.until_gone()
        self.until_closed("menu")

    def test_a_tap_beside_its_menu_or_escape_closes_it(self):
        self.open_menu()
        self.assertEqual(self.verdict(*BESIDE), "dismissed")
        self.until_gone()
        self.until_closed("menu")
        self.open_menu()
        self.hands.type(ESCAPE)
        self.until_gone()
        self.until_closed("menu")
        self.open_menu()
        self.assertEqual(self.tap_control(), "dismissed")
        self.until_gone()
        self.until_closed("menu")

    def test_its_menu_waits_unseen_and_closes_when_it_is_refused(self):
        stubborn = self.peer("stubborn")
        stubborn.call("popover.open", behavior="task", size={"width": 320, "height": 200}, anchor=ANCHOR)
        self.click(self.control)
        request = stubborn.wait("popover.willClose")
        self.assertIsNotNone(self.corner("menu"))
        self.assertTrue(self.is_nowhere("menu"))
        stubborn.answer(request, {})
        self.until_shown("menu")
        self.hands.type(ESCAPE)
        self.until_gone()
        self.until_closed("menu")
        end = self.modal_elsewhere()
        self.click(self.control)
        refused = self.observer.event("popover.refused")["data"]
        self.assertEqual((refused["app"], refused["reason"]), ("127.0.0.1", "modal-active"))
        self.until_closed("menu")
        end()
        self.open_menu()


class Questions:
    def test_its_dialog_is_a_modal_view(self):
        self.open(self.shop)
        self.click("#asks")
        closed = self.shop.message(lambda line: line.get("method") == "popover.closed")
        self.assertEqual(closed["params"]["reason"], "view-presented")
        self.until_shown("question")
        self.assertEqual(self.views(), ["127.0.0.1"])
        with self.assertRaises(Refusal) as refused:
            self.peer("cafe").call("popover.open", size={"width": 320, "height": 200}, anchor=ELSEWHERE)
        self.assertEqual(refused.exception.data["reason"], "modal-active")
        self.assertTrue(self.is_shown("question"))
        self.escape()

    def test_its_dialog_waits_unseen_and_closes_when_it_is_refused(self):
        stubborn = self.peer("stubborn")
        stubborn.call("popover.open", behavior="task", size={"width": 320, "height": 200}, anchor=ANCHOR)
        self.click("#asks")
        request = stubborn.wait("popover.willClose")
        until(lambda: self.corner("question"), "the dialog")
        self.assertTrue(self.is_nowhere("question"))
        stubborn.answer(request, {})
        self.until_shown("question")
        self.escape()
        end = self.modal_elsewhere()
        self.browser.value("""(() => {
          globalThis.isAsked = false;
          new MutationObserver(() => { isAsked ||= document.querySelector(".question")?.checkVisibility(); })
            .observe(document, { subtree: true, childList: true, attributes: true });
        })()""")
        self.click("#asks")
        until(lambda: self.browser.value("isAsked"), "the dialog")
        self.until_closed("question")
        end()
        self.click("#asks")
        self.until_shown("question")


class Elements(Menus, Questions, Pattern):
    page = "elements.html"
    control = "#control summary"

    def test_a_dialog_hears_of_the_daemons_no_as_of_escape(self):
        self.modal_elsewhere()
        self.click("#asks")
        until(lambda: self.told() == ["cancel", "close"], "the page's events")

    def test_an_accordion_is_the_page_s_own(self):
        self.open(self.shop)
        self.click("#accordion summary")
        until(lambda: self.browser.value("accordion.open"), "the accordion")
        self.observer.fence()
        self.assertEqual(self.popovers(), [("shop", "visible")])


class Bootstrap(Menus, Questions, Pattern):
    page = "bootstrap.html"


class MUI(Menus, Questions, Pattern):
    page = "mui.html"


class Mantine(Menus, Questions, Pattern):
    page = "mantine.html"
    menu = ".mantine-Select-dropdown"


class Radix(Menus, Pattern):
    page = "radix.html"
    menu = "[role=dialog]"
    control = "[aria-haspopup=dialog]"


class Headless(Menus, Questions, Pattern):
    page = "headless.html"


class Aria(Menus, Questions, Pattern):
    """No library, but its roles say what it is."""

    page = "headless.html?own"


class Administered(Pattern):
    """An administrator tells the extension of a menu that no other rule knows."""

    page = "own.html"
    # One is no selector, and one is of another site.
    rules = [{"popup": ".list.("}, {"hosts": ["example.org"], "popup": ".list.opened", "modal": True},
             {"hosts": ["127.0.0.1"], "popup": ".list.opened", "control": "#control",
              "close": ["control"]}]

    def browse(self, address, environment):
        folder = tempfile.mkdtemp(prefix="popover-policies-")
        self.addCleanup(shutil.rmtree, folder)
        policies = pathlib.Path(folder, "policies", "managed")
        policies.mkdir(parents=True)
        (policies / "popoverd.json").write_text(json.dumps(
            {"3rdparty": {"extensions": {EXTENSION_ID: {"rules": self.rules}}}}), encoding="utf-8")
        # Chromium reads policies nowhere else.
        program = pathlib.Path(folder, "chromium")
        user = "--map-root-user" if os.geteuid() else ""
        program.write_text(
            f"#!/bin/sh\nexec unshare {user} --mount --propagation private sh -c '"
            f"mount --bind {folder} /etc/chromium && exec {needed('chromium')} \"$@\"' sh \"$@\"\n", encoding="utf-8")
        program.chmod(0o755)
        return super().browse(address, environment, str(program))

    def test_its_menu_is_a_popover(self):
        self.open_menu()
        self.open(self.shop)
        self.until_popover("shop")
        self.until_closed("menu")
        self.tap(self.place["x"] + 30, self.place["y"] + 30)
        self.until_popover("127.0.0.1")
        self.until_shown("menu")


class AdministeredInFirefox(InFirefox, Administered):
    """The same in Firefox."""

    def prepare(self, firefox):
        folder = pathlib.Path(firefox.folder, ".mozilla", "managed-storage")
        folder.mkdir()
        (folder / "popoverd@popoverd.json").write_text(json.dumps({
            "name": "popoverd@popoverd", "description": "Rules", "type": "storage",
            "data": {"rules": self.rules}}), encoding="utf-8")


class ElementsInFirefox(InFirefox, Elements):
    pass


class BootstrapInFirefox(InFirefox, Bootstrap):
    pass


class MUIInFirefox(InFirefox, MUI):
    pass


class MantineInFirefox(InFirefox, Mantine):
    pass


class RadixInFirefox(InFirefox, Radix):
    pass


class HeadlessInFirefox(InFirefox, Headless):
    pass


if __name__ == "__main__":
    unittest.main()
