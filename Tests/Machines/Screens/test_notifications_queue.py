# SPDX-License-Identifier: MIT
"""More notifications than the daemon takes: they wait, the most severe first."""

import unittest

from notifications_case import NotificationsCase

from bus_lines import BusLines, close_notification, notify

LOW, NORMAL, CRITICAL = 0, 1, 2
EXPIRED, DISMISSED, TAKEN_BACK, OTHER = 1, 2, 3, 4
# Of one sender, and of all that wait.
SHARE, CAPACITY = 64, 128
OK = [{"id": "ok", "label": "OK"}]


class QueueCase(NotificationsCase):
    def begin(self, *messages, **options):
        options.setdefault("expireMs", 0)
        self.start(urgencies=["low", "normal", "critical"], **options)
        self.notifier = self.connect()
        self.say(*messages)

    def connect(self):
        notifier = BusLines(self.bus.socket)
        self.addCleanup(notifier.close)
        return notifier

    def say(self, *messages, notifier=None):
        notifier = notifier or self.notifier
        notifier.send(b"".join(messages))
        notifier.ping(9999)

    def numbers(self, urgency, *numbers):
        return [notify(number, urgency, f"Number {number}") for number in numbers]

    def answer_next(self, title):
        self.answer(self.presented(title=title))

    def answer_all(self, *titles):
        """These are presented in this order, and no others."""
        for title in titles:
            alert = self.presented()
            self.assertEqual(alert["title"], title)
            self.answer(alert)

    def raise_own(self, **params):
        """An alert of another program; it stays until it is answered."""
        self.shop.start("alert.raise", title="Own", buttons=OK, **params)
        return self.presented(title="Own")


class Queues(QueueCase):
    limits = "[limits]\nalerts = 2"

    def test_a_burst_is_shown_in_full(self):
        self.begin(*self.numbers(NORMAL, *range(2, 42)))
        for number in range(2, 42):
            self.answer_all(f"Number {number}")
            self.assert_signal("NotificationClosed", number - 1, DISMISSED)
        self.assertNotIn("notification is not shown", self.daemon.told())

    def test_a_critical_one_does_not_wait_behind_trifles(self):
        self.begin(*self.numbers(LOW, *range(2, 7)))
        self.critical("Fire")
        self.answer_next("Fire")
        self.assert_signal("NotificationClosed", 6, DISMISSED)
        self.presented(title="Number 2")
        # It is presented again, and all the others follow it.
        for number in range(2, 7):
            self.answer_next(f"Number {number}")

    def test_the_most_severe_is_raised_next(self):
        self.begin(
            *self.numbers(CRITICAL, 2, 3), *self.numbers(LOW, 4), *self.numbers(NORMAL, 5),
            *self.numbers(CRITICAL, 6))
        self.answer_all(*(f"Number {number}" for number in (2, 3, 6, 5, 4)))

    def test_a_waiting_one_is_closed(self):
        self.begin(*self.numbers(NORMAL, 2, 3, 4), close_notification(9, 3))
        self.assert_signal("NotificationClosed", 3, TAKEN_BACK)
        self.answer_all("Number 2", "Number 3")
        self.assertFalse(self.shell.has("alert.present"), self.shell.inbox)

    def test_a_waiting_one_is_replaced_in_its_place(self):
        self.begin(
            *self.numbers(NORMAL, 2, 3, 4, 5), notify(6, NORMAL, "Changed", replaces=3))
        self.answer_all("Number 2", "Number 3", "Changed", "Number 5")

    def test_a_waiting_one_ends_by_a_plain_replacement(self):
        self.start(urgencies=["critical"])
        self.notifier = self.connect()
        self.say(*self.numbers(CRITICAL, 2, 3, 4), notify(5, LOW, "Plain", replaces=3))
        self.assert_signal("NotificationClosed", 3, EXPIRED)
        self.answer_all("Number 2", "Number 3")
        self.assertFalse(self.shell.has("alert.present"), self.shell.inbox)

    def test_a_sender_has_its_share(self):
        self.begin(*self.numbers(NORMAL, *range(2, SHARE + 11)))
        self.notifier.send(notify(500, NORMAL, "Too much", flags=0))
        refusal = self.notifier.wait_reply(500)
        self.assertIn(b"LimitsExceeded", refusal)
        self.assertIn(f"at most {SHARE} of one sender, and {CAPACITY} that wait".encode(), refusal)
        self.logged('notification dropped: too many wait app="flood"')
        self.say(notify(2, NORMAL, "Other"), notifier=self.connect())
        self.answer_all(*(f"Number {number}" for number in range(2, SHARE + 2)), "Other")
        self.logged("notifications dropped: count=10")

    def test_a_critical_one_takes_the_room_of_a_trifle_of_its_sender(self):
        self.begin(*self.numbers(LOW, *range(2, SHARE + 2)))
        self.say(notify(2, CRITICAL, "Fire"))
        self.assert_signal("NotificationClosed", SHARE, OTHER)
        self.answer_next("Fire")

    def test_a_full_queue_drops_the_latest_of_the_sender_that_has_most(self):
        self.begin(*self.numbers(LOW, *range(2, SHARE + 2)))
        self.say(*self.numbers(LOW, *range(2, SHARE - 1)), notifier=self.connect())
        third = self.connect()
        # Two are not in the queue, but in the daemon.
        self.say(*self.numbers(LOW, *range(2, 8)), notifier=third)
        self.assert_signal("NotificationClosed", SHARE, OTHER)
        third.send(notify(8, CRITICAL, "Fire", flags=0))
        third.wait_reply(8)
        self.answer_next("Fire")

    def test_the_end_of_a_session_drops_what_waits(self):
        self.begin(*self.numbers(NORMAL, 2, 3, 4, 5))
        self.presented(title="Number 2")
        self.peer("warden", ("observer",)).call("session.end")
        self.assertEqual(
            {self.closed() for _ in range(4)}, {(number, OTHER) for number in range(1, 5)})
        self.critical("Fence")
        self.answer_all("Fence")
        self.assertFalse(self.shell.has("alert.present"), self.shell.inbox)

    def closed(self):
        found = self.monitor.wait_line(
            r'"member":"NotificationClosed".*"data":\[(\d+),(\d+)\]')
        return int(found[1]), int(found[2])

    def test_the_end_of_the_plugin_closes_what_waits(self):
        self.begin(*self.numbers(NORMAL, 2, 3, 4))
        self.presented(title="Number 2")
        self.peer("keeper", ("observer",)).call("plugin.reload", name="notifications")
        for number in range(1, 4):
            self.assert_signal("NotificationClosed", number, OTHER)

    def test_what_nobody_has_seen_before_a_lock_is_shown_after_it(self):
        self.begin(*self.numbers(NORMAL, 2, 3, 4))
        self.presented(title="Number 2")
        warden = self.peer("warden", ("observer",))
        warden.call("session.lock")
        self.assert_signal("NotificationClosed", 1, OTHER)
        warden.call("session.unlock")
        self.answer_all("Number 3", "Number 4")


class Times(QueueCase):
    def test_a_time_begins_when_it_is_shown(self):
        self.start(urgencies=["normal"], expireMs=300)
        numbers = [self.numbered(f"Number {index}") for index in range(4)]
        for index, number in enumerate(numbers):
            self.presented(title=f"Number {index}")
            self.assert_signal("NotificationClosed", number, EXPIRED)

    def test_no_time_runs_behind_the_alert_of_another_program(self):
        self.begin()
        own = self.raise_own(severity="critical")
        # Each of them ends a program, which takes longer than this time.
        numbers = [self.numbered("-u", "normal", "-t", "1", title) for title in ("One", "Two")]
        self.shell.call("alert.answer", alert=own["alert"], button="ok")
        for title, number in zip(("One", "Two"), numbers):
            self.presented(title=title)
            self.assert_signal("NotificationClosed", number, EXPIRED)


class FullDaemon(QueueCase):
    """Another program has all the alerts that their user may have."""

    limits = "[limits]\nalertsPerUser = 1"

    def test_one_waits_until_the_daemon_has_room(self):
        self.begin()
        own = self.raise_own(severity="critical")
        number = self.critical("Late")
        self.assertFalse(self.shell.has("alert.present"), self.shell.inbox)
        self.shell.call("alert.answer", alert=own["alert"], button="ok")
        self.answer_all("Late")
        self.assert_signal("NotificationClosed", number, DISMISSED)

    def test_the_end_of_the_session_drops_it(self):
        self.begin()
        self.raise_own(severity="critical")
        number = self.critical("Late")
        self.peer("warden", ("observer",)).call("session.end")
        self.assert_signal("NotificationClosed", number, OTHER)


class TwoDisplays(QueueCase):
    limits = '[limits]\nalerts = 1\n[[display]]\nname = "main"\nwidth = 1280\nheight = 800\n' \
        '[[display]]\nname = "side"\nwidth = 1280\nheight = 800\n'

    def test_the_end_of_another_session_drops_nothing(self):
        self.begin(*self.numbers(NORMAL, 2, 3))
        self.peer("warden", ("observer",)).call("session.end", display="side")
        self.answer_all("Number 2", "Number 3")


if __name__ == "__main__":
    unittest.main()
