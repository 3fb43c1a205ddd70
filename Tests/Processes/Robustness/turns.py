# SPDX-License-Identifier: MIT
"""The test's end of `turns.c`."""

import mmap
import os
import struct

from preload import preload_library

# In the order of the struct.
NAMES = ("count", "own", "computed", "longest")


class Turns:
    """How long the loop of a daemon, and of those that follow it in its folder, stands still."""

    def __init__(self, daemon):
        path = os.path.join(daemon.folder, "turns")
        self.file = open(path, "w+b")
        self.file.truncate(8 * len(NAMES))
        self.memory = mmap.mmap(self.file.fileno(), 8 * len(NAMES))
        daemon.environment.update(LD_PRELOAD=preload_library("turns"), TURNS=path)

    def begin(self):
        """What was before does not count."""
        self.memory[:] = bytes(8 * len(NAMES))

    def milliseconds(self, name):
        return struct.unpack_from("q", self.memory, 8 * NAMES.index(name))[0] / 1e6

    def close(self):
        self.memory.close()
        self.file.close()
