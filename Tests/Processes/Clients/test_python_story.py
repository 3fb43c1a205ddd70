# SPDX-License-Identifier: MIT
"""The story, told by the Python module."""

import os
import sys
import unittest

from story import HERE, ROOT, NativeStory


class PythonStory(NativeStory, unittest.TestCase):
    program = [sys.executable, "-X", "dev", "-W", "error", os.path.join(HERE, "programs/story.py")]

    def begin_with(self, environment, before=()):
        return super().begin_with({
            **environment, "PYTHONPATH": str(ROOT / "Clients" / "Python"),
            "PYTHONDONTWRITEBYTECODE": "1"}, before)


if __name__ == "__main__":
    unittest.main()
