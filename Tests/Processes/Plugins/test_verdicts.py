# SPDX-License-Identifier: MIT
"""Verdicts that make no sense: each counts as no opinion, and is counted."""

import json
import unittest

from support.zoo import Zoo

# Of verdicts on an open.
OPEN = [
    "yes", 42, [], {"verdict": 1},
    {"verdict": "perhaps"}, {"verdict": "close"}, {"verdict": "stay"}, {"verdict": "detach"},
    {"verdict": "hold", "holdMs": 1000}, {"verdict": "end-session"},
    {"verdict": "admit", "sides": ["up"]},
    {"verdict": "admit", "sides": "top"},
    {"verdict": "admit", "widths": {"minimum": 400, "maximum": 100}},
    {"verdict": "admit", "widths": {"minimum": -1, "maximum": 100}},
    {"verdict": "admit", "widths": {"minimum": 1, "maximum": 1e9}},
    {"verdict": "admit", "widths": 300},
    {"verdict": "refuse", "reason": "superseded"}, {"verdict": "refuse", "message": 5},
    {"verdict": "replace"}, {"verdict": "replace", "behavior": "No Name"},
]
# Of verdicts on a choice, which closes a menu.
CHOICE = [
    {"verdict": "admit"}, {"verdict": "refuse"}, {"verdict": "close", "disposition": "burn"},
    {"verdict": "perhaps"}, "stay",
]
# Of verdicts on an alert.
ALERT = [
    {"verdict": "hold"}, {"verdict": "hold", "holdMs": 0}, {"verdict": "hold", "holdMs": -1},
    {"verdict": "hold", "holdMs": 60001}, {"verdict": "hold", "holdMs": 1e300},
    {"verdict": "hold", "holdMs": "1000"}, {"verdict": "refuse"},
    {"verdict": "present", "rank": 1001}, {"verdict": "present", "rank": -1001},
    {"verdict": "present", "rank": 0.5}, {"verdict": "present", "rank": "first"},
]


class Verdicts(Zoo):
    def setUp(self):
        super().setUp()
        self.name = self.add_program("answering.echo")
        self.open_zoo()
        self.settled(self.name, "loaded")

    def bad_verdicts(self):
        return self.state(self.name)["statistics"]["badVerdicts"]

    def spoil(self, hook, verdicts, ask):
        """Asks for each verdict with a title that makes the plugin say it, on a clean slate."""
        for verdict in verdicts:
            with self.subTest(hook=hook, verdict=verdict):
                before = self.bad_verdicts()
                ask(json.dumps({hook: verdict}))
                self.assertEqual(self.bad_verdicts(), before + 1)
            self.reload(self.name)
        self.logged(self.name, "verdict|answer")

    def test_a_senseless_verdict_on_an_open_is_no_opinion(self):
        refusal = json.dumps({"open": {"verdict": "refuse"}})
        self.assertEqual(self.verdict_on_open(title=refusal), "policy")
        self.spoil(
            "open", OPEN,
            lambda title: self.assertEqual(self.verdict_on_open(title=title), "granted"))

    def test_a_senseless_verdict_on_a_choice_is_no_opinion(self):
        def choose(title):
            popover = self.open(self.victim, display="main", title=title)["popover"]
            answer = self.victim.call("popover.choose", popover=popover, choice=1)
            self.assertEqual(answer, {"closes": True})
            self.victim.wait("popover.closed", popover=popover)

        self.spoil("choice", CHOICE, choose)

    def test_a_senseless_verdict_on_an_alert_is_no_opinion(self):
        shell = self.peer("shell", ("shell",))
        shell.always_answer("alert.present", {})

        def alarm(title):
            request = self.victim.start(
                "alert.raise", title=title, severity="info", display="main",
                buttons=[{"id": "ok", "label": "OK"}])
            alert = shell.wait("alert.present", title=title)["params"]["alert"]
            shell.call("alert.answer", alert=alert, button="ok")
            self.assertEqual(self.victim.result(request)["button"], "ok")

        self.spoil("alert", ALERT, alarm)


if __name__ == "__main__":
    unittest.main()
