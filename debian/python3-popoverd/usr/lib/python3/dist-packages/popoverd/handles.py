# SPDX-License-Identifier: MIT
"""What the popovers, panels and views of every adapter have in common."""

from __future__ import annotations

import logging
from typing import Any, Callable, Optional

from .core import OpenPanel, OpenPopover, OpenView
from .errors import Params
from .values import Advice, Draft, End, Placement, Rect

log = logging.getLogger("popoverd")

Moved = Callable[[Placement], None]
Nudged = Callable[[], None]
PanelMoved = Callable[[Rect], None]
Raised = Callable[[], None]


def call(callback: Callable[..., object], *arguments: Any) -> None:
    """Calls a callback; its errors do not end the connection."""
    try:
        callback(*arguments)
    except Exception:
        log.exception("a callback failed")


class PopoverHandle:
    """A granted popover. Draw it at `placement.frame`."""

    def __init__(
        self, opened: OpenPopover, told: Params, moved: Optional[Moved], nudged: Optional[Nudged]
    ):
        self.id: str = opened.id
        self.key = opened.key
        self.placement = Placement.of(told)
        self.appearance: Params = told.get("appearance", {})
        self.advice = [Advice.of(one) for one in told.get("advice", [])]
        self.draft = Draft.of(told["draft"]) if told.get("draft") else None
        self._opened = opened
        self._moved, self._nudged = moved, nudged
        self._ending: Optional[End] = None

    @property
    def is_open(self) -> bool:
        return self._ending is None

    def _move(self, placement: Placement) -> None:
        self.placement = placement
        if self._moved:
            call(self._moved, placement)

    def _nudge(self) -> None:
        if self._nudged:
            call(self._nudged)

    def _finish(self, end: End) -> None:
        self._ending = end


class PanelHandle:
    """A detached popover. Draw it at `frame`."""

    def __init__(
        self, opened: OpenPanel, told: Params, moved: Optional[PanelMoved],
        raised: Optional[Raised]
    ):
        self.id: str = opened.id
        self.frame = Rect.of(told["frame"])
        self._opened = opened
        self._moved, self._raised = moved, raised

    def _move(self, frame: Rect) -> None:
        self.frame = frame
        if self._moved:
            call(self._moved, frame)

    def _raise(self) -> None:
        if self._raised:
            call(self._raised)

    def _finish(self, reason: str) -> None:
        pass


class ViewHandle:
    """A modal view or a sheet of the program; popovers never lie under it."""

    def __init__(self, opened: OpenView):
        self.id: str = opened.id
        self._opened = opened

    def _finish(self, reason: str) -> None:
        pass
