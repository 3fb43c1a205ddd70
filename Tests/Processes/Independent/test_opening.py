# SPDX-License-Identifier: MIT
"""Opening and replacing, between clients in separate processes."""

import unittest

from support.daemon_case import BUTTON, SIZE, DaemonCase, holds, overlap, rect
from support.peer import Refusal

ELSEWHERE = rect(100, 100, 60, 30)


class Opening(DaemonCase):
    def test_a_free_display_grants_at_once(self):
        shop = self.peer()
        grant = self.open(shop)
        self.assertRegex(grant["popover"], r"^p[0-9]+$")
        self.assertEqual(grant["presentation"], "popover")
        self.assertIs(grant["scrolls"], False)
        self.assertIsInstance(grant["appearance"], dict)
        self.assertIsInstance(grant["advice"], list)
        self.assertIsNone(grant.get("draft"))
        frame, tip = grant["frame"], grant["arrow"]
        self.assertEqual({"width": frame["width"], "height": frame["height"]}, SIZE)
        self.assertEqual(set(frame), {"x", "y", "width", "height"})
        self.assertEqual(set(tip), {"x", "y"})
        self.assertTrue(holds(rect(8, 8, 1264, 784), frame), "it keeps the margin")
        self.assertFalse(overlap(frame, BUTTON))
        # The first of the default sides that has room, the tip on the middle of the facing edge,
        # and the arrow as long as it is announced.
        self.assertEqual(grant["side"], "bottom")
        self.assertEqual(tip, {"x": 640, "y": 420})
        self.assertEqual(frame["y"], 420 + shop.welcome["appearance"]["arrowLength"])
        self.assertEqual(frame["x"] + frame["width"] / 2, 640)

    def test_sides_are_tried_in_the_order_given(self):
        shop = self.peer()
        for side in ("left", "right", "top", "bottom"):
            grant = self.open(shop, anchor=rect(600, 380, 80, 40 + len(side)), sides=[side],
                              key=side)
            self.assertEqual(grant["side"], side)
            shop.call("popover.close", popover=grant["popover"], outcome="done")

    def test_another_open_waits_for_the_owners_answer(self):
        first, second = self.peer("first"), self.peer("second")
        old = self.open(first, "inspector", key="letter")["popover"]
        request = self.ask(second, anchor=ELSEWHERE)
        asked = first.wait("popover.willClose")
        self.assertIsInstance(asked["id"], str)
        self.assertEqual(asked["params"], {
            "popover": old, "reason": "replaced", "disposition": "save", "deadlineMs": 10000,
            "animate": True, "durationMs": 250, "easing": "ease-in"})
        self.assertFalse(second.is_answered(request), "the old one is still on the screen")
        first.answer(asked, {"draft": {"text": "Dear"}})
        self.assertNotEqual(second.result(request)["popover"], old)
        self.assert_closed(first, old, "replaced", "saved", False)
        draft = first.call("draft.load", key="letter")["draft"]
        self.assertEqual(draft["content"], {"text": "Dear"})
        self.assertEqual(draft["reason"], "replaced")

    def test_a_modal_popover_that_is_closing_lets_opens_wait(self):
        owner, other = self.peer("owner"), self.peer("other")
        popover = self.open(owner, "task", modal=True)["popover"]
        other.call("popover.dismiss", popover=popover)
        asked = owner.wait("popover.willClose", reason="administrator")
        request = self.ask(other, anchor=ELSEWHERE)
        self.assertFalse(other.is_answered(request))
        owner.answer(asked, {})
        self.assertIn("popover", other.result(request))

    def test_an_open_with_wait_0_is_refused_and_closes_nothing(self):
        owner, other = self.peer("owner"), self.peer("other")
        self.open(owner)
        data = self.assert_refused(
            "timed-out", other, self.ask(other, anchor=ELSEWHERE, waitMs=0))
        self.assertEqual(data["app"], "owner")
        data = self.assert_refused("timed-out", owner, self.ask(owner, anchor=ELSEWHERE, waitMs=0))
        self.assertNotIn("app", data)
        self.assertFalse(owner.has("popover.willClose"))

    def test_a_waiting_open_times_out(self):
        owner, other = self.peer("owner"), self.peer("other")
        popover = self.open(owner)["popover"]
        self.assert_refused("timed-out", other, self.ask(other, anchor=ELSEWHERE, waitMs=20))
        asked = owner.wait("popover.willClose", popover=popover)
        owner.answer(asked, {})
        self.assert_closed(owner, popover, "replaced", "none", False)

    def test_a_waiting_client_that_is_killed_leaves_the_display_free(self):
        owner, doomed, third = self.peer("owner"), self.peer("doomed"), self.peer("third")
        popover = self.open(owner)["popover"]
        request = self.ask(doomed, anchor=ELSEWHERE)
        asked = owner.wait("popover.willClose")
        self.assertFalse(doomed.is_answered(request))
        watcher = self.watch("client.left", "popover.opened")
        doomed.kill()
        watcher.event("client.left", app="doomed")
        owner.answer(asked, {})
        self.assert_closed(owner, popover, "replaced", "none", False)
        self.open(third, anchor=ELSEWHERE)
        self.assertEqual(watcher.event("popover.opened")["data"]["app"], "third")

    def test_a_waiting_open_can_be_canceled_by_its_own_client_only(self):
        owner, other = self.peer("owner"), self.peer("other")
        self.open(owner)
        request = self.ask(other, anchor=ELSEWHERE)
        asked = owner.wait("popover.willClose")
        self.assert_error(2, {"id": request}, owner, "request.cancel", request=request)
        self.assertEqual(other.call("request.cancel", request=request), {})
        self.assert_refused("cancelled", other, request)
        self.assert_error(2, {"id": request}, other, "request.cancel", request=request)
        owner.answer(asked, {})

    def test_unknown_behaviors_sources_surfaces_and_displays_have_their_own_errors(self):
        shop = self.peer()
        self.assert_refused("unknown-behavior", shop, self.ask(shop, "balloon"))
        self.assert_error(2, {"id": "cellar"}, shop, "popover.open", behavior="menu", size=SIZE,
                          anchor=BUTTON, display="cellar")
        self.assert_error(2, {"id": "sheet of paper"}, shop, "popover.open", behavior="menu",
                          size=SIZE, anchor=BUTTON, surface="sheet of paper")
        with self.assertRaises(Refusal) as caught:
            shop.call("popover.open", behavior="menu", size=SIZE, source="nobody's")
        self.assertIn((caught.exception.code, caught.exception.data), [
            (2, {"id": "nobody's"}), (-32602, {"member": "anchor"})])

    def test_refusals_are_checked_in_the_documented_order(self):
        shop = self.peer()
        self.setter().call("display.set", display="tv", width=1920, height=1080, idiom="tv")
        shop.call("session.lock")
        # Params before the behavior, then ids, then the idiom, then the lock.
        self.assert_error(-32602, {"member": "size.width"}, shop, "popover.open",
                          behavior="balloon", size={"height": 10}, anchor=BUTTON)
        self.assert_refused("unknown-behavior", shop, self.ask(shop, "balloon", display="cellar"))
        self.assert_error(2, {"id": "cellar"}, shop, "popover.open", behavior="menu", size=SIZE,
                          anchor=BUTTON, display="cellar")
        self.assert_refused("unsupported-idiom", shop, self.ask(shop, display="tv"))
        self.assert_refused("locked", shop, self.ask(shop))

    def test_many_clients_never_show_two_popovers(self):
        clients = [self.peer(f"client-{number}") for number in range(4)]
        for client in clients:
            client.always_answer("popover.willClose", {})
        watcher = self.watch("popover.opened", "popover.closed")
        for round_number in range(5):
            for client in clients:
                self.ask(client, anchor=rect(100 + 10 * round_number, 300, 40, 40))
        visible = []
        for client in clients:
            client.fence()
        self.assertEqual(len(watcher.call("status")["popovers"]), 1)
        for message in [m for m in watcher.inbox if m.get("method") == "event"]:
            popover = message["params"]["data"]["popover"]
            if message["params"]["topic"] == "popover.opened":
                visible.append(popover)
            else:
                visible.remove(popover)
            self.assertLessEqual(len(visible), 1)


if __name__ == "__main__":
    unittest.main()
