/* SPDX-License-Identifier: MIT */
/* The beginning and the end of connections, and of the client. */

#include "internal.h"

#include <stdlib.h>
#include <string.h>

POPOVER_PUBLIC enum popover_client_state popover_client_state(const struct popover_client *client)
{
    if (client->has_left)
        return POPOVER_CLIENT_LEFT;
    if (client->phase == BREAKING)
        return POPOVER_CLIENT_DISCONNECT;
    if (client->phase != DISCONNECTED)
        return POPOVER_CLIENT_CONNECTED;
    return client->now < client->attempt ? POPOVER_CLIENT_PAUSED : POPOVER_CLIENT_CONNECT;
}

POPOVER_PUBLIC bool popover_client_is_ready(const struct popover_client *client)
{
    return client->phase == READY && !client->is_leaving;
}

POPOVER_PUBLIC void popover_client_connected(struct popover_client *client, int64_t now)
{
    popover_client_tick(client, now);
    if (client->has_left || client->phase != DISCONNECTED)
        return;
    client->phase = GREETING;
    client->is_ending_told = client->was_ready = client->has_handed_over = false;
    client->ending_error = POPOVER_ERROR_NONE;
    client->ending_message = NULL;
    popover_greet(client);
}

void popover_greet(struct popover_client *client)
{
    if (!client->ending)
        client->ending = popover_node_new(POPOVER_EVENT_LOST, 0, NULL);
    enum popover_error error = POPOVER_ERROR_NO_MEMORY;
    struct params params = { json_incref(client->hello), POPOVER_ERROR_NONE };
    struct request *request = popover_request_new(client, HELLO, "hello", params, NULL, &error);
    if (request) {
        request->is_own = request->is_greeting = true;
        if (popover_request_send(client, request) > 0 && client->ending)
            return;
    }
    popover_break(client, POPOVER_ERROR_NO_MEMORY, "out of memory");
}

static bool keep_displays(struct popover_client *client, const json_t *list)
{
    size_t index;
    json_t *display;
    json_object_clear(client->displays);
    json_array_foreach(list, index, display) {
        const char *name = popover_text(display, "display");
        if (name && (json_object_set(client->displays, name, display)
                     || !popover_know_display(client, display)))
            return false;
    }
    return true;
}

/* Takes the request. */
void popover_welcomed(struct popover_client *client, struct request *request, json_t *welcome)
{
    struct node *ready = request->reply;
    request->reply = NULL;
    popover_request_free(request);
    popover_node_free(client->ready);
    client->ready = ready;
    if (popover_integer(welcome, "protocol", 0) != POPOVER_PROTOCOL) {
        popover_break(client, POPOVER_ERROR_PROTOCOL_MISMATCH, "the daemon speaks another protocol");
        return;
    }
    const json_t *before = json_object_get(client->welcome, "started");
    const json_t *started = json_object_get(welcome, "started");
    client->is_new_daemon = before && !json_equal(before, started);
    json_decref(client->welcome);
    client->welcome = json_incref(welcome);
    ready->message = json_incref(welcome);
    ready->event.type = POPOVER_EVENT_READY;
    ready->event.number = 0;
    ready->event.ready = (struct popover_event_ready){
        .client = popover_text(welcome, "client"),
        .server = popover_text(welcome, "server"),
        .restarted = client->is_new_daemon,
    };
    popover_decode_appearance(json_object_get(welcome, "appearance"), &ready->event.ready.appearance);
    client->phase = REGISTERING;
    if (!keep_displays(client, json_object_get(welcome, "displays")))
        popover_break(client, POPOVER_ERROR_NO_MEMORY, "out of memory");
    else
        popover_register_places(client);
}

/* Takes the request. A refusal that no further attempt will change is final. */
void popover_not_welcomed(struct popover_client *client, struct request *request, json_t *error)
{
    struct node *node = request->reply;
    request->reply = NULL;
    popover_request_free(request);
    struct popover_event_connect_failed *failed = &node->event.connect_failed;
    node->event.type = POPOVER_EVENT_CONNECT_FAILED;
    node->event.number = 0;
    popover_decode_failure(node, error, NULL, &failed->failure);
    enum popover_error code = failed->failure.error;
    failed->is_final = !client->welcome
        && (code == POPOVER_ERROR_BAD_PARAMETER || code == POPOVER_ERROR_NOT_PERMITTED);
    if (failed->failure.member && !strcmp(failed->failure.member, "protocol"))
        failed->failure.error = POPOVER_ERROR_PROTOCOL_MISMATCH;
    client->is_ending_told = true;
    popover_break(client, POPOVER_ERROR_CONNECTION_LOST, "the daemon refused the client");
    popover_queue(client, node);
}

static void become_ready(struct popover_client *client)
{
    client->phase = READY;
    client->pause = FIRST_PAUSE;
    client->previous_error = POPOVER_ERROR_NONE;
    struct node *ready = client->ready;
    client->ready = NULL;
    popover_queue(client, ready);
    /* A draft may have come late meanwhile. */
    popover_hand_over_works(client);
    popover_send_alerts(client, true);
}

static void finish_leaving(struct popover_client *client)
{
    client->has_left = true;
    client->phase = DISCONNECTED;
    popover_fail_requests(client, POPOVER_ERROR_CLIENT_CLOSED);
    popover_pass_partings(client);
    client->left->event.type = POPOVER_EVENT_LEFT;
    popover_queue(client, client->left);
    client->left = NULL;
}

/* Goes on where the client waited for something. */
void popover_advance(struct popover_client *client)
{
    if (client->phase == REGISTERING && !popover_is_parting(client)) {
        client->phase = HANDING_OVER;
        popover_hand_over_works(client);
        popover_subscribe_again(client, client->is_new_daemon);
    }
    if (client->phase == HANDING_OVER && !client->greeting_count)
        become_ready(client);
    if (client->phase != READY || !client->is_leaving)
        return;
    if (!popover_is_parting(client) && !client->has_handed_over) {
        client->has_handed_over = true;
        popover_hand_over_works(client);
    }
    bool is_done = client->has_handed_over && !client->greeting_count && !client->output_length;
    if (is_done || (client->leave_deadline >= 0 && client->now >= client->leave_deadline))
        popover_break(client, POPOVER_ERROR_CLIENT_CLOSED, "the client has left");
}

POPOVER_PUBLIC void popover_client_leave(struct popover_client *client)
{
    if (client->is_leaving)
        return;
    client->is_leaving = true;
    client->leave_deadline = -1;
    if (client->phase == READY) {
        popover_part(client, POPOVER_CLOSE_REASON_CLIENT_GONE);
        popover_advance(client);
    } else if (client->phase == DISCONNECTED) {
        finish_leaving(client);
    } else {
        popover_break(client, POPOVER_ERROR_CLIENT_CLOSED, "the client has left");
    }
}

/* Tells once why the connection ended. */
static void tell_ending(struct popover_client *client, enum popover_error error, const char *message)
{
    struct node *node = client->ending;
    if (!node)
        node = popover_node_new(POPOVER_EVENT_LOST, 0, NULL);
    client->ending = NULL;
    if (!node)
        return;
    if (client->farewell && client->ending_error != POPOVER_ERROR_CLIENT_CLOSED)
        message = client->farewell;
    const char *copy = popover_node_text(node, message, strlen(message));
    struct popover_failure failure = {
        .error = error, .message = copy ? copy : "", .bye = client->bye };
    if (client->was_ready) {
        node->event.failure = failure;
    } else {
        node->event.type = POPOVER_EVENT_CONNECT_FAILED;
        node->event.connect_failed.failure = failure;
        /* A starting daemon creates its socket before it sets the permissions: try twice. */
        node->event.connect_failed.is_final = !client->welcome
            && (error == POPOVER_ERROR_PROTOCOL_MISMATCH
                || (error == POPOVER_ERROR_NO_ACCESS && client->previous_error == error));
        client->previous_error = error;
    }
    popover_queue(client, node);
}

POPOVER_PUBLIC void popover_client_disconnected(struct popover_client *client, enum popover_error error,
                                                const char *message, int64_t now)
{
    if (now > client->now)
        client->now = now;
    if (client->has_left)
        return;
    if (client->phase == READY)
        client->was_ready = true;
    if (client->ending_error) {
        error = client->ending_error;
        message = client->ending_message;
    }
    client->phase = DISCONNECTED;
    client->input_length = client->input_scanned = 0;
    client->output_length = client->output_start = 0;
    json_object_clear(client->presentations);
    for (struct subscription *each = client->subscriptions; each; each = each->next)
        each->is_live = false;
    if (client->is_leaving) {
        finish_leaving(client);
        return;
    }
    if (!client->is_ending_told)
        tell_ending(client, error, message ? message : "disconnected from the daemon");
    client->ending_error = POPOVER_ERROR_NONE;
    client->was_ready = false;
    popover_fail_requests(client, POPOVER_ERROR_CONNECTION_LOST);
    popover_untell_works(client);
    popover_part(client, POPOVER_CLOSE_REASON_CONNECTION_LOST);
    int64_t pause = client->retry_after > client->pause ? client->retry_after : client->pause;
    client->attempt = client->now + pause;
    client->retry_after = 0;
    client->bye = POPOVER_BYE_REASON_UNKNOWN;
    free(client->farewell);
    client->farewell = NULL;
    client->pause = 2 * client->pause < LONGEST_PAUSE ? 2 * client->pause : LONGEST_PAUSE;
}
