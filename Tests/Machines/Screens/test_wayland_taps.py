# SPDX-License-Identifier: MIT
"""Taps on a real Wayland server, sway, with the plugin `wayland`."""

import os
import signal
import time
import unittest

from wayland_kiosk import OnSway, middle, rect

BTN_RIGHT, BTN_MIDDLE, BTN_SIDE = 0x111, 0x112, 0x113


class Taps(OnSway):
    def test_each_tap_reaches_its_window(self):
        self.logged("connected to the Wayland server .*: main 1280x800")
        self.assert_reaches_window(20, 20)
        shop, bar = self.peer("shop"), self.peer("bar")
        control, passed = rect(40, 700, 100, 60), rect(1100, 20, 100, 60)
        bar.call("source.set", source="clock", rect=control)

        # Inside, and where taps are to pass: to whose window is there.
        grant = self.open(shop, passthrough=[passed])
        self.settle(shop)
        inside, through = middle(grant["frame"]), middle(passed)
        self.assert_reaches_window(round(inside["x"]), round(inside["y"]))
        self.assert_reaches_window(round(through["x"]), round(through["y"]))
        self.assertFalse(shop.has("popover.willClose"))

        # Outside: it closes, and nobody else gets it.
        self.finger.tap(25, 30)
        shop.answer(shop.wait("popover.willClose", reason="outside-tap"), {})
        self.assert_closed(shop, grant["popover"], "outside-tap", "none", True)
        self.settle(shop)
        self.assert_reaches_window(35, 36)

        # On somebody's control: it closes, and the control acts.
        grant = self.open(shop)
        self.settle(shop)
        place = middle(control)
        self.finger.tap(round(place["x"]), round(place["y"]))
        self.assertEqual(bar.wait("source.activated")["params"]["source"], "clock")
        shop.answer(shop.wait("popover.willClose", reason="outside-tap"), {})
        self.assert_closed(shop, grant["popover"], "outside-tap", "none", False)
        self.settle(shop)
        self.assert_reaches_window(45, 46)
        self.assertEqual(self.window.told(), [])

    def test_fifty_popovers_get_their_own_taps_only(self):
        self.logged("connected to the Wayland server .*: main 1280x800")
        shop = self.peer("shop")
        for number in range(50):
            grant = self.open(shop)
            self.settle(shop)
            # Each at a place of its own: what is told twice at one place may be one tap.
            self.finger.tap(20 + 20 * number, 30 + number)
            shop.answer(shop.wait("popover.willClose", reason="outside-tap"), {})
            shop.wait("popover.closed", popover=grant["popover"])
            self.assertEqual(self.window.told(), [], f"popover {number}")
            grant = self.open(shop)
            self.settle(shop)
            frame = grant["frame"]
            self.assert_reaches_window(
                round(frame["x"]) + 20 + number, round(frame["y"]) + 20 + number)
            self.assertFalse(shop.has("popover.willClose"))
            shop.call("popover.close", popover=grant["popover"], outcome="done")
            shop.wait("popover.closed", popover=grant["popover"])

    def test_for_people_with_a_slow_hand_a_short_press_is_no_tap(self):
        self.logged("connected to the Wayland server")
        self.peer("shell", ("shell",)).call("session.set", slowPressMs=300)
        shop = self.peer("shop")
        self.open(shop)
        self.settle(shop)
        self.finger.tap(25, 30)
        self.finger.press(45, 60)
        self.assertFalse(shop.has("popover.willClose"))
        time.sleep(0.35)
        self.finger.release()
        shop.wait("popover.willClose", reason="outside-tap")

    def test_other_buttons_are_swallowed_and_close_nothing(self):
        self.logged("connected to the Wayland server")
        shop = self.peer("shop")
        passed = rect(1100, 20, 100, 60)
        self.open(shop, passthrough=[passed])
        self.settle(shop)
        for button in (BTN_SIDE, BTN_RIGHT, BTN_MIDDLE):
            self.finger.tap(25, 30, button)
        self.assert_reaches_window(1150, 50)
        self.assertFalse(shop.has("popover.willClose"))
        self.finger.tap(25, 30)
        shop.wait("popover.willClose", reason="outside-tap")

    def test_the_plugin_waits_for_a_dead_server(self):
        self.logged("connected to the Wayland server .*: main 1280x800")
        shop = self.peer("shop")
        self.open(shop)
        self.sway.kill()
        self.logged("the Wayland server .* is gone; waiting for it")
        self.sway.start()
        self.logged("connected to the Wayland server .*: main 1280x800", 2)
        self.come()
        self.settle(shop)
        self.finger.tap(25, 30)
        shop.wait("popover.willClose", reason="outside-tap")
        self.assertEqual(self.window.told(), [])
        told = self.daemon.told()
        # It may have returned before the plugin looked again.
        self.assertLessEqual(told.count("no Wayland server"), 1, told)
        self.assertEqual(told.count("is gone; waiting for it"), 1, told)

    def test_outputs_come_and_change(self):
        self.logged("connected to the Wayland server .*: main 1280x800")
        keeper = self.watch("display.*")
        self.sway.command("create_output")
        keeper.event("display.changed", display="headless-2", width=800, height=600)
        shop = self.peer("shop")
        self.open(shop, display="headless-2", anchor=rect(400, 300, 40, 40))
        self.settle(shop)
        self.finger.size = "2080 800"
        # The other display is nobody's business.
        self.assert_reaches_window(25, 30)
        self.finger.tap(1280 + 25, 30)
        shop.answer(shop.wait("popover.willClose", reason="outside-tap"), {})

        # Points are what a scale leaves of the pixels, also where it is no whole number.
        self.sway.command("output", "HEADLESS-2", "scale", "1.5")
        keeper.event("display.changed", display="headless-2", width=533, scale=1.5)
        self.sway.command("output", "HEADLESS-2", "scale", "1", "transform", "90")
        keeper.event("display.changed", display="headless-2", width=600, height=800, scale=1)
        self.open(shop, display="headless-2", anchor=rect(300, 600, 40, 40))
        self.settle(shop)
        self.finger.size = "1880 800"
        self.finger.tap(1280 + 25, 700)
        shop.answer(shop.wait("popover.willClose", reason="outside-tap"), {})

    def test_a_slow_server_gets_the_latest_shield(self):
        self.logged("connected to the Wayland server")
        shop = self.peer("shop")
        os.kill(self.sway.process.pid, signal.SIGSTOP)
        for _ in range(40):
            grant = self.open(shop)
            shop.call("popover.close", popover=grant["popover"], outcome="done")
            shop.wait("popover.closed", popover=grant["popover"])
        self.open(shop)
        shop.fence()
        os.kill(self.sway.process.pid, signal.SIGCONT)
        # It carries out what waited, says so, is told the last, and carries that out; in one go it reads
        # no more of each program than four kilobytes.
        for _ in range(20):
            self.settle(shop)
        self.finger.tap(25, 30)
        shop.wait("popover.willClose", reason="outside-tap")
        self.assertEqual(self.window.told(), [])

    def test_a_hanging_server_is_disconnected_and_used_again(self):
        self.logged("connected to the Wayland server")
        shop = self.peer("shop")
        os.kill(self.sway.process.pid, signal.SIGSTOP)
        self.open(shop)
        self.logged("the Wayland server .* does not answer; waiting for it")
        os.kill(self.sway.process.pid, signal.SIGCONT)
        self.logged("connected to the Wayland server", 2)
        self.settle(shop)
        self.finger.tap(25, 30)
        shop.wait("popover.willClose", reason="outside-tap")
        self.assertEqual(self.window.told(), [])


class Mistrusted(OnSway):
    trusted = False

    def test_an_untrusted_plugin_does_nothing(self):
        shop = self.peer("shop")
        self.open(shop)
        self.settle(shop)
        self.assert_reaches_window(25, 30)
        self.assertFalse(shop.has("popover.willClose"))
        self.logged("wayland: failed: it needs trusted = true")
        self.assertNotIn("Wayland server", self.daemon.told())


if __name__ == "__main__":
    unittest.main()
