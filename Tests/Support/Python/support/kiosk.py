# SPDX-License-Identifier: MIT
"""A kiosk on a real screen: the daemon with a plugin that sees it, and clients."""

import tempfile
import time
import unittest

from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.peer import Peer
from support.plugin_folder import PluginFolder


class Kiosk(unittest.TestCase):
    """`options` are the plugin's; `plugin` is its name."""

    plugin = None
    timing = UNHURRIED
    # The daemon's, beside this process's.
    environment = {}

    def kiosk(self, options, section=""):
        """Starts the daemon and returns an observer; `section` is more of the plugin's section."""
        # What the daemon has, is started and ended by each test.
        # pylint: disable=attribute-defined-outside-init
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)
        self.daemon.environment.update(self.environment)
        folder = PluginFolder(f"{self.daemon.folder}/plugins")
        folder.add_bundled(self.plugin)
        lines = "\n".join(f"{name} = {value}" for name, value in options.items())
        self.daemon.write_configuration(
            f'{self.timing}\n[plugins]\ndirectory = "{folder.path}"\n'
            f'[[plugin]]\nname = "{self.plugin}"\ntrusted = true\n{section}\n[plugin.options]\n{lines}\n')
        self.daemon.start()
        self.observer = self.peer("observer", ("observer",))
        self.observer.call("bus.subscribe", topics=["tap", "popover.*", "display.changed"])
        return self.observer

    def folder(self):
        folder = tempfile.TemporaryDirectory(prefix="popover-screens-")
        self.addCleanup(folder.cleanup)
        return folder.name

    def peer(self, app="shop", roles=("app",)):
        peer = Peer(self.daemon, app, roles)
        self.addCleanup(peer.close)
        return peer

    def until_display(self, width, height):
        """Waits until the daemon knows the screen's size."""
        watcher = self.peer("watcher")
        for display in watcher.welcome["displays"]:
            if (display["width"], display["height"]) == (width, height):
                return
        watcher.wait("display.changed", width=width, height=height)

    def until_told(self, words, times=1):
        """Waits until the log contains these words this often."""
        deadline = time.monotonic() + PATIENCE
        while (count := self.daemon.told().count(words)) < times:
            if time.monotonic() > deadline:
                raise AssertionError(f"{words!r} is told {count} times:\n{self.daemon.told()}")
            time.sleep(0.01)

    def open(self, peer, behavior="task", size=(320, 200), **params):
        width, height = size
        return peer.call(
            "popover.open", behavior=behavior, size={"width": width, "height": height}, **params)
