/* SPDX-License-Identifier: MIT */
/** What happens to a client. See popover.h for the rules. */

#ifndef POPOVER_EVENTS_H
#define POPOVER_EVENTS_H

#include "popover-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What happened; after the dash, the member of struct popover_event that tells more. */
enum popover_event_type {
    /** The client is connected, and everything is registered again - `ready` */
    POPOVER_EVENT_READY = 1,
    /** The client was disconnected, and will connect again; CLOSED events of what was open follow -
     *  `failure` */
    POPOVER_EVENT_LOST,
    /** An attempt to connect failed; the next one follows - `connect_failed` */
    POPOVER_EVENT_CONNECT_FAILED,
    /** The client has left: no event follows */
    POPOVER_EVENT_LEFT,
    /** For the log of the program: what the library does by itself was refused, such as a source after a
     *  reconnect; or, with POPOVER_ERROR_NONE, advice about a request that was granted, once each -
     *  `failure` */
    POPOVER_EVENT_WARNING,

    /** A request failed, and with it what it was to begin - `failure` */
    POPOVER_EVENT_FAILED,
    /** A request without an event of its own succeeded - `response` */
    POPOVER_EVENT_RESPONSE,
    /** A popover was granted: draw it - `opened` */
    POPOVER_EVENT_OPENED,
    /** popover_client_update succeeded - `placement` */
    POPOVER_EVENT_UPDATED,
    /** popover_client_choose succeeded - `chosen` */
    POPOVER_EVENT_CHOSEN,
    /** popover_client_detach succeeded: the number is now a panel's - `frame` */
    POPOVER_EVENT_DETACHED,
    /** popover_client_set_panel succeeded - `frame` */
    POPOVER_EVENT_PANEL_SET,
    /** A view was granted */
    POPOVER_EVENT_VIEW_PRESENTED,
    /** popover_client_save_draft succeeded - `saved` */
    POPOVER_EVENT_DRAFT_SAVED,
    /** popover_client_load_draft succeeded - `draft`, NULL if there is none */
    POPOVER_EVENT_DRAFT_LOADED,
    /** popover_client_list_drafts succeeded - `drafts` */
    POPOVER_EVENT_DRAFTS_LISTED,
    /** People answered an alert of this client, which thereby ended - `answered` */
    POPOVER_EVENT_ALERT_ANSWERED,
    /** A report of a tap, pointer or key got its verdict - `judgement` */
    POPOVER_EVENT_JUDGED,
    /** A subscription began, or continues after a reconnect - `subscribed` */
    POPOVER_EVENT_SUBSCRIBED,
    /** popover_client_publish succeeded - `published` */
    POPOVER_EVENT_PUBLISHED,

    /** Take a popover or panel off the screen, and answer with popover_client_answer_close -
     *  `will_close` */
    POPOVER_EVENT_WILL_CLOSE,
    /** A popover, panel or view ended; its number means nothing any more - `closed` */
    POPOVER_EVENT_CLOSED,
    /** A popover or panel has to move - `placement` */
    POPOVER_EVENT_MOVED,
    /** People tapped outside a popover that stays: draw attention to it */
    POPOVER_EVENT_NUDGED,
    /** Another client of the app wants this panel: bring it to the front */
    POPOVER_EVENT_PANEL_RAISED,
    /** A shield kept a tap on this source from the program, or people swiped from its edge: act on
     *  it - `activated` */
    POPOVER_EVENT_SOURCE_ACTIVATED,
    /** An alert of this client waits or is shown - `queued` */
    POPOVER_EVENT_ALERT_QUEUED,
    /** Show an alert, and answer with popover_client_answer_present - `alert` */
    POPOVER_EVENT_ALERT_PRESENT,
    /** Take an alert off the screen - `dismissed` */
    POPOVER_EVENT_ALERT_DISMISS,
    /** Where taps must not reach what lies below - `shield` */
    POPOVER_EVENT_SHIELD,
    /** A display was set or removed - `display` */
    POPOVER_EVENT_DISPLAY_CHANGED,
    /** An event of the bus - `published` */
    POPOVER_EVENT_BUS,
    /** Events of the bus were lost - `gap` */
    POPOVER_EVENT_GAP,
    /** A notification that this library does not know - `response` */
    POPOVER_EVENT_NOTIFICATION,
    /** The display's keyboard is the program's: in this popover, view or alert, on this source, or in its
     *  window - `focus` */
    POPOVER_EVENT_FOCUS_ENTER,
    /** Another client has the display's keyboard, or nobody has: no key may act - `focus` */
    POPOVER_EVENT_FOCUS_LEAVE,
    /** People press a keypad: move the focus, activate what has it, or explain it - `focus` */
    POPOVER_EVENT_FOCUS_MOVE
};

struct popover_event_ready {
    /** The daemon's name of this client, `c1`, and of itself, `popoverd 0.1.0`. */
    const char *client;
    const char *server;
    /** Another daemon than before: all its earlier names and sequence numbers are void. */
    bool restarted;
    /** As configured; a popover gets that of its display. */
    struct popover_appearance appearance;
};

struct popover_event_connect_failed {
    /** Before the first connection: a further attempt will fail, too, unless somebody changes the daemon
     *  or its configuration. The client tries again all the same, until it is freed. */
    bool is_final;
    /** Last, so that it may get members. */
    struct popover_failure failure;
};

struct popover_event_response {
    const char *method;
    /** The result, or the params of a notification: a JSON object. */
    const char *json;
};

struct popover_event_opened {
    /** The popover's number: that of an earlier open if its popover is still visible. */
    int64_t popover;
    /** The daemon's name of it, `p1`. */
    const char *id;
    struct popover_placement placement;
    struct popover_appearance appearance;
    /** The draft to go on with; NULL if there is none. */
    const struct popover_draft *draft;
    const struct popover_advice *advice;
    size_t advice_count;
    /** The last one of its key, also of a draft that is over; 0 if there is none. Save the next draft with
     * a higher one. */
    int64_t revision;
};

struct popover_event_chosen {
    /** Whether the choice closes the popover, which must then leave the screen. */
    bool closes;
};

struct popover_event_saved {
    int64_t revision;
    /** Whether it is on the disk. */
    bool durable;
};

struct popover_event_drafts {
    const struct popover_draft *list;
    size_t count;
};

struct popover_event_answered {
    const char *button;
};

struct popover_event_subscribed {
    int64_t sequence;
    /** The scene as of that number: a JSON object. */
    const char *snapshot;
};

struct popover_event_will_close {
    /** POPOVER_CLOSE_REASON_CONNECTION_LOST if the daemon is gone; the draft is saved later. */
    enum popover_close_reason reason;
    enum popover_disposition disposition;
    /** How long the daemon waits; a later draft is saved, but nobody waits for it. */
    double deadline_ms;
    /** Answer after it. */
    struct popover_animation animation;
};

struct popover_event_closed {
    enum popover_close_reason reason;
    /** After a lost connection POPOVER_DRAFT_OUTCOME_KEPT or _NONE; _UNKNOWN for a view. */
    enum popover_draft_outcome draft;
    /** Whether the focus returns to the source. */
    bool return_focus;
    /** Whether the deadline was missed. */
    bool unresponsive;
};

struct popover_event_activated {
    const char *source;
    /** In microseconds of CLOCK_MONOTONIC. */
    int64_t time_us;
    /** Lets the app open a popover; NULL if there is none. */
    const char *gesture;
};

struct popover_event_queued {
    /** The daemon's name of the alert, `a1`. */
    const char *alert;
};

/** An alert to show. */
struct popover_event_alert {
    /** The daemon's name of it, for popover_client_answer_present and popover_client_answer_alert. */
    const char *alert;
    const char *title;
    /** NULL if there is none. */
    const char *message;
    enum popover_severity severity;
    const struct popover_button *buttons;
    size_t button_count;
    struct popover_rect frame;
    const char *app;
    /** Until it ends by itself, for a countdown; below 0 if it does not. */
    double timeout_ms;
    /** How dark to draw what is behind, 0 to 1. */
    double scrim;
    struct popover_animation animation;
};

struct popover_event_dismissed {
    const char *alert;
};

struct popover_event_shield {
    const char *display;
    bool on;
    /** Where taps reach what lies below. */
    const struct popover_rect *except;
    size_t except_count;
};

struct popover_event_display {
    bool removed;
    /** Last, so that it may get members. */
    struct popover_display display;
};

/** The event's number is that of the popover or view, 0 if it is about none. */
struct popover_event_focus {
    const char *display;
    /** The daemon's name of the alert that the program shows; NULL if it is about none. */
    const char *alert;
    /** The control that gets the focus back; NULL if it is about none. */
    const char *source;
    /** POPOVER_STEP_UNKNOWN unless the focus moves; never POPOVER_STEP_BACK. */
    enum popover_step step;
    /** Whether a keypad is used: show what gets the focus. */
    bool ring;
};

struct popover_event_published {
    /** NULL for POPOVER_EVENT_PUBLISHED, and so is `data`. */
    const char *topic;
    /** JSON. */
    const char *data;
    int64_t sequence;
    /** In microseconds of CLOCK_MONOTONIC; 0 for POPOVER_EVENT_PUBLISHED. */
    int64_t time_us;
};

struct popover_event_gap {
    /** The numbers of the first and the last lost event; `last` is -1 after a restart of the daemon. */
    int64_t first;
    int64_t last;
};

struct popover_event {
    enum popover_event_type type;
    /** What the event is about: a request, or what it began. 0 for the whole client. */
    int64_t number;
    /** What the program gave with that number; for an activated source, with the source. */
    void *data;
    union {
        struct popover_event_ready ready;
        struct popover_event_connect_failed connect_failed;
        struct popover_failure failure;
        struct popover_event_response response;
        struct popover_event_opened opened;
        struct popover_placement placement;
        struct popover_event_chosen chosen;
        struct popover_rect frame;
        struct popover_event_saved saved;
        const struct popover_draft *draft;
        struct popover_event_drafts drafts;
        struct popover_event_answered answered;
        struct popover_judgement judgement;
        struct popover_event_subscribed subscribed;
        struct popover_event_published published;
        struct popover_event_will_close will_close;
        struct popover_event_closed closed;
        struct popover_event_activated activated;
        struct popover_event_queued queued;
        struct popover_event_alert alert;
        struct popover_event_dismissed dismissed;
        struct popover_event_shield shield;
        struct popover_event_display display;
        struct popover_event_gap gap;
        struct popover_event_focus focus;
    };
};

#ifdef __cplusplus
}
#endif

#endif
