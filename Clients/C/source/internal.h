/* SPDX-License-Identifier: MIT */
/* What the parts of the client share. */

#ifndef POPOVER_INTERNAL_H
#define POPOVER_INTERNAL_H

#include "names.h"
#include "popover.h"

#include <jansson.h>

/* Milliseconds until the next attempt to connect; doubled each time. */
#define FIRST_PAUSE 250
#define LONGEST_PAUSE 30000
#define DEFAULT_TIMEOUT 10000
/* Bytes of a line of the daemon; the longest is a very large scene. */
#define LONGEST_LINE (64 * 1024 * 1024)
/* Bytes of a line to the daemon until it has said its limit, and bytes that may wait to be sent. */
#define DEFAULT_MESSAGE 262144
#define LONGEST_OUTPUT (16 * 1024 * 1024)
/* Unanswered requests, and those about sources and the like, of which there may be many at once. */
#define MOST_REQUESTS 1024
#define MOST_PLACES 16384
/* Events that wait for the program; of the bus, for each subscription. */
#define MOST_EVENTS 16384
#define BUS_EVENTS_KEPT 1024
/* Drafts kept for a reconnect, closed popovers whose owner has not answered, and known revisions. */
#define WORKS_KEPT 64
#define LATE_KEPT 64
#define REVISIONS_KEPT 256
#define QUESTIONS_KEPT 8
#define PRESENTATIONS_KEPT 64
/* Advice that is remembered, so that each is told once; further advice is not told. */
#define ADVICE_KEPT 64
/* For how long an alert that is raised again waits for its renderer to reconnect. */
#define RENDERER_PATIENCE 30000
#define NEVER INT64_MAX

/* An event with what it consists of. */
struct node {
    struct node *next;
    struct popover_event event;
    json_t *message;
    struct block *blocks;
    struct subscription *subscription;
};

struct queue {
    struct node *first;
    struct node *last;
    size_t count;
};

enum kind { NO_OBJECT, POPOVER, PANEL, VIEW };

/* A popover, panel or view of this client. */
struct object {
    struct object *next;
    enum kind kind;
    int64_t number;
    void *data;
    /* The daemon's name; void after the connection. */
    char *id;
    char *key;
    int64_t revision;
    /* In which it was granted; NULL if the daemon names none. */
    json_t *session;
    /* Allocated beforehand: losing a connection needs no memory. */
    struct node *asking;
    struct node *closing;
    /* The ids of the daemon's unanswered requests on this connection. */
    json_t *questions[QUESTIONS_KEPT];
    size_t question_count;
    json_t *work;
    bool is_asked, is_answered, is_saved, is_dismissed;
    /* The daemon says no more of it: the owner is asked until the deadline. */
    bool is_parting;
    enum popover_close_reason reason;
    int64_t deadline;
    /* CLOSED was queued; it stays for a late answer. */
    bool is_over;
};

enum request_kind {
    GENERIC, HELLO, PLACE, OPEN, UPDATE, CHOOSE, CLOSE, DETACH, SET_PANEL, CLOSE_PANEL, PRESENT_VIEW,
    CLOSE_VIEW, SAVE_DRAFT, LOAD_DRAFT, LIST_DRAFTS, HAND_OVER, RAISE, JUDGE, SUBSCRIBE, PUBLISH
};

struct request {
    struct request *next;
    enum request_kind kind;
    int64_t number;
    void *data;
    /* In the memory of the reply. */
    const char *method;
    json_t *params;
    struct node *reply;
    /* Of the library itself: its failure is a warning. */
    bool is_own;
    /* The client is not ready before it is answered. */
    bool is_greeting;
    bool is_sent;
    /* Nobody waits for it; what it is granted is given back. */
    bool is_abandoned;
    /* The program has taken it back; what it is granted is given back, and it fails. */
    bool is_canceled;
    int64_t timeout;
    int64_t deadline;
    /* What it begins, or what it is about. */
    struct object *object;
    int64_t about;
    struct subscription *subscription;
    /* Of a place that was set: what it was before. */
    json_t *before;
    /* Of an alert that is raised again: until when, and when next. */
    int64_t patience;
    int64_t retry;
};

struct subscription {
    struct subscription *next;
    int64_t number;
    void *data;
    json_t *topics;
    int64_t last;
    bool is_live;
    /* Bus events and gaps in the queue. */
    size_t queued;
};

enum place { SURFACE, SOURCE, OCCLUDER, PLACES };

enum phase { DISCONNECTED, GREETING, REGISTERING, HANDING_OVER, READY, BREAKING };

struct popover_client {
    json_t *hello;
    bool presents_alerts;
    int64_t timeout;

    enum phase phase;
    bool is_leaving, has_left, was_ready;
    int64_t leave_deadline;
    int64_t now;
    /* When to connect, and the pause after the next failure. */
    int64_t attempt, pause, retry_after;
    /* Allocated beforehand; the reason of the end is reported once. */
    struct node *ending;
    struct node *left;
    enum popover_error ending_error;
    const char *ending_message;
    bool is_ending_told;
    enum popover_error previous_error;
    /* What the daemon said before it closed the connection. */
    enum popover_bye_reason bye;
    char *farewell;

    char *input;
    size_t input_length, input_capacity, input_scanned;
    char *output;
    size_t output_start, output_length, output_capacity;

    struct queue events;
    struct node *taken;

    int64_t last_number;
    struct request *requests;
    struct request **requests_end;
    size_t request_count, greeting_count;

    /* READY, once everything is registered. */
    struct node *ready;
    bool is_new_daemon, has_handed_over;
    json_t *welcome;
    json_t *displays;
    struct node *display;

    /* By name: an array of the params and the program's pointer. */
    json_t *places[PLACES];
    struct object *objects;
    size_t late_count;
    /* By key: an array of the content, its revision and its session; the latest revisions; and the session
     * of the latest grant. */
    json_t *works;
    json_t *revisions;
    json_t *granted;
    /* The latest session of each display, by name. */
    json_t *sessions;
    struct subscription *subscriptions;
    /* Alerts to show, by name: the id of the daemon's request. */
    json_t *presentations;
    /* The texts of advice that was told. */
    json_t *advised;
};

/* events.c */
struct node *popover_node_new(enum popover_event_type type, int64_t number, void *data);
void popover_node_free(struct node *node);
void *popover_node_room(struct node *node, size_t size);
const char *popover_node_text(struct node *node, const char *text, size_t length);
void popover_queue(struct popover_client *client, struct node *node);
void popover_forget_events(struct popover_client *client, struct subscription *subscription);
void popover_warn(struct popover_client *client, enum popover_error error, const char *message);

/* json.c: builders with a sticky error, and readers that take anything. */
struct params {
    json_t *json;
    enum popover_error error;
};
struct params popover_params(void);
void popover_put(struct params *params, const char *name, json_t *value);
void popover_put_text(struct params *params, const char *name, const char *text);
void popover_put_name(struct params *params, const char *name, const char *text);
void popover_put_flag(struct params *params, const char *name, bool flag);
void popover_put_number(struct params *params, const char *name, double number);
void popover_put_rect(struct params *params, const char *name, const struct popover_rect *rect);
void popover_put_rects(struct params *params, const char *name, const struct popover_rect *rects,
                       size_t count);
void popover_put_size(struct params *params, const char *name, const struct popover_size *size);
void popover_put_buttons(struct params *params, const struct popover_button *buttons, size_t count);
void popover_put_json(struct params *params, const char *name, const char *text);
void popover_put_more(struct params *params, const char *text);
json_t *popover_json(const char *text, enum popover_error *error);
json_t *popover_number(double number);
const char *popover_text(const json_t *object, const char *name);
double popover_real(const json_t *object, const char *name, double fallback);
int64_t popover_integer(const json_t *object, const char *name, int64_t fallback);
bool popover_flag(const json_t *object, const char *name);
void *popover_pointer(const json_t *integer);
json_t *popover_pointer_json(void *pointer);

/* span.c */
struct span {
    const char *start;
    size_t length;
};
struct span popover_span(const char *json, size_t length, const char *const *path);
char *popover_without(const char *json, size_t length);

/* decode.c: from messages to events; false without memory. */
bool popover_decode_placement(struct node *node, const json_t *told, struct popover_placement *placement);
bool popover_decode_animation(struct node *node, const json_t *told, struct popover_animation *animation);
bool popover_decode_draft(struct node *node, const json_t *told, struct span content,
                          struct popover_draft *draft);
bool popover_decode_rects(struct node *node, const json_t *told, const struct popover_rect **rects,
                          size_t *count);
bool popover_decode_buttons(struct node *node, const json_t *told, const struct popover_button **buttons,
                            size_t *count);
bool popover_decode_advice(struct node *node, const json_t *told, struct popover_event_opened *opened);
void popover_decode_appearance(const json_t *told, struct popover_appearance *appearance);
void popover_decode_display(const json_t *told, struct popover_display *display);
struct popover_rect popover_decode_rect(const json_t *told);
enum popover_error popover_decode_error(const json_t *error);
void popover_decode_failure(struct node *node, const json_t *error, const char *method,
                            struct popover_failure *failure);

/* transport.c */
int popover_send(struct popover_client *client, json_t *message);
int popover_reply(struct popover_client *client, json_t *id, json_t *result);
void popover_reply_unknown(struct popover_client *client, json_t *id, const char *method);
int popover_notify_params(struct popover_client *client, const char *method, struct params params);
void popover_break(struct popover_client *client, enum popover_error error, const char *message);

/* requests.c */
struct request *popover_request_new(struct popover_client *client, enum request_kind kind,
                                    const char *method, struct params params, void *data,
                                    enum popover_error *error);
void popover_request_free(struct request *request);
int64_t popover_request_send(struct popover_client *client, struct request *request);
int64_t popover_ask(struct popover_client *client, enum request_kind kind, const char *method,
                    struct params params, int64_t about, void *data);
struct request *popover_take_request(struct popover_client *client, int64_t number);
void popover_fail(struct popover_client *client, struct request *request, enum popover_error error,
                  const char *message);
void popover_fail_requests(struct popover_client *client, enum popover_error error);
void popover_refuse_canceled(struct popover_client *client, struct request *request);
void popover_refuse_unsent(struct popover_client *client, struct request *request);
void popover_pass_deadlines(struct popover_client *client);
int64_t popover_next_deadline(struct popover_client *client);
void popover_send_alerts(struct popover_client *client, bool is_reconnected);

/* messages.c and responses.c */
void popover_handle_line(struct popover_client *client, const char *line, size_t length);
void popover_handle_response(struct popover_client *client, const json_t *message, const char *line,
                             size_t length);

/* focus.c */
bool popover_focus(struct popover_client *client, const char *method, json_t *params);

/* greeting.c */
void popover_greet(struct popover_client *client);
void popover_welcomed(struct popover_client *client, struct request *request, json_t *welcome);
void popover_not_welcomed(struct popover_client *client, struct request *request, json_t *error);
void popover_advance(struct popover_client *client);

/* places.c */
void popover_register_places(struct popover_client *client);
void popover_place_refused(struct popover_client *client, struct request *request);
void *popover_source_data(struct popover_client *client, const char *source);

/* objects.c */
struct object *popover_object_new(enum kind kind, const char *key, void *data);
void popover_object_free(struct object *object);
struct object *popover_object(struct popover_client *client, enum kind kind, int64_t number);
struct object *popover_object_by_id(struct popover_client *client, enum kind kind, const char *id);
bool popover_object_begin(struct popover_client *client, struct object *object, int64_t number,
                          const char *id);
void popover_object_closed(struct popover_client *client, struct object *object,
                           enum popover_close_reason reason, enum popover_draft_outcome draft,
                           bool return_focus, bool unresponsive);
void popover_object_will_close(struct popover_client *client, enum kind kind, json_t *id, json_t *params);
void popover_part(struct popover_client *client, enum popover_close_reason reason);
void popover_pass_partings(struct popover_client *client);
bool popover_is_parting(const struct popover_client *client);

void popover_end_dismissed(struct popover_client *client);

/* sessions.c */
json_t *popover_session_of(const struct popover_client *client, const char *key);
void popover_put_session(struct params *params, json_t *session);
void popover_name_session(const struct popover_client *client, struct params *params);
void popover_know_session(struct popover_client *client, struct object *object, json_t *session);
bool popover_know_display(struct popover_client *client, const json_t *display);

/* drafts.c */
bool popover_keep_work(struct popover_client *client, struct object *object, bool is_told);
void popover_confirm_works(struct popover_client *client, int64_t number);
void popover_untell_works(struct popover_client *client);
void popover_hand_over_works(struct popover_client *client);
void popover_know_revision(struct popover_client *client, const char *key, int64_t revision);
void popover_handed_over(struct popover_client *client, const struct request *request, int64_t revision);

/* alerts.c */
void popover_present(struct popover_client *client, json_t *id, json_t *params);

/* bus.c */
void popover_subscribe_again(struct popover_client *client, bool is_new_daemon);
bool popover_subscribed(struct popover_client *client, struct subscription *subscription, int64_t sequence);
void popover_receive(struct popover_client *client, json_t *params, struct span data);
void popover_subscription_free(struct popover_client *client, struct subscription *subscription);

#endif
