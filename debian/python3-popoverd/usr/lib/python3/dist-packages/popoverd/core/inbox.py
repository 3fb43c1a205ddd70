# SPDX-License-Identifier: MIT
"""What the daemon says: responses, requests and notifications."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, Optional, Tuple

from ..errors import Params, PopoverdError, daemon_error
from ..values import AlertToShow, Event
from .bus import Bus
from .events import AlertAsked, AlertDismissed, Notified, RequestID, SourceActivated
from .lines import LineBuffer, decode
from .link import Link
from .owners import Owners
from .sessions import Sessions

Response = Tuple[Any, Any, Optional[PopoverdError]]


class Inbox:
    """Handles each message in its order. Malformed ones raise `ProtocolMismatch`, `ValueError`,
    `KeyError`, `TypeError` or `AttributeError`, and end the connection."""

    def __init__(
        self, link: Link, owners: Owners, bus: Bus, displays: Dict[str, Params], sessions: Sessions
    ):
        self._link = link
        self._sessions = sessions
        self._owners = owners
        self._displays = displays
        self._lines = LineBuffer()
        # Why the daemon ends the connection, and for how many seconds it wants to be left alone.
        self.farewell: Optional[str] = None
        self.retry_after = 0.0
        self._notifications: Dict[str, Callable[[Params], None]] = {
            "event": lambda params: bus.receive(Event.of(params)),
            "popover.closed": owners.closed,
            "popover.moved": owners.moved,
            "popover.nudge": owners.nudged,
            "panel.closed": owners.panel_closed,
            "panel.moved": owners.panel_moved,
            "panel.raised": owners.panel_raised,
            "view.closed": lambda params: owners.end_owned(params["view"], params["reason"]),
            "source.activated": lambda params: link.tell(SourceActivated(params["source"])),
            "alert.dismiss": lambda params: link.tell(AlertDismissed(params["alert"])),
            "display.changed": self._display_changed,
            "bye": self._bye,
        }

    def begin(self) -> None:
        """A new connection."""
        self._lines = LineBuffer()
        self.farewell = None

    def receive(self, data: bytes) -> Iterator[Response]:
        """Yields responses; each has to be handled before the next line is."""
        for line in self._lines.feed(data):
            if not self._link.is_open:
                return
            message = decode(line)
            method = message.get("method")
            if method is None:
                if "error" in message:
                    yield message.get("id"), None, daemon_error(message["error"])
                else:
                    yield message.get("id"), message["result"], None
            elif "id" in message:
                request = RequestID(self._link.connection, message["id"])
                self._ask(request, method, message.get("params", {}))
            else:
                params = message.get("params", {})
                if method in self._notifications:
                    self._notifications[method](params)
                self._link.tell(Notified(method, params))

    def _ask(self, request: RequestID, method: str, params: Params) -> None:
        if method == "client.ping":
            self._link.reply(request, {})
        elif method == "popover.willClose":
            self._owners.ask(self._owners.popovers.get(params["popover"]), request, params)
        elif method == "panel.willClose":
            self._owners.ask(self._owners.panel(params["panel"]), request, params)
        elif method == "alert.present":
            self._link.tell(AlertAsked(request, AlertToShow.of(params)))
        else:
            self._link.refuse(request, method)

    def _display_changed(self, params: Params) -> None:
        if params.get("removed"):
            self._displays.pop(params["display"], None)
        else:
            self._displays[params["display"]] = params
            self._sessions.know(params)

    def _bye(self, params: Params) -> None:
        self.farewell = str(params["reason"])
        self.retry_after = params["retryAfterMs"] / 1000
