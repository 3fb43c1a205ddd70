# SPDX-License-Identifier: MIT
"""docs/explanation/compositors.md: where the plugin `wayland` can work, tried with each compositor that Debian has."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

from support import ROOT
from support.wayland_screen import NOBODY, Finger, Program, Window, admit, tool, until

from wayland_kiosk import OnSway

PAGE = ROOT / "docs" / "explanation" / "compositors.md"
COMMANDS = {
    "phoc": ["phoc", "-E", "sleep infinity"],
    "cage": ["cage", "--", "sleep", "infinity"],
    "weston": ["weston", "--backend=headless-backend.so", "--socket=wayland-1"],
    "mutter": ["dbus-run-session", "--", "mutter", "--headless", "--no-x11",
               "--virtual-monitor", "1280x800", "--wayland-display", "wayland-1"],
}
# These have test classes of their own.
ELSEWHERE = {"[popover-stage](../how-to/stage.md)", "sway"}


class Compositor:
    """A compositor without a screen; another user's, since most refuse root."""

    def __init__(self, words):
        self.folder = tempfile.mkdtemp(prefix="popover-compositor-")
        os.chmod(self.folder, 0o700)
        os.chown(self.folder, NOBODY, NOBODY)
        self.environment = {"XDG_RUNTIME_DIR": self.folder, "HOME": self.folder}
        self.log = os.path.join(self.folder, "log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [tool("setpriv"), f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups",
                 tool(words[0]), *words[1:]],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env={"PATH": os.environ["PATH"], "WLR_BACKENDS": "headless",
                     "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
                     "LIBGL_ALWAYS_SOFTWARE": "1", **self.environment})
        try:
            name = until(self.listening, f"{words[0]} to listen")
        except AssertionError as error:
            self.close()
            raise error
        self.socket = os.path.join(self.folder, name)
        admit(self.socket)
        self.environment["WAYLAND_DISPLAY"] = name

    def listening(self):
        """The name of its socket, once it is there."""
        if self.process.poll() is not None:
            with open(self.log, encoding="utf-8", errors="replace") as log:
                raise AssertionError(f"{self.process.args} ended:\n{log.read()[-4000:]}")
        return next((name for name in os.listdir(self.folder)
                     if re.fullmatch(r"wayland-\d", name)), None)

    def close(self):
        try:
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def rows():
    """The rows of the page's table: the compositor, and its columns."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")]
             for line in lines if line.startswith("| ")]
    return {row[0].split(" ")[0]: row for row in cells[1:]}


class Compositors(OnSway):
    keyboards = True

    def setUp(self):
        """Each test has a server of another kind."""

    def begin(self, name):
        self.compositor = Compositor(COMMANDS[name])
        self.addCleanup(self.compositor.close)
        self.begin_daemon(self.compositor.socket)

    def finger_of(self, width, height):
        """A mouse; None while the compositor has no seat yet."""
        try:
            finger = Finger(self.compositor, width, height)
        except AssertionError as error:
            if "ended: 2" not in str(error):
                raise
            return None
        self.addCleanup(finger.close)
        return finger

    def assert_is_refused(self, name):
        self.begin(name)
        self.logged("has no zwlr_layer_shell_v1")
        self.assertEqual(rows()[name][1:4], ["xdg_popup", "reported by clients", "no"])

    def test_cage(self):
        self.assert_is_refused("cage")

    def test_weston(self):
        self.assert_is_refused("weston")

    def test_mutter(self):
        self.assert_is_refused("mutter")

    def test_phoc_swallows_the_tap_that_closes_a_popover(self):
        self.begin("phoc")
        self.logged("connected to the Wayland server")
        shop = self.peer("shop")
        display = shop.welcome["displays"][0]
        size = int(display["width"]), int(display["height"])
        finger = until(lambda: self.finger_of(*size), "a seat")
        self.window = Window(self.compositor)
        self.addCleanup(self.window.close)
        grant = self.open(shop, anchor={"x": 100, "y": 100, "width": 40, "height": 40})
        self.settle(shop)
        frame = grant["frame"]
        finger.tap(int(frame["x"] + frame["width"]) + 90, int(frame["y"] + frame["height"]) + 60)
        shop.answer(shop.wait("popover.willClose", reason="outside-tap"), {})
        shop.wait("popover.closed", popover=grant["popover"])
        # The window below heard nothing of it.
        self.settle(shop)
        self.assertEqual(rows()["phoc"][2], "plugin `wayland`")

    def test_phoc_makes_room_for_a_keyboard(self):
        self.begin("phoc")
        self.logged("connected to the Wayland server")
        shop = self.peer("shop")
        keyboard = Program(
            [tool("wvkbd-mobintl"), "-H", "250", "-L", "250"], self.compositor.environment)
        self.addCleanup(keyboard.close)
        known, = until(lambda: shop.call("status")["occluders"], "the keyboard as an occluder")
        self.assertEqual((known["occluder"], known["rect"]["height"]), ("keyboard", 250))
        self.assertEqual(rows()["phoc"][3], "yes")

    def test_phoc_keeps_keys_from_windows_beneath(self):
        self.begin("phoc")
        self.logged("connected to the Wayland server")
        plugged = Program([tool("wtype"), "-s", "86400000", "a"], self.compositor.environment)
        self.addCleanup(plugged.close)
        cafe, shop = self.peer("cafe"), self.peer("shop")
        cafe.call("source.set", source="order", rect={"x": 9, "y": 9, "width": 80, "height": 40})
        cafe.call("tap", x=20, y=20)
        self.window = Window(self.compositor)
        self.addCleanup(self.window.close)
        until(lambda: self.typed(self.window), "a key in the window")
        self.open(shop)
        self.settle(shop)
        self.assertEqual(self.typed(self.window), 0)
        popover = Window(self.compositor, "overlay")
        self.addCleanup(popover.close)
        until(lambda: self.typed(popover) == 50, "keys in the popover")
        self.assertEqual(self.window.told(), [])

    def typed(self, window):
        """How many of fifty keys reach it."""
        subprocess.run(
            [tool("wtype"), "popover" * 7 + "p"], env=self.compositor.environment,
            stdin=subprocess.DEVNULL, check=True)
        return sum(line.startswith("key ") for line in window.told())

    def test_every_compositor_that_tests_have_seen_is_tried(self):
        seen = {name for name, row in rows().items() if row[-1] == "tests"}
        self.assertEqual(seen, {*COMMANDS, *ELSEWHERE})


if __name__ == "__main__":
    unittest.main()
