# SPDX-License-Identifier: MIT
"""Unanswered alerts of one user do not hide another user's."""

import unittest

from rules_case import OTHER, UNHURRIED, VICTIM, RulesCase, profile


class FireAlarm(RulesCase):
    def setUp(self):
        super().setUp()
        self.shell = self.peer("hall", ("shell",))
        self.shell.always_answer("alert.present", {})
        self.greedy, self.victim = self.user(OTHER, "greedy"), self.user(VICTIM)

    def presented(self, title):
        return self.shell.wait("alert.present", title=title)["params"]["alert"]

    def test_after_an_answer_it_is_the_next_user_s_turn(self):
        for number in range(32):
            self.raised(self.greedy, f"Buy {number}")
        first = self.presented("Buy 0")
        self.raised(self.victim)
        self.victim.fence()
        self.shell.call("alert.answer", alert=first, button="no")
        self.shell.fence()
        self.assertFalse(self.shell.has("alert.present", title="Buy 1"))
        self.presented("Fire")

    def test_a_user_s_alerts_are_limited_whatever_its_connections(self):
        peers = [self.user(OTHER, f"app{number}") for number in range(5)]
        for peer in peers[:4]:
            for number in range(32):
                self.raised(peer, f"Buy {number}")
            peer.fence()
        response = peers[4].response(self.raised(peers[4], "Buy"))
        self.assertEqual(response["error"]["data"], {"limit": "alertsPerUser", "value": 128})
        self.raised(self.victim)
        self.victim.wait("alert.queued")


class Turns(FireAlarm):
    configuration = UNHURRIED + "alertTurnMs = 300\n"

    def test_an_alert_that_nobody_answers_is_hidden_for_one_turn_at_most(self):
        for renderer in ("shell", "self"):
            with self.subTest(renderer):
                self.greedy.always_answer("alert.present", {})
                for number in range(15):
                    self.raised(self.greedy, f"Buy {number}", renderer=renderer)
                self.greedy.fence()
                request = self.raised(self.victim)
                alert = self.presented("Fire")
                self.shell.call("alert.answer", alert=alert, button="no")
                self.assertEqual(self.victim.result(request)["button"], "no")


class OwnRenderer(RulesCase):
    @property
    def configuration(self):
        return profile()

    def test_the_profile_keeps_the_right_to_render_own_alerts(self):
        greedy = self.user(OTHER, "greedy")
        refusal = greedy.response(self.raised(greedy, renderer="self"))["error"]
        self.assertEqual((refusal["code"], refusal["data"]["needs"]), (3, "render-own-alerts"))
        own = self.peer("own")
        self.raised(own, renderer="self")
        own.wait("alert.present")


if __name__ == "__main__":
    unittest.main()
