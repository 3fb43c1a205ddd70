# SPDX-License-Identifier: MIT
"""The version, wherever it stands, is the daemon's; each has a change log, upgrade notes and fixtures."""

import itertools
import os
import pathlib
import re
import subprocess
import tarfile
import tempfile
import unittest

from support import ROOT, releases

VERSION = subprocess.run(
    [ROOT / "scripts/release/version"], check=True, capture_output=True, text=True).stdout.strip()
# Files with the version, and where it is in them.
PLACES = {
    "Clients/C/meson.build": r"(?m)^    version: '(.*)',$",
    "Clients/Extension/manifest.json": r'(?m)^  "version": "(.*)",$',
    "Clients/GTK/meson.build": r"(?m)^    version: '(.*)',$",
    "Clients/Python/popoverd/__init__.py": r'(?m)^__version__ = "(.*)"$',
    "Clients/Qt/CMakeLists.txt": r"(?m)^project\(\w+ VERSION (\S+)",
    "Clients/Web/package.json": r'(?m)^  "version": "(.*)",$',
    "debian/changelog": r"\Apopoverd \((.*)\) ",
    "docs/how-to/install.md": r"(?m) popoverd:(\S+)$",
    "packaging/alpine/APKBUILD": r"(?m)^pkgver=(.*)$",
    "packaging/arch/PKGBUILD": r"(?m)^pkgver=(.*)$",
    "packaging/nix/default.nix": r'(?m)^  version = "(.*)";$',
    "packaging/rpm/popoverd.spec": r"(?m)^Version: +(.*)$",
}
# Files that tell which Swift a build needs.
BUILDERS = (
    "CONTRIBUTING.md README.md debian/control docs/how-to/install.md docs/how-to/package.md "
    "docs/tutorial/start.md packaging/arch/PKGBUILD packaging/nix/default.nix "
    "packaging/rpm/popoverd.spec packaging/yocto/libpopover_0.1.0.bb").split()


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def released():
    """The versions of the change log, the newest first."""
    return re.findall(r"(?m)^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$", text("CHANGELOG.md"))


class Versions(unittest.TestCase):
    def test_every_place_has_the_daemons_version(self):
        self.assertRegex(VERSION, r"^\d+\.\d+\.\d+$")
        for name, pattern in PLACES.items():
            with self.subTest(name):
                found = re.search(pattern, text(name))
                self.assertIsNotNone(found, pattern)
                self.assertEqual(found[1], VERSION)
        self.assertTrue(list(ROOT.glob(f"packaging/yocto/*_{VERSION}.bb")))

    def test_packages_are_newer_in_each_debian_and_older_than_the_next_version(self):
        versions = [VERSION]
        for system, suffix in (
                ("ID=debian", ""), ("ID=ubuntu\nVERSION_ID=24.04", ""),
                ('ID=debian\nVERSION_ID="12"', "+deb12"), ('ID=debian\nVERSION_ID="13"', "+deb13")):
            with self.subTest(system), tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
                print(system, file=file, flush=True)
                done = subprocess.run(
                    [ROOT / "scripts/release/package-version"], env={**os.environ, "OS_RELEASE": file.name},
                    check=True, capture_output=True, text=True)
                self.assertEqual(done.stdout, f"{VERSION}{suffix}\n")
                if suffix:
                    versions.append(done.stdout.strip())
        major, minor, patch = VERSION.split(".")
        versions.append(f"{major}.{minor}.{int(patch) + 1}")
        for older, newer in itertools.pairwise(versions):
            subprocess.run(["dpkg", "--compare-versions", older, "lt", newer], check=True)

    def test_every_text_asks_for_the_swift_of_the_manifest(self):
        needed = re.search(r"tools-version: *(\S+)", text("Package.swift"))[1]
        for name in BUILDERS:
            self.assertEqual(set(re.findall(r"(\d+\.\d+) or newer", text(name))), {needed}, name)

    def test_every_version_of_the_change_log_has_upgrade_notes_and_fixtures(self):
        self.assertIn("## Unreleased\n", text("CHANGELOG.md"))
        self.assertEqual(len(re.findall(r"(?m)^## ", text("CHANGELOG.md"))), 1 + len(released()))
        self.assertIn(VERSION, released())
        notes = re.findall(r"(?m)^### (\d.*)$", text("docs/how-to/upgrade.md"))
        self.assertEqual(notes, released())
        self.assertLessEqual(set(released()), {folder.name for folder in releases.kept()})

    def test_numbers_of_interfaces_are_those_of_the_page(self):
        page = text("docs/explanation/versions.md")
        header = text("Sources/PopoverPlugins/Kit/CPopoverPlugin/include/popover_plugin.h")
        major, minor = (re.search(rf"ABI_{name} (\d+)u", header)[1] for name in ("MAJOR", "MINOR"))
        self.assertIn(f"major and minor in the header: {major}.{minor} |", page)
        protocol = re.search(r"# The wire protocol, version (\d+)", text("docs/reference/protocol.md"))[1]
        self.assertIn(f"`protocol` of `hello`: {protocol} |", page)

    def test_every_file_for_another_distribution_has_a_row_that_says_what_was_tried(self):
        rows = dict(re.findall(
            r"(?m)^\| [^|]+ \| `(packaging/[^`]+)` \| [^|]+ \| ([^|]+) \|$", text("docs/how-to/package.md")))
        files = {str(path.relative_to(ROOT)) for path in (ROOT / "packaging").rglob("*")
                 if path.is_file() and path.suffix != ".rpmlintrc"}
        self.assertEqual(set(rows), files)
        for name, tried in rows.items():
            with self.subTest(name):
                self.assertIn("untested", tried)
                self.assertIn("ntested", text(name))

    def test_shells_read_the_files_for_other_distributions(self):
        for name, shell in ("arch/PKGBUILD", "bash"), ("alpine/APKBUILD", "sh"):
            done = subprocess.run(
                [shell, "-n", ROOT / "packaging" / name], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), name)

    def test_rpmbuild_packs_the_spec_and_rpmlint_finds_nothing(self):
        spec = ROOT / "packaging/rpm/popoverd.spec"
        with tempfile.TemporaryDirectory(prefix="popover-rpm-") as folder:
            sources = pathlib.Path(folder, "SOURCES")
            sources.mkdir()
            with tarfile.open(sources / f"popoverd-{VERSION}.tar.gz", "w:gz") as archive:
                archive.add(ROOT / "LICENSE", f"popoverd-{VERSION}/LICENSE")
            # Debian's rpm knows none of the packages that the build needs.
            for step in ("-bs", "-bp"):
                done = subprocess.run(
                    ["rpmbuild", "--define", f"_topdir {folder}", "--nodeps", step, spec],
                    capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
            package, = pathlib.Path(folder, "SRPMS").iterdir()
            done = subprocess.run(
                ["rpmlint", "-r", spec.with_suffix(".rpmlintrc"), package],
                capture_output=True, text=True, check=False)
            self.assertRegex(done.stdout, r"(?m)^ 1 packages .* 0 errors, 0 warnings", done.stderr)

    def test_the_spec_lists_every_plugin(self):
        spec = text("packaging/rpm/popoverd.spec")
        files = re.compile(r"plugins/((?:lib)?popover-[a-z]+\.(?:so|plugin))")
        listed = set(files.findall(spec))
        installed = {name for file in (ROOT / "debian").glob("*.install")
                     for name in files.findall(file.read_text(encoding="utf-8"))}
        self.assertLess({"libpopover-idle.so", "popover-evdev.plugin"}, installed)
        self.assertEqual(listed, installed)


if __name__ == "__main__":
    unittest.main()
