/* SPDX-License-Identifier: MIT */
/* What the daemon sends. */

#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    const char *text;
    size_t length;
};

static void out_of_memory(struct popover_client *client)
{
    popover_break(client, POPOVER_ERROR_NO_MEMORY, "out of memory");
}

/* An event with the texts of these params. */
static struct node *node_of(struct popover_client *client, enum popover_event_type type, int64_t number,
                            void *data, json_t *params)
{
    struct node *node = popover_node_new(type, number, data);
    if (!node) {
        out_of_memory(client);
        return NULL;
    }
    node->message = json_incref(params);
    return node;
}

static void queue_if(struct popover_client *client, struct node *node, bool is_complete)
{
    if (is_complete) {
        popover_queue(client, node);
        return;
    }
    popover_node_free(node);
    out_of_memory(client);
}

static void closed(struct popover_client *client, enum kind kind, const char *name, json_t *params)
{
    struct object *object = popover_object_by_id(client, kind, popover_text(params, name));
    if (object)
        popover_object_closed(
            client, object, popover_value_of(popover_close_reason_names, popover_text(params, "reason")),
            popover_value_of(popover_draft_outcome_names, popover_text(params, "draft")),
            popover_flag(params, "returnFocus"), popover_flag(params, "unresponsive"));
}

static void popover_closed(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    closed(client, POPOVER, "popover", params);
}

static void panel_closed(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    closed(client, PANEL, "panel", params);
}

static void view_closed(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    closed(client, VIEW, "view", params);
}

static void about_object(struct popover_client *client, enum popover_event_type type, enum kind kind,
                         const char *name, json_t *params)
{
    const struct object *object = popover_object_by_id(client, kind, popover_text(params, name));
    struct node *node = object ? node_of(client, type, object->number, object->data, params) : NULL;
    if (node)
        queue_if(client, node, type != POPOVER_EVENT_MOVED
                 || popover_decode_placement(node, params, &node->event.placement));
}

static void popover_moved(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    about_object(client, POPOVER_EVENT_MOVED, POPOVER, "popover", params);
}

static void popover_nudge(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    about_object(client, POPOVER_EVENT_NUDGED, POPOVER, "popover", params);
}

static void panel_moved(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    about_object(client, POPOVER_EVENT_MOVED, PANEL, "panel", params);
}

static void panel_raised(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    about_object(client, POPOVER_EVENT_PANEL_RAISED, PANEL, "panel", params);
}

static void source_activated(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    const char *source = popover_text(params, "source");
    if (!source)
        return;
    struct node *node = node_of(client, POPOVER_EVENT_SOURCE_ACTIVATED, 0,
                                popover_source_data(client, source), params);
    if (!node)
        return;
    node->event.activated = (struct popover_event_activated){
        .source = source, .time_us = popover_integer(params, "time", 0),
        .gesture = popover_text(params, "gesture") };
    popover_queue(client, node);
}

static void alert_queued(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    int64_t number = popover_integer(params, "request", 0);
    struct request *request = client->requests;
    while (request && !(request->kind == RAISE && request->number == number))
        request = request->next;
    struct node *node = request
        ? node_of(client, POPOVER_EVENT_ALERT_QUEUED, number, request->data, params) : NULL;
    if (!node)
        return;
    node->event.queued.alert = popover_text(params, "alert");
    popover_queue(client, node);
}

static void alert_dismiss(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    const char *alert = popover_text(params, "alert");
    struct node *node =
        alert ? node_of(client, POPOVER_EVENT_ALERT_DISMISS, 0, NULL, params) : NULL;
    if (!node)
        return;
    json_object_del(client->presentations, alert);
    node->event.dismissed.alert = alert;
    popover_queue(client, node);
}

static void shield(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    struct node *node = node_of(client, POPOVER_EVENT_SHIELD, 0, NULL, params);
    if (!node)
        return;
    struct popover_event_shield *event = &node->event.shield;
    event->display = popover_text(params, "display");
    event->on = popover_flag(params, "on");
    queue_if(client, node, popover_decode_rects(node, json_object_get(params, "except"), &event->except,
                                                &event->except_count));
}

static void display_changed(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    const char *name = popover_text(params, "display");
    struct node *node =
        name ? node_of(client, POPOVER_EVENT_DISPLAY_CHANGED, 0, NULL, params) : NULL;
    if (!node)
        return;
    popover_decode_display(params, &node->event.display.display);
    node->event.display.removed = popover_flag(params, "removed");
    if (node->event.display.removed)
        json_object_del(client->displays, name);
    else if (json_object_set(client->displays, name, params) || !popover_know_display(client, params))
        out_of_memory(client);
    popover_queue(client, node);
}

static void bus_event(struct popover_client *client, json_t *params, struct line line)
{
    static const char *const path[] = { "params", "data", NULL };
    popover_receive(client, params, popover_span(line.text, line.length, path));
}

static void bye(struct popover_client *client, json_t *params, struct line line)
{
    (void)line;
    static const char format[] = "disconnected from the daemon: %s";
    const char *reason = popover_text(params, "reason");
    client->bye = popover_value_of(popover_bye_reason_names, reason);
    client->retry_after = popover_integer(params, "retryAfterMs", 0);
    if (client->retry_after < 0 || client->retry_after > 3600000)
        client->retry_after = 0;
    free(client->farewell);
    size_t size = sizeof format + (reason ? strlen(reason) : 0);
    client->farewell = malloc(size);
    if (client->farewell)
        snprintf(client->farewell, size, format, reason ? reason : "");
}

static void unknown(struct popover_client *client, const char *method, struct line line)
{
    static const char *const path[] = { "params", NULL };
    struct node *node = popover_node_new(POPOVER_EVENT_NOTIFICATION, 0, NULL);
    if (!node) {
        out_of_memory(client);
        return;
    }
    struct span params = popover_span(line.text, line.length, path);
    struct popover_event_response *event = &node->event.response;
    event->method = popover_node_text(node, method, strlen(method));
    event->json = params.start ? popover_node_text(node, params.start, params.length) : "{}";
    queue_if(client, node, event->method && event->json);
}

static const struct {
    const char *method;
    void (*handle)(struct popover_client *client, json_t *params, struct line line);
} notifications[] = {
    { "event", bus_event }, { "popover.closed", popover_closed }, { "popover.moved", popover_moved },
    { "popover.nudge", popover_nudge }, { "panel.closed", panel_closed }, { "panel.moved", panel_moved },
    { "panel.raised", panel_raised }, { "view.closed", view_closed },
    { "source.activated", source_activated }, { "alert.queued", alert_queued },
    { "alert.dismiss", alert_dismiss }, { "shield", shield }, { "display.changed", display_changed },
    { "bye", bye } };

static void handle_notification(struct popover_client *client, const char *method, json_t *params,
                                struct line line)
{
    for (size_t index = 0; index < sizeof notifications / sizeof *notifications; index++)
        if (!strcmp(notifications[index].method, method)) {
            notifications[index].handle(client, params, line);
            return;
        }
    if (!popover_focus(client, method, params))
        unknown(client, method, line);
}

static void handle_call(struct popover_client *client, const char *method, json_t *id, json_t *params)
{
    if (!strcmp(method, "popover.willClose")) {
        popover_object_will_close(client, POPOVER, id, params);
    } else if (!strcmp(method, "panel.willClose")) {
        popover_object_will_close(client, PANEL, id, params);
    } else if (!strcmp(method, "alert.present") && client->presents_alerts) {
        popover_present(client, id, params);
    } else if (!strcmp(method, "client.ping")) {
        if (popover_reply(client, id, json_object()) == POPOVER_ERROR_NO_MEMORY)
            out_of_memory(client);
    } else {
        popover_reply_unknown(client, id, method);
    }
}

void popover_handle_line(struct popover_client *client, const char *line, size_t length)
{
    char *parsed = popover_without(line, length);
    json_error_t error;
    json_t *message = parsed ? json_loadb(parsed, length, JSON_ALLOW_NUL, &error) : NULL;
    free(parsed);
    if (!message && (!parsed || json_error_code(&error) == json_error_out_of_memory)) {
        out_of_memory(client);
        return;
    }
    json_t *method = json_object_get(message, "method");
    json_t *id = json_object_get(message, "id");
    json_t *params = json_object_get(message, "params");
    if (!json_is_object(message) || (method && !json_is_string(method))
        || (params && !json_is_object(params)))
        popover_break(client, POPOVER_ERROR_PROTOCOL_MISMATCH, "the daemon sent an invalid line");
    else if (!method)
        popover_handle_response(client, message, line, length);
    else if (id)
        handle_call(client, json_string_value(method), id, params);
    else
        handle_notification(client, json_string_value(method), params, (struct line){ line, length });
    json_decref(message);
}
