/* SPDX-License-Identifier: MIT */
/* Popovers, panels and views from their grant to their end, and the questions for their drafts. */

#include "internal.h"

#include <stdlib.h>
#include <string.h>

struct object *popover_object_new(enum kind kind, const char *key, void *data)
{
    struct object *object = calloc(1, sizeof *object);
    if (!object)
        return NULL;
    object->kind = kind;
    object->data = data;
    object->deadline = -1;
    object->asking = popover_node_new(POPOVER_EVENT_WILL_CLOSE, 0, data);
    object->closing = popover_node_new(POPOVER_EVENT_CLOSED, 0, data);
    object->key = key ? strdup(key) : NULL;
    if (object->asking && object->closing && (object->key || !key))
        return object;
    popover_object_free(object);
    return NULL;
}

void popover_object_free(struct object *object)
{
    if (!object)
        return;
    while (object->question_count)
        json_decref(object->questions[--object->question_count]);
    json_decref(object->work);
    json_decref(object->session);
    popover_node_free(object->asking);
    popover_node_free(object->closing);
    free(object->id);
    free(object->key);
    free(object);
}

/* Adds a granted object to those of the client. */
bool popover_object_begin(struct popover_client *client, struct object *object, int64_t number,
                          const char *id)
{
    object->id = id ? strdup(id) : NULL;
    if (!object->id)
        return false;
    object->number = object->asking->event.number = object->closing->event.number = number;
    struct object **end = &client->objects;
    while (*end)
        end = &(*end)->next;
    *end = object;
    return true;
}

/* The object that is open under a number. */
struct object *popover_object(struct popover_client *client, enum kind kind, int64_t number)
{
    for (struct object *object = client->objects; object; object = object->next)
        if (object->number == number && object->kind == kind && !object->is_over)
            return object;
    return NULL;
}

/* The object that the daemon has open under a name. */
struct object *popover_object_by_id(struct popover_client *client, enum kind kind, const char *id)
{
    for (struct object *object = client->objects; id && object; object = object->next)
        if (!strcmp(object->id, id) && object->kind == kind && !object->is_over
            && (!object->is_parting || client->is_leaving))
            return object;
    return NULL;
}

static void drop(struct popover_client *client, struct object *object)
{
    struct object **place = &client->objects;
    while (*place != object)
        place = &(*place)->next;
    *place = object->next;
    if (object->is_over)
        client->late_count--;
    popover_object_free(object);
}

static void drop_oldest_late(struct popover_client *client)
{
    struct object *object = client->objects;
    while (object && !object->is_over)
        object = object->next;
    if (object)
        drop(client, object);
}

/* Tells the end; an object stays only for an answer that is still to come. */
void popover_object_closed(struct popover_client *client, struct object *object,
                           enum popover_close_reason reason, enum popover_draft_outcome draft,
                           bool return_focus, bool unresponsive)
{
    object->closing->event.closed = (struct popover_event_closed){
        .reason = reason, .draft = draft, .return_focus = return_focus, .unresponsive = unresponsive };
    popover_queue(client, object->closing);
    object->closing = NULL;
    bool is_late = object->is_asked && !object->is_answered;
    object->is_over = true;
    if (unresponsive && object->is_answered)
        popover_keep_work(client, object, true);
    client->late_count++;
    if (!is_late)
        drop(client, object);
    else if (client->late_count > LATE_KEPT)
        drop_oldest_late(client);
}

static json_t *answer_of(const struct object *object)
{
    if (object->is_saved)
        return json_pack("{s:b}", "saved", 1);
    return object->work ? json_pack("{s:O}", "draft", object->work) : json_object();
}

/* Answers what the daemon asked on this connection; returns the first error. */
static int answer_questions(struct popover_client *client, struct object *object)
{
    int error = 0;
    for (size_t index = 0; index < object->question_count; index++) {
        int result = popover_reply(client, object->questions[index], answer_of(object));
        if (result == POPOVER_ERROR_TOO_LONG || result == POPOVER_ERROR_BUSY)
            popover_reply(client, object->questions[index], json_object());
        if (!error)
            error = result;
        json_decref(object->questions[index]);
    }
    object->question_count = 0;
    return error;
}

static void forget_questions(struct object *object)
{
    while (object->question_count)
        json_decref(object->questions[--object->question_count]);
}

/* Asks the owner, once. */
static struct popover_event_will_close *ask(struct popover_client *client, struct object *object,
                                            enum popover_close_reason reason,
                                            enum popover_disposition disposition, double deadline)
{
    struct node *node = object->asking;
    struct popover_event_will_close *event = &node->event.will_close;
    object->asking = NULL;
    object->is_asked = true;
    event->reason = reason;
    event->disposition = disposition;
    event->deadline_ms = deadline;
    if (disposition == POPOVER_DISPOSITION_DISCARD)
        object->is_dismissed = true;
    popover_queue(client, node);
    return event;
}

/* `popover.willClose` and `panel.willClose`. */
void popover_object_will_close(struct popover_client *client, enum kind kind, json_t *id, json_t *params)
{
    const char *name = popover_text(params, kind == POPOVER ? "popover" : "panel");
    struct object *object = popover_object_by_id(client, kind, name);
    if (!object || object->is_answered || object->question_count == QUESTIONS_KEPT) {
        json_t *answer = object ? answer_of(object) : json_object();
        if (popover_reply(client, id, answer) == POPOVER_ERROR_NO_MEMORY)
            popover_break(client, POPOVER_ERROR_NO_MEMORY, "out of memory");
        return;
    }
    object->questions[object->question_count++] = json_incref(id);
    if (object->is_asked)
        return;
    /* Another daemon may say what this library does not know: it is asked to keep the draft. */
    int disposition = popover_value_of(popover_disposition_names, popover_text(params, "disposition"));
    struct node *node = object->asking;
    struct popover_event_will_close *event = ask(
        client, object, popover_value_of(popover_close_reason_names, popover_text(params, "reason")),
        disposition ? disposition : POPOVER_DISPOSITION_SAVE, popover_real(params, "deadlineMs", 0));
    if (!popover_decode_animation(node, params, &event->animation))
        event->animation = (struct popover_animation){ .animate = false };
}

/* ---- After the end of the connection ---- */

static void finish_parting(struct popover_client *client, struct object *object)
{
    bool is_kept = popover_keep_work(client, object, false);
    popover_object_closed(client, object, object->reason,
                          object->kind == VIEW ? POPOVER_DRAFT_OUTCOME_UNKNOWN
                          : is_kept ? POPOVER_DRAFT_OUTCOME_KEPT : POPOVER_DRAFT_OUTCOME_NONE,
                          false, false);
}

/* Asks for the drafts of what is open, as the daemon would. */
void popover_part(struct popover_client *client, enum popover_close_reason reason)
{
    struct object *next;
    for (struct object *object = client->objects; object; object = next) {
        next = object->next;
        if (!client->is_leaving)
            forget_questions(object);
        if (object->is_over || object->is_parting)
            continue;
        object->is_parting = true;
        object->reason = reason;
        bool is_asking = object->kind != VIEW && !object->is_dismissed && !object->is_answered;
        if (is_asking && !object->is_asked)
            ask(client, object, reason, POPOVER_DISPOSITION_SAVE,
                (double)popover_client_limit(client, "closeMs"));
        if (!is_asking)
            finish_parting(client, object);
    }
}

/* Ends partings whose deadline has passed; at the end of the client, all of them. */
void popover_pass_partings(struct popover_client *client)
{
    struct object *next;
    for (struct object *object = client->objects; object; object = next) {
        next = object->next;
        if (!object->is_parting || object->is_over)
            continue;
        if (object->deadline < 0)
            object->deadline = client->now + popover_client_limit(client, "closeMs");
        if (client->has_left || client->now >= object->deadline)
            finish_parting(client, object);
    }
}

/* Ends partings for whose drafts nobody waits any more. */
void popover_end_dismissed(struct popover_client *client)
{
    struct object *next;
    for (struct object *object = client->objects; object; object = next) {
        next = object->next;
        if (object->is_parting && !object->is_over && object->is_dismissed)
            finish_parting(client, object);
    }
}

bool popover_is_parting(const struct popover_client *client)
{
    for (const struct object *object = client->objects; object; object = object->next)
        if (object->is_parting && !object->is_over)
            return true;
    return false;
}

/* ---- Answers of the owner ---- */

static int answer(struct popover_client *client, int64_t number, json_t *work, bool is_saved)
{
    struct object *object = client->objects;
    while (object && !(object->number == number && object->is_asked && !object->is_answered))
        object = object->next;
    if (!object) {
        json_decref(work);
        return POPOVER_ERROR_INVALID_ARGUMENT;
    }
    object->is_answered = true;
    object->is_saved = is_saved;
    object->work = work;
    bool is_told = object->question_count;
    int error = answer_questions(client, object);
    if (error == POPOVER_ERROR_NOT_CONNECTED) {
        is_told = false;
        error = 0;
    }
    if (object->is_over) {
        /* Too late for the popover, and perhaps for its connection. */
        if (popover_keep_work(client, object, is_told) && client->phase == READY)
            popover_hand_over_works(client);
        drop(client, object);
    } else if (object->is_parting) {
        finish_parting(client, object);
    }
    popover_advance(client);
    return error;
}

POPOVER_PUBLIC int popover_client_answer_close(struct popover_client *client, int64_t number,
                                               const char *draft)
{
    enum popover_error error;
    json_t *work = draft ? popover_json(draft, &error) : NULL;
    if (draft && !work)
        return error;
    return answer(client, number, work, false);
}

POPOVER_PUBLIC int popover_client_answer_close_saved(struct popover_client *client, int64_t number)
{
    return answer(client, number, NULL, true);
}
