# SPDX-License-Identifier: MIT
"""The package of Swift's that popoverd needs comes by its version, from whatever mirror Git's configuration
names, also from one whose commits are others."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
ORIGIN, VERSION = re.search(
    r'\.package\(url: "(.+)", exact: "(.+)"\)', (ROOT / "Package.swift").read_text(encoding="utf-8")).groups()
# Prints what the bill of materials says of Swift's packages.
BILL = """
import importlib.machinery, importlib.util, json
loader = importlib.machinery.SourceFileLoader("bill", "scripts/release/bill-of-materials")
module = importlib.util.module_from_spec(importlib.util.spec_from_loader("bill", loader))
loader.exec_module(module)
bill = module.Bill(None, "0")
_, _, (package,) = module.swift_parts(bill)
print(json.dumps(bill.packages[package]))
"""


def run(*command, folder=ROOT, **environment):
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, check=True, capture_output=True, text=True)


def git(folder, *words):
    return run("git", "-c", "user.name=Nobody", "-c", "user.email=nobody@example.org", *words,
               folder=folder).stdout.strip()


class Mirrors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.mirrors = cls.folder / "first.git", cls.folder / "second.git"
        for mirror in cls.mirrors:
            git(cls.folder, "clone", "-q", "--bare", ORIGIN, mirror)
        other = git(mirror, "commit-tree", f"{VERSION}^{{tree}}", "-m", "The same files, another history")
        git(mirror, "tag", "--force", VERSION, other)
        cls.commits = [git(mirror, "rev-parse", f"{VERSION}^{{commit}}") for mirror in cls.mirrors]

    def user(self, name, mirror):
        """The environment of somebody who has built nothing yet, and whose Git knows a mirror."""
        home = self.folder / name
        home.mkdir()
        return {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": f"url.{mirror}.insteadOf", "GIT_CONFIG_VALUE_0": ORIGIN}

    def test_the_version_is_built_from_each_mirror(self):
        self.assertNotEqual(*self.commits)
        for mirror, commit in zip(self.mirrors, self.commits):
            with self.subTest(mirror.name):
                project = self.folder / f"popoverd-{mirror.stem}"
                git(self.folder, "clone", "-q", f"file://{ROOT}", project)
                environment = self.user(f"user-of-{mirror.name}", mirror)
                home = environment["HOME"]
                run("swift", "package", "--cache-path", f"{home}/cache", "--config-path", f"{home}/config",
                    "--security-path", f"{home}/security", "resolve", folder=project, **environment)
                checkout, = (project / ".build/checkouts").iterdir()
                self.assertEqual(git(checkout, "rev-parse", "HEAD"), commit)
                self.assertEqual(git(project, "status", "--porcelain"), "")
                bill = run("python3", "-c", BILL, folder=project, **environment)
                package = json.loads(bill.stdout)
                self.assertEqual((package["versionInfo"], package["downloadLocation"], package["sourceInfo"]), (
                    VERSION, "NOASSERTION", f"built from commit {commit} of a mirror of {ORIGIN}"))
                self.assertEqual(bill.stderr, f"note: {ORIGIN} was built from commit {commit} of {mirror}\n")
                # The same with a Git that rewrites no address.
                environment |= {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_COUNT": "0"}
                bill = run("python3", "-c", BILL, folder=project, **environment)
                package = json.loads(bill.stdout)
                self.assertEqual(package["downloadLocation"], f"git+{ORIGIN}@{commit}")
                self.assertEqual((package.get("sourceInfo"), bill.stderr), (None, ""))

    def test_no_commit_is_pinned(self):
        self.assertEqual(git(ROOT, "ls-files", "Package.resolved"), "")
        for commit in self.commits:
            found = subprocess.run(["git", "grep", "-l", commit[:7]], cwd=ROOT, capture_output=True, check=False)
            self.assertEqual((found.returncode, found.stdout), (1, b""))

    def test_a_release_from_the_origin_is_refused_with_a_mirror(self):
        done = subprocess.run(
            [ROOT / "scripts/release/build", "--from-origin", self.folder / "release"], check=False,
            env={**os.environ, **self.user("releaser", "/mirror.git")}, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (
            1, "", f"cannot build the release from {ORIGIN}: Git takes it from /mirror.git (url.*.insteadOf)\n"))
        self.assertFalse((self.folder / "release").exists())


if __name__ == "__main__":
    unittest.main()
