# SPDX-License-Identifier: MIT
"""Alerts lie above everything, are rendered by one client and answered once."""

import unittest

from support.daemon_case import BUTTON, DaemonCase, rect

OK = [{"id": "ok", "label": "OK"}]
# 320 x 160, in the middle of 1280 x 800.
FRAME = rect(480, 320, 320, 160)


class Alerts(DaemonCase):
    def shell(self, app="shell"):
        shell = self.peer(app, ("shell",))
        shell.always_answer("alert.present", {})
        return shell

    def raise_alert(self, peer, title="Paper", severity="warning", buttons=None, **params):
        return peer.start(
            "alert.raise", title=title, severity=severity, buttons=buttons or OK, **params)

    def test_an_alert_is_rendered_by_the_shell_and_answered_to_its_raiser(self):
        shop, shell = self.peer(), self.shell()
        buttons = [{"id": "again", "label": "Try again", "role": "default"},
                   {"id": "stop", "label": "Stop", "role": "cancel"}]
        request = self.raise_alert(shop, message="It is out", buttons=buttons)
        alert = shop.wait("alert.queued", request=request)["params"]["alert"]
        self.assertRegex(alert, r"^a[0-9]+$")
        presented = shell.wait("alert.present")["params"]
        self.assertEqual(
            [{key: value for key, value in button.items() if value is not None}
             for button in presented.pop("buttons")], buttons)
        self.assertEqual(presented, {
            "alert": alert, "title": "Paper", "message": "It is out", "severity": "warning",
            "frame": FRAME, "app": "shop", "animate": True, "durationMs": 250, "scrim": 0.3,
            "easing": "ease-out", "from": {"x": 640, "y": 400, "width": 0, "height": 0}})
        self.assertEqual(shell.call("alert.answer", alert=alert, button="again"), {})
        self.assertEqual(shop.result(request), {"alert": alert, "button": "again"})
        self.assert_refused("stale", shell, shell.start(
            "alert.answer", alert=alert, button="again"))
        self.assert_error(2, {"id": "a999"}, shell, "alert.answer", alert="a999", button="ok")

    def test_only_the_renderer_answers_and_only_the_raiser_cancels(self):
        shop, shell, other = self.peer(), self.shell(), self.peer("other")
        request = self.raise_alert(shop)
        alert = shell.wait("alert.present")["params"]["alert"]
        self.assert_error(3, {"needs": "renderer"}, other, "alert.answer", alert=alert,
                          button="ok")
        self.assert_error(3, {"needs": "owner"}, other, "alert.cancel", alert=alert)
        self.assertEqual(shop.call("alert.cancel", alert=alert), {})
        self.assert_refused("cancelled", shop, request)
        self.assertEqual(shell.wait("alert.dismiss")["params"], {"alert": alert})

    def test_a_raiser_can_render_itself(self):
        shop = self.peer()
        shop.always_answer("alert.present", {})
        request = self.raise_alert(shop, renderer="self")
        alert = shop.wait("alert.present")["params"]["alert"]
        self.assertEqual(shop.call("alert.answer", alert=alert, button="ok"), {})
        self.assertEqual(shop.result(request), {"alert": alert, "button": "ok"})

    def test_an_alert_moves_on_when_its_renderer_is_killed(self):
        shop, oldest, next_one = self.peer(), self.shell("oldest"), self.shell("next")
        request = self.raise_alert(shop)
        alert = oldest.wait("alert.present")["params"]["alert"]
        oldest.kill()
        self.assertEqual(next_one.wait("alert.present")["params"]["alert"], alert)
        next_one.call("alert.answer", alert=alert, button="ok")
        self.assertEqual(shop.result(request)["button"], "ok")

    def test_an_alert_moves_on_when_its_renderer_refuses(self):
        shop, unwilling = self.peer(), self.peer("unwilling", ("shell",))
        willing = self.shell("willing")
        self.raise_alert(shop)
        asked = unwilling.wait("alert.present")
        unwilling.answer_error(asked)
        alert = willing.wait("alert.present")["params"]["alert"]
        self.assertEqual(alert, asked["params"]["alert"])
        willing.kill()
        self.assert_refused("no-renderer", shop, shop_request(shop))

    def test_a_critical_alert_waits_for_a_shell_that_starts_or_restarts(self):
        shop = self.peer()
        self.assert_refused("no-renderer", shop, self.raise_alert(shop))
        request = self.raise_alert(shop, "Fire", severity="critical")
        shop.wait("alert.queued", request=request)
        first = self.shell("first")
        alert = first.wait("alert.present")["params"]["alert"]
        first.kill()
        second = self.shell("second")
        self.assertEqual(second.wait("alert.present")["params"]["alert"], alert)
        second.call("alert.answer", alert=alert, button="ok")
        self.assertEqual(shop.result(request)["button"], "ok")

    def test_trifles_that_nobody_answers_do_not_turn_an_alarm_away(self):
        shop, shell = self.peer(), self.shell()
        trifles = [self.raise_alert(shop, f"Tea {number}", severity="info") for number in range(32)]
        self.assert_error(4, {"limit": "alerts", "value": 32}, shop, "alert.raise", title="Tea",
                          severity="info", buttons=OK)
        alarm = self.raise_alert(shop, "Fire", severity="critical")
        self.assert_refused("displaced", shop, trifles[-1])
        alert = shell.wait("alert.present", title="Fire")["params"]["alert"]
        shell.call("alert.answer", alert=alert, button="ok")
        self.assertEqual(shop.result(alarm)["button"], "ok")

    def test_an_alert_with_the_same_key_replaces_the_first_in_place(self):
        shop, shell = self.peer(), self.shell()
        earlier = self.raise_alert(shop, "Battery 10 %", key="battery")
        old = shell.wait("alert.present", title="Battery 10 %")["params"]["alert"]
        later = self.raise_alert(shop, "Battery 5 %", key="battery")
        self.assert_refused("superseded", shop, earlier)
        new = shell.wait("alert.present", title="Battery 5 %")["params"]["alert"]
        self.assertNotEqual(new, old)
        shell.call("alert.answer", alert=new, button="ok")
        self.assertEqual(shop.result(later)["alert"], new)

    def test_an_unanswered_alert_times_out(self):
        shop, shell = self.peer(), self.shell()
        request = self.raise_alert(shop, timeoutMs=30)
        self.assert_refused("timed-out", shop, request)
        alert = shell.wait("alert.present")["params"]["alert"]
        shell.wait("alert.dismiss", alert=alert)

    def test_an_alert_holds_the_deadline_of_a_popover_that_is_closing(self):
        shop, shell, other = self.peer(), self.shell(), self.peer("other")
        popover = self.open(shop, anchor=BUTTON)["popover"]
        waiting = self.ask(other, anchor=rect(100, 100, 40, 40))
        asked = shop.wait("popover.willClose")
        self.raise_alert(shop)
        alert = shell.wait("alert.present")["params"]["alert"]
        shop.answer(asked, {})
        self.assert_closed(shop, popover, "replaced", "none", False)
        self.assertFalse(other.is_answered(waiting), "nothing is granted under an alert")
        shell.call("alert.answer", alert=alert, button="ok")
        self.assertIn("popover", other.result(waiting))


def shop_request(peer):
    """The id of the peer's last request."""
    return f"{peer.app}-{peer.count}"


if __name__ == "__main__":
    unittest.main()
