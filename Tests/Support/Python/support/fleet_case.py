# SPDX-License-Identifier: MIT
"""The base of fleet tests: a broker, a daemon with the plugin, and operators."""

import json
import os
import re
import subprocess
import sys
import time

from support import ROOT
from support.broker import Broker, run
from support.daemon import PATIENCE, UNHURRIED, Daemon, binary
from support.daemon_case import DaemonCase
from support.plugin_folder import PluginFolder
from support.reserved_port import ReservedPort

__all__ = ["PACE", "PATIENCE", "ROOT", "FleetCase", "ReservedPort", "binary", "ctl"]

# Seconds between two polls.
PACE = 0.02


def ctl(*words, **options):
    """Runs popoverctl, which must succeed; returns its output."""
    return run(binary("popoverctl"), *words, **options)


class FleetCase(DaemonCase):
    """Broker and daemon are there, not started yet."""

    kiosk = "hall-3"

    def setUp(self):
        self.broker = Broker()
        self.addCleanup(self.broker.close)
        self.daemon = Daemon("")
        self.addCleanup(self.daemon.close)
        self.folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        self.folder.add_bundled("mqtt")
        self.password = self.write("password", "hall-secret\n")
        self.keys = self.write("keys", "")

    def tearDown(self):
        if self.daemon.process is not None and self.daemon.process.returncode != -9:
            self.assertIn(self.daemon.process.poll(), (None, 0), self.daemon.told())

    def write(self, name, text):
        path = os.path.join(self.daemon.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o600)
        return path

    def options(self, **options):
        return {
            "broker": "localhost", "port": self.broker.port, "kiosk": self.kiosk,
            "authorityFile": self.broker.authority, "user": "hall-3",
            "passwordFile": self.password, "groups": ["lobby"],
            "topics": ["alert.*", "session.*", "config.*", "app.till.*"],
            "keys": self.keys, "shortestRetryMs": 100, "longestRetryMs": 200,
            "healthSeconds": 1, "directory": os.path.join(self.daemon.folder, "fleet"),
            **options}

    def configure(self, trusted=True, **options):
        lines = [f"{key} = {json.dumps(value)}" for key, value in self.options(**options).items()]
        self.daemon.write_configuration("\n".join([
            UNHURRIED, f"[plugins]\ndirectory = {json.dumps(self.folder.path)}",
            f'[[plugin]]\nname = "mqtt"\ntrusted = {json.dumps(trusted)}',
            "[plugin.options]", *lines]))

    def start(self, **options):
        """Starts everything and waits until the kiosk is connected to the broker."""
        self.broker.start()
        self.ears = self.broker.listen("popoverd/#", "homeassistant/#")
        self.configure(**options)
        self.daemon.start()
        self.ears.wait("popoverd/hall-3/status", lambda heard: heard.payload == "online")
        self.shop = self.peer("till")

    def restart(self):
        self.daemon.start()
        self.shop = self.peer("till")

    def logged(self, pattern, times=1):
        """Waits until this is in the log so many times at least."""
        deadline = time.monotonic() + PATIENCE
        while len(re.findall(pattern, self.daemon.told())) < times:
            if time.monotonic() > deadline:
                self.fail(f"timed out waiting for {pattern!r} in the log:\n{self.daemon.told()}")
            time.sleep(PACE)

    # Events

    def sell(self, numbers):
        """An event for each number."""
        for number in numbers:
            self.shop.call("bus.publish", topic="app.till.sold", data=number)

    def sold(self):
        """The numbers as they are known at the broker, in order, each once."""
        return [entry["data"] for entry in self.ears.ledger(self.kiosk)
                if entry.get("topic") == "app.till.sold"]

    def wait_sold(self, count):
        self.ears.until(lambda: True, "")
        deadline = time.monotonic() + PATIENCE
        while len(self.sold()) < count:
            if time.monotonic() > deadline:
                self.fail(f"timed out waiting for {count}, there are {self.sold()}:\n"
                          + self.daemon.told())
            time.sleep(PACE)

    def stored(self):
        """How many events wait in the kiosk's file."""
        told = subprocess.run(
            [sys.executable, "-c",
             "import sqlite3,sys\n"
             "print(sqlite3.connect(sys.argv[1]).execute("
             "'select count(*) from outbox where topic is not null').fetchone()[0])",
             os.path.join(self.daemon.folder, "fleet", "outbox.sqlite")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True)
        return int(told.stdout) if told.returncode == 0 else -1

    def wait_stored(self, count):
        deadline = time.monotonic() + PATIENCE
        while self.stored() != count:
            if time.monotonic() > deadline:
                self.fail(f"timed out waiting for {count} in the file, there are {self.stored()}")
            time.sleep(PACE)

    # Commands

    def keygen(self, name):
        """A new key; its public half."""
        return ctl("fleet", "keygen", os.path.join(self.daemon.folder, name)).strip()

    def sign(self, *words, key="ops.key", name="ops", to="hall-3", valid="60"):
        return ctl("fleet", "sign", "--key", os.path.join(self.daemon.folder, key),
                   "--name", name, "--to", to, "--valid", valid, *words).strip()

    def give(self, rights, name="ops", key="ops.key"):
        """Makes a key with these rights; the kiosks' file holds it."""
        self.write("keys", f"{name} {self.keygen(key)} {rights}\n")

    def command(self, *words, topic="popoverd/hall-3/command", **options):
        """The kiosk's answer to a signed command."""
        return self.broker.ask(topic, self.sign(*words, **options), "popoverd/@reply/desk")

    def assert_refused(self, answer, reason):
        self.assertEqual((answer["verdict"], answer.get("reason")), ("refused", reason), answer)
