# SPDX-License-Identifier: MIT
"""Row 1: a user fills the drafts of all; the others' drafts still have room, also after a restart."""

import unittest

from neighbors import BUTTON, SIZE, UNHURRIED, NeighborsCase, request


class Drafts(NeighborsCase):
    configuration = f"[limits]\ndraftsTotal = 1048576\ndraft = 16384\n{UNHURRIED}"

    def test_a_full_neighbor_leaves_room(self):
        crowd = self.crowd(4, "app-{c}")
        content = {"text": "x" * 16000}
        outcome = crowd.order(
            "send", [request("draft.save", key="work-{n}", content=content)], 30)
        self.assertIn("draftsTotal", outcome["errors"])
        crowd.order("end")
        self.assert_work_is_kept()
        self.daemon.terminate()
        self.daemon.wait()
        self.daemon.start()
        self.admit()
        self.assert_work_is_kept()

    def assert_work_is_kept(self):
        shop = self.victim()
        shop.call("draft.save", key="order", content={"text": "y" * 16000}, sync=True)
        grant = shop.call(
            "popover.open", behavior="inspector", anchor=BUTTON, size=SIZE, key="address")
        shop.start("popover.close", popover=grant["popover"], outcome="done")
        shop.call("popover.open", behavior="inspector", anchor=BUTTON, size=SIZE, key="note")
        peer = self.peer("desk")
        peer.start("popover.open", behavior="inspector", anchor=BUTTON, size=SIZE)
        asked = shop.wait("popover.willClose")
        shop.answer(asked, {"draft": {"text": "z" * 16000}})
        closed = shop.wait("popover.closed", popover=asked["params"]["popover"])
        self.assertEqual(closed["params"]["draft"], "saved")
        kept = shop.call("draft.load", key="note")["draft"]["content"]
        self.assertEqual(kept["text"].count("z"), 16000)

    def test_nobody_begins_work_that_could_not_be_kept(self):
        # Exactly half of the drafts, in two apps.
        crowd = self.crowd(2, "app-{c}")
        saving = request("draft.save", key="work-{n}", content="x" * (16384 - 2))
        self.assertEqual(crowd.order("send", [saving], 16), {"results": 32, "errors": {}})
        opening = request("popover.open", behavior="inspector", anchor=BUTTON, size=SIZE, key="new")
        outcome = crowd.order("send", [opening], 1)
        self.assertEqual(outcome, {"results": 0, "errors": {"draftsTotal": 2}})


if __name__ == "__main__":
    unittest.main()
