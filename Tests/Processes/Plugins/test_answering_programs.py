# SPDX-License-Identifier: MIT
"""Programs whose answers are wrong, late, too many or missing."""

import unittest

from support.zoo import Refusal, Zoo

LATE = r"did not answer .* in time"
ENDED = r"signal 11"
STRAY = r"answered .* not open"
NOISE = [b"INFO: all is well", b"{", b"\xff\xfe\x00"]


class AnsweringPrograms(Zoo):
    def visit(self, function, settings=None, **arguments):
        """Opens a zoo with this one program; returns its name."""
        name = self.add_program(function, settings=settings, **arguments)
        self.open_zoo()
        self.assertEqual(self.settled(name, "loaded")["hooks"], ["open"])
        return name

    def statistics(self, name):
        return self.state(name)["statistics"]

    def test_a_programs_verdict_counts(self):
        name = self.visit("answering.honest")
        self.assertEqual(self.verdict_on_open(), "policy")
        with self.assertRaises(Refusal) as refused:
            self.open(self.victim, display="main")
        self.assertIn(f"the policy {name} refuses it", refused.exception.message)
        self.assertGreater(self.statistics(name)["questions"], 0)

    # It does not answer

    def test_a_crashing_program_abstains_and_is_restarted(self):
        name = self.visit("answering.crash")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, ENDED)
        self.until(lambda: self.statistics(name)["restarts"], "a restart")
        self.settled(name, "loaded")

    def test_a_crash_applies_the_fallback(self):
        name = self.visit("answering.crash", {"fallback": "refuse"})
        self.assertEqual(self.verdict_on_open(), "policy")
        self.logged(name, ENDED)

    def test_a_program_that_keeps_crashing_is_restarted_with_backoff(self):
        name = self.visit("answering.crash")
        for restarts in range(1, 4):
            self.assertEqual(self.verdict_on_open(), "granted")
            self.until(lambda: self.statistics(name)["restarts"] == restarts, "a restart")
            self.settled(name, "loaded")
        self.assert_backs_off(name)

    def test_a_hanging_program_abstains_and_is_suspended(self):
        name = self.visit("answering.hang")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, LATE)
        self.assertGreater(self.statistics(name)["slowAnswers"], 0)
        self.verdict_on_open()
        self.verdict_on_open()
        self.settled(name, "suspended")
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_a_hang_applies_the_fallback(self):
        name = self.visit("answering.hang", {"fallback": "refuse"})
        for _ in range(3):
            self.assertEqual(self.verdict_on_open(), "policy")
        self.logged(name, LATE)
        self.settled(name, "suspended")
        self.assertEqual(self.verdict_on_open(), "policy")

    def test_a_stopped_program_delays_nobody(self):
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

    def test_an_error_is_an_abstention(self):
        name = self.visit("answering.fail")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, r"not today|-32603|error")

    def test_an_exception_is_an_error_and_applies_the_programs_own_fallback(self):
        name = self.visit("answering.protect")
        self.assertEqual(self.verdict_on_open(), "policy")
        self.logged(name, r"warning .*invalid answer to q\d+: .*KeyError: 'rooms'")
        self.logged(name, r"error .*Traceback")
        self.assertEqual(self.statistics(name)["badVerdicts"], 1)

    def test_the_configured_fallback_comes_before_the_programs_own(self):
        name = self.visit("answering.protect", {"fallback": "abstain"})
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, r"warning .*invalid answer to q\d+: .*KeyError: 'rooms'")

    def test_a_program_that_closes_its_output_is_restarted(self):
        name = self.visit("answering.close_output")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, r"closed its standard output")
        self.until(lambda: self.statistics(name)["restarts"], "a restart")
        self.settled(name, "loaded")

    def test_closing_the_output_applies_the_fallback(self):
        self.visit("answering.close_output", {"fallback": "refuse"})
        self.assertEqual(self.verdict_on_open(), "policy")

    # It says too much

    def test_of_two_answers_the_first_counts(self):
        name = self.visit("answering.twice")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, STRAY)

    def test_unexpected_answers_have_no_effect(self):
        name = self.visit("answering.stray")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, STRAY)

    def test_invalid_lines_do_not_spoil_later_answers(self):
        name = self.visit("answering.mix", lines=NOISE)
        self.assertEqual(self.verdict_on_open(), "policy")
        self.logged(name, r"not JSON .*standard error")
        self.settled(name, "loaded")

    def test_a_program_that_keeps_sending_invalid_lines_is_ended(self):
        name = self.visit("answering.mix", lines=NOISE * 20)
        self.verdict_on_open()
        self.logged(name, r"suspended: .*not JSON")
        self.until(lambda: self.statistics(name)["restarts"], "a restart")


if __name__ == "__main__":
    unittest.main()
