# SPDX-License-Identifier: MIT
"""docs/how-to/install.md: whether what it names is there. What it promises is shown by `make
test-package`, in a machine of its own."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TEXT = (ROOT / "docs" / "how-to" / "install.md").read_text(encoding="utf-8")


class Installing(unittest.TestCase):
    def test_every_package_is_in_the_table_and_no_other(self):
        control = (ROOT / "debian/control").read_text(encoding="utf-8")
        named = re.findall(r"(?m)^Package: (.*)$", control)
        packages = set(named)
        # Two branches may both add one.
        self.assertEqual(len(named), len(packages), named)
        ours = "(?:python3-)?popoverd|popover-stage|libpopover|webext-popoverd|qml6-module|gir1.2-popover"
        rows = re.findall(rf"(?m)^\| (`(?:{ours}).*?) \|", TEXT)
        self.assertEqual(set(re.findall(rf"`((?:{ours})[\w.-]*)`", " ".join(rows))), packages)

    def test_every_part_of_the_build_is_in_its_table_with_its_packages(self):
        listed = {}
        for part, packages in re.findall(r"(?m)^\| `([a-z0-9]+)` \| .* \| (.*-dev`.*) \|$", TEXT):
            named = re.findall(r"`([\w.-]+)`", packages)
            listed[part] = {name for each in named for name in listed.get(each, [each])}
        manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
        parts = re.search(r"^let parts = \[(.*?)^\]", manifest, re.M | re.S)[1]
        self.assertEqual(set(listed), set(re.findall(r': "([^"]+)"', parts)))
        for part, packages in listed.items():
            needed = subprocess.run(
                [ROOT / "scripts/list-dependencies", "--debian", "12", f"build-{part}"], capture_output=True,
                text=True, check=True)
            self.assertEqual(packages, set(needed.stdout.split()), part)

    def test_every_drop_in_is_linked(self):
        linked = set(re.findall(r"\]\(\.\./\.\./config/examples/systemd/([\w.-]+)\)", TEXT))
        self.assertEqual(
            linked, {path.name for path in (ROOT / "config/examples/systemd").iterdir()})

    def test_every_exposure_is_what_systemd_says(self):
        rows = re.findall(
            r"(?m)^\| (?:\[([\w.-]+)\]\([^)]*\)|none) \| .* \| ([\d.]+) \|$", TEXT)
        drop_ins = ROOT / "config/examples/systemd"
        self.assertEqual(
            {name for name, _ in rows}, {"", *(path.name for path in drop_ins.iterdir())})
        for name, exposure in rows:
            with self.subTest(name), tempfile.TemporaryDirectory(prefix="popover-unit-") as root:
                units = pathlib.Path(root, "etc/systemd/system")
                added = units / "popoverd.service.d"
                added.mkdir(parents=True)
                for unit in ("popoverd.service", "popoverd.socket"):
                    shutil.copy(ROOT / "config" / unit, units)
                if name:
                    shutil.copy(drop_ins / name, added)
                told = subprocess.run(
                    ["systemd-analyze", "security", "--no-pager", "--offline=true",
                     f"--root={root}", "popoverd.service"], capture_output=True, text=True,
                    check=False)
                found = re.search(r"level for popoverd.service: ([\d.]+)", told.stdout)
                self.assertIsNotNone(found, told.stderr)
                self.assertEqual(found[1], exposure)

    def test_what_it_links_to_is_there(self):
        for target in re.findall(r"\]\(([^)#]+)", TEXT):
            self.assertTrue((ROOT / "docs" / "how-to" / target).exists(), target)

    def test_its_targets_of_make_are_there(self):
        targets = set(re.findall(r"(?:`|\$ |sudo )make\s([a-z0-9-]+)", TEXT))
        self.assertLessEqual({"build", "build-all", "install", "uninstall", "deb", "test-package"}, targets)
        for target in targets:
            done = subprocess.run(
                ["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_its_paths_are_those_of_the_units(self):
        socket = (ROOT / "config/popoverd.socket").read_text(encoding="utf-8")
        service = (ROOT / "config/popoverd.service").read_text(encoding="utf-8")
        for path in ("/run/popoverd/popoverd.sock", "/etc/popoverd/popoverd.toml"):
            self.assertIn(path, TEXT)
            self.assertIn(path, socket + service)
        self.assertIn("WatchdogSec=10\n", service)
        self.assertIn("every five seconds", " ".join(TEXT.split()))


if __name__ == "__main__":
    unittest.main()
