# SPDX-License-Identifier: MIT
"""Programs for X on popover-stage, each in an Xwayland of its own, as the guide says."""

import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

from support import ROOT
from support.daemon import PATIENCE
from support.kiosk import Kiosk
from support.wayland_screen import until
from support.x11_screen import Window, needed

from stage_case import SHOP, color
from stage_devices import WithDevices
from test_stage_toolkits import OnStage as ToolkitOnStage

# As in the guide.
LEFT, TOP, WIDE, HIGH = 300, 200, 500, 300
# Of a program's first window, and of its second.
WHITE, BLACK = "ffffff", "000000"
KEY_H = ord("h")


def guide(program):
    """The `[[app]]` of the guide, with another program."""
    needed("Xwayland")
    text = (ROOT / "docs" / "how-to" / "x-programs.md").read_text(encoding="utf-8")
    return text.split("```toml\n")[1].split("```")[0].replace("xterm", program)


def told_display(file="display"):
    """A program that tells its display, and serves as a reason for its server to go on."""
    return f"sh -c 'echo $DISPLAY >$HOME/{file}; exec sleep 1000'"


def display(stage, file="display"):
    """What such a program has told."""
    path = pathlib.Path(stage.folder, file)
    return until(lambda: path.exists() and path.read_text(encoding="utf-8").strip(), "an X server")


class Spy:
    """A program without a window, which listens to the keys of a server."""

    def __init__(self, name):
        # pylint: disable=consider-using-with
        self.heard = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            ["stdbuf", "-oL", needed("xinput"), "test-xi2", "--root"], stdout=self.heard,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "DISPLAY": name})

    def hears(self, key):
        """Whether it has heard this key."""
        return f"detail: {key}\n".encode() in os.pread(self.heard.fileno(), 1 << 20, 0)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.heard.close()


class XPrograms(WithDevices):
    """The app of the guide lies above the shop, and has a window as large as its region."""

    settings = "alerts = true"

    def setUp(self):
        super().setUp()
        self.addCleanup(self.stage.process.wait, PATIENCE)
        self.addCleanup(self.stage.process.terminate)
        self.add(guide(told_display()))
        self.window = self.companion(Window(display(self.stage), 0, 0, WIDE, HIGH))
        self.until_color(WHITE, LEFT + 10, TOP + 10)

    def add(self, app):
        """Starts an app, whose window comes last."""
        self.stage.more += app
        self.stage.set_output(self.output)
        os.kill(self.stage.process.pid, signal.SIGHUP)

    def companion(self, companion):
        self.addCleanup(companion.close)
        return companion

    def type(self, text):
        subprocess.run([needed("wtype"), text], check=True, env={**os.environ, **self.stage.environment})

    def until_taken(self, places, window=None):
        """Waits until a window has got these presses, and no others."""
        taken = []
        until(lambda: taken.extend((window or self.window).taken()) or len(taken) >= len(places), "the presses")
        self.assertEqual(taken, places)

    def until_typed(self, keys):
        until(lambda: self.window.taken() == [] and self.window.keys == keys, f"the keys {keys}")

    def test_it_is_cut_to_its_region_and_gets_presses_touches_and_keys(self):
        # As a menu: no window manager knows it.
        self.window.taken(f"second {WIDE - 100} {HIGH - 100} 300 300")
        self.until_color(BLACK, LEFT + WIDE - 1, TOP + HIGH - 1)
        for beside in ((LEFT - 1, TOP), (LEFT + WIDE, TOP + HIGH - 50), (LEFT + WIDE - 50, TOP + HIGH)):
            self.until_color(SHOP, *beside)
        self.tap(LEFT + 50, TOP + 60)
        self.until_taken([(50, 60)])
        self.put((1, LEFT + 70, TOP + 80))
        self.order("up 1")
        touch, = until(self.window.taken, "the touch")
        # Xwayland counts in parts of the screen.
        self.assertTrue(all(0 <= wanted - place <= 1 for place, wanted in zip(touch, (70, 80))), touch)
        self.window.taken("focus")
        self.type("h")
        self.until_typed([KEY_H])

    def test_a_press_beside_a_popover_is_not_for_it_and_a_popover_and_an_alert_lie_above(self):
        self.window.taken("focus")
        frame, _ = self.open(self.shop)
        self.assertGreater(frame["y"] + frame["height"], TOP)
        self.type("h")
        self.tap(LEFT + 20, TOP + HIGH - 20)
        self.observer.event("popover.closed")
        self.tap(LEFT + 30, TOP + HIGH - 30)
        self.until_taken([(30, HIGH - 30)])
        self.peer("till").start(
            "alert.raise", title="Fire", severity="critical", buttons=[{"id": "ok", "label": "OK"}])
        until(lambda: self.color_at(LEFT + 20, TOP + 20) != color(WHITE), "the dimmed window")
        self.tap(LEFT + 20, TOP + 20)
        self.type("h")
        self.assertEqual((self.window.taken(), self.window.keys), ([], []))

    def test_one_server_shows_the_keys_of_all_its_programs_and_two_do_not(self):
        self.add(guide(told_display("other")).replace('"scale"', '"other"').replace("y = 200", "y = 500"))
        self.companion(Window(display(self.stage, "other"), 0, 0, WIDE, HIGH))
        self.until_color(WHITE, LEFT + 10, TOP + HIGH + 10)
        spies = [self.companion(Spy(display(self.stage, name))) for name in ("other", "display")]
        # Each letter is another key.
        for spy, y, text, last in zip(spies, (TOP + HIGH + 60, TOP + 60), ("hjk", "hj"), (11, 10)):
            self.tap(LEFT + 50, y)
            # It may not listen at once.
            until(lambda: self.type(text) or spy.hears(last), "a key that another program of the server sees")
        self.assertFalse(spies[1].hears(11))

    def test_both_end_when_one_of_them_does(self):
        def servers():
            return subprocess.run(
                ["pgrep", "-g", leader, "Xwayland"], check=False, capture_output=True, text=True).stdout.split()
        leader, = subprocess.run(
            ["pgrep", "-P", str(self.stage.process.pid)], check=True, capture_output=True, text=True).stdout.split()
        self.assertEqual(len(servers()), 1)
        pathlib.Path(self.stage.folder, "display").unlink()
        subprocess.run(["pkill", "-g", leader, "sleep"], check=True)
        display(self.stage)
        until(lambda: not servers(), "the end of the server")


class Gtk3OnXwayland(ToolkitOnStage, Kiosk):
    """The popovers of the library for GTK 3 in a program for X that has the whole display."""

    version = "3"
    # Without a compositor.
    edge = 1
    more = guide(told_display()).replace("region", "# region")
    # Programs for X have no text fields for input methods.
    test_a_keyboard_comes_with_the_text_field_and_types_into_it = None

    def backend(self):
        return {"DISPLAY": display(self.stage), "GDK_BACKEND": "x11"}


if __name__ == "__main__":
    unittest.main()
