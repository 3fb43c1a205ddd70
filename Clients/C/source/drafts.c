/* SPDX-License-Identifier: MIT */
/* Drafts, and those that wait for the next connection. */

#include "internal.h"

#include <string.h>

/* Of a draft that waits for a connection. */
#define NOT_TOLD (-1)

/* Remembers the latest revision of a key. */
void popover_know_revision(struct popover_client *client, const char *key, int64_t revision)
{
    if (!key)
        return;
    json_object_del(client->revisions, key);
    /* Without memory the daemon may refuse the next draft as stale. */
    json_object_set_new(client->revisions, key, json_integer(revision));
    if (json_object_size(client->revisions) > REVISIONS_KEPT)
        json_object_del(client->revisions, json_object_iter_key(json_object_iter(client->revisions)));
}

/* Keeps the draft of an object for the next connection; returns whether there is a draft under its key. What
 * the daemon learned too late for a confirmation waits for what it answers after that. */
bool popover_keep_work(struct popover_client *client, struct object *object, bool is_told)
{
    if (!object->key)
        return false;
    if (!object->work || object->is_saved || object->is_dismissed)
        return json_object_get(client->works, object->key);
    int64_t known = popover_integer(client->revisions, object->key, 0);
    if (object->revision > known)
        known = object->revision;
    json_object_del(client->works, object->key);
    json_t *work = json_pack("[O,I,o,I]", object->work, (json_int_t)(known + 1),
                             object->session ? json_incref(object->session) : json_null(),
                             (json_int_t)(is_told ? client->last_number : NOT_TOLD));
    if (json_object_set_new(client->works, object->key, work)) {
        popover_warn(client, POPOVER_ERROR_NO_MEMORY, "a draft is lost: out of memory");
        return false;
    }
    if (json_object_size(client->works) > WORKS_KEPT) {
        json_object_del(client->works, json_object_iter_key(json_object_iter(client->works)));
        popover_warn(client, POPOVER_ERROR_BUSY, "a draft is lost: too many wait for the daemon");
    }
    return true;
}

/* The last request when the daemon got a draft. */
static json_t *told(const json_t *work) { return json_array_get(work, 3); }

/* The daemon has answered a request: it has read what it got before. */
void popover_confirm_works(struct popover_client *client, int64_t number)
{
    const char *key;
    json_t *work;
    void *next;
    json_object_foreach_safe(client->works, next, key, work) {
        json_int_t before = json_integer_value(told(work));
        if (before != NOT_TOLD && before < number)
            json_object_del(client->works, key);
    }
}

/* The connection has ended: nobody knows what the daemon has read. */
void popover_untell_works(struct popover_client *client)
{
    const char *key;
    json_t *work;
    json_object_foreach(client->works, key, work)
        json_integer_set(told(work), NOT_TOLD);
}

static int64_t hand_over(struct popover_client *client, const char *key, const json_t *work)
{
    struct params params = popover_params();
    popover_put_text(&params, "key", key);
    popover_put(&params, "content", json_incref(json_array_get(work, 0)));
    popover_put(&params, "revision", json_incref(json_array_get(work, 1)));
    popover_put_session(&params, json_array_get(work, 2));
    enum popover_error error;
    struct request *request =
        popover_request_new(client, HAND_OVER, POPOVER_METHOD_DRAFT_SAVE, params, NULL, &error);
    if (!request)
        return error;
    request->is_own = request->is_greeting = true;
    return popover_request_send(client, request);
}

/* Saves the kept drafts. The daemon refuses it as stale if another program has saved a newer draft. */
void popover_hand_over_works(struct popover_client *client)
{
    const char *key;
    json_t *work;
    void *next;
    json_object_foreach_safe(client->works, next, key, work) {
        if (json_integer_value(told(work)) != NOT_TOLD)
            continue;
        int64_t number = hand_over(client, key, work);
        if (number == POPOVER_ERROR_TOO_LONG) {
            json_object_del(client->works, key);
            popover_warn(client, POPOVER_ERROR_TOO_LONG, "a draft is lost: it exceeds limits.message");
        } else if (number < 0) {
            popover_break(client, (enum popover_error)number, "the drafts could not be saved");
            return;
        }
    }
}

/* A draft was saved under a revision; below 0 it was refused. */
void popover_handed_over(struct popover_client *client, const struct request *request, int64_t revision)
{
    const char *key = popover_text(request->params, "key");
    const json_t *work = json_object_get(client->works, key);
    /* A newer draft may have come since. */
    if (work && (request->kind == SAVE_DRAFT || json_array_get(work, 0)
                 == json_object_get(request->params, "content")))
        json_object_del(client->works, key);
    if (revision >= 0)
        popover_know_revision(client, key, revision);
}

POPOVER_PUBLIC int64_t popover_client_save_draft(struct popover_client *client, const char *key,
                                                 const char *content, int64_t revision, bool sync,
                                                 void *data)
{
    struct params params = popover_params();
    popover_put_name(&params, "key", key);
    popover_put_json(&params, "content", content);
    if (revision >= 0)
        popover_put(&params, "revision", json_integer(revision));
    popover_put_flag(&params, "sync", sync);
    popover_put_session(&params, popover_session_of(client, key));
    return popover_ask(client, SAVE_DRAFT, POPOVER_METHOD_DRAFT_SAVE, params, 0, data);
}

POPOVER_PUBLIC int64_t popover_client_load_draft(struct popover_client *client, const char *key,
                                                 void *data)
{
    struct params params = popover_params();
    popover_put_name(&params, "key", key);
    popover_put_session(&params, popover_session_of(client, key));
    return popover_ask(client, LOAD_DRAFT, POPOVER_METHOD_DRAFT_LOAD, params, 0, data);
}

POPOVER_PUBLIC int64_t popover_client_list_drafts(struct popover_client *client, void *data)
{
    return popover_ask(client, LIST_DRAFTS, POPOVER_METHOD_DRAFT_LIST, popover_params(), 0, data);
}

POPOVER_PUBLIC int64_t popover_client_discard_draft(struct popover_client *client, const char *key,
                                                    void *data)
{
    struct params params = popover_params();
    popover_put_name(&params, "key", key);
    popover_put_session(&params, popover_session_of(client, key));
    if (key)
        json_object_del(client->works, key);
    return popover_ask(client, GENERIC, POPOVER_METHOD_DRAFT_DISCARD, params, 0, data);
}
