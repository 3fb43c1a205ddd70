# SPDX-License-Identifier: MIT
"""docs/how-to/screens.md: its configurations are valid; the plugins' options are all listed."""

import re
import subprocess
import tempfile
import unittest

from support import ROOT
from support.document import blocks, first_names
from support.programs import popoverd

PAGE = ROOT / "docs" / "how-to" / "screens.md"
REFERENCE = ROOT / "docs" / "reference" / "bundled-plugins.md"
PLUGINS = ROOT / "Sources" / "PopoverPlugins" / "Screens"
OPTION = re.compile(r'(?:OptionDescription\(\s*name: |\.(?:flag|integer|strings?)\(\s*)"(\w+)"')


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

    def test_the_reference_lists_every_option_of_every_plugin(self):
        for folder in sorted(PLUGINS.glob("*/Plugin")):
            name = folder.parent.name.lower()
            self.assertIn(f'name = "{name}"', PAGE.read_text(encoding="utf-8"))
            listed = first_names(REFERENCE, name)
            sources = "".join(
                path.read_text(encoding="utf-8")
                for path in sorted(folder.glob("*.swift")))
            self.assertEqual(sorted(listed), sorted(OPTION.findall(sources)), name)


if __name__ == "__main__":
    unittest.main()
