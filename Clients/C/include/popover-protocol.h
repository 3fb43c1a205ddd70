/* SPDX-License-Identifier: MIT */
/* Written by protocol/generate; changes here are lost. docs/reference/protocol.md explains the words. */

#ifndef POPOVER_PROTOCOL_H
#define POPOVER_PROTOCOL_H

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the protocol that the library speaks. */
#define POPOVER_PROTOCOL 1

/** Why something failed: the daemon's error codes, and below 0 but above -100 the library's own. */
enum popover_error {
    POPOVER_ERROR_NONE = 0,
    /** The library could not allocate memory. */
    POPOVER_ERROR_NO_MEMORY = -1,
    /** An argument is missing, unknown, or not JSON. */
    POPOVER_ERROR_INVALID_ARGUMENT = -2,
    /** The message would exceed `limits.message`. */
    POPOVER_ERROR_TOO_LONG = -3,
    /** Too much is waiting for the daemon; try again later. */
    POPOVER_ERROR_BUSY = -4,
    /** The client is not connected; wait for POPOVER_EVENT_READY. */
    POPOVER_ERROR_NOT_CONNECTED = -5,
    /** The connection ended before the response. */
    POPOVER_ERROR_CONNECTION_LOST = -6,
    /** The client is leaving or has left. */
    POPOVER_ERROR_CLIENT_CLOSED = -7,
    /** No response came in time; the request was canceled. */
    POPOVER_ERROR_TIMED_OUT = -8,
    /** The daemon speaks another protocol, or sent an invalid line. */
    POPOVER_ERROR_PROTOCOL_MISMATCH = -9,
    /** The socket cannot be connected to. */
    POPOVER_ERROR_NO_DAEMON = -10,
    /** The socket exists, but this user may not connect. */
    POPOVER_ERROR_NO_ACCESS = -11,
    /** Not JSON. */
    POPOVER_ERROR_NOT_JSON = -32700,
    /** Not a request; a batch; a second hello. */
    POPOVER_ERROR_NOT_A_REQUEST = -32600,
    /** No such method. */
    POPOVER_ERROR_UNKNOWN_METHOD = -32601,
    /** Bad params. */
    POPOVER_ERROR_BAD_PARAMETER = -32602,
    /** An administrator's order failed. */
    POPOVER_ERROR_FAILED = -32603,
    /** Refused by the rules. */
    POPOVER_ERROR_REFUSED = 1,
    /** An unknown or ended id. */
    POPOVER_ERROR_UNKNOWN_ID = 2,
    /** Not permitted; another's popover or alert. */
    POPOVER_ERROR_NOT_PERMITTED = 3,
    /** Over a limit. */
    POPOVER_ERROR_OVER_LIMIT = 4,
    /** The daemon is shutting down (drafts, closes, choices and answers still work, and so do
     *  canceling, `status` and `shutdown`). */
    POPOVER_ERROR_SHUTTING_DOWN = 5,
};

/** An additional right of a client. */
enum popover_role {
    /** Absent, or unknown to this library. */
    POPOVER_ROLE_UNKNOWN = 0,
    /** Open popovers; without it `popover.open` is error 3, `needs` `app`. */
    POPOVER_ROLE_APP = 1,
    /** Render alerts, and set displays. */
    POPOVER_ROLE_SHELL = 2,
    /** Report taps on behalf of others, and set displays. */
    POPOVER_ROLE_INPUT = 3,
    /** Subscribe to everything, whatever the configuration says. */
    POPOVER_ROLE_OBSERVER = 4,
};

/** A side of the source, on which a popover sits. */
enum popover_side {
    /** Absent, or unknown to this library. */
    POPOVER_SIDE_UNKNOWN = 0,
    /** Above it. */
    POPOVER_SIDE_TOP = 1,
    /** Below it. */
    POPOVER_SIDE_BOTTOM = 2,
    /** Left of it. */
    POPOVER_SIDE_LEFT = 3,
    /** Right of it. */
    POPOVER_SIDE_RIGHT = 4,
};

/** A side of the source on which a popover may sit, also by the display's writing direction. */
enum popover_preferred_side {
    /** Absent, or unknown to this library. */
    POPOVER_PREFERRED_SIDE_UNKNOWN = 0,
    /** Above it. */
    POPOVER_PREFERRED_SIDE_TOP = 1,
    /** Below it. */
    POPOVER_PREFERRED_SIDE_BOTTOM = 2,
    /** Left of it. */
    POPOVER_PREFERRED_SIDE_LEFT = 3,
    /** Right of it. */
    POPOVER_PREFERRED_SIDE_RIGHT = 4,
    /** Where a line begins: left, or right if the display's `direction` is `rtl`. */
    POPOVER_PREFERRED_SIDE_START = 5,
    /** Where a line ends. */
    POPOVER_PREFERRED_SIDE_END = 6,
};

/** How a popover is aligned with its source, along the edge that it sits on. */
enum popover_alignment {
    /** Absent, or unknown to this library. */
    POPOVER_ALIGNMENT_UNKNOWN = 0,
    /** Above and below the source where a line begins, beside it at the top. */
    POPOVER_ALIGNMENT_START = 1,
    /** At the source's center. */
    POPOVER_ALIGNMENT_CENTER = 2,
    /** Above and below the source where a line ends, beside it at the bottom. */
    POPOVER_ALIGNMENT_END = 3,
};

/** The bounds of a popover. */
enum popover_bounds {
    /** Absent, or unknown to this library. */
    POPOVER_BOUNDS_UNKNOWN = 0,
    /** The display. */
    POPOVER_BOUNDS_DISPLAY = 1,
    /** Its surface, or that of its source, if its minimum fits there; without a surface the
     *  display. */
    POPOVER_BOUNDS_SURFACE = 2,
};

/** The direction of reading. */
enum popover_writing_direction {
    /** Absent, or unknown to this library. */
    POPOVER_WRITING_DIRECTION_UNKNOWN = 0,
    /** From left to right. */
    POPOVER_WRITING_DIRECTION_LTR = 1,
    /** From right to left. */
    POPOVER_WRITING_DIRECTION_RTL = 2,
};

/** The meaning of a button. */
enum popover_button_role {
    /** Absent, or unknown to this library. */
    POPOVER_BUTTON_ROLE_UNKNOWN = 0,
    /** What people usually want. */
    POPOVER_BUTTON_ROLE_DEFAULT = 1,
    /** Nothing happens. */
    POPOVER_BUTTON_ROLE_CANCEL = 2,
    /** Something is lost. */
    POPOVER_BUTTON_ROLE_DESTRUCTIVE = 3,
};

/** How urgent it is, least first. */
enum popover_severity {
    /** Absent, or unknown to this library. */
    POPOVER_SEVERITY_UNKNOWN = 0,
    /** People may know it. */
    POPOVER_SEVERITY_INFO = 1,
    /** People should know it. */
    POPOVER_SEVERITY_WARNING = 2,
    /** People must know it. */
    POPOVER_SEVERITY_CRITICAL = 3,
};

/** How the owner closed a popover. */
enum popover_close_outcome {
    /** Absent, or unknown to this library. */
    POPOVER_CLOSE_OUTCOME_UNKNOWN = 0,
    /** Its draft is consumed. */
    POPOVER_CLOSE_OUTCOME_DONE = 1,
    /** Its draft is discarded. */
    POPOVER_CLOSE_OUTCOME_CANCEL = 2,
    /** Its draft stays as it is. */
    POPOVER_CLOSE_OUTCOME_KEEP = 3,
};

/** The kind of a view. */
enum popover_view_kind {
    /** Absent, or unknown to this library. */
    POPOVER_VIEW_KIND_UNKNOWN = 0,
    /** A modal view. */
    POPOVER_VIEW_KIND_MODAL = 1,
    /** A sheet. */
    POPOVER_VIEW_KIND_SHEET = 2,
};

/** The client that shows an alert. */
enum popover_renderer {
    /** Absent, or unknown to this library. */
    POPOVER_RENDERER_UNKNOWN = 0,
    /** The client that raised it. */
    POPOVER_RENDERER_SELF = 1,
    /** The oldest client with the role `shell`. */
    POPOVER_RENDERER_SHELL = 2,
};

/** A step of a finger or a mouse. */
enum popover_pointer_phase {
    /** Absent, or unknown to this library. */
    POPOVER_POINTER_PHASE_UNKNOWN = 0,
    /** It touches, or its button is pressed. */
    POPOVER_POINTER_PHASE_DOWN = 1,
    /** It moves while down. */
    POPOVER_POINTER_PHASE_MOVE = 2,
    /** It leaves, or its button is released. */
    POPOVER_POINTER_PHASE_UP = 3,
    /** It became something else. */
    POPOVER_POINTER_PHASE_CANCEL = 4,
    /** Its wheel turns, or fingers scroll on a touchpad; it stands alone and makes no tap. */
    POPOVER_POINTER_PHASE_WHEEL = 5,
};

/** The kind of a pointer. */
enum popover_pointer_kind {
    /** Absent, or unknown to this library. */
    POPOVER_POINTER_KIND_UNKNOWN = 0,
    /** A finger. */
    POPOVER_POINTER_KIND_TOUCH = 1,
    /** A mouse. */
    POPOVER_POINTER_KIND_MOUSE = 2,
    /** A pen. */
    POPOVER_POINTER_KIND_PEN = 3,
};

/** The button of a mouse; only the primary one taps. */
enum popover_pointer_button {
    /** Absent, or unknown to this library. */
    POPOVER_POINTER_BUTTON_UNKNOWN = 0,
    /** Usually the left one. */
    POPOVER_POINTER_BUTTON_PRIMARY = 1,
    /** Usually the right one. */
    POPOVER_POINTER_BUTTON_SECONDARY = 2,
    /** The one between. */
    POPOVER_POINTER_BUTTON_MIDDLE = 3,
};

/** The kind of device that a display belongs to. */
enum popover_idiom {
    /** Absent, or unknown to this library. */
    POPOVER_IDIOM_UNKNOWN = 0,
    /** A public screen. */
    POPOVER_IDIOM_KIOSK = 1,
    /** A desk. */
    POPOVER_IDIOM_DESKTOP = 2,
    /** Two hands. */
    POPOVER_IDIOM_TABLET = 3,
    /** One hand: popovers are sheets (G21). */
    POPOVER_IDIOM_PHONE = 4,
    /** A room: there are no popovers (G25). */
    POPOVER_IDIOM_TV = 5,
    /** A wrist: there are no popovers (G25). */
    POPOVER_IDIOM_WATCH = 6,
};

/** Which opens a display grants. */
enum popover_opens {
    /** Absent, or unknown to this library. */
    POPOVER_OPENS_UNKNOWN = 0,
    /** Any; one that no gesture asked for gets advice `F8`. */
    POPOVER_OPENS_FREE = 1,
    /** Those that a gesture of their app asked for; others are refused `unasked`. */
    POPOVER_OPENS_ASKED = 2,
};

/** How much text stands out. */
enum popover_contrast {
    /** Absent, or unknown to this library. */
    POPOVER_CONTRAST_UNKNOWN = 0,
    /** As designed. */
    POPOVER_CONTRAST_NORMAL = 1,
    /** More, for people who need it. */
    POPOVER_CONTRAST_HIGH = 2,
};

/** The background of a popover (G28). */
enum popover_material {
    /** Absent, or unknown to this library. */
    POPOVER_MATERIAL_UNKNOWN = 0,
    /** What is behind shows through, blurred. */
    POPOVER_MATERIAL_TRANSLUCENT = 1,
    /** Nothing shows through. */
    POPOVER_MATERIAL_OPAQUE = 2,
};

/** How an animation speeds up and slows down, with the names of CSS. */
enum popover_easing {
    /** Absent, or unknown to this library. */
    POPOVER_EASING_UNKNOWN = 0,
    /** Fast, then slower: something appears. */
    POPOVER_EASING_EASE_OUT = 1,
    /** Slow at both ends: something moves. */
    POPOVER_EASING_EASE_IN_OUT = 2,
    /** Slow, then faster: something disappears. */
    POPOVER_EASING_EASE_IN = 3,
};

/** How a popover is shown. */
enum popover_presentation_kind {
    /** Absent, or unknown to this library. */
    POPOVER_PRESENTATION_KIND_UNKNOWN = 0,
    /** Beside its source, with an arrow. */
    POPOVER_PRESENTATION_KIND_POPOVER = 1,
    /** Over the whole display, without an arrow. */
    POPOVER_PRESENTATION_KIND_SHEET = 2,
};

/** The fate of the draft when a popover closes. */
enum popover_disposition {
    /** Absent, or unknown to this library. */
    POPOVER_DISPOSITION_UNKNOWN = 0,
    /** It is stored. */
    POPOVER_DISPOSITION_SAVE = 1,
    /** It is erased. */
    POPOVER_DISPOSITION_DISCARD = 2,
};

/** The state of the draft after a close. */
enum popover_draft_outcome {
    /** Absent, or unknown to this library. */
    POPOVER_DRAFT_OUTCOME_UNKNOWN = 0,
    /** The draft in the answer is on disk. */
    POPOVER_DRAFT_OUTCOME_SAVED = 1,
    /** Nothing newer is on disk; an earlier draft remains. */
    POPOVER_DRAFT_OUTCOME_KEPT = 2,
    /** A stored draft was erased. */
    POPOVER_DRAFT_OUTCOME_DISCARDED = 3,
    /** There is none now. */
    POPOVER_DRAFT_OUTCOME_NONE = 4,
};

/** The verdict on a tap or a key. */
enum popover_tap_verdict {
    /** Absent, or unknown to this library. */
    POPOVER_TAP_VERDICT_UNKNOWN = 0,
    /** In the popover or the presented alert. */
    POPOVER_TAP_VERDICT_INSIDE = 1,
    /** This tap closes a popover (this key: an alert, too). */
    POPOVER_TAP_VERDICT_DISMISSED = 2,
    /** Kept from every client, nothing closes. */
    POPOVER_TAP_VERDICT_SWALLOWED = 3,
    /** Reaches the window below, nothing closes. */
    POPOVER_TAP_VERDICT_PASSED = 4,
    /** Nothing was visible. */
    POPOVER_TAP_VERDICT_IDLE = 5,
    /** A swipe from an edge, which activates a source. */
    POPOVER_TAP_VERDICT_SWIPED = 6,
    /** Not a tap. */
    POPOVER_TAP_VERDICT_NONE = 7,
};

/** Why a popover, panel or view closed. */
enum popover_close_reason {
    /** Absent, or unknown to this library. */
    POPOVER_CLOSE_REASON_UNKNOWN = 0,
    /** A choice closed it. */
    POPOVER_CLOSE_REASON_CHOICE = 1,
    /** The owner closed it, its draft consumed. */
    POPOVER_CLOSE_REASON_DONE = 2,
    /** The owner closed it, its draft discarded. */
    POPOVER_CLOSE_REASON_CANCEL = 3,
    /** A tap elsewhere. */
    POPOVER_CLOSE_REASON_OUTSIDE_TAP = 4,
    /** A tap on its own source. */
    POPOVER_CLOSE_REASON_SOURCE_TAP = 5,
    /** Escape. */
    POPOVER_CLOSE_REASON_KEY = 6,
    /** Another popover is to take its place. */
    POPOVER_CLOSE_REASON_REPLACED = 7,
    /** The display changed so that it cannot stay, or is gone. */
    POPOVER_CLOSE_REASON_DISPLAY_CHANGED = 8,
    /** Its source or surface is gone, or on another display now; or the view is that revealed
     *  it. */
    POPOVER_CLOSE_REASON_SOURCE_GONE = 9,
    /** It became a panel. */
    POPOVER_CLOSE_REASON_DETACHED = 10,
    /** A view is to take its place. */
    POPOVER_CLOSE_REASON_VIEW_PRESENTED = 11,
    /** The session ended. */
    POPOVER_CLOSE_REASON_SESSION_ENDED = 12,
    /** An administrator dismissed it, or locked the session. */
    POPOVER_CLOSE_REASON_ADMINISTRATOR = 13,
    /** Nobody uses its display: a policy closes it, or ends the session. */
    POPOVER_CLOSE_REASON_IDLE = 14,
    /** Its owner's connection ended. */
    POPOVER_CLOSE_REASON_CLIENT_GONE = 15,
    /** The daemon ends. */
    POPOVER_CLOSE_REASON_SHUTDOWN = 16,
    /** Its owner has not answered `client.ping` while a client waited for its display or wanted
     *  the draft in its panel, or people tapped outside. */
    POPOVER_CLOSE_REASON_UNRESPONSIVE = 17,
    /** Of a hint: its time is over. */
    POPOVER_CLOSE_REASON_TIMED_OUT = 18,
    /** Of a hint: the finger has lifted. */
    POPOVER_CLOSE_REASON_RELEASED = 19,
    /** The owner closed it and kept its draft. */
    POPOVER_CLOSE_REASON_KEEP = 20,
    /** The connection to the daemon was lost; of the library itself. */
    POPOVER_CLOSE_REASON_CONNECTION_LOST = -1,
};

/** Why the rules refused (error 1). */
enum popover_refusal_reason {
    /** Absent, or unknown to this library. */
    POPOVER_REFUSAL_REASON_UNKNOWN = 0,
    /** Hello was not said. */
    POPOVER_REFUSAL_REASON_HELLO_FIRST = 1,
    /** A modal popover or a view is presented there. */
    POPOVER_REFUSAL_REASON_MODAL_ACTIVE = 2,
    /** An alert is presented there. */
    POPOVER_REFUSAL_REASON_ALERT_ACTIVE = 3,
    /** A popover is visible there. */
    POPOVER_REFUSAL_REASON_POPOVER_ACTIVE = 4,
    /** A newer one replaced it; the session ended or is ending, or the display was removed. */
    POPOVER_REFUSAL_REASON_SUPERSEDED = 5,
    /** It timed out. */
    POPOVER_REFUSAL_REASON_TIMED_OUT = 6,
    /** It was canceled; of alerts: the session ended. */
    POPOVER_REFUSAL_REASON_CANCELLED = 7,
    /** A tap on the same source has just closed its popover. */
    POPOVER_REFUSAL_REASON_TOGGLED = 8,
    /** A `tv` or `watch` has no popovers. */
    POPOVER_REFUSAL_REASON_UNSUPPORTED_IDIOM = 9,
    /** Its severity or its behavior says that it is a warning: raise an alert. */
    POPOVER_REFUSAL_REASON_NOT_FOR_WARNINGS = 10,
    /** No loaded plugin provides it. */
    POPOVER_REFUSAL_REASON_UNKNOWN_BEHAVIOR = 11,
    /** No client can render it; of critical ones: for `limits.rendererMs`. */
    POPOVER_REFUSAL_REASON_NO_RENDERER = 12,
    /** The behavior does not allow it, or it is closing. */
    POPOVER_REFUSAL_REASON_DETACH_NOT_ALLOWED = 13,
    /** The session is locked; of alerts: it was locked while they waited or were presented. */
    POPOVER_REFUSAL_REASON_LOCKED = 14,
    /** It refers to a past state: an older revision, or one that was consumed or discarded. */
    POPOVER_REFUSAL_REASON_STALE = 15,
    /** Not even its minimum fits. */
    POPOVER_REFUSAL_REASON_DOES_NOT_FIT = 16,
    /** A panel has the draft of this key open; `panel` names it. */
    POPOVER_REFUSAL_REASON_PANEL_ACTIVE = 17,
    /** The display requires a fresh gesture of the app. */
    POPOVER_REFUSAL_REASON_UNASKED = 18,
    /** The behavior does not allow it, or the configuration refuses it by advice. */
    POPOVER_REFUSAL_REASON_POLICY = 19,
    /** A popover on another display has the draft of this key open; `popover` names it. */
    POPOVER_REFUSAL_REASON_KEY_ACTIVE = 20,
    /** It belongs to a session that has ended. */
    POPOVER_REFUSAL_REASON_SESSION_ENDED = 21,
    /** A more severe alert takes its place: a limit was reached. */
    POPOVER_REFUSAL_REASON_DISPLACED = 22,
};

/** Why the daemon closes a connection of its own accord. */
enum popover_bye_reason {
    /** Absent, or unknown to this library. */
    POPOVER_BYE_REASON_UNKNOWN = 0,
    /** It did not read. */
    POPOVER_BYE_REASON_SLOW = 1,
    /** It kept sending lines that are not JSON, or too long. */
    POPOVER_BYE_REASON_MALFORMED = 2,
    /** It sent far more than the announced rate. */
    POPOVER_BYE_REASON_FLOOD = 3,
    /** There are too many connections, of this user or in total, or too many new ones in a
     *  second. */
    POPOVER_BYE_REASON_QUOTA = 4,
    /** It did not say hello in time. */
    POPOVER_BYE_REASON_HELLO_TIMEOUT = 5,
    /** The daemon ends. */
    POPOVER_BYE_REASON_SHUTDOWN = 6,
};

/** The kind of control that a source is, for assistive technology. */
enum popover_source_role {
    /** Absent, or unknown to this library. */
    POPOVER_SOURCE_ROLE_UNKNOWN = 0,
    /** It does something. */
    POPOVER_SOURCE_ROLE_BUTTON = 1,
    /** It leads somewhere. */
    POPOVER_SOURCE_ROLE_LINK = 2,
    /** It is on or off. */
    POPOVER_SOURCE_ROLE_CHECKBOX = 3,
    /** One of several that exclude each other. */
    POPOVER_SOURCE_ROLE_RADIO = 4,
    /** It switches something on and off. */
    POPOVER_SOURCE_ROLE_SWITCH = 5,
    /** It shows one of several pages. */
    POPOVER_SOURCE_ROLE_TAB = 6,
    /** People type into it. */
    POPOVER_SOURCE_ROLE_FIELD = 7,
    /** It opens a menu. */
    POPOVER_SOURCE_ROLE_MENU = 8,
    /** It is one of a list. */
    POPOVER_SOURCE_ROLE_LIST_ITEM = 9,
};

/** The function of a key of a keypad. */
enum popover_step {
    /** Absent, or unknown to this library. */
    POPOVER_STEP_UNKNOWN = 0,
    /** To the next control, in reading order. */
    POPOVER_STEP_NEXT = 1,
    /** To the previous control. */
    POPOVER_STEP_PREVIOUS = 2,
    /** To the nearest control above. */
    POPOVER_STEP_UP = 3,
    /** To the nearest control below. */
    POPOVER_STEP_DOWN = 4,
    /** To the nearest control on the left. */
    POPOVER_STEP_LEFT = 5,
    /** To the nearest control on the right. */
    POPOVER_STEP_RIGHT = 6,
    /** Activates the control that has the focus. */
    POPOVER_STEP_ACTIVATE = 7,
    /** Closes what is on top, as Escape does. */
    POPOVER_STEP_BACK = 8,
    /** Explains the control that has the focus. */
    POPOVER_STEP_HELP = 9,
};

/* The word of the protocol for a value; an empty string for 0 and unknown values. */

const char *popover_role_name(enum popover_role value);
const char *popover_side_name(enum popover_side value);
const char *popover_preferred_side_name(enum popover_preferred_side value);
const char *popover_alignment_name(enum popover_alignment value);
const char *popover_bounds_name(enum popover_bounds value);
const char *popover_writing_direction_name(enum popover_writing_direction value);
const char *popover_button_role_name(enum popover_button_role value);
const char *popover_severity_name(enum popover_severity value);
const char *popover_close_outcome_name(enum popover_close_outcome value);
const char *popover_view_kind_name(enum popover_view_kind value);
const char *popover_renderer_name(enum popover_renderer value);
const char *popover_pointer_phase_name(enum popover_pointer_phase value);
const char *popover_pointer_kind_name(enum popover_pointer_kind value);
const char *popover_pointer_button_name(enum popover_pointer_button value);
const char *popover_idiom_name(enum popover_idiom value);
const char *popover_opens_name(enum popover_opens value);
const char *popover_contrast_name(enum popover_contrast value);
const char *popover_material_name(enum popover_material value);
const char *popover_easing_name(enum popover_easing value);
const char *popover_presentation_kind_name(enum popover_presentation_kind value);
const char *popover_disposition_name(enum popover_disposition value);
const char *popover_draft_outcome_name(enum popover_draft_outcome value);
const char *popover_tap_verdict_name(enum popover_tap_verdict value);
const char *popover_close_reason_name(enum popover_close_reason value);
const char *popover_refusal_reason_name(enum popover_refusal_reason value);
const char *popover_bye_reason_name(enum popover_bye_reason value);
const char *popover_source_role_name(enum popover_source_role value);
const char *popover_step_name(enum popover_step value);

/* The methods, for popover_client_request. */

#define POPOVER_METHOD_HELLO "hello"
#define POPOVER_METHOD_SURFACE_SET "surface.set"
#define POPOVER_METHOD_SURFACE_REMOVE "surface.remove"
#define POPOVER_METHOD_SOURCE_SET "source.set"
#define POPOVER_METHOD_SOURCE_REMOVE "source.remove"
#define POPOVER_METHOD_OCCLUDER_SET "occluder.set"
#define POPOVER_METHOD_OCCLUDER_REMOVE "occluder.remove"
#define POPOVER_METHOD_POPOVER_OPEN "popover.open"
#define POPOVER_METHOD_POPOVER_UPDATE "popover.update"
#define POPOVER_METHOD_POPOVER_CHOOSE "popover.choose"
#define POPOVER_METHOD_POPOVER_CLOSE "popover.close"
#define POPOVER_METHOD_POPOVER_DETACH "popover.detach"
#define POPOVER_METHOD_PANEL_SET "panel.set"
#define POPOVER_METHOD_PANEL_RAISE "panel.raise"
#define POPOVER_METHOD_PANEL_CLOSE "panel.close"
#define POPOVER_METHOD_VIEW_PRESENT "view.present"
#define POPOVER_METHOD_VIEW_CLOSE "view.close"
#define POPOVER_METHOD_DRAFT_SAVE "draft.save"
#define POPOVER_METHOD_DRAFT_LOAD "draft.load"
#define POPOVER_METHOD_DRAFT_LIST "draft.list"
#define POPOVER_METHOD_DRAFT_DISCARD "draft.discard"
#define POPOVER_METHOD_ALERT_RAISE "alert.raise"
#define POPOVER_METHOD_ALERT_ANSWER "alert.answer"
#define POPOVER_METHOD_ALERT_CANCEL "alert.cancel"
#define POPOVER_METHOD_REQUEST_CANCEL "request.cancel"
#define POPOVER_METHOD_TAP "tap"
#define POPOVER_METHOD_POINTER "pointer"
#define POPOVER_METHOD_KEY "key"
#define POPOVER_METHOD_NAVIGATE "navigate"
#define POPOVER_METHOD_SOURCE_ACTIVATE "source.activate"
#define POPOVER_METHOD_BUS_SUBSCRIBE "bus.subscribe"
#define POPOVER_METHOD_BUS_UNSUBSCRIBE "bus.unsubscribe"
#define POPOVER_METHOD_BUS_PUBLISH "bus.publish"
#define POPOVER_METHOD_DISPLAY_SET "display.set"
#define POPOVER_METHOD_DISPLAY_UPDATE "display.update"
#define POPOVER_METHOD_DISPLAY_REMOVE "display.remove"
#define POPOVER_METHOD_SESSION_SET "session.set"
#define POPOVER_METHOD_RPC_DISCOVER "rpc.discover"
#define POPOVER_METHOD_STATUS "status"
#define POPOVER_METHOD_POPOVER_EXPLAIN "popover.explain"
#define POPOVER_METHOD_POPOVER_DISMISS "popover.dismiss"
#define POPOVER_METHOD_SESSION_END "session.end"
#define POPOVER_METHOD_SESSION_LOCK "session.lock"
#define POPOVER_METHOD_SESSION_UNLOCK "session.unlock"
#define POPOVER_METHOD_PLUGIN_LIST "plugin.list"
#define POPOVER_METHOD_PLUGIN_LOAD "plugin.load"
#define POPOVER_METHOD_PLUGIN_UNLOAD "plugin.unload"
#define POPOVER_METHOD_PLUGIN_RELOAD "plugin.reload"
#define POPOVER_METHOD_PLUGIN_CLEAR "plugin.clear"
#define POPOVER_METHOD_CONFIG_RELOAD "config.reload"
#define POPOVER_METHOD_METRICS "metrics"
#define POPOVER_METHOD_LOG_LEVEL "log.level"
#define POPOVER_METHOD_RECORD_START "record.start"
#define POPOVER_METHOD_RECORD_STOP "record.stop"
#define POPOVER_METHOD_RECORD_DUMP "record.dump"
#define POPOVER_METHOD_RECORD_LIST "record.list"
#define POPOVER_METHOD_SHUTDOWN "shutdown"

#ifdef __cplusplus
}
#endif

#endif
