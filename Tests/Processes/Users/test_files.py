# SPDX-License-Identifier: MIT
"""Files of the daemon: their modes, owners, and the folders that it refuses."""

import os
import pathlib
import select
import signal
import stat
import subprocess
import sys
import tempfile
import unittest

from support.daemon import binary
from support.peer import Peer, Refusal
from support.programs import popoverctl

from users import PATIENCE, OTHER, Daemon, as_user  # also makes the modules below known

SOCKET, FILE, FOLDER = stat.S_IFSOCK, stat.S_IFREG, stat.S_IFDIR

# Everything that it makes below its runtime folder and its state folder: for whom it is.
EXPECTED = {
    "run/popoverd": (FOLDER, 0o700),
    "run/popoverd/popoverd.sock": (SOCKET, 0o660),
    "run/popoverd/popoverd.sock.lock": (FILE, 0o600),
    "state": (FOLDER, 0o700),
    "state/popoverd": (FOLDER, 0o700),
    "state/popoverd/drafts.sqlite3": (FILE, 0o600),
    "state/popoverd/drafts.sqlite3-wal": (FILE, 0o600),
    "state/popoverd/drafts.sqlite3-shm": (FILE, 0o600),
    "state/popoverd/drafts.sqlite3.damaged-1": (FILE, 0o600),
    "state/popoverd/drafts.sqlite3.damaged-1-wal": (FILE, 0o600),
    "state/popoverd/drafts.sqlite3.damaged-1-shm": (FILE, 0o600),
    "state/popoverd/plugins.crumb": (FILE, 0o600),
    "state/popoverd/plugins.tried": (FILE, 0o600),
    "state/popoverd/plugins.tried.new": (FILE, 0o600),
}
# As they are after a crash: what must be there for the test to have seen it.
CERTAIN = [
    "run/popoverd/popoverd.sock", "run/popoverd/popoverd.sock.lock",
    "state/popoverd/drafts.sqlite3", "state/popoverd/drafts.sqlite3-wal",
    "state/popoverd/drafts.sqlite3.damaged-1",
]


class Placed(Daemon):
    """A daemon with its socket and state folder from the environment."""

    def __init__(self, umask):
        super().__init__()
        self.umask = umask
        self.socket = os.path.join(self.folder, "run", "popoverd", "popoverd.sock")
        os.mkdir(os.path.join(self.folder, "run"), 0o700)

    def start(self):
        environment = {
            "PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": os.path.join(self.folder, "run"),
            "STATE_DIRECTORY": os.path.join(self.folder, "state", "popoverd")}
        ready, told = os.pipe()
        with open(self.log, "ab") as log, open(ready, "rb", 0) as reading:
            self.process = subprocess.Popen(
                [binary(), "--config", self.configuration, "--ready-fd", str(told)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[told],
                env=environment, umask=self.umask)
            os.close(told)
            readable, _, _ = select.select([reading], [], [], PATIENCE)
            if not readable or reading.read(1) != b"\n":
                raise AssertionError(f"popoverd did not become ready:\n{self.told()}")
        return self

    def left(self):
        """The kind and the mode of everything that there is."""
        found = {}
        for top in ("run", "state"):
            for folder, folders, files in os.walk(os.path.join(self.folder, top)):
                for name in folders + files:
                    path = os.path.join(folder, name)
                    status = os.lstat(path)
                    found[os.path.relpath(path, self.folder)] = (
                        stat.S_IFMT(status.st_mode), stat.S_IMODE(status.st_mode), status.st_uid)
        status = os.lstat(os.path.join(self.folder, "state"))
        found["state"] = (FOLDER, stat.S_IMODE(status.st_mode), status.st_uid)
        return found


class Files(unittest.TestCase):
    def test_files_belong_to_the_daemons_user_under_any_umask(self):
        for umask in (0o000, 0o022, 0o077):
            with self.subTest(umask=oct(umask)):
                daemon = Placed(umask)
                self.addCleanup(daemon.close)
                self.use(daemon)
                daemon.kill()
                # Both: with a whole log the database would be whole again.
                for name in ("drafts.sqlite3", "drafts.sqlite3-wal"):
                    path = os.path.join(daemon.folder, "state/popoverd", name)
                    with open(path, "r+b") as file:
                        file.write(b"no database" * 50)
                self.use(daemon)
                found = daemon.left()
                for name, (kind, mode, user) in found.items():
                    self.assertIn(name, EXPECTED, "a file that nobody expects")
                    expected = EXPECTED[name]
                    self.assertEqual((kind, oct(mode)), (expected[0], oct(expected[1])), name)
                    self.assertEqual(user, os.getuid(), name)
                for name in CERTAIN:
                    self.assertIn(name, found)
                daemon.kill()

    def use(self, daemon):
        daemon.start()
        peer = Peer(daemon)
        peer.call("draft.save", key="a", content=1, sync=True)
        peer.close()


class Configurations(unittest.TestCase):
    def test_a_configuration_that_others_can_write_is_refused(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        daemon.start()
        path = daemon.configuration
        os.mkdir(f"{path}.d")
        os.chmod(f"{path}.d", 0o777)
        reason = f"{path}.d can be written to by others than its owner (chmod go-w)"
        peer = Peer(daemon)
        with self.assertRaises(Refusal) as caught:
            peer.call("config.reload")
        self.assertIn(reason, str(caught.exception))
        peer.close()
        daemon.terminate()
        daemon.wait()
        self.assert_fails(daemon, reason)
        os.chmod(f"{path}.d", 0o755)
        daemon.start()
        # Everybody can read what another user has put there, and so can the daemon.
        os.chown(f"{path}.d", OTHER, OTHER)
        daemon.terminate()
        daemon.wait()
        self.assert_fails(daemon, f"{path}.d belongs to neither root nor the daemon's user (chown root)")

    def assert_fails(self, daemon, reason):
        """The daemon does not start, and both checks say the same."""
        path = daemon.configuration
        for command in ([binary(), "--config", path, "--socket", daemon.socket, "--state", daemon.state],
                        [binary(), "--check", "--config", path], [popoverctl(), "config", "check", path]):
            with self.subTest(command):
                done = subprocess.run(
                    command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE,
                    check=False)
                self.assertEqual(done.returncode, 78, done.stderr)
                self.assertIn(f"{path}.d: {reason}\n", done.stderr)


class Places(unittest.TestCase):
    """Folders in which other users could remove or replace files."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="popoverd-")
        os.chmod(self.folder, 0o755)
        # As /tmp is.
        self.public = os.path.join(self.folder, "public")
        os.mkdir(self.public)
        os.chmod(self.public, 0o1777)
        # Some of it is another user's.
        self.addCleanup(subprocess.run, [*as_user(0), "rm", "-rf", self.folder], check=True)

    def outcome(self, **places):
        """How a daemon ends that has its socket or its state there."""
        places = {"socket": f"{self.folder}/s", "state": f"{self.folder}/state", **places}
        process = subprocess.Popen(
            [binary(), "--socket", places["socket"], "--state", places["state"]],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        told = b""
        while b"listening" not in told:
            line = process.stderr.readline()
            if not line:
                break
            told += line
        if b"listening" in told:
            process.send_signal(signal.SIGTERM)
        process.stderr.read()
        process.stderr.close()
        return process.wait(PATIENCE), told.decode()

    def by_another_user(self, script, path):
        subprocess.run(
            [*as_user(OTHER), os.path.realpath(sys.executable), "-S", "-E", "-c", script, path],
            check=True, cwd="/")

    def assert_keeps_no_drafts(self, path, words):
        status, told = self.outcome(state=path)
        self.assertEqual(status, 73, told)
        self.assertIn(f'cannot keep drafts in "{path}": the folder {words}', told)

    def assert_refused(self, path, words):
        """Drafts are not stored there, and a socket there logs a warning."""
        self.assert_keeps_no_drafts(path, words)
        status, told = self.outcome(socket=f"{path}/s")
        self.assertEqual(status, 0, told)
        self.assertIn(f'socket can be replaced: folder="{path}" reason="{words}', told)

    def test_a_world_writable_folder_is_refused(self):
        path = os.path.join(self.folder, "open")
        os.mkdir(path)
        os.chmod(path, 0o777)
        self.assert_refused(path, "can be written to by others")
        os.chmod(path, 0o755)
        status, told = self.outcome(state=path, socket=f"{path}/s")
        self.assertEqual(status, 0)
        self.assertNotIn("others", told)

    def test_a_folder_of_another_user_is_refused(self):
        path = os.path.join(self.public, "waiting")
        self.by_another_user("import os, sys; os.mkdir(sys.argv[1], 0o755)", path)
        self.assert_refused(path, f"belongs to user {OTHER}")
        self.assertEqual(os.listdir(path), ["s.lock"], "no drafts")

    def test_another_users_link_is_not_followed(self):
        path = os.path.join(self.public, "link")
        mine = os.path.join(self.folder, "mine")
        os.mkdir(mine, 0o755)
        self.by_another_user(f"import os, sys; os.symlink({mine!r}, sys.argv[1])", path)
        if pathlib.Path("/proc/sys/fs/protected_symlinks").read_text("ascii").strip() == "0":
            self.assert_refused(path, f"belongs to user {OTHER}")
            self.assertEqual(os.listdir(mine), ["s.lock"], "no drafts")
        else:
            # The kernel follows it for nobody else, as on every machine with systemd.
            self.assert_keeps_no_drafts(path, f"belongs to user {OTHER}")
            status, told = self.outcome(socket=f"{path}/s")
            self.assertEqual((status, os.listdir(mine)), (73, []), told)
            self.assertIn(f"cannot create the socket: bind {path}/s: permission denied", told)
        own = os.path.join(self.folder, "own")
        os.symlink(mine, own)
        self.assertEqual(self.outcome(state=own, socket=f"{own}/s")[0], 0)

    def test_a_socket_may_lie_in_a_sticky_folder(self):
        status, told = self.outcome(socket=f"{self.public}/s")
        self.assertEqual(status, 0)
        self.assertNotIn("others", told)


if __name__ == "__main__":
    unittest.main()
