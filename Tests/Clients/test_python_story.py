# SPDX-License-Identifier: MIT
"""The story, told by the Python module."""

import os
import sys
import unittest

from story import HERE, ROOT, Story, Told


class PythonStory(Story, unittest.TestCase):
    def begin(self):
        told = Told(
            [sys.executable, "-X", "dev", "-W", "error", os.path.join(HERE, "programs/story.py")],
            {"POPOVERD_SOCKET": self.relayed, "PYTHONPATH": str(ROOT / "Clients" / "Python"),
             "PYTHONDONTWRITEBYTECODE": "1"})
        self.addCleanup(told.close)
        return told


if __name__ == "__main__":
    unittest.main()
