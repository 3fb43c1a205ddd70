# SPDX-License-Identifier: MIT
"""The example kiosk as people use it: a page, GTK 3, GTK 4 and Qt on one screen, mouse and keys."""

import pathlib
import sys
import unittest

from support import ROOT
from support.daemon import binary
from support.x11_screen import TouchScreen

sys.path.append(str(ROOT / "Examples" / "Kiosk"))

# pylint: disable=wrong-import-position
import stories
from station import Station

WIDTH, HEIGHT = 1280, 800
# The page, and what the lockers' popover covers of their neighbor: no buttons, whose looks change.
PAGE, BESIDE = (0, 64, 880, 736), (900, 320, 360, 150)
ACCENT = bytes((0x00, 0x66, 0xCC))
# Where the first box of what a person needs is, and how far each is from the next; the first listed control.
BOXES, FIRST = (71, 56), 74


def part(pixels, x, y, width, height):
    """The pixels of a rectangle, row by row."""
    return [pixels[(row * WIDTH + x) * 3:(row * WIDTH + x + width) * 3]
            for row in range(y, y + height)]


def change(one, other, area):
    """The share of a rectangle's bytes that differ between two pictures."""
    rows = [pair for pair in zip(part(one, *area), part(other, *area)) if pair[0] != pair[1]]
    return sum(a != b for pair in rows for a, b in zip(*pair)) / (3 * area[2] * area[3])


def accents(pixels, frame):
    """How much of a rectangle has the kiosk's one color, as a share of 1."""
    rows = part(pixels, *(int(frame[side]) for side in ("x", "y", "width", "height")))
    count = sum(row[at:at + 3] == ACCENT for row in rows for at in range(0, len(row), 3))
    return count / (frame["width"] * frame["height"])


class RecordingVisitor(stories.Visitor):
    """Keeps what was seen, to be compared. `expected` says of pictures whether they show what they
    have to: programs draw some time after they have said what they do."""

    def __init__(self, station):
        self.seen = {}
        self.expected = {}
        super().__init__(station)

    def picture(self, name):
        is_expected = self.expected.get(name, lambda: True)

        def shown():
            self.seen[name] = super(RecordingVisitor, self).picture(name)
            return is_expected()
        self.until(shown, f"what has to be seen in {name}")
        return self.seen[name]


class KioskTests(unittest.TestCase):
    """One kiosk for all; each begins where the one before has started over."""

    @classmethod
    def setUpClass(cls):
        cls.station = Station(daemon=binary())
        cls.addClassCleanup(cls.station.close)

    def setUp(self):
        self.visitor = RecordingVisitor(self.station)
        self.addCleanup(self.visitor.close)
        self.visitor.until_there()
        self.visitor.start_over()

    def popover(self):
        """The one that is on the screen."""
        popovers = self.visitor.scene()["popovers"]
        self.assertEqual(len(popovers), 1)
        return popovers[0]

    def expect(self, name, at_rest, changed):
        """One part of a picture is to be as it was with nothing open, another is not."""
        def is_as(area):
            seen = self.visitor.seen
            # Of letters that are drawn again a pixel may differ.
            return change(seen[name], seen["1-nothing-open"], area) < 0.001
        self.visitor.expected[name] = lambda: is_as(at_rest) and not is_as(changed)

    def typed(self):
        """The text in the page's popover."""
        self.visitor.put_away()
        return dict(self.visitor.work("passenger").content)

    def test_the_token_is_on_no_command_line(self):
        token = pathlib.Path(self.station.folder, "web-token").read_text("ascii").strip()
        browser = self.station.processes["shop"].pid
        line = pathlib.Path(f"/proc/{browser}/cmdline").read_text("utf-8")
        self.assertIn("shop.html", line)
        self.assertNotIn(token, line)

    def test_one_tap_opens_another_programs_popover_and_drafts_return(self):
        # Of the page's popover nothing is left while the lockers' is up, and the other way round.
        self.expect("2-typed-into-the-page", at_rest=BESIDE, changed=PAGE)
        self.expect("3-one-tap-on-the-lockers", at_rest=PAGE, changed=BESIDE)
        self.expect("4-back-with-its-work", at_rest=BESIDE, changed=PAGE)
        stories.one_tap(self.visitor)
        self.assertEqual((self.popover()["app"], self.popover()["source"]), ("shop", "passenger"))
        self.assertEqual(self.typed()["name"], stories.NAME)

    def test_a_notification_is_drawn_above_a_popover_which_stays_with_its_text(self):
        since = len(self.visitor.events)
        # In the middle of the display, with a button that is the only blue thing in its frame.
        frame = {"x": 480, "y": 320, "width": 320, "height": 160}
        seen = self.visitor.seen
        self.visitor.expected = {
            "5-alert-above-it": lambda: accents(seen["5-alert-above-it"], frame) > 0.15,
            "6-answered": lambda: accents(seen["6-answered"], frame) < 0.15}
        stories.alert(self.visitor)
        self.assertEqual(self.popover()["app"], "shop")
        self.assertNotIn("popover.closed", [each.topic for each in self.visitor.events[since:]])
        typed = self.typed()
        self.assertEqual((typed["name"], typed["mail"]), (stories.NAME, stories.MAIL))

    def test_an_alert_with_a_long_message_lies_above_a_keyboard(self):
        stories.above_a_keyboard(self.visitor)

    def test_a_killed_browser_delays_nobody_and_recovers_its_draft(self):
        daemon = self.station.processes["popoverd"]
        self.visitor.call("log.level", level="debug")
        self.addCleanup(self.visitor.call, "log.level", level="info")
        shop = next(each["client"] for each in self.visitor.scene()["clients"]
                    if each["app"] == "shop")
        stories.crash(self.visitor)
        self.station.wait(f"popoverd: .* debug client disconnected: client client={shop} ")
        self.assertIsNone(daemon.poll())
        self.assertEqual(self.typed()["name"], stories.NAME)

    def test_every_toolkit_opens_in_turn_and_recovers_its_draft(self):
        stories.every_toolkit(self.visitor)

    def test_killing_popoverd_loses_no_typed_text(self):
        stories.without_popoverd(self.visitor)

    def test_a_full_basket_that_nobody_touches_is_emptied_after_a_countdown(self):
        self.addCleanup(self.forget_patience)
        seen = self.visitor.seen
        rect = self.visitor.source("shop", "basket")
        basket = [int(rect[side]) for side in ("x", "y", "width", "height")]

        def fullness(name):
            return change(seen[name], seen["10-an-empty-basket"], basket)
        self.visitor.expected = {
            "10-a-full-basket": lambda: fullness("10-a-full-basket") > 0.2,
            "10-the-next-customer": lambda: fullness("10-the-next-customer") < 0.05}
        stories.unattended(self.visitor)

    def forget_patience(self):
        """The daemon of the other stories."""
        self.station.kill("popoverd")
        self.visitor.until(lambda: not self.visitor.client.is_connected, "the end of the connection")
        self.station.start_daemon()

    def need(self, box, words):
        """Checks a box of what a person needs."""
        visitor, said = self.visitor, len(self.station.lines)
        frame = visitor.open("kiosk", "easier")["frame"]
        visitor.until(lambda: visitor.is_still(frame), "the popover to stand still")
        visitor.tap(frame["x"] + 40, frame["y"] + BOXES[0] + box * BOXES[1])
        self.station.wait(f"kiosk: tapped {words}", said)
        since = len(visitor.events)
        visitor.tap(*stories.NOWHERE)
        visitor.event("popover.closed", since, source="easier")

    def test_what_a_person_needs_ends_with_the_session(self):
        visitor = self.visitor
        self.need(0, "Larger text")
        self.assertEqual(visitor.open("lockers", "choose")["frame"]["width"], 480)
        visitor.start_over()
        self.assertEqual(visitor.open("lockers", "choose")["frame"]["width"], 320)

    def test_controls_beyond_reach_are_used_from_a_list_within(self):
        visitor = self.visitor
        self.need(3, "Lower on the screen")
        visitor.source("kiosk", "higher")
        listed = visitor.open("kiosk", "higher")["frame"]
        self.assertGreaterEqual(listed["y"], 320)
        visitor.until(lambda: visitor.is_still(listed), "the list to stand still")
        since = len(visitor.events)
        visitor.tap(listed["x"] + 160, listed["y"] + FIRST)
        opened = visitor.event("popover.opened", since, app="kiosk", source="easier").data
        self.assertGreaterEqual(opened["frame"]["y"], 320)

    def test_starting_over_erases_the_session(self):
        popover = self.visitor.open("shop", "passenger")
        self.visitor.fill(popover, stories.NAME_FIELD, stories.NAME)
        # The shield keeps this tap from the bar, and popoverd hands it over.
        self.visitor.start_over()
        self.visitor.until(lambda: not self.visitor.scene()["popovers"], "an empty screen")
        self.assertIsNone(self.visitor.work("passenger"))
        popover = self.visitor.open("shop", "passenger")
        self.assertEqual(self.typed()["name"], "")


class Glass(TouchScreen):
    """A screen of the kiosk's size that fingers touch."""

    width, height = WIDTH, HEIGHT


class FingerVisitor(RecordingVisitor):
    """A finger on the touch screen."""

    def __init__(self, station, hand):
        self.hand = hand
        super().__init__(station)

    def tap(self, x, y):
        # A finger is there before a process that moves a mouse has started: what the daemon has
        # ordered so far is done when it answers.
        self.scene()
        self.hand.tap(round(x), round(y))


class TouchedKioskTests(unittest.TestCase):
    """The same by fingers, which toolkits hear of in other ways than of a mouse."""

    def setUp(self):
        glass = Glass()
        self.addCleanup(glass.close)
        station = Station(screen=glass.display, daemon=binary())
        self.addCleanup(station.close)
        self.visitor = FingerVisitor(station, glass.hand())
        self.addCleanup(self.visitor.close)
        self.visitor.until_there()

    def test_programs_of_every_toolkit_take_turns_under_fingers(self):
        for story in (stories.one_tap, stories.alert, stories.every_toolkit):
            story(self.visitor)
            self.visitor.start_over()


if __name__ == "__main__":
    unittest.main()
