# SPDX-License-Identifier: MIT
"""Notifiers that never stop, and buses that are none."""

import os
import signal
import socket
import time
import unittest

from notifications_case import PATIENCE, NotificationsCase, BackgroundProcess

from bus_lines import BusLines, close_notification, notify

LOW, CRITICAL = 0, 2
WELCOME = b"DATA\r\nOK 00112233445566778899aabbccddeeff\r\nAGREE_UNIX_FD\r\n"


class Floods(NotificationsCase):
    limits = '[[display]]\nname = "main"\nwidth = 1280\nheight = 800\n' \
        '[[display]]\nname = "side"\nwidth = 1280\nheight = 800\n'

    def flood(self, urgency, count):
        """Sends this many notifications at full speed; returns the bystander's report."""
        bystander = BackgroundProcess("bystander_process.py", self.daemon.socket, "side")
        self.addCleanup(bystander.close)
        notifier = BusLines(self.bus.socket)
        self.addCleanup(notifier.close)
        # Who took all of it in one turn, computing, would be suspended for that, and not answer.
        for first in (2, count // 2 + 2):
            notifier.send(b"".join(
                notify(number, urgency, f"Flood {number}")
                for number in range(first, first + count // 2)))
            notifier.ping(count + first)
        report = bystander.report()
        self.assertEqual(report["lost"], [])
        self.assertEqual(report["refused"], {})
        self.assertGreater(report["granted"], 1)

    def test_a_flood_of_plain_notifications_delays_nobody(self):
        self.start()
        self.flood(LOW, 5000)
        self.assertFalse(self.shell.has("alert.present"))
        self.assert_popover_is_there()

    def test_a_flood_of_critical_ones_ends_at_the_share_of_its_sender(self):
        self.start()
        self.flood(CRITICAL, 2000)
        for number in range(2, 66):
            alert = self.presented()
            self.assertEqual(alert["title"], f"Flood {number}")
            self.answer(alert)
        self.assertFalse(self.shell.has("alert.present"), self.shell.inbox)
        self.logged("notification dropped: too many wait")
        self.logged("notifications dropped: count=1936")
        self.critical("At last")
        self.answer(self.presented(title="At last"))
        self.assert_popover_is_there()


class Burdens(NotificationsCase):
    """What keeps the plugin from its work keeps nobody else from theirs."""

    limits = Floods.limits

    def setUp(self):
        super().setUp()
        self.start()
        self.notifier = BusLines(self.bus.socket)
        self.addCleanup(self.notifier.close)

    def bystander(self):
        bystander = BackgroundProcess("bystander_process.py", self.daemon.socket, "side")
        self.addCleanup(bystander.close)
        return bystander

    def assert_undisturbed(self, bystander):
        report = bystander.report()
        self.assertEqual((report["lost"], report["refused"]), ([], {}))
        self.assertGreater(report["granted"], 1)

    def plugin(self):
        keeper = self.peer("keeper", ("observer",))
        self.addCleanup(keeper.close)
        return next(each for each in keeper.call("plugin.list")["plugins"]
                    if each["name"] == "notifications")

    def test_a_picture_of_61_megabytes_delays_nobody(self):
        bystander = self.bystander()
        self.notifier.send(notify(2, CRITICAL, "Large", picture=61 << 20))
        self.answer(self.presented(title="Large"))
        self.assert_undisturbed(bystander)
        told = self.plugin()
        self.assertEqual((told["state"], told["service"]["state"]), ("loaded", "serving"))
        self.critical("At once")
        self.answer(self.presented(title="At once"))

    def test_a_plugin_that_stands_still_delays_nobody(self):
        [pid] = self.daemon.programs("notifications")
        os.kill(pid, signal.SIGSTOP)
        self.addCleanup(os.kill, pid, signal.SIGCONT)
        bystander = self.bystander()
        self.notifier.send(notify(2, CRITICAL, "Later"))
        self.assert_undisturbed(bystander)
        self.assertFalse(self.shell.has("alert.present"))
        os.kill(pid, signal.SIGCONT)
        self.answer(self.presented(title="Later"))

    def test_a_plugin_that_is_killed_comes_back(self):
        bystander = self.bystander()
        [pid] = self.daemon.programs("notifications")
        os.kill(pid, signal.SIGKILL)
        self.logged("showing the notifications", times=2)
        self.assert_undisturbed(bystander)
        self.critical("Again")
        self.answer(self.presented(title="Again"))
        self.assert_popover_is_there()


class Haste(NotificationsCase):
    """Calls without waiting for replies are handled in order."""

    def setUp(self):
        super().setUp()
        self.start()
        self.notifier = BusLines(self.bus.socket)
        self.addCleanup(self.notifier.close)

    def say(self, *messages):
        self.notifier.send(b"".join(messages))
        self.notifier.ping(99)

    def test_one_closed_before_its_number_is_known_is_removed(self):
        self.say(notify(2, CRITICAL, "One", replaces=7), close_notification(3, 7))
        self.assert_signal("NotificationClosed", 7, 3)
        self.critical("Two")
        self.answer(self.presented(title="Two"))
        self.assertFalse(self.shell.has("alert.present", title="Two"))

    def test_one_replaced_again_and_again_ends_once(self):
        self.say(*(notify(number, CRITICAL, f"Step {number}", replaces=7)
                   for number in range(2, 40)))
        self.answer(self.presented(title="Step 39"))
        self.assert_signal("NotificationClosed", 7, 2)
        number = self.critical("Fence")
        self.answer(self.presented(title="Fence"))
        self.assert_signal("NotificationClosed", number, 2)

    def test_one_replaced_and_closed_at_once_ends_once(self):
        self.say(
            notify(2, CRITICAL, "One", replaces=7), notify(3, CRITICAL, "Two", replaces=7),
            close_notification(4, 7), close_notification(5, 7), notify(6, LOW, "Three"))
        self.assert_signal("NotificationClosed", 1, 1)
        self.assert_signal("NotificationClosed", 7, 3)
        number = self.critical("Fence")
        self.answer(self.presented(title="Fence"))
        self.assert_signal("NotificationClosed", number, 2)

    def test_a_new_number_is_unique(self):
        self.say(notify(2, CRITICAL, "One", replaces=1), notify(3, CRITICAL, "Two", replaces=2))
        self.assertEqual(self.critical("Three"), 3)


class OddBuses(NotificationsCase):
    """The test itself listens at the bus address."""

    def setUp(self):
        super().setUp()
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(self.listener.close)
        self.listener.bind(self.bus.socket)
        self.listener.listen()
        self.listener.settimeout(PATIENCE)

    def accept(self):
        connection, _ = self.listener.accept()
        self.addCleanup(connection.close)
        connection.settimeout(PATIENCE)
        return connection

    def test_a_bus_that_hangs_up_is_retried_with_backoff(self):
        self.start(has_bus=False)
        times = []
        for _ in range(4):
            self.accept().close()
            times.append(time.monotonic())
        pauses = [after - before for before, after in zip(times, times[1:])]
        for pause, least in zip(pauses, (0.25, 0.5, 1.0)):
            self.assertGreater(pause, least * 0.8, pauses)
        self.assert_each_cause_is_told_once()
        self.assert_popover_is_there()

    def test_a_silent_bus_delays_nobody_and_times_out(self):
        self.start(has_bus=False)
        connection = self.accept()
        self.assertIn(b"AUTH EXTERNAL", connection.recv(4096))
        self.assert_popover_is_there()
        self.wait_for_end(connection)
        self.accept()
        self.logged("does not answer")
        self.assert_popover_is_there()

    def test_a_bus_that_sends_nonsense_is_disconnected(self):
        for nonsense in (
                b"ERROR\r\n", b"\0" * 4096, b"DATA\r\n" * 10_000, WELCOME + os.urandom(8192),
                # A message of some hundred million bytes.
                WELCOME + b"l\x02\x01\x01\xff\xff\xff\x07\x01\0\0\0\xff\xff\xff\x03"):
            with self.subTest(nonsense[:32]):
                if self.daemon.process is None:
                    self.start(has_bus=False)
                connection = self.accept()
                connection.recv(4096)
                try:
                    connection.sendall(nonsense)
                except OSError:
                    # It has seen enough.
                    pass
                self.wait_for_end(connection)
                self.assert_popover_is_there()
        self.assert_each_cause_is_told_once()

    def wait_for_end(self, connection):
        try:
            while connection.recv(4096):
                pass
        except ConnectionResetError:
            pass

    def assert_each_cause_is_told_once(self):
        """Never the same words twice in a row."""
        told = [line.split("notifications: ")[1] for line in self.daemon.told().splitlines()
                if "notifications: " in line and " took " not in line]
        self.assertTrue(told)
        for before, after in zip(told, told[1:]):
            self.assertNotEqual(before, after)


class Denials(NotificationsCase):
    def test_a_refused_name_is_requested_again_and_logged_once(self):
        self.bus.configure('<deny own="org.freedesktop.Notifications"/>')
        self.bus.start()
        self.start(has_bus=False)
        self.logged("refuses the name: ")
        monitor = self.bus.listen()
        for _ in range(2):
            monitor.wait_line('"member":"RequestName"')
        self.logged("refuses the name: ")
        self.assert_popover_is_there()


if __name__ == "__main__":
    unittest.main()
