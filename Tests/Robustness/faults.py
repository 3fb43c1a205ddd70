# SPDX-License-Identifier: MIT
"""The test's end of `faults.c`."""

import atexit
import functools
import mmap
import os
import shutil
import struct
import subprocess
import tempfile

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "faults.c")
# In the order of the struct.
NAMES = ("write_error", "sync_holds", "wall_clock", "slept")


@functools.lru_cache(maxsize=None)
def library():
    """Compiled once."""
    folder = tempfile.mkdtemp(prefix="popover-faults-")
    atexit.register(shutil.rmtree, folder, True)
    path = os.path.join(folder, "faults.so")
    subprocess.run(
        [os.environ.get("CC", "cc"), "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared",
         "-fPIC", SOURCE, "-o", path, "-ldl"],
        check=True, stdin=subprocess.DEVNULL)
    return path


class Faults:
    """Numbers that hold at once for the daemon that was started with them."""

    def __init__(self, daemon):
        path = os.path.join(daemon.folder, "faults")
        self.file = open(path, "w+b")
        self.file.truncate(8 * len(NAMES))
        self.memory = mmap.mmap(self.file.fileno(), 8 * len(NAMES))
        daemon.environment.update(
            LD_PRELOAD=library(), FAULTS=path, FAULTS_FOLDER=daemon.state)

    def set(self, **numbers):
        for name, number in numbers.items():
            struct.pack_into("q", self.memory, 8 * NAMES.index(name), number)

    def close(self):
        self.memory.close()
        self.file.close()
