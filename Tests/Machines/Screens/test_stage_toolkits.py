# SPDX-License-Identifier: MIT
"""The popovers of the libraries on popover-stage: what holds on every other screen, holds there."""

import os
import pathlib
import subprocess
import unittest

from support.daemon import UNHURRIED, Daemon
from support.kiosk import Kiosk
from support.session_bus import SessionBus
from support.stage import PopoverStage
from support.wayland_screen import Finger, tool, until

from test_gtk_popovers import HEIGHT, WIDTH, OnWayland

ABOVE_KEYBOARD = 40, 320
# The middle of the letter H on squeekboard's layout `us_wide`, as shares of the keyboard.
LETTER_H = 0.6, 0.375


class OnStage(OnWayland):
    """No plugin sees the screen: the stage is the screen."""

    # Programs that it starts.
    more = ""

    def start(self):
        # pylint: disable=attribute-defined-outside-init
        self.daemon = Daemon(UNHURRIED)
        self.addCleanup(self.daemon.close)
        self.daemon.start()
        self.observer = self.peer("observer", ("observer",))
        self.observer.call("bus.subscribe", topics=["tap", "popover.*", "display.changed"])
        self.stage = PopoverStage(self.daemon, WIDTH, HEIGHT, more=self.more).start()
        self.addCleanup(self.stage.close)
        self.finger = Finger(self.stage, WIDTH, HEIGHT)
        self.addCleanup(self.finger.close)
        self.until_display(WIDTH, HEIGHT)
        self.environment = {**self.stage.environment, **self.backend()}
        self.begin(self.environment)

    def backend(self):
        """Where programs show their windows."""
        return {"DISPLAY": "", "GDK_BACKEND": "wayland"}

    def keyboard(self, bus):
        """Squeekboard, which appears while a text field that it may type into has the keys."""
        settings = pathlib.Path(self.stage.folder, ".config/glib-2.0/settings/keyfile")
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(
            "[org/gnome/desktop/a11y/applications]\nscreen-keyboard-enabled=true\n", encoding="utf-8")
        # pylint: disable=consider-using-with
        process = subprocess.Popen(
            [tool("squeekboard")], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={
                "PATH": os.environ["PATH"], **self.environment, "NO_AT_BRIDGE": "1",
                "GSETTINGS_BACKEND": "keyfile", "DBUS_SESSION_BUS_ADDRESS": bus.address})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def keyboards(self):
        return [occluder["rect"] for occluder in self.scene("occluders")]

    def press_letter(self, text):
        """Presses H on the keyboard, once it is there, until the field has this text."""
        until(self.keyboards, "a keyboard")
        keyboard, = self.keyboards()
        self.tap(*(round(keyboard[start] + share * keyboard[length])
                   for start, length, share in zip(("x", "y"), ("width", "height"), LETTER_H)))
        until(lambda: self.program.ask("text") == text, f"the text {text}")

    def test_a_keyboard_comes_with_the_text_field_and_types_into_it(self):
        self.start()
        bus = SessionBus(self.stage.folder)
        bus.start()
        self.addCleanup(bus.close)
        self.open()
        # It finds a field that has the keys already, and one that has lost another keyboard.
        keyboard = self.keyboard(bus)
        self.press_letter("h")
        keyboard.kill()
        until(lambda: not self.keyboards(), "the keyboard to be gone")
        self.keyboard(bus)
        self.press_letter("hh")
        self.observer.fence()
        self.tap(*ABOVE_KEYBOARD)
        self.assertEqual(self.program.wait("ended"), "ended outside-tap")
        until(lambda: not self.keyboards(), "the keyboard to hide")


class Gtk3OnStage(OnStage, Kiosk):
    version = "3"


class Gtk4OnStage(OnStage, Kiosk):
    version = "4"


if __name__ == "__main__":
    unittest.main()
