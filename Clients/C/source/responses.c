/* SPDX-License-Identifier: MIT */
/* Responses of the daemon to requests of this client. */

#include "internal.h"

#include <string.h>

/* A response, with its text. */
struct response {
    json_t *result;
    const char *line;
    size_t length;
};

static struct span part(const struct response *response, const char *first, const char *second,
                        const char *third)
{
    const char *path[] = { first, second, third, NULL };
    return popover_span(response->line, response->length, path);
}

static bool keep_text(struct node *node, struct span span, const char **text)
{
    *text = popover_node_text(node, span.start ? span.start : "{}", span.start ? span.length : 2);
    return *text;
}

static void give_back_one(struct popover_client *client, const char *method, const char *name,
                          const char *id, const char *outcome)
{
    struct params params = popover_params();
    popover_put_name(&params, name, id);
    popover_put_text(&params, "outcome", outcome);
    if (popover_notify_params(client, method, params) == POPOVER_ERROR_NO_MEMORY)
        popover_break(client, POPOVER_ERROR_NO_MEMORY, "out of memory");
}

/* Returns what a request was granted for which nobody waits any more. */
static void give_back(struct popover_client *client, const json_t *result)
{
    const char *panel = popover_text(result, "panel");
    const char *popover = popover_text(result, "popover");
    const char *view = popover_text(result, "view");
    if (panel)
        give_back_one(client, "panel.close", "panel", panel, NULL);
    else if (popover && !popover_object_by_id(client, POPOVER, popover))
        give_back_one(client, "popover.close", "popover", popover,
                      /* A daemon without sessions knows no other outcome. */
                      popover_text(result, "session") ? "keep" : "cancel");
    else if (view)
        give_back_one(client, "view.close", "view", view, NULL);
}

static bool opened(struct popover_client *client, struct request *request,
                   const struct response *response)
{
    const json_t *told = response->result;
    struct popover_event_opened *event = &request->reply->event.opened;
    const char *id = popover_text(told, "popover");
    struct object *object = popover_object_by_id(client, POPOVER, id);
    const json_t *draft = json_object_get(told, "draft");
    event->id = id;
    popover_decode_appearance(json_object_get(told, "appearance"), &event->appearance);
    if (!popover_decode_placement(request->reply, told, &event->placement)
        || !popover_decode_advice(request->reply, json_object_get(told, "advice"), event))
        return false;
    if (json_is_object(draft)) {
        struct popover_draft *work = popover_node_room(request->reply, sizeof *work);
        if (!work || !popover_decode_draft(request->reply, draft,
                                           part(response, "result", "draft", "content"), work))
            return false;
        event->draft = work;
    }
    event->revision = popover_integer(told, "revision", event->draft ? event->draft->revision : 0);
    if (!object) {
        object = request->object;
        if (!popover_object_begin(client, object, request->number, id))
            return false;
        request->object = NULL;
        popover_know_session(client, object, json_object_get(told, "session"));
        object->revision = event->revision;
        if (object->revision > 0)
            popover_know_revision(client, object->key, object->revision);
    }
    event->popover = object->number;
    return true;
}

/* A popover became a panel, or a view was granted. */
static bool began(struct popover_client *client, struct request *request, const char *id)
{
    struct object *object = request->object;
    if (!popover_object_begin(client, object, request->number, id))
        return false;
    if (object->key)
        object->session = json_incref(json_object_get(client->granted, object->key));
    request->object = NULL;
    return true;
}

static bool draft_loaded(struct request *request, const struct response *response)
{
    const json_t *draft = json_object_get(response->result, "draft");
    if (!json_is_object(draft))
        return true;
    struct popover_draft *work = popover_node_room(request->reply, sizeof *work);
    request->reply->event.draft = work;
    return work && popover_decode_draft(request->reply, draft,
                                        part(response, "result", "draft", "content"), work);
}

static bool drafts_listed(struct request *request, const json_t *list)
{
    struct popover_event_drafts *event = &request->reply->event.drafts;
    struct popover_draft *drafts =
        popover_node_room(request->reply, json_array_size(list) * sizeof *drafts);
    if (!drafts)
        return false;
    event->list = drafts;
    event->count = json_array_size(list);
    for (size_t index = 0; index < event->count; index++)
        if (!popover_decode_draft(request->reply, json_array_get(list, index), (struct span){ NULL, 0 },
                                  &drafts[index]))
            return false;
    return true;
}

static void judged(const json_t *told, struct popover_judgement *judgement)
{
    judgement->verdict = popover_value_of(popover_tap_verdict_names, popover_text(told, "verdict"));
    judgement->deliver = popover_flag(told, "deliver");
    judgement->popover = popover_text(told, "popover");
    judgement->gesture = popover_text(told, "gesture");
}

/* Ends what the program has closed itself. */
static void end_object(struct popover_client *client, enum kind kind, int64_t number)
{
    struct object *object = popover_object(client, kind, number);
    if (object)
        popover_object_closed(client, object, POPOVER_CLOSE_REASON_DONE, POPOVER_DRAFT_OUTCOME_UNKNOWN,
                              false, false);
}

static bool succeed(struct popover_client *client, struct request *request,
                    const struct response *response)
{
    static const enum popover_event_type types[] = {
        [OPEN] = POPOVER_EVENT_OPENED, [UPDATE] = POPOVER_EVENT_UPDATED, [CHOOSE] = POPOVER_EVENT_CHOSEN,
        [DETACH] = POPOVER_EVENT_DETACHED, [SET_PANEL] = POPOVER_EVENT_PANEL_SET,
        [PRESENT_VIEW] = POPOVER_EVENT_VIEW_PRESENTED, [SAVE_DRAFT] = POPOVER_EVENT_DRAFT_SAVED,
        [LOAD_DRAFT] = POPOVER_EVENT_DRAFT_LOADED, [LIST_DRAFTS] = POPOVER_EVENT_DRAFTS_LISTED,
        [RAISE] = POPOVER_EVENT_ALERT_ANSWERED, [JUDGE] = POPOVER_EVENT_JUDGED,
        [SUBSCRIBE] = POPOVER_EVENT_SUBSCRIBED, [PUBLISH] = POPOVER_EVENT_PUBLISHED };
    json_t *told = response->result;
    struct popover_event *event = &request->reply->event;
    struct object *object;
    event->type = request->kind < sizeof types / sizeof *types ? types[request->kind] : 0;
    if (!event->type)
        event->type = POPOVER_EVENT_RESPONSE;
    request->reply->message = json_incref(told);
    switch (request->kind) {
    case OPEN:
        return opened(client, request, response);
    case UPDATE:
        return popover_decode_placement(request->reply, told, &event->placement);
    case CHOOSE:
        event->chosen.closes = popover_flag(told, "closes");
        object = popover_object(client, POPOVER, request->about);
        if (object && event->chosen.closes)
            object->is_dismissed = true;
        return true;
    case DETACH:
        event->frame = popover_decode_rect(json_object_get(told, "frame"));
        return began(client, request, popover_text(told, "panel"));
    case SET_PANEL:
        event->frame = popover_decode_rect(json_object_get(told, "frame"));
        return true;
    case PRESENT_VIEW:
        return began(client, request, popover_text(told, "view"));
    case SAVE_DRAFT:
        event->saved.revision = popover_integer(told, "revision", 0);
        event->saved.durable = popover_flag(told, "durable");
        popover_handed_over(client, request, event->saved.revision);
        return true;
    case LOAD_DRAFT:
        return draft_loaded(request, response);
    case LIST_DRAFTS:
        return drafts_listed(request, json_object_get(told, "drafts"));
    case HAND_OVER:
        popover_handed_over(client, request, popover_integer(told, "revision", 0));
        return true;
    case RAISE:
        event->answered.button = popover_text(told, "button");
        return true;
    case JUDGE:
        judged(told, &event->judgement);
        return true;
    case SUBSCRIBE:
        event->number = request->subscription->number;
        event->data = request->subscription->data;
        event->subscribed.sequence = popover_integer(told, "sequence", 0);
        return keep_text(request->reply, part(response, "result", "snapshot", NULL),
                         &event->subscribed.snapshot)
            && popover_subscribed(client, request->subscription, event->subscribed.sequence);
    case PUBLISH:
        event->published.sequence = popover_integer(told, "sequence", 0);
        return true;
    default:
        event->response.method = request->method;
        return keep_text(request->reply, part(response, "result", NULL, NULL), &event->response.json);
    }
}

/* Tells each advice once. */
static void advise(struct popover_client *client, const json_t *list)
{
    size_t index;
    const json_t *advice;
    json_array_foreach(list, index, advice) {
        const char *rule = popover_text(advice, "rule"), *message = popover_text(advice, "message");
        json_t *text = json_sprintf("advice %s: %s", rule ? rule : "", message ? message : "");
        const char *words = json_string_value(text);
        if (words && json_object_size(client->advised) < ADVICE_KEPT
            && !json_object_get(client->advised, words)) {
            json_object_set_new(client->advised, words, json_true());
            popover_warn(client, POPOVER_ERROR_NONE, words);
        }
        json_decref(text);
    }
}

/* Takes the request. */
static void finish(struct popover_client *client, struct request *request,
                   const struct response *response)
{
    enum request_kind kind = request->kind;
    int64_t about = request->about;
    if (!succeed(client, request, response)) {
        popover_break(client, POPOVER_ERROR_NO_MEMORY, "out of memory");
        request->reply->event.type = POPOVER_EVENT_FAILED;
        popover_fail(client, request, POPOVER_ERROR_NO_MEMORY, "out of memory");
        return;
    }
    if (!request->is_own || kind == SUBSCRIBE) {
        popover_queue(client, request->reply);
        request->reply = NULL;
    }
    if (kind == OPEN || kind == UPDATE)
        advise(client, json_object_get(response->result, "advice"));
    popover_request_free(request);
    if (kind == CLOSE_PANEL)
        end_object(client, PANEL, about);
    else if (kind == CLOSE_VIEW)
        end_object(client, VIEW, about);
}

/* Whether the alert is raised again, because its renderer may only be late. */
static bool is_patient(struct popover_client *client, struct request *request, const json_t *error)
{
    const char *reason = popover_text(json_object_get(error, "data"), "reason");
    if (request->kind != RAISE || client->now >= request->patience || !reason
        || strcmp(reason, "no-renderer"))
        return false;
    request->is_sent = false;
    request->retry = client->now + FIRST_PAUSE;
    *client->requests_end = request;
    client->requests_end = &request->next;
    client->request_count++;
    return true;
}

/* Takes the request. */
static void refuse(struct popover_client *client, struct request *request, json_t *error)
{
    if (is_patient(client, request, error))
        return;
    struct node *reply = request->reply;
    request->reply = NULL;
    if (request->kind == PLACE)
        popover_place_refused(client, request);
    else if (request->kind == HAND_OVER)
        popover_handed_over(client, request, -1);
    if (request->is_own) {
        reply->event.type = POPOVER_EVENT_WARNING;
        reply->event.number = 0;
    } else if (request->subscription) {
        popover_subscription_free(client, request->subscription);
    }
    popover_decode_failure(reply, error, request->method, &reply->event.failure);
    popover_queue(client, reply);
    popover_request_free(request);
}

/* Whether the result names what the request began. */
static bool is_valid(const struct request *request, const json_t *result)
{
    const char *name = request->kind == OPEN ? "popover" : request->kind == DETACH ? "panel"
        : request->kind == PRESENT_VIEW ? "view" : NULL;
    return json_is_object(result) && (!name || popover_text(result, name));
}

void popover_handle_response(struct popover_client *client, const json_t *message, const char *line,
                             size_t length)
{
    const json_t *id = json_object_get(message, "id");
    json_t *error = json_object_get(message, "error");
    struct response response = { json_object_get(message, "result"), line, length };
    struct request *request =
        json_is_integer(id) ? popover_take_request(client, json_integer_value(id)) : NULL;
    if (request)
        popover_confirm_works(client, request->number);
    if (!request) {
        /* The daemon could not read a line of this client. */
        const char *words = popover_text(error, "message");
        if (words && !json_is_integer(id))
            popover_warn(client, popover_decode_error(error), words);
    } else if (!error && !is_valid(request, response.result)) {
        popover_break(client, POPOVER_ERROR_PROTOCOL_MISMATCH, "the daemon sent an invalid response");
        popover_fail(client, request, POPOVER_ERROR_PROTOCOL_MISMATCH, "the response is invalid");
    } else if (request->is_abandoned) {
        give_back(client, response.result);
        popover_request_free(request);
    } else if (request->is_canceled && !error) {
        give_back(client, response.result);
        popover_refuse_canceled(client, request);
    } else if (request->kind == HELLO) {
        if (error)
            popover_not_welcomed(client, request, error);
        else
            popover_welcomed(client, request, response.result);
    } else if (error) {
        refuse(client, request, error);
    } else {
        finish(client, request, &response);
    }
}
