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
    NamedTuple, Optional, Pattern, Sequence, Set, Tuple, Type, TypedDict, TypeVar, Union, cast,
    get_args, overload)

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

# Written by protocol/generate, as are the dictionaries at the end of this file.
# begin generated: names
Role = Literal["app", "shell", "input", "observer"]
Side = Literal["top", "bottom", "left", "right"]
PreferredSide = Literal["top", "bottom", "left", "right", "start", "end"]
Alignment = Literal["start", "center", "end"]
Bounds = Literal["display", "surface"]
WritingDirection = Literal["ltr", "rtl"]
ButtonRole = Literal["default", "cancel", "destructive"]
Severity = Literal["info", "warning", "critical"]
CloseOutcome = Literal["done", "cancel"]
ViewKind = Literal["modal", "sheet"]
Renderer = Literal["self", "shell"]
PointerPhase = Literal["down", "move", "up", "cancel", "wheel"]
PointerKind = Literal["touch", "mouse", "pen"]
PointerButton = Literal["primary", "secondary", "middle"]
Idiom = Literal["kiosk", "desktop", "tablet", "phone", "tv", "watch"]
Opens = Literal["free", "asked"]
Contrast = Literal["normal", "high"]
Material = Literal["translucent", "opaque"]
Easing = Literal["ease-out", "ease-in-out", "ease-in"]
LogLevel = Literal["trace", "debug", "info", "notice", "warning", "error", "critical"]
PresentationKind = Literal["popover", "sheet"]
PopoverState = Literal["visible", "closing"]
AlertState = Literal["queued", "presented"]
RecordingLimit = Literal["size", "time", "slow"]
Disposition = Literal["save", "discard"]
DraftOutcome = Literal["saved", "kept", "discarded", "none"]
TapVerdict = Literal["inside", "dismissed", "swallowed", "passed", "idle", "swiped", "none"]
CloseReason = Literal[
    "choice", "done", "cancel", "outside-tap", "source-tap", "key", "replaced", "display-changed",
    "source-gone", "detached", "view-presented", "session-ended", "administrator", "idle",
    "client-gone", "shutdown", "unresponsive", "timed-out", "released"]
RefusalReason = Literal[
    "hello-first", "modal-active", "alert-active", "popover-active", "superseded", "timed-out",
    "cancelled", "toggled", "unsupported-idiom", "not-for-warnings", "unknown-behavior",
    "no-renderer", "detach-not-allowed", "locked", "stale", "does-not-fit", "panel-active",
    "unasked", "policy"]
ByeReason = Literal["slow", "malformed", "flood", "quota", "hello-timeout", "shutdown"]
DecisionSubject = Literal["open", "tap", "key", "choice", "detach", "close", "alert", "idle"]
TestimonyFailure = Literal["late", "failed", "unfit"]
PluginKind = Literal["behaviors", "policy"]
PluginTier = Literal["native", "program"]
PluginState = Literal["loaded", "failed", "unloaded", "starting", "suspended", "quarantined"]
ChangeEffect = Literal["now", "at-start"]
Method = Literal[
    "hello", "surface.set", "surface.remove", "source.set", "source.remove", "occluder.set",
    "occluder.remove", "popover.open", "popover.update", "popover.choose", "popover.close",
    "popover.detach", "panel.set", "panel.raise", "panel.close", "view.present", "view.close",
    "draft.save", "draft.load", "draft.list", "draft.discard", "alert.raise", "alert.answer",
    "alert.cancel", "request.cancel", "tap", "pointer", "key", "bus.subscribe", "bus.unsubscribe",
    "bus.publish", "display.set", "display.remove", "rpc.discover", "status", "popover.explain",
    "popover.dismiss", "session.end", "session.lock", "session.unlock", "plugin.list",
    "plugin.load", "plugin.unload", "plugin.reload", "plugin.clear", "config.reload", "metrics",
    "log.level", "record.start", "record.stop", "record.dump", "record.list", "shutdown"]
Topic = Literal[
    "popover.opened", "popover.closing", "popover.closed", "popover.refused", "popover.moved",
    "popover.detached", "alert.queued", "alert.presented", "alert.answered", "alert.cancelled",
    "tap", "draft.saved", "draft.restored", "draft.discarded", "display.changed", "client.joined",
    "client.left", "client.unresponsive", "plugin.loaded", "plugin.failed", "plugin.unloaded",
    "config.reloaded", "session.began", "session.ended", "session.locked", "session.unlocked",
    "advice"]
# end generated: names

REFUSAL_REASONS: Tuple[str, ...] = get_args(RefusalReason)
# The last is this module's own: the connection to the daemon was lost.
CLOSE_REASONS: Tuple[str, ...] = (*get_args(CloseReason), "connection-lost")
EndReason = Literal[CloseReason, "connection-lost"]

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

    presentation: PresentationKind
    frame: Rect
    side: Optional[Side]  # of its source; None for a sheet
    arrow: Optional[Point]  # its tip
    scrolls: bool  # lower than the preferred height
    animate: bool
    duration: float  # of the animation, in seconds
    easing: Optional[Easing]  # None if nothing is animated
    start: Optional[Rect]  # the frame before the animation; None if nothing is animated
    scrim: Optional[float]  # how dark to draw what is behind, 0 to 1; None unless modal
    close_button: bool = False  # a sheet that only a button closes

    @classmethod
    def of(cls, told: Params) -> Placement:
        arrow = told.get("arrow")
        return cls(
            told["presentation"], Rect.of(told["frame"]), told.get("side"),
            Point(arrow["x"], arrow["y"]) if arrow else None, bool(told.get("scrolls")),
            bool(told.get("animate")), told.get("durationMs", 0) / 1000, told.get("easing"),
            Rect.of(told["from"]) if told.get("from") else None, told.get("scrim"),
            bool(told.get("closeButton")))


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
    """The daemon's request to remove a popover or panel from the screen."""

    reason: EndReason
    disposition: Disposition
    deadline: float  # in seconds; nobody waits for a later draft, but it is still saved
    animate: bool = False
    duration: float = 0.0  # of the animation, in seconds; answer afterwards
    easing: Optional[Easing] = None


class End(NamedTuple):
    """How a popover ended."""

    reason: EndReason
    draft: DraftOutcome  # after `connection-lost`: kept or none
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
    severity: Severity
    buttons: List[ButtonDict]
    frame: Rect
    app: str
    timeout: Optional[float] = None  # seconds until it ends by itself, for a countdown
    animate: bool = False
    duration: float = 0.0  # of the animation, in seconds
    easing: Optional[Easing] = None
    start: Optional[Rect] = None  # the frame before the animation
    scrim: float = 0.0  # how dark to draw what is behind it, 0 to 1


class TapAnswer(NamedTuple):
    verdict: TapVerdict
    deliver: bool  # whether the reporter should act on it
    popover: Optional[str]
    gesture: Optional[str] = None  # lets the reporting app open a popover


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


class _WorkHolder:
    """A popover or panel, whose owner is asked for its work."""

    def __init__(self, will_close: Optional[WillCloseHandler]):
        self._will_close = will_close
        self._asking: Optional[asyncio.Task[Any]] = None

    async def _ask_owner(self, order: WillClose) -> Any:
        """Asks the owner for its work, at most once."""
        if self._asking is None:
            self._asking = asyncio.ensure_future(self._call_will_close(order))
        return await asyncio.shield(self._asking)

    async def _call_will_close(self, order: WillClose) -> Any:
        try:
            return await self._will_close(order) if self._will_close else None
        except Exception:  # The daemon needs an answer even after an error of the program.
            _log.exception("will_close failed")
            return None


class Popover(_WorkHolder):
    """A granted popover. Draw it at `placement.frame`."""

    def __init__(self, client: Client, told: Params, key: Optional[str],
                 will_close: Optional[WillCloseHandler],
                 moved: Optional[Callable[[Placement], None]],
                 nudged: Optional[Callable[[], None]]):
        super().__init__(will_close)
        self.id: str = told["popover"]
        self.placement = Placement.of(told)
        self.appearance: Params = told.get("appearance", {})
        self.advice = [Advice(one["rule"], one["message"]) for one in told.get("advice", [])]
        self.draft = Draft.of(told["draft"]) if told.get("draft") else None
        self.key = key
        self._client = client
        self._moved, self._nudged = moved, nudged
        self._end: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        # Work that was handed over, but not confirmed.
        self._handed: Any = None
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

    async def close(self, outcome: CloseOutcome = "done") -> None:
        """Reports that it left the screen, and its draft is applied (`done`) or dropped (`cancel`)."""
        self._is_dismissed = True
        await self._ask("close", outcome=outcome)

    async def detach(
        self, frame: Optional[AnyRect] = None, *,
        moved: Optional[Callable[[Rect], None]] = None,
        raised: Optional[Callable[[], None]] = None,
    ) -> Panel:
        """Detaches the popover as a panel, which stays while people work elsewhere.

        The panel has the `will_close` of the popover. `moved(frame)` moves it with its display,
        `raised()` brings it to the front.
        """
        panels: List[Panel] = []
        params: Dict[str, Any] = {"popover": self.id}
        if frame:
            params["frame"] = _rect(frame)
        await self._client._request(
            "popover.detach", params, on_result=lambda told: panels.append(
                Panel(self._client, told, self._will_close, moved, raised)))
        return panels[0]

    async def _ask(self, method: str, **params: Any) -> Any:
        return await self._client._request(f"popover.{method}", {"popover": self.id, **params})

    # Messages of the daemon

    def _move(self, told: Params) -> None:
        self.placement = Placement.of(told)
        if self._moved:
            _call(self._moved, self.placement)

    def _nudge(self) -> None:
        if self._nudged:
            _call(self._nudged)

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


class Panel(_Owned, _WorkHolder):
    """A detached popover. Draw it at `frame`."""

    def __init__(self, client: Client, told: Params, will_close: Optional[WillCloseHandler],
                 moved: Optional[Callable[[Rect], None]], raised: Optional[Callable[[], None]]):
        _Owned.__init__(self, client, told["panel"])
        _WorkHolder.__init__(self, will_close)
        self.frame = Rect.of(told["frame"])
        self._moved, self._raised = moved, raised

    async def set(self, frame: AnyRect) -> Rect:
        """Moves or resizes the panel; returns its frame within the display."""
        params = {"panel": self.id, "frame": _rect(frame)}
        told = await self._client._request("panel.set", params)
        self.frame = Rect.of(told["frame"])
        return self.frame

    async def close(self, outcome: Optional[CloseOutcome] = None) -> None:
        """Closes the panel: its draft is applied (`done`), dropped (`cancel`) or, by default, stays."""
        params = {"panel": self.id, **({"outcome": outcome} if outcome else {})}
        await self._client._request("panel.close", params)
        self._finish("done")

    def _told(self, method: str, params: Params) -> None:
        if method == "panel.moved":
            self.frame = Rect.of(params["frame"])
            if self._moved:
                _call(self._moved, self.frame)
        elif self._raised:
            _call(self._raised)


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

    # begin generated: requests
    @overload
    async def request(
        self, method: Literal["hello"], *, protocol: int, app: str, roles: List[Role] = ...,
        shield: bool = ..., timeout: Optional[float] = ...) -> WelcomeDict: ...
    @overload
    async def request(
        self, method: Literal["surface.set"], *, surface: str, display: str = ..., frame: RectDict,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["surface.remove"], *, surface: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["source.set"], *, source: str, rect: RectDict, display: str = ...,
        surface: str = ..., edge: PreferredSide = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["source.remove"], *, source: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["occluder.set"], *, occluder: str, rect: RectDict, display: str = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["occluder.remove"], *, occluder: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["popover.open"], *, behavior: str, size: SizeDict, display: str = ...,
        surface: str = ..., source: str = ..., anchor: RectDict = ...,
        sides: List[PreferredSide] = ..., align: Alignment = ..., gap: float = ...,
        within: Bounds = ..., avoid: List[RectDict] = ..., passthrough: List[RectDict] = ...,
        minimum: SizeDict = ..., key: str = ..., modal: bool = ..., title: str = ...,
        help: str = ..., buttons: List[Union[str, ButtonDict]] = ..., severity: Severity = ...,
        expands: bool = ..., hit: List[RectDict] = ..., appearance: Dict[str, Any] = ...,
        gesture: str = ..., waitMs: float = ..., timeout: Optional[float] = ...) -> GrantDict: ...
    @overload
    async def request(
        self, method: Literal["popover.update"], *, popover: str, size: SizeDict = ...,
        anchor: RectDict = ..., sides: List[PreferredSide] = ..., align: Alignment = ...,
        gap: float = ..., within: Bounds = ..., avoid: List[RectDict] = ...,
        passthrough: List[RectDict] = ..., hit: List[RectDict] = ..., modal: bool = ...,
        title: str = ..., help: str = ..., buttons: List[Union[str, ButtonDict]] = ...,
        timeout: Optional[float] = ...) -> UpdatedResult: ...
    @overload
    async def request(
        self, method: Literal["popover.choose"], *, popover: str, choice: Any,
        timeout: Optional[float] = ...) -> ChosenResult: ...
    @overload
    async def request(
        self, method: Literal["popover.close"], *, popover: str, outcome: CloseOutcome,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["popover.detach"], *, popover: str, frame: RectDict = ...,
        timeout: Optional[float] = ...) -> DetachedResult: ...
    @overload
    async def request(
        self, method: Literal["panel.set"], *, panel: str, frame: RectDict,
        timeout: Optional[float] = ...) -> PanelSetResult: ...
    @overload
    async def request(
        self, method: Literal["panel.raise"], *, panel: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["panel.close"], *, panel: str, outcome: CloseOutcome = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["view.present"], *, kind: ViewKind, frame: RectDict = ...,
        display: str = ..., closePopover: bool = ...,
        timeout: Optional[float] = ...) -> ViewPresentedResult: ...
    @overload
    async def request(
        self, method: Literal["view.close"], *, view: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["draft.save"], *, key: str, content: Any, revision: int = ...,
        sync: bool = ..., timeout: Optional[float] = ...) -> DraftSavedResult: ...
    @overload
    async def request(
        self, method: Literal["draft.load"], *, key: str,
        timeout: Optional[float] = ...) -> DraftResult: ...
    @overload
    async def request(
        self, method: Literal["draft.list"], *, timeout: Optional[float] = ...) -> DraftsResult: ...
    @overload
    async def request(
        self, method: Literal["draft.discard"], *, key: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["alert.raise"], *, title: str, severity: Severity,
        buttons: List[ButtonDict], message: str = ..., size: SizeDict = ..., key: str = ...,
        display: str = ..., renderer: Renderer = ..., timeoutMs: float = ...,
        timeout: Optional[float] = ...) -> AlertAnsweredResult: ...
    @overload
    async def request(
        self, method: Literal["alert.answer"], *, alert: str, button: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["alert.cancel"], *, alert: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["request.cancel"], *, request: Union[str, float],
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["tap"], *, x: float, y: float, display: str = ..., surface: str = ...,
        time: int = ..., pointer: int = ..., swallowed: bool = ...,
        timeout: Optional[float] = ...) -> JudgementDict: ...
    @overload
    async def request(
        self, method: Literal["pointer"], *, phase: PointerPhase, x: float, y: float,
        display: str = ..., surface: str = ..., time: int = ..., pointer: int = ...,
        swallowed: bool = ..., kind: PointerKind = ..., button: PointerButton = ...,
        timeout: Optional[float] = ...) -> JudgementDict: ...
    @overload
    async def request(
        self, method: Literal["key"], *, key: str, display: str = ..., time: int = ...,
        composing: bool = ..., timeout: Optional[float] = ...) -> JudgementDict: ...
    @overload
    async def request(
        self, method: Literal["bus.subscribe"], *, topics: List[str], since: int = ...,
        timeout: Optional[float] = ...) -> SubscribedResult: ...
    @overload
    async def request(
        self, method: Literal["bus.unsubscribe"], *, topics: List[str],
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["bus.publish"], *, topic: str, data: Any,
        timeout: Optional[float] = ...) -> PublishedResult: ...
    @overload
    async def request(
        self, method: Literal["display.set"], *, display: str, width: float, height: float,
        scale: float = ..., insets: InsetsDict = ..., idiom: Idiom = ..., translucency: bool = ...,
        contrast: Contrast = ..., reducedMotion: bool = ..., direction: WritingDirection = ...,
        tapMs: float = ..., tapSlop: float = ..., opens: Opens = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["display.remove"], *, display: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["rpc.discover"], *,
        timeout: Optional[float] = ...) -> DiscoveryDict: ...
    @overload
    async def request(
        self, method: Literal["status"], *, timeout: Optional[float] = ...) -> SceneDict: ...
    @overload
    async def request(
        self, method: Literal["popover.explain"], *, popover: str = ..., limit: int = ...,
        timeout: Optional[float] = ...) -> DecisionsResult: ...
    @overload
    async def request(
        self, method: Literal["popover.dismiss"], *, popover: str, discard: bool = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["popover.dismiss"], *, discard: bool = ..., display: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["session.end"], *, display: str = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["session.lock"], *, display: str = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["session.unlock"], *, display: str = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["plugin.list"], *,
        timeout: Optional[float] = ...) -> PluginsResult: ...
    @overload
    async def request(
        self, method: Literal["plugin.load"], *, path: str,
        timeout: Optional[float] = ...) -> PluginStatusDict: ...
    @overload
    async def request(
        self, method: Literal["plugin.load"], *, name: str,
        timeout: Optional[float] = ...) -> PluginStatusDict: ...
    @overload
    async def request(
        self, method: Literal["plugin.unload"], *, name: str,
        timeout: Optional[float] = ...) -> PluginStatusDict: ...
    @overload
    async def request(
        self, method: Literal["plugin.reload"], *, name: str,
        timeout: Optional[float] = ...) -> PluginStatusDict: ...
    @overload
    async def request(
        self, method: Literal["plugin.clear"], *, name: str,
        timeout: Optional[float] = ...) -> PluginStatusDict: ...
    @overload
    async def request(
        self, method: Literal["config.reload"], *,
        timeout: Optional[float] = ...) -> ReloadedResult: ...
    @overload
    async def request(
        self, method: Literal["metrics"], *, timeout: Optional[float] = ...) -> MetricsDict: ...
    @overload
    async def request(
        self, method: Literal["log.level"], *, level: LogLevel,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["record.start"], *, path: str = ...,
        timeout: Optional[float] = ...) -> RecordingDict: ...
    @overload
    async def request(
        self, method: Literal["record.stop"], *,
        timeout: Optional[float] = ...) -> RecordingDict: ...
    @overload
    async def request(
        self, method: Literal["record.dump"], *, path: str = ...,
        timeout: Optional[float] = ...) -> RecordingDict: ...
    @overload
    async def request(
        self, method: Literal["record.list"], *,
        timeout: Optional[float] = ...) -> RecordingsResult: ...
    @overload
    async def request(
        self, method: Literal["shutdown"], *, timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    # end generated: requests

    async def request(self, method: Method, *, timeout: Optional[float] = -1, **params: Any) -> Any:
        """Calls any method of the protocol. The default `timeout` is the client's; None waits forever."""
        return await self._request(method, params, timeout)

    def notify(self, method: Method, **params: Any) -> None:
        """Sends a request and ignores its response; does nothing while disconnected."""
        if self.is_connected:
            self._write({"method": method, "params": params})

    # begin generated: notifications
    @overload
    def on(
        self, method: Literal["popover.closed"],
        handler: Callable[[ClosedPopoverDict], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["popover.moved"],
        handler: Callable[[PopoverMovedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["popover.nudge"],
        handler: Callable[[PopoverNudgeNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["panel.closed"],
        handler: Callable[[ClosedPanelDict], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["panel.moved"],
        handler: Callable[[PanelMovedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["panel.raised"],
        handler: Callable[[PanelRaisedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["view.closed"],
        handler: Callable[[ViewClosedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["source.activated"],
        handler: Callable[[SourceActivatedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["alert.queued"],
        handler: Callable[[AlertQueuedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["alert.dismiss"],
        handler: Callable[[AlertDismissNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["shield"], handler: Callable[[ShieldNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["display.changed"],
        handler: Callable[[DisplayChangedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["event"], handler: Callable[[EventNotification], None]) -> None: ...
    @overload
    def on(self, method: Literal["bye"], handler: Callable[[ByeNotification], None]) -> None: ...
    # end generated: notifications

    def on(self, method: str, handler: Callable[[Any], None]) -> None:
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
        display: Optional[str] = None, edge: Optional[PreferredSide] = None,
        activated: Optional[Callable[[], None]] = None,
    ) -> None:
        """Registers or moves a control that opens popovers. `activated` is called when a shield
        swallowed a tap on it, and the daemon forwards the tap; and for a swipe from its `edge`."""
        if activated:
            self._activated[source] = activated
        await self._set(
            "source", source,
            {"rect": _rect(rect), "surface": surface, "display": display, "edge": edge})

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
        message: Optional[str] = None, timeout: Optional[float] = None,
        size: Optional[AnySize] = None, **params: Any,
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
        if size is not None:
            params["size"] = Size(*size)._asdict()
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
        return TapAnswer(
            told["verdict"], told["deliver"], told.get("popover"), told.get("gesture"))

    async def key(self, key: str, **params: Any) -> TapAnswer:
        told = await self.request("key", key=key, **params)
        return TapAnswer(
            told["verdict"], told["deliver"], told.get("popover"), told.get("gesture"))

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

    def _part(self, popover: Popover, reason: EndReason) -> None:
        """After the end of the connection, asks the owner for its work as usual."""
        self._popovers.pop(popover.id, None)
        parting = asyncio.ensure_future(self._parting(popover, reason))
        self._partings.add(parting)
        parting.add_done_callback(self._partings.discard)

    async def _parting(self, popover: Popover, reason: EndReason) -> None:
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
        elif method in ("panel.moved", "panel.raised"):
            panel = self._owned.get(params["panel"])
            if isinstance(panel, Panel):
                panel._told(method, params)
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
        if method == "client.ping":
            return {}
        if method == "popover.willClose":
            popover = self._popovers.get(params["popover"])
            if not popover:
                return {}
            work = await popover._ask_owner(WillClose(
                params["reason"], params["disposition"], params["deadlineMs"] / 1000,
                params.get("animate", False), params.get("durationMs", 0) / 1000,
                params.get("easing")))
            if isinstance(work, _Saved):
                return {"saved": True}
            if params["disposition"] == "discard":
                popover._is_dismissed = True
            else:
                popover._handed = work
            return {} if work is None else {"draft": work}
        if method == "panel.willClose":
            panel = self._owned.get(params["panel"])
            if not isinstance(panel, Panel):
                return {}
            work = await panel._ask_owner(WillClose(
                params["reason"], params["disposition"], params["deadlineMs"] / 1000))
            if isinstance(work, _Saved):
                return {"saved": True}
            return {} if work is None else {"draft": work}
        if method == "alert.present" and self._present_alert:
            try:
                await self._present_alert(AlertToShow(
                    params["alert"], params["title"], params.get("message"), params["severity"],
                    params["buttons"], Rect.of(params["frame"]), params["app"],
                    params["timeoutMs"] / 1000 if "timeoutMs" in params else None,
                    params.get("animate", False), params.get("durationMs", 0) / 1000,
                    params.get("easing"),
                    Rect.of(params["from"]) if params.get("from") else None,
                    params.get("scrim", 0.0)))
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


# The objects of the protocol: results, params of requests and notifications of the daemon, and the
# data of events. Members that may lack are in the class that has the name.
# begin generated: dictionaries


class RectDict(TypedDict):
    """A rectangle, in points; its area may be 0."""
    x: float
    y: float
    width: float
    height: float


class SizeDict(TypedDict):
    """A width and a height, in points; above 0."""
    width: float
    height: float


class InsetsDict(TypedDict):
    """Room that a display's edges take away, in points."""
    top: float
    left: float
    bottom: float
    right: float


class _ButtonDict(TypedDict):
    id: str
    label: str


class ButtonDict(_ButtonDict, total=False):
    """A button that a client declares. Popovers need no ids; alerts do."""
    role: ButtonRole


class _DisplayDescriptionDict(TypedDict):
    display: str
    width: float
    height: float
    scale: float
    insets: InsetsDict
    idiom: Idiom
    translucency: bool
    contrast: Contrast
    reducedMotion: bool


class DisplayDescriptionDict(_DisplayDescriptionDict, total=False):
    """A display, completely."""
    direction: WritingDirection
    tapMs: float
    tapSlop: float
    opens: Opens


class AppearanceDict(TypedDict):
    """The look of a popover: measures in points, and values for drawing."""
    arrowLength: float
    arrowWidth: float
    cornerRadius: float
    margin: float
    material: Material
    contrast: Contrast
    reducedMotion: bool
    scrim: float


class _WelcomeDict(TypedDict):
    protocol: int
    server: str
    client: str
    displays: List[DisplayDescriptionDict]
    limits: Dict[str, int]
    appearance: AppearanceDict


class WelcomeDict(_WelcomeDict, total=False):
    """The answer to `hello`."""
    started: int


class TipDict(TypedDict):
    """The tip of an arrow, in points."""
    x: float
    y: float


class _PresentationDict(TypedDict):
    presentation: PresentationKind
    frame: RectDict
    side: Optional[Side]
    arrow: Optional[TipDict]
    scrolls: bool


class PresentationDict(_PresentationDict, total=False):
    """Where and how a popover is on its display."""
    closeButton: bool


AnimationDict = TypedDict("AnimationDict", {
    "animate": bool, "durationMs": float, "easing": Easing, "from": RectDict})


class DraftDict(TypedDict):
    """Unfinished work."""
    content: Any
    revision: int
    savedAt: int
    reason: str


class AdviceDict(TypedDict):
    """A breach of a guideline, with what to do about it."""
    rule: str
    message: str


class _GrantDict(PresentationDict, AnimationDict):
    popover: str
    appearance: AppearanceDict
    advice: List[AdviceDict]


class GrantDict(_GrantDict, total=False):
    """A popover that was granted."""
    draft: DraftDict
    scrim: float


class DraftSummaryDict(TypedDict):
    """A draft without its content."""
    key: str
    bytes: int
    revision: int
    savedAt: int
    reason: str


class _JudgementDict(TypedDict):
    verdict: TapVerdict
    deliver: bool


class JudgementDict(_JudgementDict, total=False):
    """The verdict on a tap or a key."""
    popover: str
    gesture: str


class SceneDisplayDict(DisplayDescriptionDict):
    """A display."""
    locked: bool
    shield: bool


class _ScenePopoverDict(PresentationDict):
    popover: str
    client: str
    app: str
    behavior: str
    display: str
    state: PopoverState
    anchor: RectDict
    passthrough: List[RectDict]
    avoid: List[RectDict]
    modal: bool


class ScenePopoverDict(_ScenePopoverDict, total=False):
    """A popover."""
    reason: CloseReason
    source: str
    key: str
    title: str


class SceneWaitingDict(TypedDict):
    """An open that waits for its turn."""
    client: str
    app: str
    display: str
    behavior: str


class _SceneAlertDict(TypedDict):
    alert: str
    app: str
    display: str
    severity: Severity
    title: str
    buttons: List[ButtonDict]
    state: AlertState


class SceneAlertDict(_SceneAlertDict, total=False):
    """An alert."""
    client: str
    message: str
    frame: RectDict
    renderer: str


class _ScenePanelDict(TypedDict):
    panel: str
    client: str
    app: str
    display: str
    frame: RectDict


class ScenePanelDict(_ScenePanelDict, total=False):
    """A panel."""
    key: str
    title: str


class _SceneViewDict(TypedDict):
    view: str
    client: str
    app: str
    display: str
    kind: ViewKind


class SceneViewDict(_SceneViewDict, total=False):
    """A view."""
    frame: RectDict


class SceneRegionDict(TypedDict):
    """Where a surface, a source or an occluder is."""
    client: str
    app: str
    display: str
    rect: RectDict


class SceneSurfaceDict(SceneRegionDict):
    """A surface."""
    surface: str


class SceneSourceDict(SceneRegionDict):
    """A source."""
    source: str


class SceneOccluderDict(SceneRegionDict):
    """An occluder."""
    occluder: str


class SceneClientDict(TypedDict):
    """A connected client."""
    client: str
    app: str
    roles: List[Role]
    uid: int
    pid: int


class PluginStatisticsDict(TypedDict):
    """Statistics of a plugin since it was loaded."""
    questions: int
    badVerdicts: int
    slowAnswers: int
    slowestUs: int
    restarts: int


class _PluginStatusDict(TypedDict):
    name: str
    path: str
    state: PluginState
    behaviors: List[str]
    hooks: List[str]
    statistics: PluginStatisticsDict


class PluginStatusDict(_PluginStatusDict, total=False):
    """The state of a plugin."""
    kind: PluginKind
    version: str
    message: str
    tier: PluginTier


class _SceneLimitDict(TypedDict):
    limit: str
    value: int
    hits: int


class SceneLimitDict(_SceneLimitDict, total=False):
    """A limit and its use."""
    used: int
    peak: int
    holder: str


class _SceneDict(TypedDict):
    sequence: int
    displays: List[SceneDisplayDict]
    popovers: List[ScenePopoverDict]
    waiting: List[SceneWaitingDict]
    alerts: List[SceneAlertDict]
    panels: List[ScenePanelDict]
    views: List[SceneViewDict]
    surfaces: List[SceneSurfaceDict]
    sources: List[SceneSourceDict]
    occluders: List[SceneOccluderDict]
    clients: List[SceneClientDict]
    behaviors: List[str]
    plugins: List[PluginStatusDict]
    counters: Any
    appearance: AppearanceDict


class SceneDict(_SceneDict, total=False):
    """Everything that there is, as a client may see it."""
    limits: List[SceneLimitDict]
    server: str
    started: int
    uptimeMs: float
    socket: str
    configuration: str


class _SampleDict(TypedDict):
    name: str
    value: float


class SampleDict(_SampleDict, total=False):
    """A number with its name."""
    labels: Any


class _BucketDict(TypedDict):
    count: float


class BucketDict(_BucketDict, total=False):
    """How many took no longer; the last bucket has no bound."""
    le: float


class _HistogramDict(TypedDict):
    name: str
    sum: float
    count: float
    buckets: List[BucketDict]


class HistogramDict(_HistogramDict, total=False):
    """Durations in seconds."""
    labels: Any


class MetricsDict(TypedDict):
    """The daemon's metrics."""
    counters: List[SampleDict]
    gauges: List[SampleDict]
    histograms: List[HistogramDict]
    text: str


class _TestimonyDict(TypedDict):
    hook: str
    facts: Any
    verdict: Any


class TestimonyDict(_TestimonyDict, total=False):
    """The answer of one plugin."""
    policy: str
    behavior: str
    failure: TestimonyFailure


class _DecisionDict(TypedDict):
    time: int
    subject: DecisionSubject
    outcome: str
    because: str
    testimonies: List[TestimonyDict]


class DecisionDict(_DecisionDict, total=False):
    """A decision of the rules, with its reason."""
    popover: str
    alert: str
    app: str
    display: str


class _ConfigurationChangeDict(TypedDict):
    option: str
    takesEffect: ChangeEffect


class ConfigurationChangeDict(_ConfigurationChangeDict, total=False):
    """An option that a reload has changed."""
    old: str
    new: str


class _RecordingDict(TypedDict):
    path: str
    bytes: int
    running: bool


class RecordingDict(_RecordingDict, total=False):
    """A recording."""
    events: int
    limit: RecordingLimit


class DiscoveryDict(TypedDict):
    """An OpenRPC document."""
    openrpc: str
    info: Any
    methods: Any
    components: Any


class _PresentedAlertDict(AnimationDict):
    alert: str
    title: str
    message: Optional[str]
    severity: Severity
    buttons: List[ButtonDict]
    frame: RectDict
    app: str
    scrim: float


class PresentedAlertDict(_PresentedAlertDict, total=False):
    """An alert for its renderer."""
    timeoutMs: float


class _ClosedPopoverDict(TypedDict):
    popover: str
    reason: CloseReason
    draft: DraftOutcome
    returnFocus: bool


class ClosedPopoverDict(_ClosedPopoverDict, total=False):
    """The end of a popover."""
    unresponsive: bool


class _ClosedPanelDict(TypedDict):
    panel: str
    reason: CloseReason
    draft: DraftOutcome


class ClosedPanelDict(_ClosedPanelDict, total=False):
    """The end of a panel."""
    unresponsive: bool


class PopoverFactsDict(TypedDict, total=False):
    """A popover; `client` is its owner."""
    popover: str
    client: str
    app: str
    display: str
    behavior: str
    source: str
    key: str


class AlertFactsDict(TypedDict, total=False):
    """An alert; `client` is its raiser."""
    alert: str
    client: str
    app: str
    display: str
    title: str
    severity: Severity
    key: str


class PointDict(TypedDict):
    """A place on a display, in points, origin at the display's top left, y down."""
    x: float
    y: float


class DraftFactsDict(TypedDict, total=False):
    """A draft, without its content."""
    client: str
    app: str
    display: str
    key: str
    revision: int
    bytes: int
    reason: str


class UpdatedResult(PresentationDict, AnimationDict, total=False):
    """Where a popover is now."""
    scrim: float


class ChosenResult(TypedDict):
    """Whether a choice closes the popover."""
    closes: bool


class DetachedResult(TypedDict):
    """The panel that a popover became."""
    panel: str
    frame: RectDict


class PanelSetResult(TypedDict):
    """Where a panel is now."""
    frame: RectDict


class ViewPresentedResult(TypedDict):
    """A view that was granted."""
    view: str


class DraftSavedResult(TypedDict):
    """A draft that was stored."""
    revision: int
    durable: bool


class DraftResult(TypedDict):
    """A draft, if there is one."""
    draft: Optional[DraftDict]


class DraftsResult(TypedDict):
    """The drafts of a user's app, without their content."""
    drafts: List[DraftSummaryDict]


class AlertAnsweredResult(TypedDict):
    """The button that people pressed."""
    alert: str
    button: str


class SubscribedResult(TypedDict):
    """The scene as of a sequence number."""
    sequence: int
    snapshot: SceneDict


class PublishedResult(TypedDict):
    """The number of a published event."""
    sequence: int


class DecisionsResult(TypedDict):
    """Decisions, oldest first."""
    decisions: List[DecisionDict]


class ReloadedResult(TypedDict, total=False):
    """The options that a reload has changed."""
    changes: List[ConfigurationChangeDict]


class PluginsResult(TypedDict):
    """The state of every plugin."""
    plugins: List[PluginStatusDict]


class RecordingsResult(TypedDict):
    """Recordings, oldest first."""
    recordings: List[RecordingDict]


class PopoverWillCloseRequest(AnimationDict):
    """Remove the popover from the screen and hand over unfinished work."""
    popover: str
    reason: CloseReason
    disposition: Disposition
    deadlineMs: float


class PanelWillCloseRequest(TypedDict):
    """Remove the panel from the screen and hand over unfinished work."""
    panel: str
    reason: CloseReason
    disposition: Disposition
    deadlineMs: float


class ClientPingRequest(TypedDict):
    """Show that you do not hang: somebody waits for your place on the screen, or taps in vain."""
    deadlineMs: float


class _PopoverMovedNotification(PresentationDict, AnimationDict):
    popover: str


class PopoverMovedNotification(_PopoverMovedNotification, total=False):
    """The display, an inset, an occluder, the source or its surface changed."""
    scrim: float


class PopoverNudgeNotification(TypedDict):
    """People tapped outside a popover that stays: draw attention to it."""
    popover: str


class PanelMovedNotification(AnimationDict):
    """The display or its insets changed."""
    panel: str
    frame: RectDict


class PanelRaisedNotification(TypedDict):
    """A client of the same app wants the work in this panel: bring it to the front."""
    panel: str


class ViewClosedNotification(TypedDict):
    """The daemon ends a view."""
    view: str
    reason: CloseReason


class _SourceActivatedNotification(TypedDict):
    source: str
    time: int


class SourceActivatedNotification(_SourceActivatedNotification, total=False):
    """A shield swallowed a tap on this registered source, or people swiped from its edge: act on
    it; a client that reported the tap itself gets `deliver` instead, never both."""
    gesture: str


class AlertQueuedNotification(TypedDict):
    """At once, to the raiser."""
    alert: str
    request: Union[str, float]


class AlertDismissNotification(TypedDict):
    """Take it off the screen: canceled, timed out, answered elsewhere, or displaced by a more
    severe one and presented again later."""
    alert: str


ShieldNotification = TypedDict("ShieldNotification", {
    "display": str, "on": bool, "except": List[RectDict]})


class DisplayChangedNotification(DisplayDescriptionDict, total=False):
    """To every client."""
    removed: bool


class _EventNotification(TypedDict):
    topic: str
    data: Any


class EventNotification(_EventNotification, total=False):
    """To subscribers."""
    sequence: int
    time: int


class ByeNotification(TypedDict):
    """The connection is closed after this line."""
    reason: ByeReason
    retryAfterMs: float


class PopoverOpenedData(PopoverFactsDict, PresentationDict):
    """A popover was granted."""


class PopoverClosingData(PopoverFactsDict, total=False):
    """A popover is asked to close."""
    reason: CloseReason


class PopoverClosedData(PopoverFactsDict, total=False):
    """A popover has closed."""
    reason: CloseReason
    unresponsive: bool


class PopoverRefusedData(TypedDict, total=False):
    """An open was refused."""
    client: str
    app: str
    display: str
    reason: RefusalReason
    behavior: str
    source: str
    key: str


class PopoverMovedData(PopoverFactsDict, PresentationDict):
    """A popover has moved or changed its size; also for the owner's own `popover.update`."""


class PopoverDetachedData(PopoverFactsDict, total=False):
    """A popover has become a panel."""
    panel: str


AlertQueuedData = AlertFactsDict


AlertPresentedData = AlertFactsDict


class AlertAnsweredData(AlertFactsDict, total=False):
    """People have answered an alert."""
    button: str


class AlertCanceledData(AlertFactsDict, total=False):
    """An alert was taken back."""
    reason: str


class TapData(PointDict, total=False):
    """A tap was judged."""
    popover: str
    client: str
    app: str
    display: str
    verdict: TapVerdict


DraftSavedData = DraftFactsDict


DraftRestoredData = DraftFactsDict


DraftDiscardedData = DraftFactsDict


class DisplayChangedData(DisplayDescriptionDict, total=False):
    """A display was set or removed."""
    removed: bool


class ClientJoinedData(TypedDict, total=False):
    """A client has said hello."""
    client: str
    app: str
    roles: List[Role]


class ClientLeftData(TypedDict, total=False):
    """A client has gone."""
    client: str
    app: str


class ClientUnresponsiveData(TypedDict, total=False):
    """A client has not answered a ping: it loses its popovers, panels and views, and the alerts
    that it renders."""
    client: str
    app: str


class PluginLoadedData(TypedDict, total=False):
    """A plugin answers."""
    plugin: str
    message: str


class PluginFailedData(TypedDict, total=False):
    """A plugin could not be loaded, or is suspended."""
    plugin: str
    message: str


class PluginUnloadedData(TypedDict, total=False):
    """A plugin is gone."""
    plugin: str
    message: str


class ConfigReloadedData(TypedDict, total=False):
    """The configuration was read again."""
    options: List[str]


class SessionBeganData(TypedDict, total=False):
    """People use a display: its first touch or key since it was at rest."""
    display: str


class SessionEndedData(TypedDict, total=False):
    """A session has ended, and its drafts are erased."""
    display: str


class SessionLockedData(TypedDict, total=False):
    """A session is locked."""
    display: str


class SessionUnlockedData(TypedDict, total=False):
    """A lock has ended."""
    display: str


class AdviceData(PopoverFactsDict, total=False):
    """A guideline was not followed."""
    rule: str
    message: str
# end generated: dictionaries
