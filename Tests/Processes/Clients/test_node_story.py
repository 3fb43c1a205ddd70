# SPDX-License-Identifier: MIT
"""The story, told by a program in Node."""

import os
import unittest

from story import HERE, NativeStory


class NodeStory(NativeStory, unittest.TestCase):
    program = ["node", os.path.join(HERE, "programs/story.mjs")]


if __name__ == "__main__":
    unittest.main()
