# SPDX-License-Identifier: MIT
"""The client with GLib's main loop."""

from __future__ import annotations

from typing import Any, Callable, List, Literal, Mapping, Optional, Sequence, Union

from .. import operations
from ..constants import EVENTS_KEPT
from ..core import Answered, ClientCore, OpenPopover, OpenView
from ..errors import Params
from ..handles import Moved, Nudged
from ..operations import given, milliseconds
from ..pending import PendingRequest
from ..protocol import Alignment, Bounds, ButtonDict, PreferredSide, Renderer, Severity, SourceRole
from ..requests import Failed
from ..values import AlertToShow, AnyRect, AnySize, Draft, End, Event, SavedDraft, TapAnswer
from .main_loop import MainLoopDriver
from .popovers import Popover, View, WillCloseHandler
from .subscription import Subscription

Done = Optional[Callable[[None], None]]


class Client(MainLoopDriver):
    """A connection to the daemon that reconnects by itself, for as long as the program runs.

    `path` is the socket; docs/reference/protocol.md names the default. `timeout`, in seconds, is for
    each request. `connected` and `lost` are called at each connect and disconnect. `failed(error)` is
    called if the first connection fails and trying again is useless: the client is closed then.
    `present_alert(alert)` draws an alert, and `dismiss_alert(alert)` removes it; they are for programs
    with the role `shell`. With `focus` the program gives and takes the keyboard: `on("focus.enter", …)`,
    `on("focus.leave", …)` and `on("focus.move", …)` tell when. `start` connects.
    """

    def __init__(
        self, app: str, *, roles: Sequence[str] = ("app",), path: Optional[str] = None,
        timeout: float = 10.0, present_alert: Optional[Callable[[AlertToShow], None]] = None,
        dismiss_alert: Optional[Callable[[str], None]] = None,
        connected: Optional[Callable[[], None]] = None, lost: Optional[Callable[[], None]] = None,
        failed: Optional[Failed] = None, focus: bool = False,
    ):
        core = ClientCore(app, roles, timeout=timeout, focus=focus,
                          remedy="; `connected` is called when it is again")
        super().__init__(core, path, present_alert, dismiss_alert, connected, lost, failed)

    # Beginning and end

    def start(self) -> None:
        """Begins to connect. What is set, subscribed to and alerted before waits for the daemon."""
        self._core.start(self._now())
        self._advance()

    def close(self, done: Optional[Callable[[], None]] = None) -> None:
        """Saves the drafts of open popovers, disconnects, and fails pending requests; then calls
        `done()`."""
        if not self._core.is_closed:
            self._closed = done
            self._core.close(self._now())
            self._advance()

    # Popovers and views

    def open(
        self, behavior: Optional[str], size: AnySize, *, source: Optional[str] = None,
        anchor: Optional[AnyRect] = None, key: Optional[str] = None,
        done: Optional[Callable[[Popover], None]] = None, failed: Optional[Failed] = None,
        will_close: Optional[WillCloseHandler] = None,
        closed: Optional[Callable[[End], None]] = None, moved: Optional[Moved] = None,
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
    ) -> PendingRequest:
        """Opens a popover. `done(popover)` draws it; `failed` gets a `Refused` if the rules refuse.

        `will_close(order, answer)` removes the popover from the screen, and then calls `answer` with
        the draft (any JSON), `SAVED` or None. The next popover with the same `key` gets it
        as `draft`. `closed(end)` tells its end, `moved(placement)` where it is from now on.
        `wait` is in seconds. An open of the visible popover has the same object as result.
        """
        params = given(
            behavior=behavior, size=size, source=source, anchor=anchor, key=key, display=display,
            surface=surface, sides=sides, align=align, gap=gap, within=within, avoid=avoid,
            passthrough=passthrough, minimum=minimum, modal=modal, title=title, help=help,
            buttons=buttons, severity=severity, expands=expands, private=private, hit=hit,
            appearance=appearance,
            gesture=gesture, waitMs=milliseconds(wait))

        def register(answer: Answered) -> Popover:
            assert isinstance(answer.opened, OpenPopover)
            popover = self._handles.get(answer.opened)
            if not isinstance(popover, Popover):
                popover = Popover(
                    self, answer.opened, answer.result, will_close, closed, moved, nudged)
                self._handles[answer.opened] = popover
            return popover
        return self._ask("popover.open", params, register, done, failed)

    def present_view(
        self, kind: Literal["modal", "sheet"], *, frame: Optional[AnyRect] = None,
        display: Optional[str] = None, closePopover: Optional[bool] = None,
        closed: Optional[Callable[[str], None]] = None,
        done: Optional[Callable[[View], None]] = None, failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Presents a modal view or a sheet of the program; `closed(reason)` tells its end."""
        def register(answer: Answered) -> View:
            assert isinstance(answer.opened, OpenView)
            view = View(self, answer.opened, closed)
            self._handles[answer.opened] = view
            return view
        params = given(kind=kind, frame=frame, display=display, closePopover=closePopover)
        return self._ask("view.present", params, register, done, failed)

    # Surfaces, sources and occluders; set while disconnected, they are registered later

    def set_surface(
        self, surface: str, frame: AnyRect, *, display: Optional[str] = None, done: Done = None,
        failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Registers or moves a window, to which rectangles can be relative."""
        return self._begin(
            "surface.set", lambda: self._set("surface", surface, frame=frame, display=display),
            operations.done, done, failed)

    def remove_surface(
        self, surface: str, *, done: Done = None, failed: Optional[Failed] = None
    ) -> PendingRequest:
        return self._remove("surface", surface, done, failed)

    def set_source(
        self, source: str, rect: AnyRect, *, surface: Optional[str] = None,
        display: Optional[str] = None, edge: Optional[PreferredSide] = None,
        label: Optional[str] = None, help: Optional[str] = None, role: Optional[SourceRole] = None,
        disabled: bool = False, private: bool = False,
        activated: Optional[Callable[[], None]] = None, done: Done = None,
        failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Registers or moves a control that opens popovers. `activated` is called when a shield
        blocked a tap on it, and the daemon forwards the tap; and for a swipe from its `edge`. `label`
        is what people call it, `help` says in a sentence what it does, and keypads skip a disabled one."""
        if activated:
            self._activated[source] = activated
        return self._begin(
            "source.set", lambda: self._set(
                "source", source, rect=rect, surface=surface, display=display, edge=edge, label=label,
                help=help, role=role, disabled=disabled or None,
                private=private or None),
            operations.done, done, failed)

    def remove_source(
        self, source: str, *, done: Done = None, failed: Optional[Failed] = None
    ) -> PendingRequest:
        self._activated.pop(source, None)
        return self._remove("source", source, done, failed)

    def set_occluder(
        self, occluder: str, rect: AnyRect, *, display: Optional[str] = None, done: Done = None,
        failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Registers or moves a rectangle that popovers must not cover."""
        return self._begin(
            "occluder.set", lambda: self._set("occluder", occluder, rect=rect, display=display),
            operations.done, done, failed)

    def remove_occluder(
        self, occluder: str, *, done: Done = None, failed: Optional[Failed] = None
    ) -> PendingRequest:
        return self._remove("occluder", occluder, done, failed)

    def _remove(
        self, kind: str, name: str, done: Done, failed: Optional[Failed]
    ) -> PendingRequest:
        return self._begin(
            f"{kind}.remove", lambda: self._core.remove_place(kind, name, self._now()),
            operations.done, done, failed)

    # Drafts

    def save_draft(
        self, key: str, content: Any, *, sync: bool = False, revision: Optional[int] = None,
        done: Optional[Callable[[SavedDraft], None]] = None, failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Saves a draft; with `sync`, `done` is called when it is on the disk."""
        return self._do(operations.save_draft(key, content, sync, revision), done, failed)

    def load_draft(
        self, key: str, done: Callable[[Optional[Draft]], None], failed: Optional[Failed] = None
    ) -> PendingRequest:
        return self._do(operations.load_draft(key), done, failed)

    def list_drafts(
        self, done: Callable[[List[Params]], None], failed: Optional[Failed] = None
    ) -> PendingRequest:
        return self._do(operations.list_drafts(), done, failed)

    def discard_draft(
        self, key: str, *, done: Done = None, failed: Optional[Failed] = None
    ) -> PendingRequest:
        return self._do(operations.discard_draft(key), done, failed)

    # Alerts

    def alert(
        self, title: str, buttons: Sequence[Union[str, ButtonDict]],
        done: Callable[[str], None], failed: Optional[Failed] = None, *,
        severity: Severity = "warning", message: Optional[str] = None,
        private: Optional[bool] = None,
        timeout: Optional[float] = None, size: Optional[AnySize] = None, key: Optional[str] = None,
        display: Optional[str] = None, renderer: Optional[Renderer] = None,
    ) -> PendingRequest:
        """Raises an alert; `done` gets the id of the pressed button.

        While disconnected it waits, and after a reconnect it is raised again. Canceling withdraws it.
        A button may be a string, which is then its label and id. `timeout`, in seconds, ends the
        alert.
        """
        params = operations.alert_params(
            title, buttons, severity=severity, message=message, private=private, size=size, key=key,
            display=display,
            renderer=renderer, timeoutMs=milliseconds(timeout))
        return self._begin(
            "alert.raise", lambda: self._core.raise_alert(params, self._now()),
            lambda answer: str(answer.result["button"]), done, failed)

    def answer_alert(
        self, alert: str, button: str, *, done: Done = None, failed: Optional[Failed] = None
    ) -> PendingRequest:
        """Reports the pressed button of an alert that this program shows."""
        return self._do(operations.answer_alert(alert, button), done, failed)

    # Taps and keys

    def tap(
        self, x: float, y: float, *, display: Optional[str] = None, surface: Optional[str] = None,
        time: Optional[int] = None, pointer: Optional[int] = None, swallowed: Optional[bool] = None,
        done: Optional[Callable[[TapAnswer], None]] = None, failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Reports a tap. `time` is in microseconds of CLOCK_MONOTONIC."""
        return self._do(operations.tap(
            x, y, display=display, surface=surface, time=time, pointer=pointer,
            swallowed=swallowed), done, failed)

    def key(
        self, key: str, *, display: Optional[str] = None, time: Optional[int] = None,
        composing: Optional[bool] = None, done: Optional[Callable[[TapAnswer], None]] = None,
        failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Reports a key. `time` is in microseconds of CLOCK_MONOTONIC."""
        return self._do(operations.key(
            key, display=display, time=time, composing=composing), done, failed)

    # The bus

    def subscribe(
        self, *topics: str, received: Callable[[Event], None], since: Optional[int] = None,
        kept: int = EVENTS_KEPT, done: Done = None, failed: Optional[Failed] = None,
    ) -> Subscription:
        """Has `received(event)` called for each event, now and after each reconnect.

        `since` starts with the events after this number that the daemon still has. At most `kept`
        events are queued; beyond that the oldest are dropped, and a `bus.gap` follows.
        """
        subscription = Subscription(self, topics, received, since, kept)
        self._subscribe(subscription, done, failed)
        return subscription

    def publish(
        self, topic: str, data: Any = None, *, done: Optional[Callable[[int], None]] = None,
        failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Publishes an event to all subscribers; the topic begins with `app.`."""
        return self._do(operations.publish(topic, data), done, failed)


def connect(
    app: str, *, roles: Sequence[str] = ("app",), path: Optional[str] = None, timeout: float = 10.0,
    present_alert: Optional[Callable[[AlertToShow], None]] = None,
    dismiss_alert: Optional[Callable[[str], None]] = None,
    connected: Optional[Callable[[], None]] = None, lost: Optional[Callable[[], None]] = None,
    failed: Optional[Failed] = None, focus: bool = False,
) -> Client:
    """A client that has started; the arguments are those of `Client`."""
    client = Client(
        app, roles=roles, path=path, timeout=timeout, present_alert=present_alert,
        dismiss_alert=dismiss_alert, connected=connected, lost=lost, failed=failed, focus=focus)
    client.start()
    return client
