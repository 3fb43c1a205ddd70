# SPDX-License-Identifier: MIT
"""`popoverctl setup` on a clean Debian with a screen: each kind starts on the console, and its undo brings the
login back.

Run by root in a machine that is to be thrown away; the order of the tests is that of their names. Chromium would
take minutes there: a stand-in loads the page as a browser does, and shows a program in GTK 3. The pages
themselves are tested with the real one (Machines/Screens).
"""

import json
import pathlib
import pwd
import unittest

from guest import SOCKET, run, show, shown, wait_until

EXAMPLE = "/usr/share/doc/popoverd/examples/Kiosk/lockers.py"
APP = f"""#!/bin/sh
exec python3 {EXAMPLE} --frame 0,0,1280x800
"""
BROWSER = r"""#!/usr/bin/python3
import re, subprocess, sys, urllib.request

app = subprocess.Popen(["/usr/local/bin/kiosk-app"])
link = sys.argv[-1]
if link.startswith("file://"):
    with open(link[7:], encoding="utf-8") as file:
        page = re.search(r"location.replace\('(.*)#token=.+'\)", file.read())[1]
    with urllib.request.urlopen(page) as answer:
        assert b"This kiosk works" in answer.read()
    with urllib.request.urlopen(page + "popoverd/popoverd.js") as answer:
        assert b"export" in answer.read()
sys.exit(app.wait())
"""


def scene(socket=SOCKET):
    done = run("popoverctl", "--socket", socket, "status", "--json", check=False)
    return json.loads(done.stdout) if done.returncode == 0 else {"displays": [], "sources": [], "clients": []}


class Setups(unittest.TestCase):
    unit = None

    def tearDown(self):
        result = self._outcome.result
        if (result.failures or result.errors) and self.unit:
            lines = run("journalctl", "--no-pager", "-n", "600").stdout.splitlines()
            print("\n".join([line for line in lines if " runuser[" not in line][-120:]))

    def set_up(self, kind, unit):
        self.unit = unit
        self.assertEqual(show("ActiveState", "getty@tty1.service"), "active")
        # Of a test that fails, so that the next finds the login.
        self.addCleanup(run, "popoverctl", "setup", kind, "--undo", check=False)
        shown(run("popoverctl", "setup", kind).stdout)
        self.assertEqual(show("UnitFileState", unit), "enabled")

    def assert_serves(self, find):
        """The display has the screen's size, and the program has its buttons on it."""
        wait_until("the display", lambda: any(
            (display["width"], display["height"]) == (1280, 800) for display in find()["displays"]))
        wait_until("the program", lambda: any(source["source"] == "choose" for source in find()["sources"]))
        self.assertEqual(show("ActiveState", self.unit), "active")
        session = run("loginctl", "show-seat", "--value", "-p", "ActiveSession", "seat0").stdout.strip()
        told = run("loginctl", "show-session", session, "-p", "Name", "-p", "TTY").stdout.split()
        self.assertEqual(told, ["Name=kiosk", "TTY=tty1"])

    def take_back(self, kind):
        shown(run("popoverctl", "setup", kind, "--undo").stdout)
        wait_until("the end", lambda: show("ActiveState", self.unit) in ("inactive", "failed"))
        wait_until("the login", lambda: show("ActiveState", "getty@tty1.service") == "active")

    def test_01_programs_of_the_kiosks(self):
        for path, text in ("/usr/local/bin/kiosk-app", APP), ("/usr/bin/chromium", BROWSER):
            pathlib.Path(path).write_text(text, encoding="utf-8")
            pathlib.Path(path).chmod(0o755)
        wait_until("the daemon's socket", lambda: show("ActiveState", "popoverd.socket") == "active")

    def test_02_stage(self):
        self.set_up("stage", "popover-stage@kiosk.service")
        self.assert_serves(scene)
        self.take_back("stage")

    def test_03_web_on_x11(self):
        self.set_up("web-x11", "popover-x11.service")
        self.assert_serves(scene)
        self.take_back("web-x11")

    def test_04_sway(self):
        # Without 3D graphics Mesa ends sway: the guide has this, too.
        folder = pathlib.Path("/etc/systemd/system/popover-sway.service.d")
        folder.mkdir()
        (folder / "pixman.conf").write_text("[Service]\nEnvironment=WLR_RENDERER=pixman\n", encoding="ascii")
        self.set_up("sway", "popover-sway.service")
        socket = f"/run/user/{pwd.getpwnam('kiosk').pw_uid}/popoverd/popoverd.sock"
        self.assert_serves(lambda: scene(socket))
        self.take_back("sway")


if __name__ == "__main__":
    unittest.main()
