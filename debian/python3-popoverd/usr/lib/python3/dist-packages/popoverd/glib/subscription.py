# SPDX-License-Identifier: MIT
"""Subscriptions of a client with GLib's main loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, List, Optional, Sequence

from ..core import EventQueue
from ..errors import Params
from ..handles import call
from ..values import Event

if TYPE_CHECKING:
    from .client import Client


class Subscription:
    """Calls `received(event)` for each event. It continues after a reconnect, and reports missed
    events as an event of the topic `bus.gap`."""

    def __init__(
        self, client: Client, topics: Sequence[str], received: Callable[[Event], None],
        since: Optional[int], kept: int,
    ):
        self._client = client
        self._received = received
        self._queue = EventQueue(topics, since, kept)

    @property
    def topics(self) -> List[str]:
        return self._queue.topics

    @property
    def snapshot(self) -> Params:
        """The scene at the start, or at the last reconnect."""
        return self._queue.snapshot

    def close(self) -> None:
        """Ends the subscription; no event is received any more."""
        self._client._unsubscribe(self)

    def _receive(self) -> None:
        while not self._queue.is_over:
            event = self._queue.pop()
            if not event:
                return
            call(self._received, event)
