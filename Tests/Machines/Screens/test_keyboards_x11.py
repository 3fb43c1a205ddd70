# SPDX-License-Identifier: MIT
"""Keyboards that people see on an X server's screen: popovers keep off them, and typing goes on."""

import os
import signal
import subprocess
import time
import unittest

from support import process_table
from support.daemon import PATIENCE
from support.daemon_case import overlap, rect
from support.kiosk import Kiosk
from support.x11_screen import HEIGHT, WIDTH, Xvfb, needed

# pylint: disable=wrong-import-order

SIZE = (240, 120)
# So long nothing moves; in seconds.
MOMENT = 0.3


def until(condition, what):
    """The first value that counts as true."""
    deadline = time.monotonic() + PATIENCE
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"timed out waiting for {what}")
        time.sleep(0.02)
    return value


class Keyboard(Kiosk):
    """A screen with a window that people type into, and no keyboard yet."""

    plugin = "x11"
    managed = False
    options = {}

    def setUp(self):
        self.screen = Xvfb()
        self.addCleanup(self.screen.close)
        self.home = self.folder()
        # Their process groups.
        self.programs = set()
        if self.managed:
            self.screen.manage(HOME=self.home)
        self.window = self.screen.window(0, 0, WIDTH, HEIGHT, *["managed"] * self.managed)
        self.hand = self.screen.hand()
        self.kiosk({"display": f'"{self.screen.display}"', **self.options})
        self.until_display(WIDTH, HEIGHT)

    def run_program(self, name, *arguments, wrapper=()):
        """In a process group of its own, since wrappers leave theirs behind."""
        # pylint: disable=consider-using-with
        process = subprocess.Popen(
            [*wrapper, needed(name), *arguments], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "DISPLAY": self.screen.display, "HOME": self.home,
                 "XDG_CONFIG_HOME": self.home, "XDG_RUNTIME_DIR": self.home,
                 "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1"})
        self.programs.add(process.pid)
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)

    def occluders(self):
        occluders = self.observer.call("status")["occluders"]
        return {each["occluder"]: each["rect"] for each in occluders}

    def until_occluder(self, name):
        return until(lambda: self.occluders().get(name), f"the occluder {name}")

    def until_settled(self, name):
        """Where it is when it has been so for a moment: keyboards move about while they start. On a
        busy machine it is not the moment that counts, but that nobody has anything left to do."""
        place = self.until_occluder(name)
        while True:
            time.sleep(MOMENT)
            is_quiet = self.is_quiet()
            latest = self.until_occluder(name)
            if is_quiet and latest == place:
                return place
            place = latest

    def is_quiet(self):
        """Whether all who have a part in where a keyboard is wait for something to happen."""
        servers = {self.screen.process.pid, self.daemon.process.pid}
        return all(
            entry.state == "S" for entry in process_table.entries()
            if entry.pid in servers or entry.group in self.programs)

    def until_no_occluders(self):
        until(lambda: not self.occluders(), "the occluders to go")

    def tap(self, x, y):
        self.hand.tap(x, y)
        return self.observer.event("tap", x=x, y=y)["data"]["verdict"]

    def type_on(self, place):
        """Presses keys in the middle of the keyboard until a letter arrives."""
        self.window.taken("focus")
        for share in (0.5, 0.4, 0.6, 0.7, 0.3):
            x = int(place["x"] + place["width"] * 0.4)
            y = int(place["y"] + place["height"] * share)
            self.assertEqual(self.tap(x, y), "passed", (x, y))
            deadline = time.monotonic() + 2
            while time.monotonic() < deadline:
                self.assertEqual(self.window.taken(), [])
                letters = [chr(key) for key in self.window.keys if ord("a") <= key <= ord("z")]
                if letters:
                    return letters[0]
                time.sleep(0.02)
        raise AssertionError(f"no key of the keyboard at {place} types anything")

    def spot(self, place):
        """A field beside the keyboard, whose popover would lie on it."""
        x = place["x"] + place["width"] / 2 - 20
        if place["y"] >= HEIGHT / 2:
            return rect(x, place["y"] - 40, 40, 30)
        return rect(x, place["y"] + place["height"] + 10, 40, 30)

    def assert_popover_gives_way(self, name, start, stop):
        """The whole story: it comes, is typed on, goes."""
        start()
        place = self.until_settled(name)
        stop()
        self.until_no_occluders()
        shop = self.peer()
        field = self.spot(place)
        sides = ["bottom", "top"] if field["y"] < place["y"] else ["top", "bottom"]
        grant = self.open(shop, size=SIZE, anchor=field, sides=sides)
        popover, before = grant["popover"], grant["frame"]
        self.assertTrue(overlap(before, place), (before, place))

        start()
        while True:
            frame = shop.wait("popover.moved", popover=popover)["params"]["frame"]
            if not overlap(frame, place):
                break
        self.assertEqual(self.until_settled(name), place)
        self.type_on(place)
        self.assertFalse(shop.has("popover.willClose"))

        stop()
        shop.wait("popover.moved", popover=popover, frame=before)
        self.until_no_occluders()
        self.hand.tap(5, HEIGHT - 5)
        shop.wait("popover.willClose", popover=popover, reason="outside-tap")


class Programs(Keyboard):
    """Keyboards that start and end."""

    def xvkbd(self, y=450):
        # It would move the pointer to whom it types for and back again: of a mouse the server only
        # says where its pointer is, which by then is elsewhere (docs/how-to/screens.md).
        self.process = self.run_program(
            "xvkbd", "-no-jump-pointer", "-geometry", f"+150+{y}")

    def onboard(self, y=450):
        self.process = self.run_program(
            "onboard", "-x", "100", "-y", str(y), "-s", "700x205",
            wrapper=[needed("dbus-run-session"), "--"])

    def stop(self):
        self.end(self.process)

    def test_xvkbd(self):
        self.assert_popover_gives_way("xvkbd", self.xvkbd, self.stop)

    def test_onboard(self):
        self.assert_popover_gives_way("onboard", self.onboard, self.stop)


class Managed(Programs):
    """With a window manager, which puts frames around windows."""

    managed = True

    def matchbox(self):
        self.process = self.run_program("matchbox-keyboard")

    def test_matchbox(self):
        self.assert_popover_gives_way("keyboard", self.matchbox, self.stop)

    def order(self, *words):
        return subprocess.run(
            [needed("xdotool"), *words], env={**os.environ, "DISPLAY": self.screen.display},
            check=True, capture_output=True, text=True, timeout=PATIENCE).stdout

    def test_one_that_the_window_manager_hides_and_moves(self):
        self.xvkbd()
        place = self.until_settled("xvkbd")
        window = self.order("search", "--class", "xvkbd").split()[-1]
        self.order("windowminimize", window)
        self.until_no_occluders()
        self.order("windowmap", window)
        self.assertEqual(self.until_settled("xvkbd"), place)
        self.order("set_num_desktops", "2")
        self.order("set_desktop", "1")
        self.until_no_occluders()
        self.order("set_desktop", "0")
        self.assertEqual(self.until_settled("xvkbd"), place)
        self.order("windowmove", window, "20", "30")
        until(lambda: self.occluders() == {"xvkbd": {**place, "x": 20, "y": 30}}, "it to move")


class Named(Keyboard):
    """A scripted keyboard."""

    options = {"keyboards": '["kiosk-keys"]'}

    def keys(self, x=200, y=500):
        return self.screen.window(x, y, 300, 150, "class=kiosk-keys")

    def until_occluders(self, expected):
        until(lambda: self.occluders() == expected, f"the occluders {expected}")

    def test_it_is_followed_hides_and_shows_itself(self):
        keys = self.keys()
        self.until_occluders({"kiosk-keys": rect(200, 500, 300, 150)})
        keys.taken("move 600 520")
        self.until_occluders({"kiosk-keys": rect(600, 520, 300, 150)})
        keys.taken("hide")
        self.until_occluders({})
        keys.taken("move 850 600")
        keys.taken("show")
        # As far as it is on the display.
        self.until_occluders({"kiosk-keys": rect(850, 600, 150, 100)})

    def test_two_halves_are_two_occluders(self):
        self.keys()
        self.until_occluder("kiosk-keys")
        other = self.keys(600)
        halves = {"kiosk-keys": rect(200, 500, 300, 150), "kiosk-keys-2": rect(600, 500, 300, 150)}
        self.until_occluders(halves)
        self.screen.companions.remove(other)
        other.close()
        self.until_occluders({"kiosk-keys": rect(200, 500, 300, 150)})

    def test_one_that_was_there_before_the_plugin_is_seen(self):
        self.keys()
        self.until_occluder("kiosk-keys")
        administrator = self.peer("administrator")
        administrator.call("plugin.reload", name="x11")
        self.until_told("connected to the X server", 2)
        self.until_occluder("kiosk-keys")
        administrator.call("plugin.unload", name="x11")
        self.until_occluders({})

    def test_others_windows_are_none(self):
        self.screen.window(0, 500, 300, 150, "class=kiosk-key")
        self.screen.window(0, 500, 300, 150)
        keys = self.keys()
        self.until_occluders({"kiosk-keys": rect(200, 500, 300, 150)})
        self.assertEqual(keys.taken(), [])

    def test_it_goes_with_its_server(self):
        self.keys()
        self.until_occluder("kiosk-keys")
        self.screen.kill()
        self.until_occluders({})
        self.screen.start()
        self.until_told("connected to the X server", 2)
        self.keys(100)
        self.until_occluders({"kiosk-keys": rect(100, 500, 300, 150)})

    def test_windows_that_come_and_go_by_hundreds_hide_none(self):
        for _ in range(3):
            crowd = [self.screen.window(0, 0, 10, 10, "class=crowd") for _ in range(10)]
            for _ in range(20):
                for window in crowd:
                    window.tell("hide")
                    window.tell("show")
            self.keys()
            self.until_occluder("kiosk-keys")
            for window in self.screen.companions[2:]:
                window.close()
            del self.screen.companions[2:]
            self.until_occluders({})


if __name__ == "__main__":
    unittest.main()
