# SPDX-License-Identifier: MIT
"""The test's end of `faults.c`."""

import mmap
import os
import struct

from preload import preload_library

# In the order of the struct.
NAMES = ("write_error", "sync_holds", "wall_clock", "slept")


class Faults:
    """Numbers that hold at once for the daemon that was started with them."""

    def __init__(self, daemon):
        path = os.path.join(daemon.folder, "faults")
        self.file = open(path, "w+b")
        self.file.truncate(8 * len(NAMES))
        self.memory = mmap.mmap(self.file.fileno(), 8 * len(NAMES))
        daemon.environment.update(
            LD_PRELOAD=preload_library("faults"), FAULTS=path, FAULTS_FOLDER=daemon.state)

    def set(self, **numbers):
        for name, number in numbers.items():
            struct.pack_into("q", self.memory, 8 * NAMES.index(name), number)

    def close(self):
        self.memory.close()
        self.file.close()
