# SPDX-License-Identifier: MIT
"""The contributors' pages name every suite, and only files, targets and suites that exist."""

import re
import subprocess
import unittest

from support import ROOT
from support.document import blocks, first_names

PAGES = [ROOT / name for name in (
    "README.md", "CONTRIBUTING.md", "Tests/README.md", "protocol/README.md", "docs/development/testing.md",
    "docs/development/design.md", "docs/development/performance.md",
    "docs/development/performance-notes.md")]
SUITES = ROOT / "Tests" / "README.md"
# Steps of scripts/test that are no suites of tests.
STEPS = {"Format", "Build", "Swift"}
TARGET = re.compile(r"(?:`|\$ |^)make ([a-z0-9-]+)", re.M)
# Files below these folders, also by a pattern; a name without an ending may be a module's or file's.
PATH = re.compile(r"`((?:Sources|Tests|Benchmarks|Examples|Clients|protocol|scripts|config|docs|debian)"
                  r"/[\w./*+-]+)`")


def text(page):
    return page.read_text(encoding="utf-8")


class Contributing(unittest.TestCase):
    def test_every_suite_has_a_row(self):
        listed = set()
        for heading in re.findall(r"^## (.+)$", text(SUITES), re.M):
            listed.update(first_names(SUITES, heading))
        targets = set(re.findall(r"^ +tests\(\s*\"([\w/]+)\"", text(ROOT / "Package.swift"), re.M))
        self.assertGreater(len(targets), 15)
        ran = subprocess.run(
            [ROOT / "scripts" / "test", "--list"], capture_output=True, text=True, check=True)
        names = {name.partition(" test_")[0] for name in ran.stdout.splitlines()}
        folders = {name for name in names if "/" in name}
        self.assertLessEqual(targets | folders, listed)
        # Programs stand in the table by their products.
        for name in names - folders - STEPS:
            self.assertRegex(text(SUITES), rf'scripts/test "?{re.escape(name)}\b')
        for name in listed:
            found = (ROOT / "Tests" / name).exists() or f'name: "{name}"' in text(ROOT / "Package.swift")
            self.assertTrue(found, f"{name} is no suite")

    def test_targets_of_make_exist(self):
        makefile = text(ROOT / "Makefile")
        known = re.findall(r"^([a-z0-9-]+): .*##", makefile, re.M)
        self.assertEqual(len(known), len(set(known)), "two targets of one name")
        for page in PAGES:
            for target in TARGET.findall(text(page)):
                with self.subTest(f"{page.name}: make {target}"):
                    self.assertIn(target, known)

    def test_named_files_exist(self):
        seen = 0
        for page in PAGES:
            for path in PATH.findall(text(page)):
                seen += 1
                with self.subTest(f"{page.name}: {path}"):
                    self.assertTrue(list(ROOT.glob(path.rstrip("/"))), path)
        self.assertGreater(seen, 20)

    def test_named_types_exist(self):
        """`OwnerDrafts`, `Effect.store` and `Arbiter+Rights.swift`, wherever they are declared."""
        files = [path for folder in ("Sources", "Tests") for path in (ROOT / folder).rglob("*.swift")]
        names = {"Package.swift", *(path.name for path in files)}
        code = "".join(text(path) for path in files) + text(ROOT / "Package.swift")
        for page in [*PAGES, ROOT / "ARCHITECTURE.md"]:
            for name in re.findall(r"`([A-Z][A-Za-z]+(?:\+\w+)?\.swift)`", text(page)):
                self.assertIn(name, names, page.name)
            for name in re.findall(r"`([A-Z][a-z]+[A-Z]\w+)`", text(page)):
                self.assertTrue(re.search(rf"\b{name}\b", code), f"{page.name}: {name}")

    def test_commands_name_tests_that_exist(self):
        names = text(ROOT / "Package.swift") + "".join(
            text(file) for file in (ROOT / "Tests").rglob("*Tests.swift"))
        for page in PAGES:
            for block in blocks(page, "sh"):
                for pattern in re.findall(r"--filter '([\w|]+)'", block.text):
                    for name in pattern.split("|"):
                        self.assertIn(f"struct {name}", names)


if __name__ == "__main__":
    unittest.main()
