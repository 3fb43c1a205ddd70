# SPDX-License-Identifier: MIT
"""docs/reference/protocol.md: its transcripts are replayed to a real daemon."""

import unittest

from support.description import DESCRIPTION, METHODS, members
from support.document import PROTOCOL, blocks
from support.transcript import Replay, steps

TRANSCRIPT = "transcript"


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
        """The description knows every member that an event came with."""
        listed = {topic.name: set(members(topic.items)) for topic in DESCRIPTION.topics}
        for message in replay.received:
            if message.get("method") != "event" or "sequence" not in message["params"]:
                continue
            topic, data = message["params"]["topic"], message["params"]["data"]
            if topic.startswith("app."):
                continue
            self.assertLessEqual(
                data.keys(), listed[topic], f"members of {topic} that are not listed")


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
        self.assertEqual(set(METHODS) - answered, set())

    def test_every_notification_is_shown(self):
        shown = {step.method for step in all_steps() if step.kind == "<"}
        self.assertEqual({it.name for it in DESCRIPTION.notifications} - shown, set())

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
        self.assertEqual({call.name for call in DESCRIPTION.calls} - answered, set())


if __name__ == "__main__":
    unittest.main()
