# SPDX-License-Identifier: MIT
"""The values that a client gets from the daemon and gives to it."""

from __future__ import annotations

from typing import Any, List, Literal, NamedTuple, Optional, Tuple, Union, get_args

from .errors import Params
from .protocol import (
    ButtonDict, CloseReason, Disposition, DraftOutcome, Easing, PresentationKind, RefusalReason,
    Severity, Side, TapVerdict)

REFUSAL_REASONS: Tuple[str, ...] = get_args(RefusalReason)
# The last is the client's own: the connection to the daemon was lost.
CLOSE_REASONS: Tuple[str, ...] = (*get_args(CloseReason), "connection-lost")
EndReason = Literal[CloseReason, "connection-lost"]


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


def rect_params(rect: AnyRect) -> Params:
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
    scrim: Optional[float]  # opacity of the scrim behind it, 0 to 1; None unless modal
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

    @classmethod
    def of(cls, told: Params) -> SavedDraft:
        return cls(told["revision"], told["durable"])


class Advice(NamedTuple):
    rule: str
    message: str

    @classmethod
    def of(cls, told: Params) -> Advice:
        return cls(told["rule"], told["message"])


class WillClose(NamedTuple):
    """The daemon's request to remove a popover or panel from the screen."""

    reason: EndReason
    disposition: Disposition
    deadline: float  # in seconds; nobody waits for a later draft, but it is still saved
    animate: bool = False
    duration: float = 0.0  # of the animation, in seconds; answer afterwards
    easing: Optional[Easing] = None

    @classmethod
    def of(cls, told: Params) -> WillClose:
        return cls(
            told["reason"], told["disposition"], told["deadlineMs"] / 1000,
            told.get("animate", False), told.get("durationMs", 0) / 1000, told.get("easing"))


class End(NamedTuple):
    """How a popover ended."""

    reason: EndReason
    draft: DraftOutcome  # after `connection-lost`: kept or none
    return_focus: bool  # whether the focus returns to the source
    unresponsive: bool  # whether the owner missed the deadline

    @classmethod
    def of(cls, told: Params) -> End:
        return cls(told["reason"], told["draft"], bool(told.get("returnFocus")),
                   bool(told.get("unresponsive")))


class Event(NamedTuple):
    """An event. Lost events are reported by the topic `bus.gap`: its `data` has the numbers `from` and
    `to`; `to` is None after a restart of the daemon."""

    topic: str
    data: Any
    sequence: Optional[int]
    time: Optional[int]  # microseconds of CLOCK_MONOTONIC

    @classmethod
    def of(cls, told: Params) -> Event:
        return cls(told["topic"], told.get("data"), told.get("sequence"), told.get("time"))

    @classmethod
    def gap(cls, first: int, last: Optional[int]) -> Event:
        """What reports that the events of these numbers are lost."""
        return cls("bus.gap", {"from": first, "to": last}, None, None)

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
    scrim: float = 0.0  # opacity of the scrim behind it, 0 to 1

    @classmethod
    def of(cls, told: Params) -> AlertToShow:
        return cls(
            told["alert"], told["title"], told.get("message"), told["severity"], told["buttons"],
            Rect.of(told["frame"]), told["app"],
            told["timeoutMs"] / 1000 if "timeoutMs" in told else None,
            told.get("animate", False), told.get("durationMs", 0) / 1000, told.get("easing"),
            Rect.of(told["from"]) if told.get("from") else None, told.get("scrim", 0.0))


class TapAnswer(NamedTuple):
    verdict: TapVerdict
    deliver: bool  # whether the reporter should act on it
    popover: Optional[str]
    gesture: Optional[str] = None  # lets the reporting app open a popover

    @classmethod
    def of(cls, told: Params) -> TapAnswer:
        return cls(told["verdict"], told["deliver"], told.get("popover"), told.get("gesture"))


class _Saved:
    """The type of `SAVED`."""


# The result of `will_close` if the program itself has saved the draft, as for Done.
SAVED = _Saved()
