/* SPDX-License-Identifier: MIT */
/* Requests that wait for their response. */

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* Its clock begins when the program tells the time. */
#define UNARMED (-1)

/* Takes the params. */
struct request *popover_request_new(struct popover_client *client, enum request_kind kind,
                                    const char *method, struct params params, void *data,
                                    enum popover_error *error)
{
    struct request *request = params.error ? NULL : calloc(1, sizeof *request);
    *error = params.error ? params.error : POPOVER_ERROR_NO_MEMORY;
    if (!request) {
        json_decref(params.json);
        return NULL;
    }
    request->kind = kind;
    request->params = params.json;
    request->number = ++client->last_number;
    request->data = data;
    request->timeout = client->timeout;
    request->reply = popover_node_new(POPOVER_EVENT_FAILED, request->number, data);
    if (request->reply)
        request->method = popover_node_text(request->reply, method, strlen(method));
    if (request->method)
        return request;
    popover_request_free(request);
    return NULL;
}

void popover_request_free(struct request *request)
{
    if (!request)
        return;
    json_decref(request->params);
    json_decref(request->before);
    popover_node_free(request->reply);
    popover_object_free(request->object);
    free(request);
}

static int write_request(struct popover_client *client, struct request *request)
{
    if (request->kind == RAISE) {
        /* It keeps this one when it is raised again. */
        struct params params = { request->params, POPOVER_ERROR_NONE };
        popover_name_session(client, &params);
    }
    json_t *message = json_pack("{s:s,s:I,s:s,s:O}", "jsonrpc", "2.0", "id", (json_int_t)request->number,
                                "method", request->method, "params", request->params);
    int error = popover_send(client, message);
    request->is_sent = !error;
    request->deadline = request->timeout < 0 ? NEVER : UNARMED;
    return error;
}

/* Takes the request; returns its number or an error. */
int64_t popover_request_send(struct popover_client *client, struct request *request)
{
    int error = 0;
    enum phase needed = request->kind == HELLO ? GREETING
        : request->is_greeting || request->kind == PLACE ? REGISTERING : READY;
    bool may_wait = request->kind == RAISE;
    if ((client->is_leaving && !request->is_own) || client->has_left)
        error = POPOVER_ERROR_CLIENT_CLOSED;
    else if (client->request_count >= (request->kind == PLACE ? MOST_PLACES : MOST_REQUESTS)
             && !request->is_greeting)
        error = POPOVER_ERROR_BUSY;
    else if (client->phase >= needed && client->phase != BREAKING)
        error = write_request(client, request);
    else if (!may_wait)
        error = POPOVER_ERROR_NOT_CONNECTED;
    if (error) {
        client->last_number -= request->number == client->last_number;
        popover_request_free(request);
        return error;
    }
    *client->requests_end = request;
    client->requests_end = &request->next;
    client->request_count++;
    client->greeting_count += request->is_greeting;
    return request->number;
}

int64_t popover_ask(struct popover_client *client, enum request_kind kind, const char *method,
                    struct params params, int64_t about, void *data)
{
    enum popover_error error;
    struct request *request = popover_request_new(client, kind, method, params, data, &error);
    if (!request)
        return error;
    request->about = about;
    return popover_request_send(client, request);
}

static void unlink_request(struct popover_client *client, struct request **place)
{
    struct request *request = *place;
    *place = request->next;
    if (!request->next)
        client->requests_end = place;
    request->next = NULL;
    client->request_count--;
    client->greeting_count -= request->is_greeting;
}

/* Removes the sent request from the list. */
struct request *popover_take_request(struct popover_client *client, int64_t number)
{
    for (struct request **place = &client->requests; *place; place = &(*place)->next) {
        struct request *request = *place;
        if (request->number == number && request->is_sent) {
            unlink_request(client, place);
            return request;
        }
    }
    return NULL;
}

/* Takes a request that is in no list. */
static void fail(struct popover_client *client, struct request *request, struct popover_failure failure)
{
    struct node *reply = request->reply;
    struct subscription *subscription = request->is_own ? NULL : request->subscription;
    if (!request->is_own && !request->is_abandoned) {
        request->reply = NULL;
        failure.method = request->method;
        reply->event.failure = failure;
        popover_queue(client, reply);
    }
    if (subscription)
        popover_subscription_free(client, subscription);
    popover_request_free(request);
}

/* Takes a request that is in no list. The message is a literal. */
void popover_fail(struct popover_client *client, struct request *request, enum popover_error error,
                  const char *message)
{
    fail(client, request, (struct popover_failure){ .error = error, .message = message });
}

/* Takes a request that is in no list. */
void popover_refuse_canceled(struct popover_client *client, struct request *request)
{
    fail(client, request, (struct popover_failure){
        .error = POPOVER_ERROR_REFUSED, .reason = POPOVER_REFUSAL_REASON_CANCELLED,
        .message = "it was canceled" });
}

/* Takes a canceled request that waits to be sent. */
void popover_refuse_unsent(struct popover_client *client, struct request *request)
{
    for (struct request **place = &client->requests; *place; place = &(*place)->next) {
        if (*place != request)
            continue;
        unlink_request(client, place);
        popover_refuse_canceled(client, request);
        return;
    }
}

/* After the end of the connection. Alerts wait for the next one. */
void popover_fail_requests(struct popover_client *client, enum popover_error error)
{
    struct request *rest = client->requests;
    client->requests = NULL;
    client->requests_end = &client->requests;
    client->request_count = client->greeting_count = 0;
    while (rest) {
        struct request *request = rest;
        rest = request->next;
        request->next = NULL;
        if (request->kind == RAISE && error == POPOVER_ERROR_CONNECTION_LOST) {
            request->is_sent = false;
            *client->requests_end = request;
            client->requests_end = &request->next;
            client->request_count++;
        } else {
            popover_fail(client, request, error, error == POPOVER_ERROR_CONNECTION_LOST
                ? "disconnected from the daemon" : "the client has left");
        }
    }
}

/* Sends the alerts that wait for a connection or for their renderer. */
void popover_send_alerts(struct popover_client *client, bool is_reconnected)
{
    struct request *next;
    for (struct request *request = client->requests; request; request = next) {
        next = request->next;
        if (request->kind != RAISE || request->is_sent)
            continue;
        if (is_reconnected)
            request->patience = client->now + RENDERER_PATIENCE;
        else if (client->now < request->retry)
            continue;
        int error = write_request(client, request);
        if (!error)
            continue;
        request->is_sent = true;
        request = popover_take_request(client, request->number);
        popover_fail(client, request, error, "the alert could not be sent");
    }
}

static void time_out(struct popover_client *client, struct request *request)
{
    if (request->is_greeting) {
        popover_break(client, POPOVER_ERROR_TIMED_OUT, "timed out: no response from the daemon");
        return;
    }
    bool is_granted_later =
        request->kind == OPEN || request->kind == PRESENT_VIEW || request->kind == DETACH;
    if (!is_granted_later) {
        popover_fail(client, popover_take_request(client, request->number), POPOVER_ERROR_TIMED_OUT,
                     "timed out: no response from the daemon");
        return;
    }
    struct params params = popover_params();
    popover_put(&params, "request", json_integer(request->number));
    if (popover_notify_params(client, "request.cancel", params) == POPOVER_ERROR_NO_MEMORY)
        popover_break(client, POPOVER_ERROR_NO_MEMORY, "out of memory");
    struct node *reply = request->reply;
    reply->event.failure = (struct popover_failure){
        .method = request->method, .error = POPOVER_ERROR_TIMED_OUT,
        .message = "timed out: no response from the daemon" };
    request->reply = NULL;
    request->method = "";
    request->is_abandoned = true;
    request->deadline = NEVER;
    popover_queue(client, reply);
}

void popover_pass_deadlines(struct popover_client *client)
{
    struct request *next;
    for (struct request *request = client->requests; request; request = next) {
        next = request->next;
        if (!request->is_sent)
            continue;
        if (request->deadline == UNARMED)
            request->deadline = client->now + request->timeout;
        if (client->phase != BREAKING && client->now >= request->deadline)
            time_out(client, request);
    }
    if (client->phase == READY)
        popover_send_alerts(client, false);
}

static void earlier(int64_t *next, int64_t deadline)
{
    if (deadline < *next)
        *next = deadline;
}

/* When there is something to do; arms what has waited for the time. */
int64_t popover_next_deadline(struct popover_client *client)
{
    if (client->phase == BREAKING)
        return client->now;
    int64_t next = client->phase == DISCONNECTED && client->now < client->attempt ? client->attempt : NEVER;
    for (struct request *request = client->requests; request; request = request->next) {
        if (request->is_sent && request->deadline == UNARMED)
            request->deadline = client->now + request->timeout;
        if (request->is_sent)
            earlier(&next, request->deadline);
        else if (client->phase == READY)
            earlier(&next, request->retry);
    }
    for (struct object *object = client->objects; object; object = object->next) {
        if (!object->is_parting || object->is_over)
            continue;
        if (object->deadline == UNARMED)
            object->deadline = client->now + popover_client_limit(client, "closeMs");
        earlier(&next, object->deadline);
    }
    if (client->is_leaving && client->phase == READY) {
        if (client->leave_deadline == UNARMED)
            client->leave_deadline = client->now + client->timeout;
        earlier(&next, client->leave_deadline);
    }
    return next;
}
