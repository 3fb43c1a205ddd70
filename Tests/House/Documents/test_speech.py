# SPDX-License-Identifier: MIT
"""The options of the plugins that speak, as docs/reference/bundled-plugins.md tells them."""

import subprocess
import tempfile
import unittest

from support import ROOT
from support.document import blocks, names, source, table
from support.plugin_options import declared_options
from support.programs import popoverd

REFERENCE = ROOT / "docs" / "reference" / "bundled-plugins.md"
SETTINGS = {"speech": "Plugin/SpeechSettings.swift", "assistive": "Plugin/AssistiveSettings.swift"}


class Options(unittest.TestCase):
    def test_every_option_is_told_with_its_default(self):
        for plugin, path in SETTINGS.items():
            with self.subTest(plugin):
                declared = [
                    (name, default) for name, _, default in declared_options(source(path))]
                rows = table(REFERENCE, plugin)[:len(declared)]
                self.assertEqual(
                    [(names(row[0])[0], names(row[1])[0]) for row in rows], declared)

    def test_the_examples_are_valid(self):
        examples = [block for block in blocks(REFERENCE, "toml") if '"speech"' in block.text
                    or '"assistive"' in block.text]
        self.assertEqual(len(examples), 2)
        for example in examples:
            with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
                file.write(example.text)
                file.flush()
                done = subprocess.run(
                    [popoverd(), "--check", "--config", file.name], capture_output=True, text=True,
                    check=False)
            self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
