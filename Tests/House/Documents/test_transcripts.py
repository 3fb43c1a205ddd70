# SPDX-License-Identifier: MIT
"""docs/reference/protocol.md: its transcripts are replayed to a real daemon."""

import unittest

from support.document import PROTOCOL, blocks, enumeration, names, source_text, spelled_cases, table
from support.transcript import Replay, steps

TRANSCRIPT = "transcript"
METHODS = "PopoverModel/Method.swift"
CALLS = NOTIFICATIONS = "PopoverWire/Notification+JSON.swift"
ENVELOPES = "PopoverWire/MessageEncoder.swift"

# What the document writes instead of members that several topics have.
GROUPS = {
    "…popover": ["popover", "client", "app", "display", "behavior", "source", "key"],
    "…presentation": ["presentation", "frame", "side", "arrow", "scrolls"],
    "…alert": ["alert", "client", "app", "display", "title", "severity", "key"],
    "…draft": ["client", "app", "display", "key", "revision", "bytes", "reason"],
    "…display": ["display", "width", "height", "scale", "insets", "idiom",
                 "translucency", "contrast", "reducedMotion"],
}


def all_steps():
    return [step for block in blocks(PROTOCOL, TRANSCRIPT) for step in steps(block)]


class Replays(unittest.TestCase):
    """Each transcript with a daemon of its own."""

    def test_the_daemon_says_what_the_transcripts_say(self):
        for block in blocks(PROTOCOL, TRANSCRIPT):
            with self.subTest(str(block)):
                replay = Replay(block)
                replay.run()
                self.check_events(replay)

    def check_events(self, replay):
        """The table of topics knows every member that an event came with."""
        listed = {names(topic)[0]: data for topic, data in table(PROTOCOL, "Topics")}
        for message in replay.received:
            if message.get("method") != "event" or "sequence" not in message["params"]:
                continue
            topic, data = message["params"]["topic"], message["params"]["data"]
            if topic.startswith("app."):
                continue
            known = set(names(listed[topic]))
            for group, members in GROUPS.items():
                if group in listed[topic]:
                    known.update(members)
            self.assertLessEqual(data.keys(), known, f"members of {topic} that are not listed")


class Coverage(unittest.TestCase):
    """Nothing of the protocol goes without a transcript."""

    def test_every_method_is_shown_with_its_result(self):
        answered = set()
        for block in blocks(PROTOCOL, TRANSCRIPT):
            asked = {}
            for step in steps(block):
                message = step.message
                if not isinstance(message, dict) or "id" not in message:
                    continue
                request = (step.name, str(message["id"]))
                if step.kind == ">" and step.method:
                    asked[request] = step.method
                elif step.kind == "<" and "result" in message and request in asked:
                    answered.add(asked[request])
        self.assertEqual(set(enumeration(METHODS, "Method")) - answered, set())

    def test_every_notification_is_shown(self):
        shown = {step.method for step in all_steps() if step.kind == "<"}
        self.assertEqual(self.notifications() - shown, set())

    def test_every_request_of_the_daemon_is_shown_with_an_answer(self):
        answered = set()
        for block in blocks(PROTOCOL, TRANSCRIPT):
            asked = {}
            for step in steps(block):
                message = step.message
                if not isinstance(message, dict) or "id" not in message:
                    continue
                request = (step.name, message["id"])
                if step.kind == "<" and step.method:
                    asked[request] = step.method
                elif step.kind == ">" and "result" in message:
                    answered.add(asked.get(request))
        calls = set(spelled_cases(CALLS, "extension Call {"))
        self.assertEqual(calls - answered, set())

    @staticmethod
    def notifications():
        named = set(spelled_cases(NOTIFICATIONS, "extension Notification {"))
        source = source_text(ENVELOPES)
        direct = {word for word in ("event", "bye") if f'notification("{word}"' in source}
        return named | direct


if __name__ == "__main__":
    unittest.main()
