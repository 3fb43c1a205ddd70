# SPDX-License-Identifier: MIT
"""The client on asyncio."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, Awaitable, Callable, List, Literal, Mapping, Optional, Sequence, Type, Union

from . import operations
from .constants import EVENTS_KEPT
from .core import Answered, ClientCore, OpenPopover, OpenView
from .errors import ClientClosed, Params
from .event_loop import EventLoopDriver
from .handles import Moved, Nudged
from .operations import given, milliseconds
from .popovers import Popover, View, WillCloseHandler
from .protocol import Alignment, Bounds, ButtonDict, PreferredSide, Renderer, Severity, SourceRole
from .subscription import Subscription
from .values import AlertToShow, AnyRect, AnySize, Draft, SavedDraft, TapAnswer


class Client(EventLoopDriver):
    """A connection to the daemon that reconnects by itself.

        await client.ready()    # after the callback `lost`, or a ConnectionLost
        popover = await client.open(...)

    `path` is the socket; docs/reference/protocol.md names the default. `timeout`, in seconds, is for each
    request and for the first connection. `connected` and `lost` are called at each connect and
    disconnect. `present_alert` and `dismiss_alert` are for programs with the role `shell`, which show
    alerts. Callbacks that are not coroutines must not block. With `focus` the program gives and takes
    the keyboard: `on("focus.enter", …)`, `on("focus.leave", …)` and `on("focus.move", …)` tell when.
    """

    def __init__(
        self, app: str, *, roles: Sequence[str] = ("app",), path: Optional[str] = None,
        timeout: float = 10.0,
        present_alert: Optional[Callable[[AlertToShow], Awaitable[None]]] = None,
        dismiss_alert: Optional[Callable[[str], None]] = None,
        connected: Optional[Callable[[], None]] = None,
        lost: Optional[Callable[[], None]] = None, focus: bool = False,
    ):
        core = ClientCore(app, roles, timeout=timeout, patience=timeout, focus=focus,
                          remedy="; wait with await client.ready()")
        super().__init__(core, path, present_alert, dismiss_alert, connected, lost)

    # Beginning and end

    async def __aenter__(self) -> Client:
        """Connects; waits at most `timeout` seconds for the daemon."""
        self._loop = asyncio.get_running_loop()
        self._first, self._closed = self._loop.create_future(), self._loop.create_future()
        self._core.start(self._now())
        self._advance()
        try:
            await asyncio.shield(self._first)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    async def ready(self) -> None:
        """Waits until the client is connected and everything is registered again."""
        await self._is_ready.wait()
        if self._core.is_closed:
            raise ClientClosed("this client is closed")

    async def close(self) -> None:
        """Saves the drafts of open popovers, disconnects, and fails pending requests."""
        if self._core.is_closed:
            return
        self._core.close(self._now())
        self._advance()
        if self._closed:
            await asyncio.shield(self._closed)
        # The transport closes its socket in the next round of the loop.
        await asyncio.sleep(0)

    # Popovers and views

    async def open(
        self, behavior: Optional[str], size: AnySize, *, source: Optional[str] = None,
        anchor: Optional[AnyRect] = None, key: Optional[str] = None,
        will_close: Optional[WillCloseHandler] = None, moved: Optional[Moved] = None,
        nudged: Optional[Nudged] = None, display: Optional[str] = None,
        surface: Optional[str] = None, sides: Optional[Sequence[PreferredSide]] = None,
        align: Optional[Alignment] = None, gap: Optional[float] = None,
        within: Optional[Bounds] = None, avoid: Optional[Sequence[AnyRect]] = None,
        passthrough: Optional[Sequence[AnyRect]] = None, minimum: Optional[AnySize] = None,
        modal: Optional[bool] = None, title: Optional[str] = None, help: Optional[str] = None,
        buttons: Optional[Sequence[Union[str, ButtonDict]]] = None,
        severity: Optional[Severity] = None, expands: Optional[bool] = None,
        private: Optional[bool] = None,
        hit: Optional[Sequence[AnyRect]] = None, appearance: Optional[Mapping[str, Any]] = None,
        gesture: Optional[str] = None, wait: Optional[float] = None,
        waitMs: Optional[float] = None,
    ) -> Popover:
        """Opens a popover and waits until it is granted; raises `Refused` if the rules refuse.

            popover = await client.open("inspector", (320, 240), source="basket", key="order-7",
                                        will_close=save)

        `will_close(order)` removes the popover from the screen and returns the draft (any
        JSON), `SAVED` or None. The next popover with the same `key` gets it as `draft`. `wait`
        is in seconds. While disconnected, it raises `ConnectionLost`.
        """
        params = given(
            behavior=behavior, size=size, source=source, anchor=anchor, key=key, display=display,
            surface=surface, sides=sides, align=align, gap=gap, within=within, avoid=avoid,
            passthrough=passthrough, minimum=minimum, modal=modal, title=title, help=help,
            buttons=buttons, severity=severity, expands=expands, private=private, hit=hit,
            appearance=appearance,
            gesture=gesture, waitMs=milliseconds(wait, waitMs))

        def register(answer: Answered) -> Popover:
            assert isinstance(answer.opened, OpenPopover)
            # An open of the visible popover returns the same object.
            popover = self._handles.get(answer.opened)
            if not isinstance(popover, Popover):
                popover = Popover(self, answer.opened, answer.result, will_close, moved, nudged)
                self._handles[answer.opened] = popover
            return popover
        return await self._ask("popover.open", params, register)

    async def present_view(
        self, kind: Literal["modal", "sheet"], *, frame: Optional[AnyRect] = None,
        display: Optional[str] = None, closePopover: Optional[bool] = None,
    ) -> View:
        """Presents a modal view or a sheet of the program."""
        def register(answer: Answered) -> View:
            assert isinstance(answer.opened, OpenView)
            view = View(self, answer.opened)
            self._handles[answer.opened] = view
            return view
        params = given(kind=kind, frame=frame, display=display, closePopover=closePopover)
        return await self._ask("view.present", params, register)

    # Surfaces, sources and occluders

    async def set_surface(
        self, surface: str, frame: AnyRect, *, display: Optional[str] = None
    ) -> None:
        """Registers or moves a window, to which rectangles can be relative."""
        await self._wait(lambda: self._set("surface", surface, frame=frame, display=display), operations.done)

    async def remove_surface(self, surface: str) -> None:
        await self._remove("surface", surface)

    async def set_source(
        self, source: str, rect: AnyRect, *, surface: Optional[str] = None,
        display: Optional[str] = None, edge: Optional[PreferredSide] = None,
        label: Optional[str] = None, help: Optional[str] = None, role: Optional[SourceRole] = None,
        disabled: bool = False, private: bool = False, activated: Optional[Callable[[], None]] = None,
    ) -> None:
        """Registers or moves a control that opens popovers. `activated` is called when a shield
        blocked a tap on it, and the daemon forwards the tap; and for a swipe from its `edge`. `label`
        is what people call it, `help` says in a sentence what it does, and keypads skip a disabled one."""
        if activated:
            self._activated[source] = activated
        await self._wait(lambda: self._set(
            "source", source, rect=rect, surface=surface, display=display, edge=edge, label=label,
            help=help, role=role, disabled=disabled or None,
            private=private or None), operations.done)

    async def remove_source(self, source: str) -> None:
        self._activated.pop(source, None)
        await self._remove("source", source)

    async def set_occluder(
        self, occluder: str, rect: AnyRect, *, display: Optional[str] = None
    ) -> None:
        """Registers or moves a rectangle that popovers must not cover."""
        await self._wait(lambda: self._set("occluder", occluder, rect=rect, display=display), operations.done)

    async def remove_occluder(self, occluder: str) -> None:
        await self._remove("occluder", occluder)

    async def _remove(self, kind: str, name: str) -> None:
        await self._wait(lambda: self._core.remove_place(kind, name, self._now()), operations.done)

    # Drafts

    async def save_draft(
        self, key: str, content: Any, *, sync: bool = False, revision: Optional[int] = None
    ) -> SavedDraft:
        """Saves a draft; with `sync`, waits until it is on the disk."""
        return await self._do(operations.save_draft(key, content, sync, revision))

    async def load_draft(self, key: str) -> Optional[Draft]:
        return await self._do(operations.load_draft(key))

    async def list_drafts(self) -> List[Params]:
        return await self._do(operations.list_drafts())

    async def discard_draft(self, key: str) -> None:
        await self._do(operations.discard_draft(key))

    # Alerts

    async def alert(
        self, title: str, buttons: Sequence[Union[str, ButtonDict]], *,
        severity: Severity = "warning", message: Optional[str] = None,
        private: Optional[bool] = None,
        timeout: Optional[float] = None, size: Optional[AnySize] = None, key: Optional[str] = None,
        display: Optional[str] = None, renderer: Optional[Renderer] = None,
        timeoutMs: Optional[float] = None,
    ) -> str:
        """Raises an alert and waits for the id of the pressed button.

            button = await asyncio.wait_for(client.alert("Paper is low", ["OK", "Later"]), 60)

        After a reconnect, the alert is raised again. Canceling withdraws it. A button may be a string,
        which is then its label and id. `timeout`, in seconds, ends the alert.
        """
        params = operations.alert_params(
            title, buttons, severity=severity, message=message, private=private, size=size, key=key,
            display=display,
            renderer=renderer, timeoutMs=milliseconds(timeout, timeoutMs))
        return await self._wait(
            lambda: self._core.raise_alert(params, self._now()),
            lambda answer: str(answer.result["button"]))

    async def answer_alert(self, alert: str, button: str) -> None:
        """Reports the pressed button of an alert that this program shows."""
        await self._do(operations.answer_alert(alert, button))

    # Taps and keys

    async def tap(
        self, x: float, y: float, *, display: Optional[str] = None, surface: Optional[str] = None,
        time: Optional[int] = None, pointer: Optional[int] = None, swallowed: Optional[bool] = None,
    ) -> TapAnswer:
        """Reports a tap. `time` is in microseconds of CLOCK_MONOTONIC."""
        return await self._do(operations.tap(
            x, y, display=display, surface=surface, time=time, pointer=pointer,
            swallowed=swallowed))

    async def key(
        self, key: str, *, display: Optional[str] = None, time: Optional[int] = None,
        composing: Optional[bool] = None,
    ) -> TapAnswer:
        """Reports a key. `time` is in microseconds of CLOCK_MONOTONIC."""
        return await self._do(operations.key(
            key, display=display, time=time, composing=composing))

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
        return await self._do(operations.publish(topic, data))


def connect(
    app: str, *, roles: Sequence[str] = ("app",), path: Optional[str] = None, timeout: float = 10.0,
    present_alert: Optional[Callable[[AlertToShow], Awaitable[None]]] = None,
    dismiss_alert: Optional[Callable[[str], None]] = None,
    connected: Optional[Callable[[], None]] = None, lost: Optional[Callable[[], None]] = None,
    focus: bool = False,
) -> Client:
    """`async with connect(app="shop") as client:`; the arguments are those of `Client`."""
    return Client(
        app, roles=roles, path=path, timeout=timeout, present_alert=present_alert,
        dismiss_alert=dismiss_alert, connected=connected, lost=lost, focus=focus)
