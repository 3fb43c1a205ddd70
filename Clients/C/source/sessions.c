/* SPDX-License-Identifier: MIT */
/* To which session a draft belongs. Nothing of an ended one is kept, or handed over. */

#include "internal.h"

#include <string.h>

static bool is_session(const json_t *session, const json_t *other)
{
    return json_is_string(session) && json_is_string(other) && json_equal(session, other);
}

/* The session that a new request belongs to, on this display or on the one that the daemon would choose;
 * NULL if the daemon names none. */
static json_t *current(const struct popover_client *client, const char *name)
{
    json_t *display = json_object_get(client->displays, name ? name : "main");
    if (!display && !name)
        display = json_object_iter_value(json_object_iter(client->displays));
    return json_object_get(display, "session");
}

/* That of the latest grant of a key, else the current one. */
json_t *popover_session_of(const struct popover_client *client, const char *key)
{
    json_t *session = json_object_get(client->granted, key);
    return session ? session : current(client, NULL);
}

/* What a request is about begins in this session. */
void popover_put_session(struct params *params, json_t *session)
{
    if (json_is_string(session))
        popover_put(params, "session", json_incref(session));
}

/* Names the present session in params of a view or an alert, unless they name one already. */
void popover_name_session(const struct popover_client *client, struct params *params)
{
    if (!json_object_get(params->json, "session"))
        popover_put_session(params, current(client, popover_text(params->json, "display")));
}

/* Remembers in which session a key was granted, also beyond its end: a late draft names it. */
void popover_know_session(struct popover_client *client, struct object *object, json_t *session)
{
    object->session = json_is_string(session) ? json_incref(session) : NULL;
    if (!object->key)
        return;
    json_object_del(client->granted, object->key);
    if (!object->session)
        return;
    /* Without memory the daemon knows whether the key is one of an ended session. */
    json_object_set(client->granted, object->key, object->session);
    if (json_object_size(client->granted) > REVISIONS_KEPT)
        json_object_del(client->granted, json_object_iter_key(json_object_iter(client->granted)));
}

/* Forgets the drafts of a session that has ended, and tells the program. */
static void forget(struct popover_client *client, const json_t *ended)
{
    const char *key;
    json_t *work;
    void *next;
    json_object_foreach_safe(client->works, next, key, work) {
        if (!is_session(json_array_get(work, 2), ended))
            continue;
        json_object_del(client->works, key);
        popover_warn(client, POPOVER_ERROR_REFUSED, "a draft is erased: its session has ended");
    }
    for (struct object *object = client->objects; object; object = object->next)
        if (is_session(object->session, ended)) {
            object->is_dismissed = true;
            object->reason = POPOVER_CLOSE_REASON_SESSION_ENDED;
        }
    popover_end_dismissed(client);
}

/* A display as the daemon describes it. */
bool popover_know_display(struct popover_client *client, const json_t *display)
{
    const char *name = popover_text(display, "display");
    json_t *session = json_object_get(display, "session");
    json_t *before = json_object_get(client->sessions, name);
    if (!json_is_string(session) || is_session(before, session))
        return true;
    json_incref(before);
    bool is_known = !json_object_set(client->sessions, name, session);
    if (before)
        forget(client, before);
    json_decref(before);
    return is_known;
}
