# SPDX-License-Identifier: MIT
"""What the core tells its adapter: first orders for the transport, then news for the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

from ..errors import PopoverdError, Params
from ..values import AlertToShow, End, Placement, Rect, WillClose

if TYPE_CHECKING:
    from .bus import EventQueue
    from .owners import OpenPanel, OpenPopover, OpenView, Owner


class Dial(NamedTuple):
    """Connect to the socket; report `opened` or `failed`."""


class HangUp(NamedTuple):
    """Close the connection, or stop connecting. Nothing is to be reported."""


class Connected(NamedTuple):
    """The daemon knows everything again."""


class Lost(NamedTuple):
    """The client was connected, and is no more."""


class Failed(NamedTuple):
    """The first connection failed for good; the client is closed."""

    error: PopoverdError


class Closed(NamedTuple):
    """The client is closed, as ordered."""


class RequestID(NamedTuple):
    """A request of the daemon's; it is void after the end of its connection."""

    connection: int
    id: Any


class Answered(NamedTuple):
    """A request has its result, or its error."""

    number: int
    result: Any
    error: Optional[PopoverdError]
    # What the request has opened.
    opened: Optional[Union[OpenPopover, OpenPanel, OpenView]] = None


class CloseAsked(NamedTuple):
    """Take it off the screen, and report its draft with `answer_close`."""

    owner: Owner
    order: WillClose


class PopoverMoved(NamedTuple):
    popover: OpenPopover
    placement: Placement


class PopoverNudged(NamedTuple):
    popover: OpenPopover


class PopoverEnded(NamedTuple):
    popover: OpenPopover
    end: End


class PanelMoved(NamedTuple):
    panel: OpenPanel
    frame: Rect


class PanelRaised(NamedTuple):
    panel: OpenPanel


class OwnedEnded(NamedTuple):
    """A panel or view has ended."""

    owned: Union[OpenPanel, OpenView]
    reason: str


class SourceActivated(NamedTuple):
    source: str


class AlertAsked(NamedTuple):
    """Draw an alert, then report `answer_alert`."""

    request: RequestID
    alert: AlertToShow


class AlertDismissed(NamedTuple):
    alert: str


class News(NamedTuple):
    """Events wait in the queue of a subscription."""

    queue: EventQueue


class Notified(NamedTuple):
    """A notification as it came, after its own event."""

    method: str
    params: Params


CoreEvent = Union[
    Dial, HangUp, Connected, Lost, Failed, Closed, Answered, CloseAsked, PopoverMoved,
    PopoverNudged, PopoverEnded, PanelMoved, PanelRaised, OwnedEnded, SourceActivated, AlertAsked,
    AlertDismissed, News, Notified]
