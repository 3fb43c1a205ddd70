# SPDX-License-Identifier: MIT
"""The apps of the user that popoverd runs as are no administrators, as the shipped files say."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from support import ROOT
from support.daemon import UNHURRIED, Daemon, binary
from support.other_user import as_root, as_user
from support.peer import PROGRAM, Peer, Refusal

CONFIG = ROOT / "config"
DROP_INS = CONFIG / "examples" / "systemd"
PROFILE = CONFIG / "session.toml"
# No user of the machine.
KIOSK = 64120

# What an app of the kiosk's user could otherwise do to others.
ORDERS = {
    "status": {}, "session.end": {}, "session.lock": {}, "popover.explain": {}, "plugin.list": {},
    "config.reload": {}, "record.dump": {}, "popover.dismiss": {"display": "main"}, "shutdown": {}}


class KioskDaemon(Daemon):
    """A daemon that runs as the kiosk's user."""

    def start(self):
        os.chmod(self.folder, 0o755)
        shutil.chown(self.folder, KIOSK, KIOSK)
        launcher = os.path.join(self.folder, "launcher")
        with open(launcher, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nexec {" ".join(as_user(KIOSK))} {binary()} "$@"\n')
        os.chmod(launcher, 0o755)
        os.environ["POPOVERD"], named = launcher, os.environ.get("POPOVERD")
        try:
            return super().start()
        finally:
            if named is None:
                del os.environ["POPOVERD"]
            else:
                os.environ["POPOVERD"] = named


class UserPeer(Peer):
    def __init__(self, daemon, prefix, **params):
        self.prefix = prefix
        super().__init__(daemon, **params)

    def spawn(self, place):
        source = PROGRAM.read_text(encoding="utf-8")
        return subprocess.Popen(
            [*self.prefix, shutil.which("python3"), "-S", "-E", "-c", source, place],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/")


class Administrators(unittest.TestCase):
    def begin(self, main="", drop_ins=()):
        """A daemon of the kiosk's user with this configuration and these drop-ins."""
        daemon = KioskDaemon(UNHURRIED + main)
        self.addCleanup(daemon.close)
        for path in drop_ins:
            folder = pathlib.Path(daemon.configuration + ".d")
            folder.mkdir(exist_ok=True)
            shutil.copy(path, folder)
        daemon.start()
        return daemon

    def peer(self, daemon, prefix, **params):
        peer = UserPeer(daemon, prefix, **params)
        self.addCleanup(peer.close)
        return peer

    def assert_refused(self, peer, orders=ORDERS):
        for method, params in orders.items():
            with self.subTest(method), self.assertRaises(Refusal) as caught:
                peer.call(method, **params)
            self.assertEqual(caught.exception.code, 3, caught.exception)
            self.assertEqual(caught.exception.data["needs"], "administrator")

    def test_the_profile_makes_no_app_of_the_user_an_administrator(self):
        daemon = self.begin(drop_ins=[PROFILE])
        app = self.peer(daemon, as_user(KIOSK))
        self.assert_refused(app)
        app.call("draft.save", key="a", content="still works", sync=True)
        root = self.peer(daemon, as_root(), app="operator")
        self.assertEqual(root.call("status")["clients"][0]["uid"], KIOSK)
        self.assertEqual(root.call("config.reload").get("changes", []), [])
        root.call("session.end")
        self.assertEqual(app.call("draft.list"), {"drafts": []})

    def test_without_the_profile_every_app_of_the_user_is_one(self):
        """Otherwise the test above would show nothing."""
        app = self.peer(self.begin(), as_user(KIOSK))
        for method in ("status", "session.end", "plugin.list"):
            app.call(method)

    def test_named_users_administer_and_a_binding_gives_one_method(self):
        daemon = self.begin(
            '[administrators]\nusers = ["64121"]\n'
            f'[[bind]]\nmethods = ["session.end"]\nusers = ["{KIOSK}"]\n', [PROFILE])
        os.chmod(daemon.socket, 0o666)
        operator = self.peer(daemon, as_user(64121), app="operator")
        operator.call("status")
        app = self.peer(daemon, as_user(KIOSK))
        app.call("session.end")
        self.assert_refused(app, {"status": {}, "session.lock": {}})

    # The shipped files

    def test_drop_ins_that_change_the_user_mount_the_profile(self):
        changing = [path for path in DROP_INS.glob("*.conf") if "\nUser=" in path.read_text("utf-8")]
        self.assertEqual({path.name for path in changing}, {
            "assistive.conf", "notifications.conf", "speech.conf", "wayland.conf"})
        for path in changing:
            with self.subTest(path.name):
                self.assertIn(
                    "\nBindReadOnlyPaths=/etc/popoverd/session.toml:"
                    "/run/popoverd/popoverd.toml.d/session.toml\n", path.read_text("utf-8"))
        # What the service reads from there, and who reloads it, are the unit's.
        unit = (CONFIG / "popoverd.service").read_text("utf-8")
        self.assertIn("--config /etc/popoverd/popoverd.toml\n", unit)
        self.assertIn("\nExecReload=+/usr/bin/popoverctl config reload\n", unit)

    def test_the_user_unit_reads_the_profile(self):
        unit = (CONFIG / "user" / "popoverd.service").read_text("utf-8")
        started = re.search(r"^ExecStart=(.*)$", unit, re.M)[1]
        self.assertEqual(started, "/usr/bin/popoverd --config /etc/popoverd/session.toml")
        daemon = KioskDaemon()
        self.addCleanup(daemon.close)
        shutil.copy(PROFILE, daemon.configuration)
        daemon.start()
        self.assert_refused(self.peer(daemon, as_user(KIOSK)))

    def test_reloading_the_user_unit_checks_and_applies_a_change(self):
        unit = (CONFIG / "user" / "popoverd.service").read_text("utf-8")
        reloads = re.findall(r"^ExecReload=(.*)$", unit, re.M)
        daemon = self.begin(PROFILE.read_text("utf-8"))
        root = self.peer(daemon, as_root(), app="operator")

        def reload():
            for line in reloads:
                words = line.replace("/usr/bin/", f"{os.path.dirname(binary())}/").replace(
                    "$MAINPID", str(daemon.process.pid)).replace(
                        "/etc/popoverd/session.toml", daemon.configuration).split()
                done = subprocess.run(
                    [*as_user(KIOSK), *words], capture_output=True, text=True, check=False)
                if done.returncode != 0:
                    return done.stdout + done.stderr
            return None

        root.call("bus.subscribe", topics=["config.reloaded"])
        daemon.write_configuration(PROFILE.read_text("utf-8") + "[limits]\nclients = 77\n")
        self.assertIsNone(reload())
        self.assertIn("limits.clients", root.event("config.reloaded")["data"]["options"])
        daemon.write_configuration("[limits]\nclients = -1\n")
        self.assertIn("clients", reload())

    def test_the_profile_is_installed_where_the_units_read_it(self):
        self.assertIn(
            '"$SYSCONFDIR/popoverd/session.toml"',
            (ROOT / "scripts" / "install-files").read_text("utf-8"))
        self.assertIn(
            "etc/popoverd/session.toml\n",
            (ROOT / "debian" / "popoverd.install").read_text("utf-8"))


if __name__ == "__main__":
    unittest.main()
