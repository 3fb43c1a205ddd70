# SPDX-License-Identifier: MIT
"""The signature of each method and notification. Written by protocol/generate; changes here are lost.

`timeout`, in seconds, is the client's by default; None waits forever.
"""

from typing import Any, Callable, Dict, List, Literal, Mapping, Optional, Union, overload

from .errors import PopoverdError
from .pending import PendingRequest
from .protocol import (
    AlertAnsweredResult, AlertDismissNotification, AlertQueuedNotification, Alignment, Bounds,
    ButtonDict, ByeNotification, ChosenResult, CloseOutcome, ClosedPanelDict, ClosedPopoverDict,
    Contrast, DecisionsResult, DetachedResult, DiscoveryDict, DisplayChangedNotification,
    DraftResult, DraftSavedResult, DraftsResult, EventNotification, FocusEnterNotification,
    FocusLeaveNotification, FocusMoveNotification, GrantDict, Idiom, InsetsDict, JudgementDict,
    LogLevel, Method, MetricsDict, NavigatedResult, Opens, PanelMovedNotification,
    PanelRaisedNotification, PanelSetResult, PluginStatusDict, PluginsResult, PointerButton,
    PointerKind, PointerPhase, PopoverMovedNotification, PopoverNudgeNotification, PreferredSide,
    PublishedResult, RecordingDict, RecordingsResult, RectDict, ReloadedResult, Renderer,
    RepresentedDict, Role, SceneDict, Severity, ShieldNotification, SizeDict,
    SourceActivatedNotification, SourceRole, Step, SubscribedResult, UpdatedResult,
    ViewClosedNotification, ViewKind, ViewPresentedResult, WelcomeDict, WritingDirection)

Failed = Callable[[PopoverdError], None]


class Notices:
    """What every client has: requests without an answer, and notifications."""

    @overload
    def notify(
        self, method: Literal["surface.set"], *, surface: str, display: str = ...,
        frame: RectDict) -> None: ...
    @overload
    def notify(self, method: Literal["surface.remove"], *, surface: str) -> None: ...
    @overload
    def notify(
        self, method: Literal["source.set"], *, source: str, rect: RectDict, display: str = ...,
        surface: str = ..., edge: PreferredSide = ..., label: str = ..., help: str = ...,
        role: SourceRole = ..., disabled: bool = ..., private: bool = ...) -> None: ...
    @overload
    def notify(self, method: Literal["source.remove"], *, source: str) -> None: ...
    @overload
    def notify(
        self, method: Literal["occluder.set"], *, occluder: str, rect: RectDict,
        display: str = ...) -> None: ...
    @overload
    def notify(self, method: Literal["occluder.remove"], *, occluder: str) -> None: ...
    @overload
    def notify(
        self, method: Literal["popover.update"], *, popover: str, size: SizeDict = ...,
        anchor: RectDict = ..., sides: List[PreferredSide] = ..., align: Alignment = ...,
        gap: float = ..., within: Bounds = ..., avoid: List[RectDict] = ...,
        passthrough: List[RectDict] = ..., hit: List[RectDict] = ..., modal: bool = ...,
        title: str = ..., help: str = ..., buttons: List[Union[str, ButtonDict]] = ...) -> None: ...
    @overload
    def notify(
        self, method: Literal["popover.choose"], *, popover: str, choice: Any,
        label: str = ...) -> None: ...
    @overload
    def notify(
        self, method: Literal["popover.close"], *, popover: str, outcome: CloseOutcome) -> None: ...
    @overload
    def notify(self, method: Literal["panel.set"], *, panel: str, frame: RectDict) -> None: ...
    @overload
    def notify(self, method: Literal["panel.raise"], *, panel: str) -> None: ...
    @overload
    def notify(
        self, method: Literal["panel.close"], *, panel: str,
        outcome: CloseOutcome = ...) -> None: ...
    @overload
    def notify(self, method: Literal["view.close"], *, view: str) -> None: ...
    @overload
    def notify(
        self, method: Literal["draft.save"], *, key: str, content: Any, revision: int = ...,
        sync: bool = ..., session: str = ...) -> None: ...
    @overload
    def notify(self, method: Literal["draft.load"], *, key: str, session: str = ...) -> None: ...
    @overload
    def notify(self, method: Literal["draft.list"]) -> None: ...
    @overload
    def notify(self, method: Literal["draft.discard"], *, key: str, session: str = ...) -> None: ...
    @overload
    def notify(self, method: Literal["alert.answer"], *, alert: str, button: str) -> None: ...
    @overload
    def notify(self, method: Literal["alert.cancel"], *, alert: str) -> None: ...
    @overload
    def notify(self, method: Literal["request.cancel"], *, request: Union[str, float]) -> None: ...
    @overload
    def notify(
        self, method: Literal["tap"], *, x: float, y: float, display: str = ..., surface: str = ...,
        time: int = ..., pointer: int = ..., swallowed: bool = ...) -> None: ...
    @overload
    def notify(
        self, method: Literal["pointer"], *, phase: PointerPhase, x: float, y: float,
        display: str = ..., surface: str = ..., time: int = ..., pointer: int = ...,
        swallowed: bool = ..., kind: PointerKind = ..., button: PointerButton = ...) -> None: ...
    @overload
    def notify(
        self, method: Literal["key"], *, key: str, display: str = ..., time: int = ...,
        composing: bool = ...) -> None: ...
    @overload
    def notify(
        self, method: Literal["navigate"], *, step: Step, display: str = ...,
        time: int = ...) -> None: ...
    @overload
    def notify(self, method: Literal["source.activate"], *, client: str, source: str) -> None: ...
    @overload
    def notify(self, method: Literal["bus.unsubscribe"], *, topics: List[str]) -> None: ...
    @overload
    def notify(self, method: Literal["bus.publish"], *, topic: str, data: Any) -> None: ...
    @overload
    def notify(
        self, method: Literal["display.set"], *, display: str, width: float, height: float,
        scale: float = ..., insets: InsetsDict = ..., idiom: Idiom = ..., translucency: bool = ...,
        contrast: Contrast = ..., reducedMotion: bool = ..., direction: WritingDirection = ...,
        tapMs: float = ..., tapSlop: float = ..., opens: Opens = ..., textScale: float = ...,
        language: str = ..., speech: bool = ..., slowPressMs: float = ..., reach: RectDict = ...,
        blank: bool = ...) -> None: ...
    @overload
    def notify(
        self, method: Literal["display.update"], *, display: str, width: float = ...,
        height: float = ..., scale: float = ..., insets: InsetsDict = ..., idiom: Idiom = ...,
        translucency: bool = ..., contrast: Contrast = ..., reducedMotion: bool = ...,
        direction: WritingDirection = ..., tapMs: float = ..., tapSlop: float = ...,
        opens: Opens = ..., textScale: float = ..., language: str = ..., speech: bool = ...,
        slowPressMs: float = ..., reach: RectDict = ..., blank: bool = ...) -> None: ...
    @overload
    def notify(self, method: Literal["display.remove"], *, display: str) -> None: ...
    @overload
    def notify(
        self, method: Literal["session.set"], *, display: str = ..., textScale: float = ...,
        contrast: Contrast = ..., reducedMotion: bool = ..., language: str = ...,
        direction: WritingDirection = ..., speech: bool = ..., slowPressMs: float = ...,
        reach: RectDict = ...) -> None: ...
    @overload
    def notify(self, method: Literal["rpc.discover"]) -> None: ...
    @overload
    def notify(self, method: Literal["status"]) -> None: ...
    @overload
    def notify(
        self, method: Literal["popover.explain"], *, popover: str = ...,
        limit: int = ...) -> None: ...
    @overload
    def notify(
        self, method: Literal["popover.dismiss"], *, popover: str, discard: bool = ...) -> None: ...
    @overload
    def notify(
        self, method: Literal["popover.dismiss"], *, discard: bool = ..., display: str) -> None: ...
    @overload
    def notify(self, method: Literal["session.end"], *, display: str = ...) -> None: ...
    @overload
    def notify(self, method: Literal["session.lock"], *, display: str = ...) -> None: ...
    @overload
    def notify(self, method: Literal["session.unlock"], *, display: str = ...) -> None: ...
    @overload
    def notify(self, method: Literal["plugin.list"]) -> None: ...
    @overload
    def notify(self, method: Literal["plugin.load"], *, path: str) -> None: ...
    @overload
    def notify(self, method: Literal["plugin.load"], *, name: str) -> None: ...
    @overload
    def notify(self, method: Literal["plugin.unload"], *, name: str) -> None: ...
    @overload
    def notify(self, method: Literal["plugin.reload"], *, name: str) -> None: ...
    @overload
    def notify(self, method: Literal["plugin.clear"], *, name: str) -> None: ...
    @overload
    def notify(self, method: Literal["config.reload"]) -> None: ...
    @overload
    def notify(self, method: Literal["metrics"]) -> None: ...
    @overload
    def notify(self, method: Literal["log.level"], *, level: LogLevel) -> None: ...
    @overload
    def notify(self, method: Literal["record.start"], *, path: str = ...) -> None: ...
    @overload
    def notify(self, method: Literal["record.stop"]) -> None: ...
    @overload
    def notify(self, method: Literal["record.dump"], *, path: str = ...) -> None: ...
    @overload
    def notify(self, method: Literal["record.list"]) -> None: ...
    @overload
    def notify(self, method: Literal["shutdown"]) -> None: ...

    def notify(self, method: Method, **params: Any) -> None:
        """Sends a request and ignores its response; does nothing while disconnected."""
        self._notify(method, params)

    def _notify(self, method: str, params: Mapping[str, Any]) -> None:
        raise NotImplementedError

    @overload
    def on(
        self, method: Literal["popover.closed"],
        handler: Callable[[ClosedPopoverDict], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["popover.moved"],
        handler: Callable[[PopoverMovedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["popover.nudge"],
        handler: Callable[[PopoverNudgeNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["panel.closed"],
        handler: Callable[[ClosedPanelDict], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["panel.moved"],
        handler: Callable[[PanelMovedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["panel.raised"],
        handler: Callable[[PanelRaisedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["view.closed"],
        handler: Callable[[ViewClosedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["source.activated"],
        handler: Callable[[SourceActivatedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["focus.enter"],
        handler: Callable[[FocusEnterNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["focus.leave"],
        handler: Callable[[FocusLeaveNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["focus.move"],
        handler: Callable[[FocusMoveNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["alert.queued"],
        handler: Callable[[AlertQueuedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["alert.dismiss"],
        handler: Callable[[AlertDismissNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["shield"], handler: Callable[[ShieldNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["display.changed"],
        handler: Callable[[DisplayChangedNotification], None]) -> None: ...
    @overload
    def on(
        self, method: Literal["event"], handler: Callable[[EventNotification], None]) -> None: ...
    @overload
    def on(self, method: Literal["bye"], handler: Callable[[ByeNotification], None]) -> None: ...

    def on(self, method: str, handler: Callable[[Any], None]) -> None:
        """Calls `handler(params)` for each notification: `shield`, `display.changed` and so on."""
        self._on(method, handler)

    def _on(self, method: str, handler: Callable[[Any], None]) -> None:
        raise NotImplementedError


class Requests(Notices):
    """`request` as a coroutine."""

    @overload
    async def request(
        self, method: Literal["hello"], *, protocol: int, app: str, roles: List[Role] = ...,
        shield: bool = ..., focus: bool = ..., onBehalfOf: RepresentedDict = ...,
        timeout: Optional[float] = ...) -> WelcomeDict: ...
    @overload
    async def request(
        self, method: Literal["surface.set"], *, surface: str, display: str = ..., frame: RectDict,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["surface.remove"], *, surface: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["source.set"], *, source: str, rect: RectDict, display: str = ...,
        surface: str = ..., edge: PreferredSide = ..., label: str = ..., help: str = ...,
        role: SourceRole = ..., disabled: bool = ..., private: bool = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["source.remove"], *, source: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["occluder.set"], *, occluder: str, rect: RectDict, display: str = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["occluder.remove"], *, occluder: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["popover.open"], *, behavior: str = ..., size: SizeDict,
        display: str = ..., surface: str = ..., source: str = ..., anchor: RectDict = ...,
        sides: List[PreferredSide] = ..., align: Alignment = ..., gap: float = ...,
        within: Bounds = ..., avoid: List[RectDict] = ..., passthrough: List[RectDict] = ...,
        minimum: SizeDict = ..., key: str = ..., modal: bool = ..., title: str = ...,
        help: str = ..., buttons: List[Union[str, ButtonDict]] = ..., severity: Severity = ...,
        expands: bool = ..., hit: List[RectDict] = ..., appearance: Dict[str, Any] = ...,
        private: bool = ..., gesture: str = ..., session: str = ..., waitMs: float = ...,
        timeout: Optional[float] = ...) -> GrantDict: ...
    @overload
    async def request(
        self, method: Literal["popover.update"], *, popover: str, size: SizeDict = ...,
        anchor: RectDict = ..., sides: List[PreferredSide] = ..., align: Alignment = ...,
        gap: float = ..., within: Bounds = ..., avoid: List[RectDict] = ...,
        passthrough: List[RectDict] = ..., hit: List[RectDict] = ..., modal: bool = ...,
        title: str = ..., help: str = ..., buttons: List[Union[str, ButtonDict]] = ...,
        timeout: Optional[float] = ...) -> UpdatedResult: ...
    @overload
    async def request(
        self, method: Literal["popover.choose"], *, popover: str, choice: Any, label: str = ...,
        timeout: Optional[float] = ...) -> ChosenResult: ...
    @overload
    async def request(
        self, method: Literal["popover.close"], *, popover: str, outcome: CloseOutcome,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["popover.detach"], *, popover: str, frame: RectDict = ...,
        timeout: Optional[float] = ...) -> DetachedResult: ...
    @overload
    async def request(
        self, method: Literal["panel.set"], *, panel: str, frame: RectDict,
        timeout: Optional[float] = ...) -> PanelSetResult: ...
    @overload
    async def request(
        self, method: Literal["panel.raise"], *, panel: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["panel.close"], *, panel: str, outcome: CloseOutcome = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["view.present"], *, kind: ViewKind, frame: RectDict = ...,
        display: str = ..., closePopover: bool = ..., session: str = ...,
        timeout: Optional[float] = ...) -> ViewPresentedResult: ...
    @overload
    async def request(
        self, method: Literal["view.close"], *, view: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["draft.save"], *, key: str, content: Any, revision: int = ...,
        sync: bool = ..., session: str = ...,
        timeout: Optional[float] = ...) -> DraftSavedResult: ...
    @overload
    async def request(
        self, method: Literal["draft.load"], *, key: str, session: str = ...,
        timeout: Optional[float] = ...) -> DraftResult: ...
    @overload
    async def request(
        self, method: Literal["draft.list"], *, timeout: Optional[float] = ...) -> DraftsResult: ...
    @overload
    async def request(
        self, method: Literal["draft.discard"], *, key: str, session: str = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["alert.raise"], *, title: str, severity: Severity,
        buttons: List[ButtonDict], message: str = ..., size: SizeDict = ..., key: str = ...,
        display: str = ..., renderer: Renderer = ..., timeoutMs: float = ..., session: str = ...,
        private: bool = ..., timeout: Optional[float] = ...) -> AlertAnsweredResult: ...
    @overload
    async def request(
        self, method: Literal["alert.answer"], *, alert: str, button: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["alert.cancel"], *, alert: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["request.cancel"], *, request: Union[str, float],
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["tap"], *, x: float, y: float, display: str = ..., surface: str = ...,
        time: int = ..., pointer: int = ..., swallowed: bool = ...,
        timeout: Optional[float] = ...) -> JudgementDict: ...
    @overload
    async def request(
        self, method: Literal["pointer"], *, phase: PointerPhase, x: float, y: float,
        display: str = ..., surface: str = ..., time: int = ..., pointer: int = ...,
        swallowed: bool = ..., kind: PointerKind = ..., button: PointerButton = ...,
        timeout: Optional[float] = ...) -> JudgementDict: ...
    @overload
    async def request(
        self, method: Literal["key"], *, key: str, display: str = ..., time: int = ...,
        composing: bool = ..., timeout: Optional[float] = ...) -> JudgementDict: ...
    @overload
    async def request(
        self, method: Literal["navigate"], *, step: Step, display: str = ..., time: int = ...,
        timeout: Optional[float] = ...) -> NavigatedResult: ...
    @overload
    async def request(
        self, method: Literal["source.activate"], *, client: str, source: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["bus.subscribe"], *, topics: List[str], since: int = ...,
        timeout: Optional[float] = ...) -> SubscribedResult: ...
    @overload
    async def request(
        self, method: Literal["bus.unsubscribe"], *, topics: List[str],
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["bus.publish"], *, topic: str, data: Any,
        timeout: Optional[float] = ...) -> PublishedResult: ...
    @overload
    async def request(
        self, method: Literal["display.set"], *, display: str, width: float, height: float,
        scale: float = ..., insets: InsetsDict = ..., idiom: Idiom = ..., translucency: bool = ...,
        contrast: Contrast = ..., reducedMotion: bool = ..., direction: WritingDirection = ...,
        tapMs: float = ..., tapSlop: float = ..., opens: Opens = ..., textScale: float = ...,
        language: str = ..., speech: bool = ..., slowPressMs: float = ..., reach: RectDict = ...,
        blank: bool = ..., timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["display.update"], *, display: str, width: float = ...,
        height: float = ..., scale: float = ..., insets: InsetsDict = ..., idiom: Idiom = ...,
        translucency: bool = ..., contrast: Contrast = ..., reducedMotion: bool = ...,
        direction: WritingDirection = ..., tapMs: float = ..., tapSlop: float = ...,
        opens: Opens = ..., textScale: float = ..., language: str = ..., speech: bool = ...,
        slowPressMs: float = ..., reach: RectDict = ..., blank: bool = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["display.remove"], *, display: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["session.set"], *, display: str = ..., textScale: float = ...,
        contrast: Contrast = ..., reducedMotion: bool = ..., language: str = ...,
        direction: WritingDirection = ..., speech: bool = ..., slowPressMs: float = ...,
        reach: RectDict = ..., timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["rpc.discover"], *,
        timeout: Optional[float] = ...) -> DiscoveryDict: ...
    @overload
    async def request(
        self, method: Literal["status"], *, timeout: Optional[float] = ...) -> SceneDict: ...
    @overload
    async def request(
        self, method: Literal["popover.explain"], *, popover: str = ..., limit: int = ...,
        timeout: Optional[float] = ...) -> DecisionsResult: ...
    @overload
    async def request(
        self, method: Literal["popover.dismiss"], *, popover: str, discard: bool = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["popover.dismiss"], *, discard: bool = ..., display: str,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["session.end"], *, display: str = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["session.lock"], *, display: str = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["session.unlock"], *, display: str = ...,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["plugin.list"], *,
        timeout: Optional[float] = ...) -> PluginsResult: ...
    @overload
    async def request(
        self, method: Literal["plugin.load"], *, path: str,
        timeout: Optional[float] = ...) -> PluginStatusDict: ...
    @overload
    async def request(
        self, method: Literal["plugin.load"], *, name: str,
        timeout: Optional[float] = ...) -> PluginStatusDict: ...
    @overload
    async def request(
        self, method: Literal["plugin.unload"], *, name: str,
        timeout: Optional[float] = ...) -> PluginStatusDict: ...
    @overload
    async def request(
        self, method: Literal["plugin.reload"], *, name: str,
        timeout: Optional[float] = ...) -> PluginStatusDict: ...
    @overload
    async def request(
        self, method: Literal["plugin.clear"], *, name: str,
        timeout: Optional[float] = ...) -> PluginStatusDict: ...
    @overload
    async def request(
        self, method: Literal["config.reload"], *,
        timeout: Optional[float] = ...) -> ReloadedResult: ...
    @overload
    async def request(
        self, method: Literal["metrics"], *, timeout: Optional[float] = ...) -> MetricsDict: ...
    @overload
    async def request(
        self, method: Literal["log.level"], *, level: LogLevel,
        timeout: Optional[float] = ...) -> Dict[str, Any]: ...
    @overload
    async def request(
        self, method: Literal["record.start"], *, path: str = ...,
        timeout: Optional[float] = ...) -> RecordingDict: ...
    @overload
    async def request(
        self, method: Literal["record.stop"], *,
        timeout: Optional[float] = ...) -> RecordingDict: ...
    @overload
    async def request(
        self, method: Literal["record.dump"], *, path: str = ...,
        timeout: Optional[float] = ...) -> RecordingDict: ...
    @overload
    async def request(
        self, method: Literal["record.list"], *,
        timeout: Optional[float] = ...) -> RecordingsResult: ...
    @overload
    async def request(
        self, method: Literal["shutdown"], *, timeout: Optional[float] = ...) -> Dict[str, Any]: ...

    async def request(self, method: Method, *, timeout: Optional[float] = -1, **params: Any) -> Any:
        """Calls any method. By default `timeout` is the client's; None waits forever."""
        return await self._request(method, params, timeout)

    async def _request(
        self, method: str, params: Mapping[str, Any], timeout: Optional[float] = -1
    ) -> Any:
        raise NotImplementedError


class CallbackRequests(Notices):
    """`request` with callbacks: `done(result)`, or `failed(error)`."""

    @overload
    def request(
        self, method: Literal["hello"], *, protocol: int, app: str, roles: List[Role] = ...,
        shield: bool = ..., focus: bool = ..., onBehalfOf: RepresentedDict = ...,
        done: Optional[Callable[[WelcomeDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["surface.set"], *, surface: str, display: str = ..., frame: RectDict,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["surface.remove"], *, surface: str,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["source.set"], *, source: str, rect: RectDict, display: str = ...,
        surface: str = ..., edge: PreferredSide = ..., label: str = ..., help: str = ...,
        role: SourceRole = ..., disabled: bool = ..., private: bool = ...,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["source.remove"], *, source: str,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["occluder.set"], *, occluder: str, rect: RectDict, display: str = ...,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["occluder.remove"], *, occluder: str,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["popover.open"], *, behavior: str = ..., size: SizeDict,
        display: str = ..., surface: str = ..., source: str = ..., anchor: RectDict = ...,
        sides: List[PreferredSide] = ..., align: Alignment = ..., gap: float = ...,
        within: Bounds = ..., avoid: List[RectDict] = ..., passthrough: List[RectDict] = ...,
        minimum: SizeDict = ..., key: str = ..., modal: bool = ..., title: str = ...,
        help: str = ..., buttons: List[Union[str, ButtonDict]] = ..., severity: Severity = ...,
        expands: bool = ..., hit: List[RectDict] = ..., appearance: Dict[str, Any] = ...,
        private: bool = ..., gesture: str = ..., session: str = ..., waitMs: float = ...,
        done: Optional[Callable[[GrantDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["popover.update"], *, popover: str, size: SizeDict = ...,
        anchor: RectDict = ..., sides: List[PreferredSide] = ..., align: Alignment = ...,
        gap: float = ..., within: Bounds = ..., avoid: List[RectDict] = ...,
        passthrough: List[RectDict] = ..., hit: List[RectDict] = ..., modal: bool = ...,
        title: str = ..., help: str = ..., buttons: List[Union[str, ButtonDict]] = ...,
        done: Optional[Callable[[UpdatedResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["popover.choose"], *, popover: str, choice: Any, label: str = ...,
        done: Optional[Callable[[ChosenResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["popover.close"], *, popover: str, outcome: CloseOutcome,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["popover.detach"], *, popover: str, frame: RectDict = ...,
        done: Optional[Callable[[DetachedResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["panel.set"], *, panel: str, frame: RectDict,
        done: Optional[Callable[[PanelSetResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["panel.raise"], *, panel: str,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["panel.close"], *, panel: str, outcome: CloseOutcome = ...,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["view.present"], *, kind: ViewKind, frame: RectDict = ...,
        display: str = ..., closePopover: bool = ..., session: str = ...,
        done: Optional[Callable[[ViewPresentedResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["view.close"], *, view: str,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["draft.save"], *, key: str, content: Any, revision: int = ...,
        sync: bool = ..., session: str = ...,
        done: Optional[Callable[[DraftSavedResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["draft.load"], *, key: str, session: str = ...,
        done: Optional[Callable[[DraftResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["draft.list"], *,
        done: Optional[Callable[[DraftsResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["draft.discard"], *, key: str, session: str = ...,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["alert.raise"], *, title: str, severity: Severity,
        buttons: List[ButtonDict], message: str = ..., size: SizeDict = ..., key: str = ...,
        display: str = ..., renderer: Renderer = ..., timeoutMs: float = ..., session: str = ...,
        private: bool = ..., done: Optional[Callable[[AlertAnsweredResult], None]] = ...,
        failed: Optional[Failed] = ..., timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["alert.answer"], *, alert: str, button: str,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["alert.cancel"], *, alert: str,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["request.cancel"], *, request: Union[str, float],
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["tap"], *, x: float, y: float, display: str = ..., surface: str = ...,
        time: int = ..., pointer: int = ..., swallowed: bool = ...,
        done: Optional[Callable[[JudgementDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["pointer"], *, phase: PointerPhase, x: float, y: float,
        display: str = ..., surface: str = ..., time: int = ..., pointer: int = ...,
        swallowed: bool = ..., kind: PointerKind = ..., button: PointerButton = ...,
        done: Optional[Callable[[JudgementDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["key"], *, key: str, display: str = ..., time: int = ...,
        composing: bool = ..., done: Optional[Callable[[JudgementDict], None]] = ...,
        failed: Optional[Failed] = ..., timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["navigate"], *, step: Step, display: str = ..., time: int = ...,
        done: Optional[Callable[[NavigatedResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["source.activate"], *, client: str, source: str,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["bus.subscribe"], *, topics: List[str], since: int = ...,
        done: Optional[Callable[[SubscribedResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["bus.unsubscribe"], *, topics: List[str],
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["bus.publish"], *, topic: str, data: Any,
        done: Optional[Callable[[PublishedResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["display.set"], *, display: str, width: float, height: float,
        scale: float = ..., insets: InsetsDict = ..., idiom: Idiom = ..., translucency: bool = ...,
        contrast: Contrast = ..., reducedMotion: bool = ..., direction: WritingDirection = ...,
        tapMs: float = ..., tapSlop: float = ..., opens: Opens = ..., textScale: float = ...,
        language: str = ..., speech: bool = ..., slowPressMs: float = ..., reach: RectDict = ...,
        blank: bool = ..., done: Optional[Callable[[Dict[str, Any]], None]] = ...,
        failed: Optional[Failed] = ..., timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["display.update"], *, display: str, width: float = ...,
        height: float = ..., scale: float = ..., insets: InsetsDict = ..., idiom: Idiom = ...,
        translucency: bool = ..., contrast: Contrast = ..., reducedMotion: bool = ...,
        direction: WritingDirection = ..., tapMs: float = ..., tapSlop: float = ...,
        opens: Opens = ..., textScale: float = ..., language: str = ..., speech: bool = ...,
        slowPressMs: float = ..., reach: RectDict = ..., blank: bool = ...,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["display.remove"], *, display: str,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["session.set"], *, display: str = ..., textScale: float = ...,
        contrast: Contrast = ..., reducedMotion: bool = ..., language: str = ...,
        direction: WritingDirection = ..., speech: bool = ..., slowPressMs: float = ...,
        reach: RectDict = ..., done: Optional[Callable[[Dict[str, Any]], None]] = ...,
        failed: Optional[Failed] = ..., timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["rpc.discover"], *,
        done: Optional[Callable[[DiscoveryDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["status"], *, done: Optional[Callable[[SceneDict], None]] = ...,
        failed: Optional[Failed] = ..., timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["popover.explain"], *, popover: str = ..., limit: int = ...,
        done: Optional[Callable[[DecisionsResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["popover.dismiss"], *, popover: str, discard: bool = ...,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["popover.dismiss"], *, discard: bool = ..., display: str,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["session.end"], *, display: str = ...,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["session.lock"], *, display: str = ...,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["session.unlock"], *, display: str = ...,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["plugin.list"], *,
        done: Optional[Callable[[PluginsResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["plugin.load"], *, path: str,
        done: Optional[Callable[[PluginStatusDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["plugin.load"], *, name: str,
        done: Optional[Callable[[PluginStatusDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["plugin.unload"], *, name: str,
        done: Optional[Callable[[PluginStatusDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["plugin.reload"], *, name: str,
        done: Optional[Callable[[PluginStatusDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["plugin.clear"], *, name: str,
        done: Optional[Callable[[PluginStatusDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["config.reload"], *,
        done: Optional[Callable[[ReloadedResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["metrics"], *, done: Optional[Callable[[MetricsDict], None]] = ...,
        failed: Optional[Failed] = ..., timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["log.level"], *, level: LogLevel,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["record.start"], *, path: str = ...,
        done: Optional[Callable[[RecordingDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["record.stop"], *,
        done: Optional[Callable[[RecordingDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["record.dump"], *, path: str = ...,
        done: Optional[Callable[[RecordingDict], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["record.list"], *,
        done: Optional[Callable[[RecordingsResult], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...
    @overload
    def request(
        self, method: Literal["shutdown"], *,
        done: Optional[Callable[[Dict[str, Any]], None]] = ..., failed: Optional[Failed] = ...,
        timeout: Optional[float] = ...) -> PendingRequest: ...

    def request(
        self, method: Method, *, done: Optional[Callable[[Any], None]] = None,
        failed: Optional[Failed] = None, timeout: Optional[float] = -1, **params: Any
    ) -> PendingRequest:
        """Calls any method of the protocol. Without `failed`, an error is logged."""
        return self._request(method, params, done, failed, timeout)

    def _request(
        self, method: str, params: Mapping[str, Any], done: Optional[Callable[[Any], None]],
        failed: Optional[Failed], timeout: Optional[float] = -1
    ) -> PendingRequest:
        raise NotImplementedError
