# SPDX-License-Identifier: MIT
"""Notifications of the desktop's kind are alerts, and who notified hears what becomes of them."""

import unittest

from notifications_case import NotificationsCase

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
                ("<b", "<b"), ("</", "</"), ("<i >x</i\n>", "x"), ("a\nb", "a\nb")):
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

    def test_numbers_go_on_when_the_plugin_is_reloaded(self):
        self.start()
        self.assertEqual(self.critical("One"), 1)
        self.presented()
        keeper = self.peer("keeper", ("observer",))
        keeper.call("plugin.reload", name="notifications")
        self.assert_signal("NotificationClosed", 1, OTHER)
        self.logged("showing the notifications", times=2)
        self.assertEqual(self.critical("Two"), 2)


class Callers(NotificationsCase):
    def test_the_server_describes_itself(self):
        self.start()
        self.assertEqual(self.bus.call("GetCapabilities"), "(['actions', 'body'],)")
        self.assertRegex(
            self.bus.call("GetServerInformation"), r"^\('popoverd', 'popoverd', '.+', '1\.2'\)$")

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

    def test_exceeding_a_limit_is_an_error_for_the_caller(self):
        self.start()
        many = ["['a', 'a', 'b', 'b', 'c', 'c']", f"{['k', 'k'] * 65}", f"['k', '{'x' * 65}']"]
        for title, body, actions in [
                ("x" * 65, "", "@as []"), ("Mail", "x" * 65, "@as []"),
                ("Mail", "x" * 20_000, "@as []"), *(("Mail", "", each) for each in many)]:
            self.assert_exceeds(title, body, actions)
        self.assertFalse(self.shell.has("alert.present"))
        numbers = [self.critical("One"), self.critical("Two", "<b></b>" + "x" * 64)]
        self.assertIn("alerts", self.assert_exceeds("Three"))
        # A replacement is none more.
        self.assertEqual(self.critical("-r", str(numbers[0]), "One again"), numbers[0])
        self.answer(self.presented(title="One again"))
        self.assert_signal("NotificationClosed", numbers[0], DISMISSED)
        self.critical("Three")

    def assert_exceeds(self, title, body="", actions="@as []"):
        answer = self.bus.call(
            "Notify", "'app'", "0", "''", f"'{title}'", f"'{body}'", actions,
            "{'urgency': <byte 2>}", "-1")
        self.assertIn("org.freedesktop.DBus.Error.LimitsExceeded", answer)
        return answer


if __name__ == "__main__":
    unittest.main()
