# SPDX-License-Identifier: MIT
"""A keyboard on sway: popovers keep off the room that it takes, and typing goes on."""

import os
import signal
import subprocess
import unittest

from support.daemon_case import middle, overlap, rect
from support.wayland_screen import tool, until

from wayland_kiosk import OnSway

KEYBOARD = rect(0, 550, 1280, 250)
# A popover below it would lie on the keyboard.
FIELD = rect(600, 480, 80, 40)


class OnKeyboard(OnSway):
    """A tiled window, which keyboards leave room for."""

    keyboards = True
    words = ("tiled",)

    def setUp(self):
        super().setUp()
        self.logged("connected to the Wayland server .*: main 1280x800")

    def run_program(self, name, *arguments):
        """Somebody's, on the server."""
        # pylint: disable=consider-using-with
        process = subprocess.Popen(
            [*self.sway.prefix, tool(name), *arguments], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], **self.sway.environment})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def keyboard(self, height="250"):
        return self.run_program("wvkbd-mobintl", "-H", height, "-L", height)

    def until_left(self, height):
        """Sway has given the room beside the keyboard, or the panel, to windows."""
        def left():
            workspaces = self.sway.command("-t", "get_workspaces")
            return [each["rect"]["height"] for each in workspaces] == [height]
        until(left, f"windows to have {height} points")

    def occluders(self, observer):
        return {each["occluder"]: (each["display"], each["rect"])
                for each in observer.call("status")["occluders"]}

    def type_beside(self, popover):
        """Taps on letters until one is typed. A tap on a place that is the keyboard's already, and
        on which it is not seen yet, takes the keys from the window: a tap in the popover, which
        lies on that window, gives them back. A mouse presses nothing before it has moved on it."""
        letter, inside = middle(KEYBOARD), middle(popover)

        def tapped():
            self.finger.tap(round(inside["x"]), round(inside["y"]))
            for x in (540, 548):
                self.finger.tap(x, round(letter["y"]))
            while (line := self.window.read(0.5)) is not None:
                if line.startswith("key "):
                    return True
            return False
        until(tapped, "a key to be typed")

    def until_occluders(self, observer, expected):
        until(lambda: self.occluders(observer) == expected, f"the occluders {expected}")


class Keyboards(OnKeyboard):
    def test_a_popover_makes_room_for_a_keyboard(self):
        shop = self.peer("shop")
        grant = self.open(shop, anchor=FIELD, sides=["bottom", "top"])
        popover, before = grant["popover"], grant["frame"]
        self.assertTrue(overlap(before, KEYBOARD))
        keyboard = self.keyboard()
        moved = shop.wait("popover.moved", popover=popover)["params"]
        self.assertFalse(overlap(moved["frame"], KEYBOARD), moved)
        shop.fence()

        self.type_beside(moved["frame"])
        self.assertFalse(shop.has("popover.willClose"))

        # It hides; another comes, and crashes.
        keyboard.send_signal(signal.SIGUSR1)
        shop.wait("popover.moved", popover=popover, frame=before)
        other = self.keyboard()
        shop.wait("popover.moved", popover=popover, frame=moved["frame"])
        other.kill()
        shop.wait("popover.moved", popover=popover, frame=before)
        # And the server has put the shield where the keyboard was.
        shop.fence()
        self.window.told()
        self.finger.tap(25, 700)
        shop.wait("popover.willClose", reason="outside-tap")

    def test_it_goes_with_its_server_and_a_panel_is_none(self):
        observer = self.watch("popover.*")
        self.keyboard()
        self.until_occluders(observer, {"keyboard": ("main", KEYBOARD)})
        self.sway.kill()
        self.until_occluders(observer, {})
        self.sway.start()
        self.logged("connected to the Wayland server .*: main 1280x800", 2)
        panel = self.keyboard("40")
        self.until_left(760)
        self.assertEqual(self.occluders(observer), {})
        self.keyboard("200")
        # With the panel, of which nobody tells where it is.
        self.until_occluders(observer, {"keyboard": ("main", rect(0, 560, 1280, 240))})
        panel.kill()
        self.until_occluders(observer, {"keyboard": ("main", rect(0, 600, 1280, 200))})


class NotAsked(OnKeyboard):
    keyboards = False

    def test_without_the_option_keyboards_reserved_room_is_ignored(self):
        observer = self.watch("popover.*")
        self.keyboard()
        self.until_left(550)
        self.assertEqual(self.occluders(observer), {})


if __name__ == "__main__":
    unittest.main()
