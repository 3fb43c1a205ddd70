# SPDX-License-Identifier: MIT
"""The framing of the protocol: JSON objects, one a line."""

from __future__ import annotations

import json
from typing import Any, Dict, List

from ..constants import LONGEST_LINE
from ..errors import Params, ProtocolMismatch


class LineBuffer:
    """Splits received bytes into lines, wherever they were cut."""

    def __init__(self, longest: int = LONGEST_LINE):
        self._longest = longest
        self._rest = bytearray()

    def feed(self, data: bytes) -> List[bytes]:
        """The lines that are complete now, without LF; raises `ProtocolMismatch` for a longer one."""
        # Only new bytes are searched: a long line may come in many pieces.
        searched = len(self._rest)
        self._rest += data
        end = self._rest.rfind(b"\n", searched)
        lines = [] if end < 0 else bytes(self._rest[:end]).split(b"\n")
        del self._rest[:end + 1]
        if max(len(self._rest), *map(len, lines), 0) > self._longest:
            raise ProtocolMismatch(f"a line exceeds {self._longest} bytes")
        return lines


def decode(line: bytes) -> Dict[str, Any]:
    """The message in a line; raises `ProtocolMismatch` where there is none."""
    try:
        return dict(json.loads(line))
    except (ValueError, TypeError, RecursionError) as error:
        raise ProtocolMismatch(f"invalid message from the daemon: {error!r}") from error


def encode(message: Params) -> bytes:
    """The line of a message; raises `TypeError` or `ValueError` for what is not JSON."""
    line = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, allow_nan=False,
                      separators=(",", ":"))
    return line.encode("utf-8") + b"\n"
