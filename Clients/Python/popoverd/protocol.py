# SPDX-License-Identifier: MIT
"""The messages of the protocol. Written by protocol/generate; changes here are lost.

The objects are results, params of requests and notifications of the daemon, and the data of events.
Members that may lack are in the class that has the name. docs/reference/protocol.md says what they
mean.
"""

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

__all__ = [
    "Role", "SourceRole", "Step", "NavigationOutcome", "AnnouncementKind", "Urgency", "Side",
    "PreferredSide", "Alignment", "Bounds", "WritingDirection", "ButtonRole", "Severity",
    "CloseOutcome", "ViewKind", "Renderer", "PointerPhase", "PointerKind", "PointerButton", "Idiom",
    "Opens", "Contrast", "Material", "Easing", "LogLevel", "PresentationKind", "PopoverState",
    "AlertState", "RecordingLimit", "Disposition", "DraftOutcome", "TapVerdict", "CloseReason",
    "RefusalReason", "ByeReason", "DecisionSubject", "TestimonyFailure", "PluginKind", "PluginTier",
    "PluginState", "ServiceState", "ChangeEffect", "Method", "Topic", "RepresentedDict", "RectDict",
    "SizeDict", "InsetsDict", "ButtonDict", "CompleteDisplayDict", "PersonalSettingsDict",
    "DisplayDescriptionDict", "AppearanceDict", "WelcomeDict", "TipDict", "PresentationDict",
    "AnimationDict", "DraftDict", "AdviceDict", "GrantDict", "DraftSummaryDict", "JudgementDict",
    "FocusTargetDict", "FocusDict", "SceneDisplayDict", "ScenePopoverDict", "SceneWaitingDict",
    "SceneAlertDict", "ScenePanelDict", "SceneViewDict", "SceneRegionDict", "SceneSurfaceDict",
    "SceneSourceDict", "SceneOccluderDict", "SceneClientDict", "PluginStatisticsDict",
    "PluginServiceDict", "PluginStatusDict", "SceneLimitDict", "SceneDict", "SampleDict",
    "BucketDict", "HistogramDict", "MetricsDict", "TestimonyDict", "DecisionDict",
    "ConfigurationChangeDict", "RecordingDict", "DiscoveryDict", "PresentedAlertDict",
    "ClosedPopoverDict", "ClosedPanelDict", "PopoverFactsDict", "AlertFactsDict", "PointDict",
    "DraftFactsDict", "UpdatedResult", "ChosenResult", "DetachedResult", "PanelSetResult",
    "ViewPresentedResult", "DraftSavedResult", "DraftResult", "DraftsResult", "AlertAnsweredResult",
    "NavigatedResult", "SubscribedResult", "PublishedResult", "DecisionsResult", "ReloadedResult",
    "PluginsResult", "RecordingsResult", "PopoverWillCloseRequest", "PanelWillCloseRequest",
    "ClientPingRequest", "PopoverMovedNotification", "PopoverNudgeNotification",
    "PanelMovedNotification", "PanelRaisedNotification", "ViewClosedNotification",
    "SourceActivatedNotification", "FocusEnterNotification", "FocusLeaveNotification",
    "FocusMoveNotification", "AlertQueuedNotification", "AlertDismissNotification",
    "ShieldNotification", "DisplayChangedNotification", "EventNotification", "ByeNotification",
    "PopoverOpenedData", "PopoverClosingData", "PopoverClosedData", "PopoverRefusedData",
    "PopoverMovedData", "PopoverDetachedData", "AlertQueuedData", "AlertPresentedData",
    "AlertAnsweredData", "AlertCanceledData", "TapData", "FocusChangedData", "AnnouncementData",
    "DraftSavedData", "DraftRestoredData", "DraftDiscardedData", "DisplayChangedData",
    "ClientJoinedData", "ClientLeftData", "ClientUnresponsiveData", "PluginLoadedData",
    "PluginFailedData", "PluginUnloadedData", "PluginServiceData", "ConfigReloadedData",
    "SessionBeganData", "SessionEndedData", "SessionLockedData", "SessionUnlockedData",
    "AdviceData"]

Role = Literal["app", "shell", "input", "observer"]
SourceRole = Literal[
    "button", "link", "checkbox", "radio", "switch", "tab", "field", "menu", "list-item"]
Step = Literal["next", "previous", "up", "down", "left", "right", "activate", "back", "help"]
NavigationOutcome = Literal["moved", "activated", "passed", "explained", "closed", "none"]
AnnouncementKind = Literal["focused", "opened", "closed", "warned", "chosen", "help"]
Urgency = Literal["polite", "assertive"]
Side = Literal["top", "bottom", "left", "right"]
PreferredSide = Literal["top", "bottom", "left", "right", "start", "end"]
Alignment = Literal["start", "center", "end"]
Bounds = Literal["display", "surface"]
WritingDirection = Literal["ltr", "rtl"]
ButtonRole = Literal["default", "cancel", "destructive"]
Severity = Literal["info", "warning", "critical"]
CloseOutcome = Literal["done", "cancel", "keep"]
ViewKind = Literal["modal", "sheet"]
Renderer = Literal["self", "shell"]
PointerPhase = Literal["down", "move", "up", "cancel", "wheel"]
PointerKind = Literal["touch", "mouse", "pen"]
PointerButton = Literal["primary", "secondary", "middle"]
Idiom = Literal["kiosk", "desktop", "tablet", "phone", "tv", "watch"]
Opens = Literal["free", "asked"]
Contrast = Literal["normal", "high"]
Material = Literal["translucent", "opaque"]
Easing = Literal["ease-out", "ease-in-out", "ease-in"]
LogLevel = Literal["trace", "debug", "info", "notice", "warning", "error", "critical"]
PresentationKind = Literal["popover", "sheet"]
PopoverState = Literal["visible", "closing"]
AlertState = Literal["queued", "presented"]
RecordingLimit = Literal["size", "time", "slow"]
Disposition = Literal["save", "discard"]
DraftOutcome = Literal["saved", "kept", "discarded", "none"]
TapVerdict = Literal["inside", "dismissed", "swallowed", "passed", "idle", "swiped", "none"]
CloseReason = Literal[
    "choice", "done", "cancel", "outside-tap", "source-tap", "key", "replaced", "display-changed",
    "source-gone", "detached", "view-presented", "session-ended", "administrator", "idle",
    "client-gone", "shutdown", "unresponsive", "timed-out", "released", "keep"]
RefusalReason = Literal[
    "hello-first", "modal-active", "alert-active", "popover-active", "superseded", "timed-out",
    "cancelled", "toggled", "unsupported-idiom", "not-for-warnings", "unknown-behavior",
    "no-renderer", "detach-not-allowed", "locked", "stale", "does-not-fit", "panel-active",
    "unasked", "policy", "key-active", "session-ended", "displaced"]
ByeReason = Literal["slow", "malformed", "flood", "quota", "hello-timeout", "shutdown"]
DecisionSubject = Literal["open", "tap", "key", "choice", "detach", "close", "alert", "idle"]
TestimonyFailure = Literal["late", "failed", "unfit"]
PluginKind = Literal["behaviors", "policy"]
PluginTier = Literal["native", "program"]
PluginState = Literal["loaded", "failed", "unloaded", "starting", "suspended", "quarantined"]
ServiceState = Literal["connecting", "serving", "failed"]
ChangeEffect = Literal["now", "at-start"]
Method = Literal[
    "hello", "surface.set", "surface.remove", "source.set", "source.remove", "occluder.set",
    "occluder.remove", "popover.open", "popover.update", "popover.choose", "popover.close",
    "popover.detach", "panel.set", "panel.raise", "panel.close", "view.present", "view.close",
    "draft.save", "draft.load", "draft.list", "draft.discard", "alert.raise", "alert.answer",
    "alert.cancel", "request.cancel", "tap", "pointer", "key", "navigate", "source.activate",
    "bus.subscribe", "bus.unsubscribe", "bus.publish", "display.set", "display.update",
    "display.remove", "session.set", "rpc.discover", "status", "popover.explain", "popover.dismiss",
    "session.end", "session.lock", "session.unlock", "plugin.list", "plugin.load", "plugin.unload",
    "plugin.reload", "plugin.clear", "config.reload", "metrics", "log.level", "record.start",
    "record.stop", "record.dump", "record.list", "shutdown"]
Topic = Literal[
    "popover.opened", "popover.closing", "popover.closed", "popover.refused", "popover.moved",
    "popover.detached", "alert.queued", "alert.presented", "alert.answered", "alert.cancelled",
    "tap", "focus.changed", "announcement", "draft.saved", "draft.restored", "draft.discarded",
    "display.changed", "client.joined", "client.left", "client.unresponsive", "plugin.loaded",
    "plugin.failed", "plugin.unloaded", "plugin.service", "config.reloaded", "session.began",
    "session.ended", "session.locked", "session.unlocked", "advice"]


class RepresentedDict(TypedDict):
    """A process that is no client, for which another one opens popovers."""
    pid: int
    uid: int


class RectDict(TypedDict):
    """A rectangle, in points; its area may be 0."""
    x: float
    y: float
    width: float
    height: float


class SizeDict(TypedDict):
    """A width and a height, in points; above 0."""
    width: float
    height: float


class InsetsDict(TypedDict):
    """Space that a display's edges take, in points."""
    top: float
    left: float
    bottom: float
    right: float


class _ButtonDict(TypedDict):
    id: str
    label: str


class ButtonDict(_ButtonDict, total=False):
    """A button that a client declares. Popovers need no ids; alerts do."""
    role: ButtonRole


class _CompleteDisplayDict(TypedDict):
    display: str
    width: float
    height: float
    scale: float
    insets: InsetsDict
    idiom: Idiom
    translucency: bool
    contrast: Contrast
    reducedMotion: bool


class CompleteDisplayDict(_CompleteDisplayDict, total=False):
    """A display, with all that was left out."""
    direction: WritingDirection
    tapMs: float
    tapSlop: float
    opens: Opens
    textScale: float
    language: str
    speech: bool
    slowPressMs: float
    reach: RectDict
    blank: bool


class PersonalSettingsDict(TypedDict, total=False):
    """The personal settings of a display; absent members are the display's own."""
    textScale: float
    contrast: Contrast
    reducedMotion: bool
    language: str
    direction: WritingDirection
    speech: bool
    slowPressMs: float
    reach: RectDict


class DisplayDescriptionDict(CompleteDisplayDict, total=False):
    """A display, completely, as the person at it needs it."""
    session: str
    personal: PersonalSettingsDict


class AppearanceDict(TypedDict):
    """The look of a popover: measures in points, and values for drawing."""
    arrowLength: float
    arrowWidth: float
    cornerRadius: float
    margin: float
    material: Material
    contrast: Contrast
    reducedMotion: bool
    scrim: float


class _WelcomeDict(TypedDict):
    protocol: int
    server: str
    client: str
    displays: List[DisplayDescriptionDict]
    limits: Dict[str, int]
    appearance: AppearanceDict


class WelcomeDict(_WelcomeDict, total=False):
    """The answer to `hello`."""
    started: int


class TipDict(TypedDict):
    """The tip of an arrow, in points."""
    x: float
    y: float


class _PresentationDict(TypedDict):
    presentation: PresentationKind
    frame: RectDict
    side: Optional[Side]
    arrow: Optional[TipDict]
    scrolls: bool


class PresentationDict(_PresentationDict, total=False):
    """Where and how a popover is on its display."""
    closeButton: bool


AnimationDict = TypedDict("AnimationDict", {
    "animate": bool, "durationMs": float, "easing": Easing, "from": RectDict})


class DraftDict(TypedDict):
    """Unfinished work."""
    content: Any
    revision: int
    savedAt: int
    reason: str


class AdviceDict(TypedDict):
    """A breach of a guideline, with the remedy."""
    rule: str
    message: str


class _GrantDict(PresentationDict, AnimationDict):
    popover: str
    appearance: AppearanceDict
    advice: List[AdviceDict]


class GrantDict(_GrantDict, total=False):
    """A popover that was granted."""
    draft: DraftDict
    revision: int
    scrim: float
    session: str


class DraftSummaryDict(TypedDict):
    """A draft without its content."""
    key: str
    bytes: int
    revision: int
    savedAt: int
    reason: str


class _JudgementDict(TypedDict):
    verdict: TapVerdict
    deliver: bool


class JudgementDict(_JudgementDict, total=False):
    """The verdict on a tap or a key."""
    popover: str
    gesture: str
    client: str


class FocusTargetDict(TypedDict, total=False):
    """Where in a client the focus is; without any member in its window."""
    alert: str
    popover: str
    view: str
    source: str


class _FocusDict(FocusTargetDict):
    ring: bool
    foreign: bool


class FocusDict(_FocusDict, total=False):
    """The keyboard of a display."""
    client: str
    app: str
    pid: int
    rect: RectDict


class _SceneDisplayDict(DisplayDescriptionDict):
    locked: bool
    shield: bool


class SceneDisplayDict(_SceneDisplayDict, total=False):
    """A display."""
    focus: FocusDict
    blankSince: int


class _ScenePopoverDict(PresentationDict):
    popover: str
    client: str
    app: str
    behavior: str
    display: str
    state: PopoverState
    anchor: RectDict
    passthrough: List[RectDict]
    avoid: List[RectDict]
    modal: bool


class ScenePopoverDict(_ScenePopoverDict, total=False):
    """A popover."""
    reason: CloseReason
    source: str
    key: str
    title: str
    private: bool


class SceneWaitingDict(TypedDict):
    """An open that waits for its display."""
    client: str
    app: str
    display: str
    behavior: str


class _SceneAlertDict(TypedDict):
    alert: str
    app: str
    display: str
    severity: Severity
    title: str
    buttons: List[ButtonDict]
    state: AlertState


class SceneAlertDict(_SceneAlertDict, total=False):
    """An alert."""
    client: str
    message: str
    frame: RectDict
    renderer: str
    private: bool


class _ScenePanelDict(TypedDict):
    panel: str
    client: str
    app: str
    display: str
    frame: RectDict


class ScenePanelDict(_ScenePanelDict, total=False):
    """A panel."""
    key: str
    title: str
    private: bool


class _SceneViewDict(TypedDict):
    view: str
    client: str
    app: str
    display: str
    kind: ViewKind


class SceneViewDict(_SceneViewDict, total=False):
    """A view."""
    frame: RectDict


class SceneRegionDict(TypedDict):
    """Where a surface, a source or an occluder is."""
    client: str
    app: str
    display: str
    rect: RectDict


class SceneSurfaceDict(SceneRegionDict):
    """A surface."""
    surface: str


class _SceneSourceDict(SceneRegionDict):
    source: str


class SceneSourceDict(_SceneSourceDict, total=False):
    """A source."""
    label: str
    help: str
    role: SourceRole
    disabled: bool
    private: bool


class SceneOccluderDict(SceneRegionDict):
    """An occluder."""
    occluder: str


class SceneClientDict(TypedDict):
    """A connected client."""
    client: str
    app: str
    roles: List[Role]
    uid: int
    pid: int


class PluginStatisticsDict(TypedDict):
    """Statistics of a plugin since it was loaded."""
    questions: int
    badVerdicts: int
    slowAnswers: int
    slowestUs: int
    restarts: int


class _PluginServiceDict(TypedDict):
    state: ServiceState


class PluginServiceDict(_PluginServiceDict, total=False):
    """The reported state of a program's service."""
    message: str
    time: int


class _PluginStatusDict(TypedDict):
    name: str
    path: str
    state: PluginState
    behaviors: List[str]
    hooks: List[str]
    statistics: PluginStatisticsDict


class PluginStatusDict(_PluginStatusDict, total=False):
    """The state of a plugin."""
    kind: PluginKind
    version: str
    message: str
    tier: PluginTier
    service: PluginServiceDict


class _SceneLimitDict(TypedDict):
    limit: str
    value: int
    hits: int


class SceneLimitDict(_SceneLimitDict, total=False):
    """A limit and its use."""
    used: int
    peak: int
    holder: str


class _SceneDict(TypedDict):
    sequence: int
    displays: List[SceneDisplayDict]
    popovers: List[ScenePopoverDict]
    waiting: List[SceneWaitingDict]
    alerts: List[SceneAlertDict]
    panels: List[ScenePanelDict]
    views: List[SceneViewDict]
    surfaces: List[SceneSurfaceDict]
    sources: List[SceneSourceDict]
    occluders: List[SceneOccluderDict]
    clients: List[SceneClientDict]
    behaviors: List[str]
    plugins: List[PluginStatusDict]
    counters: Any
    appearance: AppearanceDict


class SceneDict(_SceneDict, total=False):
    """The whole state, as far as a client may see it."""
    limits: List[SceneLimitDict]
    server: str
    started: int
    uptimeMs: float
    socket: str
    configuration: str
    state: str


class _SampleDict(TypedDict):
    name: str
    value: float


class SampleDict(_SampleDict, total=False):
    """A number with its name."""
    labels: Any


class _BucketDict(TypedDict):
    count: float


class BucketDict(_BucketDict, total=False):
    """How many took no longer; the last bucket has no bound."""
    le: float


class _HistogramDict(TypedDict):
    name: str
    sum: float
    count: float
    buckets: List[BucketDict]


class HistogramDict(_HistogramDict, total=False):
    """Durations in seconds."""
    labels: Any


class MetricsDict(TypedDict):
    """The daemon's metrics."""
    counters: List[SampleDict]
    gauges: List[SampleDict]
    histograms: List[HistogramDict]
    text: str


class _TestimonyDict(TypedDict):
    hook: str
    facts: Any
    verdict: Any


class TestimonyDict(_TestimonyDict, total=False):
    """The answer of one plugin."""
    policy: str
    behavior: str
    failure: TestimonyFailure


class _DecisionDict(TypedDict):
    time: int
    subject: DecisionSubject
    outcome: str
    because: str
    testimonies: List[TestimonyDict]


class DecisionDict(_DecisionDict, total=False):
    """A decision of the rules, with its reason."""
    popover: str
    alert: str
    app: str
    display: str


class _ConfigurationChangeDict(TypedDict):
    option: str
    takesEffect: ChangeEffect


class ConfigurationChangeDict(_ConfigurationChangeDict, total=False):
    """An option that a reload has changed."""
    old: str
    new: str


class _RecordingDict(TypedDict):
    path: str
    bytes: int
    running: bool


class RecordingDict(_RecordingDict, total=False):
    """A recording."""
    events: int
    limit: RecordingLimit


class DiscoveryDict(TypedDict):
    """An OpenRPC document."""
    openrpc: str
    info: Any
    methods: Any
    components: Any


class _PresentedAlertDict(AnimationDict):
    alert: str
    title: str
    message: Optional[str]
    severity: Severity
    buttons: List[ButtonDict]
    frame: RectDict
    app: str
    scrim: float


class PresentedAlertDict(_PresentedAlertDict, total=False):
    """An alert for its renderer."""
    timeoutMs: float


class _ClosedPopoverDict(TypedDict):
    popover: str
    reason: CloseReason
    draft: DraftOutcome
    returnFocus: bool


class ClosedPopoverDict(_ClosedPopoverDict, total=False):
    """The end of a popover."""
    unresponsive: bool


class _ClosedPanelDict(TypedDict):
    panel: str
    reason: CloseReason
    draft: DraftOutcome


class ClosedPanelDict(_ClosedPanelDict, total=False):
    """The end of a panel."""
    unresponsive: bool


class PopoverFactsDict(TypedDict, total=False):
    """A popover; `client` is its owner."""
    popover: str
    client: str
    app: str
    display: str
    behavior: str
    source: str
    key: str


class AlertFactsDict(TypedDict, total=False):
    """An alert; `client` is its raiser."""
    alert: str
    client: str
    app: str
    display: str
    title: str
    severity: Severity
    key: str


class PointDict(TypedDict):
    """A place on a display, in points, origin at the display's top left, y down."""
    x: float
    y: float


class DraftFactsDict(TypedDict, total=False):
    """A draft, without its content."""
    client: str
    app: str
    display: str
    key: str
    revision: int
    bytes: int
    reason: str


class UpdatedResult(PresentationDict, AnimationDict, total=False):
    """Where a popover is now."""
    scrim: float
    advice: List[AdviceDict]


class ChosenResult(TypedDict):
    """Whether a choice closes the popover."""
    closes: bool


class DetachedResult(TypedDict):
    """The panel that a popover became."""
    panel: str
    frame: RectDict


class PanelSetResult(TypedDict):
    """Where a panel is now."""
    frame: RectDict


class ViewPresentedResult(TypedDict):
    """A view that was granted."""
    view: str


class DraftSavedResult(TypedDict):
    """A draft that was stored."""
    revision: int
    durable: bool


class DraftResult(TypedDict):
    """A draft, if there is one."""
    draft: Optional[DraftDict]


class DraftsResult(TypedDict):
    """The drafts of a user's app, without their content."""
    drafts: List[DraftSummaryDict]


class AlertAnsweredResult(TypedDict):
    """The pressed button."""
    alert: str
    button: str


class _NavigatedResult(TypedDict):
    outcome: NavigationOutcome


class NavigatedResult(_NavigatedResult, total=False):
    """The effect of a step of a keypad."""
    client: str
    source: str


class SubscribedResult(TypedDict):
    """The scene as of a sequence number."""
    sequence: int
    snapshot: SceneDict


class PublishedResult(TypedDict):
    """The number of a published event."""
    sequence: int


class DecisionsResult(TypedDict):
    """Decisions, oldest first."""
    decisions: List[DecisionDict]


class ReloadedResult(TypedDict, total=False):
    """The options that a reload has changed."""
    changes: List[ConfigurationChangeDict]


class PluginsResult(TypedDict):
    """The state of every plugin."""
    plugins: List[PluginStatusDict]


class RecordingsResult(TypedDict):
    """Recordings, oldest first."""
    recordings: List[RecordingDict]


class PopoverWillCloseRequest(AnimationDict):
    """Remove the popover from the screen and hand over its draft."""
    popover: str
    reason: CloseReason
    disposition: Disposition
    deadlineMs: float


class PanelWillCloseRequest(TypedDict):
    """Remove the panel from the screen and hand over its draft."""
    panel: str
    reason: CloseReason
    disposition: Disposition
    deadlineMs: float


class ClientPingRequest(TypedDict):
    """Show that you do not hang: another client waits for the display, or a tap had no effect."""
    deadlineMs: float


class _PopoverMovedNotification(PresentationDict, AnimationDict):
    popover: str


class PopoverMovedNotification(_PopoverMovedNotification, total=False):
    """The display, an inset, an occluder, the source or its surface changed."""
    scrim: float


class PopoverNudgeNotification(TypedDict):
    """People tapped outside a popover that stays: draw attention to it."""
    popover: str


class PanelMovedNotification(AnimationDict):
    """The display or its insets changed."""
    panel: str
    frame: RectDict


class PanelRaisedNotification(TypedDict):
    """A client of the same app wants this panel's draft: bring it to the front."""
    panel: str


class ViewClosedNotification(TypedDict):
    """The daemon ends a view."""
    view: str
    reason: CloseReason


class _SourceActivatedNotification(TypedDict):
    source: str
    time: int


class SourceActivatedNotification(_SourceActivatedNotification, total=False):
    """A shield blocked a tap on this registered source, or people swiped from its edge: act on it;
    a client that reported the tap itself gets `deliver` instead, never both."""
    gesture: str


class _FocusEnterNotification(FocusTargetDict):
    display: str


class FocusEnterNotification(_FocusEnterNotification, total=False):
    """The display's keyboard is yours: in this popover, alert or view, on this control, or in your
    window."""
    ring: bool


class FocusLeaveNotification(TypedDict):
    """The display's keyboard is another client's now, or nobody's."""
    display: str


class FocusMoveNotification(FocusTargetDict):
    """A keypad was pressed while this is on top: move the focus in it, or activate or explain the
    focused control."""
    display: str
    step: Step


class AlertQueuedNotification(TypedDict):
    """At once, to the raiser."""
    alert: str
    request: Union[str, float]


class AlertDismissNotification(TypedDict):
    """Take it off the screen: canceled, timed out, answered elsewhere, or interrupted by a more
    severe one and presented again later."""
    alert: str


ShieldNotification = TypedDict("ShieldNotification", {
    "display": str, "on": bool, "except": List[RectDict]})


class DisplayChangedNotification(DisplayDescriptionDict, total=False):
    """To every client."""
    removed: bool


class _EventNotification(TypedDict):
    topic: str
    data: Any


class EventNotification(_EventNotification, total=False):
    """To subscribers."""
    sequence: int
    time: int


class ByeNotification(TypedDict):
    """The connection is closed after this line."""
    reason: ByeReason
    retryAfterMs: float


class PopoverOpenedData(PopoverFactsDict, PresentationDict):
    """A popover was granted."""


class PopoverClosingData(PopoverFactsDict, total=False):
    """A popover is asked to close."""
    reason: CloseReason


class PopoverClosedData(PopoverFactsDict, total=False):
    """A popover has closed."""
    reason: CloseReason
    unresponsive: bool


class PopoverRefusedData(TypedDict, total=False):
    """An open was refused."""
    client: str
    app: str
    display: str
    reason: RefusalReason
    behavior: str
    source: str
    key: str


class PopoverMovedData(PopoverFactsDict, PresentationDict):
    """A popover has moved or changed its size; also for the owner's own `popover.update`."""


class PopoverDetachedData(PopoverFactsDict, total=False):
    """A popover has become a panel."""
    panel: str


AlertQueuedData = AlertFactsDict


AlertPresentedData = AlertFactsDict


class AlertAnsweredData(AlertFactsDict, total=False):
    """People have answered an alert."""
    button: str


class AlertCanceledData(AlertFactsDict, total=False):
    """An alert was withdrawn."""
    reason: str


class TapData(PointDict, total=False):
    """A tap got its verdict."""
    popover: str
    client: str
    app: str
    display: str
    verdict: TapVerdict


class FocusChangedData(FocusDict, total=False):
    """Another client, or another part of it, has the keyboard of a display; or the ring has
    moved."""
    display: str


class AnnouncementData(TypedDict, total=False):
    """A text to speak, on a display with `speech`."""
    popover: str
    alert: str
    client: str
    app: str
    display: str
    source: str
    kind: AnnouncementKind
    role: SourceRole
    text: str
    language: str
    urgency: Urgency


DraftSavedData = DraftFactsDict


DraftRestoredData = DraftFactsDict


DraftDiscardedData = DraftFactsDict


class DisplayChangedData(DisplayDescriptionDict, total=False):
    """A display was set or removed."""
    removed: bool


class ClientJoinedData(TypedDict, total=False):
    """A client has said hello."""
    client: str
    app: str
    roles: List[Role]


class ClientLeftData(TypedDict, total=False):
    """A client has left."""
    client: str
    app: str


class ClientUnresponsiveData(TypedDict, total=False):
    """A client has not answered a ping: it loses its popovers, panels and views, and the alerts
    that it renders."""
    client: str
    app: str


class PluginLoadedData(TypedDict, total=False):
    """A plugin answers."""
    plugin: str
    message: str


class PluginFailedData(TypedDict, total=False):
    """A plugin could not be loaded, or is suspended."""
    plugin: str
    message: str


class PluginUnloadedData(TypedDict, total=False):
    """A plugin was unloaded."""
    plugin: str
    message: str


class PluginServiceData(TypedDict, total=False):
    """A plugin reports the state of its service."""
    plugin: str
    service: ServiceState
    message: str


class ConfigReloadedData(TypedDict, total=False):
    """The configuration was read again."""
    options: List[str]


class SessionBeganData(TypedDict, total=False):
    """People use a display: its first touch or key since it was at rest."""
    display: str
    session: str


class SessionEndedData(TypedDict, total=False):
    """A session has ended, and its drafts are erased."""
    display: str
    session: str
    sessions: List[str]


class SessionLockedData(TypedDict, total=False):
    """A session is locked."""
    display: str


class SessionUnlockedData(TypedDict, total=False):
    """A lock has ended."""
    display: str


class AdviceData(PopoverFactsDict, total=False):
    """A guideline was not followed."""
    rule: str
    message: str
