# SPDX-License-Identifier: MIT
"""Notifications when the bus, the shell or the trust is missing."""

import re
import signal
import unittest

from notifications_case import Daemon, NotificationsCase

DISMISSED, OTHER = 2, 4


class Renderers(NotificationsCase):
    """Critical alerts do not wait for a shell."""

    # The section [timing] has begun.
    limits = "rendererMs = 0"

    def test_without_a_renderer_the_call_fails_and_is_logged_once(self):
        self.start()
        self.shell.close()
        for _ in range(2):
            status, _, errors = self.bus.notify("-u", "critical", "Fire").finish()
            self.assertNotEqual(status, 0)
            self.assertTrue(errors)
        self.logged("a notification is not shown")

    def test_losing_the_last_renderer_closes_the_notification(self):
        self.start()
        number = self.critical("Fire")
        self.presented()
        self.shell.close()
        self.assert_signal("NotificationClosed", number, OTHER)
        self.logged("a notification is not shown")


class LateRenderers(NotificationsCase):
    def test_a_critical_one_waits_for_a_shell(self):
        self.start()
        self.shell.close()
        number = self.critical("Fire")
        self.shell = self.peer("shell", ("shell",))
        self.shell.always_answer("alert.present", {})
        self.answer(self.presented(title="Fire"))
        self.assert_signal("NotificationClosed", number, DISMISSED)


class Buses(NotificationsCase):
    def test_a_bus_that_dies_and_returns_is_used_again(self):
        self.start()
        self.critical("Before")
        alert = self.presented()
        self.bus.kill()
        self.logged(r"warning.* is gone: ")
        # It stays while nobody is there to hear of it.
        self.assertFalse(self.shell.has("alert.dismiss"))
        self.bus.start()
        self.logged("showing the notifications", times=2)
        self.monitor = self.bus.listen()
        self.answer(alert)
        self.assert_signal("NotificationClosed", 1, DISMISSED)
        number = self.critical("After")
        self.assertEqual(number, 2)
        self.answer(self.presented(title="After"))
        self.assert_signal("NotificationClosed", number, DISMISSED)
        self.assert_popover_is_there()

    def test_a_hanging_bus_delays_nobody(self):
        self.start()
        number = self.critical("Before")
        alert = self.presented()
        self.bus.process.process.send_signal(signal.SIGSTOP)
        self.answer(alert)
        self.assert_popover_is_there()
        self.bus.process.process.send_signal(signal.SIGCONT)
        self.assert_signal("NotificationClosed", number, DISMISSED)
        self.assertNotIn("is gone", self.daemon.told())

    def test_the_plugin_waits_for_a_missing_bus(self):
        self.start(has_bus=False)
        self.logged("no bus is at ")
        self.bus.start()
        self.monitor = self.owned()
        self.critical("Late")
        self.presented(title="Late")
        # However often it was looked for.
        self.logged("no bus is at ")

    def test_the_bus_of_the_environment_is_used(self):
        self.daemon.environment["DBUS_SESSION_BUS_ADDRESS"] = self.bus.address
        self.start(bus="")
        self.critical("Here")
        self.presented(title="Here")

    def test_without_a_bus_it_has_failed(self):
        self.daemon.environment["DBUS_SESSION_BUS_ADDRESS"] = ""
        self.start(has_bus=False, bus="")
        self.assert_failed("no bus: ")

    def test_without_trust_it_has_failed(self):
        self.bus.start()
        self.start(has_bus=False, trusted=False)
        self.assert_failed("it needs trusted = true")
        self.assertFalse(self.bus.has_owner())

    def assert_failed(self, words):
        self.logged("plugin notifications: failed: " + words)
        keeper = self.peer("keeper", ("observer",))
        plugins = {each["name"]: each for each in keeper.call("plugin.list")["plugins"]}
        told = plugins["notifications"]
        self.assertEqual((told["state"], told["service"]["state"]), ("loaded", "failed"))
        self.assertTrue(told["service"]["message"].startswith(words), told)
        self.assert_popover_is_there()

    def test_a_remote_bus_address_is_not_tried(self):
        self.start(has_bus=False, bus="unixexec:path=/bin/touch,argv1=" + self.daemon.folder)
        self.logged("is no address of a bus of this machine")
        self.assert_popover_is_there()

    def test_the_plugin_waits_for_a_name_in_use(self):
        self.start()
        rival = Daemon(self.configuration_text())
        self.addCleanup(rival.close)
        first, self.daemon = self.daemon, rival
        rival.start()
        self.logged("another program shows the notifications")
        self.shell = self.peer("shell", ("shell",))
        self.shell.always_answer("alert.present", {})
        first.kill()
        self.logged("showing the notifications of")
        self.monitor = self.bus.listen()
        number = self.critical("Moved")
        self.answer(self.presented(title="Moved"))
        self.assert_signal("NotificationClosed", number, DISMISSED)
        first.close()


class Settings(NotificationsCase):
    def test_an_invalid_option_is_reported(self):
        for options, words in (
                ({"urgencies": ["urgent"]}, 'urgencies "urgent" is not low, normal or critical'),
                ({"others": "drop"}, 'others "drop" is not forget or refuse'),
                ({"expireMs": -1}, 'expireMs "-1" is not a number from 0 to 86400000'),
                ({"closeLabel": ""}, "closeLabel is empty")):
            with self.subTest(options):
                daemon = Daemon(self.configuration_text(**options))
                self.addCleanup(daemon.close)
                self.daemon = daemon
                daemon.start()
                self.logged("error plugin notifications: init: .*" + words)
                daemon.close()
                self.daemon = Daemon("")
                self.addCleanup(self.daemon.close)


if __name__ == "__main__":
    unittest.main()
