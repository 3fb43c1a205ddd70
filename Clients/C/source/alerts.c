/* SPDX-License-Identifier: MIT */
/* Alerts that this client raises, and those that it shows. */

#include "internal.h"

POPOVER_PUBLIC int64_t popover_client_raise_alert(struct popover_client *client,
                                                  const struct popover_alert *alert, void *data)
{
    struct params params = popover_params();
    popover_put_name(&params, "title", alert->title);
    if (alert->severity)
        popover_put_text(&params, "severity", popover_severity_name(alert->severity));
    else if (!params.error)
        params.error = POPOVER_ERROR_INVALID_ARGUMENT;
    popover_put_buttons(&params, alert->buttons, alert->button_count);
    popover_put_text(&params, "message", alert->message);
    popover_put_size(&params, "size", alert->size);
    popover_put_text(&params, "key", alert->key);
    popover_put_text(&params, "display", alert->display);
    if (alert->renderer)
        popover_put_text(&params, "renderer", popover_renderer_name(alert->renderer));
    if (alert->timeout_ms > 0)
        popover_put(&params, "timeoutMs", json_integer(alert->timeout_ms));
    popover_put_more(&params, alert->more);
    enum popover_error error;
    struct request *request =
        popover_request_new(client, RAISE, POPOVER_METHOD_ALERT_RAISE, params, data, &error);
    if (!request)
        return error;
    request->timeout = -1;
    return popover_request_send(client, request);
}

POPOVER_PUBLIC int popover_client_cancel(struct popover_client *client, int64_t number)
{
    struct request *request = client->requests;
    while (request && request->number != number)
        request = request->next;
    if (!request || request->is_abandoned
        || (request->kind != OPEN && request->kind != PRESENT_VIEW && request->kind != RAISE))
        return POPOVER_ERROR_INVALID_ARGUMENT;
    if (!request->is_sent) {
        popover_refuse_unsent(client, request);
        return 0;
    }
    struct params params = popover_params();
    popover_put(&params, "request", json_integer(number));
    request->is_canceled = request->kind != RAISE;
    return popover_notify_params(client, POPOVER_METHOD_REQUEST_CANCEL, params);
}

/* `alert.present` */
void popover_present(struct popover_client *client, json_t *id, json_t *params)
{
    const char *alert = popover_text(params, "alert");
    if (!alert || json_object_size(client->presentations) >= PRESENTATIONS_KEPT) {
        popover_reply_unknown(client, id, "alert.present");
        return;
    }
    struct node *node = popover_node_new(POPOVER_EVENT_ALERT_PRESENT, 0, NULL);
    struct popover_event_alert *event = node ? &node->event.alert : NULL;
    if (!node || json_object_set(client->presentations, alert, id)
        || !popover_decode_buttons(node, json_object_get(params, "buttons"), &event->buttons,
                                   &event->button_count)
        || !popover_decode_animation(node, params, &event->animation)) {
        popover_node_free(node);
        popover_break(client, POPOVER_ERROR_NO_MEMORY, "out of memory");
        return;
    }
    node->message = json_incref(params);
    event->alert = alert;
    event->title = popover_text(params, "title");
    event->message = popover_text(params, "message");
    event->severity = popover_value_of(popover_severity_names, popover_text(params, "severity"));
    event->frame = popover_decode_rect(json_object_get(params, "frame"));
    event->app = popover_text(params, "app");
    event->timeout_ms = popover_real(params, "timeoutMs", -1);
    event->scrim = popover_real(params, "scrim", 0);
    popover_queue(client, node);
}

POPOVER_PUBLIC int popover_client_answer_present(struct popover_client *client, const char *alert,
                                                 bool presented)
{
    json_t *id = alert ? json_incref(json_object_get(client->presentations, alert)) : NULL;
    if (!id)
        return POPOVER_ERROR_INVALID_ARGUMENT;
    json_object_del(client->presentations, alert);
    int error = 0;
    if (presented)
        error = popover_reply(client, id, json_object());
    else
        popover_reply_unknown(client, id, "alert.present");
    json_decref(id);
    return error;
}

POPOVER_PUBLIC int64_t popover_client_answer_alert(struct popover_client *client, const char *alert,
                                                   const char *button, void *data)
{
    struct params params = popover_params();
    popover_put_name(&params, "alert", alert);
    popover_put_name(&params, "button", button);
    return popover_ask(client, GENERIC, POPOVER_METHOD_ALERT_ANSWER, params, 0, data);
}
