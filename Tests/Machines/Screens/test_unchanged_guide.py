# SPDX-License-Identifier: MIT
"""docs/how-to/unchanged-programs.md: its kiosks, with the programs that it names and a page that knows nothing."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock

from support import ROOT, page_libraries
from support.browser import PAGES, Site
from support.chromium import Chromium, admit, options
from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.daemon_case import DaemonCase
from support.document import blocks, table
from support.peer import Peer, Refusal
from support.programs import popoverctl
from support.stage import PopoverStage
from support.wayland_screen import Finger, until
from support.x11_screen import Xvfb, needed

from ready_case import Program, Ready, UserPeer, lines
from test_extension import EXTENSION, FIRST_BUTTON, NOTICE_BUTTON, SECOND_BUTTON, native_host
from test_ready_kiosks import APPS

PAGE = ROOT / "docs" / "how-to" / "unchanged-programs.md"
STAGE, ALONE = "On popover-stage", "Chromium alone"
SHOP = "https://shop.example"
HOST = "127.0.0.1"
WIDTH, HEIGHT = 1920, 1080
# The upper list of the program, which is at the right.
TOOL, TOOL_LIST = "gtk4-widget-factory", (1785, 250)


def parts(heading, language):
    return [block.text for block in blocks(PAGE, language) if block.heading == heading]


def commands(heading):
    """Those of popoverctl, without what changes the machine."""
    return re.findall(r"^\$ (popoverctl .+)$", "".join(parts(heading, "console")), re.M)


class Guide:
    def command(self, heading, words):
        """Starts a command of the page, after `popoverctl`."""
        command, = (one for one in commands(heading) if one.startswith(f"popoverctl {words}"))
        # pylint: disable=consider-using-with
        process = subprocess.Popen(
            [popoverctl(), *shlex.split(command)[1:]], env={"POPOVERD_SOCKET": self.daemon.socket},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def printed(self, heading, words):
        text, _ = self.command(heading, words).communicate(timeout=PATIENCE)
        return text

    def until_open(self, *apps):
        def found():
            return tuple((one["app"], one["state"]) for one in self.observer.call("status")["popovers"])
        until(lambda: found() == tuple((app, "visible") for app in apps), f"the popovers of {apps}")

    def until_page(self):
        until(lambda: HOST in [one["app"] for one in self.observer.call("status")["sources"]], "the page's control")

    def site(self, page="strange.html", folder=PAGES):
        site = Site(folder)
        self.addCleanup(site.close)
        return f"{site.origin}/{page}"


class OnStage(Guide, Ready):
    name = "stage"
    # Of the page, which the daemon does not know.
    control = SECOND_BUTTON

    def setUp(self):
        profile = tempfile.mkdtemp(prefix="popover-chromium-")
        self.addCleanup(shutil.rmtree, profile, ignore_errors=True)
        admit(profile, [native_host()])
        words = shlex.join([needed("chromium"), *options(profile), "--test-type", f"--load-extension={EXTENSION}"])
        self.browser = Program("chromium", f'{words} "$@"')
        self.addCleanup(self.browser.close)
        self.begin()
        self.stage = PopoverStage(self.daemon, WIDTH, HEIGHT)
        self.addCleanup(self.stage.close)
        self.stage.path = self.browser.path
        section = APPS.read_text(encoding="utf-8").partition("[[app]]")[0]
        apps, = parts(STAGE, "toml")
        added = lines(socket="wayland-1", screenshots=True, virtualInput=True)
        pathlib.Path(self.stage.configuration).write_text(
            section.replace("[stage]\n", f"[stage]\n{added}") + apps.replace(SHOP, self.page())
            + f'[[output]]\nname = "HEADLESS-1"\nwidth = {WIDTH}\nheight = {HEIGHT}\n', encoding="utf-8")
        self.stage.start()
        self.until_display(WIDTH, HEIGHT)
        self.finger = Finger(self.stage, WIDTH, HEIGHT)
        self.addCleanup(self.finger.close)
        self.until_page()

    def page(self):
        return self.site()

    def open_tool(self):
        """Once the program is there, which is slow to start."""
        def is_open():
            self.finger.tap(*TOOL_LIST)
            self.observer.event("tap")
            return TOOL in self.printed(STAGE, "list popovers")
        until(is_open, "a list of the tool")
        self.until_open(TOOL)
        self.observer.fence()
        self.observer.inbox.clear()

    def opened(self):
        """The apps of the popovers since."""
        self.observer.fence()
        return [message["params"]["data"]["app"] for message in self.observer.inbox
                if message.get("params", {}).get("topic") == "popover.opened"]

    def alerts(self):
        return [one["state"] for one in self.observer.call("status")["alerts"]]

    def test_one_tap_closes_one_popover_and_opens_another(self):
        self.open_tool()
        self.finger.tap(*FIRST_BUTTON)
        self.until_open(HOST)
        # Beside it, in its own page.
        self.finger.tap(*self.control)
        self.until_open()
        self.finger.tap(*FIRST_BUTTON)
        self.until_open(HOST)
        self.finger.tap(*TOOL_LIST)
        self.until_open(TOOL)
        self.assertEqual(self.opened(), [HOST, HOST, TOOL])
        alert = self.command(STAGE, "alert")
        until(lambda: self.alerts() == ["presented"], "the alert")
        alert.kill()
        until(lambda: self.alerts() == [], "the end of the alert")
        self.finger.tap(*FIRST_BUTTON)
        self.until_open(HOST)
        self.assertEqual(self.printed(STAGE, "session end"), "")
        self.until_open()


class WithLibrary(OnStage):
    """The page has a menu of MUI where the other one has its popover."""

    control = NOTICE_BUTTON

    def page(self):
        return self.site("mui.html", page_libraries.site(PAGES / "libraries"))


class Rights(Ready):
    name = "stage"

    def test_the_stage_of_the_kiosk_and_nobody_else_opens_for_others(self):
        self.begin()
        other = {"onBehalfOf": {"pid": os.getpid(), "uid": os.getuid()}}
        for user in "kiosk", "operator":
            peer = UserPeer(self.daemon, user, (), user, greet=False)
            self.addCleanup(peer.close)
            with self.subTest(user):
                if user == "kiosk":
                    self.assertIn("client", peer.call("hello", protocol=1, app="editor", **other))
                else:
                    with self.assertRaises(Refusal) as caught:
                        peer.call("hello", protocol=1, app="editor", **other)
                    self.assertEqual(caught.exception.data["needs"], "open-for-others")


class Alone(Guide, DaemonCase):
    def setUp(self):
        self.daemon = Daemon(UNHURRIED).start()
        self.addCleanup(self.daemon.close)
        self.screen = Xvfb()
        self.addCleanup(self.screen.close)
        self.observer = Peer(self.daemon, "observer", ("observer",))
        self.addCleanup(self.observer.close)
        command, = re.findall(r"^\$ chromium (.+)$", "".join(parts(ALONE, "console")), re.M)
        self.address = self.site()
        with mock.patch.dict(os.environ, DISPLAY=self.screen.display, POPOVERD_SOCKET=self.daemon.socket):
            self.browser = Chromium(
                needed("chromium"), f"--load-extension={EXTENSION}", *command.replace(SHOP, self.address).split(),
                hosts=[native_host()])
        self.addCleanup(self.browser.close)
        self.browser.attach()
        self.until_page()

    def test_its_popovers_take_turns_with_those_of_clients(self):
        self.assertIn(HOST, self.printed(ALONE, "list clients"))
        self.screen.hand().tap(*FIRST_BUTTON)
        self.until_open(HOST)
        self.command(ALONE, "open")
        self.until_open("popoverctl")
        until(lambda: self.browser.value("!first.matches(':popover-open')"), "the page's popover to close")
        self.assertEqual(self.printed(ALONE, "session end"), "")
        self.until_open()


class Document(unittest.TestCase):
    def test_it_counts_the_lines_of_configuration(self):
        row, = (cells for cells in table(PAGE, "Make a kiosk from programs that you cannot change")
                if cells[0] == "lines of configuration")
        apps, = parts(STAGE, "toml")
        counted = len([line for line in apps.splitlines() if line]) // apps.count("[[app]]")
        self.assertEqual(row[1:], [f"{counted} for each program", str(len(parts(ALONE, "toml")))])


del Ready, DaemonCase

if __name__ == "__main__":
    unittest.main()
