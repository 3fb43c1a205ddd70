# SPDX-License-Identifier: MIT
"""The daemon under service managers other than systemd: the examples, run by the real things."""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from support.daemon import PATIENCE
from support.peer import Peer

from installation import ROOT, installed, needed

EXAMPLES = ROOT / "config" / "examples"


class Folder(unittest.TestCase):
    """With a folder that stands for the machine's, and names of users that there are."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="popover-supervised-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.folder.chmod(0o755)
        (self.folder / "popoverd.toml").write_text("", encoding="utf-8")
        self.socket = str(self.folder / "run/popoverd.sock")
        self.environment = {
            "PATH": f"{installed()}/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}

    def at_home(self, text):
        """An example's text for this folder. Its users need not be users of this machine."""
        here = {
            "/run/popoverd/popoverd.sock": self.socket,
            "/run/popoverd": str(self.folder / "run"),
            "/var/lib/popoverd": str(self.folder / "state"),
            "/etc/popoverd/popoverd.toml": str(self.folder / "popoverd.toml"),
            "/usr/bin/popover": str(installed() / "usr/bin/popover"),
            "popoverd:popover": "daemon:daemon", "-o popoverd -g popover": "-o daemon -g daemon",
            "id -u popoverd": "id -u daemon", "group popover ": "group daemon "}
        return re.sub("|".join(map(re.escape, here)), lambda found: here[found[0]], text)

    def wait_until(self, what, condition):
        """Polls, since supervisors announce nothing."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), deadline, f"{what}: not in time\n{self.told()}")
            time.sleep(0.05)

    def told(self):
        log = self.folder / "log"
        return log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""

    def serves(self):
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(self.socket)
            except OSError:
                return False
            return True


class S6(Folder):
    def setUp(self):
        super().setUp()
        self.service = self.folder / "popoverd"
        shutil.copytree(EXAMPLES / "s6/popoverd", self.service)
        run = self.service / "run"
        run.write_text(self.at_home(run.read_text(encoding="utf-8")), encoding="utf-8")
        with open(self.folder / "log", "ab") as log:
            self.supervisor = subprocess.Popen(
                [needed("s6-supervise", "s6"), self.service], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, env=self.environment)
        self.addCleanup(self.end)

    def end(self):
        if self.supervisor.poll() is None:
            # It ends what it has, and itself.
            subprocess.run([needed("s6-svc", "s6"), "-dx", self.service], check=False)
            self.supervisor.wait(PATIENCE)

    def wait(self, state):
        done = subprocess.run(
            [needed("s6-svwait", "s6"), f"-{state}", "-t", str(int(PATIENCE * 1000)), self.service],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr + self.told())

    def pid(self):
        return int(subprocess.run(
            [needed("s6-svstat", "s6"), "-o", "pid", self.service], check=True,
            capture_output=True, text=True).stdout)

    def control(self, order):
        subprocess.run([needed("s6-svc", "s6"), f"-{order}", self.service], check=True)

    def test_the_service_gets_ready_restarts_and_stops(self):
        # s6-supervise may not have made its pipes yet.
        self.wait_until("s6 supervises", lambda: subprocess.run(
            [needed("s6-svok", "s6"), self.service], check=False).returncode == 0)
        self.wait("U")
        client = Peer(self)
        self.assertEqual(len(client.call("status")["clients"]), 1)
        before = self.pid()
        os.kill(before, signal.SIGKILL)
        client.close()
        self.wait_until("it is another", lambda: self.pid() not in (-1, before))
        self.wait("U")
        client = Peer(self)
        self.assertEqual(client.call("draft.save", key="a", content=1, sync=True)["durable"], True)
        client.close()
        self.control("d")
        self.wait("D")
        # A configuration that is wrong keeps it down.
        (self.folder / "popoverd.toml").write_text("nonsense = 1\n", encoding="utf-8")
        self.control("u")
        self.wait_until("it says so", lambda: "nonsense" in self.told())
        self.wait("D")
        self.wait_until("it is not wanted up", lambda: subprocess.run(
            [needed("s6-svstat", "s6"), "-o", "wantedup", self.service], check=True,
            capture_output=True, text=True).stdout == "false\n")


class OpenRC(Folder):
    """OpenRC's own interpreter of service scripts, with its state in a place of its own."""

    def setUp(self):
        super().setUp()
        # Where Debian cannot install OpenRC beside systemd, /usr has its files while it runs.
        unpacked = ROOT / ".build/unpacked/openrc/usr"
        self.overlay = "" if shutil.which("openrc-run") or not unpacked.is_dir() else (
            f"mount -t overlay -o 'lowerdir={unpacked}:/usr' overlay /usr && ")
        if not self.overlay:
            needed("openrc-run", "openrc")
        self.script = self.folder / "popoverd"
        self.script.write_text(
            self.at_home((EXAMPLES / "openrc/popoverd").read_text(encoding="utf-8")),
            encoding="utf-8")
        self.script.chmod(0o755)
        # What OpenRC makes of a machine that it has started.
        for folder in ("started", "starting", "daemons", "options", "exclusive", "tmp", "scheduled",
                       "hotplugged", "failed", "inactive", "wasinactive", "stopping"):
            (self.folder / "openrc" / folder).mkdir(parents=True)
        (self.folder / "openrc/softlevel").write_text("default\n", encoding="ascii")
        if not os.path.exists("/run/openrc"):
            os.mkdir("/run/openrc")
            self.addCleanup(os.rmdir, "/run/openrc")
        self.addCleanup(self.control, "stop", check=False)

    def control(self, *words, check=True):
        """In a namespace whose /run is its own, where OpenRC keeps what it knows."""
        done = subprocess.run(
            [needed("unshare", "util-linux"), "--mount", "sh", "-c",
             f'{self.overlay}mount --bind "$0/openrc" /run/openrc && exec "$@"',
             self.folder, self.script, *words],
            capture_output=True, text=True, check=False, env=self.environment,
            stdin=subprocess.DEVNULL, timeout=120)
        if check:
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def test_the_service_starts_restarts_reloads_and_stops(self):
        self.control("start")
        self.wait_until("it serves", self.serves)
        self.control("status")
        (self.folder / "popoverd.toml").write_text(
            '[[display]]\nname = "hall"\nwidth = 900\nheight = 700\n', encoding="utf-8")
        self.control("reload")
        client = Peer(self)
        self.assertIn("hall", {display["display"] for display in client.welcome["displays"]})
        client.close()
        self.control("stop")
        self.assertFalse(os.path.exists(self.socket))
        (self.folder / "popoverd.toml").write_text("nonsense = 1\n", encoding="utf-8")
        done = self.control("start", check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("nonsense", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
