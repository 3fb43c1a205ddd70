# SPDX-License-Identifier: MIT
"""Running commands as another user; needs root or passwordless sudo."""

import functools
import os
import shutil
import subprocess

NEEDS = "needs root, or sudo without a password"


@functools.lru_cache(maxsize=None)
def may_be_root():
    """Whether commands can run as root."""
    try:
        return subprocess.run(
            [*_command(), "true"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, check=False).returncode == 0
    except FileNotFoundError:
        return False


def _command():
    return [] if os.getuid() == 0 else [shutil.which("sudo") or "/usr/bin/sudo", "-n"]


def as_root():
    """The prefix of a command that runs as root."""
    if not may_be_root():
        raise PermissionError(NEEDS)
    return _command()


def as_user(uid, *groups):
    """The prefix of a command that runs as another user."""
    setpriv = shutil.which("setpriv") or "/usr/bin/setpriv"
    if not os.path.exists(setpriv):
        raise FileNotFoundError(f"{setpriv} is missing: becoming another user needs util-linux")
    listed = [f"--groups={','.join(map(str, groups))}"] if groups else ["--clear-groups"]
    return [*as_root(), setpriv, f"--reuid={uid}", f"--regid={uid}", *listed]
