# SPDX-License-Identifier: MIT
"""A ticket is bought by people who touch no screen, across five programs: by a keypad, and by one
switch.

Whoever plays it has a hand, an object with

    press(step)   presses and lets go of the key of a keypad that means this step of `navigate`, or
                  with "switch" the switch
    hold()        holds the switch until what is on top has closed
    scan          how long a switch's scan rests on each control, in seconds
"""

import time

# More than there are controls.
MOST_STEPS = 30
# How often people look for the ring, and how often they go round until they see it: a plugin that was
# slow rests for a while, and draws what comes after.
LOOKS, ROUNDS = 3, 3
WIDTH = 1280
BLACK, WHITE = bytes(3), bytes((255, 255, 255))
# The color of what programs draw around that which has the focus in a popover.
FOCUS = bytes((0x1c, 0x1c, 0x1e))
# Where in their popovers these buttons have their left edge, in points.
SECOND_CLASS, LOCKER, PAY_NOW = (8, 34), (16, 70), (178, 172)
TAKE = ("notify-send", "-u", "critical", "Take your ticket", "Have a good trip!")


def is_ringed(pixels, area):
    """Whether two black and two white points are beyond the middle of each side of a rectangle."""
    def color(x, y):
        at = 3 * (y * WIDTH + x)
        return pixels[at:at + 3]
    left, top = round(area["x"]), round(area["y"])
    right, bottom = round(area["x"] + area["width"]), round(area["y"] + area["height"])
    across, down = (left + right) // 2, (top + bottom) // 2
    return all(
        color(left - away, down) == color(right - 1 + away, down) == color(across, top - away)
        == color(across, bottom - 1 + away) == expected
        for away, expected in ((1, BLACK), (2, BLACK), (3, WHITE), (4, WHITE)))


class Buyer:
    """A visitor's way through the programs; `name` begins the names of pictures."""

    name = None

    def __init__(self, visitor, hand):
        self.visitor, self.hand = visitor, hand

    def go_to(self, app, source):
        """The ring comes to a control."""
        raise NotImplementedError

    def activate(self):
        raise NotImplementedError

    def press_in(self, popover, steps, place):
        """Presses the button in a popover that so many steps lead to, and that is at this place."""
        raise NotImplementedError

    def leave(self):
        """Closes what is on top."""
        raise NotImplementedError

    def reveal(self, app, source):
        self.find(app, source)
        since, said = len(self.visitor.events), len(self.visitor.station.lines)
        self.activate()
        popover = self.visitor.event("popover.opened", since, app=app, source=source).data
        self.visitor.said(f"{app}: opened", said)
        self.visitor.picture(f"{self.name}-{app}")
        return popover

    def find(self, app, source):
        """The ring comes to a control, and is seen there."""
        for _ in range(ROUNDS):
            self.go_to(app, source)
            if any(self.is_ring_seen(app, source) for _ in range(LOOKS)):
                return
        raise AssertionError(f"no ring is seen around {source} of {app}")

    def is_ring_seen(self, app, source):
        """Whether a picture of the screen, which is kept, shows the ring at a control."""
        pixels = self.visitor.picture(f"{self.name}-{app}-ring")
        return is_ringed(pixels, self.visitor.source(app, source))

    def choose(self, popover, steps, place, deed):
        """Presses a button, of which the program says `deed`."""
        said = len(self.visitor.station.lines)
        self.press_in(popover, steps, place)
        self.visitor.said(deed, said)

    def buy(self):
        visitor = self.visitor
        self.reveal("timetable", "departures")
        self.leave()
        visitor.said("timetable: closed key")
        popover = self.reveal("shop", "Buy Harbour Bay")
        self.choose(popover, 0, SECOND_CLASS, "shop: closed choice")
        popover = self.reveal("lockers", "choose")
        self.choose(popover, 0, LOCKER, "lockers: tapped locker 1")
        visitor.picture(f"{self.name}-lockers-chosen")
        self.leave()
        visitor.said("lockers: closed key")
        popover = self.reveal("payment", "pay")
        self.choose(popover, 2, PAY_NOW, "payment: tapped Pay now")
        visitor.said("payment: closed done")
        self.take()

    def take(self):
        """The printer's program knows nothing of popoverd; the shell shows what it says."""
        visitor, said = self.visitor, len(self.visitor.station.lines)
        since = len(visitor.events)
        visitor.run(*TAKE)
        alert = visitor.event("alert.presented", since).data
        visitor.said("kiosk: shows an alert", said)
        frame = visitor.scene()["alerts"][0]["frame"]
        visitor.picture(f"{self.name}-alert")
        self.choose({"frame": frame}, 1, (16, frame["height"] - 40), "kiosk: answered an alert")
        visitor.event("alert.answered", since, alert=alert["alert"])

    def has_focus(self, popover, place):
        """Whether a button is drawn with the focus: its color is at the left edge of its middle."""
        x, y = (round(popover["frame"][axis] + by) for axis, by in zip("xy", place))
        row = self.visitor.run(
            "import", "-silent", "-window", "root", "-crop", f"16x1+{x - 8}+{y}", "-depth", 8, "rgb:-")
        return FOCUS in (row[at:at + 3] for at in range(0, len(row), 3))

    def ring(self):
        """The program and the control that have the ring."""
        at = self.visitor.scene()["displays"][0].get("focus", {})
        return at.get("ring") and (at["app"], at["source"])


class ByKeypad(Buyer):
    name = "11-keypad"

    def go_to(self, app, source):
        for _ in range(MOST_STEPS):
            since = len(self.visitor.events)
            self.hand.press("next")
            self.visitor.event("focus.changed", since, ring=True)
            if self.ring() == (app, source):
                return
        raise AssertionError(f"no key leads to {source} of {app}")

    def activate(self):
        self.hand.press("activate")

    def press_in(self, popover, steps, place):
        for _ in range(steps):
            self.hand.press("next")
        self.visitor.until(lambda: self.has_focus(popover, place), f"the focus at {place}")
        self.hand.press("activate")

    def leave(self):
        self.hand.press("back")


class ByOneSwitch(Buyer):
    """Presses when the scan has just come to a control: then it rests there for a while."""

    name = "12-switch"
    aim = None

    def go_to(self, app, source):
        if not self.ring():
            self.hand.press("switch")
        self.visitor.until(lambda: self.ring() == (app, source), f"the scan at {source} of {app}")
        self.aim = app, source

    def activate(self):
        self.visitor.until(self.has_just_come, "the scan to come to {1} of {0}".format(*self.aim))
        self.hand.press("switch")

    def has_just_come(self):
        came = [each for each in self.visitor.events if each.topic == "focus.changed"][-1]
        age = time.clock_gettime_ns(time.CLOCK_MONOTONIC) / 1e9 - came.time / 1e6
        return (came.data["app"], came.data.get("source")) == self.aim and age < self.hand.scan / 2

    def press_in(self, popover, steps, place):
        # The one that had it when the popover opened keeps it for less; a single one keeps it always.
        moves = time.monotonic() + 2 * self.hand.scan
        self.visitor.until(
            lambda: time.monotonic() > moves or not self.has_focus(popover, place), "the scan to move")
        self.visitor.until(lambda: self.has_focus(popover, place), f"the scan at {place}")
        self.hand.press("switch")

    def leave(self):
        self.hand.hold()
