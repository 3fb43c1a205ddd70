# SPDX-License-Identifier: MIT
"""What the core of the Python package promises over connections: alerts, and events."""

import unittest

from core_script import ALERT, ConnectedCase, Script

import popoverd
from popoverd import core


class Alerts(ConnectedCase):
    def test_one_is_raised_again_and_waits_for_a_renderer(self):
        number = self.core.raise_alert(ALERT, self.script.now)
        self.script.sent()
        self.script.lose()
        again, = self.script.reconnect()
        tries = 0
        began = self.script.now
        while True:
            self.script.refuse(again["id"], reason="no-renderer")
            if "Answered" in self.script.events():
                break
            tries += 1
            self.assertEqual(self.script.wait_for_timeout(), popoverd.FIRST_PAUSE)
            again, = self.script.sent()
        self.assertEqual(self.script.now - began, popoverd.RENDERER_PATIENCE)
        answer = self.script.last(core.Answered)
        self.assertEqual((answer.number, answer.error.reason), (number, "no-renderer"))
        self.assertGreater(tries, 100)

    def test_without_a_reconnect_nobody_is_waited_for(self):
        self.core.raise_alert(ALERT, self.script.now)
        self.script.refuse(self.script.sent()[0]["id"], reason="no-renderer")
        self.assertEqual(self.script.last(core.Answered).error.reason, "no-renderer")

    def test_it_is_withdrawn(self):
        number = self.core.raise_alert(ALERT, self.script.now)
        request, = self.script.sent()
        self.core.cancel(number, self.script.now)
        cancel, = self.script.sent()
        self.assertEqual(cancel["params"], {"request": request["id"]})
        self.script.lose()
        self.assertEqual(self.script.reconnect(), [])
        self.assertNotIn("Answered", self.script.events())


class Events(ConnectedCase):
    def setUp(self):
        super().setUp()
        self.queue = core.EventQueue(["app.*"], None, 2)
        self.core.subscribe(self.queue, self.script.now)
        self.script.result(self.script.sent()[0]["id"], {"sequence": 10, "snapshot": {}})

    def publish(self, number, topic="app.shop"):
        self.script.say({"method": "event", "params": {
            "topic": topic, "data": number, "sequence": number, "time": 1}})

    def test_it_continues_where_it_was(self):
        self.publish(11)
        self.publish(12, "tap")
        self.script.lose()
        again, = self.script.reconnect()
        self.assertEqual(again["params"], {"topics": ["app.*"], "since": 11})
        self.publish(11)
        self.publish(13)
        self.assertEqual([self.queue.pop().data for _ in range(2)], [11, 13])
        self.assertIsNone(self.queue.pop())

    def test_a_new_daemon_is_a_gap(self):
        self.script.lose()
        again, = self.script.reconnect(started=2)
        self.assertEqual(again["params"]["since"], 0)
        self.publish(1)
        gap, event = self.queue.pop(), self.queue.pop()
        self.assertEqual((gap.is_gap, gap.data), (True, {"from": 11, "to": None}))
        self.assertEqual(event.data, 1)

    def test_a_number_that_the_daemon_has_not_reached_counts_from_its_beginning(self):
        queue = core.EventQueue(["app.*"], 100, 9)
        self.core.subscribe(queue, self.script.now)
        self.script.result(self.script.sent()[0]["id"], {"sequence": 10, "snapshot": {}})
        self.publish(11)
        self.assertEqual(queue.pop().data, 11)

    def test_events_before_the_answer_of_a_new_daemon_do_not_count(self):
        self.script.lose()
        self.script.wait_for_dial()
        self.script.greet(started=2)
        subscribe, = self.script.sent()
        self.publish(12)
        self.script.result(subscribe["id"], {"sequence": 12, "snapshot": {}})
        self.assertTrue(self.queue.pop().is_gap)
        self.assertIsNone(self.queue.pop())

    def test_one_may_begin_before_the_connection(self):
        for is_restoring in (False, True):
            script = Script()
            queue = core.EventQueue(["app.*"], 7, 9)
            if is_restoring:
                script.core.subscribe(core.EventQueue(["tap"], 7, 9), script.now, later=True)
                script.greet()
            script.core.subscribe(queue, script.now, later=True)
            if not is_restoring:
                script.greet()
            *_, subscribe = script.sent()
            self.assertEqual(subscribe["params"], {"topics": ["app.*"], "since": 7})
        with self.assertRaises(popoverd.ConnectionLost):
            script.core.subscribe(queue, script.now)

    def test_a_slow_reader_loses_the_oldest(self):
        for number in range(11, 16):
            self.publish(number)
        gap = self.queue.pop()
        self.assertEqual(gap.data, {"from": 11, "to": 13})
        self.assertEqual([self.queue.pop().data for _ in range(2)], [14, 15])

    def test_the_daemons_own_gap_is_reported_once(self):
        for _ in range(2):
            self.script.say({"method": "event", "params": {
                "topic": "bus.gap", "data": {"from": 5, "to": 20}}})
        self.assertEqual(self.queue.pop().data, {"from": 11, "to": 20})
        self.assertIsNone(self.queue.pop())


if __name__ == "__main__":
    unittest.main()
