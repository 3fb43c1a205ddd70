# SPDX-License-Identifier: MIT
"""Libraries of ours that are loaded before the C library."""

import atexit
import functools
import os
import shutil
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


@functools.lru_cache(maxsize=None)
def preload_library(name):
    """The path of what `NAME.c` is compiled to, once."""
    folder = tempfile.mkdtemp(prefix="popover-preloaded-")
    atexit.register(shutil.rmtree, folder, True)
    path = os.path.join(folder, f"{name}.so")
    subprocess.run(
        [os.environ.get("CC", "cc"), "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared",
         "-fPIC", os.path.join(HERE, f"{name}.c"), "-o", path, "-ldl"],
        check=True, stdin=subprocess.DEVNULL)
    return path
