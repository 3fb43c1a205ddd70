# SPDX-License-Identifier: MIT
"""A client of popoverd for asyncio, in one file that needs nothing but Python 3.9.

    async with popoverd.connect(app="shop") as client:
        await client.set_source("basket", popoverd.Rect(600, 80, 80, 40))
        popover = await client.open("inspector", (320, 240), source="basket", key="order-7",
                                    will_close=save)
        end = await popover.closed()

The client reconnects by itself, after pauses that double. After a reconnect, surfaces, sources and
occluders are registered again, alerts are raised again and subscriptions continue. Popovers of the
lost connection end with the reason `connection-lost`; their drafts are saved after the reconnect.
While disconnected, requests raise `ConnectionLost`; `await client.ready()` waits for the daemon.
Every wait has a deadline, and every queue a bound. docs/how-to/client-python.md is the guide,
docs/reference/protocol.md the reference.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import json
import logging
import os
import re
from types import TracebackType
from typing import (
    Any, AsyncIterator, Awaitable, Callable, Coroutine, Deque, Dict, List, Literal, Mapping,
    NamedTuple, Optional, Pattern, Sequence, Set, Tuple, Type, TypeVar, Union, cast)

__version__ = "0.1.0"
__all__ = [
    "connect", "Client", "Popover", "View", "Panel", "Subscription", "Rect", "Point", "Size",
    "Placement", "Draft", "SavedDraft", "Advice", "WillClose", "End", "Event", "AlertToShow",
    "TapAnswer", "SAVED", "CLOSE_REASONS", "REFUSAL_REASONS", "ERRORS", "PopoverdError", "NoDaemon",
    "NoAccess", "ConnectionLost", "ClientClosed", "DeadlinePassed", "ProtocolMismatch", "DaemonError",
    "NotJSON", "InvalidRequest", "UnknownMethod", "InvalidParams", "OrderFailed", "Refused",
    "UnknownID", "NotPermitted", "OverLimit", "ShuttingDown", "socket_path"]

PROTOCOL = 1
# Seconds until the next attempt to connect; doubled each time.
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0
# In bytes; the longest line of the daemon is a very large scene.
LONGEST_LINE = 64 * 1024 * 1024
# Seconds for which an alert that is raised again waits for its renderer to reconnect.
RENDERER_PATIENCE = 30.0
# Events that a subscription queues for a slow reader.
EVENTS_KEPT = 1024
# Drafts that are kept for a reconnect; beyond that the oldest is dropped.
WORKS_KEPT = 64

REFUSAL_REASONS = (
    "hello-first", "modal-active", "alert-active", "popover-active", "superseded", "timed-out",
    "cancelled", "toggled", "unsupported-idiom", "not-for-warnings", "unknown-behavior",
    "no-renderer", "detach-not-allowed", "locked", "stale", "does-not-fit", "policy")
# The last is this module's own: the connection to the daemon was lost.
CLOSE_REASONS = (
    "choice", "done", "cancel", "outside-tap", "source-tap", "key", "replaced", "display-changed",
    "source-gone", "detached", "view-presented", "session-ended", "administrator", "idle",
    "client-gone", "shutdown", "connection-lost")

Side = Literal["top", "bottom", "left", "right"]
Outcome = Literal["done", "cancel"]
Severity = Literal["info", "warning", "critical"]
Params = Mapping[str, Any]
T = TypeVar("T")

_log = logging.getLogger("popoverd")


class PopoverdError(Exception):
    """The base class of all errors of this module."""


class NoDaemon(PopoverdError):
    """The socket cannot be connected to."""


class NoAccess(NoDaemon):
    """The socket exists, but this user is not permitted to connect."""


class ConnectionLost(PopoverdError):
    """The client is not connected; `await client.ready()` waits for the daemon."""


class ClientClosed(ConnectionLost):
    """This client is closed."""


class DeadlinePassed(PopoverdError):
    """The daemon did not respond in time; the request was canceled."""


class ProtocolMismatch(PopoverdError):
    """The daemon speaks another version of the protocol, or another protocol."""


class DaemonError(PopoverdError):
    """An error response of the daemon. The message is for people and may change."""

    code = 0

    def __init__(self, message: str, data: Optional[Params] = None, code: Optional[int] = None):
        super().__init__(message)
        self.message = message
        self.data: Params = data or {}
        if code is not None:
            self.code = code


class NotJSON(DaemonError):
    code = -32700


class InvalidRequest(DaemonError):
    code = -32600


class UnknownMethod(DaemonError):
    code = -32601


class InvalidParams(DaemonError):
    """`member` is the path of the invalid member: `size.width`."""

    code = -32602

    @property
    def member(self) -> str:
        return str(self.data.get("member", ""))


class OrderFailed(DaemonError):
    """A request of an administrator failed."""

    code = -32603


class Refused(DaemonError):
    """The rules refused the request. `reason` is one of `REFUSAL_REASONS`."""

    code = 1

    @property
    def reason(self) -> str:
        return str(self.data.get("reason", ""))

    @property
    def app(self) -> Optional[str]:
        """The app of the client that is the cause, if another client is."""
        return cast(Optional[str], self.data.get("app"))


class UnknownID(DaemonError):
    """The id is unknown, or its object has ended."""

    code = 2

    @property
    def id(self) -> Any:
        return self.data.get("id")


class NotPermitted(DaemonError):
    code = 3

    @property
    def needs(self) -> str:
        return str(self.data.get("needs", ""))


class OverLimit(DaemonError):
    """`limit` is a name in `Client.limits`."""

    code = 4

    @property
    def limit(self) -> str:
        return str(self.data.get("limit", ""))

    @property
    def value(self) -> int:
        return int(self.data.get("value", 0))


class ShuttingDown(DaemonError):
    code = 5


ERRORS: Dict[int, Type[DaemonError]] = {kind.code: kind for kind in (
    NotJSON, InvalidRequest, UnknownMethod, InvalidParams, OrderFailed, Refused, UnknownID,
    NotPermitted, OverLimit, ShuttingDown)}


def _error(told: Params) -> DaemonError:
    code = int(told.get("code", 0))
    kind = ERRORS.get(code, DaemonError)
    return kind(str(told.get("message", "")), told.get("data"), code)


class Point(NamedTuple):
    """In points from the top left of the display or surface; y grows downwards."""

    x: float
    y: float


class Size(NamedTuple):
    width: float
    height: float


class Rect(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, told: Params) -> Rect:
        return cls(told["x"], told["y"], told["width"], told["height"])


AnyRect = Union[Rect, Tuple[float, float, float, float]]
AnySize = Union[Size, Tuple[float, float]]


def _rect(rect: AnyRect) -> Params:
    return Rect(*rect)._asdict()


class Placement(NamedTuple):
    """The position of a popover, in points of the display."""

    presentation: str  # popover or sheet
    frame: Rect
    side: Optional[str]  # of its source; None for a sheet
    arrow: Optional[Point]  # its tip
    scrolls: bool  # lower than the preferred height
    animate: bool
    duration: float  # of the animation, in seconds

    @classmethod
    def of(cls, told: Params) -> Placement:
        arrow = told.get("arrow")
        return cls(
            told["presentation"], Rect.of(told["frame"]), told.get("side"),
            Point(arrow["x"], arrow["y"]) if arrow else None, bool(told.get("scrolls")),
            bool(told.get("animate")), told.get("durationMs", 0) / 1000)


class Draft(NamedTuple):
    """A draft that the daemon has stored."""

    content: Any
    revision: int
    saved_at: int  # microseconds of CLOCK_REALTIME
    reason: str

    @classmethod
    def of(cls, told: Params) -> Draft:
        return cls(told["content"], told["revision"], told["savedAt"], told["reason"])


class SavedDraft(NamedTuple):
    revision: int
    durable: bool  # whether it is on the disk


class Advice(NamedTuple):
    rule: str
    message: str


class WillClose(NamedTuple):
    """The daemon's request to remove a popover from the screen."""

    reason: str  # one of CLOSE_REASONS
    disposition: str  # save or discard
    deadline: float  # in seconds; nobody waits for a later draft, but it is still saved


class End(NamedTuple):
    """How a popover ended."""

    reason: str  # one of CLOSE_REASONS
    draft: str  # saved, kept, discarded or none; after `connection-lost`: kept or none
    return_focus: bool  # whether the focus returns to the source
    unresponsive: bool  # whether the owner missed the deadline


class Event(NamedTuple):
    """An event. Lost events are reported by the topic `bus.gap`: its `data` has the numbers `from` and
    `to`; `to` is None after a restart of the daemon."""

    topic: str
    data: Any
    sequence: Optional[int]
    time: Optional[int]  # microseconds of CLOCK_MONOTONIC

    @property
    def is_gap(self) -> bool:
        return self.topic == "bus.gap"


class AlertToShow(NamedTuple):
    """An alert for a renderer; see `Client.answer_alert`."""

    alert: str
    title: str
    message: Optional[str]
    severity: str
    buttons: List[Params]
    frame: Rect
    app: str


class TapAnswer(NamedTuple):
    verdict: str
    deliver: bool  # whether the reporter should act on it
    popover: Optional[str]


class _Saved:
    """The type of `SAVED`."""


# The result of `will_close` if the program itself has saved the work, as for Done.
SAVED = _Saved()

WillCloseHandler = Callable[[WillClose], Awaitable[Any]]


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


def connect(app: str, **details: Any) -> Client:
    """`async with connect(app="shop") as client:`; the arguments are those of `Client`."""
    return Client(app, **details)


class _Waiting(NamedTuple):
    future: asyncio.Future[Any]
    # Called with the result before the next line is handled.
    on_result: Optional[Callable[[Any], None]]


class Popover:
    """A granted popover. Draw it at `placement.frame`."""

    def __init__(self, client: Client, told: Params, key: Optional[str],
                 will_close: Optional[WillCloseHandler],
                 moved: Optional[Callable[[Placement], None]],
                 nudged: Optional[Callable[[], None]]):
        self.id: str = told["popover"]
        self.placement = Placement.of(told)
        self.appearance: Params = told.get("appearance", {})
        self.advice = [Advice(one["rule"], one["message"]) for one in told.get("advice", [])]
        self.draft = Draft.of(told["draft"]) if told.get("draft") else None
        self.key = key
        self._client = client
        self._will_close = will_close
        self._moved, self._nudged = moved, nudged
        self._end: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        # Work that was handed over, but not confirmed; and the task that asks the owner.
        self._handed: Any = None
        self._asking: Optional[asyncio.Task[Any]] = None
        self._is_dismissed = False

    @property
    def is_open(self) -> bool:
        return not self._end.done()

    async def closed(self) -> End:
        """Waits for the end of the popover."""
        return await asyncio.shield(self._end)

    async def update(self, **changes: Any) -> Placement:
        """Changes params of `Client.open`: `size`, `anchor`, `title`, `buttons` and so on."""
        told = await self._ask("update", **_open_params(changes))
        self.placement = Placement.of(told)
        return self.placement

    async def choose(self, choice: Any) -> bool:
        """Reports a choice; returns True if it closes the popover, which must then leave the screen."""
        closes = bool((await self._ask("choose", choice=choice))["closes"])
        self._is_dismissed = self._is_dismissed or closes
        return closes

    async def close(self, outcome: Outcome = "done") -> None:
        """Reports that it left the screen, and its draft is applied (`done`) or dropped (`cancel`)."""
        self._is_dismissed = True
        await self._ask("close", outcome=outcome)

    async def detach(self, frame: Optional[AnyRect] = None) -> Panel:
        """Detaches the popover as a panel, which stays while people work elsewhere."""
        told = await self._ask("detach", **({"frame": _rect(frame)} if frame else {}))
        return Panel(self._client, told["panel"], Rect.of(told["frame"]))

    async def _ask(self, method: str, **params: Any) -> Any:
        return await self._client.request(f"popover.{method}", popover=self.id, **params)

    # Messages of the daemon

    def _move(self, told: Params) -> None:
        self.placement = Placement.of(told)
        if self._moved:
            _call(self._moved, self.placement)

    def _nudge(self) -> None:
        if self._nudged:
            _call(self._nudged)

    async def _ask_owner(self, order: WillClose) -> Any:
        """Asks the owner for its work, at most once."""
        if self._asking is None:
            self._asking = asyncio.ensure_future(self._call_will_close(order))
        return await asyncio.shield(self._asking)

    async def _call_will_close(self, order: WillClose) -> Any:
        try:
            return await self._will_close(order) if self._will_close else None
        except Exception:  # The daemon needs an answer even after an error of the program.
            _log.exception("will_close of a popover failed")
            return None

    def _finish(self, end: End) -> None:
        if not self._end.done():
            self._end.set_result(end)


class _Owned:
    """A view or panel of this client."""

    def __init__(self, client: Client, name: str):
        self.id = name
        self._client = client
        self._end: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        client._owned[name] = self

    async def closed(self) -> str:
        """Waits for the end; returns the reason, `done` after `close`."""
        return await asyncio.shield(self._end)

    def _finish(self, reason: str) -> None:
        self._client._owned.pop(self.id, None)
        if not self._end.done():
            self._end.set_result(reason)


class View(_Owned):
    """A modal view or a sheet of the program; popovers never lie under it."""

    async def close(self) -> None:
        await self._client.request("view.close", view=self.id)
        self._finish("done")


class Panel(_Owned):
    """A detached popover."""

    def __init__(self, client: Client, name: str, frame: Rect):
        super().__init__(client, name)
        self.frame = frame

    async def close(self) -> None:
        await self._client.request("panel.close", panel=self.id)
        self._finish("done")


class Subscription:
    """A stream of events: `async for event in subscription`. It continues after a reconnect, and
    reports missed events as an event of the topic `bus.gap`."""

    def __init__(self, client: Client, topics: Sequence[str], since: Optional[int], kept: int):
        self.topics = list(topics)
        # The scene at the start, or at the last reconnect.
        self.snapshot: Params = {}
        self._client = client
        self._patterns = [_glob(topic) for topic in topics]
        self._events: Deque[Event] = collections.deque()
        self._kept = kept
        self._lost: Optional[Tuple[int, int]] = None
        self._last = since
        self._is_live = self._is_over = False
        self._news = asyncio.Event()

    async def __aenter__(self) -> Subscription:
        self._client._subscriptions.append(self)
        try:
            await self._client._subscribe(self)
        except BaseException:
            self._client._subscriptions.remove(self)
            raise
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.close()

    def __aiter__(self) -> AsyncIterator[Event]:
        return self

    async def __anext__(self) -> Event:
        while True:
            if self._lost:
                (first, last), self._lost = self._lost, None
                return _gap(first, last)
            if self._events:
                return self._events.popleft()
            if self._is_over:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()

    async def close(self) -> None:
        """Ends the subscription; events that have arrived can still be read."""
        if self not in self._client._subscriptions:
            return
        self._client._subscriptions.remove(self)
        self._finish()
        others = {topic for other in self._client._subscriptions for topic in other.topics}
        topics = [topic for topic in self.topics if topic not in others]
        if topics:
            with contextlib.suppress(PopoverdError):
                await self._client.request("bus.unsubscribe", topics=topics)

    def _finish(self) -> None:
        self._is_over = True
        self._news.set()

    def _begin(self, told: Params, is_new_daemon: bool) -> None:
        """Starts after the daemon's response: later events count."""
        latest = int(told["sequence"])
        self.snapshot = told["snapshot"]
        if self._last is None:
            self._last = latest
        elif is_new_daemon:
            self._put(_gap(self._last + 1, None))
            self._last = 0
        elif self._last > latest:
            self._last = 0
        self._is_live = True

    def _receive(self, event: Event) -> None:
        if not self._is_live or self._last is None:
            return
        if event.is_gap:
            first, last = event.data["from"], event.data["to"]
            if last > self._last:
                self._put(_gap(max(first, self._last + 1), last))
                self._last = last
        elif event.sequence is not None and event.sequence > self._last:
            if any(pattern.fullmatch(event.topic) for pattern in self._patterns):
                self._last = event.sequence
                self._put(event)

    def _put(self, event: Event) -> None:
        while len(self._events) >= self._kept:
            oldest = self._events.popleft()
            first, last = (oldest.data["from"], oldest.data["to"]) if oldest.is_gap else (
                oldest.sequence, oldest.sequence)
            # After a restart the numbers start again.
            last = first if last is None else last
            self._lost = (self._lost[0] if self._lost else first, last)
        self._events.append(event)
        self._news.set()


class Client:
    """A connection to the daemon that reconnects by itself.

        await client.ready()    # after the callback `lost`, or a ConnectionLost
        popover = await client.open(...)

    `path` is the socket; docs/reference/protocol.md names the default. `timeout`, in seconds, is for each
    request and for the first connection. `connected` and `lost` are called at each connect and
    disconnect. `present_alert` and `dismiss_alert` are for programs with the role `shell`, which show
    alerts. Callbacks that are not coroutines must not block.
    """

    def __init__(
        self, app: str, *, roles: Sequence[str] = ("app",), path: Optional[str] = None,
        timeout: float = 10.0,
        present_alert: Optional[Callable[[AlertToShow], Awaitable[None]]] = None,
        dismiss_alert: Optional[Callable[[str], None]] = None,
        connected: Optional[Callable[[], None]] = None,
        lost: Optional[Callable[[], None]] = None,
    ):
        self.app, self.roles = app, list(roles)
        # Found again at each attempt until the first connection. Then it stays: a client that followed a
        # restart to another daemon would not come back.
        self._is_searching = not path
        self.path = path or socket_path()
        self.timeout = timeout
        # The result of the latest `hello`, its limits, and the current displays.
        self.welcome: Params = {}
        self.limits: Params = {}
        self.displays: Dict[str, Params] = {}
        self._present_alert, self._dismiss_alert = present_alert, dismiss_alert
        self._connected, self._lost = connected, lost
        self._handlers: Dict[str, List[Callable[[Params], None]]] = {}
        # Places to register after a reconnect, in their first order.
        self._kept: Dict[Tuple[str, str], Params] = {}
        self._activated: Dict[str, Callable[[], None]] = {}
        self._popovers: Dict[str, Popover] = {}
        self._owned: Dict[str, _Owned] = {}
        self._subscriptions: List[Subscription] = []
        self._works: Dict[str, Tuple[Any, int]] = {}
        self._revisions: Dict[str, int] = {}
        # The connection and its pending requests.
        self._writer: Optional[asyncio.StreamWriter] = None
        self._waiting: Dict[int, _Waiting] = {}
        self._abandoned: Set[int] = set()
        self._number = 0
        self._is_ready = asyncio.Event()
        self._is_closed = False
        self._farewell: Optional[str] = None
        self._retry_after = 0.0
        self._connection: Optional[asyncio.Task[None]] = None
        self._tasks: Set[asyncio.Future[Any]] = set()
        self._partings: Set[asyncio.Future[Any]] = set()
        self._refusal: Optional[PopoverdError] = None
        self._first: Optional[asyncio.Future[None]] = None

    # Beginning and end

    async def __aenter__(self) -> Client:
        """Connects; waits at most `timeout` seconds for the daemon."""
        self._first = asyncio.get_running_loop().create_future()
        self._connection = asyncio.ensure_future(self._keep_connected())
        try:
            await asyncio.wait_for(asyncio.shield(self._first), self.timeout)
        except asyncio.TimeoutError:
            await self.close()
            raise self._refusal or NoDaemon(f'cannot connect to "{self.path}"') from None
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    @property
    def is_connected(self) -> bool:
        return self._is_ready.is_set()

    async def ready(self) -> None:
        """Waits until the client is connected and everything is registered again."""
        await self._is_ready.wait()
        if self._is_closed:
            raise ClientClosed("this client is closed")

    async def close(self) -> None:
        """Saves the drafts of open popovers, disconnects, and fails pending requests."""
        if self._is_closed:
            return
        self._is_closed = True
        if self.is_connected:
            for popover in list(self._popovers.values()):
                self._part(popover, "client-gone")
            await self._partings_over()
            with contextlib.suppress(PopoverdError, asyncio.TimeoutError):
                await asyncio.wait_for(self._hand_over_works(), self.timeout)
        if self._connection:
            self._connection.cancel()
            await asyncio.gather(self._connection, return_exceptions=True)
        self._disconnect(ClientClosed("this client is closed"))
        for subscription in self._subscriptions:
            subscription._finish()
        self._subscriptions.clear()
        for task in self._tasks | self._partings:
            task.cancel()
        # Wakes `ready`, which then raises.
        self._is_ready.set()

    # Requests

    async def request(self, method: str, *, timeout: Optional[float] = -1, **params: Any) -> Any:
        """Calls any method of the protocol. The default `timeout` is the client's; None waits forever."""
        return await self._request(method, params, timeout)

    def notify(self, method: str, **params: Any) -> None:
        """Sends a request and ignores its response; does nothing while disconnected."""
        if self.is_connected:
            self._write({"method": method, "params": params})

    def on(self, method: str, handler: Callable[[Params], None]) -> None:
        """Calls `handler(params)` for each notification: `shield`, `display.changed` and so on."""
        self._handlers.setdefault(method, []).append(handler)

    async def _request(
        self, method: str, params: Params, timeout: Optional[float] = -1,
        on_result: Optional[Callable[[Any], None]] = None, early: bool = False,
    ) -> Any:
        if self._is_closed and not early:
            raise ClientClosed("this client is closed")
        if not (self._writer and (early or self.is_connected)):
            raise ConnectionLost("not connected to the daemon; wait with await client.ready()")
        self._number += 1
        number = self._number
        waiting = _Waiting(asyncio.get_running_loop().create_future(), on_result)
        self._waiting[number] = waiting
        try:
            self._write({"id": number, "method": method, "params": params})
            limit = self.timeout if timeout == -1 else timeout
            return await asyncio.wait_for(self._answer(waiting), limit)
        except asyncio.TimeoutError:
            self._abandon(number, method)
            raise DeadlinePassed(f"timed out: no response to {method} within {limit} s") from None
        except asyncio.CancelledError:
            self._abandon(number, method)
            raise
        finally:
            self._waiting.pop(number, None)

    async def _answer(self, waiting: _Waiting) -> Any:
        # Waits if the daemon reads more slowly than this client writes.
        if self._writer:
            with contextlib.suppress(ConnectionError):
                await self._writer.drain()
        return await waiting.future

    def _abandon(self, number: int, method: str) -> None:
        """Cancels a request without a waiter; what it is still granted is returned."""
        if number in self._waiting and method in (
                "popover.open", "view.present", "alert.raise", "popover.detach"):
            self._abandoned.add(number)
            self._write({"method": "request.cancel", "params": {"request": number}})

    # Surfaces, sources and occluders

    async def set_surface(
        self, surface: str, frame: AnyRect, *, display: Optional[str] = None
    ) -> None:
        """Registers or moves a window, to which rectangles can be relative."""
        await self._set("surface", surface, {"frame": _rect(frame), "display": display})

    async def remove_surface(self, surface: str) -> None:
        for kind, name in [place for place in self._kept if place[0] == "source"]:
            if self._kept[kind, name].get("surface") == surface:
                del self._kept[kind, name]
        await self._remove("surface", surface)

    async def set_source(
        self, source: str, rect: AnyRect, *, surface: Optional[str] = None,
        display: Optional[str] = None, activated: Optional[Callable[[], None]] = None,
    ) -> None:
        """Registers or moves a control that opens popovers. `activated` is called when a shield
        swallowed a tap on it, and the daemon forwards the tap."""
        if activated:
            self._activated[source] = activated
        await self._set(
            "source", source, {"rect": _rect(rect), "surface": surface, "display": display})

    async def remove_source(self, source: str) -> None:
        self._activated.pop(source, None)
        await self._remove("source", source)

    async def set_occluder(
        self, occluder: str, rect: AnyRect, *, display: Optional[str] = None
    ) -> None:
        """Registers or moves a rectangle that popovers must not cover."""
        await self._set("occluder", occluder, {"rect": _rect(rect), "display": display})

    async def remove_occluder(self, occluder: str) -> None:
        await self._remove("occluder", occluder)

    async def _set(self, kind: str, name: str, params: Dict[str, Any]) -> None:
        params = {kind: name, **{key: value for key, value in params.items() if value is not None}}
        before = self._kept.get((kind, name))
        self._kept[kind, name] = params
        try:
            await self._request(f"{kind}.set", params)
        except ClientClosed:
            raise
        except ConnectionLost:
            return  # Registered after the reconnect.
        except DaemonError:
            if before is None:
                self._kept.pop((kind, name), None)
            else:
                self._kept[kind, name] = before
            raise

    async def _remove(self, kind: str, name: str) -> None:
        self._kept.pop((kind, name), None)
        try:
            await self._request(f"{kind}.remove", {kind: name})
        except ClientClosed:
            raise
        except ConnectionLost:
            return

    # Popovers and views

    async def open(
        self, behavior: str, size: AnySize, *, source: Optional[str] = None,
        anchor: Optional[AnyRect] = None, key: Optional[str] = None,
        will_close: Optional[WillCloseHandler] = None,
        moved: Optional[Callable[[Placement], None]] = None,
        nudged: Optional[Callable[[], None]] = None, **params: Any,
    ) -> Popover:
        """Opens a popover and waits until it is granted; raises `Refused` if the rules refuse.

            popover = await client.open("inspector", (320, 240), source="basket", key="order-7",
                                        will_close=save)

        `will_close(order)` removes the popover from the screen and returns the unfinished work (any
        JSON), `SAVED` or None. The next popover with the same `key` gets the work as `draft`. The
        other params are those of `popover.open`: `surface`, `display`, `sides`, `modal`, `title`,
        `buttons`, `wait` (in seconds) and so on. While disconnected, it raises `ConnectionLost`.
        """
        params.update(behavior=behavior, size=size, source=source, anchor=anchor, key=key)
        wait = params.pop("wait", None)
        if wait is not None:
            params["waitMs"] = round(wait * 1000)
        granted: List[Popover] = []

        def register(told: Params) -> None:
            # An open of the visible popover returns the same object.
            popover = self._popovers.get(told["popover"])
            if not popover:
                popover = Popover(self, told, key, will_close, moved, nudged)
                self._popovers[popover.id] = popover
                if key and popover.draft:
                    self._revisions[key] = popover.draft.revision
            granted.append(popover)

        longest = params.get("waitMs", self.limits.get("waitMs", 0)) / 1000
        await self._request("popover.open", _open_params(params), self.timeout + longest, register)
        return granted[0]

    async def present_view(
        self, kind: Literal["modal", "sheet"], *, frame: Optional[AnyRect] = None, **params: Any
    ) -> View:
        """Presents a modal view or a sheet of the program."""
        if frame:
            params["frame"] = _rect(frame)
        views: List[View] = []
        await self._request(
            "view.present", {"kind": kind, **params}, self.timeout,
            lambda told: views.append(View(self, told["view"])))
        return views[0]

    # Drafts

    async def save_draft(
        self, key: str, content: Any, *, sync: bool = False, revision: Optional[int] = None
    ) -> SavedDraft:
        """Saves a draft; with `sync`, waits until it is on the disk."""
        params = {"key": key, "content": content, "sync": sync}
        if revision is not None:
            params["revision"] = revision
        told = await self.request("draft.save", **params)
        self._works.pop(key, None)
        self._revisions[key] = told["revision"]
        return SavedDraft(told["revision"], told["durable"])

    async def load_draft(self, key: str) -> Optional[Draft]:
        told = (await self.request("draft.load", key=key))["draft"]
        return Draft.of(told) if told else None

    async def list_drafts(self) -> List[Params]:
        return cast(List[Params], (await self.request("draft.list"))["drafts"])

    async def discard_draft(self, key: str) -> None:
        self._works.pop(key, None)
        await self.request("draft.discard", key=key)

    # Alerts

    async def alert(
        self, title: str, buttons: Sequence[Union[str, Params]], *, severity: Severity = "warning",
        message: Optional[str] = None, timeout: Optional[float] = None, **params: Any,
    ) -> str:
        """Raises an alert and waits for the id of the pressed button.

            button = await asyncio.wait_for(client.alert("Paper is low", ["OK", "Later"]), 60)

        After a reconnect, the alert is raised again. Canceling withdraws it. A button may be a string,
        which is then its label and id.
        """
        params.update(
            title=title, severity=severity, buttons=[
                {"id": one, "label": one} if isinstance(one, str) else one for one in buttons])
        if message is not None:
            params["message"] = message
        if timeout is not None:
            params["timeoutMs"] = round(timeout * 1000)
        time_left = 0.0
        while True:
            try:
                return str((await self._request("alert.raise", params, None))["button"])
            except ClientClosed:
                raise
            except ConnectionLost:
                await self.ready()
                time_left = RENDERER_PATIENCE
            except Refused as refusal:
                if refusal.reason != "no-renderer" or time_left <= 0:
                    raise
                await asyncio.sleep(FIRST_PAUSE)
                time_left -= FIRST_PAUSE

    async def answer_alert(self, alert: str, button: str) -> None:
        """Reports the pressed button of an alert that this program shows."""
        await self.request("alert.answer", alert=alert, button=button)

    # Taps and keys

    async def tap(self, x: float, y: float, **params: Any) -> TapAnswer:
        """Reports a tap; the params are those of `tap`: `surface`, `display`, `time` and so on."""
        told = await self.request("tap", x=x, y=y, **params)
        return TapAnswer(told["verdict"], told["deliver"], told.get("popover"))

    async def key(self, key: str, **params: Any) -> TapAnswer:
        told = await self.request("key", key=key, **params)
        return TapAnswer(told["verdict"], told["deliver"], told.get("popover"))

    # The bus

    def subscribe(
        self, *topics: str, since: Optional[int] = None, kept: int = EVENTS_KEPT
    ) -> Subscription:
        """`async with client.subscribe("popover.*") as events: async for event in events:`

        `since` starts with the events after this number that the daemon still has. At most `kept`
        events are queued for a slow reader; beyond that the oldest are dropped, and a `bus.gap` follows.
        """
        return Subscription(self, topics, since, kept)

    async def publish(self, topic: str, data: Any = None) -> int:
        """Publishes an event to all subscribers; the topic begins with `app.`."""
        return int((await self.request("bus.publish", topic=topic, data=data))["sequence"])

    async def _subscribe(
        self, subscription: Subscription, is_new_daemon: bool = False, early: bool = False
    ) -> None:
        params: Dict[str, Any] = {"topics": subscription.topics}
        if subscription._last is not None:
            params["since"] = 0 if is_new_daemon else subscription._last
        await self._request(
            "bus.subscribe", params, self.timeout,
            lambda told: subscription._begin(told, is_new_daemon), early)

    # Connecting

    async def _keep_connected(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                reader = await self._dial()
                reading = asyncio.ensure_future(self._read(reader))
                try:
                    await self._greet(reading)
                    self._is_searching = False
                    pause = FIRST_PAUSE
                    self._announce()
                    await reading
                finally:
                    reading.cancel()
                    await asyncio.gather(reading, return_exceptions=True)
            except (OSError, PopoverdError, asyncio.IncompleteReadError,
                    asyncio.TimeoutError) as error:
                before, self._refusal = self._refusal, self._connect_error(error)
                # A starting daemon creates its socket before it sets the permissions: try twice.
                final = isinstance(error, (ProtocolMismatch, NotPermitted, InvalidParams)) or (
                    isinstance(before, NoAccess) and isinstance(self._refusal, NoAccess))
                if final and self._first and not self._first.done():
                    self._first.set_exception(self._refusal)
            finally:
                reason = f": {self._farewell}" if self._farewell else ""
                self._disconnect(ConnectionLost(f"disconnected from the daemon{reason}"))
            await asyncio.sleep(max(pause, self._retry_after))
            self._retry_after = 0.0
            pause = min(2 * pause, LONGEST_PAUSE)

    def _connect_error(self, error: BaseException) -> PopoverdError:
        if isinstance(error, PopoverdError):
            return error
        if isinstance(error, PermissionError):
            return NoAccess(f'cannot connect to "{self.path}": permission denied '
                            "(join the group of that file)")
        cause = error.strerror.lower() if isinstance(error, OSError) and error.strerror else error
        return NoDaemon(f'cannot connect to "{self.path}": {cause or "no response to hello"}'
                        f"{self._explanation(error)}")

    def _explanation(self, error: BaseException) -> str:
        """Where else the client looked for the socket, and a remedy."""
        session = _session_socket()
        if not self._is_searching or os.environ.get("POPOVERD_SOCKET"):
            return ""
        if isinstance(error, FileNotFoundError) and self.path == SYSTEM_SOCKET:
            other = f', nor is there "{session}"' if session else ""
            return f"{other}; start popoverd, or set POPOVERD_SOCKET"
        if isinstance(error, ConnectionRefusedError) and self.path == session:
            return f'; start the session\'s popoverd, or remove this file to use "{SYSTEM_SOCKET}"'
        return ""

    async def _dial(self) -> asyncio.StreamReader:
        self._farewell = None
        if self._is_searching:
            self.path = socket_path()
        reader, self._writer = await asyncio.wait_for(
            asyncio.open_unix_connection(self.path, limit=LONGEST_LINE), self.timeout)
        return reader

    async def _greet(self, reading: asyncio.Future[None]) -> None:
        """Says hello and registers everything again."""
        try:
            welcome = await self._early(reading, self._request("hello", {
                "protocol": PROTOCOL, "app": self.app, "roles": self.roles}, early=True))
        except InvalidParams as error:
            if error.member == "protocol":
                raise ProtocolMismatch(error.message) from error
            raise
        if welcome.get("protocol") != PROTOCOL:
            raise ProtocolMismatch(
                f"the daemon speaks {welcome.get('protocol')}, this client {PROTOCOL}")
        before = self.welcome.get("started")
        is_new_daemon = before is not None and before != welcome.get("started")
        self.welcome, self.limits = welcome, welcome["limits"]
        self.displays = {one["display"]: one for one in welcome["displays"]}
        await self._early(reading, self._resynchronize(is_new_daemon))

    async def _resynchronize(self, is_new_daemon: bool) -> None:
        for order in ("surface", "source", "occluder"):
            for (kind, name), params in list(self._kept.items()):
                if kind == order:
                    await self._resend(f"{kind}.set", params, f"{kind} {name!r}")
        await self._partings_over()
        await self._hand_over_works()
        for subscription in list(self._subscriptions):
            try:
                await self._subscribe(subscription, is_new_daemon, early=True)
            except DaemonError as error:
                _log.warning("subscription refused after the reconnect: %s", error)

    async def _resend(self, method: str, params: Params, what: str) -> None:
        try:
            await self._request(method, params, early=True)
        except DaemonError as error:
            _log.warning("%s refused after the reconnect: %s", what, error)

    async def _early(self, reading: asyncio.Future[None], work: Coroutine[Any, Any, T]) -> T:
        """Awaits work before the client is ready; fails if the connection ends."""
        task = asyncio.ensure_future(work)
        try:
            either: Set[asyncio.Future[Any]] = {task, reading}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise ConnectionLost(self._farewell or "disconnected from the daemon")
            return task.result()
        finally:
            task.cancel()

    def _announce(self) -> None:
        self._is_ready.set()
        if self._first and not self._first.done():
            self._first.set_result(None)
        if self._connected:
            _call(self._connected)

    def _disconnect(self, error: ConnectionLost) -> None:
        """Ends the connection and fails its pending requests."""
        was_ready = self.is_connected
        self._is_ready.clear()
        if self._writer:
            self._writer.close()
            self._writer = None
        self._abandoned.clear()
        for waiting in self._waiting.values():
            if not waiting.future.done():
                waiting.future.set_exception(error)
                waiting.future.exception()  # Marks it as retrieved.
        for subscription in self._subscriptions:
            subscription._is_live = False
        for popover in list(self._popovers.values()):
            self._part(popover, "connection-lost")
        for owned in list(self._owned.values()):
            owned._finish("connection-lost")
        if was_ready and self._lost:
            _call(self._lost)

    # Drafts after the end of a connection

    def _part(self, popover: Popover, reason: str) -> None:
        """After the end of the connection, asks the owner for its work as usual."""
        self._popovers.pop(popover.id, None)
        parting = asyncio.ensure_future(self._parting(popover, reason))
        self._partings.add(parting)
        parting.add_done_callback(self._partings.discard)

    async def _parting(self, popover: Popover, reason: str) -> None:
        deadline = self.limits.get("closeMs", 250) / 1000
        work = popover._handed
        if work is None and not popover._is_dismissed:
            asked = asyncio.ensure_future(
                popover._ask_owner(WillClose(reason, "save", deadline)))
            done, _ = await asyncio.wait({asked}, timeout=deadline)
            if not done:
                # Later work is saved, too.
                self._spawn(self._keep_late_work(popover, asked))
            else:
                work = asked.result()
        self._keep_work(popover, work)
        is_kept = popover.key in self._works
        popover._finish(End(reason, "kept" if is_kept else "none", False, False))

    async def _keep_late_work(self, popover: Popover, asked: asyncio.Future[Any]) -> None:
        self._keep_work(popover, await asked)
        if self.is_connected:
            await self._hand_over_works()

    def _keep_work(self, popover: Popover, work: Any) -> None:
        if popover.key is None or work is None or work is SAVED or popover._is_dismissed:
            return
        known = max(self._revisions.get(popover.key, 0),
                    popover.draft.revision if popover.draft else 0)
        self._works.pop(popover.key, None)
        self._works[popover.key] = (work, known + 1)
        while len(self._works) > WORKS_KEPT:
            oldest = next(iter(self._works))
            del self._works[oldest]
            _log.warning("a draft is dropped: more than %d wait for the daemon", WORKS_KEPT)

    async def _partings_over(self) -> None:
        if self._partings:
            await asyncio.wait(set(self._partings), timeout=self.timeout)

    async def _hand_over_works(self) -> None:
        for key, (content, revision) in list(self._works.items()):
            try:
                # The daemon refuses this as stale if another program has saved a newer draft.
                told = await self._request(
                    "draft.save", {"key": key, "content": content, "revision": revision},
                    early=True)
                self._revisions[key] = told["revision"]
            except DaemonError as error:
                _log.warning("a draft was refused after the reconnect: %s", error)
            self._works.pop(key, None)

    # Incoming lines

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while True:
            try:
                line = await reader.readuntil(b"\n")
            except asyncio.IncompleteReadError:
                return
            except asyncio.LimitOverrunError:
                raise ProtocolMismatch(f"a line exceeds {LONGEST_LINE} bytes") from None
            try:
                message = json.loads(line)
                self._handle(message)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise ProtocolMismatch(f"invalid message from the daemon: {error!r}") from error

    def _handle(self, message: Dict[str, Any]) -> None:
        method = message.get("method")
        if method is None:
            self._handle_response(message)
        elif "id" in message:
            self._spawn(self._answer_daemon(message["id"], method, message.get("params", {})))
        else:
            self._handle_notification(method, message.get("params", {}))

    def _handle_response(self, message: Dict[str, Any]) -> None:
        number = message.get("id")
        waiting = self._waiting.get(number) if isinstance(number, int) else None
        if number in self._abandoned:
            self._abandoned.discard(cast(int, number))
            self._give_back(message.get("result") or {})
        elif waiting and not waiting.future.done():
            if "error" in message:
                waiting.future.set_exception(_error(message["error"]))
                return
            result = message["result"]
            if waiting.on_result:
                waiting.on_result(result)
            waiting.future.set_result(result)

    def _give_back(self, result: Params) -> None:
        """Returns a grant that arrived after its request was abandoned."""
        if "panel" in result:
            self._write({"method": "panel.close", "params": {"panel": result["panel"]}})
        elif "popover" in result and result["popover"] not in self._popovers:
            self._write({"method": "popover.close", "params": {
                "popover": result["popover"], "outcome": "cancel"}})
        elif "view" in result:
            self._write({"method": "view.close", "params": {"view": result["view"]}})

    def _handle_notification(self, method: str, params: Dict[str, Any]) -> None:
        popover = self._popovers.get(params.get("popover", ""))
        if method == "event":
            event = Event(params["topic"], params.get("data"), params.get("sequence"),
                          params.get("time"))
            for subscription in self._subscriptions:
                subscription._receive(event)
        elif method == "popover.closed" and popover:
            del self._popovers[popover.id]
            popover._finish(End(
                params["reason"], params["draft"], bool(params.get("returnFocus")),
                bool(params.get("unresponsive"))))
        elif method == "popover.moved" and popover:
            popover._move(params)
        elif method == "popover.nudge" and popover:
            popover._nudge()
        elif method in ("view.closed", "panel.closed"):
            owned = self._owned.get(params[method.split(".")[0]])
            if owned:
                owned._finish(params["reason"])
        elif method == "source.activated" and params["source"] in self._activated:
            _call(self._activated[params["source"]])
        elif method == "alert.dismiss" and self._dismiss_alert:
            _call(self._dismiss_alert, params["alert"])
        elif method == "display.changed":
            self.displays.pop(params["display"], None)
            if not params.get("removed"):
                self.displays[params["display"]] = params
        elif method == "bye":
            self._farewell = params["reason"]
            self._retry_after = params["retryAfterMs"] / 1000
        for handler in self._handlers.get(method, []):
            _call(handler, params)

    async def _answer_daemon(self, request: Any, method: str, params: Params) -> None:
        writer = self._writer
        result = await self._result(method, params)
        if self._writer is not writer:
            return  # The connection has ended; the draft is kept.
        if result is None:
            error = {"code": UnknownMethod.code, "message": f"no such method: {method}"}
            self._write({"id": request, "error": error})
        else:
            self._write({"id": request, "result": result})

    async def _result(self, method: str, params: Params) -> Optional[Params]:
        if method == "popover.willClose":
            popover = self._popovers.get(params["popover"])
            if not popover:
                return {}
            work = await popover._ask_owner(WillClose(
                params["reason"], params["disposition"], params["deadlineMs"] / 1000))
            if isinstance(work, _Saved):
                return {"saved": True}
            if params["disposition"] == "discard":
                popover._is_dismissed = True
            else:
                popover._handed = work
            return {} if work is None else {"draft": work}
        if method == "alert.present" and self._present_alert:
            try:
                await self._present_alert(AlertToShow(
                    params["alert"], params["title"], params.get("message"), params["severity"],
                    params["buttons"], Rect.of(params["frame"]), params["app"]))
                return {}
            except Exception:  # The error response passes it to the next renderer.
                _log.exception("present_alert failed")
        return None

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _write(self, message: Dict[str, Any]) -> None:
        if self._writer is None or self._writer.is_closing():
            return
        line = json.dumps(
            {"jsonrpc": "2.0", **message}, ensure_ascii=False, allow_nan=False,
            separators=(",", ":"))
        self._writer.write(line.encode("utf-8") + b"\n")


def _open_params(params: Params) -> Dict[str, Any]:
    """Converts params for the wire: rectangles to objects, without None."""
    told = {name: value for name, value in params.items() if value is not None}
    for name in ("size", "minimum"):
        if name in told:
            told[name] = Size(*told[name])._asdict()
    if "anchor" in told:
        told["anchor"] = _rect(told["anchor"])
    for name in ("avoid", "passthrough", "hit"):
        if name in told:
            told[name] = [_rect(one) for one in told[name]]
    return told


def _glob(topic: str) -> Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in topic.split("*")), re.S)


def _gap(first: int, last: Optional[int]) -> Event:
    return Event("bus.gap", {"from": first, "to": last}, None, None)


def _call(callback: Callable[..., Any], *arguments: Any) -> None:
    """Calls a callback; its errors do not end the connection."""
    try:
        callback(*arguments)
    except Exception:
        _log.exception("a callback failed")
