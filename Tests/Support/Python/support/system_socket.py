# SPDX-License-Identifier: MIT
"""Commands that see another socket of the system's daemon."""

import os

_SCRIPT = """
mount -t tmpfs none /run && mkdir -m 755 /run/popoverd || exit 99
[ -z "$0" ] || ln -s "$0" /run/popoverd/popoverd.sock
exec "$@"
"""


def with_system_socket(path=None):
    """The prefix of a command with an empty /run, where /run/popoverd/popoverd.sock is a link to this
    socket; None: it does not exist."""
    user = ["--map-root-user"] if os.geteuid() else []
    return ["unshare", *user, "--mount", "--propagation", "private", "sh", "-c", _SCRIPT, path or ""]
