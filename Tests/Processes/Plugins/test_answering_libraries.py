# SPDX-License-Identifier: MIT
"""Libraries that misbehave in the daemon's process when asked."""

import unittest

from support.zoo import Zoo

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
    def visit(self, name, **definitions):
        self.add_library(name, **definitions)
        self.open_zoo()
        self.assertEqual(self.settled(name, "loaded")["hooks"], ["open"])
        return name

    def test_a_librarys_verdict_counts(self):
        name = self.visit("honest", ANSWER=REFUSES)
        self.assertEqual(self.verdict_on_open(), "policy")
        self.assertGreater(self.state(name)["statistics"]["questions"], 0)

    def test_a_library_that_prints_harms_nobody(self):
        self.visit("chatterbox", CREATE="print_much()", ANSWER=f"print_much(); {REFUSES}")
        self.assertEqual(self.verdict_on_open(), "policy")

    def test_an_invalid_verdict_is_an_abstention(self):
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

    def test_a_library_that_is_slow_three_times_is_suspended(self):
        name = self.visit("sluggish", ANSWER=f"spin(30); {REFUSES}")
        for _ in range(3):
            self.verdict_on_open()
        self.logged(name, r"plugin call slow:.* microseconds=\d+")
        self.settled(name, "suspended")
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_a_suspended_library_that_protects_lets_nothing_open(self):
        name = self.visit("guardian", ANSWER="spin(30)", FALLBACK="POPOVER_FALLBACK_REFUSE")
        for _ in range(3):
            self.assertEqual(self.verdict_on_open(), "granted")
        self.settled(name, "suspended")
        self.assertEqual(self.verdict_on_open(), "policy")

    def die_twice(self, name):
        """The daemon dies in a live answer, is started again, and again; the third time the plugin
        is left out."""
        for _ in range(2):
            self.settled(name, "loaded")
            self.ask(self.victim, display="main")
            self.die_and_rise()
            self.logged(name, 'daemon died in plugin call: .* call="answer to open"')
        self.assertEqual(self.settled(name, "quarantined")["hooks"], [])
        self.logged(name, "plugin quarantined: ")
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_a_library_that_crashes_the_daemon_twice_is_quarantined(self):
        name = self.visit("bomb", ANSWER="crash()")
        self.die_twice(name)
        self.keeper.call("plugin.clear", name=name)
        self.settled(name, "loaded")

    def test_a_library_that_hangs_the_daemon_twice_is_quarantined(self):
        name = self.visit("tarpit", ANSWER="hang()")
        self.die_twice(name)
        self.logged(name, "one of its calls does not return")


if __name__ == "__main__":
    unittest.main()
