# SPDX-License-Identifier: MIT
"""Programs that know no popoverd keep its rules on popover-stage, side by side."""

import json
import os
import shutil
import tempfile

from support import qt
from support.chromium import options
from support.daemon import UNHURRIED
from support.gtk_library import PYTHON, QUIET
from support.wayland_screen import PROGRAMS, until
from support.x11_screen import needed

from stage_case import ALERT, ANCHOR, HEIGHT, SHOP, WIDTH, OnStage, color
from test_stage_keys import ESCAPE, Hands
from test_stage_places import Windows, gtk_dialogs

HALF = WIDTH // 2
GROUND, MENU = "a0b0c0", "1e64c8"
# Firefox shows the page, and nothing about itself.
PREFERENCES = {
    "browser.aboutwelcome.enabled": "false", "datareporting.policy.dataSubmissionEnabled": "false",
    "browser.startup.homepage_override.mstone": '"ignore"', "browser.shell.checkDefaultBrowser": "false"}
# A button of mice.
SECONDARY = 0x111
# Of the program at the right.
OTHER_GROUND, OTHER_MENU = "c0b0a0", "64c81e"
PAGE = (f"<style>body {{ background: #{GROUND}; margin: 0 }} select {{ width: 160px; height: 60px }} "
        f"option {{ background: #{MENU}; color: #{MENU}; font-size: 40px }}</style>"
        "<select><option>One<option>Two<option>Three</select>")


def app(name, command, x, width=HALF):
    """A section of the configuration."""
    return (f'[[app]]\nname = "{name}"\ncommand = {json.dumps(command)}\n'
            f"region = {{ x = {x}, y = 0, width = {width}, height = {HEIGHT} }}\n")


def gtk(version, name, *colors):
    variables = [f"{key}={value}" for key, value in QUIET.items()]
    return ["env", *variables, "GDK_BACKEND=wayland", PYTHON, str(PROGRAMS / "gtk_menu.py"), version, name, *colors]


class Guests(OnStage):
    """The program at the left is another one in each class; the one at the right is in GTK 4."""

    settings = "opensForOthers = true"

    def command(self):
        return gtk("3", "left", GROUND, MENU)

    # How its name for the daemon begins.
    name = "left"
    has_window = False

    def setUp(self):
        self.more = app("left", self.command(), 0) + app(
            "right", gtk("4", "right", OTHER_GROUND, OTHER_MENU), HALF)
        super().setUp()
        self.until_color(GROUND, HALF // 2, HEIGHT - 20)
        self.until_color(OTHER_GROUND, HALF + HALF // 2, HEIGHT - 20)

    def press_left(self):
        self.tap(80, 30)

    def press_right(self):
        self.tap(HALF + 80, 30)

    def until_open(self, name, shade):
        def is_alone():
            popovers = self.observer.call("status")["popovers"]
            return [one["state"] for one in popovers] == ["visible"] and popovers[0]["app"].startswith(name)
        until(is_alone, f"the popover of {name}")
        until(lambda: self.is_seen(shade), f"the menu of {name}")

    def is_seen(self, shade):
        picture = self.picture()
        return any(picture.color(x, y) == color(shade)
                   for x in range(0, WIDTH, 10) for y in range(0, HEIGHT, 10))


class Swaps(Guests):
    def test_one_tap_closes_a_menu_and_opens_that_of_another_program(self):
        self.press_left()
        self.until_open(self.name, MENU)
        self.press_right()
        self.until_open("right", OTHER_MENU)
        self.assert_nowhere(MENU)
        self.press_left()
        self.until_open(self.name, MENU)
        self.assert_nowhere(OTHER_MENU)


class Rules(Guests):
    """What else holds, with a program in GTK 3."""

    def setUp(self):
        super().setUp()
        self.press_left()
        self.until_open("left", MENU)

    def test_a_tap_on_its_control_or_beside_it_closes_it(self):
        for place in ((80, 30), (HALF // 2, HEIGHT - 20)):
            self.tap(*place)
            self.until_gone()
            self.press_left()
            self.until_open("left", MENU)

    def until_gone(self):
        until(lambda: not self.observer.call("status")["popovers"], "an empty screen")
        until(lambda: not self.is_seen(MENU), "no menu")

    def test_escape_closes_it(self):
        hands = Hands(self.stage)
        self.addCleanup(hands.close)
        hands.type(ESCAPE)
        self.until_gone()

    def test_an_alert_is_above_it(self):
        bell = self.actor("bell", roles=["app", "shell"])
        bell.start("alert.raise", title="Paper", severity="critical", buttons=[{"id": "ok", "label": "OK"}])
        alert = bell.message(lambda line: line.get("method") == "alert.present")["params"]
        frame = alert["frame"]
        bell.write(f"show {alert['alert']} alert:{alert['alert']} {ALERT}")
        self.until_covers(ALERT, frame)
        # Its window takes the keys, and with them a grab.
        self.until_gone()

    def test_a_keyboard_moves_it(self):
        keyboard = Windows(self.stage)
        self.addCleanup(keyboard.close)
        height = HEIGHT - 140
        keyboard.draw(keyboard.bar(height, 2 | 4 | 8, height), WIDTH, height, SHOP)
        self.until_color(SHOP, 20, HEIGHT - 20)

        def is_above():
            picture = self.picture()
            rows = [y for y in range(HEIGHT) if picture.color(20, y) == color(MENU)]
            return rows and rows[-1] < 140 and len(rows) > 90
        until(is_above, "the menu above the keyboard")
        # The daemon knows where it is now.
        self.tap(20, 130)
        self.observer.event("tap", verdict="inside")

    def test_the_end_of_a_session_leaves_nothing(self):
        self.observer.call("session.end")
        self.until_gone()


class Compact(Guests):
    """On a display where popovers of clients are sheets."""

    configuration = UNHURRIED + "[appearance]\ncompactWidth = 1200\n"

    def test_the_menu_is_inside_and_the_sheet_is_not(self):
        self.press_left()
        self.until_open("left", MENU)
        self.tap(20, 130)
        self.observer.event("tap", verdict="inside")

        def is_chosen():
            self.tap(20, 130)
            return not self.is_seen(MENU)
        # GTK 3 takes no press so soon after the one that opens the menu.
        until(is_chosen, "no menu, which its program closes")
        self.press_left()
        self.until_open("left", MENU)
        self.tap(HALF // 2, HEIGHT - 20)
        self.observer.event("tap", verdict="dismissed")


class BeneathAlerts(Guests):
    settings = "opensForOthers = true\nalerts = true"

    def test_a_menu_is_there_again_after_an_alert(self):
        bell = self.actor("bell")
        for press, name, shade in (
                (self.press_left, self.name, MENU), (self.press_right, "right", OTHER_MENU)):
            press()
            self.until_open(name, shade)
            bell.start("alert.raise", title="Paper", severity="critical", buttons=[{"id": "ok", "label": "OK"}])
            alert = bell.message(lambda line: line.get("method") == "alert.queued")["params"]["alert"]
            until(lambda shade=shade: not self.is_seen(shade), "the alert")
            bell.call("alert.cancel", alert=alert)
            self.until_open(name, shade)


class Dialogs(OnStage):
    """A dialog of GTK 3 that the configuration makes a view."""

    settings = "opensForOthers = true"
    more = '[[guest]]\nappId = "gtk_dialogs.py"\ndialogs = "modal"\n'

    def setUp(self):
        super().setUp()
        self.program = gtk_dialogs(self)
        self.program.write("ask")
        self.until_views([("gtk_dialogs.py", "modal")])

    def until_views(self, wanted):
        until(lambda: wanted == [
            (one["app"], one["kind"]) for one in self.observer.call("status")["views"]], f"the views {wanted}")

    def test_nothing_opens_beside_it(self):
        answer = self.shop.call(
            "popover.open", behavior="menu", anchor=ANCHOR, size={"width": 320, "height": 200})
        self.assertEqual(answer["data"]["reason"], "modal-active")

    def test_it_ends_with_the_session(self):
        before = self.picture()
        self.observer.call("session.end")
        self.until_views([])
        until(lambda: self.picture().color(WIDTH // 2, HEIGHT // 2) != before.color(WIDTH // 2, HEIGHT // 2),
              "no dialog")


class Qt(Swaps):
    def command(self):
        program = qt.program(PROGRAMS / "qt_menu.cpp", "Qt6Widgets")
        return ["env", "QT_QPA_PLATFORM=wayland", program, GROUND, MENU]

    name = "qt_menu"


def page(test):
    """The folder of a browser's profile, and the address of a page with a list."""
    profile = tempfile.mkdtemp(prefix="popover-guests-")
    test.addCleanup(shutil.rmtree, profile, True)
    with open(os.path.join(profile, "page.html"), "w", encoding="utf-8") as file:
        file.write(PAGE)
    return profile, f"file://{profile}/page.html"


def chromium(test):
    profile, address = page(test)
    return [needed("chromium"), *options(profile), "--test-type", "--password-store=basic",
            "--ozone-platform=wayland", f"--app={address}"]


class Chromium(Swaps):
    name = "chrome-__tmp_"

    def command(self):
        return chromium(self)


class Firefox(Swaps):
    """Its lists are no popups; its menus are."""

    name = "firefox-esr"
    # Where it is pressed, and where its menu is then, whatever its color.
    place = 150, 300

    def press_left(self):
        # The secondary button closes nothing of others.
        self.tap(300, 600)
        until(lambda: not self.observer.call("status")["popovers"], "an empty screen")
        self.finger.tap(*self.place, SECONDARY)

    def is_seen(self, shade):
        x, y = self.place
        return self.color_at(x + 20, y + 20) != color(GROUND) if shade == MENU else super().is_seen(shade)

    def assert_nowhere(self, unwanted):
        if unwanted != MENU:
            return super().assert_nowhere(unwanted)
        return self.assertFalse(self.is_seen(MENU))

    def command(self):
        profile, address = page(self)
        with open(os.path.join(profile, "user.js"), "w", encoding="utf-8") as file:
            file.write("".join(f'user_pref("{name}", {value});\n' for name, value in PREFERENCES.items()))
        # As a kiosk it has no menus.
        return ["env", "MOZ_ENABLE_WAYLAND=1", f"HOME={profile}", needed("firefox-esr"), "--no-remote",
                "--profile", profile, address]
