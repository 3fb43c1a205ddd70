# SPDX-License-Identifier: MIT
"""The base of notification tests: a bus, a daemon with the plugin, and a shell."""

import json
import os
import re
import time

from support.background_process import BackgroundProcess
from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.daemon_case import DaemonCase, middle
from support.plugin_folder import PluginFolder, swift_runtime
from support.session_bus import NAME, SessionBus


__all__ = ["PATIENCE", "UNHURRIED", "Daemon", "NotificationsCase", "BackgroundProcess"]

# Seconds between two polls.
PACE = 0.02


def toml(value):
    """A value in TOML, which is JSON for all but tables."""
    if not isinstance(value, dict):
        return json.dumps(value)
    return "{ " + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + " }"


class NotificationsCase(DaemonCase):
    """The bus and the daemon are there, and a popover is open below whatever comes."""

    limits = ""

    def setUp(self):
        self.daemon = Daemon("")
        self.addCleanup(self.daemon.close)
        self.folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        self.folder.add_bundled("notifications")
        self.bus = SessionBus(self.daemon.folder)
        self.addCleanup(self.bus.close)

    def tearDown(self):
        if self.daemon.process is not None:
            self.assertIsNone(self.daemon.process.poll(), self.daemon.told())

    def configuration_text(self, trusted=True, **options):
        options.setdefault("bus", self.bus.address)
        lines = [f"{key} = {toml(value)}" for key, value in options.items()]
        return "\n".join([
            UNHURRIED, self.limits, f"[plugins]\ndirectory = {json.dumps(self.folder.path)}",
            f'[[plugin]]\nname = "notifications"\ntrusted = {json.dumps(trusted)}',
            "" if trusted else f"readPaths = [{json.dumps(swift_runtime())}]",
            "[plugin.options]", *lines])

    def start(self, has_bus=True, **options):
        """Starts everything and waits until the name is owned, if it can be."""
        if has_bus:
            self.bus.start()
        self.daemon.write_configuration(self.configuration_text(**options))
        self.daemon.start()
        self.shop = self.peer()
        self.shop.always_answer("popover.willClose", {})
        self.shell = self.peer("shell", ("shell",))
        self.shell.always_answer("alert.present", {})
        self.popover = self.open(self.shop)
        if has_bus:
            self.monitor = self.owned()

    def owned(self):
        self.logged("showing the notifications")
        return self.bus.listen()

    def assert_popover_is_there(self):
        self.assertFalse(self.shop.has("popover.closed"))
        self.assertFalse(self.shop.has("popover.willClose"))
        verdict = self.shop.call("tap", **middle(self.popover["frame"]))
        self.assertEqual(
            (verdict["verdict"], verdict["popover"]), ("inside", self.popover["popover"]))

    # What is said

    def logged(self, pattern, times=1):
        """Waits until this is in the log so many times, and no more."""
        deadline = time.monotonic() + PATIENCE
        while True:
            found = len(re.findall(pattern, self.daemon.told()))
            self.assertLessEqual(found, times, self.daemon.told())
            if found == times:
                return
            if time.monotonic() > deadline:
                self.fail(f"timed out waiting for {pattern!r} in the log:\n{self.daemon.told()}")
            time.sleep(PACE)

    def presented(self, **params):
        """The next alert that the shell is asked to show."""
        return self.shell.wait("alert.present", **params)["params"]

    def answer(self, alert, button="close"):
        self.shell.call("alert.answer", alert=alert["alert"], button=button)

    def assert_signal(self, signal, *values):
        """The next signal of all has this name and these values."""
        found = self.monitor.wait_line(rf'"type":"signal".*"interface":"{re.escape(NAME)}"')
        told = json.loads(found.string)
        self.assertEqual(
            (told["member"], told["payload"]["data"]), (signal, list(values)))

    def numbered(self, *arguments):
        """The notification's id, as notify-send prints it."""
        status, output, errors = self.bus.notify("-p", *arguments).finish()
        self.assertEqual(status, 0, errors)
        return int(output)

    def critical(self, *arguments):
        return self.numbered("-u", "critical", *arguments)
