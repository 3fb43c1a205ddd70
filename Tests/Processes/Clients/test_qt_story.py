# SPDX-License-Identifier: MIT
"""The story, told by the library for Qt."""

import pathlib
import unittest

from support import qt

from story import HERE, NativeStory

SOURCE = pathlib.Path(HERE, "programs", "qt_story.cpp")


class QtStory(NativeStory, unittest.TestCase):
    sanitizer = ""

    @property
    def program(self):
        return [qt.program(SOURCE, "Qt6Core", sanitizer=self.sanitizer)]

    def test_its_memory_is_right_through_the_death_of_the_daemon(self):
        self.sanitizer = "address"
        # Standard error has to stay empty, and the program ends with 0.
        self.test_nothing_is_lost_when_the_daemon_dies_and_the_connection_breaks()


if __name__ == "__main__":
    unittest.main()
