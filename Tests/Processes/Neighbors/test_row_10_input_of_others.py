# SPDX-License-Identifier: MIT
"""Only the role `input` reports input for other users."""

import unittest

from rules_case import OTHER, OUTSIDE, THIRD, UNHURRIED, VICTIM, RulesCase, profile


class InputOfOthers(RulesCase):
    configuration = UNHURRIED + f"""
[[bind]]
role = "input"
users = ["{THIRD}"]
"""

    def setUp(self):
        super().setUp()
        self.shell = self.peer("hall", ("shell",))
        self.shell.always_answer("alert.present", {})
        self.victim = self.user(VICTIM)
        self.finger = self.user(THIRD, "finger", ("input",))

    def verdict(self, peer, method, **params):
        return peer.call(method, display="main", **params)["verdict"]

    def test_taps_and_keys_of_another_user_close_nothing(self):
        popover = self.open(self.victim)["popover"]
        other = self.user(OTHER, "other")
        for method, params in (("key", {"key": "Escape"}), ("tap", OUTSIDE)):
            self.assertEqual(self.verdict(other, method, **params), "swallowed", method)
        for phase in ("down", "up"):
            other.call("pointer", phase=phase, display="main", **OUTSIDE)
        self.assertFalse(self.victim.has("popover.willClose", popover=popover))
        self.assertEqual(self.denied(OTHER, ["input"]), "input")
        # The same tap, reported by the role right afterwards, counts.
        self.assertEqual(self.verdict(self.finger, "tap", **OUTSIDE), "dismissed")
        self.victim.wait("popover.willClose", popover=popover, reason="outside-tap")

    def test_escape_of_another_user_answers_no_alert(self):
        request = self.raised(self.victim)
        alert = self.shell.wait("alert.present")["params"]["alert"]
        other = self.user(OTHER, "other")
        self.assertEqual(self.verdict(other, "key", key="Escape"), "swallowed")
        self.assertFalse(self.shell.has("alert.dismiss"))
        self.assertEqual(self.verdict(self.finger, "key", key="Escape"), "dismissed")
        self.assertEqual(self.victim.result(request), {"alert": alert, "button": "no"})

    def test_apps_report_input_for_their_own_user(self):
        popover = self.open(self.victim)["popover"]
        sibling = self.user(VICTIM, "sibling")
        self.assertEqual(self.verdict(sibling, "tap", **OUTSIDE), "dismissed")
        self.victim.wait("popover.willClose", popover=popover)


class Profile(InputOfOthers):
    """The same, and more, with the shipped profile and a file that names the users of a machine."""

    @property
    def configuration(self):
        return profile() + f"""
[[bind]]
role = "input"
users = ["{THIRD}"]
"""

    def test_the_profile_keeps_every_role_for_named_users(self):
        for role in ("shell", "input", "observer"):
            self.assertEqual(self.denied(OTHER, [role]), role)

    def test_the_profile_announces_no_popovers_to_other_users(self):
        other = self.user(OTHER, "other")
        other.call("bus.subscribe", topics=["*"])
        self.open(self.victim)
        self.raised(self.victim)
        other.event("alert.queued")
        self.assertFalse(other.has("event", topic="popover.opened"))


if __name__ == "__main__":
    unittest.main()
