# SPDX-License-Identifier: MIT
"""Alerts lie above everything, are rendered by one client and answered once."""

import unittest

from support.daemon_case import BUTTON, DaemonCase, middle, rect

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

    def test_without_a_renderer_the_raise_is_refused(self):
        shop = self.peer()
        self.assert_refused("no-renderer", shop, self.raise_alert(shop))

    def test_an_alert_lies_above_a_popover_and_leaves_it_open(self):
        shop, shell, other = self.peer(), self.shell(), self.peer("other")
        popover = self.open(shop)["popover"]
        self.raise_alert(shop, severity="critical")
        alert = shell.wait("alert.present")["params"]["alert"]
        self.assertEqual(shell.call("tap", **middle(FRAME))["verdict"], "inside")
        self.assertIs(shell.call("tap", **middle(FRAME))["deliver"], True)
        self.assertIs(other.call("tap", **middle(FRAME))["deliver"], False)
        outside = other.call("tap", x=10, y=10)
        self.assertEqual((outside["verdict"], outside["deliver"]), ("swallowed", False))
        self.assertFalse(shop.has("popover.willClose"))
        shell.call("alert.answer", alert=alert, button="ok")
        self.assertFalse(shop.has("popover.closed"))
        self.assertEqual(other.call("tap", x=10, y=10)["popover"], popover)

    def test_opens_wait_for_an_alert_and_close_nothing_meanwhile(self):
        shop, shell, other = self.peer(), self.shell(), self.peer("other")
        self.open(shop)
        self.raise_alert(shop)
        alert = shell.wait("alert.present")["params"]["alert"]
        spot = rect(100, 100, 40, 40)
        self.assert_refused("alert-active", other, self.ask(other, anchor=spot, waitMs=0))
        self.assert_refused("alert-active", other, self.ask(other, anchor=spot, waitMs=20))
        request = self.ask(other, anchor=spot)
        self.assertFalse(other.is_answered(request))
        self.assertFalse(shop.has("popover.willClose"))
        shell.call("alert.answer", alert=alert, button="ok")
        shop.answer(shop.wait("popover.willClose", reason="replaced"), {})
        self.assertIn("popover", other.result(request))

    def test_a_more_severe_alert_is_presented_first(self):
        shop, shell = self.peer(), self.shell()
        first = self.raise_alert(shop, "Paper low", "info")
        low = shell.wait("alert.present", title="Paper low")["params"]["alert"]
        self.raise_alert(shop, "Toner low", "info")
        second = self.raise_alert(shop, "Fire", "critical")
        shell.wait("alert.dismiss", alert=low)
        fire = shell.wait("alert.present", title="Fire")["params"]["alert"]
        self.assert_refused("stale", shell, shell.start("alert.answer", alert=low, button="ok"))
        shell.call("alert.answer", alert=fire, button="ok")
        shell.wait("alert.present", title="Paper low")
        shell.call("alert.answer", alert=low, button="ok")
        self.assertEqual(shop.result(second)["alert"], fire)
        self.assertEqual(shop.result(first)["alert"], low)
        shell.wait("alert.present", title="Toner low")

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

    def test_an_alert_ends_when_its_raiser_is_killed(self):
        doomed, shell, other = self.peer("doomed"), self.shell(), self.peer("other")
        self.raise_alert(doomed)
        alert = shell.wait("alert.present")["params"]["alert"]
        doomed.kill()
        shell.wait("alert.dismiss", alert=alert)
        self.assertIn("popover", self.open(other))

    def test_escape_presses_the_alerts_cancel_button(self):
        shop, shell = self.peer(), self.shell()
        request = self.raise_alert(
            shop, buttons=[*OK, {"id": "no", "label": "Cancel", "role": "cancel"}])
        alert = shell.wait("alert.present")["params"]["alert"]
        self.assertEqual(shell.call("key", key="Escape")["verdict"], "dismissed")
        self.assertEqual(shop.result(request), {"alert": alert, "button": "no"})
        shell.wait("alert.dismiss", alert=alert)
        self.raise_alert(shop)
        shell.wait("alert.present")
        self.assertEqual(
            shell.call("key", key="Escape")["verdict"], "swallowed", "it has no cancel button")

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
