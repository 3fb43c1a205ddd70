# SPDX-License-Identifier: MIT
"""Becoming another user, which takes root, or sudo that asks for no password."""

import functools
import os
import shutil
import subprocess

NEEDS = "needs root, or sudo without a password"


@functools.lru_cache(maxsize=None)
def may_be_root():
    """Whether a process of root's can be started."""
    try:
        return subprocess.run(
            [*_command(), "true"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, check=False).returncode == 0
    except FileNotFoundError:
        return False


def _command():
    return [] if os.getuid() == 0 else [shutil.which("sudo") or "/usr/bin/sudo", "-n"]


def as_root():
    """What stands before a command of root's; nothing where this is root."""
    if not may_be_root():
        raise PermissionError(NEEDS)
    return _command()


def as_user(uid, *groups):
    """What stands before a command to be another user's."""
    setpriv = shutil.which("setpriv") or "/usr/bin/setpriv"
    if not os.path.exists(setpriv):
        raise FileNotFoundError(f"{setpriv} is missing: becoming another user needs util-linux")
    listed = [f"--groups={','.join(map(str, groups))}"] if groups else ["--clear-groups"]
    return [*as_root(), setpriv, f"--reuid={uid}", f"--regid={uid}", *listed]
