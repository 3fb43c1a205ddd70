# SPDX-License-Identifier: MIT
"""Notifications of the desktop's kind are alerts, and who notified hears what becomes of them."""

import unittest

from notifications_case import NotificationsCase

from bus_lines import BusLines, close_notification, notify

CRITICAL = 2
EXPIRED, DISMISSED, TAKEN_BACK, OTHER = 1, 2, 3, 4
CLOSE = {"id": "close", "label": "Close", "role": "cancel"}


def told(buttons):
    """Members that are null may as well be absent."""
    return [{key: value for key, value in each.items() if value is not None} for each in buttons]


class Alerts(NotificationsCase):
    def test_a_critical_one_is_an_alert_above_the_popover(self):
        self.start()
        number = self.critical("The paper is out", "Refill tray 2")
        alert = self.presented()
        self.assertEqual(
            (alert["title"], alert["message"], alert["severity"], told(alert["buttons"])),
            ("The paper is out", "Refill tray 2", "critical", [CLOSE]))
        outside = self.shop.call("tap", x=1200, y=700)
        self.assertEqual(outside["verdict"], "swallowed")
        self.answer(alert)
        self.assert_signal("NotificationClosed", number, DISMISSED)
        self.assert_popover_is_there()

    def test_actions_are_buttons(self):
        self.start()
        notifier = self.bus.notify(
            "-u", "critical", "-A", "again=Try again", "-A", "stop=Stop", "The print failed")
        alert = self.presented()
        self.assertEqual(told(alert["buttons"]), [
            {"id": "0", "label": "Try again"}, {"id": "1", "label": "Stop"}, CLOSE])
        self.answer(alert, "1")
        self.assertEqual(notifier.finish()[:2], (0, "stop\n"))
        self.assert_signal("ActionInvoked", 1, "stop")
        self.assert_signal("NotificationClosed", 1, DISMISSED)
        self.assert_popover_is_there()

    def test_an_action_without_a_text_has_one(self):
        self.start(openLabel="Öffnen", closeLabel="Schließen")
        self.bus.call(
            "Notify", "'mail'", "0", "''", "'New mail'", "''", "['default', '']",
            "{'urgency': <byte 2>}", "-1")
        self.assertEqual(told(self.presented()["buttons"]), [
            {"id": "0", "label": "Öffnen", "role": "default"},
            {"id": "close", "label": "Schließen", "role": "cancel"}])

    def test_its_own_labels_are_in_the_language_of_the_display(self):
        self.start(
            openLabel={"en": "Open", "de": "Öffnen"}, closeLabel={"de": "Schließen", "en": "Close"})
        for language, labels in (("de-AT", ["Öffnen", "Schließen"]), ("fr", ["Open", "Close"])):
            with self.subTest(language):
                self.shell.call("session.set", language=language)
                # The plugin has heard it.
                self.shell.fence()
                self.bus.call(
                    "Notify", "'mail'", "0", "''", "'New mail'", "''", "['default', '']",
                    "{'urgency': <byte 2>}", "-1")
                alert = self.presented()
                self.assertEqual([each["label"] for each in alert["buttons"]], labels)
                self.answer(alert)

    def test_one_is_replaced_in_its_place(self):
        self.start()
        number = self.critical("Disk 80 % full")
        first = self.presented()
        again = self.critical("-r", str(number), "Disk 90 % full")
        self.assertEqual(again, number)
        self.assertEqual(self.shell.wait("alert.dismiss")["params"]["alert"], first["alert"])
        second = self.presented()
        self.assertEqual(second["title"], "Disk 90 % full")
        self.answer(second)
        # The first signal of all: nobody was told that the first was over.
        self.assert_signal("NotificationClosed", number, DISMISSED)

    def test_replacing_an_alert_with_a_plain_notification_removes_it(self):
        self.start()
        number = self.critical("Too hot")
        alert = self.presented()
        self.assertEqual(self.numbered("-r", str(number), "Cooler again"), number)
        self.assertEqual(self.shell.wait("alert.dismiss")["params"]["alert"], alert["alert"])
        self.assert_signal("NotificationClosed", number, EXPIRED)
        # The next signal of all is that of the next notification.
        self.assert_signal("NotificationClosed", self.numbered("Cold"), EXPIRED)
        self.assert_popover_is_there()

    def test_one_is_taken_back(self):
        self.start()
        number = self.critical("The door is open")
        alert = self.presented()
        self.assertEqual(self.bus.call("CloseNotification", str(number)), "()")
        self.assertEqual(self.shell.wait("alert.dismiss")["params"]["alert"], alert["alert"])
        self.assert_signal("NotificationClosed", number, TAKEN_BACK)
        self.assertIn("InvalidArgs", self.bus.call("CloseNotification", str(number)))
        self.assert_popover_is_there()

    def test_one_expires(self):
        self.start()
        number = self.critical("-t", "150", "A moment")
        alert = self.presented()
        self.assertEqual(self.shell.wait("alert.dismiss")["params"]["alert"], alert["alert"])
        self.assert_signal("NotificationClosed", number, EXPIRED)
        self.assert_popover_is_there()

    def test_ending_the_session_removes_it(self):
        self.start()
        number = self.critical("Nobody reads this")
        self.presented()
        self.peer("warden", ("observer",)).call("session.end")
        self.assert_signal("NotificationClosed", number, OTHER)

    def test_markup_becomes_text(self):
        self.start()
        for body, text in (
                ('<b>Ann</b> &amp; <a href="x">Bob</a>', "Ann & Bob"),
                ("3 < 5 & 7 > 2", "3 < 5 & 7 > 2"),
                ("<img src='i' alt='a &lt;cat&gt;'/> &#x263A;&#33;", "a <cat> \u263a!"),
                ("<IMG src='i'/>picture", "picture"),
                ("&nbsp; &#0; &#xD800; &#x; & ;", "&nbsp; &#0; &#xD800; &#x; & ;"),
                ("&amp;lt;b&amp;gt;", "&lt;b&gt;"),
                ("<blink>no</blink> <br/>", "<blink>no</blink> <br/>"),
                ("<a href='x>y'>Ann</a>", "Ann"), ("<b", "<b"), ("</", "</"), ("<i >x</i\n>", "x"), ("a\nb", "a\nb")):
            with self.subTest(body):
                self.critical("Mail", "--", body)
                alert = self.presented()
                self.assertEqual(alert["message"], text)
                self.answer(alert)

    def test_a_locked_session_shows_critical_ones_first(self):
        self.start(urgencies=["normal", "critical"])
        warden = self.peer("warden", ("observer",))
        warden.call("session.lock")
        self.numbered("-u", "normal", "The weather")
        self.critical("Fire")
        self.answer(self.presented(title="Fire"))
        self.assertFalse(self.shell.has("alert.present", title="The weather"))
        warden.call("session.unlock")
        self.answer(self.presented(title="The weather"))

    def test_notifications_that_are_not_critical_are_accepted_and_dropped(self):
        self.start()
        for urgency in ("low", "normal"):
            number = self.numbered("-u", urgency, "The weather")
            self.assert_signal("NotificationClosed", number, EXPIRED)
        self.assertFalse(self.shell.has("alert.present"))
        self.assert_popover_is_there()

    def test_other_notifications_can_be_refused(self):
        self.start(others="refuse")
        status, _, errors = self.bus.notify("The weather").finish()
        self.assertNotEqual(status, 0)
        self.assertIn("only critical notifications", errors)

    def test_every_urgency_can_become_an_alert(self):
        self.start(urgencies=["low", "normal", "critical"], expireMs=150)
        for urgency, severity in (("low", "info"), ("normal", "warning")):
            number = self.numbered("-u", urgency, "The weather")
            self.assertEqual(self.presented()["severity"], severity)
            self.assert_signal("NotificationClosed", number, EXPIRED)

    def test_numbers_begin_anew_when_the_plugin_is_reloaded(self):
        self.start()
        self.assertEqual(self.critical("One"), 1)
        self.presented()
        keeper = self.peer("keeper", ("observer",))
        keeper.call("plugin.reload", name="notifications")
        self.assert_signal("NotificationClosed", 1, OTHER)
        self.logged("showing the notifications", times=2)
        self.assertEqual(self.critical("Two"), 1)
        self.answer(self.presented(title="Two"))


class Senders(NotificationsCase):
    """Notifications of connections that stay on the bus."""

    def setUp(self):
        super().setUp()
        self.start()
        self.one, self.other = BusLines(self.bus.socket), BusLines(self.bus.socket)
        self.addCleanup(self.one.close)
        self.addCleanup(self.other.close)

    def say(self, sender, *messages):
        sender.send(b"".join(messages))
        sender.ping(99)

    def test_a_stranger_neither_replaces_nor_closes_a_notification(self):
        self.say(self.one, notify(2, CRITICAL, "One"))
        alert = self.presented(title="One")
        self.say(self.other, notify(2, CRITICAL, "Two", replaces=1), close_notification(3, 1))
        self.answer(alert)
        self.assert_signal("NotificationClosed", 1, DISMISSED)
        self.answer(self.presented(title="Two"))
        self.assert_signal("NotificationClosed", 2, DISMISSED)

    def test_one_of_a_stranger_does_not_end_by_a_plain_replacement(self):
        self.say(self.one, notify(2, CRITICAL, "One"))
        alert = self.presented(title="One")
        self.say(self.other, notify(2, 1, "Plain", replaces=1))
        self.assert_signal("NotificationClosed", 2, EXPIRED)
        self.answer(alert)
        self.assert_signal("NotificationClosed", 1, DISMISSED)


class Callers(NotificationsCase):
    def test_the_server_describes_itself(self):
        self.start()
        self.assertEqual(self.bus.call("GetCapabilities"), "(['actions', 'body'],)")
        self.assertRegex(
            self.bus.call("GetServerInformation"), r"^\('popoverd', 'popoverd', '.+', '1\.2'\)$")

    def test_the_urgency_is_an_integer_of_any_type(self):
        self.start()
        for value in ("byte 2", "byte 7", "int16 2", "uint16 3", "int32 2", "uint32 4000000000",
                      "int64 2", "int64 4294967296", "uint64 18446744073709551615"):
            with self.subTest(value):
                self.bus.call(
                    "Notify", "'app'", "0", "''", f"'{value}'", "''", "@as []",
                    f"{{'urgency': <{value}>}}", "-1")
                self.answer(self.presented(title=value, severity="critical"))
        for value in ("int16 -1", "int64 1", "uint16 0", "int64 -4294967294", "2.0", "'2'"):
            with self.subTest(value):
                self.bus.call(
                    "Notify", "'app'", "0", "''", f'"{value}"', "''", "@as []",
                    f"{{'urgency': <{value}>}}", "-1")
        self.assertFalse(self.shell.has("alert.present"))

    def test_presses_of_a_volume_key_are_one_alert(self):
        self.start()
        for hint in ("x-canonical-private-synchronous", "x-dunst-stack-tag"):
            for step in range(5):
                self.bus.call(
                    "Notify", "'volume'", "0", "''", f"'{hint} {step}'", "''", "@as []",
                    f"{{'urgency': <byte 2>, '{hint}': <'{hint}'>}}", "-1")
            alert = self.presented(title=f"{hint} 4")
            self.answer(alert)
            self.assert_signal("NotificationClosed", 1 if hint.startswith("x-c") else 2, DISMISSED)

    def test_something_is_shown_of_a_notification_without_texts(self):
        self.start()
        for application, body, title in (
                ("app", "", "app"), ("", "Body", "Notification"), ("", "", "Notification")):
            self.bus.call(
                "Notify", f"'{application}'", "0", "''", "''", f"'{body}'", "@as []",
                "{'urgency': <byte 2>}", "-1")
            self.answer(self.presented(title=title, message=body or None))

    def test_times_of_any_size_are_understood(self):
        self.start()
        for time in ("0", "2147483647", "-5"):
            self.bus.call(
                "Notify", "'app'", "0", "''", f"'{time}'", "''", "@as []",
                "{'urgency': <byte 2>}", time)
            self.answer(self.presented(title=time))

    def test_a_large_image_does_no_harm(self):
        self.start()
        self.bus.call(
            "Notify", "'camera'", "0", "'icon'", "'Seen'", "''", "@as []",
            "{'image-data': <(int32 1, int32 1, int32 4, true, 8, 4, b'" + "x" * 100_000
            + "')>, 'urgency': <byte 2>}", "-1")
        self.answer(self.presented(title="Seen"))

    def test_hints_of_any_kind_do_no_harm(self):
        self.start()
        pixels = ", ".join(["byte 0x07"] * 3000)
        self.bus.call(
            "Notify", "'camera'", "0", "'icon'", "'Seen'", "''", "['odd']",
            "{'image-data': <(int32 10, 10, 30, false, 8, 3, [" + pixels + "])>,"
            " 'transient': <true>, 'x-shop': <{'deep': <[<1>]>}>, 'urgency': <uint32 2>}", "-1")
        self.assertEqual(told(self.presented(title="Seen")["buttons"]), [CLOSE])
        self.bus.call(
            "Notify", "'camera'", "0", "''", "'Not seen'", "''", "@as []",
            "{'urgency': <'critical'>}", "-1")
        self.assertFalse(self.shell.has("alert.present"))

    def test_invalid_arguments_are_errors(self):
        self.start()
        self.assertIn("InvalidArgs", self.bus.call("CloseNotification", "uint32 77"))
        self.assertIn("UnknownMethod", self.bus.call("Inhibit"))
        self.assertRegex(self.bus.call("Notify", "'app'"), "InvalidArgs|Error")


class Limits(NotificationsCase):
    limits = "[limits]\nalerts = 2\nbuttons = 3\ntext = 64"

    def test_what_exceeds_a_limit_is_cut_and_logged(self):
        self.start()
        long = "ä" * 40
        for title, body, actions, labels in [
                (long, long, "@as []", ["Close"]),
                ("Mail", "x" * 20_000, f"['k', '{long}']", ["ä" * 30 + "…", "Close"]),
                ("Mail", "<b></b>" + "x" * 64, "['a', 'A', 'b', 'B', 'c', 'C']", ["A", "B", "Close"]),
                ("Mail", "", f"{['k', 'k'] * 65}", ["k", "k", "Close"])]:
            self.bus.call(
                "Notify", "'app'", "0", "''", f"'{title}'", f"'{body}'", actions,
                "{'urgency': <byte 2>}", "-1")
            alert = self.presented()
            self.assertEqual(alert["title"], "ä" * 30 + "…" if title == long else title)
            self.assertLessEqual(len((alert["message"] or "").encode()), 64)
            self.assertEqual(
                (alert["message"] or "").endswith("…"), body == long or len(body) > 100)
            self.assertEqual([each["label"] for each in alert["buttons"]], labels)
            self.answer(alert)
        self.logged('notification cut: texts or actions exceed a limit app="app"')


if __name__ == "__main__":
    unittest.main()
