# SPDX-License-Identifier: MIT
"""Taps, reported by any client."""

import unittest

from support.daemon import now
from support.daemon_case import BUTTON, OUTSIDE, DaemonCase, middle, rect
from support.peer import Refusal

MINUTE = 60_000_000


class Taps(DaemonCase):
    def assert_judged(self, answer, verdict, deliver, popover=None):
        self.assertEqual((answer["verdict"], answer["deliver"]), (verdict, deliver), answer)
        if popover is not None:
            self.assertEqual(answer["popover"], popover)

    def test_a_time_in_the_future_counts_as_now(self):
        shop, fingers = self.peer(), self.peer("fingers", ("input",))
        self.open(shop)
        answer = fingers.call("tap", **OUTSIDE, time=now() + MINUTE)
        self.assert_judged(answer, "dismissed", False)

    def test_a_time_in_another_unit_is_an_error_that_names_it(self):
        shop, fingers = self.peer(), self.peer("fingers", ("input",))
        self.open(shop)
        for unit, factor in (("milliseconds", 1000), ("seconds", 1_000_000)):
            for method, params in (
                    ("tap", OUTSIDE), ("pointer", {**OUTSIDE, "phase": "down"}),
                    ("key", {"key": "Escape"}), ("navigate", {"step": "next"})):
                with self.subTest(unit=unit, method=method), self.assertRaises(Refusal) as caught:
                    fingers.call(method, **params, time=now() // factor)
                self.assertEqual((caught.exception.code, caught.exception.data), (-32602, {"member": "time"}))
                self.assertIn(unit, caught.exception.message)
        self.assertFalse(shop.has("popover.willClose"))

    def test_a_tap_that_is_merely_old_gets_its_verdict(self):
        self.open(self.peer())
        answer = self.peer("fingers", ("input",)).call("tap", **OUTSIDE, time=now() - MINUTE)
        self.assert_judged(answer, "idle", True)

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

    def test_a_tap_on_an_anchor_toggles_like_a_source(self):
        shop = self.peer()
        self.open(shop)
        self.assert_judged(shop.call("tap", **middle(BUTTON)), "dismissed", False)
        shop.answer(shop.wait("popover.willClose", reason="source-tap"), {})
        self.assert_refused("toggled", shop, self.ask(shop))
        self.assertIn("popover", self.open(shop, anchor=rect(100, 100, 40, 40)))

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
