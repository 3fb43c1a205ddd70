# SPDX-License-Identifier: MIT
"""The base of plugin tests: a daemon with a plugin folder of its own, and a bystander."""

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
from support.plugin_folder import PROGRAM_PATHS, PluginFolder

__all__ = ["PATIENCE", "BackgroundProcess", "PluginFolder", "Refusal", "Zoo"]

# The longest deadline that can be configured, so that correct plugins meet it on a busy machine.
DEADLINE_MS = 500
# The longest time from an open to its answer if a plugin gives none, in seconds.
TOLERANCE = 5.0
# Seconds between two polls.
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

# The daemons of these tests crash on purpose: no core dumps.
resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


class Zoo(DaemonCase):
    """A test adds plugins and opens the zoo; at the end the bystander must be unharmed.

    Plugins misbehave to the application `victim` alone, which opens on `main`, or on `rear` for a
    second popover; the bystander opens on `side`.
    """

    def setUp(self):
        self.daemon = Daemon("")
        self.addCleanup(self.clear)
        self.folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        self.sections = []
        self.has_guardian = False
        self.bystander = None
        self.pid = None

    def tearDown(self):
        if self.pid is not None:
            self.assert_unharmed()

    def clear(self):
        """Kills every process that is left, even after a failure."""
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
        """Adds a plugin's section, without which it is not loaded."""
        settings = {
            "name": name, "deadlineMs": DEADLINE_MS, "readPaths": PROGRAM_PATHS,
            "writePaths": [self.daemon.folder], **settings}
        lines = ["[[plugin]]"] + [f"{key} = {json.dumps(settings[key])}" for key in settings]
        if options:
            lines.append("[plugin.options]")
            lines += [f"{key} = {json.dumps(options[key])}" for key in options]
        self.sections.append("\n".join(lines))

    def add_program(self, function, name=None, settings=None, **arguments):
        """Adds a program of `programs` and its section; returns its name."""
        name = name or function.partition(".")[2].replace("_", "-")
        self.configure(name, **(settings or {}))
        self.folder.add_program(name, function, self.daemon.folder, arguments)
        return name

    def add_library(self, name, **definitions):
        """Adds a library and its section; returns its name."""
        self.configure(name)
        self.has_guardian |= "FALLBACK" in definitions
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
        """Starts the daemon and the bystander."""
        self.write_configuration(self.sections)
        self.daemon.start()
        self.enter()

    def enter(self):
        """Connects the clients."""
        self.pid = self.daemon.process.pid
        self.keeper = self.peer("keeper", ("observer",))
        self.victim = self.peer("victim")
        self.victim.always_answer("popover.willClose", {})
        self.bystander = BackgroundProcess("bystander_process.py", self.daemon.socket, "side")
        self.addCleanup(self.bystander.close)

    def die_and_rise(self):
        """Waits for the daemon's crash and restarts it."""
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
        """Checks the bystander's report and returns it."""
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
        return self.has_guardian or any(
            'fallback = "refuse"' in section for section in self.sections)

    # What happens

    def until(self, condition, what):
        """Polls the condition and returns its first true value."""
        deadline = time.monotonic() + PATIENCE
        while not (value := condition()):
            if time.monotonic() > deadline:
                self.fail(f"timed out waiting for {what}:\n{self.daemon.told()}")
            time.sleep(PACE)
        return value

    def state(self, name):
        """The plugin's entry of `plugin.list`; None if there is none."""
        plugins = self.keeper.call("plugin.list")["plugins"]
        return next((plugin for plugin in plugins if plugin["name"] == name), None)

    def settled(self, name, *states):
        """Waits until the plugin is in one of these states; returns its entry."""
        def found():
            plugin = self.state(name)
            return plugin if plugin and plugin["state"] in states else None
        try:
            return self.until(found, f"{name} to be {' or '.join(states)}")
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.state(name)}") from None

    def logged(self, name, reason):
        """Waits for the log line that names the plugin and matches the reason."""
        def line():
            return next(
                (line for line in self.daemon.told().splitlines()
                 if re.search(rf"\b{re.escape(name)}\b", line)
                 and re.search(reason, line, re.IGNORECASE)), None)
        return self.until(line, f"a line about {name} with /{reason}/")

    def assert_backs_off(self, name):
        """Checks that each restart waits longer than the one before."""
        pauses = [
            int(found[1]) for line in self.daemon.told().splitlines() if name in line
            and (found := re.search(r"restarting in (\d+) ms", line))]
        self.assertGreater(len(pauses), 2)
        self.assertEqual(pauses, sorted(set(pauses)))

    def reload(self, name):
        """Reloads a plugin and waits until it answers."""
        self.keeper.call("plugin.reload", name=name)
        return self.settled(name, "loaded")

    def verdict_on_open(self, **params):
        """`granted` or the refusal's reason of the victim's open; closes the popover again."""
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
        """The process id that a program of `programs` notes when it starts."""
        path = os.path.join(self.daemon.folder, f"{name}.pid")
        self.until(lambda: os.path.exists(path) and os.path.getsize(path), f"{name} to start")
        with open(path, encoding="utf-8") as file:
            return int(file.read())
