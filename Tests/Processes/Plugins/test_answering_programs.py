# SPDX-License-Identifier: MIT
"""Programs whose answers are wrong, late, too many, or not there."""

import unittest

from support.zoo import Zoo

LATE = r"did not answer .* in time"
ENDED = r"signal 11"
STRAY = r"answered .* not open"
NOISE = [b"INFO: all is well", b"{", b"\xff\xfe\x00"]


class AnsweringPrograms(Zoo):
    def visit(self, function, settings=None, **arguments):
        """A zoo with this one program; its name."""
        name = self.add_program(function, settings=settings, **arguments)
        self.open_zoo()
        self.assertEqual(self.settled(name, "loaded")["hooks"], ["open"])
        return name

    def statistics(self, name):
        return self.state(name)["statistics"]

    def test_an_honest_programs_word_counts(self):
        name = self.visit("answering.honest")
        self.assertEqual(self.verdict_on_open(), "policy")
        self.assertGreater(self.statistics(name)["questions"], 0)

    # It does not answer

    def test_one_that_crashes_has_no_opinion_and_is_started_again(self):
        name = self.visit("answering.crash")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, ENDED)
        self.until(lambda: self.statistics(name)["restarts"], "a restart")
        self.settled(name, "loaded")

    def test_one_that_crashes_counts_as_a_refusal_where_it_is_to(self):
        name = self.visit("answering.crash", {"fallback": "refuse"})
        self.assertEqual(self.verdict_on_open(), "policy")
        self.logged(name, ENDED)

    def test_one_that_crashes_again_and_again_is_started_ever_more_seldom(self):
        name = self.visit("answering.crash")
        for restarts in range(1, 4):
            self.assertEqual(self.verdict_on_open(), "granted")
            self.until(lambda: self.statistics(name)["restarts"] == restarts, "a restart")
            self.settled(name, "loaded")
        self.assert_backs_off(name)

    def test_one_that_hangs_has_no_opinion_and_is_not_asked_for_a_while(self):
        name = self.visit("answering.hang")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, LATE)
        self.assertGreater(self.statistics(name)["slowAnswers"], 0)
        self.verdict_on_open()
        self.verdict_on_open()
        self.settled(name, "suspended")
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_one_that_hangs_counts_as_a_refusal_where_it_is_to(self):
        name = self.visit("answering.hang", {"fallback": "refuse"})
        for _ in range(3):
            self.assertEqual(self.verdict_on_open(), "policy")
        self.logged(name, LATE)
        self.settled(name, "suspended")
        self.assertEqual(self.verdict_on_open(), "policy")

    def test_one_that_does_nothing_any_more_holds_up_nobody(self):
        name = self.visit("answering.freeze")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, LATE)
        # It does not answer the bystander's either.
        self.settled(name, "suspended")

    def test_a_late_answer_changes_nothing(self):
        name = self.visit("answering.late")
        popover = self.open(self.victim, display="main")["popover"]
        fence = self.open(self.victim, display="rear", key="fence")["popover"]
        self.logged(name, LATE)
        self.assertFalse(self.victim.has("popover.willClose", popover=popover))
        self.assertFalse(self.victim.has("popover.closed", popover=popover))
        for each in (popover, fence):
            self.victim.call("popover.close", popover=each, outcome="done")

    def test_half_a_line_is_no_answer(self):
        name = self.visit("answering.half")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, LATE)

    def test_an_error_is_no_opinion(self):
        name = self.visit("answering.fail")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, r"not today|-32603|error")

    def test_one_that_closes_its_output_is_started_again(self):
        name = self.visit("answering.close_output")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, r"closed its standard output")
        self.until(lambda: self.statistics(name)["restarts"], "a restart")
        self.settled(name, "loaded")

    def test_one_that_closes_its_output_counts_as_a_refusal_where_it_is_to(self):
        self.visit("answering.close_output", {"fallback": "refuse"})
        self.assertEqual(self.verdict_on_open(), "policy")

    # It says too much

    def test_of_two_answers_the_first_counts(self):
        name = self.visit("answering.twice")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, STRAY)

    def test_answers_that_nobody_asked_for_answer_nothing(self):
        name = self.visit("answering.stray")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, STRAY)

    def test_lines_that_are_not_the_protocols_spoil_no_answer(self):
        name = self.visit("answering.mix", lines=NOISE)
        self.assertEqual(self.verdict_on_open(), "policy")
        self.logged(name, r"no JSON .*standard error")
        self.settled(name, "loaded")

    def test_one_that_goes_on_and_on_with_such_lines_is_ended(self):
        name = self.visit("answering.mix", lines=NOISE * 20)
        self.verdict_on_open()
        self.logged(name, r"suspended: .*no JSON")
        self.until(lambda: self.statistics(name)["restarts"], "a restart")


if __name__ == "__main__":
    unittest.main()
