# SPDX-License-Identifier: MIT
"""This version reads what released versions kept on disk: drafts, recordings, configurations.

Tests/Support/Releases has a fixture of each version, written by Tests/Support/Releases/keep.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from support import releases
from support.daemon import PATIENCE, UNHURRIED, Daemon, binary
from support.programs import popoverctl

from users import UserClient

KEEP = "write a fixture with Tests/Support/Releases/keep, named after the next version"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


class Kept(unittest.TestCase):
    """What the fixtures hold."""

    def test_there_is_a_fixture_of_the_first_release(self):
        self.assertIn("0.1.0", [folder.name for folder in releases.kept()])

    def drafts(self, folder, name):
        """The drafts that this version reads in a copy of a state folder, and its log."""
        daemon = Daemon(UNHURRIED)
        self.addCleanup(daemon.close)
        if name == "sealed":
            releases.seal(daemon)
        shutil.copytree(folder / "state" / name, daemon.state)
        os.chmod(daemon.state, 0o700)
        for file in pathlib.Path(daemon.state).iterdir():
            os.chmod(file, 0o600)
        daemon.start()
        os.chmod(daemon.folder, 0o755)
        os.chmod(daemon.socket, 0o666)
        found = []
        for uid, app in sorted({(draft["uid"], draft["app"]) for draft in self.expected(folder, name)}):
            client = UserClient(daemon, uid, app)
            self.addCleanup(client.close)
            for listed in client.call("draft.list")["drafts"]:
                draft = client.call("draft.load", key=listed["key"])["draft"]
                found.append({"uid": uid, "app": app, "key": listed["key"], **draft})
        return found, sorted(file.name for file in pathlib.Path(daemon.state).glob("*damaged*"))

    @staticmethod
    def expected(folder, name):
        return releases.expected(folder)["drafts"][name]

    def test_every_draft_comes_back_as_it_was(self):
        def order(draft):
            return draft["uid"], draft["app"], draft["key"]
        for folder in releases.kept():
            for name in releases.expected(folder)["drafts"]:
                with self.subTest(f"{folder.name}: {name}"):
                    found, damaged = self.drafts(folder, name)
                    expected = self.expected(folder, name)
                    self.assertGreater(len(expected), 9)
                    # Members may be added.
                    known = set(expected[0])
                    self.assertEqual(
                        [{key: draft[key] for key in known} for draft in sorted(found, key=order)],
                        sorted(expected, key=order))
                    self.assertEqual(damaged, [])

    def test_every_recording_is_replayed_to_its_end(self):
        for folder in releases.kept():
            with self.subTest(folder.name):
                done = run(popoverctl(), "replay", "--diff", folder / "recording.jsonl")
                # 1 where the rules of a later version differ, 2 where it cannot be read.
                self.assertIn(done.returncode, (0, 1), done.stderr)
                lines = (folder / "recording.jsonl").read_bytes().count(b"\n")
                # But the header, the state and the end.
                self.assertRegex(done.stdout, rf"(?m)^{lines - 3} events, ")

    def test_every_configuration_is_accepted(self):
        for folder in releases.kept():
            files = sorted((folder / "configuration").iterdir())
            self.assertIn("every-option.toml", [file.name for file in files])
            for file in files:
                with self.subTest(f"{folder.name}: {file.name}"):
                    # Its plugins are installed nowhere.
                    command = [popoverctl(), "config", "show", file]
                    if file.name == "stage.toml":
                        stage = binary("popover-stage")
                        command = [stage, "--check", file]
                    done = run(*command)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_every_option_still_has_its_value(self):
        for folder in releases.kept():
            with self.subTest(folder.name):
                file = folder / "configuration" / "every-option.toml"
                done = run(popoverctl(), "config", "show", "--origin", file)
                self.assertEqual(done.returncode, 0, done.stderr)
                options = [line for line in file.read_text(encoding="utf-8").splitlines() if " = " in line]
                origins = re.findall(rf"(?m){re.escape(str(file))}:(\d+)", done.stdout)
                self.assertEqual(len(set(origins)), len(options), done.stdout)


class Formats(unittest.TestCase):
    """A change of a format needs a fixture of the new one; the old fixtures stay."""

    maxDiff = None

    def test_the_fixtures_have_the_formats_that_they_name(self):
        for folder in releases.kept():
            self.assertEqual(releases.formats(folder), releases.expected(folder)["formats"], folder.name)

    def test_what_this_version_writes_is_among_the_fixtures(self):
        kept = [releases.formats(folder) for folder in releases.kept()]
        with tempfile.TemporaryDirectory() as place:
            written = pathlib.Path(place)
            self.write(written)
            self.assertIn(releases.formats(written), kept, KEEP)

    def write(self, folder):
        for name in ("plain", "sealed"):
            daemon = Daemon(UNHURRIED)
            self.addCleanup(daemon.close)
            if name == "sealed":
                releases.seal(daemon)
            daemon.start()
            client = UserClient(daemon, os.getuid())
            self.addCleanup(client.close)
            client.call("draft.save", key="order-7", content=1, sync=True)
            client.close()
            if name == "plain":
                told = run(popoverctl(), "--socket", daemon.socket, "record", "dump", "kept")
                self.assertEqual(told.returncode, 0, told.stderr)
                file, = pathlib.Path(daemon.state, "recordings").iterdir()
                shutil.copyfile(file, folder / "recording.jsonl")
            daemon.terminate()
            daemon.wait()
            shutil.copytree(daemon.state, folder / "state" / name)


if __name__ == "__main__":
    unittest.main()
