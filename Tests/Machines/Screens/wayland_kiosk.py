# SPDX-License-Identifier: MIT
"""A kiosk on a Wayland server: the daemon with the plugin `wayland`, clients, and another window."""

import json
import os
import re

from support.daemon import UNHURRIED, Daemon
from support.daemon_case import DaemonCase, middle, rect
from support.plugin_folder import PluginFolder, swift_runtime
from support.wayland_screen import Finger, Sway, Window, until

__all__ = ["OnSway", "middle", "rect"]

SETTINGS = """
{timing}
[plugins]
directory = {folder}

[[plugin]]
name = "wayland"
trusted = {trusted}
{more}
[plugin.options]
display = {display}
outputs = {outputs}
keyboards = {keyboards}
"""


class OnSway(DaemonCase):
    """Each test has a server, a fullscreen window on it, a mouse, and a daemon of its own."""

    timing = UNHURRIED
    trusted = True
    names = ()
    keyboards = False
    # What the window is told when it opens.
    words = ()

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
        folder.add_bundled("wayland")
        self.daemon.write_configuration(SETTINGS.format(
            timing=self.timing, folder=json.dumps(folder.path), display=json.dumps(display),
            trusted=json.dumps(self.trusted),
            more="" if self.trusted else f"readPaths = [{json.dumps(swift_runtime())}]", outputs=json.dumps(self.names),
            keyboards=json.dumps(self.keyboards)))
        self.daemon.start()

    def come(self):
        """People come to the server."""
        self.finger = Finger(self.sway)
        self.addCleanup(self.finger.close)
        self.window = Window(self.sway, *self.words)
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

    def settle(self, peer):
        """The server has carried out what the daemon has ordered so far, and what that has led to:
        a sheet that is new swallows nothing before the daemon has heard how large it is."""
        for _ in range(2):
            peer.fence()
            self.assertEqual(self.window.told(), [])
