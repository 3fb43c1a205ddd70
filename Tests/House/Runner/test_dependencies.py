# SPDX-License-Identifier: MIT
"""scripts/dependencies and the scripts that read it."""

import pathlib
import platform
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]

TABLE = """
# A comment.
there       test,build  sh,/bin/s*
module-here build       python:json
absent      test        no-such-program,sh
absent-too  test        python:no_such_module,/no/such/file*,pc:no-such-library
"""


class Dependencies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for script in ("list-dependencies", "check-dependencies"):
            shutil.copy(ROOT / "scripts" / script, self.folder)
        self.write(TABLE)

    def write(self, table):
        (self.folder / "dependencies").write_text(table, encoding="utf-8")

    def run_script(self, name, *groups):
        return subprocess.run(
            [self.folder / name, *groups], capture_output=True, text=True, check=False)

    def test_every_missing_thing_is_named_with_its_package(self):
        done = self.run_script("check-dependencies", "build", "test")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.splitlines(), [
            "missing: the program no-such-program (apt-get install absent)",
            "missing: the Python module no_such_module (apt-get install absent-too)",
            "missing: the file /no/such/file* (apt-get install absent-too)",
            "missing: the library no-such-library (apt-get install absent-too)"])

    def test_nothing_is_said_where_everything_is_there(self):
        done = self.run_script("check-dependencies", "build")
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_packages_are_listed_by_group(self):
        done = self.run_script("list-dependencies", "build")
        self.assertEqual(done.stdout.split(), ["there", "module-here"])

    def test_a_package_has_the_name_of_the_version_of_debian(self):
        self.write("old-name|new-name build pc:old|pc:new,sh\nsame build sh\n")
        for version, name in (("12", "old"), ("13", "new")):
            done = self.run_script("list-dependencies", "--debian", version, "build")
            self.assertEqual(done.stdout.split(), [f"{name}-name", "same"])
            done = self.run_script("list-dependencies", "--debian", version, "--proofs", "build")
            self.assertEqual(done.stdout.splitlines(), [f"{name}-name pc:{name},sh", "same sh"])

    def test_the_version_of_debian_is_this_machines(self):
        own = platform.freedesktop_os_release().get("VERSION_ID", "")
        self.assertEqual(*(
            subprocess.run([ROOT / "scripts/list-dependencies", *option, "build"], check=True,
                           capture_output=True, text=True).stdout
            for option in ([], ["--debian", own])))

    def test_what_is_only_unpacked_is_missing_until_it_is_unpacked(self):
        self.write("unpacked:absent test .build/unpacked/absent/program\n")
        (self.folder / "scripts").mkdir()
        for script in ("dependencies", "list-dependencies", "check-dependencies"):
            shutil.move(self.folder / script, self.folder / "scripts")
        done = self.run_script("scripts/check-dependencies", "test")
        self.assertEqual(done.stderr, (
            "missing: the file .build/unpacked/absent/program (make test-tools)\n"))
        (self.folder / ".build/unpacked/absent").mkdir(parents=True)
        (self.folder / ".build/unpacked/absent/program").touch()
        done = self.run_script("scripts/check-dependencies", "test")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_an_unknown_group_is_named(self):
        for script in ("list-dependencies", "check-dependencies"):
            done = self.run_script(script, "tests")
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr, 'no group "tests" in scripts/dependencies\n')

    def test_a_malformed_row_is_named(self):
        self.write("socat test\n")
        done = self.run_script("list-dependencies", "test")
        self.assertIn("scripts/dependencies:1: not PACKAGE GROUPS PROOFS", done.stderr)
        self.assertEqual(done.returncode, 2)

    def test_every_group_that_the_makefile_needs_exists(self):
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        groups = {name for line in re.findall(r"\$\(need\) (.*)", makefile) for name in line.split()}
        self.assertLess({"build", "test", "root"}, groups)
        for group in groups:
            done = subprocess.run(
                [ROOT / "scripts/list-dependencies", group], capture_output=True, check=False)
            self.assertEqual(done.returncode, 0, group)


if __name__ == "__main__":
    unittest.main()
