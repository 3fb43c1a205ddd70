#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Follows docs/tutorial/start.md from its first line, with the packages of a release, in a Debian that has not
seen them:

    installed_start.py FOLDER

FOLDER has the packages. The user may become root. `make test-fresh` and `make test-release` run this.
"""

import platform
import shutil
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = str(ROOT / "Tests/Support/Python"), str(ROOT / "Tests/House/Documents")

# pylint: disable=wrong-import-position
from support.document import names, table

import test_start

PACKAGES = Path(sys.argv.pop()).absolute()
# Packages may have to be downloaded.
PATIENCE = 600


class InstalledStart(test_start.Start):
    def get_popoverd(self):
        debian = platform.freedesktop_os_release()["VERSION_ID"]
        pattern, = [names(file)[0] for number, file in table(test_start.PAGE, "Install it") if number == debian]
        found = list(PACKAGES.glob(pattern.replace("…", "*")))
        self.assertEqual(len(found), 1, f"{pattern} in {PACKAGES}")
        shutil.copy(found[0], self.home)
        first = self.terminals[test_start.FIRST]
        self.type(test_start.INSTALL, first, PATIENCE)
        self.assertEqual(first.run("command -v popoverd popoverctl"), (0, "/usr/bin/popoverd\n/usr/bin/popoverctl\n"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
