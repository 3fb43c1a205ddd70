# SPDX-License-Identifier: MIT
"""Who gets which tap on a real Wayland server: sway, with the plugin `wayland`."""

import json
import os
import pathlib
import re
import signal
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
for folder in ("Independent", "Plugins"):
    sys.path.insert(0, str(HERE.parent / folder))

# pylint: disable=wrong-import-position
from daemon import UNHURRIED, Daemon
from plugin_folder import PluginFolder
from scenario import Scenario, middle, rect

from wayland_screen import Finger, Sway, Window, until

BTN_RIGHT, BTN_MIDDLE, BTN_SIDE = 0x111, 0x112, 0x113

SETTINGS = """
{unhurried}
[plugins]
directory = {folder}

[[plugin]]
name = "wayland"
trusted = {trusted}
[plugin.options]
display = {display}
outputs = {outputs}
"""


class OnSway(Scenario):
    """Each test has a server, a fullscreen window on it, a mouse, and a daemon of its own."""

    trusted = True
    names = ()

    def setUp(self):
        self.sway = Sway()
        self.addCleanup(self.sway.close)
        self.sway.start()
        self.begin_daemon(self.sway.socket)
        self.come()

    def begin_daemon(self, display):
        self.daemon = Daemon("")
        self.addCleanup(self.daemon.close)
        folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        for name in ("menu", "wayland"):
            folder.add_bundled(name)
        self.daemon.write_configuration(SETTINGS.format(
            unhurried=UNHURRIED, folder=json.dumps(folder.path), display=json.dumps(display),
            trusted=json.dumps(self.trusted), outputs=json.dumps(self.names)))
        self.daemon.start()

    def come(self):
        """People come to the server."""
        self.finger = Finger(self.sway)
        self.addCleanup(self.finger.close)
        self.window = Window(self.sway)
        self.addCleanup(self.window.close)

    def logged(self, pattern, count=1):
        """Waits until so many lines of the log match; all that do."""
        def found():
            lines = [line for line in self.daemon.told().splitlines() if re.search(pattern, line)]
            return lines if len(lines) >= count else None
        try:
            return until(found, f"/{pattern}/")
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.daemon.told()}") from None

    def assert_reaches_window(self, x, y):
        self.finger.tap(x, y)
        self.assertEqual(self.window.pressed(), (x, y))

    def until_reaches_window(self, x, y):
        """The shield goes a moment after those who are told so."""
        def tapped():
            self.finger.tap(x, y)
            return self.window.read(0.5)
        self.assertEqual(until(tapped, "the window to be pressed"), f"press {x} {y}")


class Taps(OnSway):
    def test_each_tap_reaches_whom_it_is_for(self):
        self.logged("sees the Wayland server .*: main 1280x800")
        self.assert_reaches_window(20, 20)
        shop, bar = self.peer("shop"), self.peer("bar")
        control, passed = rect(40, 700, 100, 60), rect(1100, 20, 100, 60)
        bar.call("source.set", source="clock", rect=control)

        # Inside, and where taps are to pass: to whose window is there.
        grant = self.open(shop, passthrough=[passed])
        shop.fence()
        inside, through = middle(grant["frame"]), middle(passed)
        self.assert_reaches_window(round(inside["x"]), round(inside["y"]))
        self.assert_reaches_window(round(through["x"]), round(through["y"]))
        self.assertFalse(shop.has("popover.willClose"))

        # Outside: it closes, and nobody else gets it.
        self.finger.tap(25, 30)
        shop.answer(shop.wait("popover.willClose", reason="outside-tap"), {})
        self.assert_closed(shop, grant["popover"], "outside-tap", "none", True)
        self.until_reaches_window(35, 36)

        # On somebody's control: it closes, and the control acts.
        grant = self.open(shop)
        shop.fence()
        place = middle(control)
        self.finger.tap(round(place["x"]), round(place["y"]))
        self.assertEqual(bar.wait("source.activated")["params"]["source"], "clock")
        shop.answer(shop.wait("popover.willClose", reason="outside-tap"), {})
        self.assert_closed(shop, grant["popover"], "outside-tap", "none", False)
        self.until_reaches_window(45, 46)
        self.assertIsNone(self.window.read(0))

    def test_other_buttons_are_swallowed_and_close_nothing(self):
        self.logged("sees the Wayland server")
        shop = self.peer("shop")
        passed = rect(1100, 20, 100, 60)
        self.open(shop, passthrough=[passed])
        shop.fence()
        for button in (BTN_SIDE, BTN_RIGHT, BTN_MIDDLE):
            self.finger.tap(25, 30, button)
        self.assert_reaches_window(1150, 50)
        self.assertFalse(shop.has("popover.willClose"))
        self.finger.tap(25, 30)
        shop.wait("popover.willClose", reason="outside-tap")

    def test_a_server_that_dies_is_waited_for(self):
        self.logged("sees the Wayland server .*: main 1280x800")
        shop = self.peer("shop")
        self.open(shop)
        self.sway.kill()
        self.logged("the Wayland server .* is gone; it is waited for")
        self.sway.start()
        self.logged("sees the Wayland server .*: main 1280x800", 2)
        self.come()
        self.finger.tap(25, 30)
        shop.wait("popover.willClose", reason="outside-tap")
        self.assertIsNone(self.window.read(0))
        warnings = [
            line for line in self.daemon.told().splitlines()
            if "Wayland server" in line and "warning" in line.lower()]
        self.assertEqual(len(warnings), 1, warnings)

    def test_outputs_come_and_change(self):
        self.logged("sees the Wayland server .*: main 1280x800")
        keeper = self.watch("display.*")
        self.sway.command("create_output")
        keeper.event("display.changed", display="headless-2", width=800, height=600)
        shop = self.peer("shop")
        self.open(shop, display="headless-2", anchor=rect(400, 300, 40, 40))
        shop.fence()
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
        shop.fence()
        self.finger.size = "1880 800"
        self.finger.tap(1280 + 25, 700)
        shop.answer(shop.wait("popover.willClose", reason="outside-tap"), {})

    def test_a_server_that_hangs_is_given_up_and_taken_up_again(self):
        self.logged("sees the Wayland server")
        shop = self.peer("shop")
        os.kill(self.sway.process.pid, signal.SIGSTOP)
        self.open(shop)
        self.logged("the Wayland server .* does not answer; it is waited for")
        os.kill(self.sway.process.pid, signal.SIGCONT)
        self.logged("sees the Wayland server", 2)
        shop.fence()
        self.finger.tap(25, 30)
        shop.wait("popover.willClose", reason="outside-tap")
        self.assertIsNone(self.window.read(0))


class Mistrusted(OnSway):
    trusted = False

    def test_it_does_nothing_and_says_nothing(self):
        shop = self.peer("shop")
        self.open(shop)
        shop.fence()
        self.assert_reaches_window(25, 30)
        self.assertFalse(shop.has("popover.willClose"))
        self.assertNotIn("Wayland server", self.daemon.told())


if __name__ == "__main__":
    unittest.main()
