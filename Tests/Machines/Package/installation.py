# SPDX-License-Identifier: MIT
"""An installation by `make install` in a temporary folder."""

import atexit
import functools
import os
import pathlib
import shutil
import subprocess
import tempfile

from support import ROOT
from support.daemon import binary

# Any time: that of the files, and of the man pages.
EPOCH = 1_700_000_000


def needed(program, package):
    """The path of a program, or who has it."""
    path = shutil.which(program)
    if path is None:
        raise FileNotFoundError(f"{program} is missing: install the package {package}")
    return path


def call(script, folder, umask=0o022, build=None, **environment):
    """Runs one of the scripts for a folder that stands for the machine's root."""
    return subprocess.run(
        [ROOT / "scripts" / script, build or os.path.dirname(binary())], check=True, capture_output=True,
        text=True, umask=umask, env={**os.environ, "DESTDIR": str(folder), "PREFIX": "/usr",
                        "SOURCE_DATE_EPOCH": str(EPOCH), **environment})


@functools.lru_cache(maxsize=None)
def installed():
    """The root of a shared installation, which tests must not change."""
    folder = tempfile.mkdtemp(prefix="popover-installed-")
    atexit.register(shutil.rmtree, folder, True)
    os.chmod(folder, 0o755)
    call("install-files", folder)
    return pathlib.Path(folder)
