# SPDX-License-Identifier: MIT
"""The table of words that advice recognizes follows from the files in `words`."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

from support import ROOT

DERIVED = ["Sources/Core/PopoverCore/Generated/WordTable.swift", "docs/reference/protocol.md"]
LABELS = ROOT / "Tests" / "Support" / "button-labels.txt"
KINDS = {"closes", "leaves", "stays"}


def generate(root, *arguments):
    return subprocess.run(
        [sys.executable, "-B", root / "words" / "generate", *arguments], capture_output=True,
        text=True, check=False)


class Words(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        shutil.copytree(ROOT / "words", self.root / "words")
        shutil.copytree(ROOT / "protocol", self.root / "protocol")
        for path in DERIVED:
            (self.root / path).parent.mkdir(parents=True)
            shutil.copy(ROOT / path, self.root / path)

    def change(self, file, old, new):
        path = self.root / "words" / file
        text = path.read_text(encoding="utf-8")
        self.assertEqual(text.count(old), 1, old)
        path.write_text(text.replace(old, new), encoding="utf-8")

    def test_the_table_follows_from_the_files(self):
        done = generate(ROOT, "--check")
        self.assertEqual((done.stdout, done.stderr), ("", ""), "make words")

    def test_a_changed_word_and_language_are_missed(self):
        self.change("it.toml", '"chiudi"', '"chiudilo"')
        self.change("it.toml", '"Italian"', '"Tuscan"')
        done = generate(self.root, "--check")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.split("\n")[:-1], [f"out of date: {path}" for path in DERIVED])

    def test_a_word_that_closes_and_may_do_more_is_refused(self):
        self.change("hr.toml", 'leaves = [', 'leaves = ["chiudi", ')
        done = generate(self.root)
        self.assertEqual(done.returncode, 1)
        self.assertIn('words/hr.toml: leaves: "chiudi" closes in it.toml', done.stderr)

    def test_a_word_that_no_text_can_equal_is_refused(self):
        for word in ("Chiudi", "d'accordo", " chiudi", ""):
            with self.subTest(word):
                self.change("it.toml", '"chiudi"', f'"{word}"')
                done = generate(self.root)
                self.assertIn(f'words/it.toml: "{word}" is not lower case', done.stderr)
                self.change("it.toml", f'"{word}"', '"chiudi"')

    def test_at_least_twenty_languages_have_words_and_labels(self):
        files = {path.stem: path for path in (ROOT / "words").glob("*.toml")}
        self.assertGreaterEqual(len(files), 20)
        for tag, path in files.items():
            with self.subTest(tag):
                language = tomllib.loads(path.read_text(encoding="utf-8"))
                self.assertLessEqual({"cancel", "done", "leaves", "warning"}, set(language))
        rows = [line.split(" | ")[0].split() for line in LABELS.read_text(encoding="utf-8").split("\n")
                if line and not line.startswith("#")]
        self.assertEqual(
            sorted(map(tuple, rows)), sorted((tag, kind) for tag in files for kind in KINDS))


if __name__ == "__main__":
    unittest.main()
