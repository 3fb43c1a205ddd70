# SPDX-License-Identifier: MIT
"""Taps, reported by any client."""

import unittest

from support.daemon import now
from support.daemon_case import BUTTON, OUTSIDE, DaemonCase, middle, rect

MINUTE = 60_000_000


class Taps(DaemonCase):
    def assert_judged(self, answer, verdict, deliver, popover=None):
        self.assertEqual((answer["verdict"], answer["deliver"]), (verdict, deliver), answer)
        if popover is not None:
            self.assertEqual(answer["popover"], popover)

    def test_with_nothing_visible_a_tap_is_idle_and_delivered(self):
        self.assert_judged(self.peer().call("tap", x=1, y=2), "idle", True)

    def test_a_tap_outside_closes_and_is_not_delivered(self):
        shop, fingers = self.peer(), self.peer("fingers", ("input",))
        popover = self.open(shop, "selection", key="list")["popover"]
        self.assert_judged(fingers.call("tap", **OUTSIDE), "dismissed", False, popover)
        asked = shop.wait("popover.willClose", popover=popover, reason="outside-tap")
        self.assertEqual(asked["params"]["disposition"], "save")
        # It is closing: nothing further happens to it, and nothing is handed over.
        self.assert_judged(fingers.call("tap", **OUTSIDE), "swallowed", False)
        shop.answer(asked, {"draft": [1, 2]})
        self.assert_closed(shop, popover, "outside-tap", "saved", True)

    def test_a_time_in_the_future_counts_as_now(self):
        shop, fingers = self.peer(), self.peer("fingers", ("input",))
        self.open(shop)
        answer = fingers.call("tap", **OUTSIDE, time=now() + MINUTE)
        self.assert_judged(answer, "dismissed", False)

    def test_a_tap_in_the_popover_belongs_to_its_owner(self):
        shop, other = self.peer(), self.peer("other")
        fingers, shell = self.peer("fingers", ("input",)), self.peer("shell", ("shell",))
        grant = self.open(shop)
        inside = middle(grant["frame"])
        for client, deliver in ((shop, True), (other, False), (fingers, True), (shell, True)):
            self.assert_judged(
                client.call("tap", **inside), "inside", deliver, grant["popover"])
        between = {"x": grant["arrow"]["x"],
                   "y": (grant["arrow"]["y"] + grant["frame"]["y"]) / 2}
        self.assert_judged(shop.call("tap", **between), "inside", True, grant["popover"])
        self.assertFalse(shop.has("popover.willClose"))

    def test_a_tap_on_its_own_source_closes_and_the_open_it_causes_is_refused(self):
        shop = self.peer()
        shop.call("source.set", source="button", rect=BUTTON)
        popover = self.open(shop, source="button")["popover"]
        self.assert_judged(shop.call("tap", **middle(BUTTON)), "dismissed", False, popover)
        shop.answer(shop.wait("popover.willClose", reason="source-tap"), {})
        self.assert_closed(shop, popover, "source-tap", "none", True)
        self.assert_refused("toggled", shop, self.ask(shop, source="button"))
        # A tap in between is a new request.
        self.assert_judged(shop.call("tap", **middle(BUTTON)), "idle", True)
        self.assertIn("popover", self.open(shop, source="button"))

    def test_a_tap_on_an_anchor_toggles_like_a_source(self):
        shop = self.peer()
        self.open(shop)
        self.assert_judged(shop.call("tap", **middle(BUTTON)), "dismissed", False)
        shop.answer(shop.wait("popover.willClose", reason="source-tap"), {})
        self.assert_refused("toggled", shop, self.ask(shop))
        self.assertIn("popover", self.open(shop, anchor=rect(100, 100, 40, 40)))

    def test_outside_a_modal_popover_a_tap_only_nudges(self):
        shop, fingers = self.peer(), self.peer("fingers", ("input",))
        shop.call("source.set", source="button", rect=BUTTON)
        shop.call("source.set", source="other button", rect=rect(20, 700, 60, 60))
        popover = self.open(shop, "task", source="button", modal=True)["popover"]
        for point in (OUTSIDE, middle(BUTTON), {"x": 50, "y": 730}):
            self.assert_judged(fingers.call("tap", **point), "swallowed", False)
            nudge = shop.wait("popover.nudge")
            self.assertEqual(nudge["params"], {"popover": popover})
        self.assertFalse(shop.has("popover.willClose"))
        # Modal can be switched while it is visible.
        shop.call("popover.update", popover=popover, modal=False)
        self.assert_judged(fingers.call("tap", **OUTSIDE), "dismissed", False)

    def test_taps_pass_through_passthrough_rects_and_other_clients_occluders(self):
        shop, keyboard = self.peer(), self.peer("keyboard")
        hole, keys = rect(10, 10, 50, 50), rect(0, 700, 1280, 100)
        self.open(shop, passthrough=[hole])
        keyboard.call("occluder.set", occluder="keys", rect=keys)
        for client in (shop, keyboard):
            self.assert_judged(client.call("tap", **middle(hole)), "passed", True)
            self.assert_judged(client.call("tap", **middle(keys)), "passed", True)
        self.assertFalse(shop.has("popover.willClose"))
        keyboard.call("occluder.remove", occluder="keys")
        self.assert_judged(keyboard.call("tap", **middle(keys)), "dismissed", False)

    def test_one_tap_closes_one_popover_and_reaches_the_control_it_fell_on(self):
        shop, bar = self.peer(), self.peer("bar")
        fingers = self.peer("fingers", ("input",))
        control = rect(20, 20, 80, 40)
        bar.call("source.set", source="clock", rect=control)
        popover = self.open(shop)["popover"]
        pressed = now()
        answer = fingers.call("tap", **middle(control), swallowed=True, time=pressed)
        self.assert_judged(answer, "dismissed", False, popover)
        activated = bar.wait("source.activated")["params"]
        self.assertEqual(activated.pop("gesture")[0], "g")
        self.assertEqual(activated, {"source": "clock", "time": pressed})
        shop.answer(shop.wait("popover.willClose", reason="outside-tap"), {})
        self.assert_closed(shop, popover, "outside-tap", "none", False)

    def test_a_clients_report_of_a_tap_on_its_own_control_is_delivered(self):
        shop, bar = self.peer(), self.peer("bar")
        control = rect(20, 20, 80, 40)
        bar.call("source.set", source="clock", rect=control)
        self.open(shop)
        self.assert_judged(bar.call("tap", **middle(control)), "dismissed", True)
        self.assertFalse(bar.has("source.activated"))

    def test_another_clients_report_of_a_tap_on_a_control_is_not_delivered(self):
        shop, bar, stranger = self.peer(), self.peer("bar"), self.peer("stranger")
        control = rect(20, 20, 80, 40)
        bar.call("source.set", source="clock", rect=control)
        self.open(shop)
        self.assert_judged(stranger.call("tap", **middle(control)), "dismissed", False)
        self.assertFalse(bar.has("source.activated"))

    def test_a_tap_that_two_observers_report_counts_once(self):
        shop, other = self.peer(), self.peer("other")
        fingers, shell = self.peer("fingers", ("input",)), self.peer("shell", ("shell",))
        popover = self.open(shop)["popover"]
        pressed = now()
        first = fingers.call("tap", **OUTSIDE, time=pressed)
        shop.answer(shop.wait("popover.willClose"), {})
        self.assert_closed(shop, popover, "outside-tap", "none", True)
        self.open(other, anchor=rect(900, 600, 40, 40))
        again = shell.call("tap", x=OUTSIDE["x"] + 5, y=OUTSIDE["y"] + 5, time=pressed + 20_000)
        self.assert_judged(first, "dismissed", False, popover)
        self.assert_judged(again, "dismissed", False, popover)
        self.assertFalse(other.has("popover.willClose"), "the same tap closed nothing else")
        another = shell.call("tap", **OUTSIDE, time=now())
        self.assert_judged(another, "dismissed", False)
        other.wait("popover.willClose", reason="outside-tap")

    def test_taps_in_a_surface_are_relative_to_it(self):
        shop = self.peer()
        shop.call("surface.set", surface="window", frame=rect(300, 300, 600, 400))
        grant = self.open(shop, surface="window", anchor=rect(300, 80, 80, 40))
        self.assertEqual(grant["arrow"], {"x": 640, "y": 420})
        inside = middle(grant["frame"])
        answer = shop.call("tap", x=inside["x"] - 300, y=inside["y"] - 300, surface="window")
        self.assert_judged(answer, "inside", True)
        self.assert_judged(shop.call("tap", x=10, y=10, surface="window"), "dismissed", False)

    def test_escape_closes_and_other_keys_pass(self):
        shop, keyboard = self.peer(), self.peer("keyboard", ("input",))
        self.assertEqual(keyboard.call("key", key="Escape"), {"verdict": "idle", "deliver": True})
        popover = self.open(shop, "inspector", key="color")["popover"]
        self.assertEqual(keyboard.call("key", key="Enter"), {"verdict": "idle", "deliver": True})
        self.assert_judged(keyboard.call("key", key="Escape"), "dismissed", False)
        shop.answer(shop.wait("popover.willClose", reason="key"), {"draft": "red"})
        self.assert_closed(shop, popover, "key", "saved", True)

    def test_escape_only_nudges_a_modal_popover(self):
        shop, keyboard = self.peer(), self.peer("keyboard", ("input",))
        popover = self.open(shop, "task", modal=True)["popover"]
        self.assert_judged(keyboard.call("key", key="Escape"), "swallowed", False)
        shop.wait("popover.nudge", popover=popover)
        self.assertFalse(shop.has("popover.willClose"))

    def test_a_tap_is_recognized_from_the_fingers_own_events(self):
        shop, fingers = self.peer(), self.peer("fingers", ("input",))
        popover = self.open(shop)["popover"]
        start = now()
        none = {"verdict": "none", "deliver": False}
        self.assertEqual(
            fingers.call("pointer", phase="down", **OUTSIDE, time=start), none)
        self.assertEqual(
            fingers.call("pointer", phase="move", x=22, y=24, time=start + 1000), none)
        answer = fingers.call("pointer", phase="up", x=22, y=24, time=start + 2000)
        self.assert_judged(answer, "dismissed", False, popover)
        shop.wait("popover.willClose", reason="outside-tap")

    def test_drags_long_presses_and_crossed_edges_are_no_taps(self):
        shop, fingers = self.peer(), self.peer("fingers", ("input",))
        grant = self.open(shop)
        granted = now()
        frame = grant["frame"]
        edge = {"x": frame["x"] + frame["width"] / 2, "y": frame["y"] + frame["height"]}
        # A press that lies a millisecond back is to be one while the popover was there.
        while now() - 1000 <= granted:
            pass
        strokes = [
            ("drag", OUTSIDE, {"x": 200, "y": 20}, 1000, "primary"),
            ("long press", OUTSIDE, OUTSIDE, 700_000, "primary"),
            ("secondary button", OUTSIDE, OUTSIDE, 1000, "secondary"),
            ("out of the popover", {**edge, "y": edge["y"] - 3}, {**edge, "y": edge["y"] + 3},
             1000, "primary"),
            ("into the popover", {**edge, "y": edge["y"] + 3}, {**edge, "y": edge["y"] - 3},
             1000, "primary"),
        ]
        for name, press, release, took, button in strokes:
            with self.subTest(name):
                start = now() - took
                mouse = {"kind": "mouse", "button": button}
                fingers.notify("pointer", phase="down", **press, **mouse, time=start)
                answer = fingers.call("pointer", phase="up", **release, **mouse,
                                      time=start + took)
                # What began in the popover, or before it, is delivered.
                begins = name in ("long press", "out of the popover")
                self.assertEqual(answer, {"verdict": "none", "deliver": begins})
        self.assertFalse(shop.has("popover.willClose"))

    def test_a_canceled_finger_is_no_tap(self):
        shop, fingers = self.peer(), self.peer("fingers", ("input",))
        self.open(shop)
        fingers.notify("pointer", phase="down", **OUTSIDE, pointer=3)
        fingers.notify("pointer", phase="cancel", **OUTSIDE, pointer=3)
        self.assertEqual(fingers.call("pointer", phase="up", **OUTSIDE, pointer=3),
                         {"verdict": "none", "deliver": False})
        self.assertFalse(shop.has("popover.willClose"))

    def test_every_client_with_something_there_gets_the_shield(self):
        shop, other = self.peer(), self.peer("other")
        other.call("surface.set", surface="window", frame=rect(0, 0, 400, 400))
        hole = rect(10, 10, 50, 50)
        grant = self.open(shop, passthrough=[hole])
        for client in (shop, other):
            shield = client.wait("shield", display="main", on=True)["params"]
            self.assertEqual(set(shield), {"display", "on", "except"})
            self.assertIn(grant["frame"], shield["except"])
            self.assertIn(hole, shield["except"])
        late = self.peer("late")
        late.call("surface.set", surface="window", frame=rect(0, 0, 400, 400))
        late.wait("shield", display="main", on=True)
        shop.call("popover.close", popover=grant["popover"], outcome="done")
        for client in (shop, other, late):
            client.wait("shield", display="main", on=False)


if __name__ == "__main__":
    unittest.main()
