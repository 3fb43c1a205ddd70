# SPDX-License-Identifier: MIT
"""What people see on an X server is what the daemon says: by the marks of windows."""

import os
import signal
import subprocess
import time
import unittest

from support.daemon_case import rect
from support.frames import Frame
from support.gtk_library import PYTHON, built
from support.kiosk import Kiosk
from support.wayland_screen import until
from support.x11_screen import HEIGHT, PROGRAMS, WIDTH, Xvfb, needed

from test_gtk_popovers import Window
from test_keys_x11 import WindowedPeer

SOLID, BACKGROUND = (0xC8, 0x1E, 0x64), (0xF2, 0xF3, 0xF7)
ITEM, WHITE, BLACK = (0x1E, 0x64, 0xC8), (255, 255, 255), (0, 0, 0)
BUTTON = rect(430, 40, 140, 44)
ELSEWHERE = 40, 650
HURRIED = "[timing]\ncloseMs = 300\npingMs = 20000\n"


class Glass(Kiosk):
    """A program of GTK 3 with a popover of the library."""

    plugin = "x11"
    is_managed = False
    # Of the plugin.
    options = {}

    def setUp(self):
        self.screen = Xvfb()
        self.addCleanup(self.screen.close)
        self.environment = {"DISPLAY": self.screen.display, "WAYLAND_DISPLAY": "", "GDK_BACKEND": "x11"}
        if self.is_managed:
            self.screen.manage()
        self.screen.compose()
        self.hand = self.screen.hand()
        self.kiosk({"display": f'"{self.screen.display}"', **self.options})
        self.until_display(WIDTH, HEIGHT)
        self.observer.call("bus.subscribe", topics=["app.*"])
        self.program = Window(
            [PYTHON, str(PROGRAMS / "popover_gtk.py"), "3", str(WIDTH), str(HEIGHT),
             *(str(BUTTON[side]) for side in ("x", "y", "width", "height"))],
            environment={
                **built().environment, **self.environment, "POPOVERD_SOCKET": self.daemon.socket})
        self.addCleanup(self.program.close)
        self.program.wait("ready")
        until(lambda: self.observer.call("status")["sources"], "the source")
        until(lambda: self.color(20, 20) == BACKGROUND, "the window")

    def picture(self):
        return Frame(subprocess.run(
            [needed("import"), "-window", "root", "png:-"], check=True, capture_output=True,
            env={**os.environ, **self.environment}).stdout)

    def color(self, x, y):
        return self.picture().color(x, y)

    def places(self, color):
        """Where the screen has this color, by steps of ten pixels."""
        picture = self.picture()
        return [(x, y) for y in range(0, HEIGHT, 10) for x in range(0, WIDTH, 10)
                if picture.color(x, y) == color]

    def tap(self, x, y):
        self.observer.fence()
        self.hand.tap(x, y)

    def open(self):
        self.tap(BUTTON["x"] + 70, BUTTON["y"] + 22)
        self.program.wait("opened")
        popover, = self.observer.call("status")["popovers"]
        until(lambda: self.places(SOLID), "the popover")
        return popover

    def until_closed(self):
        until(lambda: not self.places(SOLID), "an empty screen")

    def stop(self):
        pid = self.program.process.pid
        os.kill(pid, signal.SIGSTOP)
        self.addCleanup(os.kill, pid, signal.SIGCONT)

    def resume(self):
        os.kill(self.program.process.pid, signal.SIGCONT)

    def cover(self, popover, *words):
        """A window of somebody's over a part of the popover; and a pixel of that part."""
        x, y = (int(popover["frame"][side]) for side in "xy")
        return self.screen.window(x + 100, y + 100, 600, 60, *words), (x + 110, y + 130)


class Order(Glass):
    """What lies above what."""

    def test_a_later_window_ends_below_the_popover_and_is_reported_once(self):
        popover = self.open()
        window, place = self.cover(popover)
        until(lambda: self.color(*place) == SOLID, "the popover above the window")
        told = self.observer.event("app.x11.foreign-window")["data"]
        self.assertEqual(told, {
            "display": "main", "pid": window.process.pid, "popover": popover["popover"]})
        # It is beside the popover still.
        self.assertEqual(self.color(int(popover["frame"]["x"]) + 500, place[1]), WHITE)
        window.taken("raise")
        until(lambda: self.color(*place) == SOLID, "the popover above the window again")
        self.assertFalse(self.observer.has("event", topic="app.x11.foreign-window"))

    def test_a_window_that_raises_itself_again_and_again_stays_below(self):
        popover = self.open()
        window, place = self.cover(popover)
        for _ in range(200):
            window.taken("raise")
        until(lambda: self.color(*place) == SOLID, "the popover above the window")

    def test_a_window_that_moves_over_the_popover_goes_below_it(self):
        popover = self.open()
        window, place = self.cover(popover)
        window.taken("move 0 600")
        window.taken("raise")
        until(lambda: self.color(10, 610) == WHITE, "the window beside the popover")
        window.taken(f"move {place[0] - 10} {place[1] - 30}")
        until(lambda: self.color(10, 610) == BACKGROUND, "the window elsewhere")
        until(lambda: self.color(*place) == SOLID, "the popover above the window")

    def test_an_alert_lies_above_the_popover_until_it_has_ended(self):
        shell = WindowedPeer(
            self.daemon, self.screen.display, "shell", 300, 150, 400, 60, roles=("shell",))
        self.addCleanup(shell.close)
        self.open()
        shop = self.peer("shop")
        raised = shop.start("alert.raise", title="Paper is out", severity="warning",
                            buttons=[{"id": "ok", "label": "OK"}])
        asked = shell.wait("alert.present")
        shell.window.taken(f"title alert:{asked['params']['alert']}")
        shell.answer(asked, {})
        until(lambda: self.color(500, 180) == WHITE, "the alert above the popover")
        # Its window stays, as that of a shell which hangs would.
        shell.call("alert.answer", alert=asked["params"]["alert"], button="ok")
        self.assertEqual(shop.result(raised)["button"], "ok")
        until(lambda: self.color(310, 180) == BACKGROUND, "a screen without the alert")
        self.assertEqual(self.color(500, 180), SOLID)


class Hung(Glass):
    """The program is stopped, as one that hangs."""

    timing = HURRIED

    def test_its_popover_leaves_the_screen_at_the_deadline(self):
        self.open()
        self.stop()
        self.tap(*ELSEWHERE)
        self.observer.event("popover.closed", unresponsive=True)
        self.until_closed()
        self.resume()
        self.assertEqual(self.program.wait("ended"), "ended outside-tap")
        # Its window is as good as new.
        self.open()
        self.tap(*ELSEWHERE)
        self.assertEqual(self.program.wait("ended"), "ended outside-tap")
        self.until_closed()

    def test_marks_of_another_run_of_the_daemon_are_left_alone(self):
        popover = self.open()["popover"]
        self.stop()
        self.observer.close()
        self.daemon.kill()
        self.daemon.start()
        self.observer = self.peer("observer", ("observer",))
        self.until_told("connected to the X server", 2)
        shop = self.peer("shop")
        params = {"behavior": "menu", "anchor": BUTTON, "size": {"width": 320, "height": 200}}
        self.assertEqual(shop.call("popover.open", **params)["popover"], popover)
        shop.call("popover.close", popover=popover, outcome="done")
        shop.wait("popover.closed", popover=popover)
        for _ in range(3):
            self.observer.fence()
            self.assertTrue(self.places(SOLID))


class DropDowns(Glass):
    """Of a combo box in the popover."""

    timing = HURRIED

    def open_drop_down(self):
        self.program.ask("combo")
        frame = self.open()["frame"]
        self.tap(frame["x"] + 160, frame["y"] + 111)
        return frame, until(lambda: self.places(ITEM), "the drop-down")

    def until_no_drop_down(self):
        until(lambda: not self.places(ITEM), "a screen without the drop-down")

    def close(self):
        """The tap that closes it is the only one that does."""
        self.tap(60, 600)
        self.assertEqual(self.program.wait("ended"), "ended outside-tap")
        self.assertEqual(self.observer.event("tap", verdict="dismissed")["data"]["y"], 600)
        self.until_closed()

    def test_choosing_in_it_keeps_the_popover(self):
        frame, items = self.open_drop_down()
        # Outside of the popover, where the shield is.
        place = max(items, key=lambda place: place[1])
        self.assertGreater(place[1], frame["y"] + frame["height"])
        self.tap(*place)
        self.assertEqual(self.program.wait("chose", "ended"), "chose fourth")
        self.until_no_drop_down()
        self.close()

    def test_a_press_beside_it_closes_it_alone(self):
        self.open_drop_down()
        # GTK takes a release within half a second for that of the press which has opened it.
        time.sleep(0.6)
        self.tap(*ELSEWHERE)
        self.until_no_drop_down()
        self.assertTrue(self.places(SOLID))
        self.close()

    def test_taps_reach_one_that_has_not_grabbed_the_mouse(self):
        bar = WindowedPeer(self.daemon, self.screen.display, "bar", 300, 300, 200, 100)
        self.addCleanup(bar.close)
        popover = bar.call("popover.open", behavior="task", anchor=rect(300, 250, 80, 30),
                           size={"width": 320, "height": 200})["popover"]
        bar.window.taken(f"title popover:{popover}")
        bar.window.taken("second 700 500 100 100")
        # The plugin hears of the window, asks what and where it is, and tells the server.
        for _ in range(4):
            self.observer.fence()
            bar.window.taken()
        self.tap(750, 550)
        self.assertEqual(bar.window.taken(), [(750, 550)])
        self.assertFalse(bar.has("popover.willClose"))
        self.tap(60, 600)
        bar.wait("popover.willClose", reason="outside-tap")

    def test_that_of_a_program_that_hangs_goes_with_the_popover(self):
        self.open_drop_down()
        self.stop()
        self.tap(*ELSEWHERE)
        self.assertFalse(self.observer.has("event", topic="popover.closing"))
        self.tap(*ELSEWHERE)
        self.observer.event("popover.closed", unresponsive=True)
        self.until_no_drop_down()
        self.until_closed()
        # Its grab of the mouse is gone.
        window = self.screen.window(700, 500, 200, 100)
        self.hand.tap(750, 550)
        self.assertEqual(window.taken(), [(750, 550)])


class Managed:
    """With a window manager."""

    is_managed = True


class OrderUnderAManager(Managed, Order):
    def test_another_programs_managed_window_ends_below_the_popover(self):
        bar = WindowedPeer(self.daemon, self.screen.display, "bar", 300, 300, 200, 100, "managed")
        self.addCleanup(bar.close)
        popover = bar.call("popover.open", behavior="task", anchor=rect(300, 250, 80, 30),
                           size={"width": 320, "height": 200})["popover"]
        bar.window.taken("dark")
        bar.window.taken("move 300 300")
        bar.window.taken(f"title popover:{popover}")
        until(lambda: self.color(400, 380) == BLACK, "the popover")
        other = self.screen.window(0, 0, 600, 60, "managed")
        other.taken("move 320 340")
        until(lambda: self.color(900, 380) == WHITE, "the other window")
        self.observer.event("app.x11.foreign-window", pid=other.process.pid)
        until(lambda: self.color(400, 380) == BLACK, "the popover above the other window")


class HungUnderAManager(Managed, Hung):
    pass


class DropDownsUnderAManager(Managed, DropDowns):
    pass


class DropDownsOfClients(DropDowns):
    """Those of programs that are no clients would be popovers."""

    options = {"opensForOthers": "true"}


if __name__ == "__main__":
    unittest.main()
