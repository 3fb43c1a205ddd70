/* SPDX-License-Identifier: MIT */
/** What requests and events consist of. See popover.h for the rules. */

#ifndef POPOVER_TYPES_H
#define POPOVER_TYPES_H

#include "popover-protocol.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A place in points from the top left of the display or surface; y grows downwards. */
struct popover_point {
    double x;
    double y;
};

struct popover_size {
    double width;
    double height;
};

struct popover_rect {
    double x;
    double y;
    double width;
    double height;
};

/** A button of a popover, where `id` may be NULL, or of an alert, where ids differ. */
struct popover_button {
    const char *id;
    const char *label;
    enum popover_button_role role;
};

/** How a client introduces itself. */
struct popover_options {
    /** The name of the app: 1 to 64 of a-z 0-9 . _ - */
    const char *app;
    /** Its roles; without any, POPOVER_ROLE_APP. */
    const enum popover_role *roles;
    size_t role_count;
    /** Whether to get every POPOVER_EVENT_SHIELD, also of displays where the client has nothing. */
    bool shield;
    /** Whether the program shows alerts; without it the library answers POPOVER_EVENT_ALERT_PRESENT
     *  itself, and the next renderer is asked. */
    bool presents_alerts;
    /** Whether the program gives and takes the keyboard, and moves the focus: POPOVER_EVENT_FOCUS_ENTER,
     *  _LEAVE and _MOVE. Keypads pass over the popovers of a program that does not. */
    bool moves_focus;
    /** How long to wait for a response, in milliseconds; 0 is 10 seconds. */
    uint32_t timeout_ms;
    /** For popover_connection_new: the socket; NULL finds it as docs/reference/protocol.md says. */
    const char *path;
    /** Must be zero. */
    void *reserved[4];
};

/** An open; docs/reference/protocol.md explains the members. */
struct popover_open {
    /** `menu`, `inspector`, `task` …; NULL: the daemon's default. */
    const char *behavior;
    struct popover_size size;
    const char *display;
    const char *surface;
    /** The registered source that opens it; this, `anchor` or both. */
    const char *source;
    const struct popover_rect *anchor;
    /** The sides on which it may sit, best first. */
    const enum popover_preferred_side *sides;
    size_t side_count;
    enum popover_alignment align;
    double gap;
    enum popover_bounds within;
    const struct popover_rect *avoid;
    size_t avoid_count;
    const struct popover_rect *passthrough;
    size_t passthrough_count;
    const struct popover_size *minimum;
    /** Names the draft to preserve. */
    const char *key;
    bool modal;
    const char *title;
    const char *help;
    const struct popover_button *buttons;
    size_t button_count;
    enum popover_severity severity;
    bool expands;
    const struct popover_rect *hit;
    size_t hit_count;
    /** The gesture of a tap, see struct popover_judgement. */
    const char *gesture;
    /** How long it may wait for the display; 0 is the daemon's default, below 0 is not at all. */
    int64_t wait_ms;
    /** Further params, a JSON object; its members win. */
    const char *more;
};

/** What popover_client_update changes; what is absent stays. */
struct popover_update {
    const struct popover_size *size;
    const struct popover_rect *anchor;
    const enum popover_preferred_side *sides;
    size_t side_count;
    enum popover_alignment align;
    const double *gap;
    enum popover_bounds within;
    const bool *modal;
    const char *title;
    const char *help;
    /** Further params, such as `avoid`, `passthrough`, `hit` or `buttons`: a JSON object. */
    const char *more;
};

struct popover_view {
    enum popover_view_kind kind;
    const struct popover_rect *frame;
    const char *display;
    /** Close a visible popover instead of being refused. */
    bool close_popover;
    /** Further params, a JSON object. */
    const char *more;
};

struct popover_alert {
    const char *title;
    enum popover_severity severity;
    const struct popover_button *buttons;
    size_t button_count;
    const char *message;
    const struct popover_size *size;
    /** An alert with the same key is replaced in place. */
    const char *key;
    const char *display;
    enum popover_renderer renderer;
    /** After how long it ends by itself; 0 is never. */
    int64_t timeout_ms;
    /** Further params, a JSON object. */
    const char *more;
};

/** A tap, or a step of a finger or a mouse. */
struct popover_pointer {
    /** For popover_client_pointer only. */
    enum popover_pointer_phase phase;
    struct popover_point at;
    const char *display;
    const char *surface;
    /** In microseconds of CLOCK_MONOTONIC; 0 is now. */
    int64_t time_us;
    int64_t pointer;
    /** A shield has kept it from everyone. */
    bool swallowed;
    enum popover_pointer_kind kind;
    enum popover_pointer_button button;
};

/** An animation; all 0 if nothing is animated. */
struct popover_animation {
    bool animate;
    double duration_ms;
    enum popover_easing easing;
    /** The frame at the start; NULL if there is none. */
    const struct popover_rect *from;
};

/** Where and how a popover or panel is on its display; a panel has `frame` and `animation` only. */
struct popover_placement {
    enum popover_presentation_kind presentation;
    struct popover_rect frame;
    /** The side of its source; POPOVER_SIDE_UNKNOWN for a sheet. */
    enum popover_side side;
    /** The tip of the arrow; NULL for a sheet. */
    const struct popover_point *arrow;
    /** It was cut below the wanted height. */
    bool scrolls;
    /** A sheet that only a button closes. */
    bool close_button;
    /** How dark to draw what is behind, 0 to 1; below 0 unless it is modal. */
    double scrim;
    struct popover_animation animation;
};

/** The look of a popover: measures in points, and values for drawing. */
struct popover_appearance {
    double arrow_length;
    double arrow_width;
    double corner_radius;
    double margin;
    enum popover_material material;
    enum popover_contrast contrast;
    bool reduced_motion;
    double scrim;
};

/** A breach of a guideline, with what to do about it. */
struct popover_advice {
    const char *rule;
    const char *message;
};

/** Unfinished work. */
struct popover_draft {
    /** JSON; NULL in a list of drafts. */
    const char *content;
    /** NULL unless in a list of drafts. */
    const char *key;
    /** In a list of drafts only. */
    int64_t bytes;
    int64_t revision;
    /** In microseconds of CLOCK_REALTIME. */
    int64_t saved_at_us;
    /** `save`, or the reason of a close. */
    const char *reason;
};

/* begin generated: display */
/** A display, completely, as the person at it needs it. */
struct popover_display {
    const char *name;
    /** In points. */
    double width;
    /** In points. */
    double height;
    /** Pixels a point. */
    double scale;
    /** Space that the edges take. */
    double inset_top;
    double inset_left;
    double inset_bottom;
    double inset_right;
    /** The kind of device. */
    enum popover_idiom idiom;
    /** It can blur the background of a popover. */
    bool translucency;
    enum popover_contrast contrast;
    /** No animations. */
    bool reduced_motion;
    /** Of reading; from left to right if it is absent. */
    enum popover_writing_direction direction;
    /** Longest press that is a tap here; default `timing.tapMs` of the configuration; 0 if it is
     *  absent. */
    double tap_ms;
    /** How far a finger may move during a tap here, in points; default `timing.tapSlop`; 0 if it
     *  is absent. */
    double tap_slop;
    /** Which opens it grants; default `free`. */
    enum popover_opens opens;
    /** Factor for the size of text; absent: 1. */
    double text_scale;
    /** Of texts and speech, as a BCP 47 tag; NULL if it is absent. */
    const char *language;
    /** Whether to publish announcements. */
    bool speech;
    /** A shorter press is no tap, and a longer one always is; 0 if it is absent. */
    double slow_press_ms;
    /** The part that people can touch, in points; popovers, sheets and alerts go there when they
     *  fit; only if `has_reach`. */
    bool has_reach;
    struct popover_rect reach;
    /** Whether the screen is off since nobody uses it; absent: nobody has said; `display.set`
     *  without it leaves it as it is. */
    bool blank;
};
/* end generated: display */

/** A control that opens popovers. */
struct popover_control {
    /** Its name, unique among the sources of the client. */
    const char *source;
    struct popover_rect rect;
    const char *surface;
    const char *display;
    /** People who swipe from here activate it; POPOVER_PREFERRED_SIDE_UNKNOWN is nowhere. */
    enum popover_preferred_side edge;
    /** What people call it, and in a sentence what it does; NULL without one. */
    const char *label;
    const char *help;
    /** POPOVER_SOURCE_ROLE_UNKNOWN is a button. */
    enum popover_source_role role;
    /** It does nothing now: keypads skip it. */
    bool disabled;
    /** Its words are never announced. */
    bool is_private;
    /** Further params, a JSON object; its members win. */
    const char *more;
};

/** The verdict on a tap or a key. */
struct popover_judgement {
    enum popover_tap_verdict verdict;
    /** Whether the reporting program should act on it. */
    bool deliver;
    /** The daemon's name of the popover that was hit or closed; NULL if none was. */
    const char *popover;
    /** Lets the reporting app open a popover; NULL if there is none. */
    const char *gesture;
};

/** Why something failed. */
struct popover_failure {
    /** The method that failed; NULL for a connection. */
    const char *method;
    enum popover_error error;
    /** For people; may change. */
    const char *message;
    /** Of POPOVER_ERROR_REFUSED. */
    enum popover_refusal_reason reason;
    /** Of POPOVER_ERROR_REFUSED, if another client is the cause: its app. NULL otherwise. */
    const char *app;
    /** Of POPOVER_ERROR_BAD_PARAMETER: the path of the member, `size.width`. NULL otherwise. */
    const char *member;
    /** Of POPOVER_ERROR_NOT_PERMITTED: the missing role or right. NULL otherwise. */
    const char *needs;
    /** Of POPOVER_ERROR_OVER_LIMIT: the limit's name. NULL otherwise. */
    const char *limit;
    /** What the daemon says besides, a JSON object; NULL if nothing. */
    const char *details;
    /** Of a connection: why the daemon closed it. POPOVER_BYE_REASON_UNKNOWN otherwise. */
    enum popover_bye_reason bye;
};

#ifdef __cplusplus
}
#endif

#endif
