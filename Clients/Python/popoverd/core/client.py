# SPDX-License-Identifier: MIT
"""A client without I/O: bytes in, bytes out, events out, and the time is a parameter.

An adapter for an event loop does four things, and after each of them what `take_events`,
`take_output` and `next_timeout` say:

1. It connects when the core tells `Dial`, and reports `opened` or `failed`.
2. It passes on what it reads, to `receive`, and the end of the connection, to `ended`.
3. It calls `tick` at `next_timeout`.
4. It passes on what the program wants.

All times are seconds of one monotonic clock. The core keeps every promise of a client: hello, the
reconnect after pauses that double, places and subscriptions that continue, drafts that are handed over
late, and deadlines.
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Sequence, Set, Union

from ..constants import ADVICE_KEPT
from ..errors import ClientClosed, ConnectionLost, DaemonError, Params, PopoverdError
from ..values import Advice
from .bus import EventQueue
from .connection import Connection, State
from .events import Answered, RequestID
from .link import Finish, log
from .owners import OpenPanel, OpenPopover, OpenView, Owner


class ClientCore(Connection):
    """One client. `timeout`, in seconds, is for each request, and for connecting. `patience`, in
    seconds, is for the first connection; None waits for as long as it takes. `remedy` ends the
    message of `ConnectionLost`. `focus` asks for `focus.enter`, `focus.leave` and `focus.move`."""

    def __init__(
        self, app: str, roles: Sequence[str] = ("app",), *, timeout: float = 10.0,
        patience: Optional[float] = None, remedy: str = "", focus: bool = False,
    ):
        super().__init__(app, roles, timeout=timeout, patience=patience, focus=focus)
        self._remedy = remedy
        self._advised: Set[Advice] = set()

    def request(
        self, method: str, params: Params, now: float, timeout: Optional[float] = -1
    ) -> int:
        """Sends a request; `Answered` has the number that this returns. The default `timeout` is the
        client's; None waits forever. Raises `ConnectionLost` while not connected."""
        self._link.now = now
        self._check()
        if timeout == -1:
            timeout = self.timeout
            if method == "popover.open":
                timeout += params.get("waitMs", self.limits.get("waitMs", 0)) / 1000
        params = self._sessions.naming(method, params)
        number = self._link.new_number()
        self._link.call(method, params, timeout, self._finishing(number, method, params), number)
        if method == "popover.close":
            self._owners.dismiss(params.get("popover"))
        elif method == "draft.discard":
            self._works.forget(params["key"])
        return number

    def fail(self, error: PopoverdError) -> int:
        """A number whose `Answered` has this error, in its turn."""
        number = self._link.new_number()
        self._link.tell(Answered(number, None, error))
        return number

    def notify(self, method: str, params: Params) -> None:
        """Sends a request without an answer; does nothing while not connected."""
        if self.is_ready:
            params = self._sessions.naming(method, params)
            self._link.send({"method": method, "params": params})

    def cancel(self, number: int, now: float) -> None:
        """Cancels a request: no `Answered` follows, and what it is still granted is returned."""
        self._link.now = now
        if number in self._alerts:
            self._alerts.cancel(number)
        else:
            self._link.abandon(number)

    def return_grant(self, answer: Answered) -> None:
        """Closes what an answer has opened, for which nobody waits any more."""
        opened = answer.opened
        if isinstance(opened, OpenPopover):
            opened.grants -= 1
            if opened.grants:
                return  # Another open of the same popover has it.
            opened.is_dismissed = True
        if opened:
            self._owners.give_back(answer.result)

    def set_place(self, kind: str, name: str, params: Params, now: float) -> int:
        """Registers a surface, source or occluder now and after each reconnect."""
        self._check_open()
        params = {kind: name, **params}
        before = self.places.set(kind, name, params)
        try:
            return self._place(f"{kind}.set", params, now, lambda: self.places.revert(
                kind, name, params, before))
        except (TypeError, ValueError):
            self.places.revert(kind, name, params, before)
            raise

    def remove_place(self, kind: str, name: str, now: float) -> int:
        self._check_open()
        self.places.remove(kind, name)
        return self._place(f"{kind}.remove", {kind: name}, now, lambda: None)

    def raise_alert(self, params: Params, now: float) -> int:
        """Raises an alert, and raises it again after each reconnect, until it is answered."""
        self._link.now = now
        self._check_open()
        return self._alerts.add(params, self.is_ready)

    def subscribe(self, queue: EventQueue, now: float, later: bool = False) -> int:
        """Begins a subscription, which continues after each reconnect; `later` has it wait for the
        connection instead of raising `ConnectionLost`."""
        self._link.now = now
        if later:
            self._check_open()
        else:
            self._check()
        number = self._link.new_number()
        if self.is_ready:
            finish = self._finishing(number, "bus.subscribe", {})
            self._bus.add(queue, number, finish, self.timeout)
            return number
        self._bus.queues.append(queue)
        if self.state is State.RESTORING and self._works_are_sent:
            self._bus.resume(self._early, False, [queue])
        self._link.tell(Answered(number, {}, None))
        return number

    def unsubscribe(self, queue: EventQueue, now: float) -> Optional[int]:
        """Ends a subscription; returns a request's number if the daemon has to know."""
        topics = self._bus.remove(queue)
        if not topics or not self.is_ready:
            return None
        return self.request("bus.unsubscribe", {"topics": topics}, now)

    def answer_close(self, owner: Owner, work: Any, now: float) -> None:
        """`owner` is off the screen. `work` is any JSON, `SAVED` or None; only the first answer
        counts. Raises `TypeError` or `ValueError` for a draft that is not JSON."""
        self._link.now = now
        if self._owners.answer(owner, work) and self.is_ready:
            self._works.hand_over(self._call)
        self._advance()

    def answer_alert(self, request: RequestID, is_shown: bool) -> None:
        """An alert is on the screen; or it is not, and the next renderer is asked."""
        if is_shown:
            self._link.reply(request, {})
        else:
            self._link.refuse(request, "alert.present")

    def _check_open(self) -> None:
        if self.is_closed:
            raise ClientClosed("this client is closed")

    def _check(self) -> None:
        self._check_open()
        if not self.is_ready:
            raise ConnectionLost(f"not connected to the daemon{self._remedy}")

    def _finishing(self, number: int, method: str, params: Params) -> Finish:
        def finish(result: Any, error: Optional[PopoverdError]) -> None:
            opened = None if error else self._note(method, params, result)
            self._link.tell(Answered(number, result, error, opened))
        return finish

    def _note(
        self, method: str, params: Params, result: Any
    ) -> Union[OpenPopover, OpenPanel, OpenView, None]:
        """Keeps what the result of a program's request means for later; returns what it opened."""
        if method in ("popover.open", "popover.update"):
            self._advise(result.get("advice", []))
        if method == "popover.open":
            opened = self._owners.granted(result, params.get("key"))
            self._sessions.granted(opened.key, opened.session)
            return opened
        if method == "popover.detach":
            return self._owners.detached(result, params["popover"])
        if method == "view.present":
            return self._owners.presented(result)
        if method == "popover.choose" and result["closes"]:
            self._owners.dismiss(params["popover"])
        elif method == "draft.save":
            self._works.forget(params["key"])
            self._works.know(params["key"], int(result["revision"]))
        elif method in ("panel.close", "view.close"):
            self._owners.end_owned(params[method.split(".")[0]], "done")
        return None

    def _advise(self, told: List[Params]) -> None:
        """Logs each advice once."""
        for one in told:
            advice = Advice.of(one)
            if advice not in self._advised and len(self._advised) < ADVICE_KEPT:
                self._advised.add(advice)
                log.warning("advice %s: %s", advice.rule, advice.message)

    def _place(self, method: str, params: Params, now: float, revert: Callable[[], None]) -> int:
        self._link.now = now
        number = self._link.new_number()

        def finish(result: Any, error: Optional[PopoverdError]) -> None:
            if isinstance(error, DaemonError):
                revert()
            if isinstance(error, ConnectionLost) and not isinstance(error, ClientClosed):
                error = None  # Done after the reconnect.
            self._link.tell(Answered(number, result or {}, error))
        if self.is_ready:
            self._link.call(method, params, self.timeout, finish, number)
            return number
        if self.state is State.RESTORING:
            self._restore(method, params)
        self._link.tell(Answered(number, {}, None))
        return number
