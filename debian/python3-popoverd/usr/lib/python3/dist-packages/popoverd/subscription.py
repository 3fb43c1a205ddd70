# SPDX-License-Identifier: MIT
"""Subscriptions of a client on asyncio."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, AsyncIterator, List, Optional, Sequence

from .core import EventQueue
from .errors import Params
from .values import Event

if TYPE_CHECKING:
    from .client import Client


class Subscription:
    """A stream of events: `async for event in subscription`. It continues after a reconnect, and
    reports missed events as an event of the topic `bus.gap`."""

    def __init__(self, client: Client, topics: Sequence[str], since: Optional[int], kept: int):
        self._client = client
        self._queue = EventQueue(topics, since, kept)
        self._news = asyncio.Event()

    @property
    def topics(self) -> List[str]:
        return self._queue.topics

    @property
    def snapshot(self) -> Params:
        """The scene at the start, or at the last reconnect."""
        return self._queue.snapshot

    async def __aenter__(self) -> Subscription:
        await self._client._subscribe(self)
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.close()

    def __aiter__(self) -> AsyncIterator[Event]:
        return self

    async def __anext__(self) -> Event:
        while True:
            event = self._queue.pop()
            if event:
                return event
            if self._queue.is_over:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()

    async def close(self) -> None:
        """Ends the subscription; events that have arrived can still be read."""
        await self._client._unsubscribe(self)
