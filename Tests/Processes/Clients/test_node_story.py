# SPDX-License-Identifier: MIT
"""The story, told by a program in Node."""

import os
import unittest

from story import HERE, NativeStory


class NodeStory(NativeStory, unittest.TestCase):
    program = ["node", os.path.join(HERE, "programs/story.mjs")]
    # What the daemon has on disk is not known of a lost one: its end says nothing of that.
    lost = {"draft": None, "returnFocus": None}


if __name__ == "__main__":
    unittest.main()
