# SPDX-License-Identifier: MIT
"""Other users do not learn when and how much somebody types."""

import json
import unittest

from rules_case import OTHER, OUTSIDE, VICTIM, RulesCase

TOPICS = ("draft.saved", "draft.restored", "draft.discarded", "tap")


class Typing(RulesCase):
    def setUp(self):
        super().setUp()
        self.victim, self.other = self.user(VICTIM), self.user(OTHER, "other", ("observer",))
        self.sibling, self.clerk = self.user(VICTIM, "sibling"), self.peer("clerk")
        # Everybody may know that the display is in use, since then.
        self.victim.call("tap", display="main", **OUTSIDE)
        self.subscribe()
        for peer in (self.sibling, self.clerk):
            peer.call("bus.subscribe", topics=["*"])

    def subscribe(self, **since):
        return self.other.call("bus.subscribe", topics=["*"], **since)

    def tick(self):
        return self.other.call("bus.publish", topic="app.tick", data=None)["sequence"]

    def type(self, text):
        """Saves after each key, and taps as an on-screen keyboard does."""
        for length in range(1, len(text) + 1):
            self.victim.call("draft.save", key="letter", content=text[:length], sync=True)
            self.victim.call("tap", display="main", **OUTSIDE)

    def test_other_users_get_no_event_of_drafts_and_taps(self):
        self.type("four")
        self.open(self.victim, "inspector", key="letter")
        self.victim.call("draft.discard", key="letter")
        self.victim.call("tap", display="main", x=640, y=500)
        for peer in (self.sibling, self.clerk):
            for topic in TOPICS:
                peer.event(topic)
        # Everything that was sent before has arrived with this.
        self.tick()
        self.other.event("app.tick")
        for line in self.other.transcript:
            message = json.loads(line[2:]) if line.startswith("< ") else {}
            self.assertNotIn(message.get("params", {}).get("topic"), TOPICS)

    def test_the_numbers_of_events_do_not_tell_of_a_key(self):
        start = self.tick()
        self.type("four")
        self.assertEqual(self.tick(), start + 1)
        self.assertEqual(self.subscribe()["sequence"], start + 1)
        self.subscribe(since=start)
        self.other.event("app.tick")
        numbers = [
            json.loads(line[2:])["params"]["sequence"] for line in self.other.transcript
            if line.startswith("< ") and '"topic":"app.tick"' in line]
        self.assertEqual(sorted(set(numbers)), [start, start + 1])

    def test_the_scene_counts_no_keys(self):
        before = self.subscribe()["snapshot"]
        self.type("four")
        self.assertEqual(self.subscribe()["snapshot"], before)


if __name__ == "__main__":
    unittest.main()
