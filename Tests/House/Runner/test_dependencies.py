# SPDX-License-Identifier: MIT
"""scripts/dependencies and the scripts that read it."""

import os
import pathlib
import platform
import re
import shlex
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
or-else     build-one   no-such-program|sh
one-lacks   build-one,build-two  /no/such/*/header|pc:no-such-library
too         build-two   no-such-program
small       build-three sh
"""
SCRIPTS = ("list-dependencies", "check-dependencies", "install-dependencies", "left-out", "prepare-build")
# A package of two programs, one of which is a part that may be left out.
PACKAGE = """// swift-tools-version: 6.2
import Glibc
import PackageDescription

%s
let package = Package(
    name: "small", targets: [.executableTarget(name: "always"), .executableTarget(name: "part")])
let missing = missingParts()
package.targets.removeAll { missing.contains($0.name) }
"""


class Dependencies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.scripts = self.folder / "scripts"
        self.scripts.mkdir()
        for script in SCRIPTS:
            shutil.copy(ROOT / "scripts" / script, self.scripts)
        self.write_table(TABLE)

    def write_table(self, text):
        (self.scripts / "dependencies").write_text(text, encoding="utf-8")

    def run_script(self, name, *groups, **options):
        return subprocess.run(
            [self.scripts / name, *groups], capture_output=True, text=True, check=False, **options)

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
        self.write_table("old|new build pc:one|pc:other,sh\nsame build sh\n")
        for version, name in (("12", "old"), ("13", "new")):
            done = self.run_script("list-dependencies", "--debian", version, "build")
            self.assertEqual(done.stdout.split(), [name, "same"])
            done = self.run_script("list-dependencies", "--debian", version, "--proofs", "build")
            self.assertEqual(done.stdout.splitlines(), [f"{name} pc:one|pc:other,sh", "same sh"])

    def test_the_version_of_debian_is_this_machines(self):
        own = platform.freedesktop_os_release().get("VERSION_ID", "")
        self.assertEqual(*(
            subprocess.run([ROOT / "scripts/list-dependencies", *option, "build"], check=True,
                           capture_output=True, text=True).stdout
            for option in ([], ["--debian", own])))

    def test_what_is_bare_is_installed_without_what_it_recommends(self):
        self.write_table("absent test sh\nbare:bare-one test sh\nbare:bare-two test no-such-program\n")
        installed = self.folder / "installed"
        for name, text in (
                ("dpkg-query", "echo not-installed"), ("sudo", '"$@"'), ("apt-get", f'echo "$*" >>{installed}')):
            path = self.folder / name
            path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
            path.chmod(0o755)
        done = self.run_script(
            "install-dependencies", "test", env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(installed.read_text(encoding="utf-8"), (
            "install -qq -y absent\ninstall -qq -y --no-install-recommends bare-one bare-two\n"))
        done = self.run_script("check-dependencies", "test")
        self.assertEqual(done.stderr, "missing: the program no-such-program (make test-tools)\n")

    def test_what_is_only_unpacked_is_missing_until_it_is_unpacked(self):
        self.write_table("unpacked:absent test .build/unpacked/absent/program\n")
        done = self.run_script("check-dependencies", "test")
        self.assertEqual(done.stderr, (
            "missing: the file .build/unpacked/absent/program (make test-tools)\n"))
        (self.folder / ".build/unpacked/absent").mkdir(parents=True)
        (self.folder / ".build/unpacked/absent/program").touch()
        done = self.run_script("check-dependencies", "test")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_star_stands_for_the_rest_of_a_group_s_name(self):
        done = self.run_script("list-dependencies", "build-t*")
        self.assertEqual(done.stdout.split(), ["one-lacks", "too", "small"])
        done = self.run_script("list-dependencies", "build*")
        self.assertEqual(done.stdout.split(), [
            "there", "module-here", "or-else", "one-lacks", "too", "small"])

    def test_one_of_two_proofs_is_enough(self):
        done = self.run_script("check-dependencies", "build-one")
        self.assertEqual(
            done.stderr, "missing: the library no-such-library (apt-get install one-lacks)\n")

    def test_parts_without_their_libraries_are_left_out_and_explained(self):
        done = self.run_script("left-out")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "one\ntwo\n", ""))
        done = self.run_script("left-out", "--explain")
        self.assertEqual((done.returncode, done.stdout), (0, "one\ntwo\n"))
        self.assertEqual(done.stderr.splitlines(), [
            "left out, because packages are missing (`make build-all` installs them):",
            "  one: one-lacks", "  two: one-lacks too"])

    def test_a_malformed_row_leaves_nothing_out(self):
        self.write_table("socat build-one\n")
        done = self.run_script("left-out")
        self.assertIn("scripts/dependencies:1: not PACKAGE GROUPS PROOFS", done.stderr)
        self.assertEqual((done.returncode, done.stdout), (1, ""))

    def test_each_part_of_the_table_is_one_of_package_swift(self):
        table = (ROOT / "scripts/dependencies").read_text(encoding="utf-8")
        manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
        parts = re.search(r"^let parts = \[(.*?)^\]", manifest, re.M | re.S)[1]
        self.assertEqual(
            sorted(set(re.findall(r"\bbuild-([a-z0-9-]+)\b", re.sub("(?m)^#.*", "", table)))),
            sorted(re.findall(r': "([^"]+)"', parts)))

    def test_build_and_demo_do_without_the_parts_and_others_insist(self):
        for target, groups in {
                "build": "build", "demo": "build", "build-all": "'build*'", "check": "build build-simulator",
                "test": "'build*'", "deb": "'build*'", "kiosk": "'build*'"}.items():
            done = subprocess.run(
                ["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True)
            installed = re.findall(r"^scripts/install-dependencies ('?build.*)$", done.stdout, re.M)
            self.assertEqual(installed, [groups], target)
        suites = (ROOT / "scripts/test").read_text(encoding="utf-8")
        self.assertIn('"scripts/check-dependencies", "build*", "test"]', suites)

    def test_a_new_library_is_noticed_by_the_next_build(self):
        """SwiftPM alone would not look again."""
        manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
        function = re.search(r"^func missingParts.*?^}\n", manifest, re.M | re.S)[0]
        (self.folder / "Package.swift").write_text(PACKAGE % function, encoding="utf-8")
        for name in ("always", "part"):
            source = self.folder / "Sources" / name / "main.c"
            source.parent.mkdir(parents=True)
            source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
        header = self.folder / "header.h"
        # Without wayland there is no code to generate.
        self.write_table(f"library build-part {header}\nother build-wayland no-such-program\n")
        self.assertIn("part: library", self.build())
        # The first build after another does not trust its plan.
        self.build()
        self.assertEqual(self.built(), ["always"])
        header.touch()
        self.build()
        self.assertEqual(self.built(), ["always", "part"])

    def build(self):
        environment = {**os.environ, "HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache")}
        said = ""
        for command in ([self.scripts / "prepare-build"], ["swift", "build"]):
            done = subprocess.run(
                command, cwd=self.folder, env=environment, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            said += done.stdout
        return said

    def built(self):
        return [name for name in ("always", "part") if (self.folder / ".build/debug" / name).exists()]

    def test_an_unknown_group_is_named(self):
        for script in ("list-dependencies", "check-dependencies"):
            done = self.run_script(script, "tests")
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr, 'no group "tests" in scripts/dependencies\n')

    def test_a_malformed_row_is_named(self):
        self.write_table("socat test\n")
        done = self.run_script("list-dependencies", "test")
        self.assertIn("scripts/dependencies:1: not PACKAGE GROUPS PROOFS", done.stderr)
        self.assertEqual(done.returncode, 2)

    def test_every_group_that_the_makefile_needs_exists(self):
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        groups = {name for line in re.findall(r"\$\(need\) (.*)", makefile) for name in shlex.split(line)}
        self.assertLess({"build", "test", "root"}, groups)
        for group in groups:
            done = subprocess.run(
                [ROOT / "scripts/list-dependencies", group], capture_output=True, check=False)
            self.assertEqual(done.returncode, 0, group)


if __name__ == "__main__":
    unittest.main()
