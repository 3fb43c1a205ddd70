# SPDX-License-Identifier: MIT
"""The story, told by the library in Swift."""

import os
import unittest

from daemon import binary
from story import Story, Told


class SwiftStory(Story, unittest.TestCase):
    def begin(self):
        program = os.path.join(os.path.dirname(binary()), "popover-story")
        told = Told([program], {"POPOVERD_SOCKET": self.relayed})
        self.addCleanup(told.close)
        return told


if __name__ == "__main__":
    unittest.main()
