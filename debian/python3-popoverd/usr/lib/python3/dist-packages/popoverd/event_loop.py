# SPDX-License-Identifier: MIT
"""The core driven by asyncio's event loop."""

from __future__ import annotations

import asyncio
import contextlib
from typing import (
    Any, Awaitable, Callable, Coroutine, Dict, List, Mapping, Optional, Set, TypeVar)

from . import operations
from .constants import UNSENT_KEPT
from .core import Answered, ClientCore, EventQueue, OpenPanel, OpenPopover, Owner, RequestID
from .driver import Driver, read
from .errors import PopoverdError
from .handles import log
from .operations import Operation
from .popovers import Panel, Popover, WillCloseHandler
from .requests import Requests
from .subscription import Subscription
from .values import AlertToShow, WillClose

T = TypeVar("T")


class EventLoopDriver(Driver, Requests):
    """Each request is a coroutine."""

    def __init__(
        self, core: ClientCore, path: Optional[str],
        present_alert: Optional[Callable[[AlertToShow], Awaitable[None]]],
        dismiss_alert: Optional[Callable[[str], None]], connected: Optional[Callable[[], None]],
        lost: Optional[Callable[[], None]],
    ):
        super().__init__(core, path, dismiss_alert, connected, lost)
        self._present_alert = present_alert
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._timer: Optional[asyncio.TimerHandle] = None
        self._connection: Optional[asyncio.Task[None]] = None
        self._writer: Optional[asyncio.StreamWriter] = None
        self._is_ready = asyncio.Event()
        self._first: Optional[asyncio.Future[None]] = None
        self._closed: Optional[asyncio.Future[None]] = None
        self._tasks: Set[asyncio.Task[Any]] = set()
        self._subscriptions: Dict[EventQueue, Subscription] = {}

    # Requests

    async def _request(
        self, method: str, params: Mapping[str, Any], timeout: Optional[float] = -1
    ) -> Any:
        return await self._ask(method, params, lambda answer: answer.result, timeout)

    async def _do(self, operation: Operation[T]) -> T:
        return await self._ask(
            operation.method, operation.params, lambda answer: operation.read(answer.result))

    async def _ask(
        self, method: str, params: Mapping[str, Any], reader: Callable[[Answered], T],
        timeout: Optional[float] = -1,
    ) -> T:
        return await self._wait(lambda: self._start(method, params, timeout), reader)

    async def _wait(self, start: Callable[[], int], reader: Callable[[Answered], T]) -> T:
        """Starts a request, and waits for its answer; canceling cancels the request."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        number = start()
        answers: List[Answered] = []

        def answered(answer: Answered) -> None:
            # Read before the next event: what was granted may have ended already.
            answers.append(answer)
            try:
                result = read(answer, reader)
            except PopoverdError as error:
                if not future.done():
                    future.set_exception(error)
            else:
                if not future.done():
                    future.set_result(result)
        self._pending[number] = answered
        self._advance()
        try:
            return await future
        except asyncio.CancelledError:
            if not future.cancelled():
                future.exception()  # Marks it as retrieved.
            if answers:
                self._core.return_grant(answers[0])
            else:
                del self._pending[number]
                self._core.cancel(number, self._now())
            self._advance()
            raise

    async def _subscribe(self, subscription: Subscription) -> None:
        queue = subscription._queue
        self._subscriptions[queue] = subscription
        try:
            await self._wait(lambda: self._core.subscribe(queue, self._now()), operations.done)
        except BaseException:
            await self._unsubscribe(subscription)
            raise

    async def _unsubscribe(self, subscription: Subscription) -> None:
        queue = subscription._queue
        if queue not in self._subscriptions:
            return
        pending = self._core.unsubscribe(queue, self._now())
        self._advance()
        del self._subscriptions[queue]
        if pending is not None:
            number = pending
            with contextlib.suppress(PopoverdError):
                await self._wait(lambda: number, operations.done)

    # The event loop

    def _now(self) -> float:
        return self._loop.time() if self._loop else 0.0

    def _dial(self, path: str) -> None:
        self._connection = asyncio.ensure_future(self._connect(path))

    async def _connect(self, path: str) -> None:
        """Reads a connection until it ends, or another one replaces it."""
        try:
            reader, writer = await asyncio.open_unix_connection(path)
        except OSError as error:
            self._core.failed(self._finder.error(error), self._now())
            self._advance()
            return
        self._writer = writer
        self._core.opened(self._now())
        self._advance()
        while self._writer is writer:
            try:
                data = await reader.read(65536)
            except OSError:
                data = b""
            if data:
                self._core.receive(data, self._now())
            else:
                self._core.ended(self._now())
            self._advance()

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        writer, self._writer = self._writer, None
        if writer and self._core.is_closed:
            writer.close()
        elif writer:
            # What the connection did not deliver counts as lost: the daemon must not read it later.
            writer.transport.abort()
        if connection and connection is not asyncio.current_task():
            connection.cancel()

    def _send(self, data: bytes) -> None:
        if not self._writer:
            return
        self._writer.write(data)
        if self._writer.transport.get_write_buffer_size() > UNSENT_KEPT:
            log.warning("the daemon reads nothing: %d bytes wait for it", UNSENT_KEPT)
            self._core.ended(self._now())

    def _set_timer(self, time: Optional[float]) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if time is not None and self._loop:
            # An iteration of the event loop later: what has arrived is read before a deadline passes.
            self._timer = self._loop.call_at(time, self._soon)

    def _soon(self) -> None:
        if self._loop:
            self._loop.call_soon(self._tick)

    # Events of the core

    def _note_connected(self) -> None:
        self._is_ready.set()
        if self._first and not self._first.done():
            self._first.set_result(None)
        super()._note_connected()

    def _note_lost(self) -> None:
        self._is_ready.clear()
        super()._note_lost()

    def _note_failed(self, error: PopoverdError) -> None:
        if self._first and not self._first.done():
            self._first.set_exception(error)
        self._note_closed()

    def _note_closed(self) -> None:
        for task in self._tasks:
            task.cancel()
        # Wakes `ready`, which then raises.
        self._is_ready.set()
        if self._closed and not self._closed.done():
            self._closed.set_result(None)

    def _note_news(self, queue: EventQueue) -> None:
        if queue in self._subscriptions:
            self._subscriptions[queue]._news.set()

    def _ask_owner(self, owner: Owner, order: WillClose) -> None:
        handle = self._handles.get(owner) if isinstance(owner, (OpenPopover, OpenPanel)) else None
        will_close = handle._will_close if isinstance(handle, (Popover, Panel)) else None
        if will_close:
            self._spawn(self._call_will_close(owner, will_close, order))
        else:
            self._answer_close(owner, None)

    async def _call_will_close(
        self, owner: Owner, will_close: WillCloseHandler, order: WillClose
    ) -> None:
        work = None
        try:
            work = await will_close(order)
        except Exception:  # The daemon needs an answer even after an error of the program.
            log.exception("will_close failed")
        self._answer_close(owner, work)

    def _show_alert(self, request: RequestID, alert: AlertToShow) -> None:
        if self._present_alert:
            self._spawn(self._call_present_alert(self._present_alert, request, alert))
        else:
            self._core.answer_alert(request, False)

    async def _call_present_alert(
        self, present_alert: Callable[[AlertToShow], Awaitable[None]], request: RequestID,
        alert: AlertToShow,
    ) -> None:
        is_shown = False
        try:
            await present_alert(alert)
            is_shown = True
        except Exception:  # The error response passes it to the next renderer.
            log.exception("present_alert failed")
        self._core.answer_alert(request, is_shown)
        self._advance()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
