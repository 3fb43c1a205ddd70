# SPDX-License-Identifier: MIT
"""What the core of the Python package promises over connections: places, and work."""

import unittest

from core_script import ALERT, GRANT, ConnectedCase, closed, will_close

import popoverd
from popoverd import core
from popoverd.core.works import Works

RECT = {"x": 0, "y": 0, "width": 80, "height": 40}


class Places(ConnectedCase):
    def test_they_are_registered_again_surfaces_first(self):
        self.core.set_place("occluder", "keyboard", {"rect": RECT}, self.script.now)
        self.core.set_place("source", "basket", {"rect": RECT, "surface": "w"}, self.script.now)
        self.core.set_place("surface", "w", {"frame": RECT}, self.script.now)
        self.script.sent()
        self.script.lose()
        restored = [each["method"] for each in self.script.reconnect()]
        self.assertEqual(restored, ["surface.set", "source.set", "occluder.set"])

    def test_the_sources_on_a_surface_go_with_it(self):
        self.core.set_place("surface", "w", {"frame": RECT}, self.script.now)
        self.core.set_place("source", "basket", {"rect": RECT, "surface": "w"}, self.script.now)
        self.core.remove_place("surface", "w", self.script.now)
        self.script.sent()
        self.script.lose()
        self.assertEqual(self.script.reconnect(), [])

    def test_what_is_refused_is_as_it_was(self):
        self.core.set_place("source", "basket", {"rect": RECT}, self.script.now)
        self.core.set_place("source", "basket", {"rect": {**RECT, "x": -1}}, self.script.now)
        first, second = self.script.sent()
        self.script.result(first["id"], {})
        self.script.refuse(second["id"], -32602, member="rect")
        self.script.lose()
        self.assertEqual(self.script.reconnect()[0]["params"]["rect"], RECT)

    def test_a_late_refusal_leaves_what_was_set_since(self):
        self.core.set_place("source", "basket", {"rect": {**RECT, "x": -1}}, self.script.now)
        self.core.set_place("source", "basket", {"rect": RECT}, self.script.now)
        first, second = self.script.sent()
        self.script.refuse(first["id"], -32602, member="rect")
        self.script.result(second["id"], {})
        self.script.lose()
        self.assertEqual(self.script.reconnect()[0]["params"]["rect"], RECT)

    def test_a_lost_connection_is_no_failure(self):
        number = self.core.set_place("source", "basket", {"rect": RECT}, self.script.now)
        self.script.lose()
        answer = self.script.last(core.Answered)
        self.assertEqual((answer.number, answer.error), (number, None))

    def test_a_daemon_that_does_not_register_them_is_left(self):
        self.core.set_place("source", "basket", {"rect": RECT}, self.script.now)
        self.script.lose()
        self.script.wait_for_dial()
        self.script.greet()
        self.assertEqual(self.script.wait_for_timeout(), 10)
        self.assertEqual(self.script.events(), ["HangUp"])
        self.script.reconnect()
        self.assertTrue(self.core.is_ready)

    def test_one_that_is_set_while_disconnected_or_restoring_is_registered(self):
        self.core.set_place("source", "first", {"rect": RECT}, self.script.now)
        self.script.sent()
        self.script.lose()
        self.core.set_place("source", "second", {"rect": RECT}, self.script.now)
        self.script.wait_for_dial()
        self.script.greet()
        self.core.set_place("source", "third", {"rect": RECT}, self.script.now)
        sent = self.script.sent()
        self.assertEqual([each["params"]["source"] for each in sent], ["first", "second", "third"])
        self.assertFalse(self.core.is_ready)
        # A refusal is no reason to stay away.
        self.script.refuse(sent[0]["id"], 4, limit="sources")
        for each in sent[1:]:
            self.script.result(each["id"], {})
        self.assertTrue(self.core.is_ready)


class Work(ConnectedCase):
    def test_it_is_handed_over_when_asked_and_asked_once(self):
        popover = self.script.open()
        self.script.say(will_close("r1"), will_close("r2"))
        self.assertEqual(self.script.events(), ["CloseAsked"])
        self.core.answer_close(popover, {"text": "half"}, self.script.now)
        self.core.answer_close(popover, "another", self.script.now)
        self.assertEqual([(each["id"], each["result"]) for each in self.script.sent()], [
            ("r1", {"draft": {"text": "half"}}), ("r2", {"draft": {"text": "half"}})])
        self.script.say(closed("saved"))
        self.assertEqual(self.script.last(core.PopoverEnded).end.draft, "saved")
        self.script.lose()
        self.assertEqual(self.script.reconnect(), [])

    def test_an_answer_that_the_daemon_has_not_confirmed_is_kept(self):
        popover = self.script.open()
        self.script.say(will_close())
        self.core.answer_close(popover, "first", self.script.now)
        self.core.answer_close(popover, "second", self.script.now)
        self.script.sent()
        self.script.lose()
        self.assertEqual(self.script.last(core.PopoverEnded).end.draft, "kept")
        self.assertEqual(self.saved(self.script.reconnect())[0]["content"], "first")

    def test_an_answer_is_for_the_connection_that_asked(self):
        popover = self.script.open()
        self.script.say(will_close(), closed())
        self.script.lose()
        self.script.reconnect()
        self.core.answer_close(popover, "late", self.script.now)
        self.assertEqual(self.script.methods(), ["draft.save"])

    def test_work_that_comes_while_everything_is_restored_is_handed_over(self):
        popover = self.script.open()
        self.script.say(will_close(), closed())
        self.core.subscribe(core.EventQueue(["app.*"], None, 9), self.script.now)
        self.script.result(self.script.sent()[-1]["id"], {"sequence": 1, "snapshot": {}})
        self.script.lose()
        self.script.wait_for_dial()
        self.script.greet()
        subscribe, = self.script.sent()
        self.core.answer_close(popover, "late", self.script.now)
        self.script.result(subscribe["id"], {"sequence": 1, "snapshot": {}})
        self.assertEqual(self.script.methods(), ["draft.save"])

    def test_of_a_lost_connection_it_waits_for_the_next(self):
        popover = self.script.open(draft={
            "content": "old", "revision": 4, "savedAt": 1, "reason": "save"})
        self.script.lose()
        self.assertEqual(self.script.asked().order.reason, "connection-lost")
        self.core.answer_close(popover, "new", self.script.now)
        self.assertEqual(self.script.last(core.PopoverEnded).end, (
            "connection-lost", "kept", False, False))
        work = {"key": "order-7", "content": "new", "revision": 5}
        self.assertEqual(self.saved(self.script.reconnect()), [work])
        self.script.lose()
        self.assertEqual(self.script.reconnect(), [])

    def test_it_waits_through_a_connection_that_breaks_at_once(self):
        popover = self.script.open()
        self.script.lose()
        self.core.answer_close(popover, "new", self.script.now)
        self.script.wait_for_dial()
        self.script.greet(started=2)
        self.assertEqual(self.script.methods(), ["draft.save"])
        self.script.lose()
        self.assertEqual(len(self.saved(self.script.reconnect())), 1)

    def test_the_reconnect_waits_for_owners_until_their_deadline(self):
        popover = self.script.open()
        self.script.lose()
        self.script.now += 0.25
        # The deadline of the owner has not passed where the clock stood still meanwhile.
        self.core.tick(self.script.now - 0.001)
        self.assertNotIn("PopoverEnded", self.script.events())
        self.core.tick(self.script.now)
        self.assertEqual(self.script.last(core.PopoverEnded).end.draft, "none")
        self.script.greet()
        self.assertTrue(self.core.is_ready)
        # Late work is handed over, too.
        self.core.answer_close(popover, "late", self.script.now)
        self.assertEqual(self.saved(self.script.sent()), [
            {"key": "order-7", "content": "late", "revision": 1}])

    def test_work_that_is_late_for_a_daemon_that_is_gone_by_then_is_kept(self):
        popover = self.script.open()
        self.script.say(will_close(), closed("none"))
        self.script.lose()
        self.core.answer_close(popover, "late", self.script.now)
        self.assertEqual(self.saved(self.script.reconnect())[0]["content"], "late")

    def test_what_nobody_wants_is_not_kept(self):
        for end in ("discard", "close", "choose"):
            self.setUp()
            popover = self.script.open()
            if end == "discard":
                self.script.say(will_close(disposition="discard"))
            elif end == "close":
                self.script.request("popover.close", popover="p1", outcome="done")
            else:
                number = self.script.request("popover.choose", popover="p1", choice=1)
                self.script.result(number, {"closes": True})
            self.script.events()
            self.script.lose()
            self.assertNotIn("CloseAsked", self.script.events())
            self.core.answer_close(popover, "work", self.script.now)
            self.assertEqual(self.script.reconnect(), [], end)

    def test_a_draft_of_the_programs_own_replaces_what_is_on_its_way(self):
        popover = self.script.open()
        self.script.say(will_close(), closed())
        self.script.lose()
        self.script.reconnect()
        self.core.answer_close(popover, "late", self.script.now)
        self.assertEqual(self.script.methods(), ["draft.save"])
        number = self.script.request("draft.save", key="order-7", content="own")
        self.script.result(number, {"revision": 2, "durable": True})
        self.script.lose()
        self.assertEqual(self.script.reconnect(), [])

    def test_the_revision_is_later_than_a_draft_of_the_programs_own(self):
        popover = self.script.open()
        self.script.lose()
        self.core.answer_close(popover, "old", self.script.now)
        self.script.wait_for_dial()
        self.script.connect()
        popover = self.script.open()
        number = self.script.request("draft.save", key="order-7", content="own")
        self.script.result(number, {"revision": 7, "durable": True})
        self.script.lose()
        self.core.answer_close(popover, "later", self.script.now)
        self.assertEqual(self.saved(self.script.reconnect())[0]["revision"], 8)

    def test_only_so_much_is_kept(self):
        for number in range(popoverd.WORKS_KEPT + 2):
            request = self.core.request("popover.open", {"key": f"k{number}"}, self.script.now)
            self.script.result(request, {**GRANT, "popover": f"p{number}"})
        self.script.events()
        self.script.lose()
        for event in self.core.take_events():
            if isinstance(event, core.CloseAsked):
                self.core.answer_close(event.owner, event.owner.key, self.script.now)
        kept = [each["key"] for each in self.saved(self.script.reconnect())]
        self.assertEqual(kept, [f"k{number}" for number in range(2, popoverd.WORKS_KEPT + 2)])

    def test_newer_work_is_not_the_oldest(self):
        works = Works()
        for number in (0, *range(popoverd.WORKS_KEPT), 0, "last"):
            works.keep(f"k{number}", number, 0)
        self.assertIn("k0", works)
        self.assertNotIn("k1", works)


class Leaving(ConnectedCase):
    def test_it_hands_over_and_is_closed(self):
        popover = self.script.open()
        self.core.close(self.script.now)
        self.assertEqual(self.script.asked().order.reason, "client-gone")
        with self.assertRaises(popoverd.ClientClosed):
            self.core.request("status", {}, self.script.now)
        self.core.answer_close(popover, "work", self.script.now)
        save, = self.script.sent()
        self.assertNotIn("Closed", self.script.events())
        self.script.result(save["id"], {"revision": 1, "durable": True})
        self.assertEqual(self.script.events(), ["HangUp", "Lost", "Closed"])
        self.assertIsNone(self.core.next_timeout())

    def test_nobody_is_waited_for_in_vain(self):
        self.script.open()
        number = self.script.request("status")
        self.core.close(self.script.now)
        self.assertEqual(self.script.wait_for_timeout(), 0.25)
        self.assertEqual(self.script.last(core.PopoverEnded).end.draft, "none")
        answer = self.script.last(core.Answered)
        self.assertEqual(answer.number, number)
        self.assertIsInstance(answer.error, popoverd.ClientClosed)

    def test_a_daemon_that_hangs_is_left(self):
        popover = self.script.open()
        self.core.close(self.script.now)
        self.core.answer_close(popover, "work", self.script.now)
        self.assertEqual(self.script.wait_for_timeout(), 10)
        self.assertEqual(self.script.events()[-1], "Closed")


    def test_while_disconnected_everything_ends_at_once(self):
        self.script.open()
        queue = core.EventQueue(["app.*"], None, 9)
        self.core.subscribe(queue, self.script.now)
        self.script.result(self.script.sent()[0]["id"], {"sequence": 1, "snapshot": {}})
        self.script.lose()
        number = self.core.raise_alert(ALERT, self.script.now)
        self.core.close(self.script.now)
        self.assertEqual(self.script.last(core.PopoverEnded).end.draft, "none")
        answer = self.script.last(core.Answered)
        self.assertEqual(answer.number, number)
        self.assertIsInstance(answer.error, popoverd.ClientClosed)
        self.assertTrue(queue.is_over)
        self.assertIsNone(self.core.next_timeout())


if __name__ == "__main__":
    unittest.main()
