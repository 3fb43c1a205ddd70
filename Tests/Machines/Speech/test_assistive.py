# SPDX-License-Identifier: MIT
"""What a screen reader hears of popovers whose clients have no accessibility of their own."""

import json
import os
import pathlib
import subprocess
import time
import unittest

from support.accessibility_bus import LAUNCHER, PYTHON, AccessibilityBus
from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.daemon_case import BUTTON, DaemonCase
from support.plugin_folder import PluginFolder

WINDOWS = pathlib.Path(__file__).parent / "programs" / "accessible_windows.py"
SHOWING = "object:state-changed:showing"
PACE = 0.02


class Assistive(DaemonCase):
    """A daemon with the plugin `assistive`, and a screen reader on the accessibility bus."""

    def setUp(self):
        self.bus = self.enterContext(AccessibilityBus())
        self.daemon = Daemon("")
        self.addCleanup(self.daemon.close)
        folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        folder.add_bundled("assistive")
        self.daemon.write_configuration("\n".join([
            UNHURRIED, f"[plugins]\ndirectory = {json.dumps(folder.path)}",
            '[[display]]\nname = "main"\nwidth = 1280\nheight = 800\nscale = 2',
            '[[plugin]]\nname = "assistive"\ntrusted = true\n[plugin.options]',
            f"bus = {json.dumps(self.bus.session.address)}"]))
        self.daemon.start()
        self.shop = self.peer()
        self.shop.always_answer("popover.willClose", {})
        self.shell = self.peer("shell", ("shell",))
        self.shell.always_answer("alert.present", {})
        self.shop.call("source.set", source="order", rect=BUTTON, label="Order")
        self.begin()

    def begin(self):
        """Waits until the plugin tells listeners: it asks for them while it starts."""
        while True:
            popover = self.open(self.shop, title="probe")["popover"]
            self.windows_are([("menu", "probe")])
            self.shop.call("popover.close", popover=popover, outcome="done")
            self.windows_are([])
            lines = self.bus.listener.lines
            try:
                self.bus.listener.read(time.monotonic() + 0.5, "the probe")
            except AssertionError:
                continue
            while json.loads(lines[-1])["kind"] != "object:children-changed:remove":
                self.bus.listener.read(time.monotonic() + PATIENCE, "the probe's end")
            # It asks for one kind after the other, perhaps while the probe was there.
            is_whole = any(json.loads(line)["kind"] == SHOWING for line in lines)
            lines.clear()
            if is_whole:
                return

    def windows(self):
        """What the screen reader finds; None: no application."""
        done = subprocess.run(
            [PYTHON, str(WINDOWS)], check=True, capture_output=True, text=True, timeout=PATIENCE,
            env={**os.environ, **self.bus.environment})
        return json.loads(done.stdout)

    def windows_are(self, wanted):
        """Waits until these are there."""
        deadline = time.monotonic() + PATIENCE
        while True:
            windows = self.windows()
            found = windows and [(window["role"], window["name"]) for window in windows]
            if found == wanted:
                return windows
            self.assertLess(time.monotonic(), deadline, windows)
            time.sleep(PACE)

    def heard(self, last, *kinds):
        """The events of these kinds until the last, in order: kind, role and name."""
        deadline = time.monotonic() + PATIENCE
        told = []
        while not told or told[-1] != last:
            while not self.bus.listener.lines:
                self.bus.listener.read(deadline, f"{last}; so far {told}")
            event = json.loads(self.bus.listener.lines.pop(0))
            if event["kind"] in kinds:
                told.append((event["kind"], event["role"], event["name"]))
        return told

    def warn(self, **params):
        self.peer("printer").start(
            "alert.raise", title="The paper is out", message="Please refill it.",
            severity="warning", buttons=[{"id": "done", "label": "Refilled"}], **params)

    def test_popovers_and_alerts_of_several_programs_in_order(self):
        self.open(self.shop, "menu", source="order")
        self.warn()
        kinds = (SHOWING, "window:activate", "window:deactivate")
        self.assertEqual(
            self.heard(("window:activate", "alert", "The paper is out"), *kinds), [
                (SHOWING, "menu", "Order"), ("window:activate", "menu", "Order"),
                ("window:deactivate", "menu", "Order"), (SHOWING, "alert", "The paper is out"),
                ("window:activate", "alert", "The paper is out")])
        menu, alert = self.windows()
        self.assertEqual(menu["states"], ["enabled", "sensitive", "showing", "visible"])
        self.assertEqual(alert["description"], "Please refill it.")
        self.assertEqual(
            alert["states"], ["active", "enabled", "modal", "sensitive", "showing", "visible"])

    def test_one_that_moves_and_closes(self):
        opened = self.open(self.shop, "inspector", title="Your order")
        showing = self.bus.wait(SHOWING, "dialog", "Your order")
        self.assertEqual((showing["detail"], showing["application"]), (1, "popoverd"))

        def pixels(frame):
            return [round(2 * frame[side]) for side in ("x", "y", "width", "height")]
        window, = self.windows()
        self.assertEqual(window["extents"], pixels(opened["frame"]))
        moved = self.shop.call(
            "popover.update", popover=opened["popover"], size={"width": 400, "height": 300})
        deadline = time.monotonic() + PATIENCE
        while (found := self.windows()[0]["extents"]) != pixels(moved["frame"]):
            self.assertLess(time.monotonic(), deadline, (found, moved))
            time.sleep(PACE)
        self.shop.call("popover.close", popover=opened["popover"], outcome="done")
        self.bus.wait("object:children-changed:remove", "application", "popoverd")
        self.assertEqual(self.windows(), [])

    def test_announcements_are_told_as_well(self):
        self.shell.call("session.set", speech=True)
        popover = self.open(self.shop, "menu", source="order")["popover"]
        self.assertEqual(self.bus.wait("object:announcement", "menu", "Order")["text"], "Order")
        self.shop.call("popover.choose", popover=popover, choice=2, label="Two coffees")
        self.assertEqual(
            self.bus.wait("object:announcement", None, None)["text"], "Two coffees")

    def test_what_is_private_has_the_name_of_its_app(self):
        popover = self.open(self.shop, "menu", title="Your pills", private=True)["popover"]
        self.windows_are([("menu", "shop")])
        self.shop.call("popover.close", popover=popover, outcome="done")
        self.shop.call("source.set", source="pills", rect=BUTTON, label="Pills", private=True)
        self.open(self.shop, "menu", source="pills")
        self.warn(private=True)
        menu, alert = self.windows_are([("menu", "shop"), ("alert", "printer")])
        self.assertEqual((menu["description"], alert["description"]), ("", ""))

    def test_a_bus_that_ends_and_comes_back(self):
        self.open(self.shop, "menu", source="order")
        launcher = self.bus.session.programs[0]
        self.assertEqual(launcher.process.args[0], LAUNCHER)
        launcher.process.terminate()
        launcher.process.wait(PATIENCE)
        self.bus.run(
            LAUNCHER, "--launch-immediately", "--a11y=1",
            env={**os.environ, **self.bus.environment, "XDG_RUNTIME_DIR": self.bus.folder,
                 "GSETTINGS_BACKEND": "memory"})
        self.windows_are([("menu", "Order")])


if __name__ == "__main__":
    unittest.main()
