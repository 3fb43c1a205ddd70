# SPDX-License-Identifier: MIT
"""Popovers of the library for Qt, on an X server and on sway: where the daemon says, off a keyboard, and
with what was typed."""

import unittest

from support import qt
from support.accessibility_bus import AccessibilityBus
from support.daemon_case import holds, overlap, rect
from support.wayland_screen import until
from support.x11_screen import PROGRAMS

from popover_screens import StageScreen, SwayScreen, XScreen


class Popovers:
    """What holds on every screen, for widgets and for QML."""

    def test_it_is_where_the_daemon_says_and_keeps_what_is_typed(self):
        self.start()
        self.press()
        self.expect("opened ", "focus name")
        frame = self.popover()["frame"]
        self.assertEqual(self.popover()["behavior"], "inspector")
        self.until_at(frame)
        self.type("a")
        self.expect("typed a")

        # The text is saved while people type, and handed over when they tap elsewhere.
        self.observer.wait("event", topic="draft.saved")
        self.tap(20, 20)
        self.expect("closed outside-tap")
        self.until_gone(frame)
        self.press()
        self.expect("opened a")
        self.until_at(frame)

        # The daemon dies; the text survives it, and so does the program.
        self.type("b")
        self.expect("typed ab")
        self.daemon.kill()
        self.expect("closed connection-lost")
        self.until_gone(frame)
        self.daemon.start()
        self.expect("ready")
        self.observer = self.watch("popover.*")
        until(self.has_display, "the display")
        until(self.sources, "the source")
        self.press()
        self.expect("opened ab")
        self.until_settled()
        # Its source gets the focus back.
        self.tap_source()
        self.expect("closed source-tap", "focus order")

    def test_it_has_the_keys_after_people_have_used_another_program(self):
        self.start()
        cafe = self.peer("cafe")
        cafe.call("source.set", source="table", rect=rect(0, 0, 40, 40))
        self.press()
        self.expect("opened ", "focus name")
        self.tap(20, 20)
        self.expect("closed outside-tap")
        cafe.wait("source.activated", source="table")
        self.press()
        self.expect("opened ")
        self.until_settled()
        self.type("a")
        self.expect("typed a")

    def tap_source(self):
        self.press()

    def test_it_makes_room_for_a_keyboard(self):
        self.start()
        self.press()
        self.expect("opened ", "focus name")
        before = self.popover()["frame"]
        self.until_at(before)
        keyboard = self.keyboard()
        until(lambda: not overlap(self.popover()["frame"], keyboard.area), "room for the keyboard")
        self.assertTrue(overlap(before, keyboard.area))
        self.until_settled()
        self.assertFalse(overlap(self.popover()["frame"], keyboard.area))
        self.type("a")
        self.expect("typed a")
        keyboard.close()
        until(lambda: self.popover()["frame"] == before, "the place of before")
        self.until_at(before)
        self.assertTrue(holds(rect(0, 0, *self.size), before))


class OnX(Popovers, XScreen):
    def test_it_is_a_dialog_for_those_who_hear_the_screen(self):
        self.start()
        self.press()
        self.expect("opened ", "heard dialog Order")

    def test_one_that_is_deleted_hands_its_work_over(self):
        self.start()
        self.press()
        self.expect("opened ", "focus name")
        self.type("x")
        self.expect("typed x")
        self.observer.wait("event", topic="popover.closed")
        draft = self.peer("qt").call("draft.load", key="order-7")["draft"]
        self.assertEqual((draft["content"]["name"], draft["reason"]), ("x", "source-gone"))


class OnSway(Popovers, SwayScreen):
    def test_it_is_a_dialog_for_those_who_hear_the_screen(self):
        bus = self.enterContext(AccessibilityBus())
        self.environment.update(bus.environment)
        self.start()
        self.press()
        bus.wait("window:activate", "dialog", "Order")


class Qml:
    """The same popover in QML."""

    def command(self):
        return [qt.program(PROGRAMS / "qt_qml.cpp", "Qt6Qml", "Qt6Gui"), str(PROGRAMS / "qt_popover.qml"),
                str(qt.build() / "qml")]


class QmlOnX(Qml, Popovers, XScreen):
    pass


class QmlOnSway(Qml, Popovers, SwayScreen):
    pass


class OnStage(Popovers, StageScreen):
    pass


class QmlOnStage(Qml, Popovers, StageScreen):
    pass


if __name__ == "__main__":
    unittest.main()
