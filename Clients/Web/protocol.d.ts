// SPDX-License-Identifier: MIT
// The messages of the wire protocol. Written by protocol/generate; changes here are lost.
// docs/reference/protocol.md says what they mean.

/** An additional right of a client. */
export type Role = "app" | "shell" | "input" | "observer";

/** The kind of control that a source is, for assistive technology. */
export type SourceRole =
  | "button"
  | "link"
  | "checkbox"
  | "radio"
  | "switch"
  | "tab"
  | "field"
  | "menu"
  | "list-item";

/** The function of a key of a keypad. */
export type Step =
  | "next"
  | "previous"
  | "up"
  | "down"
  | "left"
  | "right"
  | "activate"
  | "back"
  | "help";

/** The effect of a step. */
export type NavigationOutcome = "moved" | "activated" | "passed" | "explained" | "closed" | "none";

/** The subject of an announcement. */
export type AnnouncementKind = "focused" | "opened" | "closed" | "warned" | "chosen" | "help";

/** Whether an announcement interrupts speech, with the names of ARIA. */
export type Urgency = "polite" | "assertive";

/** A side of the source, on which a popover sits. */
export type Side = "top" | "bottom" | "left" | "right";

/** A side of the source on which a popover may sit, also by the display's writing direction. */
export type PreferredSide = "top" | "bottom" | "left" | "right" | "start" | "end";

/** How a popover is aligned with its source, along the edge that it sits on. */
export type Alignment = "start" | "center" | "end";

/** The bounds of a popover. */
export type Bounds = "display" | "surface";

/** The direction of reading. */
export type WritingDirection = "ltr" | "rtl";

/** The meaning of a button. */
export type ButtonRole = "default" | "cancel" | "destructive";

/** How urgent it is, least first. */
export type Severity = "info" | "warning" | "critical";

/** How the owner closed a popover. */
export type CloseOutcome = "done" | "cancel" | "keep";

/** The kind of a view. */
export type ViewKind = "modal" | "sheet";

/** The client that shows an alert. */
export type Renderer = "self" | "shell";

/** A step of a finger or a mouse. */
export type PointerPhase = "down" | "move" | "up" | "cancel" | "wheel";

/** The kind of a pointer. */
export type PointerKind = "touch" | "mouse" | "pen";

/** The button of a mouse; only the primary one taps. */
export type PointerButton = "primary" | "secondary" | "middle";

/** The kind of device that a display belongs to. */
export type Idiom = "kiosk" | "desktop" | "tablet" | "phone" | "tv" | "watch";

/** Which opens a display grants. */
export type Opens = "free" | "asked";

/** How much text stands out. */
export type Contrast = "normal" | "high";

/** The background of a popover (G28). */
export type Material = "translucent" | "opaque";

/** How an animation speeds up and slows down, with the names of CSS. */
export type Easing = "ease-out" | "ease-in-out" | "ease-in";

/** The levels of programs in Swift (swift-log), least severe first. */
export type LogLevel = "trace" | "debug" | "info" | "notice" | "warning" | "error" | "critical";

/** How a popover is shown. */
export type PresentationKind = "popover" | "sheet";

/** The state of a popover in the scene. */
export type PopoverState = "visible" | "closing";

/** The state of an alert in the scene. */
export type AlertState = "queued" | "presented";

/** The limit that ended a recording. */
export type RecordingLimit = "size" | "time" | "slow";

/** The fate of the draft when a popover closes. */
export type Disposition = "save" | "discard";

/** The state of the draft after a close. */
export type DraftOutcome = "saved" | "kept" | "discarded" | "none";

/** The verdict on a tap or a key. */
export type TapVerdict =
  | "inside"
  | "dismissed"
  | "swallowed"
  | "passed"
  | "idle"
  | "swiped"
  | "none";

/** Why a popover, panel or view closed. */
export type CloseReason =
  | "choice"
  | "done"
  | "cancel"
  | "outside-tap"
  | "source-tap"
  | "key"
  | "replaced"
  | "display-changed"
  | "source-gone"
  | "detached"
  | "view-presented"
  | "session-ended"
  | "administrator"
  | "idle"
  | "client-gone"
  | "shutdown"
  | "unresponsive"
  | "timed-out"
  | "released"
  | "keep";

/** Why the rules refused (error 1). */
export type RefusalReason =
  | "hello-first"
  | "modal-active"
  | "alert-active"
  | "popover-active"
  | "superseded"
  | "timed-out"
  | "cancelled"
  | "toggled"
  | "unsupported-idiom"
  | "not-for-warnings"
  | "unknown-behavior"
  | "no-renderer"
  | "detach-not-allowed"
  | "locked"
  | "stale"
  | "does-not-fit"
  | "panel-active"
  | "unasked"
  | "policy"
  | "key-active"
  | "session-ended"
  | "displaced";

/** Why the daemon closes a connection of its own accord. */
export type ByeReason = "slow" | "malformed" | "flood" | "quota" | "hello-timeout" | "shutdown";

/** The subject of a decision. */
export type DecisionSubject =
  | "open"
  | "tap"
  | "key"
  | "choice"
  | "detach"
  | "close"
  | "alert"
  | "idle";

/** Why a fallback counts instead of a plugin's own answer. */
export type TestimonyFailure = "late" | "failed" | "unfit";

/** The kind of a plugin. */
export type PluginKind = "behaviors" | "policy";

/** Where a plugin runs. */
export type PluginTier = "native" | "program";

/** Whether a plugin answers. */
export type PluginState =
  | "loaded"
  | "failed"
  | "unloaded"
  | "starting"
  | "suspended"
  | "quarantined";

/** Whether a plugin provides its service: shields a screen, serves pages, publishes events. */
export type ServiceState = "connecting" | "serving" | "failed";

/** When a changed option takes effect. */
export type ChangeEffect = "now" | "at-start";

/** A button of a popover: its label, or more. */
export type PopoverButton = string | { id?: string; label: string; role?: ButtonRole };

/** What a popover looks like. Colors are `#rgb`, `#rrggbb` or `#rrggbbaa`; false hides. */
export interface DeclaredAppearance {
  background?: string;
  text?: string;
  arrow?: boolean | "hidden";
  border?: boolean | "hidden";
  foreground?: string;
  colors?: { background?: string; text?: string; foreground?: string };
  hideArrow?: boolean;
  hideBorder?: boolean;
}

/** Every limit and deadline by its name. */
export interface Limits {
  /** bytes of a line */
  message: number;
  /** bytes of a member that takes any JSON; three quarters of `message` */
  content: number;
  /** bytes of a draft */
  draft: number;
  /** bytes of all drafts, shared */
  draftsTotal: number;
  /** bytes of memory for all users' regions, panels and names of drafts, shared */
  objectsTotal: number;
  /** bytes of unfinished lines and unread output of all clients, shared; `bye` `quota` */
  buffersTotal: number;
  /** drafts of a user's app */
  draftsPerApp: number;
  /** days from a draft's last save until it is erased; 0 is never */
  draftDays: number;
  /** connections; `bye` `quota` */
  clients: number;
  /** connections of a user; `bye` `quota` */
  clientsPerUser: number;
  /** new connections of a user in a second, twice as many after a quiet time; `bye` `quota` */
  connectionsPerSecond: number;
  /** bytes that a client leaves unread; `bye` `slow`, and `bus.gap` from half of it on */
  outputBytes: number;
  /** reading nothing while data is queued; `bye` `slow` */
  outputStallMs: number;
  /** lines of a client; `bye` `flood` beyond eight times as many */
  requestsPerSecond: number;
  /** bad lines within `malformedWindowMs`; `bye` `malformed` */
  malformedLines: number;
  /** how long they are remembered */
  malformedWindowMs: number;
  /** unanswered requests of a client */
  pendingRequests: number;
  /** of a client */
  sources: number;
  /** of a client */
  surfaces: number;
  /** of all clients of a user */
  occluders: number;
  /** topic globs of a client */
  subscriptions: number;
  /** different topic globs of a user */
  patternsPerUser: number;
  /** unanswered alerts of a client */
  alerts: number;
  /** unanswered alerts of a user */
  alertsPerUser: number;
  /** of a client */
  panels: number;
  /** of the daemon */
  displays: number;
  /** in `avoid`, `passthrough` or `hit` */
  rectangles: number;
  /** of an alert or popover */
  buttons: number;
  /** bytes of a name given by a client */
  key: number;
  /** bytes of a title, label or message */
  text: number;
  /** past events for `since` */
  historyEvents: number;
  /** bytes of published data in them */
  historyBytes: number;
  /** lines of a client that are processed before those of other clients */
  linesPerTurn: number;
  /** from the connection to `hello` */
  helloMs: number;
  /** from `popover.willClose` to its answer */
  closeMs: number;
  /** after a tap on a popover's own source, an open from there is refused `toggled` */
  toggleMs: number;
  /** how long an open or view waits for its display */
  waitMs: number;
  /** maximum of `waitMs` in `popover.open` */
  maximumWaitMs: number;
  /** from `alert.present` to its answer */
  presentMs: number;
  /** from `client.ping` to any line of the client, and to the next ping */
  pingMs: number;
  /** how long an alert is presented while another user's alert of its severity waits */
  alertTurnMs: number;
  /** how long a critical alert waits for a shell that can show it */
  rendererMs: number;
  /** from an order to the disk to its answer */
  storeMs: number;
  /** from a refusal of the disk to the next try */
  storeRetryMs: number;
  /** the longest press that is a tap */
  tapMs: number;
  /** how far a finger may move during a tap, in points */
  tapSlop: number;
  /** reports of two observers this close in time may be one tap */
  duplicateTapMs: number;
  /** and this close in place, in points */
  duplicateTapSlop: number;
  /** how long a gesture lets its app open a popover */
  gestureMs: number;
  /** from a question to a behavior to its answer */
  policyMs: number;
  /** how long a popover takes to move or change its size */
  animationMs: number;
  /** how long a hint is shown at most */
  hintMs: number;
}

/** The identity of a client. */
export interface Hello {
  protocol: number;
  /** 1 to 64 of a-z 0-9 . _ - */
  app: string;
  roles?: Role[];
  /** whether to send every `shield`, also of displays where the client has nothing */
  shield?: boolean;
  /** whether to send `focus.enter`, `focus.leave` and `focus.move` */
  focus?: boolean;
  /** the process that the client speaks for */
  onBehalfOf?: RepresentedProcess;
}

/** A process that is no client, for which another one opens popovers. */
export interface RepresentedProcess {
  pid: number;
  /** its user */
  uid: number;
}

/** The display or surface of a rectangle or point; without either, the default of the rules. */
export interface Place {
  display?: string;
  surface?: string;
}

/** How a source is presented to assistive technology and keypads. */
export interface Control {
  /** its name for people */
  label?: string;
  /** what it does, in a sentence */
  help?: string;
  role?: SourceRole;
  /** it does nothing now: keypads skip it */
  disabled?: boolean;
  /** its texts are never announced */
  private?: boolean;
}

/** A button that a client declares. Popovers need no ids; alerts do. */
export interface Button {
  id: string;
  label: string;
  role?: ButtonRole;
}

/** A client's declaration of a popover. */
export interface OpenRequest extends Place {
  /** one of the behaviors */
  behavior?: string;
  /** the requested size */
  size: Size;
  /** the registered source that opens it; this, `anchor` or both */
  source?: string;
  /** the rectangle that the arrow points at, relative to the surface, when there is one; needed unless the source is registered */
  anchor?: Rect;
  /** the sides of the source on which it may sit, best first */
  sides?: PreferredSide[];
  /** its alignment along the source, if there is room */
  align?: Alignment;
  /** points between the source and the arrow's tip; it yields to the minimum */
  gap?: number;
  /** its bounds */
  within?: Bounds;
  /** areas that it should not cover */
  avoid?: Rect[];
  /** areas where taps reach windows below */
  passthrough?: Rect[];
  /** nothing is cut below it; if it is below 44 points, nothing is cut below 44, or below the size asked for if that is smaller */
  minimum?: Size;
  /** names the draft to preserve; must not begin with `popoverd:` */
  key?: string;
  /** a tap outside leaves it open */
  modal?: boolean;
  /** its title; some behaviors need one */
  title?: string;
  /** a text that explains it to people */
  help?: string;
  /** its buttons, checked and never drawn */
  buttons?: PopoverButton[];
  /** as of alerts; `warning` and `critical` are refused */
  severity?: Severity;
  /** it may grow */
  expands?: boolean;
  /** relative to its frame, when its shape is not its frame */
  hit?: Rect[];
  /** its declared look, checked and never drawn: `background` and `text` are colors (`#rgb`, `#rrggbb`, `#rrggbbaa`); `arrow` and `border` are true by default, and false says that it is hidden; `"hidden"`, `hideArrow`, `foreground` and `colors` {…} are understood as well */
  appearance?: DeclaredAppearance;
  /** its texts are never announced */
  private?: boolean;
  /** the gesture that asks for it; without it, the latest fresh one of its app */
  gesture?: string;
  /** the session that it belongs to; of one that has ended it is refused `session-ended` */
  session?: string;
  /** default `limits.waitMs`; 0 refuses rather than waits; more than `limits.maximumWaitMs` is -32602 */
  waitMs?: number;
}

/** What `popover.update` changes; absent members stay. None of them moves the popover: the daemon chooses its frame (G18). */
export interface PopoverChanges {
  size?: Size;
  anchor?: Rect;
  sides?: PreferredSide[];
  align?: Alignment;
  gap?: number;
  within?: Bounds;
  avoid?: Rect[];
  passthrough?: Rect[];
  hit?: Rect[];
  modal?: boolean;
  title?: string;
  help?: string;
  buttons?: PopoverButton[];
}

/** A modal view or sheet of a client's own. */
export interface ViewRequest {
  kind: ViewKind;
  frame?: Rect;
  display?: string;
  closePopover?: boolean;
  /** the session that it belongs to; of one that has ended it is refused `session-ended` */
  session?: string;
}

/** An alert that a client raises. */
export interface AlertRequest {
  title: string;
  /** the most severe alert is presented first */
  severity: Severity;
  /** ids differ */
  buttons: Button[];
  message?: string;
  /** preferred size of its content: 240 to 600 points wide and 120 to 480 high; 320 x 160 if it is absent */
  size?: Size;
  /** one of the same app and key is replaced in place */
  key?: string;
  display?: string;
  /** the client that draws it: this one, or the oldest shell */
  renderer?: Renderer;
  /** counts from the raise; without it the alert stays until it is answered */
  timeoutMs?: number;
  /** the session that it belongs to; of one that has ended it is refused `session-ended` */
  session?: string;
  /** its texts are never announced */
  private?: boolean;
}

/** A tap as reported by a client, with the position and time of its press. */
export interface TapReport extends Point, Place {
  time?: number;
  pointer?: number;
  /** a shield has kept it from everyone */
  swallowed?: boolean;
}

/** One step of a finger or a mouse, from which the rules recognize taps. */
export interface PointerReport extends TapReport {
  phase: PointerPhase;
  kind?: PointerKind;
  button?: PointerButton;
}

/** A screen, as a client or the configuration describes it. */
export interface DisplaySpecification extends DisplaySize {
  display: string;
  /** pixels a point */
  scale?: number;
  /** space that the edges take */
  insets?: Insets;
  /** the kind of device */
  idiom?: Idiom;
  /** it can blur the background of a popover */
  translucency?: boolean;
  contrast?: Contrast;
  /** no animations */
  reducedMotion?: boolean;
  /** of reading; from left to right if it is absent */
  direction?: WritingDirection;
  /** longest press that is a tap here; default `timing.tapMs` of the configuration */
  tapMs?: number;
  /** how far a finger may move during a tap here, in points; default `timing.tapSlop` */
  tapSlop?: number;
  /** which opens it grants; default `free` */
  opens?: Opens;
  /** factor for the size of text; absent: 1 */
  textScale?: number;
  /** of texts and speech, as a BCP 47 tag */
  language?: string;
  /** whether to publish announcements */
  speech?: boolean;
  /** a shorter press is no tap, and a longer one always is */
  slowPressMs?: number;
  /** the part that people can touch, in points; popovers, sheets and alerts go there when they fit */
  reach?: Rect;
  /** whether the screen is off since nobody uses it; absent: nobody has said; `display.set` without it leaves it as it is */
  blank?: boolean;
}

/** What `display.update` changes of a display; absent members stay. */
export interface DisplayChanges {
  /** in points */
  width?: number;
  /** in points */
  height?: number;
  /** pixels a point */
  scale?: number;
  /** space that the edges take */
  insets?: Insets;
  /** the kind of device */
  idiom?: Idiom;
  /** it can blur the background of a popover */
  translucency?: boolean;
  contrast?: Contrast;
  /** no animations */
  reducedMotion?: boolean;
  /** of reading; from left to right if it is absent */
  direction?: WritingDirection;
  /** longest press that is a tap here; default `timing.tapMs` of the configuration */
  tapMs?: number;
  /** how far a finger may move during a tap here, in points; default `timing.tapSlop` */
  tapSlop?: number;
  /** which opens it grants; default `free` */
  opens?: Opens;
  /** factor for the size of text; absent: 1 */
  textScale?: number;
  /** of texts and speech, as a BCP 47 tag */
  language?: string;
  /** whether to publish announcements */
  speech?: boolean;
  /** a shorter press is no tap, and a longer one always is */
  slowPressMs?: number;
  /** the part that people can touch, in points; popovers, sheets and alerts go there when they fit */
  reach?: Rect;
  /** whether the screen is off since nobody uses it; absent: nobody has said; `display.set` without it leaves it as it is */
  blank?: boolean;
}

/** The personal settings of a display; absent members are the display's own. */
export interface PersonalSettings {
  textScale?: number;
  contrast?: Contrast;
  reducedMotion?: boolean;
  language?: string;
  direction?: WritingDirection;
  speech?: boolean;
  slowPressMs?: number;
  reach?: Rect;
}

/** A place on a display, in points, origin at the display's top left, y down. */
export interface Point {
  x: number;
  y: number;
}

/** A width and a height, in points; above 0. */
export interface Size {
  width: number;
  height: number;
}

/** The width and height of a display, in points. */
export interface DisplaySize {
  /** in points */
  width: number;
  /** in points */
  height: number;
}

/** A rectangle, in points; its area may be 0. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Space that a display's edges take, in points. */
export interface Insets {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** Where and how a popover is on its display. */
export interface Presentation {
  presentation: PresentationKind;
  frame: Rect;
  /** null for a sheet */
  side: Side | null;
  /** its tip; null for a sheet */
  arrow: Tip | null;
  /** cut below the requested height */
  scrolls: boolean;
  /** true for a sheet that is not modal and leaves nothing to tap: only a button closes it */
  closeButton?: boolean;
}

/** Where in a client the focus is; without any member in its window. */
export interface FocusTarget {
  alert?: string;
  popover?: string;
  view?: string;
  /** the control */
  source?: string;
}

/** The keyboard of a display. */
export interface Focus extends FocusTarget {
  /** absent: nobody */
  client?: string;
  app?: string;
  pid?: number;
  /** of the source */
  rect?: Rect;
  /** a keypad is used: a ring belongs around `rect` */
  ring: boolean;
  /** the topmost popover or alert belongs to another client than the windows below, which must not get keys */
  foreign: boolean;
}

/** The tip of an arrow, in points. */
export interface Tip {
  x: number;
  y: number;
}

/** Whether and how a frame changes gradually, so that a change does not look like a new popover (G19). */
export interface Animation {
  animate: boolean;
  durationMs: number;
  /** absent if nothing is animated */
  easing?: Easing;
  /** the frame at the start; absent if nothing is animated, and at the end of a popover */
  from?: Rect;
}

/** Unfinished work. */
export interface Draft {
  content: any;
  revision: number;
  savedAt: number;
  /** `save`, or the reason of a close */
  reason: string;
}

/** A draft without its content. */
export interface DraftSummary {
  key: string;
  bytes: number;
  revision: number;
  savedAt: number;
  reason: string;
}

/** The look of a popover: measures in points, and values for drawing. */
export interface Appearance {
  /** in points, from the frame to the tip */
  arrowLength: number;
  /** in points, at the base */
  arrowWidth: number;
  /** of the frame, in points */
  cornerRadius: number;
  /** free space at the display's edges, in points */
  margin: number;
  /** the background shows through, blurred, or not; opaque if the configuration says so, if `contrast` is high, and on a display without `translucency` */
  material: Material;
  /** high if the configuration or the display says so */
  contrast: Contrast;
  /** true if the configuration or the display says so; then `animate` is false and `durationMs` 0 wherever the daemon sends them */
  reducedMotion: boolean;
  /** opacity of the scrim behind a modal popover or an alert, from 0 to 1 */
  scrim: number;
}

/** A breach of a guideline, with the remedy. */
export interface Advice {
  rule: string;
  message: string;
}

/** A popover that was granted. */
export interface Grant extends Presentation, Animation {
  popover: string;
  /** the draft to go on with */
  draft?: Draft;
  /** the last one of its key, also of a draft that is over: save the next draft with a higher one */
  revision?: number;
  /** on its display */
  appearance: Appearance;
  /** opacity of the scrim behind it, from 0 to 1; absent unless it is modal */
  scrim?: number;
  /** the session of its display: name it with the drafts of this popover */
  session?: string;
  /** breaches of guidelines */
  advice: Advice[];
}

/** The answer to `hello`. */
export interface Welcome {
  protocol: number;
  server: string;
  client: string;
  displays: DisplayDescription[];
  limits: Limits;
  /** as configured */
  appearance: Appearance;
  /** when the daemon started */
  started?: number;
}

/** A display, with all that was left out. */
export interface CompleteDisplay {
  display: string;
  /** in points */
  width: number;
  /** in points */
  height: number;
  /** pixels a point */
  scale: number;
  /** space that the edges take */
  insets: Insets;
  /** the kind of device */
  idiom: Idiom;
  /** it can blur the background of a popover */
  translucency: boolean;
  contrast: Contrast;
  /** no animations */
  reducedMotion: boolean;
  /** of reading; from left to right if it is absent */
  direction?: WritingDirection;
  /** longest press that is a tap here; default `timing.tapMs` of the configuration */
  tapMs?: number;
  /** how far a finger may move during a tap here, in points; default `timing.tapSlop` */
  tapSlop?: number;
  /** which opens it grants; default `free` */
  opens?: Opens;
  /** factor for the size of text; absent: 1 */
  textScale?: number;
  /** of texts and speech, as a BCP 47 tag */
  language?: string;
  /** whether to publish announcements */
  speech?: boolean;
  /** a shorter press is no tap, and a longer one always is */
  slowPressMs?: number;
  /** the part that people can touch, in points; popovers, sheets and alerts go there when they fit */
  reach?: Rect;
  /** whether the screen is off since nobody uses it; absent: nobody has said; `display.set` without it leaves it as it is */
  blank?: boolean;
}

/** A display, completely, as the person at it needs it. */
export interface DisplayDescription extends CompleteDisplay {
  /** its session; absent once it is removed */
  session?: string;
  /** the personal settings that replace its own; absent without any */
  personal?: PersonalSettings;
}

/** The verdict on a tap or a key. */
export interface Judgement {
  verdict: TapVerdict;
  /** whether the reporting client should act on this tap itself */
  deliver: boolean;
  popover?: string;
  /** the gesture, if the tap or key was on the reporting app */
  gesture?: string;
  /** of a tap that closed a popover: whose source or surface it was on */
  client?: string;
}

/** The end of a popover. */
export interface ClosedPopover {
  popover: string;
  reason: CloseReason;
  draft: DraftOutcome;
  returnFocus: boolean;
  unresponsive?: boolean;
}

/** The end of a panel. */
export interface ClosedPanel {
  panel: string;
  reason: CloseReason;
  draft: DraftOutcome;
  unresponsive?: boolean;
}

/** An alert for its renderer. */
export interface PresentedAlert extends Animation {
  alert: string;
  title: string;
  message: string | null;
  severity: Severity;
  buttons: Button[];
  frame: Rect;
  /** the raiser's */
  app: string;
  /** time left until it ends by itself: show a countdown */
  timeoutMs?: number;
  /** opacity of the scrim behind it, from 0 to 1 */
  scrim: number;
}

/** An OpenRPC document. */
export interface Discovery {
  /** the version of OpenRPC */
  openrpc: string;
  info: any;
  methods: any;
  /** types, errors, and the messages of the daemon */
  components: any;
}

/** An option that a reload has changed. */
export interface ConfigurationChange {
  option: string;
  old?: string;
  new?: string;
  takesEffect: ChangeEffect;
}

/** The state of a plugin. */
export interface PluginStatus {
  name: string;
  kind?: PluginKind;
  path: string;
  version?: string;
  state: PluginState;
  /** why it is in this state */
  message?: string;
  /** the names that it provides */
  behaviors: string[];
  /** a library in the daemon, or a process beside it */
  tier?: PluginTier;
  /** where it is asked about every popover and alert */
  hooks: string[];
  /** since it was loaded */
  statistics: PluginStatistics;
  /** the reported state of a program's service; absent while it does not run, or without a report */
  service?: PluginService;
}

/** The reported state of a program's service. */
export interface PluginService {
  state: ServiceState;
  /** its service, the missing server, or the cause of the failure */
  message?: string;
  /** when it reported this */
  time?: number;
}

/** Statistics of a plugin since it was loaded. */
export interface PluginStatistics {
  questions: number;
  /** invalid answers */
  badVerdicts: number;
  /** answers that came too late */
  slowAnswers: number;
  /** in microseconds */
  slowestUs: number;
  /** of a program */
  restarts: number;
}

/** A recording. */
export interface Recording {
  path: string;
  bytes: number;
  /** if they were counted */
  events?: number;
  running: boolean;
  /** the limit that ended it */
  limit?: RecordingLimit;
}

/** A decision of the rules, with its reason. */
export interface Decision {
  time: number;
  subject: DecisionSubject;
  popover?: string;
  alert?: string;
  app?: string;
  display?: string;
  /** depends on the subject */
  outcome: string;
  /** one sentence, for people */
  because: string;
  /** the plugins' answers, in the order in which they count */
  testimonies: Testimony[];
}

/** The answer of one plugin. */
export interface Testimony {
  /** the plugin that was asked */
  policy?: string;
  /** or the behavior whose plugin was asked */
  behavior?: string;
  hook: string;
  /** the question */
  facts: any;
  /** the answer that counts */
  verdict: any;
  /** if the plugin did not give it itself */
  failure?: TestimonyFailure;
}

/** The daemon's metrics. */
export interface Metrics {
  counters: Sample[];
  gauges: Sample[];
  /** in seconds; the last bucket has no `le` */
  histograms: Histogram[];
  /** all of it for Prometheus (metrics) */
  text: string;
}

/** A number with its name. */
export interface Sample {
  name: string;
  labels?: any;
  value: number;
}

/** Durations in seconds. */
export interface Histogram {
  name: string;
  labels?: any;
  sum: number;
  count: number;
  buckets: Bucket[];
}

/** How many took no longer; the last bucket has no bound. */
export interface Bucket {
  le?: number;
  count: number;
}

/** The whole state, as far as a client may see it. */
export interface Scene {
  /** the bus's latest sequence number */
  sequence: number;
  displays: SceneDisplay[];
  popovers: ScenePopover[];
  /** opens that wait for their display */
  waiting: SceneWaiting[];
  alerts: SceneAlert[];
  panels: ScenePanel[];
  views: SceneView[];
  surfaces: SceneSurface[];
  sources: SceneSource[];
  occluders: SceneOccluder[];
  clients: SceneClient[];
  /** names of the behaviors that popovers can be opened with */
  behaviors: string[];
  plugins: PluginStatus[];
  /** numbers by name, since the start; `status` adds the connections' to the rules' own */
  counters: any;
  /** in `status` only */
  limits?: SceneLimit[];
  /** as in `hello` */
  appearance: Appearance;
  /** in `status` only: the daemon's version, as in `hello` */
  server?: string;
  /** in `status` only: when the daemon did, as in `hello` */
  started?: number;
  /** in `status` only: the time since */
  uptimeMs?: number;
  /** in `status` only: the absolute path of its socket */
  socket?: string;
  /** in `status` only: the absolute path of its configuration file */
  configuration?: string;
  /** in `status` only: the absolute path of the folder with drafts */
  state?: string;
}

/** A display. */
export interface SceneDisplay extends DisplayDescription {
  locked: boolean;
  shield: boolean;
  /** the keyboard; absent while no client follows the focus */
  focus?: Focus;
  /** when it turned off; absent unless it is `blank` */
  blankSince?: number;
}

/** A popover. */
export interface ScenePopover extends Presentation {
  popover: string;
  client: string;
  app: string;
  behavior: string;
  display: string;
  state: PopoverState;
  /** once closing */
  reason?: CloseReason;
  source?: string;
  /** of its source, where it gave none */
  anchor: Rect;
  passthrough: Rect[];
  avoid: Rect[];
  key?: string;
  title?: string;
  modal: boolean;
  /** true: never announced */
  private?: boolean;
}

/** An open that waits for its display. */
export interface SceneWaiting {
  client: string;
  app: string;
  display: string;
  behavior: string;
}

/** An alert. */
export interface SceneAlert {
  alert: string;
  client?: string;
  app: string;
  display: string;
  severity: Severity;
  title: string;
  message?: string;
  buttons: Button[];
  state: AlertState;
  frame?: Rect;
  renderer?: string;
  /** true: never announced */
  private?: boolean;
}

/** A panel. */
export interface ScenePanel {
  panel: string;
  client: string;
  app: string;
  display: string;
  frame: Rect;
  key?: string;
  title?: string;
  /** true: never announced */
  private?: boolean;
}

/** A view. */
export interface SceneView {
  view: string;
  client: string;
  app: string;
  display: string;
  kind: ViewKind;
  frame?: Rect;
}

/** Where a surface, a source or an occluder is. */
export interface SceneRegion {
  client: string;
  app: string;
  display: string;
  rect: Rect;
}

/** A surface. */
export interface SceneSurface extends SceneRegion {
  surface: string;
}

/** A source. */
export interface SceneSource extends SceneRegion {
  source: string;
  label?: string;
  help?: string;
  /** absent: `button` */
  role?: SourceRole;
  /** true */
  disabled?: boolean;
  /** true: never announced */
  private?: boolean;
}

/** An occluder. */
export interface SceneOccluder extends SceneRegion {
  occluder: string;
}

/** A connected client. */
export interface SceneClient {
  client: string;
  app: string;
  roles: Role[];
  uid: number;
  pid: number;
}

/** A limit and its use. */
export interface SceneLimit {
  /** a name as under Limits, time limits aside */
  limit: string;
  value: number;
  /** the current use; for a limit per client, user or app, that of the largest */
  used?: number;
  /** the maximum since the start */
  peak?: number;
  /** the largest user, as text */
  holder?: string;
  /** how often the limit has refused, dropped or ended something since the start */
  hits: number;
}

/** A popover; `client` is its owner. */
export interface PopoverFacts {
  popover: string;
  /** the owner */
  client: string;
  app: string;
  display: string;
  behavior: string;
  source: string;
  key: string;
}

/** An alert; `client` is its raiser. */
export interface AlertFacts {
  alert: string;
  /** the raiser */
  client: string;
  app: string;
  display: string;
  title: string;
  severity: Severity;
  key: string;
}

/** A draft, without its content. */
export interface DraftFacts {
  client: string;
  app: string;
  /** empty if no popover of this key was open */
  display: string;
  key: string;
  revision: number;
  bytes: number;
  reason: string;
}

/** The lost events, in an event of the topic `bus.gap` without a sequence number and a time. */
export interface Gap {
  /** the first */
  from: number;
  /** the last */
  to: number;
}

/** The methods that clients call. */
export interface Methods {
  /** Introduces the client; the first request of every connection. */
  "hello": {
    params: Hello;
    result: Welcome;
  };
  /** Registers a window of the client, or moves it. */
  "surface.set": {
    params: { surface: string; display?: string; frame: Rect };
    result: Record<string, never>;
  };
  /** Removes a surface. */
  "surface.remove": {
    params: { surface: string };
    result: Record<string, never>;
  };
  /** Registers a control that opens popovers, or moves it. */
  "source.set": {
    params: Place & Control & { source: string; rect: Rect; edge?: PreferredSide };
    result: Record<string, never>;
  };
  /** Removes a source; a popover on it closes (`source-gone`). */
  "source.remove": {
    params: { source: string };
    result: Record<string, never>;
  };
  /** Registers an on-screen keyboard, a toast or a helper, or moves it. */
  "occluder.set": {
    params: { occluder: string; rect: Rect; display?: string };
    result: Record<string, never>;
  };
  /** Removes an occluder. */
  "occluder.remove": {
    params: { occluder: string };
    result: Record<string, never>;
  };
  /** Opens a popover, or waits for its display. */
  "popover.open": {
    params: OpenRequest;
    result: Grant;
  };
  /** Changes a popover; the daemon may move it. */
  "popover.update": {
    params: PopoverChanges & { popover: string };
    result: Presentation & Animation & { scrim?: number; advice?: Advice[] };
  };
  /** Reports a choice in a popover. */
  "popover.choose": {
    params: { popover: string; choice: unknown; label?: string };
    result: { closes: boolean };
  };
  /** Closes a popover of the client. */
  "popover.close": {
    params: { popover: string; outcome: CloseOutcome };
    result: Record<string, never>;
  };
  /** Turns a popover into a panel. */
  "popover.detach": {
    params: { popover: string; frame?: Rect };
    result: { panel: string; frame: Rect };
  };
  /** Moves or resizes a panel of the client. */
  "panel.set": {
    params: { panel: string; frame: Rect };
    result: { frame: Rect };
  };
  /** Asks the owner of a panel to bring it to the front. */
  "panel.raise": {
    params: { panel: string };
    result: Record<string, never>;
  };
  /** Closes a panel of the client. */
  "panel.close": {
    params: { panel: string; outcome?: CloseOutcome };
    result: Record<string, never>;
  };
  /** Presents a modal view or sheet of the client's own, under which no popover lies. */
  "view.present": {
    params: ViewRequest;
    result: { view: string };
  };
  /** Closes a view of the client. */
  "view.close": {
    params: { view: string };
    result: Record<string, never>;
  };
  /** Stores a draft under a key. */
  "draft.save": {
    params: { key: string; content: unknown; revision?: number; sync?: boolean; session?: string };
    result: { revision: number; durable: boolean };
  };
  /** Returns the draft under a key. */
  "draft.load": {
    params: { key: string; session?: string };
    result: { draft: Draft | null };
  };
  /** Lists the drafts of the user's app. */
  "draft.list": {
    params: Record<string, never>;
    result: { drafts: DraftSummary[] };
  };
  /** Erases the draft under a key. */
  "draft.discard": {
    params: { key: string; session?: string };
    result: Record<string, never>;
  };
  /** Raises an alert and waits for its answer. */
  "alert.raise": {
    params: AlertRequest;
    result: { alert: string; button: string };
  };
  /** Reports the pressed button. */
  "alert.answer": {
    params: { alert: string; button: string };
    result: Record<string, never>;
  };
  /** Withdraws an alert. */
  "alert.cancel": {
    params: { alert: string };
    result: Record<string, never>;
  };
  /** Cancels a waiting request. */
  "request.cancel": {
    params: { request: string | number };
    result: Record<string, never>;
  };
  /** Reports a tap. */
  "tap": {
    params: TapReport;
    result: Judgement;
  };
  /** Reports a step of a finger or a mouse, from which the daemon recognizes taps. */
  "pointer": {
    params: PointerReport;
    result: Judgement;
  };
  /** Reports a pressed key. */
  "key": {
    params: { key: string; display?: string; time?: number; composing?: boolean };
    result: Judgement;
  };
  /** Reports a key of a keypad or a switch, which moves the focus through the controls of all clients. */
  "navigate": {
    params: { step: Step; display?: string; time?: number };
    result: { outcome: NavigationOutcome; client?: string; source?: string };
  };
  /** Activates a control of any client, for example from a list of controls out of reach. */
  "source.activate": {
    params: { client: string; source: string };
    result: Record<string, never>;
  };
  /** Asks for events, after the scene. */
  "bus.subscribe": {
    params: { topics: TopicPattern[]; since?: number };
    result: { sequence: number; snapshot: Scene };
  };
  /** Ends subscriptions. */
  "bus.unsubscribe": {
    params: { topics: TopicPattern[] };
    result: Record<string, never>;
  };
  /** Publishes an event of the client's own. */
  "bus.publish": {
    params: { topic: AppTopic; data: unknown };
    result: { sequence: number };
  };
  /** Describes a display, or replaces its description. */
  "display.set": {
    params: DisplaySpecification;
    result: Record<string, never>;
  };
  /** Changes a display; members that are left out stay as they are. */
  "display.update": {
    params: DisplayChanges & { display: string };
    result: Record<string, never>;
  };
  /** Removes a display and everything on it. */
  "display.remove": {
    params: { display: string };
    result: Record<string, never>;
  };
  /** Replaces the personal settings of a session; without any, resets them. */
  "session.set": {
    params: PersonalSettings & { display?: string };
    result: Record<string, never>;
  };
  /** Returns a description of the protocol for programs. */
  "rpc.discover": {
    params: Record<string, never>;
    result: Discovery;
  };
  /** Returns the scene. */
  "status": {
    params: Record<string, never>;
    result: Scene;
  };
  /** Returns the latest decisions and their reasons. */
  "popover.explain": {
    params: { popover?: string; limit?: number };
    result: { decisions: Decision[] };
  };
  /** Closes the popover of any client. */
  "popover.dismiss": {
    params: ({ popover: string; display?: never } | { popover?: never; display: string }) & { discard?: boolean };
    result: Record<string, never>;
  };
  /** Closes everything and erases a session. */
  "session.end": {
    params: { display?: string };
    result: Record<string, never>;
  };
  /** Closes everything and refuses opens until the unlock. */
  "session.lock": {
    params: { display?: string };
    result: Record<string, never>;
  };
  /** Ends a lock. */
  "session.unlock": {
    params: { display?: string };
    result: Record<string, never>;
  };
  /** Returns the state of every plugin. */
  "plugin.list": {
    params: Record<string, never>;
    result: { plugins: PluginStatus[] };
  };
  /** Loads a plugin. */
  "plugin.load": {
    params: ({ path: string; name?: never } | { path?: never; name: string });
    result: PluginStatus;
  };
  /** Unloads a plugin. */
  "plugin.unload": {
    params: { name: string };
    result: PluginStatus;
  };
  /** Loads a plugin's file again. */
  "plugin.reload": {
    params: { name: string };
    result: PluginStatus;
  };
  /** Lifts the quarantine or suspension of a plugin. */
  "plugin.clear": {
    params: { name: string };
    result: PluginStatus;
  };
  /** Reads the configuration again. */
  "config.reload": {
    params: Record<string, never>;
    result: { changes?: ConfigurationChange[] };
  };
  /** Returns the daemon's metrics. */
  "metrics": {
    params: Record<string, never>;
    result: Metrics;
  };
  /** Changes the log level. */
  "log.level": {
    params: { level: LogLevel };
    result: Record<string, never>;
  };
  /** Records all events from now on. */
  "record.start": {
    params: { path?: string };
    result: Recording;
  };
  /** Completes the running recording. */
  "record.stop": {
    params: Record<string, never>;
    result: Recording;
  };
  /** Records the latest events. */
  "record.dump": {
    params: { path?: string };
    result: Recording;
  };
  /** Lists the recordings in the daemon's folder. */
  "record.list": {
    params: Record<string, never>;
    result: { recordings: Recording[] };
  };
  /** Saves all drafts and ends the daemon. */
  "shutdown": {
    params: Record<string, never>;
    result: Record<string, never>;
  };
}

/** The requests of the daemon. */
export interface Calls {
  /** Remove the popover from the screen and hand over its draft. */
  "popover.willClose": {
    params: Animation & { popover: string; reason: CloseReason; disposition: Disposition; deadlineMs: number };
    result: { draft?: unknown; saved?: boolean };
  };
  /** Remove the panel from the screen and hand over its draft. */
  "panel.willClose": {
    params: { panel: string; reason: CloseReason; disposition: Disposition; deadlineMs: number };
    result: { draft?: unknown; saved?: boolean };
  };
  /** Show an alert. */
  "alert.present": {
    params: PresentedAlert;
    result: Record<string, never>;
  };
  /** Show that you do not hang: another client waits for the display, or a tap had no effect. */
  "client.ping": {
    params: { deadlineMs: number };
    result: Record<string, never>;
  };
}

/** The topics of the bus, with the data of their events. Members that do not apply are absent. */
export interface Topics {
  /** A popover was granted. */
  "popover.opened": Partial<PopoverFacts & Presentation>;
  /** A popover is asked to close. */
  "popover.closing": Partial<PopoverFacts & { reason: CloseReason }>;
  /** A popover has closed. */
  "popover.closed": Partial<PopoverFacts & { reason: CloseReason; unresponsive: boolean }>;
  /** An open was refused. */
  "popover.refused": Partial<{ client: string; app: string; display: string; reason: RefusalReason; behavior: string; source: string; key: string }>;
  /** A popover has moved or changed its size; also for the owner's own `popover.update`. */
  "popover.moved": Partial<PopoverFacts & Presentation>;
  /** A popover has become a panel. */
  "popover.detached": Partial<PopoverFacts & { panel: string }>;
  /** An alert was raised. */
  "alert.queued": Partial<AlertFacts>;
  /** An alert is on the screen. */
  "alert.presented": Partial<AlertFacts>;
  /** People have answered an alert. */
  "alert.answered": Partial<AlertFacts & { button: string }>;
  /** An alert was withdrawn. */
  "alert.cancelled": Partial<AlertFacts & { reason: string }>;
  /** A tap got its verdict. */
  "tap": Partial<Point & { popover: string; client: string; app: string; display: string; verdict: TapVerdict }>;
  /** Another client, or another part of it, has the keyboard of a display; or the ring has moved. */
  "focus.changed": Partial<Focus & { display: string }>;
  /** A text to speak, on a display with `speech`. */
  "announcement": Partial<{ popover: string; alert: string; client: string; app: string; display: string; source: string; kind: AnnouncementKind; role: SourceRole; text: string; language: string; urgency: Urgency }>;
  /** A draft is on the disk. */
  "draft.saved": Partial<DraftFacts>;
  /** A draft was given back. */
  "draft.restored": Partial<DraftFacts>;
  /** A draft was erased or not kept. */
  "draft.discarded": Partial<DraftFacts>;
  /** A display was set or removed. */
  "display.changed": Partial<DisplayDescription & { removed: boolean }>;
  /** A client has said hello. */
  "client.joined": Partial<{ client: string; app: string; roles: Role[] }>;
  /** A client has left. */
  "client.left": Partial<{ client: string; app: string }>;
  /** A client has not answered a ping: it loses its popovers, panels and views, and the alerts that it renders. */
  "client.unresponsive": Partial<{ client: string; app: string }>;
  /** A plugin answers. */
  "plugin.loaded": Partial<{ plugin: string; message: string }>;
  /** A plugin could not be loaded, or is suspended. */
  "plugin.failed": Partial<{ plugin: string; message: string }>;
  /** A plugin was unloaded. */
  "plugin.unloaded": Partial<{ plugin: string; message: string }>;
  /** A plugin reports the state of its service. */
  "plugin.service": Partial<{ plugin: string; service: ServiceState; message: string }>;
  /** The configuration was read again. */
  "config.reloaded": Partial<{ options: string[] }>;
  /** People use a display: its first touch or key since it was at rest. */
  "session.began": Partial<{ display: string; session: string }>;
  /** A session has ended, and its drafts are erased. */
  "session.ended": Partial<{ display: string; session: string; sessions: string[] }>;
  /** A session is locked. */
  "session.locked": Partial<{ display: string }>;
  /** A lock has ended. */
  "session.unlocked": Partial<{ display: string }>;
  /** A guideline was not followed. */
  "advice": Partial<PopoverFacts & { rule: string; message: string }>;
}

/** A topic of a client's own. */
export type AppTopic = `app.${string}`;

/** An event of a client's own. */
export interface AppEvent { topic: AppTopic; data: any; sequence: number; time: number }

/** Lost events; `to` is null after a restart of the daemon. */
export interface GapEvent {
  topic: "bus.gap";
  data: Gap | { from: number; to: null };
  sequence?: undefined;
  time?: undefined;
}

/** An event; its topic tells which data it has. */
export type BusEvent =
  | { [T in keyof Topics]: { topic: T; data: Topics[T]; sequence: number; time: number } }[keyof Topics]
  | AppEvent
  | GapEvent;

/** What the daemon's topics begin with. */
type Family<T> = T extends `${infer F}.${string}` ? F : never;

/** A topic, or a glob, in which `*` matches any characters. */
export type TopicPattern =
  | keyof Topics
  | AppTopic
  | `*${string}`
  | `${Family<keyof Topics>}.${string}*`;

/** The events of topics that match. */
export type EventOf<P extends TopicPattern> =
  | GapEvent
  | (P extends AppTopic ? AppEvent
    : P extends `${infer Start}*${string}` ? Extract<BusEvent, { topic: `${Start}${string}` }>
    : Extract<BusEvent, { topic: P }>);

/** The notifications of the daemon. */
export interface Notifications {
  /** exactly one for every popover that was granted, to its owner */
  "popover.closed": ClosedPopover;
  /** the display, an inset, an occluder, the source or its surface changed */
  "popover.moved": Presentation & Animation & { popover: string; scrim?: number };
  /** people tapped outside a popover that stays: draw attention to it */
  "popover.nudge": { popover: string };
  /** the daemon has ended a panel */
  "panel.closed": ClosedPanel;
  /** the display or its insets changed */
  "panel.moved": Animation & { panel: string; frame: Rect };
  /** a client of the same app wants this panel's draft: bring it to the front */
  "panel.raised": { panel: string };
  /** the daemon ends a view */
  "view.closed": { view: string; reason: CloseReason };
  /** a shield blocked a tap on this registered source, or people swiped from its edge: act on it; a client that reported the tap itself gets `deliver` instead, never both */
  "source.activated": { source: string; time: number; gesture?: string };
  /** the display's keyboard is yours: in this popover, alert or view, on this control, or in your window */
  "focus.enter": FocusTarget & { display: string; ring?: boolean };
  /** the display's keyboard is another client's now, or nobody's */
  "focus.leave": { display: string };
  /** a keypad was pressed while this is on top: move the focus in it, or activate or explain the focused control */
  "focus.move": FocusTarget & { display: string; step: Step };
  /** at once, to the raiser */
  "alert.queued": { alert: string; request: string | number };
  /** take it off the screen: canceled, timed out, answered elsewhere, or interrupted by a more severe one and presented again later */
  "alert.dismiss": { alert: string };
  /** the display's shield, when it changes and when it begins to concern the client */
  "shield": { display: string; on: boolean; except: Rect[] };
  /** to every client */
  "display.changed": DisplayDescription & { removed?: boolean };
  /** to subscribers */
  "event": BusEvent;
  /** the connection is closed after this line */
  "bye": { reason: ByeReason; retryAfterMs: number };
}
