# SPDX-License-Identifier: MIT
"""The popovers, panels and views of a client, and the drafts that their owners hand over."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Union

from ..errors import Params
from ..values import (
    SAVED, End, EndReason, Placement, Rect, WillClose)
from .events import (
    CloseAsked, OwnedEnded, PanelMoved, PanelRaised, PopoverEnded, PopoverMoved, PopoverNudged,
    RequestID)
from .lines import encode
from .link import Link
from .works import Works


class Owner:
    """A popover or panel, whose owner is asked for its draft, at most once."""

    def __init__(
        self, name: str, key: Optional[str], revision: int, session: Optional[str] = None
    ):
        self.id = name
        self.key = key
        # In which it was granted; None if the daemon names none.
        self.session = session
        # Its draft is later than this revision.
        self.revision = revision
        # Nobody wants its draft: it was applied, or is discarded.
        self.is_dismissed = False
        # The daemon has ended it.
        self.is_over = False
        self.is_asked = self.has_answered = False
        self.work: Any = None
        # The daemon's requests for the draft.
        self.requests: List[RequestID] = []
        # The reason and, in seconds, the deadline for a draft after the end of the connection.
        self.parting: Optional[EndReason] = None
        self.deadline = 0.0


class OpenPopover(Owner):
    def __init__(self, told: Params, key: Optional[str]):
        draft = told.get("draft")
        revision = told.get("revision", draft["revision"] if draft else 0)
        super().__init__(told["popover"], key, int(revision), told.get("session"))
        # The opens that it is the result of.
        self.grants = 0


class OpenPanel(Owner):
    pass


class OpenView:
    def __init__(self, name: str):
        self.id = name


class Owners:
    """Everything that a client has open."""

    def __init__(self, link: Link, works: Works):
        self._link = link
        self._works = works
        self.popovers: Dict[str, OpenPopover] = {}
        self.owned: Dict[str, Union[OpenPanel, OpenView]] = {}
        self._parting: List[Owner] = []

    # Results

    def granted(self, told: Params, key: Optional[str]) -> OpenPopover:
        """An open of the visible popover returns the same object."""
        popover = self.popovers.get(told["popover"])
        if not popover:
            popover = OpenPopover(told, key)
            Placement.of(told)  # Raises for what is malformed, before it counts.
            self.popovers[popover.id] = popover
        popover.grants += 1
        return popover

    def detached(self, told: Params, popover: str) -> OpenPanel:
        before = self.popovers.get(popover)
        panel = OpenPanel(told["panel"], None, 0)
        if before:
            panel.key, panel.revision, panel.session = before.key, before.revision, before.session
        Rect.of(told["frame"])
        self.owned[panel.id] = panel
        return panel

    def presented(self, told: Params) -> OpenView:
        view = OpenView(told["view"])
        self.owned[view.id] = view
        return view

    def give_back(self, result: Params) -> None:
        """Returns a grant that nobody waits for any more."""
        if "panel" in result:
            self._link.send({"method": "panel.close", "params": {"panel": result["panel"]}})
        elif "popover" in result:
            popover = self.popovers.get(result["popover"])
            if not popover or popover.is_dismissed:
                # A daemon without sessions knows no other outcome.
                self._link.send({"method": "popover.close", "params": {
                    "popover": result["popover"],
                    "outcome": "keep" if result.get("session") else "cancel"}})
        elif "view" in result:
            self._link.send({"method": "view.close", "params": {"view": result["view"]}})

    def dismiss(self, popover: Any) -> None:
        """Its draft was consumed or discarded; what still waits is older than that."""
        if popover in self.popovers:
            self.popovers[popover].is_dismissed = True
            self._works.forget(self.popovers[popover].key)

    def end_owned(self, name: Any, reason: str) -> None:
        owned = self.owned.pop(name, None)
        if owned:
            self._link.tell(OwnedEnded(owned, reason))

    # Requests of the daemon, and their answers

    def ask(self, owner: Optional[Owner], request: RequestID, params: Params) -> None:
        """Handles `popover.willClose` and `panel.willClose`."""
        if not owner:
            self._link.reply(request, {})
            return
        order = WillClose.of(params)
        owner.is_dismissed = owner.is_dismissed or order.disposition == "discard"
        if owner.has_answered:
            self._link.reply(request, _result(owner.work))
            return
        owner.requests.append(request)
        self._ask(owner, order)

    def _ask(self, owner: Owner, order: WillClose) -> None:
        if not owner.is_asked:
            owner.is_asked = True
            self._link.tell(CloseAsked(owner, order))

    def answer(self, owner: Owner, work: Any) -> bool:
        """Passes the draft on; True if it is late, and has to be handed over now."""
        if owner.has_answered:
            return False
        # Raises for what is not JSON, before it counts.
        encode(_result(work))
        owner.has_answered, owner.work = True, work
        requests, owner.requests = owner.requests, []
        is_told = any([self._link.reply(request, _result(work)) for request in requests])
        if owner in self._parting:
            self._depart(owner, is_told)
            return False
        if is_told and not owner.is_over:
            return False
        return self._keep(owner, is_told) and not is_told

    def _keep(self, owner: Owner, is_told: bool = False) -> bool:
        work = owner.work
        if owner.key is None or work is None or work is SAVED or owner.is_dismissed:
            return False
        self._works.keep(owner.key, work, owner.revision, owner.session,
                         self._link.last_number if is_told else None)
        return True

    def _over(self, owner: Owner, is_unresponsive: bool) -> None:
        """The daemon has ended it, perhaps without its draft, which may be on its way."""
        owner.is_over = True
        if is_unresponsive and owner.has_answered:
            self._keep(owner, True)

    # Notifications

    def closed(self, params: Params) -> None:
        popover = self.popovers.get(params["popover"])
        if popover:
            end = End.of(params)
            del self.popovers[popover.id]
            self._over(popover, end.unresponsive)
            self._end(popover, end)

    def moved(self, params: Params) -> None:
        popover = self.popovers.get(params["popover"])
        if popover:
            self._link.tell(PopoverMoved(popover, Placement.of(params)))

    def nudged(self, params: Params) -> None:
        popover = self.popovers.get(params["popover"])
        if popover:
            self._link.tell(PopoverNudged(popover))

    def panel(self, name: Any) -> Optional[OpenPanel]:
        panel = self.owned.get(name)
        return panel if isinstance(panel, OpenPanel) else None

    def panel_closed(self, params: Params) -> None:
        panel = self.panel(params["panel"])
        if panel:
            self._over(panel, bool(params.get("unresponsive")))
            self.end_owned(panel.id, params["reason"])

    def panel_moved(self, params: Params) -> None:
        panel = self.panel(params["panel"])
        if panel:
            self._link.tell(PanelMoved(panel, Rect.of(params["frame"])))

    def panel_raised(self, params: Params) -> None:
        panel = self.panel(params["panel"])
        if panel:
            self._link.tell(PanelRaised(panel))

    # After the end of a connection

    @property
    def is_parting(self) -> bool:
        return bool(self._parting)

    def part(self, reason: EndReason, seconds: float) -> None:
        """Ends popovers and panels; their owners are asked for their drafts, for so many seconds."""
        panels = [owned for owned in self.owned.values() if isinstance(owned, OpenPanel)]
        owners: List[Owner] = [*self.popovers.values(), *panels]
        self.popovers = {}
        for panel in panels:
            del self.owned[panel.id]
        for owner in owners:
            owner.parting = reason
            owner.deadline = self._link.now + seconds
            self._parting.append(owner)
            if owner.has_answered or owner.is_dismissed:
                self._depart(owner, False)
            else:
                self._ask(owner, WillClose(reason, "save", seconds))

    def lose(self) -> None:
        """Views end with the connection."""
        for name in list(self.owned):
            self.end_owned(name, "connection-lost")

    def _depart(self, owner: Owner, is_told: bool) -> None:
        self._parting.remove(owner)
        if not is_told and owner.has_answered:
            self._keep(owner)
        is_kept = owner.key in self._works
        assert owner.parting
        if isinstance(owner, OpenPopover):
            self._end(owner, End(
                owner.parting, "saved" if is_told and owner.work is not None
                else "kept" if is_kept else "none", False, False))
        elif isinstance(owner, OpenPanel):
            self._link.tell(OwnedEnded(owner, owner.parting))

    def _end(self, popover: OpenPopover, end: End) -> None:
        self._link.tell(PopoverEnded(popover, end))

    def expire(self) -> None:
        """Ends those whose owners are late; later drafts are handed over, too."""
        for owner in [one for one in self._parting if one.deadline <= self._link.now]:
            self._depart(owner, False)

    def end_session(self, session: str) -> None:
        """Nobody wants the drafts of a session that has ended."""
        open_now = [one for one in self.owned.values() if isinstance(one, OpenPanel)]
        for owner in [*self.popovers.values(), *open_now, *self._parting]:
            if owner.session == session:
                owner.is_dismissed = True
        for owner in [one for one in self._parting if one.session == session]:
            owner.parting = "session-ended"
            self._depart(owner, False)

    def give_up(self) -> None:
        """Ends those whose owners have not answered by the end of the client."""
        for owner in list(self._parting):
            self._depart(owner, False)

    def deadlines(self) -> List[float]:
        return [owner.deadline for owner in self._parting]


def _result(work: Any) -> Params:
    if work is SAVED:
        return {"saved": True}
    return {} if work is None else {"draft": work}
