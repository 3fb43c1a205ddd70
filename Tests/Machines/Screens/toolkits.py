# SPDX-License-Identifier: MIT
"""Windows of toolkits that know nothing of popoverd, and taps on them of all kinds."""

import functools
import os
import random
import shlex
import subprocess
import time

from support.daemon import PATIENCE
from support.places import covers, inside, pixel, rect, until_next_millisecond
from support.browser import PAGES
from support.x11_screen import PROGRAMS, Companion, cellar, needed

# Debian's: GTK's packages are for no other.
PYTHON = "/usr/bin/python3"
ENVIRONMENT = {"NO_AT_BRIDGE": "1", "GSK_RENDERER": "cairo", "GTK_THEME": "Adwaita",
               "GSETTINGS_BACKEND": "memory", "PYTHONDONTWRITEBYTECODE": "1"}
TAPS = 8
SEED = 11


@functools.lru_cache(maxsize=None)
def qt_window():
    """The path of the program, compiled."""
    path = os.path.join(cellar(), "qt_window")
    flags = subprocess.run(
        [needed("pkg-config"), "--cflags", "--libs", "Qt6Widgets"], check=True,
        capture_output=True, text=True).stdout
    subprocess.run(
        [os.environ.get("CXX", "c++"), "-std=c++17", "-O0", "-fPIC", "-Wall", "-Wextra", "-Werror",
         str(PROGRAMS / "qt_window.cpp"), "-o", path, *shlex.split(flags)],
        check=True, stdin=subprocess.DEVNULL)
    return path


def command(toolkit):
    """How its window is started, but for sizes and places."""
    if toolkit == "qt":
        return [qt_window()]
    if toolkit == "chromium":
        return [PYTHON, str(PROGRAMS / "chromium_window.py"), needed("chromium"),
                str(PAGES / "window.html")]
    return [PYTHON, str(PROGRAMS / f"{toolkit}_window.py")]


def grown(area, by):
    return rect(area["x"] - by, area["y"] - by, area["width"] + 2 * by, area["height"] + 2 * by)


def same_place(line, expected):
    """Fingers touch between pixels, which some toolkits round."""
    if not line.startswith("touch ") or not expected.startswith("touch "):
        return line == expected
    pairs = zip(line.split()[1:], expected.split()[1:])
    return all(abs(int(one) - int(other)) <= 1 for one, other in pairs)


class ToolkitWindow(Companion):
    """`buttons` are rectangles in the window; `x` and `y` is where on the screen it begins."""

    def __init__(self, toolkit, environment, width, height, buttons):
        places = [int(each[name]) for each in buttons for name in ("x", "y", "width", "height")]
        super().__init__(
            [*command(toolkit), *map(str, (width, height, *places))],
            environment={**ENVIRONMENT, **environment})
        self.toolkit, self.buttons = toolkit, buttons
        self.x = self.y = 0
        if self.line() != "ready":
            raise AssertionError(f"a window of {toolkit} does not open")

    def expected(self, kind, place):
        """The lines that a delivered tap produces."""
        x, y = place[0] - self.x, place[1] - self.y
        clicks = [f"click {number}" for number, button in enumerate(self.buttons)
                  if covers(button, x, y)]
        return [f"{kind} {x} {y}", *clicks]

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            super().close()
        self.process.stdout.close()


class Places:
    """Where things are on a screen whose right half is the toolkit's and whose left another's."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.split = split = width // 2
        self.source = rect(split + 190, 60, 120, 44)
        self.others_source = rect(100, 300, 120, 60)
        # Where its popover will be, and a button in it.
        self.button = rect(split + 130, 200, 120, 60)
        self.passed = [rect(split + 40, 420, 150, 80), rect(split - 220, 80, 120, 100)]
        self.occluder = rect(split - 150, height - 120, 300, 60)

    def window(self):
        return rect(self.split, 0, self.width - self.split, self.height)

    def in_window(self, place):
        return {**place, "x": place["x"] - self.split}


class TappedToolkits:
    """Tests for mouse and fingers on any server.

    Whoever mixes it in has `hand`, and says how windows are opened and what is seen of taps.
    """

    # Whether popoverd is told of taps that no shield has swallowed.
    sees_all = True
    kind = None
    # Toolkits that let go of a button which is held when a window comes over it.
    letting_go = ()

    def open_windows(self, toolkit, places):
        """The toolkit's window in the right half, and another's in the left."""
        raise NotImplementedError

    def press(self, x, y):
        raise NotImplementedError

    def release(self):
        raise NotImplementedError

    def test_gtk_3(self):
        self.assert_all_get_theirs("gtk3", random.Random(SEED))

    def test_gtk_4(self):
        self.assert_all_get_theirs("gtk4", random.Random(SEED + 1))

    def test_qt(self):
        self.assert_all_get_theirs("qt", random.Random(SEED + 2))

    def test_chromium(self):
        self.assert_all_get_theirs("chromium", random.Random(SEED + 3))

    def assert_all_get_theirs(self, toolkit, chance):
        # What a story has, is made by each test.
        # pylint: disable=attribute-defined-outside-init
        self.places = Places(*self.size)
        self.mine, self.others = self.open_windows(toolkit, self.places)
        self.shop, self.cafe = self.peer(toolkit), self.peer("cafe")
        self.shell = self.peer("shell", ("shell",))
        self.chance, self.popover, self.count, self.tapped = chance, None, 0, None
        self.cafe.call("source.set", source="order", rect=self.places.others_source)
        self.shop.call("occluder.set", occluder="keyboard", rect=self.places.occluder)
        self.shop.call("surface.set", surface="window", frame=self.places.window())
        kinds = [self.in_popover, self.outside, self.on_own_source, self.on_others_source,
                 self.in_passthrough, self.on_alert, self.on_occluder, self.with_nothing_open,
                 self.held_while_it_opens, self.held_while_it_closes]
        stories = kinds * TAPS
        chance.shuffle(stories)
        for story in stories:
            story()
        self.assert_heard([], [])

    # What people tap

    def in_popover(self):
        self.open()
        # Half of them on the button.
        area = self.chance.choice([self.frame, self.places.button])
        self.assert_reaches(self.place_in(area), "inside")

    def outside(self):
        self.open()
        own = self.places.window()
        around = [self.frame, self.places.source, self.places.occluder, *self.places.passed,
                  rect(self.arrow["x"] - 30, self.arrow["y"] - 30, 60, 60)]
        while True:
            place = inside(own, self.chance)
            if not any(covers(each, *place) for each in around):
                break
        self.assert_kept(place, "dismissed")
        self.assert_closed("outside-tap")

    def on_own_source(self):
        self.open()
        self.assert_kept(self.place_in(self.places.source), "dismissed")
        self.assert_closed("source-tap")

    def on_others_source(self):
        self.open()
        self.assert_kept(inside(self.places.others_source, self.chance), "dismissed")
        self.cafe.wait("source.activated", source="order")
        self.assert_closed("outside-tap")

    def in_passthrough(self):
        self.open()
        place = self.chance.choice(self.places.passed)
        self.assert_reaches(inside(place, self.chance), "passed")

    def on_occluder(self):
        self.open()
        self.assert_reaches(inside(self.places.occluder, self.chance), "passed")

    def on_alert(self):
        self.open()
        raised = self.cafe.start("alert.raise", title="Paper is out", severity="warning",
                                 buttons=[{"id": "ok", "label": "OK"}])
        asked = self.shell.wait("alert.present")
        self.shell.answer(asked, {})
        frame, alert = asked["params"]["frame"], asked["params"]["alert"]
        self.settle()
        self.assert_reaches(self.place_in(frame), "inside")
        # On the popover, on its button even, and nothing happens.
        while True:
            place = inside(self.chance.choice([self.frame, self.places.source]), self.chance)
            if not covers(frame, *place):
                break
        self.assert_kept(place, "swallowed")
        self.shell.call("alert.answer", alert=alert, button="ok")
        self.cafe.result(raised)
        self.settle()

    def with_nothing_open(self):
        self.close()
        self.assert_reaches(self.place_in(self.places.source), "idle")

    def held_while_it_opens(self):
        """A pressed window gets the release, although the shield appears in between."""
        self.close()
        self.tapped = place = self.place_in(self.places.source)
        self.press(*place)
        pressed, *clicked = self.mine.expected(self.kind, place)
        if self.mine.toolkit in self.letting_go:
            clicked = []
        self.assert_heard([pressed], [])
        self.open()
        self.release()
        self.assert_heard(clicked, [])
        if self.sees_all:
            self.assert_told(place, "idle")
        self.assertFalse(self.shop.has("popover.willClose"))

    def held_while_it_closes(self):
        """A press that the shield swallowed never clicks the button."""
        self.open()
        self.tapped = place = self.place_in(self.places.source)
        self.press(*place)
        # It closes later than that.
        until_next_millisecond()
        self.close()
        self.release()
        self.assert_told(place, "swallowed")
        self.settle()
        # The next tap is a tap like any other.
        self.with_nothing_open()

    # What comes of it

    def place_in(self, area):
        """Not at the edge of a button: how round its corners are, and how near to it a finger
        means it, are the toolkit's to say."""
        while True:
            place = inside(area, self.chance)
            if not any(covers(grown(each, 24), *place) and not covers(grown(each, -8), *place)
                       for each in (self.places.source, self.places.button)):
                return place

    def open(self):
        if self.popover:
            return
        self.touch_own_window()
        # A source of its own: who taps a source that closes its popover does not want it again.
        if self.count:
            self.shop.call("source.remove", source=f"button-{self.count}")
        self.count += 1
        source = f"button-{self.count}"
        self.shop.call("source.set", source=source, surface="window",
                       rect=self.places.in_window(self.places.source))
        grant = self.shop.call(
            "popover.open", behavior="task", size={"width": 320, "height": 200}, source=source,
            sides=["bottom"], passthrough=self.places.passed)
        self.popover, self.frame, self.arrow = grant["popover"], grant["frame"], grant["arrow"]
        button = self.places.button
        self.assertTrue(covers(self.frame, button["x"], button["y"]), self.frame)
        self.settle()

    def touch_own_window(self):
        """The app reports what no plugin sees, or its popover is one that nobody asked for: that takes
        the keyboard from the window, and Qt lets go of what people press at that moment."""
        if self.sees_all:
            return
        # Where none of the stories taps: it would be the same tap.
        self.shop.call("tap", x=self.places.width - 1, y=self.places.height - 1)
        self.observer.event("tap")

    def close(self):
        if self.popover:
            self.shop.call("popover.close", popover=self.popover, outcome="done")
            self.shop.wait("popover.closed", popover=self.popover)
            self.popover = None
        self.settle()

    def settle(self):
        """The server has carried out what the daemon has ordered so far."""
        for _ in range(2):
            self.observer.fence()
            self.assert_heard([], [])

    def assert_reaches(self, place, verdict):
        """Only the window at that place gets the tap, once."""
        self.tapped = place
        self.press(*place)
        self.release()
        if self.sees_all:
            self.assert_told(place, verdict)
        is_mine = place[0] >= self.places.split
        window = self.mine if is_mine else self.others
        expected = window.expected(self.kind, place)
        self.assert_heard(expected if is_mine else [], [] if is_mine else expected)
        self.assertFalse(self.shop.has("popover.willClose"))
        self.assertFalse(self.cafe.has("source.activated"))

    def assert_kept(self, place, verdict):
        self.tapped = place
        self.press(*place)
        self.release()
        self.assert_told(place, verdict)
        self.assert_heard([], [])

    def assert_told(self, place, *verdicts):
        told = self.observer.event("tap")["data"]
        self.assertEqual(pixel(told), place)
        self.assertIn(told["verdict"], verdicts, place)

    def assert_closed(self, reason):
        asked = self.shop.wait("popover.willClose", popover=self.popover, reason=reason)
        self.shop.answer(asked, {})
        closed = self.shop.wait("popover.closed", popover=self.popover)
        self.assertEqual(closed["params"]["reason"], reason)
        self.popover = None

    def assert_heard(self, mine, others):
        """Expected lines have a moment to arrive; unexpected ones fail at any time."""
        deadline = time.monotonic() + PATIENCE
        for window, expected in ((self.mine, mine), (self.others, others)):
            got = window.told()
            while len(got) < len(expected) and time.monotonic() < deadline:
                got += window.told()
            is_right = len(got) == len(expected) and all(map(same_place, got, expected))
            self.assertTrue(
                is_right,
                f"{got}, not {expected}, after {self.tapped}\n{self.daemon.told()}")
