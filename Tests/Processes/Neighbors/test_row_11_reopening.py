# SPDX-License-Identifier: MIT
"""A waiting open goes before a reopening by the owner that it waits for."""

import unittest

from rules_case import LAMP, OTHER, VICTIM, RulesCase


class Reopening(RulesCase):
    def test_an_owner_that_reopens_leaves_the_place_to_the_open_that_waits(self):
        greedy, victim = self.user(OTHER, "greedy"), self.user(VICTIM)
        popover = self.open(greedy)["popover"]
        for _ in range(5):
            waiting = self.ask(victim, anchor=LAMP)
            asked = greedy.wait("popover.willClose", popover=popover, reason="replaced")
            refused = self.assert_refused("superseded", greedy, self.ask(greedy))
            self.assertEqual(refused["app"], "shop")
            greedy.answer(asked, {})
            own = victim.result(waiting)["popover"]
            # Afterwards the owner has its turn, too.
            again = self.ask(greedy)
            victim.answer(victim.wait("popover.willClose", popover=own), {})
            popover = greedy.result(again)["popover"]

    def test_nor_does_another_connection_of_its_user_overtake(self):
        first, second = self.user(OTHER, "first"), self.user(OTHER, "second")
        victim = self.user(VICTIM)
        popover = self.open(first)["popover"]
        waiting = self.ask(victim, anchor=LAMP)
        asked = first.wait("popover.willClose", popover=popover)
        self.assert_refused("superseded", second, self.ask(second))
        first.answer(asked, {})
        self.assertIn("popover", victim.result(waiting))

    def test_an_owner_overtakes_another_app_of_its_user_once(self):
        greedy, sibling = self.user(OTHER, "greedy"), self.user(OTHER, "sibling")
        popover = self.open(greedy)["popover"]
        waiting = self.ask(sibling, anchor=LAMP)
        asked = greedy.wait("popover.willClose", popover=popover)
        again = self.ask(greedy)
        self.assert_refused("superseded", sibling, waiting)
        greedy.answer(asked, {})
        popover = greedy.result(again)["popover"]
        waiting = self.ask(sibling, anchor=LAMP)
        asked = greedy.wait("popover.willClose", popover=popover)
        self.assert_refused("superseded", greedy, self.ask(greedy))
        greedy.answer(asked, {})
        self.assertIn("popover", sibling.result(waiting))


if __name__ == "__main__":
    unittest.main()
