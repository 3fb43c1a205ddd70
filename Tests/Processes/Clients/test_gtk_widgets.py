# SPDX-License-Identifier: MIT
"""What the libraries for GTK do by themselves: the state of widgets as the draft, sources, errors."""

import contextlib
import json
import os
import time
import unittest

from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.gtk_library import PYTHON, built
from support.line_socket import LineSocket
from support.x11_screen import Companion

from gtk_screen import Screen
from story import HERE, OUTSIDE

INITIAL = {
    "name": "", "note": "", "nameless": "", "secret": "", "pin": "", "return": False, "toggle": False,
    "switch": True, "scale": 0, "count": 1, "class": "second", "row": -1, "steps": None}
TEXT = "Ada \"Ö\" 1815"
KEPT = {
    "name": TEXT, "note": "two\nlines", "return": True, "toggle": True, "switch": False, "scale": 7.5,
    "count": 3, "class": "first", "row": 2, "steps": [1, 2]}


class Program(Companion):
    def next(self):
        return json.loads(self.line())

    def do(self, command):
        self.tell(command)
        return self.next()


class Widgets:
    """Tests for both versions."""

    version = None
    # What a version has besides.
    initial, kept = {}, {}

    @classmethod
    def setUpClass(cls):
        cls.screen = Screen()
        cls.addClassCleanup(cls.screen.close)

    def setUp(self):
        self.initial = {**INITIAL, **type(self).initial}
        self.kept = {**KEPT, **type(self).kept}
        self.daemon = Daemon(UNHURRIED)
        self.addCleanup(self.daemon.close)
        self.daemon.start()
        self.program = Program(
            [PYTHON, os.path.join(HERE, "programs/widgets_gtk.py"), self.version],
            environment={**built().environment, **self.screen.environment,
                         "POPOVERD_SOCKET": self.daemon.socket})
        self.addCleanup(self.program.close)
        self.assertEqual(self.program.next(), "ready")
        self.hand = LineSocket(self.daemon.socket)
        self.addCleanup(self.hand.close)
        self.hand.hello("hand", ["input", "observer"])
        self.wait_for_source(600, 80)

    def scene(self, member):
        return self.hand.call("look", "status", {})["result"][member]

    def wait_for_source(self, x, y):
        """Events of sources are none; the scene has them."""
        self.wait_for(lambda: any(
            (one["rect"]["x"], one["rect"]["y"]) == (x, y) for one in self.scene("sources")))

    def wait_for(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), deadline)

    def tap_outside(self):
        self.hand.call("tap", "tap", OUTSIDE)
        self.assertEqual(self.program.next(), {"ended": "outside-tap"})

    def stored(self):
        """The draft that the daemon has."""
        with contextlib.closing(LineSocket(self.daemon.socket)) as someone:
            someone.hello("widgets")
            draft = someone.call("load", "draft.load", {"key": "form"})["result"]["draft"]
            return draft and draft["content"]

    def test_the_state_of_named_widgets_is_the_draft(self):
        self.assertEqual(self.program.do("state"), self.initial)
        self.assertEqual(self.program.do("open"), "open")
        self.assertEqual(self.program.do("draft"), None)
        self.program.do("fill")
        self.assertEqual(self.program.do("draft"), self.kept)
        self.tap_outside()
        self.assertEqual(self.stored(), self.kept)
        # The next person sees nothing of it, and secrets are gone for good.
        self.assertEqual(self.program.do("state"), self.initial)
        self.assertEqual(self.program.do("open"), "open")
        self.assertEqual(self.program.do("state"), {**self.initial, **self.kept})
        self.assertEqual(self.program.do("done"), {"ended": "done"})
        self.assertEqual(self.program.do("state"), self.initial)
        self.assertEqual(self.program.do("open"), "open")
        self.assertEqual(self.program.do("state"), self.initial)

    def test_untouched_widgets_leave_no_draft(self):
        self.assertEqual(self.program.do("open"), "open")
        self.tap_outside()
        self.assertIsNone(self.stored())

    def test_a_draft_of_another_program_harms_nothing(self):
        with contextlib.closing(LineSocket(self.daemon.socket)) as someone:
            someone.hello("widgets")
            someone.call("save", "draft.save", {"key": "form", "content": {
                "name": 7, "note": None, "return": "yes", "scale": [1], "count": True, "class": "third",
                "row": 99, "nobody": {"a": 1}, "switch": False}})
        self.assertEqual(self.program.do("open"), "open")
        state = self.program.do("state")
        self.assertEqual(
            {name: state[name] for name in ("name", "note", "return", "scale", "switch")},
            {"name": "", "note": "", "return": False, "scale": 0, "switch": False})

    def test_work_is_saved_when_the_program_says(self):
        self.assertEqual(self.program.do("open"), "open")
        self.program.do("fill")
        self.assertEqual(self.program.do("save"), "saved")
        self.wait_for(lambda: self.stored() is not None)
        self.assertEqual(self.stored(), self.kept)

    def test_a_source_that_moves_takes_its_popover_along(self):
        self.assertEqual(self.program.do("open"), "open")
        before, = self.scene("popovers")
        self.assertEqual(self.program.do("move_source"), "moved")
        self.wait_for_source(200, 300)
        after, = self.scene("popovers")
        self.assertNotEqual(after["frame"], before["frame"])

    def test_a_source_that_goes_closes_its_popover_and_its_work_is_kept(self):
        self.assertEqual(self.program.do("open"), "open")
        self.program.do("fill")
        self.assertEqual(self.program.do("hide_source"), "hidden")
        self.assertEqual(self.program.next(), {"ended": "source-gone"})
        self.assertEqual(self.stored(), self.kept)
        refused = self.program.do("open")
        self.assertEqual(refused["words"], "the source of the popover is not on the screen")

    def test_refusals_are_errors_of_a_domain_of_their_own(self):
        refused = self.program.do("open_balloon")
        self.assertEqual((refused["domain"], refused["code"]), ("popover-gtk-refusal-quark", 11))
        self.assertIn('no loaded plugin provides the behavior "balloon"', refused["words"])

    def test_errors_have_the_codes_of_the_protocol(self):
        failed = self.program.do("wrong")
        self.assertEqual((failed["domain"], failed["code"]), ("popover-gtk-error-quark", -32602))
        self.assertIn("x: ", failed["words"])

    def test_an_open_that_is_canceled_at_once_opens_nothing(self):
        failed = self.program.do("hasty")
        self.assertEqual((failed["domain"], failed["code"]), ("g-io-error-quark", 19))
        self.wait_for(lambda: self.scene("popovers") == [])
        self.assertEqual(self.program.do("open"), "open")

    def test_work_that_is_done_while_it_leaves_is_not_kept(self):
        self.assertEqual(self.program.do("open"), "open")
        self.program.do("fill")
        self.assertEqual(self.program.do("save"), "saved")
        self.wait_for(lambda: self.stored() is not None)
        self.assertEqual(self.program.do("delay"), "later")
        self.hand.call("tap", "tap", OUTSIDE)
        self.assertEqual(self.program.next(), "leaves")
        self.assertEqual(self.program.do("done"), {"ended": "done"})
        self.assertIsNone(self.stored())

    def test_a_gesture_is_for_what_opens_at_once(self):
        self.hand.call("ask", "display.set", {
            "display": "main", "width": 1280, "height": 800, "opens": "asked"})
        source, = self.scene("sources")
        self.hand.call("press", "source.activate", {
            "client": source["client"], "source": source["source"]})
        self.assertEqual(self.program.next(), "clicked")
        # Another tap asks for what opens later.
        self.hand.call("end", "session.end", {})
        self.hand.call("tap", "tap", {"x": 640, "y": 100})
        self.assertEqual(self.program.do("open"), "open")

    def test_a_tap_outside_nudges_a_modal_one(self):
        self.assertEqual(self.program.do("modal"), "open")
        self.hand.call("tap", "tap", OUTSIDE)
        self.assertEqual(self.program.next(), "nudged")

    def test_drafts_of_its_own_are_saved_and_loaded(self):
        self.assertEqual(self.program.do("drafts"), {"loaded": ["a", 1]})
        self.assertEqual(self.program.next(), {"loaded": None})

    def test_occluders_come_and_go(self):
        self.assertEqual(self.program.do("occlude"), "set")
        self.wait_for(lambda: [one["occluder"] for one in self.scene("occluders")] == ["keys"])
        self.assertEqual(self.program.do("reveal"), "removed")
        self.wait_for(lambda: self.scene("occluders") == [])

    def test_a_window_is_where_the_program_says(self):
        self.assertEqual(self.program.do("origin"), "set")
        self.wait_for_source(630, 100)

    def test_a_program_that_stalls_reads_what_has_arrived(self):
        self.assertEqual(self.program.do("stall"), "drafts")

    def test_an_idle_program_sleeps(self):
        # Some, because what is drawn at the beginning has frames.
        self.assertLess(self.program.do("turns"), 100)

    def test_a_choice_is_judged(self):
        self.assertEqual(self.program.do("open"), "open")
        self.assertEqual(self.program.do("choose"), {"closes": False})


class Gtk3(Widgets, unittest.TestCase):
    version = "3"


class Gtk4(Widgets, unittest.TestCase):
    version = "4"
    initial, kept = {"list": 0}, {"list": 1}


if __name__ == "__main__":
    unittest.main()
