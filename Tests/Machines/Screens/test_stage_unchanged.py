# SPDX-License-Identifier: MIT
"""Five programs of Debian, of which none knows popoverd, side by side on popover-stage: what people see in a day.

    POPOVER_PICTURES=FOLDER scripts/test-python Tests/Machines/Screens test_stage_unchanged

keeps a picture of each step.
"""

import json
import os
import pathlib
import unittest

from support.wayland_screen import until
from support.x11_screen import needed

import test_stage_guests
from stage_case import SHOP, OnStage, color
from test_stage_places import Windows

PICTURES = os.environ.get("POPOVER_PICTURES")
WIDTH, HEIGHT = 1920, 1080
COLUMN, ROW = WIDTH // 3, HEIGHT // 2
KEYBOARD = 780
BLACK = 0, 0, 0
# How the daemon's names for the programs begin; where each is pressed; and what its popup covers then.
PROGRAMS = {
    "gtk4-widget-factory": ((505, 250), (450, 372, 560, 394)),
    "gtk3-widget-factory": ((1110, 250), (1040, 240, 1180, 300)),
    "qt6ct": ((1378, 99), (1340, 75, 1420, 120)),
    "chrome-": ((80, 570), (5, 610, 150, 750)),
    "firefox-esr": ((1257, 603), (960, 640, 1260, 820)),
}
# Where that of GTK 3 is then.
ABOVE_KEYBOARD = 1045, 180, 1180, 230


def places(left, top, right, bottom):
    return [(x, y) for x in range(int(left), int(right), 5) for y in range(int(top), int(bottom), 5)]


def differ(one, other, area, by=48):
    """Whether much of an area looks otherwise. A little moves by itself, and toolkits dim what has no keys."""
    far = [max(map(abs, map(int.__sub__, one.color(*place), other.color(*place)))) > by for place in places(*area)]
    return sum(far) > 0.2 * len(far)


class Unchanged(OnStage):
    settings = "opensForOthers = true\nalerts = true"
    pixels = size = WIDTH, HEIGHT
    has_window = False

    def setUp(self):
        commands = (
            ["env", "GDK_BACKEND=wayland", needed("gtk4-widget-factory")],
            ["env", "GDK_BACKEND=wayland", needed("gtk3-widget-factory")],
            ["env", "QT_QPA_PLATFORM=wayland", needed("qt6ct")], test_stage_guests.chromium(self),
            test_stage_guests.Firefox.command(self))
        self.more = "".join(
            f'[[app]]\nname = "app{number}"\ncommand = {json.dumps(command)}\nregion = {{ x = {number % 3 * COLUMN}, '
            f"y = {number // 3 * ROW}, width = {COLUMN}, height = {ROW} }}\n"
            for number, command in enumerate(commands))
        super().setUp()
        self.till = self.peer("till")
        self.steps = 0
        self.closed = self.picture()
        until(self.is_there, "every program, at rest")

    def is_there(self):
        """Keeps a picture of the screen on which nothing is open, once every program has drawn."""
        before, self.closed = self.closed, self.picture()
        return all(self.closed.color(*area[:2]) != BLACK and not differ(before, self.closed, area)
                   for _, area in PROGRAMS.values()) and all(
            self.closed.color(x, HEIGHT - 60) == color(test_stage_guests.GROUND) for x in (COLUMN // 2, COLUMN + COLUMN // 2))

    def popovers(self):
        return [one["app"] for one in self.observer.call("status")["popovers"] if one["state"] == "visible"]

    def until_open(self, *names):
        """Waits until popups of these programs are on the screen, and of no other; returns the picture."""
        def is_so():
            picture = self.picture()
            seen = [name for name, (_, area) in PROGRAMS.items() if differ(picture, self.closed, area)]
            apps = self.popovers()
            return picture if seen == [*names] and len(apps) == len(names) and all(
                map(str.startswith, apps, names)) else None
        return until(is_so, f"popups of {names} alone")

    def press(self, name):
        self.tap(*PROGRAMS[name][0])
        return self.until_open(name)

    def keep(self, step, picture=None):
        self.steps += 1
        if PICTURES:
            folder = pathlib.Path(PICTURES)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{self.steps:02}-{step}.png").write_bytes((picture or self.picture()).png)

    def alarm(self):
        """An alert of the stage's own; returns its frame and the picture of it."""
        self.till.start("alert.raise", title="Out of paper", message="Staff are on their way.", severity="critical",
                        buttons=[{"id": "ok", "label": "OK"}])
        alert = until(lambda: next(
            (one for one in self.observer.call("status")["alerts"] if one["state"] == "presented"), None), "the alert")
        left, top, width, height = (alert["frame"][side] for side in ("x", "y", "width", "height"))
        frame = left + 20, top + 20, left + width - 20, top + height - 20
        picture = until(lambda: (shot := self.picture()) and differ(shot, self.closed, frame, by=4) and shot, "its window")
        self.till.call("alert.cancel", alert=alert["alert"])
        return frame, picture

    def test_a_day(self):
        self.keep("nothing-open", self.closed)
        # One tap closes what another program has open, and opens this one's.
        for name in [*PROGRAMS, *list(PROGRAMS)[-2::-1]]:
            self.keep(name, self.press(name))
        self.raise_keyboard()
        self.raise_alert()
        self.press("gtk4-widget-factory")
        self.observer.call("session.end")
        self.keep("next-session", self.until_open())

    def raise_keyboard(self):
        """It moves the list of GTK 3 upward. Browsers close theirs when their window is to be smaller."""
        self.press("gtk3-widget-factory")
        keyboard = Windows(self.stage)
        keyboard.draw(keyboard.bar(KEYBOARD, 2 | 4 | 8, KEYBOARD), WIDTH, KEYBOARD, SHOP)
        until(lambda: self.color_at(80, HEIGHT - KEYBOARD + 20) == color(SHOP), "the keyboard")
        until(lambda: differ(self.picture(), self.closed, ABOVE_KEYBOARD, by=4), "the list above the keyboard")
        self.assertEqual(len(self.popovers()), 1)
        self.keep("keyboard")
        keyboard.close()
        self.tap(COLUMN // 2, HEIGHT - 60)
        self.until_open()

    def raise_alert(self):
        """It looks as it does where no popup is."""
        frame, alone = self.alarm()
        self.until_open()
        self.press("gtk3-widget-factory")
        again, above = self.alarm()
        self.assertEqual(again, frame)
        self.assertEqual([above.color(*place) for place in places(*frame)],
                         [alone.color(*place) for place in places(*frame)])
        self.keep("alert", above)
        self.until_open("gtk3-widget-factory")


if __name__ == "__main__":
    unittest.main()
