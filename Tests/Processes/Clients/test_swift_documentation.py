# SPDX-License-Identifier: MIT
"""The documentation of PopoverKit is built without a warning, names what is public, and the program
that its tutorial comes to is that of docs/how-to/client-swift.md, which is run."""

import json
import os
import subprocess
import tempfile
import unittest

from support.daemon import binary
from support.document import blocks

from story import PATIENCE, ROOT

FOLDER = ROOT / "Clients" / "Swift"
CATALOG = FOLDER / "PopoverKit.docc"


class Documentation(unittest.TestCase):
    def test_it_is_built_without_a_warning(self):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "where", "nothing", "was")
            # As people do it, but for the libraries, which are there where this was built.
            done = subprocess.run(
                ["make", "--no-print-directory", "-o", "libraries", "docs",
                 f"DOCUMENTATION={output}"], cwd=ROOT, capture_output=True,
                text=True, timeout=8 * PATIENCE, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            pages = os.path.join(output, "data", "documentation", "popoverkit")
            with open(f"{pages}.json", encoding="utf-8") as file:
                front = json.load(file)
            self.assertIn("popover.json", os.listdir(pages))
            # What no chapter names is put where nobody looks for it.
            chapters = [chapter["title"] for chapter in front["topicSections"]]
            self.assertEqual(
                chapters, ["Essentials", "Popovers", "The bus", "Panels", "Alerts", "Focus", "Errors"])
            tutorial = os.path.join(output, "data", "tutorials", "popoverkit", "shop.json")
            self.assertTrue(os.path.exists(tutorial))

    def test_the_tutorial_comes_to_the_program_of_the_guide(self):
        steps = sorted((CATALOG / "Resources").glob("shop-*.swift"))
        self.assertEqual(len(steps), 5)
        program = next(block for block in blocks(ROOT / "docs/how-to/client-swift.md", "swift")
                       if "popover.events" in block.text)
        first, _, rest = steps[-1].read_text(encoding="utf-8").partition("\n")
        self.assertEqual(first, "// SPDX-License-Identifier: MIT")
        self.assertEqual(rest, program.text)
        tutorial = (CATALOG / "Shop.tutorial").read_text(encoding="utf-8")
        for step in steps:
            self.assertIn(f'file: "{step.name}"', tutorial)

    def test_each_step_compiles(self):
        built = os.path.dirname(binary())
        for step in sorted((CATALOG / "Resources").glob("shop-*.swift")):
            with self.subTest(step.name):
                done = subprocess.run(
                    ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors",
                     "-parse-as-library", "-I", f"{built}/Modules",
                     "-Xcc", f"-fmodule-map-file={built}/CSimdJSON.build/module.modulemap", step],
                    capture_output=True, text=True, timeout=4 * PATIENCE, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
