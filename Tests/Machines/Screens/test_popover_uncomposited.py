# SPDX-License-Identifier: MIT
"""Popovers of every library on an X server without a compositing manager, where what is transparent is black:
they are opaque, have a shape, and do not fade."""

import unittest

from support.wayland_screen import until

from popover_screens import BODY, WINDOW, XScreen
from test_popover_keys import Gtk3, Gtk4, Qml, Qt

# How long what moves takes: pictures are taken meanwhile.
TIMING = "[timing]\nanimationMs = 1500\n"
# Every color here has more green, but for text.
DARK = 100
CORNER, AROUND = 8, 11


class Uncomposited(XScreen):
    composited = False
    edge = 1

    def setUp(self):
        super().setUp()
        self.environment.update(GDK_BACKEND="x11", POPOVER_FIELDS="1")
        self.screen.manage()

    def configuration(self):
        # With the usual material, which is translucent.
        return super().configuration().replace('material = "opaque"', "").replace("[timing]\n", TIMING)

    def places(self, frame):
        """Around the popover, in its corners, and where it has nothing but its color."""
        left, top, width, height = (int(frame[side]) for side in ("x", "y", "width", "height"))
        right, bottom = left + width, top + height
        for x in range(left - AROUND, right + AROUND, 2):
            yield from ((x, y) for y in (*range(top - AROUND, top, 2), bottom, bottom + 5, bottom + AROUND))
            yield x, bottom - 2 * CORNER
        for y in range(top, bottom, 2):
            yield from ((x, y) for x in (left - 20, left - 1, right, right + 20))
        for x in (*range(left, left + CORNER), *range(right - CORNER, right)):
            yield from ((x, y) for y in (*range(top, top + CORNER), *range(bottom - CORNER, bottom)))

    def looked(self, frame):
        """A picture in which nothing is black that is transparent elsewhere."""
        picture = self.picture()
        dark = [(x, y, picture.color(x, y)) for x, y in self.places(frame)
                if y < self.size[1] and picture.color(x, y)[1] < DARK]
        self.assertEqual(dark[:5], [])
        return picture

    def test_nothing_of_it_is_black(self):
        self.start()
        self.press()
        until(lambda: self.observer.call("status")["popovers"], "a popover")
        frame = self.popover()["frame"]
        while not self.is_at(frame):
            self.looked(frame)
        picture = self.looked(frame)
        corners = [(frame["x"] + x, frame["y"] + y) for x in (0, frame["width"] - 1)
                   for y in (0, frame["height"] - 1)]
        self.assertEqual([picture.color(*corner) for corner in corners], 4 * [WINDOW])
        # Without a shadow it has an edge.
        left, row = int(frame["x"]), int(frame["y"]) + 180
        self.assertEqual([picture.color(left - 1, row), picture.color(left + 1, row)], [WINDOW, BODY])
        self.assertNotIn(picture.color(left, row), (WINDOW, BODY))
        self.assertNotEqual(picture.color(500, frame["y"] - 3), WINDOW, "its arrow")
        self.expect("opened ")
        self.tap(20, 20)
        self.observer.wait("event", topic="popover.closed")
        self.looked(frame)
        self.until_gone(frame)
        # A compositing manager comes, and its shadow is there.
        self.screen.compose()
        until(self.screen.is_composited, "a compositing manager")
        self.press()
        self.expect("opened ")
        until(lambda: self.has_shadow(frame), "a shadow")

    def has_shadow(self, frame):
        beside = frame["x"] - 4, frame["y"] + frame["height"] / 2
        return self.picture().color(*beside) != WINDOW


class Gtk3Uncomposited(Gtk3, Uncomposited):
    pass


class Gtk4Uncomposited(Gtk4, Uncomposited):
    pass


class QtUncomposited(Qt, Uncomposited):
    pass


class QmlUncomposited(Qml, Uncomposited):
    fields = 1


del Uncomposited, XScreen

if __name__ == "__main__":
    unittest.main()
