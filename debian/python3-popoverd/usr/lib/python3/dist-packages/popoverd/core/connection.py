# SPDX-License-Identifier: MIT
"""The connection of a client: hello, what is restored, pauses that double, and the end."""

from __future__ import annotations

import enum
from typing import Any, Dict, List, Optional, Sequence, Union

from ..constants import FIRST_PAUSE, LONGEST_PAUSE, PROTOCOL
from ..errors import (
    ClientClosed, ConnectionLost, DaemonError, DeadlinePassed, InvalidParams, NoAccess, NoDaemon,
    NotPermitted, Params, PopoverdError, ProtocolMismatch)
from .alerts import Alerts
from .bus import Bus
from .events import Closed, Connected, CoreEvent, Dial, Failed, HangUp, Lost
from .inbox import Inbox
from .link import Finish, Link, log
from .owners import Owners
from .places import Places
from .sessions import Sessions
from .works import Works


class State(enum.Enum):
    NEW = enum.auto()
    PAUSING = enum.auto()  # until the next attempt to connect
    DIALING = enum.auto()
    GREETING = enum.auto()  # hello is sent
    RESTORING = enum.auto()  # places, drafts and subscriptions of the last connection are sent
    READY = enum.auto()
    LEAVING = enum.auto()  # drafts are handed over before the end
    CLOSED = enum.auto()


class Connection:
    """What `ClientCore` is of the transport's side."""

    def __init__(
        self, app: str, roles: Sequence[str] = ("app",), *, timeout: float = 10.0,
        patience: Optional[float] = None, focus: bool = False,
    ):
        self.app, self.roles, self.focus = app, list(roles), focus
        self.timeout = timeout
        # Of the socket, for messages.
        self.path = ""
        self.state = State.NEW
        # The result of the latest hello, its limits, and the current displays.
        self.welcome: Params = {}
        self.limits: Params = {}
        self.displays: Dict[str, Params] = {}
        self.places = Places()
        self._link = Link()
        self._works = Works()
        self._owners = Owners(self._link, self._works)
        self._bus = Bus(self._link)
        self._sessions = Sessions(self.displays, self._works, self._owners)
        self._alerts = Alerts(self._link, self._sessions)
        self._inbox = Inbox(self._link, self._owners, self._bus, self.displays, self._sessions)
        self._patience = patience
        self._first_deadline: Optional[float] = None
        self._was_ready = False
        self._refusal: Optional[PopoverdError] = None
        # When the state ends by itself.
        self._deadline: Optional[float] = None
        self._pause = FIRST_PAUSE
        # Requests of the core itself that have to be answered before the next step.
        self._outstanding = 0
        self._works_are_sent = False
        self._is_new_daemon = False

    # What the adapter looks at

    @property
    def is_ready(self) -> bool:
        return self.state is State.READY

    @property
    def is_closed(self) -> bool:
        return self.state in (State.LEAVING, State.CLOSED)

    def take_events(self) -> List[CoreEvent]:
        """What has happened since, in this order."""
        events = list(self._link.events)
        self._link.events.clear()
        return events

    def take_output(self) -> bytes:
        """The bytes to send on the connection that is open."""
        output = bytes(self._link.output)
        self._link.output.clear()
        return output

    def next_timeout(self) -> Optional[float]:
        """When `tick` has something to do; None if only bytes or the program can change anything."""
        times = [*self._link.deadlines(), *self._owners.deadlines()]
        times += [time for time in (self._deadline, self._first_deadline) if time is not None]
        if self.is_ready:
            times += self._alerts.deadlines()
        return min(times, default=None)

    # What the transport reports

    def start(self, now: float) -> None:
        """Begins to connect."""
        self._link.now = now
        if self.state is State.NEW:
            if self._patience is not None:
                self._first_deadline = now + self._patience
            self._dial()

    def opened(self, now: float) -> None:
        self._link.now = now
        if self.state is not State.DIALING:
            return
        self.state, self._deadline = State.GREETING, None
        self._link.begin()
        self._inbox.begin()
        self._outstanding, self._works_are_sent = 0, False
        hello: Dict[str, Any] = {"protocol": PROTOCOL, "app": self.app, "roles": self.roles}
        if self.focus:
            hello["focus"] = True
        self._early("hello", hello, self._greeted)

    def failed(self, error: PopoverdError, now: float) -> None:
        """The socket cannot be connected to."""
        self._link.now = now
        if self.state is State.DIALING:
            self._retry(error)

    def receive(self, data: bytes, now: float) -> None:
        self._link.now = now
        try:
            for response in self._inbox.receive(data):
                self._works.confirm(response[0])
                grant = self._link.respond(*response)
                if grant:
                    self._owners.give_back(grant)
        except ProtocolMismatch as error:
            self._lose(error)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self._lose(ProtocolMismatch(f"invalid message from the daemon: {error!r}"))

    def ended(self, now: float) -> None:
        """The connection has ended."""
        self._link.now = now
        if self._link.is_open:
            reason = f": {self._inbox.farewell}" if self._inbox.farewell else ""
            self._lose(ConnectionLost(f"disconnected from the daemon{reason}"))

    def tick(self, now: float) -> None:
        """Does what is due."""
        self._link.now = now
        self._link.expire()
        self._owners.expire()
        if self.is_ready:
            self._alerts.retry()
        self._advance()
        if self._first_deadline is not None and self._first_deadline <= now:
            self._fail(self._refusal or NoDaemon(f'cannot connect to "{self.path}"'))
        elif self._deadline is not None and self._deadline <= now:
            if self.state is State.PAUSING:
                self._dial()
            elif self.state is State.DIALING:
                self._retry(NoDaemon(
                    f'cannot connect to "{self.path}" within {self.timeout:g} s'))

    def close(self, now: float) -> None:
        """Hands over the drafts of open popovers, and disconnects; then comes `Closed`."""
        self._link.now = now
        if self.is_ready:
            self.state = State.LEAVING
            self._works_are_sent, self._outstanding = False, 0
            self._owners.part("client-gone", self._seconds_for_work())
            self._advance()
        elif not self.is_closed:
            self._finish()

    # Connecting

    def _call(self, method: str, params: Params, finish: Finish) -> None:
        self._link.call(method, params, self.timeout, finish)

    def _dial(self) -> None:
        self.state, self._deadline = State.DIALING, self._link.now + self.timeout
        self._link.tell(Dial())

    def _early(self, method: str, params: Params, then: Finish) -> None:
        """Sends a request that has to be answered before the next step."""
        self._outstanding += 1

        def finish(result: Any, error: Optional[PopoverdError]) -> None:
            if error is None or isinstance(error, DaemonError):
                self._outstanding -= 1
            then(result, error)
            if isinstance(error, DeadlinePassed):
                self._lose(error)
            self._advance()
        self._link.call(method, params, self.timeout, finish)

    def _greeted(self, welcome: Any, error: Optional[PopoverdError]) -> None:
        if isinstance(error, InvalidParams) and error.member == "protocol":
            error = ProtocolMismatch(error.message)
        elif not error and welcome.get("protocol") != PROTOCOL:
            error = ProtocolMismatch(
                f"the daemon speaks {welcome.get('protocol')}, this client {PROTOCOL}")
        if error:
            self._lose(error)
            return
        displays = {one["display"]: one for one in welcome["displays"]}
        before = self.welcome.get("started")
        self._is_new_daemon = before is not None and before != welcome.get("started")
        self.welcome, self.limits = welcome, welcome["limits"]
        self.displays.clear()
        self.displays.update(displays)
        for display in displays.values():
            self._sessions.know(display)
        self.state = State.RESTORING
        for kind, _, params in self.places:
            self._restore(f"{kind}.set", params)

    def _restore(self, method: str, params: Params) -> None:
        def finish(_: Any, error: Optional[PopoverdError]) -> None:
            if isinstance(error, DaemonError):
                log.warning("%s %s refused after the reconnect: %s", method, dict(params), error)
        self._early(method, params, finish)

    def _advance(self) -> None:
        """Goes on when everything that was sent is answered, and no owner is asked for a draft."""
        if self._outstanding or self._owners.is_parting or (
                self.state not in (State.RESTORING, State.LEAVING)):
            return
        if not self._works_are_sent:
            self._works_are_sent = True
            if self.state is State.RESTORING:
                self._bus.resume(self._early, self._is_new_daemon, self._bus.queues)
            self._works.hand_over(self._early)
            if self._outstanding:
                return
        if self.state is State.LEAVING:
            self._finish()
            return
        self.state, self._was_ready = State.READY, True
        self._first_deadline = self._refusal = None
        self._pause = FIRST_PAUSE
        self._link.tell(Connected())
        # A draft may have come late meanwhile.
        self._works.hand_over(self._call)
        self._alerts.resume()

    # The end of a connection, and of the client

    def _seconds_for_work(self) -> float:
        return float(self.limits.get("closeMs", 250)) / 1000

    def _lose(self, error: PopoverdError) -> None:
        if not self._link.is_open:
            return
        if self.state is State.LEAVING:
            self._finish()
            return
        self._drop(error if isinstance(error, ConnectionLost) else ConnectionLost(
            f"disconnected from the daemon: {error}"))
        self._retry(error)

    def _drop(self, error: PopoverdError) -> None:
        """Ends the connection, and everything that depends on it."""
        was_ready = self.state in (State.READY, State.LEAVING)
        self.state = State.PAUSING
        self._link.end()
        self._link.tell(HangUp())
        self._link.fail_calls(error)
        self._bus.lose()
        self._works.lose()
        self._owners.part("connection-lost", self._seconds_for_work())
        self._owners.lose()
        if was_ready:
            self._link.tell(Lost())

    def _retry(self, error: PopoverdError) -> None:
        if self.state is State.DIALING:
            self._link.tell(HangUp())
        before, self._refusal = self._refusal, error
        # A starting daemon creates its socket before it sets the permissions: try twice.
        is_final = isinstance(error, (ProtocolMismatch, NotPermitted, InvalidParams)) or (
            isinstance(before, NoAccess) and isinstance(error, NoAccess))
        if is_final and not self._was_ready:
            self._fail(error)
            return
        self.state = State.PAUSING
        pause = max(self._pause, self._inbox.retry_after)
        log.info("%s; trying again in %g s", error, pause)
        self._deadline = self._link.now + pause
        self._inbox.retry_after = 0.0
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _fail(self, error: PopoverdError) -> None:
        self._finish(Failed(error))

    def _finish(self, last: Union[Failed, Closed] = Closed()) -> None:
        error = ClientClosed("this client is closed")
        self._drop(error)
        self._owners.give_up()
        self._alerts.close(error)
        self._bus.close()
        self.state = State.CLOSED
        self._deadline = self._first_deadline = None
        self._link.tell(last)
