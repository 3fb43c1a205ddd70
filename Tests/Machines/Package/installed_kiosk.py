# SPDX-License-Identifier: MIT
"""The example kiosk on popover-stage, as a service on a clean Debian with a screen, a keyboard and a tablet.

Run by root in a machine that is to be thrown away; the order of the tests is that of their names. The unit is
enabled as the guide says.
"""

import pathlib
import unittest

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
# As the example's own configuration: an emulated machine is slow, too.
SETTINGS = "[appearance]\ncompactWidth = 400\n[timing]\ncloseMs = 10000\npingMs = 60000\n"


def scene():
    with Client("visitor") as client:
        return client.hello().call("status")


def first(members, **wanted):
    """The member of a list in the scene that has these values, or None."""
    return next((each for each in scene()[members] if all(
        each[name] == value for name, value in wanted.items())), None)


class Kiosk(unittest.TestCase):
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

    def source(self, app, name):
        return self.until(f"{name} of {app}", lambda: first("sources", app=app, source=name))["rect"]

    def test_03_the_stage_starts_the_programs_each_in_its_region(self):
        for app, name in ("kiosk", "start-over"), ("lockers", "choose"), ("timetable", "departures"):
            rect, (left, top, width, height) = self.source(app, name), APPS[app][1]
            self.assertTrue(left <= rect["x"] and rect["x"] + rect["width"] <= left + width, rect)
            self.assertTrue(top <= rect["y"] and rect["y"] + rect["height"] <= top + height, rect)
        shown("three programs of the example kiosk have their buttons in their regions")

    def test_04_a_program_that_dies_is_started_again(self):
        before = first("clients", app="lockers")["pid"]
        run("kill", "-KILL", str(before))
        self.until("the lockers", lambda: (first("clients", app="lockers") or {"pid": before})["pid"] != before)
        self.source("lockers", "choose")
        shown("the lockers were killed, and are back")


if __name__ == "__main__":
    unittest.main()
