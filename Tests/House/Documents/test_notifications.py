# SPDX-License-Identifier: MIT
"""docs/how-to/notifications.md: its configuration is valid, its table is the plugin's."""

import re
import subprocess
import tempfile
import unittest

from support import ROOT
from support.document import blocks, names, source, table
from support.plugin_options import declared_options
from support.programs import popoverd

PAGE = ROOT / "docs" / "how-to" / "notifications.md"
REFERENCE = ROOT / "docs" / "reference" / "bundled-plugins.md"
SETTINGS = source("Plugin/NotificationSettings.swift")
QUEUE = source("PopoverNotifications/WaitingAlert.swift")
HEADER = source("CNotifications/include/notifications.h")


class Page(unittest.TestCase):
    def test_the_configuration_is_valid(self):
        examples = blocks(PAGE, "toml")
        self.assertEqual(len(examples), 1)
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(examples[0].text)
            file.flush()
            done = subprocess.run(
                [popoverd(), "--check", "--config", file.name], capture_output=True, text=True,
                check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_option_is_told_with_its_default(self):
        declared = [(name, default) for name, _, default in declared_options(SETTINGS)]
        rows = table(REFERENCE, "notifications")[:len(declared)]
        self.assertEqual([(names(row[0])[0], names(row[1])[0]) for row in rows], declared)

    def test_its_numbers_are_those_of_the_header(self):
        header = HEADER.read_text(encoding="utf-8")
        known = {name: int(number) for name, number in re.findall(
            r"#define NOTIFICATION_(\w+)_CAPACITY (\d+)", header)}
        page = REFERENCE.read_text(encoding="utf-8")
        self.assertIn(f"{known['TEXT']} bytes of a text", page)
        self.assertIn(f"{known['ACTIONS'] // 2} actions", page)

    def test_its_shares_are_those_of_the_queue(self):
        known = dict(re.findall(
            r"static let (share|capacity) = (\d+)", QUEUE.read_text(encoding="utf-8")))
        page = REFERENCE.read_text(encoding="utf-8")
        self.assertIn(
            f"at most {known['share']} notifications, shown and waiting; at most "
            f"{known['capacity']} wait", page)
        self.assertIn(
            f"more than {known['share']} notifications", PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
