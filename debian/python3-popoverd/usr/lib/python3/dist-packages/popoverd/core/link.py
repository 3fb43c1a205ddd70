# SPDX-License-Identifier: MIT
"""What the parts of the core share: the time, what is to be sent and told, and pending requests."""

from __future__ import annotations

import logging
from typing import Any, Callable, Deque, Dict, List, NamedTuple, Optional, Set
from collections import deque

from ..errors import DeadlinePassed, Params, PopoverdError, UnknownMethod
from .events import CoreEvent, RequestID
from .lines import encode

log = logging.getLogger("popoverd")

# Called with the result or the error of a request.
Finish = Callable[[Any, Optional[PopoverdError]], None]

# A grant of one of these is returned where nobody waits for it any more.
CANCELED = ("popover.open", "view.present", "alert.raise", "popover.detach")


class Call(NamedTuple):
    """A request to the daemon that waits for its response."""

    method: str
    limit: Optional[float]  # in seconds
    deadline: Optional[float]
    finish: Finish


class Link:
    """The connection as the parts of the core see it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.is_open = False
        # Counts connections: an answer to a request of an earlier one is void.
        self.connection = 0
        self.output = bytearray()
        self.events: Deque[CoreEvent] = deque()
        self._calls: Dict[int, Call] = {}
        self._abandoned: Set[int] = set()
        self.last_number = 0

    def tell(self, event: CoreEvent) -> None:
        self.events.append(event)

    def begin(self) -> None:
        self.is_open = True
        self.connection += 1

    def end(self) -> None:
        self.is_open = False
        self.output.clear()
        self._abandoned.clear()

    def send(self, message: Params) -> None:
        if self.is_open:
            self.output += encode(message)

    # Requests of the daemon

    def reply(self, request: RequestID, result: Params) -> bool:
        """Sends a result; False if the connection of the request has ended."""
        is_there = self.is_open and request.connection == self.connection
        if is_there:
            self.send({"id": request.id, "result": result})
        return is_there

    def refuse(self, request: RequestID, method: str) -> None:
        if self.is_open and request.connection == self.connection:
            error = {"code": UnknownMethod.code, "message": f"no such method: {method}"}
            self.send({"id": request.id, "error": error})

    # Requests to the daemon

    def new_number(self) -> int:
        self.last_number += 1
        return self.last_number

    def call(self, method: str, params: Params, limit: Optional[float], finish: Finish,
             number: Optional[int] = None) -> int:
        """Sends a request. `finish` gets its result or error, at the latest after `limit` seconds."""
        number = self.new_number() if number is None else number
        self.send({"id": number, "method": method, "params": params})
        deadline = None if limit is None else self.now + limit
        self._calls[number] = Call(method, limit, deadline, finish)
        return number

    def respond(self, number: Any, result: Any, error: Optional[PopoverdError]) -> Optional[Params]:
        """Handles a response; returns a grant for which nobody waits."""
        if not isinstance(number, int):
            return None
        if number in self._abandoned:
            self._abandoned.discard(number)
            return result if isinstance(result, dict) else None
        call = self._calls.get(number)
        if call:
            # If the result is malformed, the call is pending still, and fails with its connection.
            call.finish(result, error)
            self._calls.pop(number, None)
        return None

    def abandon(self, number: int) -> None:
        """Cancels a request without an answer."""
        call = self._calls.pop(number, None)
        if call and call.method in CANCELED and self.is_open:
            self._abandoned.add(number)
            self.send({"method": "request.cancel", "params": {"request": number}})

    def expire(self) -> None:
        """Fails the requests whose deadline has passed."""
        for number, call in list(self._calls.items()):
            if call.deadline is not None and call.deadline <= self.now and number in self._calls:
                self.abandon(number)
                call.finish(None, DeadlinePassed(
                    f"timed out: no response to {call.method} within {call.limit:g} s"))

    def fail_calls(self, error: PopoverdError) -> None:
        calls, self._calls = list(self._calls.values()), {}
        for call in calls:
            call.finish(None, error)

    def deadlines(self) -> List[float]:
        return [call.deadline for call in self._calls.values() if call.deadline is not None]
