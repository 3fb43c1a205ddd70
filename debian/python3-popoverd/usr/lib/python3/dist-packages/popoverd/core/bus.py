# SPDX-License-Identifier: MIT
"""Subscriptions: queues of events that continue after a reconnect, and report what was missed."""

from __future__ import annotations

import collections
import re
from typing import Any, Callable, Deque, Dict, List, Optional, Pattern, Sequence, Tuple

from ..errors import DaemonError, Params, PopoverdError
from ..values import Event
from .events import News
from .link import Finish, Link, log


class EventQueue:
    """The events of one subscription. At most `kept` wait for the reader; beyond that the oldest are
    dropped, and a gap reports them."""

    def __init__(self, topics: Sequence[str], since: Optional[int], kept: int):
        self.topics = list(topics)
        # The scene at the start, or at the last reconnect.
        self.snapshot: Params = {}
        self.is_over = False
        self.is_live = False
        self._patterns = [_glob(topic) for topic in topics]
        self._events: Deque[Event] = collections.deque()
        self._kept = max(1, kept)
        self._lost: Optional[Tuple[int, int]] = None
        self._last = since

    def pop(self) -> Optional[Event]:
        """The next event; None if none waits."""
        if self._lost:
            (first, last), self._lost = self._lost, None
            return Event.gap(first, last)
        return self._events.popleft() if self._events else None

    def params(self, is_new_daemon: bool) -> Dict[str, Any]:
        params: Dict[str, Any] = {"topics": self.topics}
        if self._last is not None:
            params["since"] = 0 if is_new_daemon else self._last
        return params

    def begin(self, told: Params, is_new_daemon: bool) -> None:
        """Starts after the daemon's response: later events count."""
        latest = int(told["sequence"])
        self.snapshot = told["snapshot"]
        if self._last is None:
            self._last = latest
        elif is_new_daemon:
            self._put(Event.gap(self._last + 1, None))
            self._last = 0
        elif self._last > latest:
            self._last = 0
        self.is_live = True

    def receive(self, event: Event) -> bool:
        """Whether the event is one of this subscription's."""
        if not self.is_live or self._last is None:
            return False
        if event.is_gap:
            first, last = event.data["from"], event.data["to"]
            if last <= self._last:
                return False
            self._put(Event.gap(max(first, self._last + 1), last))
            self._last = last
            return True
        if event.sequence is None or event.sequence <= self._last or not any(
                pattern.fullmatch(event.topic) for pattern in self._patterns):
            return False
        self._last = event.sequence
        self._put(event)
        return True

    def _put(self, event: Event) -> None:
        while len(self._events) >= self._kept:
            oldest = self._events.popleft()
            first = oldest.data["from"] if oldest.is_gap else oldest.sequence
            last = oldest.data["to"] if oldest.is_gap else oldest.sequence
            # After a restart the numbers start again.
            last = first if last is None else last
            self._lost = (self._lost[0] if self._lost else first or 0, last or 0)
        self._events.append(event)


class Bus:
    """The subscriptions of a client, which share its connection."""

    def __init__(self, link: Link):
        self._link = link
        self.queues: List[EventQueue] = []

    def add(self, queue: EventQueue, number: int, finish: Finish, limit: float) -> None:
        self.queues.append(queue)
        begun = self._beginning(queue, False)

        def answered(result: Any, error: Optional[PopoverdError]) -> None:
            begun(result, error)
            if error and queue in self.queues:
                self.queues.remove(queue)
            finish(result, error)
        self._link.call("bus.subscribe", queue.params(False), limit, answered, number)

    def remove(self, queue: EventQueue) -> List[str]:
        """The topics that no other subscription needs."""
        if queue not in self.queues:
            return []
        self.queues.remove(queue)
        self._finish(queue)
        others = {topic for other in self.queues for topic in other.topics}
        return [topic for topic in queue.topics if topic not in others]

    def resume(
        self, call: Callable[[str, Params, Finish], object], is_new_daemon: bool,
        queues: Sequence[EventQueue],
    ) -> None:
        """Subscribes again after a reconnect."""
        for queue in list(queues):
            call("bus.subscribe", queue.params(is_new_daemon),
                 self._beginning(queue, is_new_daemon))

    def receive(self, event: Event) -> None:
        for queue in self.queues:
            if queue.receive(event):
                self._link.tell(News(queue))

    def lose(self) -> None:
        for queue in self.queues:
            queue.is_live = False

    def close(self) -> None:
        for queue in self.queues:
            self._finish(queue)
        self.queues.clear()

    def _finish(self, queue: EventQueue) -> None:
        queue.is_over = True
        queue.is_live = False
        self._link.tell(News(queue))

    def _beginning(self, queue: EventQueue, is_new_daemon: bool) -> Finish:
        def finish(result: Any, error: Optional[PopoverdError]) -> None:
            if isinstance(error, DaemonError):
                log.warning("cannot subscribe to %s: %s", ", ".join(queue.topics), error)
            elif not error:
                queue.begin(result, is_new_daemon)
                self._link.tell(News(queue))
        return finish


def _glob(topic: str) -> Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in topic.split("*")), re.S)
