#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Replaces systemd for dbus-broker-launch on machines without systemd.

    activation.py SOCKET COMMAND...

runs the command with the open socket SOCKET and a journal that discards everything. With `-` the
caller passes the open socket.
"""

import ctypes
import os
import socket
import sys

JOURNAL = "/run/systemd/journal/socket"
OWN_MOUNTS = 0x20000
PRIVATE = 1 << 18 | 1 << 14
HANDED_OVER = 3


def make_journal():
    """In a private mount namespace, so that no other process sees it."""
    system = ctypes.CDLL(None, use_errno=True)
    system.mount.argtypes = (*[ctypes.c_char_p] * 3, ctypes.c_ulong, ctypes.c_char_p)
    place = os.path.dirname(os.path.dirname(JOURNAL))
    os.makedirs(place, exist_ok=True)
    if (system.unshare(OWN_MOUNTS) or system.mount(b"none", b"/", None, PRIVATE, None)
            or system.mount(b"none", place.encode(), b"tmpfs", 0, None)):
        sys.exit(f"cannot create a journal: {os.strerror(ctypes.get_errno())}")
    os.mkdir(os.path.dirname(JOURNAL))
    journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    journal.bind(JOURNAL)
    os.set_inheritable(journal.detach(), True)


def main():
    path, *command = sys.argv[1:]
    if path != "-":
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen(1024)
        # The descriptor may already have the required number.
        descriptor = listener.detach()
        if descriptor == HANDED_OVER:
            os.set_inheritable(descriptor, True)
        else:
            os.dup2(descriptor, HANDED_OVER)
        os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
    if not os.path.exists(JOURNAL):
        make_journal()
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
