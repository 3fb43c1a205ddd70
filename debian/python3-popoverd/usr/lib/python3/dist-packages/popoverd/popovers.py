# SPDX-License-Identifier: MIT
"""Popovers, panels and views of a client on asyncio."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Optional, Sequence, Union

from . import operations
from .core import Answered, OpenPanel, OpenPopover, OpenView
from .handles import Moved, Nudged, PanelHandle, PanelMoved, PopoverHandle, Raised, ViewHandle
from .operations import given
from .protocol import Alignment, Bounds, ButtonDict, CloseOutcome, PreferredSide
from .values import AnyRect, AnySize, End, Placement, Rect, WillClose

if TYPE_CHECKING:
    from .client import Client

WillCloseHandler = Callable[[WillClose], Awaitable[Any]]


class Popover(PopoverHandle):
    """A granted popover. Draw it at `placement.frame`."""

    def __init__(
        self, client: Client, opened: OpenPopover, told: Any,
        will_close: Optional[WillCloseHandler], moved: Optional[Moved], nudged: Optional[Nudged],
    ):
        super().__init__(opened, told, moved, nudged)
        self._client = client
        self._will_close = will_close
        self._end: asyncio.Future[End] = asyncio.get_running_loop().create_future()

    async def closed(self) -> End:
        """Waits for the end of the popover."""
        return await asyncio.shield(self._end)

    async def update(
        self, *, size: Optional[AnySize] = None, anchor: Optional[AnyRect] = None,
        sides: Optional[Sequence[PreferredSide]] = None, align: Optional[Alignment] = None,
        gap: Optional[float] = None, within: Optional[Bounds] = None,
        avoid: Optional[Sequence[AnyRect]] = None,
        passthrough: Optional[Sequence[AnyRect]] = None, hit: Optional[Sequence[AnyRect]] = None,
        modal: Optional[bool] = None, title: Optional[str] = None, help: Optional[str] = None,
        buttons: Optional[Sequence[Union[str, ButtonDict]]] = None,
    ) -> Placement:
        """Changes what it was opened with; what is None stays. Returns where it is now."""
        self.placement = await self._client._do(operations.update(self.id, dict(
            size=size, anchor=anchor, sides=sides, align=align, gap=gap, within=within, avoid=avoid,
            passthrough=passthrough, hit=hit, modal=modal, title=title, help=help,
            buttons=buttons)))
        return self.placement

    async def choose(self, choice: Any, *, label: Optional[str] = None) -> bool:
        """Reports a choice; returns True if it closes the popover, which must then leave the screen.

        `label` is the choice in words, for people who hear it.
        """
        return await self._client._do(operations.choose(self.id, choice, label))

    async def close(self, outcome: CloseOutcome = "done") -> None:
        """Reports that it left the screen, and its draft is applied (`done`) or dropped (`cancel`)."""
        await self._client._do(operations.close_popover(self.id, outcome))

    async def detach(
        self, frame: Optional[AnyRect] = None, *, moved: Optional[PanelMoved] = None,
        raised: Optional[Raised] = None,
    ) -> Panel:
        """Detaches the popover as a panel, which stays while people work elsewhere.

        The panel has the `will_close` of the popover. `moved(frame)` moves it with its display,
        `raised()` brings it to the front.
        """
        def register(answer: Answered) -> Panel:
            assert isinstance(answer.opened, OpenPanel)
            panel = Panel(
                self._client, answer.opened, answer.result, self._will_close, moved, raised)
            self._client._handles[answer.opened] = panel
            return panel
        params = {"popover": self.id, **given(frame=frame)}
        return await self._client._ask("popover.detach", params, register)

    def _finish(self, end: End) -> None:
        super()._finish(end)
        if not self._end.done():
            self._end.set_result(end)


class Panel(PanelHandle):
    """A detached popover. Draw it at `frame`."""

    def __init__(
        self, client: Client, opened: OpenPanel, told: Any,
        will_close: Optional[WillCloseHandler], moved: Optional[PanelMoved],
        raised: Optional[Raised],
    ):
        super().__init__(opened, told, moved, raised)
        self._client = client
        self._will_close = will_close
        self._end: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def closed(self) -> str:
        """Waits for the end; returns the reason, `done` after `close`."""
        return await asyncio.shield(self._end)

    async def set(self, frame: AnyRect) -> Rect:
        """Moves or resizes the panel; returns its frame within the display."""
        self.frame = await self._client._do(operations.set_panel(self.id, frame))
        return self.frame

    async def close(self, outcome: Optional[CloseOutcome] = None) -> None:
        """Closes the panel: its draft is applied (`done`), dropped (`cancel`) or, by default, stays."""
        await self._client._do(operations.close_panel(self.id, outcome))

    def _finish(self, reason: str) -> None:
        if not self._end.done():
            self._end.set_result(reason)


class View(ViewHandle):
    """A modal view or a sheet of the program; popovers never lie under it."""

    def __init__(self, client: Client, opened: OpenView):
        super().__init__(opened)
        self._client = client
        self._end: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def closed(self) -> str:
        """Waits for the end; returns the reason, `done` after `close`."""
        return await asyncio.shield(self._end)

    async def close(self) -> None:
        await self._client._do(operations.close_view(self.id))

    def _finish(self, reason: str) -> None:
        if not self._end.done():
            self._end.set_result(reason)
