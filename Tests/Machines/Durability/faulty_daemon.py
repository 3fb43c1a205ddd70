# SPDX-License-Identifier: MIT
"""A daemon whose disk fails and dies to order."""

import atexit
import functools
import mmap
import os
import shutil
import struct
import subprocess
import tempfile

from support.daemon import Daemon

HERE = os.path.dirname(os.path.abspath(__file__))

FIELDS = ("calls", "dies_at", "refused_from", "refused_until", "refusal", "holds", "held")
FOR_EVER = 2 ** 62

# Enumerations take everything with this in the environment, else a spread sample.
IS_WHOLE = "POPOVER_DURABILITY" in os.environ

CONFIGURATION = """
[timing]
closeMs = 10000
waitMs = 10000
storeMs = 60000
storeRetryMs = 10
"""


@functools.lru_cache(maxsize=None)
def library():
    """The path of what stands between the daemon and its files."""
    folder = tempfile.mkdtemp(prefix="popoverd-durability-")
    atexit.register(shutil.rmtree, folder, True)
    path = os.path.join(folder, "faulty_files.so")
    subprocess.run(
        [os.environ.get("CC", "cc"), "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror",
         "-shared", "-fPIC", os.path.join(HERE, "faulty_files.c"), "-o", path, "-ldl"],
        check=True, stdin=subprocess.DEVNULL)
    return path


class Plan:
    """What `faulty_files.c` does; every field is an attribute."""

    def __init__(self, path):
        with open(path, "wb") as file:
            file.write(bytes(8 * len(FIELDS)))
        with open(path, "r+b") as file:
            object.__setattr__(self, "memory", mmap.mmap(file.fileno(), 8 * len(FIELDS)))

    def __getattr__(self, name):
        if name not in FIELDS:
            raise AttributeError(name)
        return struct.unpack_from("q", self.memory, 8 * FIELDS.index(name))[0]

    def __setattr__(self, name, value):
        struct.pack_into("q", self.memory, 8 * FIELDS.index(name), value)

    def refuse(self, first, count, error):
        self.refusal = error
        self.refused_until = min(first + count, FOR_EVER)
        self.refused_from = first

    def work(self):
        self.refused_from = FOR_EVER


class FaultyDaemon(Daemon):
    """Started with `is_faulty`, its disk follows the plan."""

    def __init__(self, configuration=CONFIGURATION):
        super().__init__(configuration)
        self.plan_path = os.path.join(self.folder, "plan")
        self.plan = Plan(self.plan_path)
        # The folder whose syncs count, beside those of the files.
        self.watched = self.state

    def start(self, is_faulty=True):
        names = {}
        if is_faulty:
            names = {"LD_PRELOAD": library(), "POPOVER_PLAN": self.plan_path,
                     "POPOVER_FOLDER": self.watched}
        os.environ.update(names)
        try:
            return super().start()
        finally:
            for name in names:
                del os.environ[name]

    def files(self):
        """The content of all files that keep drafts, by name."""
        contents = {}
        for name in os.listdir(self.state):
            if "drafts.sqlite3" in name:
                with open(os.path.join(self.state, name), "rb") as file:
                    contents[name] = file.read()
        return contents


def sample(count, least):
    """The numbers from 1 to `count`: all of them, or about `least` that are spread evenly."""
    if IS_WHOLE or count <= least:
        return range(1, count + 1)
    return sorted({1 + (count - 1) * number // (least - 1) for number in range(least)})
