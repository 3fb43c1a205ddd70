/* SPDX-License-Identifier: MIT */
/** The client: calls become bytes, bytes become events. See popover.h for the rules. */

#ifndef POPOVER_CLIENT_H
#define POPOVER_CLIENT_H

#include "popover-events.h"

#ifdef __cplusplus
extern "C" {
#endif

struct popover_client;

/* ---- Events ---- */

/**
 * The next event; NULL if there is none. It lives until the next call. Take all events after each
 * popover_connection_dispatch: events of the bus that are not taken are dropped beyond 1024, the oldest
 * first, and a gap tells their numbers.
 */
const struct popover_event *popover_client_next_event(struct popover_client *client);

/** Whether the client is connected, and requests are sent. */
bool popover_client_is_ready(const struct popover_client *client);

/** A limit of the daemon by its name in the protocol, `waitMs`; -1 if it is unknown. */
int64_t popover_client_limit(const struct popover_client *client, const char *name);

/** The display at this index, oldest first; NULL beyond the last. It lives until the next call of this
 *  function. */
const struct popover_display *popover_client_display(struct popover_client *client, size_t index);

/**
 * Leaves: asks for the drafts of what is open (POPOVER_EVENT_WILL_CLOSE), saves it, and disconnects.
 * POPOVER_EVENT_LEFT follows, within the timeout of the options. Other requests fail from now on.
 */
void popover_client_leave(struct popover_client *client);

/* ---- Any method ---- */

/**
 * Calls any method of the protocol with `params`, a JSON object, or NULL for none. POPOVER_EVENT_RESPONSE
 * or POPOVER_EVENT_FAILED follows. `timeout_ms` 0 is that of the options, below 0 is forever.
 */
int64_t popover_client_request(struct popover_client *client, const char *method, const char *params,
                               int64_t timeout_ms, void *data);

/** Sends a request without an id; no response follows. Returns 0 or a negative enum popover_error. */
int popover_client_notify(struct popover_client *client, const char *method, const char *params);

/**
 * Takes back an unanswered popover_client_open, popover_client_present_view or popover_client_raise_alert:
 * POPOVER_EVENT_FAILED follows with POPOVER_REFUSAL_REASON_CANCELLED. A grant that is on its way goes back,
 * and its draft stays; the answer to an alert may still come. Returns 0 or a negative enum popover_error.
 */
int popover_client_cancel(struct popover_client *client, int64_t number);

/* ---- Surfaces, sources and occluders ----
 *
 * They are registered again after each reconnect. While disconnected, these functions return 0: what they
 * set is sent later, and no response follows. A refused registration is forgotten. One that fails because
 * the connection is lost is not. */

/** Registers or moves a window, to which rectangles can be relative. `display` may be NULL. */
int64_t popover_client_set_surface(struct popover_client *client, const char *surface,
                                   const struct popover_rect *frame, const char *display, void *data);
/** Removes a surface and its sources. */
int64_t popover_client_remove_surface(struct popover_client *client, const char *surface, void *data);

/**
 * Registers or moves a control that opens popovers. `surface` and `display` may be NULL. People who swipe
 * from `edge`, unless it is POPOVER_PREFERRED_SIDE_UNKNOWN, activate it: POPOVER_EVENT_SOURCE_ACTIVATED
 * comes with `data`.
 */
int64_t popover_client_set_source(struct popover_client *client, const char *source,
                                  const struct popover_rect *rect, const char *surface,
                                  const char *display, enum popover_preferred_side edge, void *data);
/** As popover_client_set_source, also with what people who hear it or reach it by keys need. */
int64_t popover_client_set_control(struct popover_client *client, const struct popover_control *control,
                                   void *data);
int64_t popover_client_remove_source(struct popover_client *client, const char *source, void *data);

/** Registers or moves a rectangle that popovers must not cover. `display` may be NULL. */
int64_t popover_client_set_occluder(struct popover_client *client, const char *occluder,
                                    const struct popover_rect *rect, const char *display, void *data);
int64_t popover_client_remove_occluder(struct popover_client *client, const char *occluder, void *data);

/* ---- Popovers, panels and views ----
 *
 * Each that was granted ends with one POPOVER_EVENT_CLOSED, also when the connection is lost. */

/** Opens a popover: POPOVER_EVENT_OPENED or POPOVER_EVENT_FAILED follows, within the timeout and the wait. */
int64_t popover_client_open(struct popover_client *client, const struct popover_open *open, void *data);

/** Changes a popover: POPOVER_EVENT_UPDATED follows. */
int64_t popover_client_update(struct popover_client *client, int64_t popover,
                              const struct popover_update *update, void *data);

/** Reports a choice, any JSON: POPOVER_EVENT_CHOSEN follows, and tells whether it closes the popover. */
int64_t popover_client_choose(struct popover_client *client, int64_t popover, const char *choice,
                              void *data);

/** Reports that a popover left the screen, and its draft is applied (done), dropped (cancel) or stays (keep). */
int64_t popover_client_close(struct popover_client *client, int64_t popover,
                             enum popover_close_outcome outcome, void *data);

/**
 * Answers POPOVER_EVENT_WILL_CLOSE after the popover or panel left the screen. `draft` is its unfinished
 * draft, any JSON, or NULL if there is none. The next open with its key gets it. It is saved also
 * after the deadline, and after a reconnect. Returns 0 or a negative enum popover_error.
 */
int popover_client_answer_close(struct popover_client *client, int64_t number, const char *draft);

/** Answers POPOVER_EVENT_WILL_CLOSE if the program itself has saved the draft, as for done. */
int popover_client_answer_close_saved(struct popover_client *client, int64_t number);

/** Detaches a popover as a panel, which stays; POPOVER_EVENT_DETACHED follows. `frame` may be NULL. */
int64_t popover_client_detach(struct popover_client *client, int64_t popover,
                              const struct popover_rect *frame, void *data);

/** Moves or resizes a panel: POPOVER_EVENT_PANEL_SET follows. */
int64_t popover_client_set_panel(struct popover_client *client, int64_t panel,
                                 const struct popover_rect *frame, void *data);

/** Closes a panel: its draft is applied (done), dropped (cancel), or stays
 *  (POPOVER_CLOSE_OUTCOME_UNKNOWN). */
int64_t popover_client_close_panel(struct popover_client *client, int64_t panel,
                                   enum popover_close_outcome outcome, void *data);

/** Asks the owner of a panel to bring it to the front; `panel` is the daemon's name, `n1`. */
int64_t popover_client_raise_panel(struct popover_client *client, const char *panel, void *data);

/** Presents a modal view or a sheet of the program: POPOVER_EVENT_VIEW_PRESENTED follows. */
int64_t popover_client_present_view(struct popover_client *client, const struct popover_view *view,
                                    void *data);
int64_t popover_client_close_view(struct popover_client *client, int64_t view, void *data);

/* ---- Drafts ---- */

/**
 * Saves a draft, any JSON; with `sync`, POPOVER_EVENT_DRAFT_SAVED follows when it is on the disk. A
 * `revision` lower than the stored one is refused as stale; below 0 it is the stored one and 1.
 */
int64_t popover_client_save_draft(struct popover_client *client, const char *key, const char *content,
                                  int64_t revision, bool sync, void *data);
int64_t popover_client_load_draft(struct popover_client *client, const char *key, void *data);
int64_t popover_client_list_drafts(struct popover_client *client, void *data);
int64_t popover_client_discard_draft(struct popover_client *client, const char *key, void *data);

/* ---- Alerts ---- */

/**
 * Raises an alert: POPOVER_EVENT_ALERT_QUEUED follows, and POPOVER_EVENT_ALERT_ANSWERED or
 * POPOVER_EVENT_FAILED at its end. It waits for a connection, and is raised again after a reconnect, unless
 * its session has ended.
 */
int64_t popover_client_raise_alert(struct popover_client *client, const struct popover_alert *alert,
                                   void *data);

/**
 * Answers POPOVER_EVENT_ALERT_PRESENT: the alert is on the screen, or, if `presented` is false, the next
 * renderer shall show it. Returns 0 or a negative enum popover_error.
 */
int popover_client_answer_present(struct popover_client *client, const char *alert, bool presented);

/** Reports the pressed button of an alert that this program shows. */
int64_t popover_client_answer_alert(struct popover_client *client, const char *alert, const char *button,
                                    void *data);

/* ---- Taps, pointers and keys ---- */

/** Reports a tap: POPOVER_EVENT_JUDGED follows. */
int64_t popover_client_tap(struct popover_client *client, const struct popover_pointer *tap, void *data);

/** Reports a step of a finger or a mouse, and wants POPOVER_EVENT_JUDGED. */
int64_t popover_client_pointer(struct popover_client *client, const struct popover_pointer *step,
                               void *data);

/** Reports a step of a finger or a mouse without a response. Returns 0 or a negative enum popover_error. */
int popover_client_notify_pointer(struct popover_client *client, const struct popover_pointer *step);

/**
 * Reports a key, `Escape`: POPOVER_EVENT_JUDGED follows. `display` may be NULL; `composing` says that an
 * input method composes text, and the key is its own.
 */
int64_t popover_client_key(struct popover_client *client, const char *key, const char *display,
                           bool composing, void *data);

/* ---- The bus ---- */

/**
 * Subscribes to topics, globs such as `popover.*`: POPOVER_EVENT_SUBSCRIBED and events of the bus follow
 * under this number. `since` begins after that event, as far as the daemon remembers; below 0 with the next.
 */
int64_t popover_client_subscribe(struct popover_client *client, const char *const *topics,
                                 size_t topic_count, int64_t since, void *data);

/** Ends a subscription; no event of it follows. Returns 0 or a negative enum popover_error. */
int popover_client_unsubscribe(struct popover_client *client, int64_t subscription);

/** Publishes an event, any JSON, to all subscribers; the topic begins with `app.`. */
int64_t popover_client_publish(struct popover_client *client, const char *topic, const char *json,
                               void *data);

#ifdef __cplusplus
}
#endif

#endif
