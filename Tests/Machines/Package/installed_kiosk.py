# SPDX-License-Identifier: MIT
"""The example kiosk on popover-stage, as a service on a clean Debian with a screen, a keyboard and a tablet.

Run by root in a machine that is to be thrown away; the order of the tests is that of their names. The unit is
enabled as the guide says. The emulator presses, and sees what the screen shows.
"""

import os
import pathlib
import signal
import unittest

from glass import Glass
from guest import Client, apt, package, run, show, shown, wait_until

UNIT = "popover-stage@kiosk.service"
EXAMPLE = "/usr/share/doc/popoverd/examples/Kiosk"
CONFIGURATION = pathlib.Path("/etc/popoverd/stage.toml")
DAEMON = pathlib.Path("/etc/popoverd/popoverd.toml.d/kiosk.toml")
PACKAGES = ("popoverd", "popover-stage", "popoverd-doc", "libpopover0", "libpopover-gtk3-0",
            "libpopover-gtk4-0", "gir1.2-popovergtk-3.0", "gir1.2-popovergtk-4.0")
# Programs in GTK 3, GTK 3 and GTK 4; where their windows are.
APPS = {"kiosk": ("shell.py", (0, 0, 1280, 64)), "lockers": ("lockers.py", (880, 64, 400, 240)),
        "timetable": ("timetable.py", (880, 304, 400, 248))}
APP = """[[app]]
name = "{name}"
command = ["python3", "{example}/{file}", "--frame", "{x},{y},{width}x{height}"]
region = {{ x = {x}, y = {y}, width = {width}, height = {height} }}
"""
ROTATED = '[[output]]\nname = "Virtual-1"\nrotation = "90"\n'
# As the example's own configuration: an emulated machine is slow, too.
SETTINGS = "[appearance]\ncompactWidth = 400\n[timing]\ncloseMs = 10000\npingMs = 60000\n"


def region(name):
    return dict(zip(("x", "y", "width", "height"), APPS[name][1]))


def scene():
    with Client("visitor") as client:
        return client.hello().call("status")


def first(members, **wanted):
    """The member of a list in the scene that has these values, or None."""
    return next((each for each in scene()[members] if all(
        each[name] == value for name, value in wanted.items())), None)


def said(text):
    """How often the journal of the stage and its programs has the text."""
    return run("journalctl", "--no-pager", "-o", "cat", "-t", "popover-stage").stdout.count(text)


def processes(name):
    return run("pgrep", "-u", "kiosk", "-f", f"{EXAMPLE}/{APPS[name][0]}", check=False).stdout.split()


class Kiosk(unittest.TestCase):
    glass = None

    def tearDown(self):
        result = self._outcome.result
        if result.failures or result.errors:
            print(run("journalctl", "--no-pager", "-n", "60", "-t", "popover-stage").stdout)

    def until(self, what, found):
        """What is found in the end."""
        last = []

        def is_found():
            last[:] = [found()]
            return last[0]
        wait_until(what, is_found)
        return last[0]

    def source(self, app, name):
        return self.until(f"{name} of {app}", lambda: first("sources", app=app, source=name))["rect"]

    def open(self, app, name):
        """Taps a button, and returns the popover's frame, and what the screen showed before."""
        rect = self.source(app, name)
        before = self.glass.still()
        self.glass.tap(rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2)
        frame = self.until(f"the popover of {app}", lambda: first("popovers", app=app))["frame"]
        return frame, before

    def test_01_the_packages_install(self):
        apt("install", "--no-install-recommends", *map(package, PACKAGES))
        self.assertEqual(run("dpkg", "--audit").stdout, "")
        self.assertEqual(show("ActiveState", UNIT), "inactive")

    def test_02_the_unit_starts_the_stage_on_the_console(self):
        run("useradd", "-m", "kiosk")
        DAEMON.parent.mkdir(exist_ok=True)
        DAEMON.write_text(SETTINGS, encoding="utf-8")
        CONFIGURATION.write_text("\n".join(
            APP.format(name=name, example=EXAMPLE, file=file, x=x, y=y, width=width, height=height)
            for name, (file, (x, y, width, height)) in APPS.items()), encoding="utf-8")
        run("usermod", "-a", "-G", "popover", "kiosk")
        self.assertEqual(show("ActiveState", "getty@tty1.service"), "active")
        run("systemctl", "enable", "--now", UNIT)
        self.assertEqual(show("ActiveState", UNIT), "active")
        self.assertEqual(show("ActiveState", "getty@tty1.service"), "inactive")
        self.assertEqual(show("UnitFileState", UNIT), "enabled")
        session = run("loginctl", "show-seat", "--value", "-p", "ActiveSession", "seat0").stdout.strip()
        told = run("loginctl", "show-session", session, "-p", "Name", "-p", "TTY").stdout.split()
        self.assertEqual(told, ["Name=kiosk", "TTY=tty1"])
        (output,) = pathlib.Path("/sys/class/drm").glob("card*-Virtual-1")
        self.assertEqual((output / "enabled").read_text(encoding="ascii"), "enabled\n")
        self.until("the display", lambda: first("displays", display="main", width=1280, height=800))
        shown(f"{UNIT} is active; the session of its user has tty1 of seat0")

    def test_03_the_programs_are_in_their_regions(self):
        type(self).glass = Glass()
        for app, name in ("kiosk", "start-over"), ("lockers", "choose"), ("timetable", "departures"):
            self.source(app, name)
        picture = self.glass.until("the programs", lambda picture: all(
            picture.colors(region(name)) > 20 for name in APPS))
        self.assertEqual(picture.colors({"x": 0, "y": 64, "width": 880, "height": 736}), 1)
        self.assertEqual(picture.colors({"x": 880, "y": 552, "width": 400, "height": 248}), 1)
        self.glass.look("kiosk")
        shown("the screen shows three programs in their regions, and nothing elsewhere")

    def test_04_a_press_opens_a_popover_where_the_daemon_says(self):
        frame, before = self.open("lockers", "choose")
        after = self.glass.until("the popover on the screen", lambda picture: (
            picture.changed(before, frame) > 0.9))
        self.glass.look("popover")
        nowhere = {"x": 0, "y": 560, "width": 500, "height": 240}
        self.assertEqual(after.changed(before, nowhere), 0)
        shown(f"a press opens the lockers' popover at {frame}")
        self.glass.tap(20, 780)
        wait_until("it is closed", lambda: first("popovers", app="lockers") is None)
        self.glass.until("the screen without it", lambda picture: picture.changed(before, frame) == 0)
        wait_until("the program knows", lambda: said("lockers: closed outside-tap") == 1)
        shown("a press beside it closes it, and the screen is as before")

    def test_05_keys_go_to_the_popover(self):
        frame, before = self.open("timetable", "departures")
        self.glass.until("the popover on the screen", lambda picture: picture.changed(before, frame) > 0.9)
        closed = self.glass.still()
        self.glass.type("lake")
        self.glass.until("the found trains", lambda picture: picture.changed(closed, frame) > 0.02)
        self.glass.look("typed")
        self.glass.tap(20, 780)
        wait_until("it is closed", lambda: first("popovers", app="timetable") is None)
        self.open("timetable", "departures")
        wait_until("the words are back", lambda: said("timetable: restored 4 characters") == 1)
        self.glass.tap(20, 780)
        wait_until("it is closed again", lambda: first("popovers", app="timetable") is None)
        shown("four keys reach the popover in GTK 4, and come back with it")

    def test_06_a_killed_program_starts_again(self):
        (before,) = processes("lockers")
        os.kill(int(before), signal.SIGKILL)
        wait_until("another process", lambda: processes("lockers") not in ([], [before]))
        self.source("lockers", "choose")
        self.glass.until("its window", lambda picture: picture.colors(region("lockers")) > 20)
        shown("a killed program starts again in its region")

    def test_07_reload_rotates(self):
        text = CONFIGURATION.read_text(encoding="utf-8")
        CONFIGURATION.write_text(f"{text}\n[[output]]\nname = 7\n", encoding="utf-8")
        self.assertNotEqual(run("systemctl", "reload", UNIT, check=False).returncode, 0)
        CONFIGURATION.write_text(f"{text}\n{ROTATED}", encoding="utf-8")
        run("systemctl", "reload", UNIT)
        self.until("the rotated display", lambda: first("displays", display="main", width=800, height=1280))
        # The bar of the shell is at the side of the screen that is now the upper one.
        self.glass.until("the rotated programs", lambda picture: picture.colors(
            {"x": 1216, "y": 0, "width": 64, "height": 800}) > 20)
        self.glass.look("rotated")
        self.assertEqual(show("NRestarts", UNIT), "0")
        shown("systemctl reload refuses a wrong file, and rotates the screen")

    def test_08_the_unit_outlives_the_stage(self):
        os.kill(int(show("MainPID", UNIT)), signal.SIGKILL)
        wait_until("it starts again", lambda: (
            show("NRestarts", UNIT) == "1" and show("ActiveState", UNIT) == "active"))
        self.source("lockers", "choose")
        run("systemctl", "stop", UNIT)
        wait_until("the programs have ended", lambda: not any(map(processes, APPS)))
        shown("a killed stage starts again with its programs; a stopped one ends them")


if __name__ == "__main__":
    unittest.main()
