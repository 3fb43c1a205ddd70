# SPDX-License-Identifier: MIT
"""What `popoverctl setup web-x11` installs: the X session with its browser, and the page that works."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import unittest

from support import ROOT
from support.chromium import options
from support.other_user import as_user
from support.process_table import children, kill_family, mentioning
from support.ready_kiosk import ACCOUNTS
from support.reserved_port import ReservedPort
from support.wayland_screen import until
from support.x11_screen import Hand, compiled, needed

from ready_case import Ready, lines

WIDTH, HEIGHT = 1280, 800
# Where the kiosk is alone, it has the first display.
DISPLAY = f":{1000 + os.getpid() % 50000}"


def command(unit):
    """The words that a unit starts."""
    text = unit.read_text(encoding="utf-8").replace("\\\n", "").replace("$$", "$")
    return shlex.split(re.search(r"(?m)^ExecStart=(.*)$", text)[1])


class WebKiosk(Ready):
    name = "web-x11"
    plugins = ("x11", "web", "idle")

    def setUp(self):
        ports = [ReservedPort() for _ in range(2)]
        for port in ports:
            self.addCleanup(port.close)
        self.gateway, self.site = (str(port.number) for port in ports)
        self.adapted = '[[plugin]]\nname = "web"\n[plugin.options]\n' + lines(
            port=ports[0].number, origins=[f"http://127.0.0.1:{self.site}"])
        self.begin(DISPLAY=DISPLAY)
        self.root = self.daemon.root
        self.folder = pathlib.Path(self.daemon.folder, "kiosk")
        self.folder.mkdir()
        os.chown(self.folder, ACCOUNTS["kiosk"], ACCOUNTS["kiosk"])
        # What the unit of the page shows there.
        library = self.root.file("/srv/popover-kiosk/popoverd")
        shutil.rmtree(library)
        library.symlink_to(ROOT / "Clients/Web")
        self.at_home("/srv/popover-kiosk/index.html")
        self.at_home("/etc/popoverd/x11-session")

    def at_home(self, path):
        """A file for this machine, where others use the ports and /etc."""
        file = self.root.file(path)
        text = file.read_text(encoding="utf-8")
        for there, here in (("7411", self.gateway), (":8080", f":{self.site}"),
                            ("/etc/popoverd", str(self.root.file("/etc/popoverd")))):
            text = text.replace(there, here)
        file.write_text(text, encoding="utf-8")

    def start_as_kiosk(self, words, **environment):
        with open(self.folder / "log", "ab") as log:
            process = subprocess.Popen(
                [*self.daemon.prefix, *as_user(ACCOUNTS["kiosk"]), *words], stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, cwd="/", start_new_session=True, env={"LC_ALL": "C.UTF-8", **environment})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def start_page(self):
        words = command(self.root.file("/etc/systemd/system/popover-page.service"))
        here = {"8080": self.site, "/srv/popover-kiosk": str(self.root.file("/srv/popover-kiosk"))}
        self.start_as_kiosk([here.get(word, word) for word in words])

    def start_session(self):
        """The unit's session, with a server that needs no hardware, and a browser for a machine without a
        graphics card and namespaces of users."""
        for program in ("xinit", "xauth"):
            needed(program)
        browser = self.folder / "bin/chromium"
        browser.parent.mkdir()
        *quiet, = (option for option in options("") if "--user-data-dir" not in option)
        browser.write_text(f'#!/bin/sh\nexec {needed("chromium")} {" ".join(quiet)} --test-type "$@"\n',
                           encoding="utf-8")
        browser.chmod(0o755)
        token = pathlib.Path(self.daemon.folder, "web-token")
        until(token.exists, "the token")
        credential = self.folder / "web-token"
        shutil.copy(token, credential)
        os.chown(credential, ACCOUNTS["kiosk"], ACCOUNTS["kiosk"])
        *shell, script = command(self.root.file("/etc/systemd/system/popover-x11.service"))
        session = "/etc/popoverd/x11-session"
        server = f'{needed("Xvfb")} :0 -screen 0 {WIDTH}x{HEIGHT}x24'
        for there, here in ((session, str(self.root.file(session))),
                            ("/usr/lib/xorg/Xorg :0 vt1 -keeptty", server), (":0 ", f"{DISPLAY} ")):
            self.assertIn(there, script)
            script = script.replace(there, here)
        self.addCleanup(self.end_session)
        return self.start_as_kiosk(
            [*shell, script], PATH=f"{browser.parent}:/usr/bin:/bin", HOME=str(self.folder), TMPDIR=str(self.folder),
            XAUTHORITY=str(self.folder / "xauthority"), RUNTIME_DIRECTORY=str(self.folder),
            CREDENTIALS_DIRECTORY=str(self.folder))

    def end_session(self):
        kill_family(str(self.folder))
        # What a server removes that ends by itself.
        for path in f"/tmp/.X{DISPLAY[1:]}-lock", f"/tmp/.X11-unix/X{DISPLAY[1:]}":
            pathlib.Path(path).unlink(missing_ok=True)

    def button(self):
        sources = self.observer.call("status")["sources"]
        return next((each["rect"] for each in sources if each["rect"]["width"] > 0), None)

    def assert_session(self):
        """The window manager and the compositor run; nobody else may connect to the server."""
        browser = {entry.pid for entry in mentioning(f"--user-data-dir={self.folder}")}
        names = {pathlib.Path(f"/proc/{entry.pid}/comm").read_text(encoding="utf-8").strip()
                 for pid in browser for entry in children(pid)}
        self.assertLessEqual({"openbox", "picom"}, names)
        done = subprocess.run(
            [*as_user(ACCOUNTS["operator"]), needed("xset"), "-display", DISPLAY, "q"], check=False,
            capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
        self.assertIn("unable to open display", done.stderr)

    def test_a_tap_on_the_button_of_the_page_opens_a_popover_and_one_beside_it_closes_it(self):
        unit = self.start_session()
        # The browser may be faster than the web server.
        self.start_page()
        self.until_display(WIDTH, HEIGHT)
        button = until(self.button, "the button of the page")
        self.assert_session()
        # The daemon's user needs no cookie, and so the hand of the same user.
        hand = Hand([compiled("x11_mouse", "xcb", "xcb-xtest")], DISPLAY)
        self.addCleanup(hand.close)
        self.observer.fence()
        hand.tap(int(button["x"] + button["width"] / 2), int(button["y"] + button["height"] / 2))
        popover = self.observer.event("popover.opened")["data"]["popover"]
        self.observer.fence()
        hand.tap(20, 20)
        self.observer.event("popover.closed", popover=popover, reason="outside-tap")
        # As systemd stops the unit.
        unit.terminate()
        until(lambda: not mentioning(str(self.folder)), "the end of the session")


del Ready

if __name__ == "__main__":
    unittest.main()
