# SPDX-License-Identifier: MIT
"""A folder that stands for a machine, and `popoverctl setup` for it."""

import pathlib
import re
import subprocess

from support import ROOT
from support.daemon import PATIENCE
from support.programs import popoverctl

FOLDER = ROOT / "config" / "kiosks"
NAMES = sorted(path.name for path in FOLDER.iterdir())


def needs(kind):
    """The paths that a kind looks for, and the package of each; None where no package has it."""
    text = (FOLDER / kind / "about").read_text(encoding="utf-8")
    found = re.findall(r"^needs (\S+?)(?:: .*| (\S+))$", text, re.M)
    return [(path, package or None) for path, package in found]


class KioskRoot:
    """A machine on which everything is that the kind needs, but not popoverd's own files."""

    program = None

    def __init__(self, path, kind):
        self.path, self.kind = pathlib.Path(path), kind
        for folder in ("etc/systemd/system", "etc/sysusers.d", "srv", "usr/lib/systemd/system"):
            (self.path / folder).mkdir(parents=True)
        for need, _ in needs(kind):
            self.touch(need)
        unit = "popover-stage@.service"
        (self.path / "usr/lib/systemd/system" / unit).write_bytes((ROOT / "config" / unit).read_bytes())

    def file(self, path):
        return self.path / path.lstrip("/")

    def touch(self, path):
        self.file(path).parent.mkdir(parents=True, exist_ok=True)
        self.file(path).touch()

    def contents(self):
        """Every file with its mode and bytes, and every folder."""
        return {str(path.relative_to(self.path)): (
            (path.stat().st_mode, path.read_bytes()) if path.is_file() else path.is_symlink())
            for path in self.path.rglob("*")}

    def setup(self, *words):
        """The finished command."""
        return subprocess.run(
            [self.program or popoverctl(), "setup", self.kind, "--root", self.path, *words],
            capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=PATIENCE)

    def succeed(self, *words):
        """The lines that it prints."""
        done = self.setup(*words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.splitlines()
