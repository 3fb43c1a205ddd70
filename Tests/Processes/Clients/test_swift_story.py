# SPDX-License-Identifier: MIT
"""The story, told by the library in Swift."""

import unittest

from support.daemon import binary

from story import NativeStory


class SwiftStory(NativeStory, unittest.TestCase):
    @property
    def program(self):
        return [binary("popover-story")]


if __name__ == "__main__":
    unittest.main()
