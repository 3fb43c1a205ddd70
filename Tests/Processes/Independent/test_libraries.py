# SPDX-License-Identifier: MIT
"""Which libraries a daemon has in its memory, with the behaviors of the bundle."""

import os
import re
import unittest

from support.daemon import Daemon

# What Swift's compiler names whether anything of it is used or not, and what comes with it.
UNUSED = (
    "swift_Concurrency", "dispatch", "BlocksRuntime", "swift_StringProcessing",
    "swift_RegexParser", "Foundation", "FoundationEssentials")


class Libraries(unittest.TestCase):
    """Each that is loaded costs a start and memory."""

    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)
        self.daemon.start()

    def test_nothing_is_loaded_that_is_not_used(self):
        with open(f"/proc/{self.daemon.process.pid}/maps", encoding="utf-8") as file:
            loaded = {
                os.path.basename(line.split(maxsplit=5)[5].strip())
                for line in file if ".so" in line}
        self.assertIn("libswiftCore.so", loaded)
        self.assertTrue(any(name.startswith("libpopover-menu.so") for name in loaded), loaded)
        for name in UNUSED:
            with self.subTest(library=name):
                self.assertFalse(
                    [file for file in loaded if re.match(rf"lib{name}\.so", file)])


if __name__ == "__main__":
    unittest.main()
