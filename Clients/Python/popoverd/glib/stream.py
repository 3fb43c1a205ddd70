# SPDX-License-Identifier: MIT
"""A Unix socket that GLib's main loop watches."""

from __future__ import annotations

import socket
from typing import Callable, Optional

from gi.repository import GLib  # type: ignore


class Stream:
    """A connection. `received` gets what arrives, and b"" at its end."""

    def __init__(self, path: str, received: Callable[[bytes], None]):
        """Connects; raises `OSError`."""
        self.unsent = bytearray()
        self._received = received
        self._writing: Optional[int] = None
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            # A Unix socket connects at once, or says that its daemon is busy.
            self._socket.setblocking(False)
            self._socket.connect(path)
        except BaseException:
            self._socket.close()
            raise
        self._reading: int = GLib.io_add_watch(
            self._socket.fileno(), GLib.PRIORITY_DEFAULT,
            GLib.IOCondition.IN | GLib.IOCondition.HUP | GLib.IOCondition.ERR, self._read)

    def send(self, data: bytes) -> None:
        """Sends without waiting; what the daemon does not read yet is in `unsent`."""
        self.unsent += data
        if self._writing is None:
            self._write()

    def close(self) -> None:
        GLib.source_remove(self._reading)
        if self._writing is not None:
            GLib.source_remove(self._writing)
        self._socket.close()

    def _read(self, *_: object) -> bool:
        try:
            data = self._socket.recv(262144)
        except BlockingIOError:
            return True
        except OSError:
            data = b""
        self._received(data)
        return True  # `close` removes it.

    def _write(self, *_: object) -> bool:
        try:
            while self.unsent:
                del self.unsent[:self._socket.send(self.unsent)]
        except BlockingIOError:
            if self._writing is None:
                self._writing = GLib.io_add_watch(
                    self._socket.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.OUT, self._write)
            return True
        except OSError:
            self.unsent.clear()  # Its end is read at once.
        self._writing = None
        return False
