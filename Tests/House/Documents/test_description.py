# SPDX-License-Identifier: MIT
"""The reference and the clients' types follow from the description of the protocol."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import ROOT

DERIVED = [
    "docs/reference/protocol.md", "Clients/Web/protocol.d.ts",
    "Clients/Python/popoverd/protocol.py", "Clients/Python/popoverd/requests.py"]
# The C library has no types of messages, but every reason.
REASONS = ["Clients/C/include/popover-protocol.h", "Clients/C/source/names.c"]
# And the members of displays, between marks.
DISPLAYS = ["Clients/C/include/popover-types.h", "Clients/C/source/decode.c"]
COPIED = DERIVED + REASONS + DISPLAYS
# In each file of the description, what is added after a line.
CHANGES = {
    "a param": (
        "methods.toml", '    { name = "content", type = "any", work = true, doc = "" },\n',
        '    { name = "label", type = "text", optional = true, doc = "" },\n'),
    "a reason": (
        "types.toml", 'values.shutdown = "the daemon ends"\n', 'values.tired = "it is late"\n'),
    "a member of a display": (
        "types.toml",
        '    { name = "reach", type = "rect", optional = true, doc = "the part that people can touch, in points; '
        'popovers, sheets and alerts go there when they fit" },\n',
        '    { name = "mood", type = "flag", optional = true, doc = "it is glad" },\n'),
    "a topic": (
        "topics.toml", '# ---- What several topics tell.\n',
        '[[topic]]\nname = "popover.tired"\ncase = "popoverTired"\ndoc = "It is late."\n'
        'data = [{ group = "popover-facts" }]\n'),
    "a member of an event": (
        "topics.toml", '    { name = "unresponsive", type = "flag", doc = "" },\n',
        '    { name = "late", type = "flag", doc = "" },\n'),
    "a notification": (
        "messages.toml", '# ---- Objects in what the daemon sends.\n',
        '[[notification]]\nname = "popover.tired"\ncase = "popoverTired"\nto = "the owner"\n'
        'doc = "it is late"\nparams = [{ name = "popover", type = "popover-id", doc = "" }]\n'),
}


def stale(root):
    """The files that do not follow from the description below this folder."""
    done = subprocess.run(
        [sys.executable, "-B", root / "protocol" / "generate", "--check"], capture_output=True,
        text=True, check=False)
    if done.stderr:
        raise AssertionError(done.stderr)
    return [line.removeprefix("out of date: ") for line in done.stdout.splitlines()]


def folders(paths):
    """Of the reference and of each client library: not every change is one of both its files."""
    return {os.path.dirname(path) for path in paths}


class Derived(unittest.TestCase):
    def test_every_file_follows_from_the_description(self):
        self.assertEqual(stale(ROOT), [], "make protocol")

    def test_a_changed_description_is_missed_in_the_reference_and_in_the_types(self):
        for change, (file, line, added) in CHANGES.items():
            with self.subTest(change), tempfile.TemporaryDirectory() as folder:
                root = self.copy(folder)
                self.assertEqual([path for path in stale(root) if path in COPIED], [])
                description = root / "protocol" / file
                text = description.read_text(encoding="utf-8")
                self.assertEqual(text.count(line), 1, line)
                description.write_text(text.replace(line, line + added), encoding="utf-8")
                expected = DERIVED + (REASONS if change == "a reason" else []) + (
                    DISPLAYS if change == "a member of a display" else [])
                self.assertLessEqual(folders(expected), folders(stale(root)))

    @staticmethod
    def copy(folder):
        """The description, its generator and the files that are looked at."""
        root = pathlib.Path(folder)
        shutil.copytree(ROOT / "protocol", root / "protocol")
        for path in COPIED:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, root / path)
        return root


if __name__ == "__main__":
    unittest.main()
