# SPDX-License-Identifier: MIT
"""The core driven by GLib's main loop."""

from __future__ import annotations

import math
import time
from typing import Any, Callable, Dict, Mapping, Optional, TypeVar

from gi.repository import GLib  # type: ignore

from .. import operations
from ..constants import UNSENT_KEPT
from ..core import Answered, ClientCore, EventQueue, OpenPanel, OpenPopover, Owner, RequestID
from ..driver import Driver, read
from ..errors import ConnectionLost, PopoverdError
from ..handles import call, log
from ..operations import Operation
from ..pending import PendingRequest
from ..requests import CallbackRequests, Failed
from ..values import AlertToShow, WillClose
from .popovers import Panel, Popover
from .stream import Stream
from .subscription import Subscription

T = TypeVar("T")


class MainLoopDriver(Driver, CallbackRequests):
    """Sends at once, and calls back only when the main loop runs again."""

    def __init__(
        self, core: ClientCore, path: Optional[str],
        present_alert: Optional[Callable[[AlertToShow], None]],
        dismiss_alert: Optional[Callable[[str], None]], connected: Optional[Callable[[], None]],
        lost: Optional[Callable[[], None]], failed: Optional[Failed],
    ):
        super().__init__(core, path, dismiss_alert, connected, lost)
        self._present_alert = present_alert
        self._failed = failed
        self._closed: Optional[Callable[[], None]] = None
        self._stream: Optional[Stream] = None
        # Sources of the main loop.
        self._timer: Optional[int] = None
        self._idle: Optional[int] = None
        self._subscriptions: Dict[EventQueue, Subscription] = {}

    # Requests

    def _request(
        self, method: str, params: Mapping[str, Any], done: Optional[Callable[[Any], None]],
        failed: Optional[Failed], timeout: Optional[float] = -1
    ) -> PendingRequest:
        def result(answer: Answered) -> Any:
            return answer.result
        return self._begin(
            method, lambda: self._start(method, params, timeout), result, done, failed)

    def _do(
        self, operation: Operation[T], done: Optional[Callable[[T], None]],
        failed: Optional[Failed]
    ) -> PendingRequest:
        return self._ask(operation.method, operation.params,
                         lambda answer: operation.read(answer.result), done, failed)

    def _ask(
        self, method: str, params: Mapping[str, Any], reader: Callable[[Answered], T],
        done: Optional[Callable[[T], None]], failed: Optional[Failed],
    ) -> PendingRequest:
        return self._begin(method, lambda: self._start(method, params), reader, done, failed)

    def _begin(
        self, method: str, start: Callable[[], int], reader: Callable[[Answered], T],
        done: Optional[Callable[[T], None]], failed: Optional[Failed],
    ) -> PendingRequest:
        """Starts a request, whose answer one of the callbacks gets."""
        def fail(error: PopoverdError) -> None:
            if failed:
                call(failed, error)
            else:
                log.warning("%s failed: %s", method, error)

        def answered(answer: Answered) -> None:
            try:
                result = read(answer, reader)
            except PopoverdError as error:
                fail(error)
            else:
                if done:
                    call(done, result)
        try:
            number = start()
        except ConnectionLost as lost:
            number = self._core.fail(lost)
        self._pending[number] = answered
        self._advance()
        return PendingRequest(lambda: self._cancel(number))

    def _cancel(self, number: int) -> None:
        if self._pending.pop(number, None):
            self._core.cancel(number, self._now())
            self._advance()

    def _subscribe(
        self, subscription: Subscription, done: Optional[Callable[[None], None]],
        failed: Optional[Failed],
    ) -> None:
        queue = subscription._queue

        def forget(error: PopoverdError) -> None:
            self._subscriptions.pop(queue, None)
            if failed:
                failed(error)
            else:
                log.warning("bus.subscribe failed: %s", error)
        self._subscriptions[queue] = subscription
        self._begin("bus.subscribe", lambda: self._core.subscribe(queue, self._now(), later=True),
                    operations.done, done, forget)

    def _unsubscribe(self, subscription: Subscription) -> None:
        self._subscriptions.pop(subscription._queue, None)
        self._core.unsubscribe(subscription._queue, self._now())
        self._advance()

    # The main loop

    def _now(self) -> float:
        return time.monotonic()

    def _advance(self) -> None:
        if self._is_advancing:
            return
        self._flush()
        if self._idle is None:
            self._idle = GLib.idle_add(self._carry_on, priority=GLib.PRIORITY_DEFAULT)

    def _carry_on(self) -> bool:
        self._idle = None
        super()._advance()
        return False

    def _dial(self, path: str) -> None:
        try:
            self._stream = Stream(path, self._received)
        except OSError as error:
            self._core.failed(self._finder.error(error), self._now())
        else:
            self._core.opened(self._now())

    def _received(self, data: bytes) -> None:
        if data:
            self._core.receive(data, self._now())
        else:
            self._core.ended(self._now())
        self._advance()

    def _hang_up(self) -> None:
        if self._stream:
            self._stream.close()
            self._stream = None

    def _send(self, data: bytes) -> None:
        if self._stream:
            self._stream.send(data)
            if len(self._stream.unsent) > UNSENT_KEPT:
                log.warning("the daemon reads nothing: %d bytes wait for it", UNSENT_KEPT)
                self._core.ended(self._now())

    def _set_timer(self, time: Optional[float]) -> None:
        if self._timer is not None:
            GLib.source_remove(self._timer)
            self._timer = None
        if time is not None:
            pause = max(0, math.ceil(1000 * (time - self._now())))
            self._timer = GLib.timeout_add(pause, self._ring)

    def _ring(self) -> bool:
        self._timer = None
        self._tick()
        return False

    # Events of the core

    def _note_failed(self, error: PopoverdError) -> None:
        if self._failed:
            call(self._failed, error)
        else:
            log.error("%s", error)

    def _note_closed(self) -> None:
        closed, self._closed = self._closed, None
        if closed:
            call(closed)

    def _note_news(self, queue: EventQueue) -> None:
        if queue in self._subscriptions:
            self._subscriptions[queue]._receive()

    def _ask_owner(self, owner: Owner, order: WillClose) -> None:
        handle = self._handles.get(owner) if isinstance(owner, (OpenPopover, OpenPanel)) else None
        will_close = handle._will_close if isinstance(handle, (Popover, Panel)) else None
        if not will_close:
            self._answer_close(owner, None)
            return
        try:
            will_close(order, lambda work: self._answer_close(owner, work))
        except Exception:  # The daemon needs an answer even after an error of the program.
            log.exception("will_close failed")
            self._answer_close(owner, None)

    def _show_alert(self, request: RequestID, alert: AlertToShow) -> None:
        is_shown = False
        try:
            if self._present_alert:
                self._present_alert(alert)
                is_shown = True
        except Exception:  # The error response passes it to the next renderer.
            log.exception("present_alert failed")
        self._core.answer_alert(request, is_shown)
