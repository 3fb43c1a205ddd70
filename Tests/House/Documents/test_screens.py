# SPDX-License-Identifier: MIT
"""docs/how-to/screens.md: its configurations are valid, its tables are the plugins'."""

import re
import subprocess
import tempfile
import unittest

from document import ROOT, blocks
from programs import popoverd

PAGE = ROOT / "docs" / "how-to" / "screens.md"
PLUGINS = ROOT / "Sources" / "PopoverPlugins" / "Screens"
OPTION = re.compile(r'OptionDescription\(\s*name: "(\w+)"')


class Screens(unittest.TestCase):
    def test_the_configurations_are_valid(self):
        examples = blocks(PAGE, "toml")
        self.assertTrue(examples)
        for example in examples:
            with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
                file.write(example.text)
                file.flush()
                done = subprocess.run(
                    [popoverd(), "--check", "--config", file.name], capture_output=True,
                    text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_plugin_has_its_options_in_the_page_and_no_other(self):
        page = PAGE.read_text(encoding="utf-8")
        for folder in sorted(PLUGINS.glob("*/Plugin")):
            name = folder.parent.name.lower()
            section = page.split(f'name = "{name}"', 1)
            self.assertEqual(len(section), 2, f"{name} is not in {PAGE.name}")
            told = re.findall(r"^\| `(\w+)` \|", section[1].split("\n## ", 1)[0], re.MULTILINE)
            sources = "".join(
                path.read_text(encoding="utf-8")
                for path in sorted(folder.glob("*.swift")))
            self.assertEqual(sorted(told), sorted(OPTION.findall(sources)), name)


if __name__ == "__main__":
    unittest.main()
