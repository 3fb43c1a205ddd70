# SPDX-License-Identifier: MIT
"""The story, told by the library in C, whose memory is watched."""

import os
import tempfile
import unittest

from support import c_library

from story import HERE, NativeStory


class CStory(NativeStory, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="popoverd-")
        cls.addClassCleanup(folder.cleanup)
        cls.program = [c_library.compile_program(
            os.path.join(HERE, "programs/story.c"), os.path.join(folder.name, "story"),
            c_library.sanitized(), f"-fsanitize={c_library.SANITIZERS}", "-ljansson",
            "-D_GNU_SOURCE")]

    def begin_with(self, environment, before=()):
        return super().begin_with({**environment, **c_library.SANITIZED_ENVIRONMENT}, before)


if __name__ == "__main__":
    unittest.main()
