# SPDX-License-Identifier: MIT
"""Libraries that do wrong in the daemon's own process, when they are asked."""

import os
import unittest

from support.zoo import Zoo

# More than calls can be stacked upon each other.
ROUNDS = 2_000
REFUSES = 'refuse(verdict, "not today")'

# Verdicts that lie: what is done, and what is said of it.
LIES = {
    "ninety-nine": ("verdict->kind = 99", r"99"),
    "endless-message": (
        f"{REFUSES}; verdict->message_length = 0xFFFFFFFFu", r"message"),
    "long-message": (f"{REFUSES}; verdict->message_length = 257", r"message"),
    "gibberish": (
        f"{REFUSES}; memset(verdict->message, 0xFF, 10)", r"message|UTF-8"),
    "endless-name": (
        "verdict->kind = POPOVER_VERDICT_REPLACE; verdict->behavior_length = 0x80000000u",
        r"behaviou?r"),
    "nameless": ("verdict->kind = POPOVER_VERDICT_REPLACE", r"behaviou?r"),
    "four-walls": (
        "verdict->kind = POPOVER_VERDICT_ADMIT; verdict->sides[0] = 9", r"side"),
    "twice-above": (
        "verdict->kind = POPOVER_VERDICT_ADMIT; verdict->sides[0] = 1; verdict->sides[1] = 1",
        r"side"),
    "no-number": (
        "verdict->kind = POPOVER_VERDICT_ADMIT; verdict->minimum_width = __builtin_nan(\"\"); "
        "verdict->maximum_width = 100", r"width"),
    "inside-out": (
        "verdict->kind = POPOVER_VERDICT_ADMIT; verdict->minimum_width = 400; "
        "verdict->maximum_width = 100", r"width"),
    "off-topic": (
        "verdict->kind = POPOVER_VERDICT_HOLD; verdict->hold_ms = 1000", r"question|answer"),
    "unreasonable": (f"{REFUSES}; verdict->reason = 7", r"reason"),
    "overgrown": (f"{REFUSES}; verdict->struct_size = 1u << 30; verdict->kind = 98", r"98"),
}


class AnsweringLibraries(Zoo):
    def visit(self, name, settings=None, **definitions):
        self.add_library(name, settings, **definitions)
        self.open_zoo()
        self.assertEqual(self.settled(name, "loaded")["hooks"], ["open"])
        return name

    def test_an_honest_librarys_word_counts(self):
        name = self.visit("honest", ANSWER=REFUSES)
        self.assertEqual(self.verdict_on_open(), "policy")
        self.assertGreater(self.state(name)["statistics"]["questions"], 0)

    def test_one_that_prints_harms_nobody(self):
        self.visit("chatterbox", CREATE="print_much()", ANSWER=f"print_much(); {REFUSES}")
        self.assertEqual(self.verdict_on_open(), "policy")

    def test_a_lie_in_a_verdict_is_no_opinion(self):
        for name, (answer, _) in LIES.items():
            self.add_library(name, ANSWER=answer)
        self.open_zoo()
        for name in LIES:
            self.settled(name, "loaded")
        self.assertEqual(self.verdict_on_open(), "granted")
        for name, (_, reason) in LIES.items():
            with self.subTest(name):
                self.logged(name, reason)
                self.assertEqual(self.state(name)["statistics"]["badVerdicts"], 1)

    def test_one_that_is_slow_three_times_is_not_asked_for_a_while(self):
        name = self.visit("sluggish", ANSWER=f"spin(30); {REFUSES}")
        for _ in range(3):
            self.verdict_on_open()
        self.logged(name, r"took \d+ µs|slow")
        self.settled(name, "suspended")
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_one_that_answers_every_line_with_nonsense_harms_nobody(self):
        note = os.path.join(self.daemon.folder, "rounds")
        name = self.visit(
            "babbler", {"trusted": True}, CAPABILITIES="POPOVER_CAPABILITY_REQUESTS",
            CREATE="send_nonsense(host)",
            RECEIVE=f'send_nonsense(instance); note_call({ROUNDS}, "{note}")', ANSWER=REFUSES)
        self.until(lambda: os.path.exists(note), "it to go on and on")
        self.assertEqual(self.verdict_on_open(), "policy")
        self.assertEqual(self.state(name)["state"], "loaded")

    def die_twice(self, name):
        """The daemon dies in a live answer, is started again, and again; the third time the plugin
        is left out."""
        for _ in range(2):
            self.settled(name, "loaded")
            self.ask(self.victim, display="main")
            self.die_and_rise()
            self.logged(name, "died in its answer to open")
        self.assertEqual(self.settled(name, "quarantined")["hooks"], [])
        self.logged(name, "is in quarantine")
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_one_that_crashes_the_daemon_twice_is_quarantined(self):
        name = self.visit("bomb", ANSWER="crash()")
        self.die_twice(name)
        self.keeper.call("plugin.clear", name=name)
        self.settled(name, "loaded")

    def test_one_in_which_the_daemon_hangs_twice_is_quarantined(self):
        name = self.visit("tarpit", ANSWER="hang()")
        self.die_twice(name)
        self.logged(name, "a call of it does not return")


if __name__ == "__main__":
    unittest.main()
