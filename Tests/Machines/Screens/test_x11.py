# SPDX-License-Identifier: MIT
"""Taps on an X server with a mouse and with fingers."""

import os
import random
import signal
import time
import unittest

from support.daemon import PATIENCE
from support.kiosk import Kiosk
from support.places import covers, inside, pixel
from support.x11_screen import HEIGHT, WIDTH, TouchScreen, Xvfb

TAPS = 50
ANCHOR = {"x": 450, "y": 100, "width": 80, "height": 30}
OTHER_SOURCE = {"x": 40, "y": 600, "width": 120, "height": 60}
PASSTHROUGH = {"x": 800, "y": 560, "width": 150, "height": 100}
OCCLUDER = {"x": 300, "y": 640, "width": 400, "height": 60}


class Taps:
    """Tests for mouse and fingers; `server` makes the screen."""

    plugin = "x11"
    server = None

    def setUp(self):
        self.screen = self.server()
        self.addCleanup(self.screen.close)
        # It fills the screen below everything, as a browser in kiosk mode does.
        self.window = self.screen.window()
        self.hand = self.screen.hand()
        self.chance = random.Random(7)
        self.kiosk({"display": f'"{self.screen.display}"'})
        self.until_display(WIDTH, HEIGHT)

    def open(self, peer, *arguments, **params):
        grant = super().open(peer, *arguments, **params)
        self.settle()
        return grant

    def settle(self):
        """The server has carried out what the daemon has ordered so far. Of two programs that ask for
        something the first need not be served first, but is so before the other is served twice."""
        for _ in range(2):
            self.observer.fence()
            self.assertEqual(self.window.taken(), [])

    def tap(self, x, y):
        """The daemon's verdict on a tap, and whether the tap reached the window."""
        self.hand.tap(x, y)
        told = self.observer.event("tap")["data"]
        self.assertEqual(pixel(told), (x, y))
        taken = self.window.taken()
        self.assertIn(taken, ([], [(x, y)]))
        return told["verdict"], bool(taken)

    def assert_tap(self, place, verdict, is_delivered):
        self.assertEqual(self.tap(*place), (verdict, is_delivered), place)

    def assert_gone(self, shop, popover):
        shop.answer(shop.wait("popover.willClose", popover=popover), {})
        shop.wait("popover.closed", popover=popover)
        self.settle()

    def test_with_nothing_visible_taps_reach_what_they_hit_and_are_seen(self):
        for _ in range(TAPS):
            place = self.chance.randrange(WIDTH), self.chance.randrange(HEIGHT)
            self.assert_tap(place, "idle", True)

    def test_taps_in_the_popover_reach_it(self):
        shop = self.peer()
        frame = self.open(shop, anchor=ANCHOR)["frame"]
        for _ in range(TAPS):
            self.assert_tap(inside(frame, self.chance), "inside", True)
        self.assertFalse(shop.has("popover.willClose"))

    def test_a_tap_outside_closes_and_reaches_nobody(self):
        shop = self.peer()
        for _ in range(TAPS):
            grant = self.open(shop, anchor=ANCHOR)
            while True:
                x, y = self.chance.randrange(WIDTH), self.chance.randrange(HEIGHT)
                if not covers(grant["frame"], x, y) and not covers(ANCHOR, x, y):
                    arrow = grant["arrow"]
                    if abs(x - arrow["x"]) > 30 or abs(y - arrow["y"]) > 30:
                        break
            self.assert_tap((x, y), "dismissed", False)
            self.assert_gone(shop, grant["popover"])

    def test_a_tap_on_its_own_source_closes_and_reaches_nobody(self):
        shop = self.peer()
        for number in range(TAPS):
            source = f"button-{number}"
            shop.call("source.set", source=source, rect=ANCHOR)
            popover = self.open(shop, source=source)["popover"]
            self.assert_tap(inside(ANCHOR, self.chance), "dismissed", False)
            self.assert_gone(shop, popover)
            shop.call("source.remove", source=source)

    def test_a_tap_on_another_clients_source_closes_and_is_delivered(self):
        shop, cafe = self.peer(), self.peer("cafe")
        cafe.call("source.set", source="order", rect=OTHER_SOURCE)
        for _ in range(TAPS):
            popover = self.open(shop, anchor=ANCHOR)["popover"]
            self.assert_tap(inside(OTHER_SOURCE, self.chance), "dismissed", False)
            cafe.wait("source.activated", source="order")
            self.assert_gone(shop, popover)

    def test_taps_in_passthrough_rects_and_occluders_reach_what_lies_there(self):
        shop = self.peer()
        shop.call("occluder.set", occluder="keyboard", rect=OCCLUDER)
        self.open(shop, anchor=ANCHOR, passthrough=[PASSTHROUGH])
        for _ in range(TAPS):
            self.assert_tap(inside(PASSTHROUGH, self.chance), "passed", True)
            self.assert_tap(inside(OCCLUDER, self.chance), "passed", True)
        self.assertFalse(shop.has("popover.willClose"))

    def test_with_an_alert_only_the_alert_is_reached_and_nothing_closes(self):
        shop, shell = self.peer(), self.peer("shell", ("shell",))
        grant = self.open(shop, anchor=ANCHOR)
        shop.start("alert.raise", title="Paper is out", severity="warning",
                   buttons=[{"id": "ok", "label": "OK"}])
        asked = shell.wait("alert.present")
        frame = asked["params"]["frame"]
        shell.answer(asked, {})
        self.settle()
        for _ in range(TAPS):
            self.assert_tap(inside(frame, self.chance), "inside", True)
            place = self.chance.randrange(WIDTH), self.chance.randrange(HEIGHT)
            if not covers(frame, *place):
                self.assert_tap(place, "swallowed", False)
        shell.call("alert.answer", alert=asked["params"]["alert"], button="ok")
        self.settle()
        self.assert_tap(inside(grant["frame"], self.chance), "inside", True)
        self.assertFalse(shop.has("popover.willClose"))

    def test_for_people_with_a_slow_hand_a_short_press_is_no_tap(self):
        self.peer("shell", ("shell",)).call("session.set", slowPressMs=300)
        shop = self.peer()
        popover = self.open(shop, anchor=ANCHOR)["popover"]
        self.hand.tap(120, 300)
        self.hand.do("down", 0, 120, 500)
        time.sleep(0.35)
        self.hand.do("up", 0)
        told = self.observer.event("tap")["data"]
        self.assertEqual((pixel(told), told["verdict"]), ((120, 500), "dismissed"))
        self.assert_gone(shop, popover)

    def test_a_later_window_is_below_the_shield(self):
        shop = self.peer()
        for _ in range(10):
            popover = self.open(shop, anchor=ANCHOR)["popover"]
            later = self.screen.window(600, 400, 200, 200)
            later.until_below()
            self.assert_tap((650, 450), "dismissed", False)
            self.assertEqual(later.taken(), [])
            self.assert_gone(shop, popover)
            self.screen.companions.remove(later)
            later.close()

    def test_a_drag_is_no_tap(self):
        shop = self.peer()
        self.open(shop, anchor=ANCHOR)
        self.hand.do("down", 0, 100, 500)
        self.hand.do("move", 0, 160, 560)
        self.hand.do("up", 0)
        self.assertEqual(self.window.taken(), [])
        self.assert_tap((120, 300), "dismissed", False)

    def test_a_reloaded_plugin_restores_the_shield(self):
        shop, administrator = self.peer(), self.peer("administrator")
        popover = self.open(shop, anchor=ANCHOR)["popover"]
        administrator.call("plugin.reload", name="x11")
        # It says that it serves when it shields, not before.
        self.until_told("connected to the X server", 2)
        self.assert_tap((120, 500), "dismissed", False)
        self.assert_gone(shop, popover)
        administrator.call("plugin.unload", name="x11")
        self.hand.tap(120, 500)
        self.assertEqual(self.window.taken(), [(120, 500)])

    def test_a_restarted_server_is_used_again(self):
        shop = self.peer()
        popover = self.open(shop, anchor=ANCHOR)["popover"]
        for number in range(1, 3):
            self.screen.kill()
            self.until_told("; waiting for it", number)
            self.screen.start()
            self.window, self.hand = self.screen.window(), self.screen.hand()
            self.until_told("connected to the X server", number + 1)
            # It may have been there before the window.
            self.window.until_below()
        self.assert_tap((120, 500), "dismissed", False)
        self.assert_gone(shop, popover)
        self.assert_tap((120, 500), "idle", True)


class Mouse(Taps, Kiosk):
    server = Xvfb

    def test_a_hanging_server_delays_nobody(self):
        shop = self.peer()
        os.kill(self.screen.process.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.screen.process.pid, signal.SIGCONT)
        for _ in range(200):
            popover = shop.call("popover.open", behavior="menu", anchor=ANCHOR,
                                size={"width": 320, "height": 200})["popover"]
            shop.call("popover.close", popover=popover, outcome="done")
        popover = shop.call("popover.open", behavior="menu", anchor=ANCHOR,
                            size={"width": 320, "height": 200})["popover"]
        os.kill(self.screen.process.pid, signal.SIGCONT)
        # It carries out what waited, says so, is told the last, and carries that out.
        for _ in range(3):
            self.settle()
        self.assert_tap((120, 500), "dismissed", False)
        self.assert_gone(shop, popover)
        self.assert_tap((120, 500), "idle", True)

    def test_a_server_that_hangs_is_given_up_and_used_again(self):
        shop = self.peer()
        os.kill(self.screen.process.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.screen.process.pid, signal.SIGCONT)
        popover = shop.call("popover.open", behavior="menu", anchor=ANCHOR,
                            size={"width": 320, "height": 200})["popover"]
        # As a part of the connection, and as a whole.
        self.until_told(f"the X server {self.screen.display} does not answer; waiting for it")
        self.until_told(f"the X server of {self.screen.display} does not answer")
        os.kill(self.screen.process.pid, signal.SIGCONT)
        self.until_told("connected to the X server", 2)
        self.settle()
        self.assert_tap((120, 500), "dismissed", False)
        self.assert_gone(shop, popover)

    def test_a_tap_while_another_window_has_grabbed_the_mouse_is_seen(self):
        shop = self.peer()
        popover = self.open(shop, anchor=ANCHOR)["popover"]
        self.window.taken("grab")
        # Nobody can keep it from who has the grab; but people see that it closes.
        self.assert_tap((120, 500), "dismissed", True)
        self.assert_gone(shop, popover)


class Touch(Taps, Kiosk):
    server = TouchScreen

    def test_an_output_that_changes_is_followed(self):
        shell = self.peer("shell", ("shell",))
        self.screen.arrange("--output", "DUMMY0", "--mode", "800x600")
        shell.wait("display.changed", display="main", width=800, height=600)
        self.until_told("main 800x600")
        self.hand.do("size", 800, 600)
        self.assert_tap((790, 590), "idle", True)

    def test_each_output_has_a_display_and_a_shield(self):
        shell, shop = self.peer("shell", ("shell",)), self.peer()
        self.screen.arrange("--addmode", "DUMMY1", "800x600")
        self.screen.arrange("--output", "DUMMY1", "--mode", "800x600", "--right-of", "DUMMY0")
        shell.wait("display.changed", display="dummy1", width=800, height=600)
        self.until_told("dummy1 800x600")
        self.hand.do("size", WIDTH + 800, HEIGHT)
        popover = self.open(shop, display="dummy1", anchor=ANCHOR)["popover"]
        self.assert_tap((300, 300), "idle", True)
        self.hand.tap(WIDTH + 30, 550)
        told = self.observer.event("tap")["data"]
        self.assertEqual((told["display"], pixel(told)), ("dummy1", (30, 550)))
        self.assertEqual(told["verdict"], "dismissed")
        self.assert_gone(shop, popover)

    def test_touches_follow_the_outputs_rotation(self):
        shop = self.peer()
        self.screen.turn_upside_down()
        self.hand.tap(100, 100)
        seen = self.observer.event("tap")["data"]
        self.assertEqual([pixel(seen)], self.window.taken())
        self.assertEqual(pixel(seen), (WIDTH - 101, HEIGHT - 101))
        popover = self.open(shop, anchor=ANCHOR)["popover"]
        self.hand.tap(100, 100)
        swallowed = self.observer.event("tap")["data"]
        self.assertEqual((pixel(swallowed), swallowed["verdict"]), (pixel(seen), "dismissed"))
        self.assert_gone(shop, popover)

    def test_removing_an_output_removes_its_display(self):
        shell = self.peer("shell", ("shell",))
        self.screen.arrange("--addmode", "DUMMY1", "800x600")
        self.screen.arrange("--output", "DUMMY1", "--mode", "800x600", "--right-of", "DUMMY0")
        shell.wait("display.changed", display="dummy1", width=800)
        self.screen.arrange("--output", "DUMMY1", "--off")
        shell.wait("display.changed", display="dummy1", removed=True)

    def test_a_mirrored_output_is_no_display(self):
        self.screen.arrange("--addmode", "DUMMY1", f"{WIDTH}x{HEIGHT}")
        self.screen.arrange(
            "--output", "DUMMY1", "--mode", f"{WIDTH}x{HEIGHT}", "--same-as", "DUMMY0")
        # The plugin has heard of it, and looked.
        self.settle()
        displays = self.peer("late").welcome["displays"]
        self.assertEqual([each["display"] for each in displays], ["main"])
        self.assert_tap((20, 30), "idle", True)

    def test_two_fingers_are_two_taps(self):
        shop = self.peer()
        frame = self.open(shop, anchor=ANCHOR)["frame"]
        first = int(frame["x"]) + 20, int(frame["y"]) + 20
        second = int(frame["x"]) + 120, int(frame["y"]) + 120
        self.hand.do("down", 0, *first)
        self.hand.do("down", 1, *second)
        self.hand.do("up", 1)
        self.hand.do("up", 0)
        told = [self.observer.event("tap")["data"] for _ in range(2)]
        self.assertEqual([pixel(each) for each in told], [second, first])
        self.assertEqual({each["verdict"] for each in told}, {"inside"})


if __name__ == "__main__":
    unittest.main()
