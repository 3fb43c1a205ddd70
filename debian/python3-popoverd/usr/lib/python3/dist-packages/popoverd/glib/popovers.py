# SPDX-License-Identifier: MIT
"""Popovers, panels and views of a client with GLib's main loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence, Union

from .. import operations
from ..core import Answered, OpenPanel, OpenPopover, OpenView
from ..handles import (
    Moved, Nudged, PanelHandle, PanelMoved, PopoverHandle, Raised, ViewHandle, call)
from ..operations import given
from ..pending import PendingRequest
from ..protocol import Alignment, Bounds, ButtonDict, CloseOutcome, PreferredSide
from ..requests import Failed
from ..values import AnyRect, AnySize, End, Placement, Rect, WillClose

if TYPE_CHECKING:
    from .client import Client

Answer = Callable[[Any], None]
# It takes the popover off the screen, and calls `answer(draft)`, now or later.
WillCloseHandler = Callable[[WillClose, Answer], None]


class Popover(PopoverHandle):
    """A granted popover. Draw it at `placement.frame`."""

    def __init__(
        self, client: Client, opened: OpenPopover, told: Any,
        will_close: Optional[WillCloseHandler], closed: Optional[Callable[[End], None]],
        moved: Optional[Moved], nudged: Optional[Nudged],
    ):
        super().__init__(opened, told, moved, nudged)
        self._client = client
        self._will_close = will_close
        self._closed = closed

    def update(
        self, *, size: Optional[AnySize] = None, anchor: Optional[AnyRect] = None,
        sides: Optional[Sequence[PreferredSide]] = None, align: Optional[Alignment] = None,
        gap: Optional[float] = None, within: Optional[Bounds] = None,
        avoid: Optional[Sequence[AnyRect]] = None,
        passthrough: Optional[Sequence[AnyRect]] = None, hit: Optional[Sequence[AnyRect]] = None,
        modal: Optional[bool] = None, title: Optional[str] = None, help: Optional[str] = None,
        buttons: Optional[Sequence[Union[str, ButtonDict]]] = None,
        done: Optional[Callable[[Placement], None]] = None, failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Changes what it was opened with; what is None stays. `done` gets where it is now."""
        def read(answer: Answered) -> Placement:
            self.placement = Placement.of(answer.result)
            return self.placement
        operation = operations.update(self.id, dict(
            size=size, anchor=anchor, sides=sides, align=align, gap=gap, within=within, avoid=avoid,
            passthrough=passthrough, hit=hit, modal=modal, title=title, help=help, buttons=buttons))
        return self._client._ask(operation.method, operation.params, read, done, failed)

    def choose(
        self, choice: Any, done: Optional[Callable[[bool], None]] = None,
        failed: Optional[Failed] = None, *, label: Optional[str] = None,
    ) -> PendingRequest:
        """Reports a choice. `done` gets True if it closes the popover, which must then leave the
        screen. `label` is the choice in words, for people who hear it."""
        return self._client._do(operations.choose(self.id, choice, label), done, failed)

    def close(
        self, outcome: CloseOutcome = "done", done: Optional[Callable[[None], None]] = None,
        failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Reports that it left the screen, and its draft is applied (`done`) or dropped (`cancel`)."""
        return self._client._do(operations.close_popover(self.id, outcome), done, failed)

    def detach(
        self, frame: Optional[AnyRect] = None, *, moved: Optional[PanelMoved] = None,
        raised: Optional[Raised] = None, closed: Optional[Callable[[str], None]] = None,
        done: Optional[Callable[[Panel], None]] = None, failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Detaches the popover as a panel, which stays while people work elsewhere.

        `done` gets the panel, which has the `will_close` of the popover. `moved(frame)` moves it with
        its display, `raised()` brings it to the front, `closed(reason)` tells its end.
        """
        def register(answer: Answered) -> Panel:
            assert isinstance(answer.opened, OpenPanel)
            panel = Panel(self._client, answer.opened, answer.result, self._will_close, closed,
                          moved, raised)
            self._client._handles[answer.opened] = panel
            return panel
        params = {"popover": self.id, **given(frame=frame)}
        return self._client._ask("popover.detach", params, register, done, failed)

    def _finish(self, end: End) -> None:
        super()._finish(end)
        if self._closed:
            call(self._closed, end)


class Panel(PanelHandle):
    """A detached popover. Draw it at `frame`."""

    def __init__(
        self, client: Client, opened: OpenPanel, told: Any,
        will_close: Optional[WillCloseHandler], closed: Optional[Callable[[str], None]],
        moved: Optional[PanelMoved], raised: Optional[Raised],
    ):
        super().__init__(opened, told, moved, raised)
        self._client = client
        self._will_close = will_close
        self._closed = closed

    def set(
        self, frame: AnyRect, done: Optional[Callable[[Rect], None]] = None,
        failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Moves or resizes the panel. `done` gets its frame within the display."""
        def read(answer: Answered) -> Rect:
            self.frame = Rect.of(answer.result["frame"])
            return self.frame
        operation = operations.set_panel(self.id, frame)
        return self._client._ask(operation.method, operation.params, read, done, failed)

    def close(
        self, outcome: Optional[CloseOutcome] = None,
        done: Optional[Callable[[None], None]] = None, failed: Optional[Failed] = None,
    ) -> PendingRequest:
        """Closes the panel: its draft is applied (`done`), dropped (`cancel`) or, by default, stays."""
        return self._client._do(operations.close_panel(self.id, outcome), done, failed)

    def _finish(self, reason: str) -> None:
        if self._closed:
            call(self._closed, reason)


class View(ViewHandle):
    """A modal view or a sheet of the program; popovers never lie under it."""

    def __init__(
        self, client: Client, opened: OpenView, closed: Optional[Callable[[str], None]]
    ):
        super().__init__(opened)
        self._client = client
        self._closed = closed

    def close(
        self, done: Optional[Callable[[None], None]] = None, failed: Optional[Failed] = None
    ) -> PendingRequest:
        return self._client._do(operations.close_view(self.id), done, failed)

    def _finish(self, reason: str) -> None:
        if self._closed:
            call(self._closed, reason)
