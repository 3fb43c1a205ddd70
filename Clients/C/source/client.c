/* SPDX-License-Identifier: MIT */
/* The client's beginning and end, and what it knows of the daemon. */

#include "internal.h"

#include <stdlib.h>

/* Params of `hello`; NULL without memory or if an option is invalid. */
static json_t *hello_of(const struct popover_options *options)
{
    json_t *roles = json_array();
    for (size_t index = 0; index < options->role_count; index++) {
        const char *name = popover_role_name(options->roles[index]);
        if (!*name || json_array_append_new(roles, json_string(name))) {
            json_decref(roles);
            return NULL;
        }
    }
    if (!options->role_count)
        json_array_append_new(roles, json_string(popover_role_name(POPOVER_ROLE_APP)));
    struct params params = popover_params();
    popover_put(&params, "protocol", json_integer(POPOVER_PROTOCOL));
    popover_put_name(&params, "app", options->app);
    popover_put(&params, "roles", roles);
    popover_put_flag(&params, "shield", options->shield);
    popover_put_flag(&params, "focus", options->moves_focus);
    if (!params.error)
        return params.json;
    json_decref(params.json);
    return NULL;
}

POPOVER_PUBLIC struct popover_client *popover_client_new(const struct popover_options *options)
{
    struct popover_client *client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    client->requests_end = &client->requests;
    client->hello = hello_of(options);
    client->presents_alerts = options->presents_alerts;
    client->timeout = options->timeout_ms ? options->timeout_ms : DEFAULT_TIMEOUT;
    client->phase = DISCONNECTED;
    client->pause = FIRST_PAUSE;
    client->left = popover_node_new(POPOVER_EVENT_LEFT, 0, NULL);
    client->displays = json_object();
    client->works = json_object();
    client->revisions = json_object();
    client->granted = json_object();
    client->sessions = json_object();
    client->presentations = json_object();
    client->advised = json_object();
    bool is_complete = client->hello && client->left && client->displays && client->works
        && client->revisions && client->granted && client->sessions && client->presentations
        && client->advised;
    for (enum place place = 0; place < PLACES; place++) {
        client->places[place] = json_object();
        is_complete = is_complete && client->places[place];
    }
    if (is_complete)
        return client;
    popover_client_free(client);
    return NULL;
}

POPOVER_PUBLIC void popover_client_free(struct popover_client *client)
{
    if (!client)
        return;
    while (client->requests) {
        struct request *request = client->requests;
        client->requests = request->next;
        popover_request_free(request);
    }
    while (client->subscriptions)
        popover_subscription_free(client, client->subscriptions);
    while (client->objects) {
        struct object *object = client->objects;
        client->objects = object->next;
        popover_object_free(object);
    }
    while (client->events.first) {
        struct node *node = client->events.first;
        client->events.first = node->next;
        popover_node_free(node);
    }
    popover_node_free(client->taken);
    popover_node_free(client->ending);
    popover_node_free(client->left);
    popover_node_free(client->ready);
    popover_node_free(client->display);
    for (enum place place = 0; place < PLACES; place++)
        json_decref(client->places[place]);
    json_decref(client->hello);
    json_decref(client->welcome);
    json_decref(client->displays);
    json_decref(client->works);
    json_decref(client->revisions);
    json_decref(client->granted);
    json_decref(client->sessions);
    json_decref(client->presentations);
    json_decref(client->advised);
    free(client->farewell);
    free(client->input);
    free(client->output);
    free(client);
}

POPOVER_PUBLIC int64_t popover_client_limit(const struct popover_client *client, const char *name)
{
    return popover_integer(json_object_get(client->welcome, "limits"), name, -1);
}

POPOVER_PUBLIC const struct popover_display *popover_client_display(struct popover_client *client,
                                                                    size_t index)
{
    const char *name;
    json_t *told;
    json_object_foreach(client->displays, name, told) {
        if (index--)
            continue;
        popover_node_free(client->display);
        client->display = popover_node_new(POPOVER_EVENT_DISPLAY_CHANGED, 0, NULL);
        if (!client->display)
            return NULL;
        client->display->message = json_incref(told);
        popover_decode_display(told, &client->display->event.display.display);
        return &client->display->event.display.display;
    }
    return NULL;
}

POPOVER_PUBLIC int64_t popover_client_request(struct popover_client *client, const char *method,
                                              const char *json, int64_t timeout_ms, void *data)
{
    if (!method)
        return POPOVER_ERROR_INVALID_ARGUMENT;
    struct params params = popover_params();
    popover_put_more(&params, json);
    enum popover_error error;
    struct request *request = popover_request_new(client, GENERIC, method, params, data, &error);
    if (!request)
        return error;
    if (timeout_ms)
        request->timeout = timeout_ms;
    return popover_request_send(client, request);
}

POPOVER_PUBLIC int popover_client_notify(struct popover_client *client, const char *method,
                                         const char *json)
{
    if (!method)
        return POPOVER_ERROR_INVALID_ARGUMENT;
    if (!popover_client_is_ready(client))
        return POPOVER_ERROR_NOT_CONNECTED;
    struct params params = popover_params();
    popover_put_more(&params, json);
    return popover_notify_params(client, method, params);
}
