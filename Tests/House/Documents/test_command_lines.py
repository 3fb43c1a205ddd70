# SPDX-License-Identifier: MIT
"""The command lines of docs/reference/commands.md are those of the built programs."""

import re
import unittest

from support import ROOT
from support.document import first_names, names, source_text, table
from support.programs import commands, options, popoverctl, popoverd

COMMANDS = ROOT / "docs" / "reference" / "commands.md"
# argp's own, for wrong usage of popoverd.
USAGE = "64"


def statuses(path, heading):
    """The exit statuses of a Swift enumeration, and those of a table."""
    source = source_text(path)
    body = source[source.index("enum ExitStatus: Int32"):]
    known = re.findall(r"^ *case \w+ = (\d+)$", body[:body.index("\n}")], re.M)
    rows = [row[0] for row in table(COMMANDS, heading) if row[0].isdigit()]
    return known, rows


class Popoverd(unittest.TestCase):
    def test_the_options_are_those_of_its_help(self):
        listed = [name for name in first_names(COMMANDS, "popoverd") if name.startswith("--")]
        self.assertCountEqual(listed, options(popoverd()))

    def test_the_statuses_are_those_of_the_source(self):
        known, rows = statuses("PopoverDaemon/StartError.swift", "popoverd")
        self.assertCountEqual(rows, known + [USAGE])


class Popoverctl(unittest.TestCase):
    def test_the_commands_are_those_of_its_help(self):
        self.assertCountEqual(first_names(COMMANDS, "popoverctl"), commands(popoverctl()))

    def test_the_options_are_those_of_its_help(self):
        synopsis = next(
            name for line in COMMANDS.read_text(encoding="utf-8").splitlines()
            for name in names(line) if name.startswith("popoverctl ["))
        self.assertCountEqual(re.findall(r"--[\w-]+", synopsis), options(popoverctl()))

    def test_the_statuses_are_those_of_the_source(self):
        known, rows = statuses("popoverctl/ExitStatus.swift", "popoverctl")
        self.assertCountEqual(rows, known)


if __name__ == "__main__":
    unittest.main()
