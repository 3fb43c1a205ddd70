# SPDX-License-Identifier: MIT
"""The story, told by the library for Qt."""

import pathlib
import unittest

from support import qt

from story import HERE, NativeStory

SOURCE = pathlib.Path(HERE, "programs", "qt_story.cpp")


class QtStory(NativeStory, unittest.TestCase):
    @property
    def program(self):
        return [qt.program(SOURCE, "Qt6Core")]


if __name__ == "__main__":
    unittest.main()
