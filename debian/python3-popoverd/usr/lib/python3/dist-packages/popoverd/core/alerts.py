# SPDX-License-Identifier: MIT
"""Alerts that a client raises: they are raised again after a reconnect."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from ..constants import FIRST_PAUSE, RENDERER_PATIENCE
from ..errors import ClientClosed, ConnectionLost, Params, PopoverdError, Refused
from .events import Answered
from .link import Link
from .sessions import Sessions


class RaisedAlert:
    """An alert for whose button the program waits."""

    def __init__(self, params: Params):
        self.params = params
        # The number of its request, while one is pending.
        self.request: Optional[int] = None
        # Until then it waits for a renderer to reconnect, and is tried again.
        self.patience = 0.0
        self.next_try: Optional[float] = None


class Alerts:
    """The alerts by the number of the program's request, which outlives connections."""

    def __init__(self, link: Link, sessions: Sessions):
        self._link = link
        self._sessions = sessions
        self._raised: Dict[int, RaisedAlert] = {}

    def __contains__(self, number: int) -> bool:
        return number in self._raised

    def add(self, params: Params, is_ready: bool) -> int:
        number = self._link.new_number()
        self._raised[number] = RaisedAlert(params)
        if is_ready:
            try:
                self._send(number)
            except (TypeError, ValueError):
                del self._raised[number]
                raise
        return number

    def resume(self) -> None:
        """Raises all of them again. A shell may reconnect later than this client."""
        for number, alert in list(self._raised.items()):
            alert.patience = self._link.now + RENDERER_PATIENCE
            self._send(number)

    def retry(self) -> None:
        for number, alert in list(self._raised.items()):
            if alert.next_try is not None and alert.next_try <= self._link.now:
                self._send(number)

    def cancel(self, number: int) -> None:
        alert = self._raised.pop(number)
        if alert.request is not None:
            self._link.abandon(alert.request)

    def close(self, error: PopoverdError) -> None:
        for number in list(self._raised):
            self._finish(number, None, error)

    def deadlines(self) -> List[float]:
        return [alert.next_try for alert in self._raised.values() if alert.next_try is not None]

    def _send(self, number: int) -> None:
        alert = self._raised[number]
        alert.next_try = None
        # The session in which it is raised first; after that it has a name.
        alert.params = self._sessions.naming("alert.raise", alert.params)

        def finish(result: Any, error: Optional[PopoverdError]) -> None:
            alert.request = None
            if isinstance(error, ConnectionLost) and not isinstance(error, ClientClosed):
                return  # Raised again after the reconnect.
            if isinstance(error, Refused) and error.reason == "no-renderer" and (
                    self._link.now < alert.patience):
                alert.next_try = self._link.now + FIRST_PAUSE
                return
            self._finish(number, result, error)
        alert.request = self._link.call("alert.raise", alert.params, None, finish)

    def _finish(self, number: int, result: Any, error: Optional[PopoverdError]) -> None:
        if self._raised.pop(number, None):
            self._link.tell(Answered(number, result, error))
