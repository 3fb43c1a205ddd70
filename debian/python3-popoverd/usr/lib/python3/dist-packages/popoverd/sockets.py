# SPDX-License-Identifier: MIT
"""Where the daemon's socket is, and what to say if it cannot be connected to."""

from __future__ import annotations

import os
from typing import Optional

from .errors import NoAccess, NoDaemon, PopoverdError

SYSTEM_SOCKET = "/run/popoverd/popoverd.sock"


def _session_socket() -> Optional[str]:
    """The path of the socket of the user's session; None without `$XDG_RUNTIME_DIR`."""
    folder = os.environ.get("XDG_RUNTIME_DIR")
    return os.path.join(folder, "popoverd", "popoverd.sock") if folder else None


def socket_path() -> str:
    """Where clients find the daemon's socket: `$POPOVERD_SOCKET`, else the session's if it exists, else
    the system's."""
    named = os.environ.get("POPOVERD_SOCKET")
    session = _session_socket()
    # A stale socket counts as present: clients must not change to the system's daemon while the
    # session's restarts.
    return named or (session if session and os.path.exists(session) else SYSTEM_SOCKET)


class SocketFinder:
    """The path of a client's socket. It is found again at each attempt until the first connection.
    Then it stays: a client that followed a restart to another daemon would not come back."""

    def __init__(self, path: Optional[str]):
        self._is_searching = not path
        self.path = path or socket_path()

    def find(self) -> str:
        if self._is_searching:
            self.path = socket_path()
        return self.path

    def keep(self) -> None:
        self._is_searching = False

    def error(self, error: OSError) -> PopoverdError:
        """What a failed attempt means."""
        if isinstance(error, PermissionError):
            return NoAccess(f'cannot connect to "{self.path}": permission denied '
                            "(join the group of that file)")
        cause = error.strerror.lower() if error.strerror else str(error)
        return NoDaemon(f'cannot connect to "{self.path}": {cause}{self._remedy(error)}')

    def _remedy(self, error: OSError) -> str:
        """Where else the client looked for the socket, and what to do."""
        session = _session_socket()
        if not self._is_searching or os.environ.get("POPOVERD_SOCKET"):
            return ""
        if isinstance(error, FileNotFoundError) and self.path == SYSTEM_SOCKET:
            other = f', nor is there "{session}"' if session else ""
            return f"{other}; start popoverd, or set POPOVERD_SOCKET"
        if isinstance(error, ConnectionRefusedError) and self.path == session:
            return f'; start the session\'s popoverd, or remove this file to use "{SYSTEM_SOCKET}"'
        return ""
