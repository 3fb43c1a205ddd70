# SPDX-License-Identifier: MIT
"""The libraries that a daemon with the bundled behaviors maps."""

import os
import re
import unittest

from support.daemon import Daemon

# What Swift's compiler names whether anything of it is used or not, and what comes with it.
UNUSED = (
    "swift_Concurrency", "dispatch", "BlocksRuntime", "swift_StringProcessing",
    "swift_RegexParser", "Foundation", "FoundationEssentials")


class Libraries(unittest.TestCase):
    """Each library costs startup time and memory."""

    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)
        self.daemon.start()

    def test_unused_libraries_are_not_loaded(self):
        with open(f"/proc/{self.daemon.process.pid}/maps", encoding="utf-8") as file:
            loaded = {
                os.path.basename(line.split(maxsplit=5)[5].strip())
                for line in file if ".so" in line}
        self.assertIn("libc.so.6", loaded)
        self.assertFalse([name for name in loaded if name.startswith("libpopover-")])
        for name in UNUSED:
            with self.subTest(library=name):
                self.assertFalse(
                    [file for file in loaded if re.match(rf"lib{name}\.so", file)])


if __name__ == "__main__":
    unittest.main()
