# SPDX-License-Identifier: MIT
"""What the adapters of the core share: it carries out the core's events, for any event loop."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, Optional, TypeVar, Union

from . import core as events
from .core import ClientCore, CoreEvent, EventQueue, OpenPanel, OpenPopover, OpenView, Owner
from .errors import Params, PopoverdError, ProtocolMismatch
from .handles import PanelHandle, PopoverHandle, ViewHandle, call, log
from .operations import given
from .sockets import SocketFinder
from .values import AlertToShow, WillClose

T = TypeVar("T")

Handle = Union[PopoverHandle, PanelHandle, ViewHandle]


class Driver:
    """A client without its event loop. An adapter provides the methods that raise
    `NotImplementedError`, and calls `_advance` after everything that it reports to the core."""

    def __init__(
        self, core: ClientCore, path: Optional[str], dismiss_alert: Optional[Callable[[str], None]],
        connected: Optional[Callable[[], None]], lost: Optional[Callable[[], None]],
    ):
        self._core = core
        self._finder = SocketFinder(path)
        core.path = self._finder.path
        self._dismiss_alert = dismiss_alert
        self._connected, self._lost = connected, lost
        self._handlers: Dict[str, List[Callable[[Any], None]]] = {}
        self._activated: Dict[str, Callable[[], None]] = {}
        self._handles: Dict[Union[OpenPopover, OpenPanel, OpenView], Handle] = {}
        # Called with the answer to each pending request of the program.
        self._pending: Dict[int, Callable[[events.Answered], None]] = {}
        self._is_advancing = False
        self._carry_out: Dict[type, Callable[[Any], None]] = {
            events.Dial: lambda _: self._find_and_dial(),
            events.HangUp: lambda _: self._hang_up(),
            events.Connected: lambda _: self._note_connected(),
            events.Lost: lambda _: self._note_lost(),
            events.Failed: lambda event: self._note_failed(event.error),
            events.Closed: lambda _: self._note_closed(),
            events.Answered: self._note_answer,
            events.CloseAsked: lambda event: self._ask_owner(event.owner, event.order),
            events.PopoverMoved: lambda event: self._tell(event.popover, "_move", event.placement),
            events.PopoverNudged: lambda event: self._tell(event.popover, "_nudge"),
            events.PopoverEnded: lambda event: self._end(event.popover, event.end),
            events.PanelMoved: lambda event: self._tell(event.panel, "_move", event.frame),
            events.PanelRaised: lambda event: self._tell(event.panel, "_raise"),
            events.OwnedEnded: lambda event: self._end(event.owned, event.reason),
            events.SourceActivated: lambda event: self._note_activated(event.source),
            events.AlertAsked: lambda event: self._show_alert(event.request, event.alert),
            events.AlertDismissed: lambda event: self._note_dismissed(event.alert),
            events.News: lambda event: self._note_news(event.queue),
            events.Notified: lambda event: self._note_notified(event.method, event.params),
        }

    # What programs may look at

    @property
    def app(self) -> str:
        return self._core.app

    @property
    def roles(self) -> List[str]:
        return self._core.roles

    @property
    def path(self) -> str:
        """Of the socket."""
        return self._finder.path

    @property
    def timeout(self) -> float:
        """For each request, in seconds."""
        return self._core.timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        self._core.timeout = seconds

    @property
    def welcome(self) -> Params:
        """The result of the latest `hello`."""
        return self._core.welcome

    @property
    def limits(self) -> Params:
        return self._core.limits

    @property
    def displays(self) -> Dict[str, Params]:
        """The current displays by name."""
        return self._core.displays

    @property
    def is_connected(self) -> bool:
        return self._core.is_ready

    # What an adapter provides

    def _now(self) -> float:
        raise NotImplementedError

    def _dial(self, path: str) -> None:
        raise NotImplementedError

    def _hang_up(self) -> None:
        raise NotImplementedError

    def _send(self, data: bytes) -> None:
        raise NotImplementedError

    def _set_timer(self, time: Optional[float]) -> None:
        raise NotImplementedError

    def _note_failed(self, error: PopoverdError) -> None:
        raise NotImplementedError

    def _note_closed(self) -> None:
        raise NotImplementedError

    def _ask_owner(self, owner: Owner, order: WillClose) -> None:
        raise NotImplementedError

    def _show_alert(self, request: events.RequestID, alert: AlertToShow) -> None:
        raise NotImplementedError

    def _note_news(self, queue: EventQueue) -> None:
        raise NotImplementedError

    # Events of the core

    def _advance(self) -> None:
        """Carries out what the core has said, sends its bytes, and sets the timer."""
        if self._is_advancing:
            return  # The call that is under way goes on until there is nothing more.
        self._is_advancing = True
        try:
            while True:
                # Before a hang-up, and so that nobody waits for a callback.
                self._flush()
                carried_out = self._core.take_events()
                for event in carried_out:
                    self._handle(event)
                if not carried_out:
                    break
        finally:
            self._is_advancing = False
        self._set_timer(self._core.next_timeout())

    def _flush(self) -> None:
        output = self._core.take_output()
        if output:
            self._send(output)

    def _handle(self, event: CoreEvent) -> None:
        self._carry_out[type(event)](event)

    def _tick(self) -> None:
        self._core.tick(self._now())
        self._advance()

    def _find_and_dial(self) -> None:
        self._core.path = self._finder.find()
        self._dial(self._core.path)

    def _note_connected(self) -> None:
        self._finder.keep()
        if self._connected:
            call(self._connected)

    def _note_lost(self) -> None:
        if self._lost:
            call(self._lost)

    def _note_answer(self, answer: events.Answered) -> None:
        answered = self._pending.pop(answer.number, None)
        if answered:
            answered(answer)
        else:
            # Canceled while the answer waited to be delivered.
            self._core.return_grant(answer)

    def _tell(self, opened: Union[OpenPopover, OpenPanel], what: str, *arguments: Any) -> None:
        handle = self._handles.get(opened)
        if handle:
            getattr(handle, what)(*arguments)

    def _end(self, opened: Union[OpenPopover, OpenPanel, OpenView], end: Any) -> None:
        handle = self._handles.pop(opened, None)
        if handle:
            handle._finish(end)

    def _note_activated(self, source: str) -> None:
        if source in self._activated:
            call(self._activated[source])

    def _note_dismissed(self, alert: str) -> None:
        if self._dismiss_alert:
            call(self._dismiss_alert, alert)

    def _note_notified(self, method: str, params: Params) -> None:
        for handler in list(self._handlers.get(method, [])):
            call(handler, params)

    # What programs do

    def _notify(self, method: str, params: Mapping[str, Any]) -> None:
        self._core.notify(method, params)
        self._advance()

    def _on(self, method: str, handler: Callable[[Any], None]) -> None:
        self._handlers.setdefault(method, []).append(handler)

    def _answer_close(self, owner: Owner, work: Any) -> None:
        """Passes on the draft that an owner has handed over."""
        try:
            self._core.answer_close(owner, work, self._now())
        except (TypeError, ValueError):  # The daemon needs an answer even so.
            log.exception("the draft of a popover is not JSON")
            self._core.answer_close(owner, None, self._now())
        self._advance()

    def _set(self, kind: str, name: str, **params: Any) -> int:
        return self._core.set_place(kind, name, given(**params), self._now())

    def _start(self, method: str, params: Params, timeout: Optional[float] = -1) -> int:
        return self._core.request(method, params, self._now(), timeout)


def read(answer: events.Answered, reader: Callable[[events.Answered], T]) -> T:
    """What the program is given for an answer; raises its error, or `ProtocolMismatch`."""
    if answer.error:
        raise answer.error
    try:
        return reader(answer)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ProtocolMismatch(f"invalid result from the daemon: {error!r}") from error
