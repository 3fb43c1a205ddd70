# SPDX-License-Identifier: MIT
"""What every visit to the zoo has: a daemon with plugins of its own, and a bystander."""

import json
import os
import re
import resource
import signal
import time

from support import process_table
from support.background_process import BackgroundProcess
from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.daemon_case import DaemonCase
from support.peer import Refusal
from support.plugin_folder import PluginFolder

__all__ = ["PATIENCE", "BackgroundProcess", "PluginFolder", "Refusal", "Zoo"]

# A plugin's answer may take this long, the longest that can be configured: an honest one must not
# be late because the machine is busy.
DEADLINE_MS = 500
# From an open to its answer where a plugin gives none; the machine may be busy.
TOLERANCE = 5.0
# Between two looks at what changes by itself.
PACE = 0.02

DISPLAYS = """
[[display]]
name = "main"
width = 1280
height = 800

[[display]]
name = "rear"
width = 1280
height = 800

[[display]]
name = "side"
width = 1280
height = 800
"""

# Daemons die here on purpose.
resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


class Zoo(DaemonCase):
    """Plugins are added, then the daemon is opened; what no plugin may harm is judged at the end.

    Plugins do their function to the application `victim` alone, which opens on `main`, or on `rear`
    where it needs a second place; the bystander lives on `side`.
    """

    def setUp(self):
        self.daemon = Daemon("")
        self.addCleanup(self.clear)
        self.folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        self.folder.add_bundled("menu")
        self.folder.add_bundled("inspector")
        self.sections = []
        self.bystander = None
        self.pid = None

    def tearDown(self):
        if self.pid is not None:
            self.assert_unharmed()

    def clear(self):
        """Nobody stays behind, not even where that was what a test has found."""
        if self.daemon.process is not None and self.daemon.process.poll() is None:
            self.daemon.kill()
        for entry in process_table.mentioning(self.daemon.folder):
            try:
                os.kill(entry.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.daemon.close()

    # Plugins

    def configure(self, name, options=None, **settings):
        """The section of a plugin; a policy has to have one."""
        settings = {"name": name, "deadlineMs": DEADLINE_MS, **settings}
        lines = ["[[plugin]]"] + [f"{key} = {json.dumps(settings[key])}" for key in settings]
        if options:
            lines.append("[plugin.options]")
            lines += [f"{key} = {json.dumps(options[key])}" for key in options]
        self.sections.append("\n".join(lines))

    def add_program(self, function, name=None, settings=None, **arguments):
        """A program of `programs`, and its section; its name."""
        name = name or function.partition(".")[2].replace("_", "-")
        self.configure(name, **(settings or {}))
        self.folder.add_program(name, function, self.daemon.folder, arguments)
        return name

    def add_library(self, name, settings=None, **definitions):
        """A library, and its section; its name."""
        self.configure(name, **(settings or {}))
        self.folder.add_library(name, **definitions)
        return name

    # The visit

    def write_configuration(self, sections):
        # The table that it ends with is [timing].
        unhurried = f"{UNHURRIED}policyMs = {DEADLINE_MS}"
        self.daemon.write_configuration("\n".join([
            unhurried, f"[plugins]\ndirectory = {json.dumps(self.folder.path)}", DISPLAYS,
            *sections]))

    def open_zoo(self):
        """Starts the daemon, and a bystander as soon as there is something to open."""
        self.write_configuration(self.sections)
        self.daemon.start()
        self.enter()

    def enter(self):
        """The people come in."""
        self.pid = self.daemon.process.pid
        self.keeper = self.peer("keeper", ("observer",))
        self.victim = self.peer("victim")
        self.victim.always_answer("popover.willClose", {})
        self.settled("menu", "loaded")
        self.settled("inspector", "loaded")
        self.bystander = BackgroundProcess("bystander_process.py", self.daemon.socket, "side")
        self.addCleanup(self.bystander.close)

    def die_and_rise(self):
        """The daemon is dying; a supervisor starts it again."""
        self.daemon.wait()
        self.assert_bystander_lost_nothing(ended=True)
        self.daemon.start()
        self.enter()

    def assert_unharmed(self):
        self.assertIsNone(self.daemon.process.poll(), f"the daemon died:\n{self.daemon.told()}")
        self.assertEqual(self.daemon.process.pid, self.pid)
        self.assert_bystander_lost_nothing()
        self.until(lambda: not process_table.zombies(self.pid), "zombies to be buried")

    def assert_bystander_lost_nothing(self, ended=False):
        """Its report."""
        report = self.bystander.report()
        story = f"{ {**report, 'latenciesMs': None} }\n{self.daemon.told()}"
        self.assertEqual(report["lost"], [], story)
        self.assertEqual(report["ended"], ended, story)
        self.assertGreater(report["granted"], 0, story)
        # Where a plugin's fallback is a refusal it is everyone's.
        allowed = {"policy"} if self.fallback_refuses() else set()
        # A daemon that was told to end says so to who still asks.
        refused = {reason for reason in report["refused"] if not (ended and '"code": 5' in reason)}
        self.assertLessEqual(refused, allowed, story)
        return report

    def fallback_refuses(self):
        return any('fallback = "refuse"' in section for section in self.sections)

    # What happens

    def until(self, condition, what):
        """The first value that counts as true; it is looked for again and again."""
        deadline = time.monotonic() + PATIENCE
        while not (value := condition()):
            if time.monotonic() > deadline:
                self.fail(f"waited in vain for {what}:\n{self.daemon.told()}")
            time.sleep(PACE)
        return value

    def state(self, name):
        """What `plugin.list` tells about a plugin; None where it has not heard of it."""
        plugins = self.keeper.call("plugin.list")["plugins"]
        return next((plugin for plugin in plugins if plugin["name"] == name), None)

    def settled(self, name, *states):
        """What `plugin.list` tells once the plugin is in one of these states."""
        def found():
            plugin = self.state(name)
            return plugin if plugin and plugin["state"] in states else None
        try:
            return self.until(found, f"{name} to be {' or '.join(states)}")
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.state(name)}") from None

    def logged(self, name, reason):
        """The line on standard error that names the plugin and matches the reason."""
        def line():
            return next(
                (line for line in self.daemon.told().splitlines()
                 if re.search(rf"\b{re.escape(name)}\b", line)
                 and re.search(reason, line, re.IGNORECASE)), None)
        return self.until(line, f"a line about {name} with /{reason}/")

    def assert_backs_off(self, name):
        """The daemon waits longer each time before it starts a program again."""
        pauses = [
            int(found[1]) for line in self.daemon.told().splitlines() if name in line
            and (found := re.search(r"started again in (\d+) ms", line))]
        self.assertGreater(len(pauses), 2)
        self.assertEqual(pauses, sorted(set(pauses)))

    def reload(self, name):
        """Starts a plugin anew; it answers again when this returns."""
        self.keeper.call("plugin.reload", name=name)
        return self.settled(name, "loaded")

    def verdict_on_open(self, **params):
        """`granted`, or why the victim's open is refused; the popover is closed again."""
        began = time.monotonic()
        try:
            grant = self.open(self.victim, display="main", **params)
        except Refusal as refusal:
            self.assertEqual(refusal.code, 1, refusal)
            outcome = refusal.data["reason"]
        else:
            outcome = "granted"
        self.assertLess(time.monotonic() - began, TOLERANCE, "the answer is late")
        if outcome == "granted":
            popover = grant["popover"]
            self.victim.call("popover.close", popover=popover, outcome="done")
            self.victim.wait("popover.closed", popover=popover)
        return outcome

    def pid_of(self, name):
        """A program of `programs` writes down its process as soon as it starts."""
        path = os.path.join(self.daemon.folder, f"{name}.pid")
        self.until(lambda: os.path.exists(path) and os.path.getsize(path), f"{name} to start")
        with open(path, encoding="utf-8") as file:
            return int(file.read())
