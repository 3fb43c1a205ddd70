# SPDX-License-Identifier: MIT
"""The story, told by the Python package in a program with GLib's main loop."""

import os
import unittest

from story import HERE, ROOT, SYSTEM_PYTHON, NativeStory


class GLibStory(NativeStory, unittest.TestCase):
    # PyGObject itself is imported with a warning.
    program = [SYSTEM_PYTHON, "-X", "dev", "-W", "error", "-W", "ignore::ImportWarning",
               os.path.join(HERE, "programs/glib_story.py")]

    def begin_with(self, environment, before=()):
        return super().begin_with({
            **environment, "PYTHONPATH": str(ROOT / "Clients" / "Python"),
            "PYTHONDONTWRITEBYTECODE": "1"}, before)


if __name__ == "__main__":
    unittest.main()
