# SPDX-License-Identifier: MIT
"""`popoverctl setup`, as installed: for images of machines, and on a machine whose changes are thrown away."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from support import ROOT
from support.daemon import PATIENCE
from support.kiosk_root import FOLDER, NAMES, KioskRoot, needs
from support.other_user import as_root, as_user

from installation import installed, needed

OTHER = 64301
SYSTEM = "/usr/lib/systemd/system"


class Case(unittest.TestCase):
    def folder(self):
        folder = tempfile.TemporaryDirectory(prefix="popover-setup-")
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        return folder.name

    def root(self, kind):
        root = KioskRoot(os.path.join(self.folder(), "root"), kind)
        root.program = installed() / "usr/bin/popoverctl"
        return root


class Image(Case):
    """`--root`."""

    def test_a_dry_run_says_what_a_run_does_and_an_undo_takes_it_back(self):
        for kind in NAMES:
            with self.subTest(kind):
                root = self.root(kind)
                before = root.contents()
                planned = root.succeed("--dry-run")
                steps = json.loads("\n".join(root.succeed("--dry-run", "--json")))
                self.assertEqual(
                    [f"{verb} {what}" for step in steps for verb, what in step.items()], planned[:len(steps)])
                self.assertEqual(root.contents(), before)
                *steps, rest = root.succeed()
                self.assertEqual([*steps, rest], planned)
                self.assertFalse(rest.startswith(("install ", "run ")), rest)
                self.assert_installed(root, before)
                after = root.contents()
                *steps, said = root.succeed()
                self.assertEqual(said, f"{kind}: every file was installed already")
                self.assertFalse([step for step in steps if not step.startswith("run ")])
                self.assertEqual(root.contents(), after)
                planned = root.succeed("--undo", "--dry-run")
                self.assertEqual(root.contents(), after)
                self.assertEqual(root.succeed("--undo"), planned)
                # `systemctl` has made these folders.
                self.assertEqual({name for name in root.contents() if not name.endswith(".wants")}, set(before))
                self.assertEqual(root.succeed("--undo"), [f"{kind}: no file of it is installed"])

    def assert_installed(self, root, before):
        """Exactly the files of the kind are there, and links of the units that it enables."""
        files = {str(path.relative_to(FOLDER / root.kind)): path
                 for path in (FOLDER / root.kind).rglob("*") if path.is_file() and path.name != "about"}
        for name, path in files.items():
            self.assertEqual((root.path / name).read_bytes(), path.read_bytes(), name)
            self.assertEqual(os.access(root.path / name, os.X_OK), os.access(path, os.X_OK), name)
        links = {name for name in root.contents() if (root.path / name).is_symlink()}
        about = (FOLDER / root.kind / "about").read_text(encoding="utf-8")
        self.assertEqual({os.path.basename(name) for name in links},
                         set(re.findall(r"^enable (\S+)$", about, re.M)))
        added = {name for name in set(root.contents()) - set(before) if not (root.path / name).is_dir()}
        self.assertEqual(added, {*files, *links})

    def test_a_changed_file_is_kept_and_named(self):
        root = self.root("web-x11")
        root.succeed()
        page = root.file("/srv/popover-kiosk/index.html")
        page.write_text("mine", encoding="utf-8")
        self.assertIn(f"keep {page}: it was changed", root.succeed("--undo"))
        self.assertEqual(page.read_text(encoding="utf-8"), "mine")
        self.assertFalse(root.file("/srv/popover-kiosk/popoverd").exists())

    def test_a_file_in_the_way_is_named_and_nothing_is_installed(self):
        root = self.root("web-x11")
        for path in ("/etc/popoverd/openbox.xml", "/srv/popover-kiosk/index.html"):
            root.touch(path)
        before = root.contents()
        for words in ((), ("--dry-run",)):
            done = root.setup(*words)
            self.assertEqual(done.returncode, 1)
            for path in ("/etc/popoverd/openbox.xml", "/srv/popover-kiosk/index.html"):
                self.assertIn(f"  {root.file(path)}\n", done.stderr)
            self.assertNotIn("50-kiosk", done.stderr)
            self.assertEqual(root.contents(), before)

    def test_everything_that_is_missing_is_named_at_once(self):
        for kind in NAMES:
            root = self.root(kind)
            for path, _ in needs(kind):
                root.file(path).unlink()
            before = root.contents()
            done = root.setup()
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            for path, _ in needs(kind):
                self.assertRegex(done.stderr, rf"(?m)^  {re.escape(path)}(: .+)?$")
            packages = [package for _, package in needs(kind) if package]
            self.assertIn(f"install them: apt install {' '.join(packages)}\n", done.stderr)
            self.assertEqual(root.contents(), before)

    def test_each_package_has_what_it_is_needed_for(self):
        ours = set(re.findall(r"(?m)^Package: (.*)$", (ROOT / "debian/control").read_text(encoding="utf-8")))
        for kind in NAMES:
            for path, package in needs(kind):
                if package in ours:
                    file = ROOT / "debian" / f"{package}.install"
                    self.assertIn(path[1:], file.read_text(encoding="utf-8").split())
                elif package and os.path.exists(path):
                    found = subprocess.run(
                        [needed("dpkg-query", "dpkg"), "-S", path], check=True, capture_output=True, text=True)
                    self.assertEqual(found.stdout.partition(":")[0], package)

    def test_systemd_finds_nothing_wrong_with_the_units(self):
        for kind in NAMES:
            root = self.root(kind)
            root.succeed()
            folder = root.path / "etc/systemd/system"
            # The units that every machine has.
            shutil.copytree(SYSTEM, root.path / "usr/lib/systemd/system", symlinks=True, dirs_exist_ok=True)
            for unit in ("popoverd.service", "popoverd.socket"):
                (folder / unit).write_bytes((ROOT / "config" / unit).read_bytes())
            texts = [path for path in folder.rglob("*.*") if path.is_file() and not path.is_symlink()]
            for path in (*texts, root.path / "usr/lib/systemd/system/popover-stage@.service"):
                for program in re.findall(r"(?m)^Exec\w+=\+?(/\S+)", path.read_text(encoding="utf-8")):
                    root.touch(program)
                    root.file(program).chmod(0o755)
            units = {path.name for path in folder.rglob("*.service")}
            done = subprocess.run(
                [needed("systemd-analyze", "systemd"), "verify", "--man=no", f"--root={root.path}",
                 *sorted(units)], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""), kind)

    def test_an_unknown_kind_and_the_list_of_kinds(self):
        def run(*words):
            return subprocess.run([installed() / "usr/bin/popoverctl", *words], capture_output=True, text=True,
                                  check=False)
        self.assertIn('did you mean "web-x11"?', run("setup", "web-x1").stderr)
        self.assertEqual(re.findall(r"(?m)^([a-z]\S+)", run("setup").stdout), NAMES)
        self.assertEqual([each["kind"] for each in json.loads(run("setup", "--json").stdout)], NAMES)


# A machine whose changes are gone with the shell; `systemctl` notes what it is told.
MACHINE = r"""
set -eu
mount -t tmpfs tmpfs "$1"
for folder in etc srv usr; do
    mkdir -p "$1/upper/$folder" "$1/work/$folder"
    mount -t overlay -o "lowerdir=/$folder,upperdir=$1/upper/$folder,workdir=$1/work/$folder" overlay "/$folder"
done
shift
for need in "$@"; do
    mkdir -p "$(dirname "$need")"
    [ -e "$need" ] || touch "$need"
done
rm -f /etc/systemd/system/popover*
printf '#!/bin/sh\necho "systemctl $*" >&2\n[ ! -e /etc/refuse ] || exit 3\n' >/usr/bin/systemctl
set +e
"""


class Machine(Case):
    """Without `--root`, where /etc, /srv and /usr are this machine's with a layer of the test's own."""

    def run_there(self, script):
        """What a script prints; `setup` is the command."""
        paths = [path for path, _ in needs("web-x11")]
        setup = f'setup() {{ {installed()}/usr/bin/popoverctl setup web-x11 "$@" 2>&1; echo "status $?"; }}\n'
        done = subprocess.run(
            [*as_root(), needed("unshare", "util-linux"), "--mount", "bash", "-c", MACHINE + setup + script, "sh",
             self.folder(), *paths], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
            timeout=4 * PATIENCE)
        self.assertEqual(done.stderr, "")
        return done.stdout.splitlines()

    def test_the_machine_gets_users_units_and_what_starts_them(self):
        lines = self.run_there("setup; id -Gn kiosk; getent passwd kiosk; setup; setup --undo; setup --undo")
        ran = [line for line in lines if line.startswith(("run ", "systemctl ", "status ", "kiosk"))]
        enable = "systemctl enable --now popover-page.service popover-x11.service"
        restart = "systemctl try-restart popoverd.service"
        begin = ["run systemd-sysusers", "run systemctl daemon-reload", "systemctl daemon-reload"]
        self.assertEqual([re.sub(r"(?<=^kiosk):.*?:(?=/)", " ", line) for line in ran], [
            *begin, f"run {restart}", restart, f"run {enable}", enable, "status 0", "kiosk popover",
            "kiosk /var/lib/kiosk:/usr/sbin/nologin",
            *begin, f"run {enable}", enable, "status 0",
            f"run {enable}".replace("enable", "disable"), enable.replace("enable", "disable"),
            *begin[1:], f"run {restart}", restart, "run systemctl start getty.target",
            "systemctl start getty.target", "status 0", "status 0"])

    def test_a_unit_that_does_not_stop_keeps_no_file(self):
        lines = self.run_there("setup; touch /etc/refuse; setup --undo; find /etc/systemd/system -name 'popover*'")
        self.assertIn("popoverctl: systemctl disable --now popover-page.service popover-x11.service: status 3", lines)
        self.assertEqual(lines[-1], "status 1")

    def test_a_command_that_fails_is_an_error(self):
        lines = self.run_there("touch /etc/refuse; setup")
        self.assertEqual(lines[-2:], ["popoverctl: systemctl daemon-reload: status 3", "status 1"])

    def test_it_is_for_root_alone(self):
        command = [*as_user(OTHER), installed() / "usr/bin/popoverctl", "setup", "several-users"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (5, ""))
        self.assertIn("run it as root, or with --dry-run", done.stderr)
        done = subprocess.run([*command, "--dry-run"], capture_output=True, text=True, check=False)
        self.assertIn("install /etc/popoverd/popoverd.toml.d/60-kiosk.toml\n", done.stdout)


if __name__ == "__main__":
    unittest.main()
