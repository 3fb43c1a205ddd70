# SPDX-License-Identifier: MIT
"""What a request with callbacks returns."""

from __future__ import annotations

from typing import Callable, Optional


class PendingRequest:
    """A request that waits for its response."""

    def __init__(self, cancel: Optional[Callable[[], None]] = None):
        self._cancel = cancel

    def cancel(self) -> None:
        """Has no callback called any more; what the request is still granted is given back."""
        cancel, self._cancel = self._cancel, None
        if cancel:
            cancel()
