/* SPDX-License-Identifier: MIT */
/* Requests about popovers, panels and views. */

#include "internal.h"

/* Takes the params. Begins an object of this kind when it is granted. */
static int64_t begin(struct popover_client *client, enum request_kind kind, enum kind object_kind,
                     const char *method, struct params params, const char *key, int64_t wait, void *data)
{
    enum popover_error error;
    struct request *request = popover_request_new(client, kind, method, params, data, &error);
    if (!request)
        return error;
    request->timeout += wait;
    request->object = popover_object_new(object_kind, key, data);
    if (request->object)
        return popover_request_send(client, request);
    popover_request_free(request);
    return POPOVER_ERROR_NO_MEMORY;
}

static void put_sides(struct params *params, const enum popover_preferred_side *sides, size_t count)
{
    if (!count || params->error)
        return;
    json_t *list = json_array();
    for (size_t index = 0; index < count; index++)
        if (json_array_append_new(list, json_string(popover_preferred_side_name(sides[index]))))
            params->error = POPOVER_ERROR_NO_MEMORY;
    popover_put(params, "sides", list);
}

static void put_word(struct params *params, const char *name, const char *word)
{
    if (*word)
        popover_put_text(params, name, word);
}

POPOVER_PUBLIC int64_t popover_client_open(struct popover_client *client, const struct popover_open *open,
                                           void *data)
{
    struct params params = popover_params();
    popover_put_text(&params, "behavior", open->behavior);
    popover_put_size(&params, "size", &open->size);
    popover_put_text(&params, "display", open->display);
    popover_put_text(&params, "surface", open->surface);
    popover_put_text(&params, "source", open->source);
    popover_put_rect(&params, "anchor", open->anchor);
    put_sides(&params, open->sides, open->side_count);
    put_word(&params, "align", popover_alignment_name(open->align));
    if (open->gap != 0)
        popover_put_number(&params, "gap", open->gap);
    put_word(&params, "within", popover_bounds_name(open->within));
    popover_put_rects(&params, "avoid", open->avoid, open->avoid_count);
    popover_put_rects(&params, "passthrough", open->passthrough, open->passthrough_count);
    popover_put_size(&params, "minimum", open->minimum);
    popover_put_text(&params, "key", open->key);
    popover_put_flag(&params, "modal", open->modal);
    popover_put_text(&params, "title", open->title);
    popover_put_text(&params, "help", open->help);
    popover_put_buttons(&params, open->buttons, open->button_count);
    put_word(&params, "severity", popover_severity_name(open->severity));
    popover_put_flag(&params, "expands", open->expands);
    popover_put_rects(&params, "hit", open->hit, open->hit_count);
    popover_put_text(&params, "gesture", open->gesture);
    if (open->wait_ms)
        popover_put(&params, "waitMs", json_integer(open->wait_ms < 0 ? 0 : open->wait_ms));
    popover_put_more(&params, open->more);
    int64_t wait = popover_integer(params.json, "waitMs", popover_client_limit(client, "waitMs"));
    return begin(client, OPEN, POPOVER, POPOVER_METHOD_POPOVER_OPEN, params, popover_text(params.json, "key"),
                 wait < 0 ? 0 : wait < 3600000 ? wait : 3600000, data);
}

/* Takes the params, and adds the name of the object that they are about. */
static int64_t ask_about(struct popover_client *client, enum request_kind kind, enum kind object_kind,
                         const char *method, const char *name, int64_t number, struct params params,
                         void *data)
{
    struct object *object = popover_object(client, object_kind, number);
    if (!params.error && !object)
        params.error = POPOVER_ERROR_INVALID_ARGUMENT;
    if (!params.error && object->is_parting)
        params.error = POPOVER_ERROR_NOT_CONNECTED;
    popover_put_text(&params, name, object ? object->id : NULL);
    return popover_ask(client, kind, method, params, number, data);
}

static int64_t ask_about_popover(struct popover_client *client, enum request_kind kind, const char *method,
                                 int64_t popover, struct params params, void *data)
{
    return ask_about(client, kind, POPOVER, method, "popover", popover, params, data);
}

POPOVER_PUBLIC int64_t popover_client_update(struct popover_client *client, int64_t popover,
                                             const struct popover_update *update, void *data)
{
    struct params params = popover_params();
    popover_put_size(&params, "size", update->size);
    popover_put_rect(&params, "anchor", update->anchor);
    put_sides(&params, update->sides, update->side_count);
    put_word(&params, "align", popover_alignment_name(update->align));
    if (update->gap)
        popover_put_number(&params, "gap", *update->gap);
    put_word(&params, "within", popover_bounds_name(update->within));
    if (update->modal)
        popover_put(&params, "modal", json_boolean(*update->modal));
    popover_put_text(&params, "title", update->title);
    popover_put_text(&params, "help", update->help);
    popover_put_more(&params, update->more);
    return ask_about_popover(client, UPDATE, POPOVER_METHOD_POPOVER_UPDATE, popover, params, data);
}

POPOVER_PUBLIC int64_t popover_client_choose(struct popover_client *client, int64_t popover,
                                             const char *choice, void *data)
{
    struct params params = popover_params();
    popover_put_json(&params, "choice", choice);
    return ask_about_popover(client, CHOOSE, POPOVER_METHOD_POPOVER_CHOOSE, popover, params, data);
}

POPOVER_PUBLIC int64_t popover_client_close(struct popover_client *client, int64_t popover,
                                            enum popover_close_outcome outcome, void *data)
{
    struct params params = popover_params();
    const struct object *closed = popover_object(client, POPOVER, popover);
    /* A daemon without sessions knows no other outcome. */
    if (outcome == POPOVER_CLOSE_OUTCOME_KEEP && closed && !closed->session)
        outcome = POPOVER_CLOSE_OUTCOME_CANCEL;
    if (outcome)
        popover_put_text(&params, "outcome", popover_close_outcome_name(outcome));
    else
        params.error = POPOVER_ERROR_INVALID_ARGUMENT;
    int64_t number =
        ask_about_popover(client, CLOSE, POPOVER_METHOD_POPOVER_CLOSE, popover, params, data);
    struct object *object = popover_object(client, POPOVER, popover);
    if (number > 0 && object) {
        object->is_dismissed = true;
        /* A draft that still waits is older than the decision. */
        if (object->key && outcome != POPOVER_CLOSE_OUTCOME_KEEP)
            json_object_del(client->works, object->key);
    }
    return number;
}

POPOVER_PUBLIC int64_t popover_client_detach(struct popover_client *client, int64_t popover,
                                             const struct popover_rect *frame, void *data)
{
    struct params params = popover_params();
    const struct object *object = popover_object(client, POPOVER, popover);
    if (!params.error && !object)
        params.error = POPOVER_ERROR_INVALID_ARGUMENT;
    if (!params.error && object->is_parting)
        params.error = POPOVER_ERROR_NOT_CONNECTED;
    popover_put_text(&params, "popover", object ? object->id : NULL);
    popover_put_rect(&params, "frame", frame);
    return begin(client, DETACH, PANEL, POPOVER_METHOD_POPOVER_DETACH, params,
                 object ? object->key : NULL, 0, data);
}

POPOVER_PUBLIC int64_t popover_client_set_panel(struct popover_client *client, int64_t panel,
                                                const struct popover_rect *frame, void *data)
{
    struct params params = popover_params();
    if (frame)
        popover_put_rect(&params, "frame", frame);
    else
        params.error = POPOVER_ERROR_INVALID_ARGUMENT;
    return ask_about(client, SET_PANEL, PANEL, POPOVER_METHOD_PANEL_SET, "panel", panel, params, data);
}

POPOVER_PUBLIC int64_t popover_client_close_panel(struct popover_client *client, int64_t panel,
                                                  enum popover_close_outcome outcome, void *data)
{
    struct params params = popover_params();
    put_word(&params, "outcome", popover_close_outcome_name(outcome));
    int64_t number = ask_about(
        client, CLOSE_PANEL, PANEL, POPOVER_METHOD_PANEL_CLOSE, "panel", panel, params, data);
    struct object *object = popover_object(client, PANEL, panel);
    if (number > 0 && object)
        object->is_dismissed = true;
    return number;
}

POPOVER_PUBLIC int64_t popover_client_raise_panel(struct popover_client *client, const char *panel,
                                                  void *data)
{
    struct params params = popover_params();
    popover_put_name(&params, "panel", panel);
    return popover_ask(client, GENERIC, POPOVER_METHOD_PANEL_RAISE, params, 0, data);
}

POPOVER_PUBLIC int64_t popover_client_present_view(struct popover_client *client,
                                                   const struct popover_view *view, void *data)
{
    struct params params = popover_params();
    if (view->kind)
        popover_put_text(&params, "kind", popover_view_kind_name(view->kind));
    else
        params.error = POPOVER_ERROR_INVALID_ARGUMENT;
    popover_put_rect(&params, "frame", view->frame);
    popover_put_text(&params, "display", view->display);
    popover_put_flag(&params, "closePopover", view->close_popover);
    popover_put_more(&params, view->more);
    popover_name_session(client, &params);
    return begin(client, PRESENT_VIEW, VIEW, POPOVER_METHOD_VIEW_PRESENT, params, NULL,
                 0, data);
}

POPOVER_PUBLIC int64_t popover_client_close_view(struct popover_client *client, int64_t view, void *data)
{
    return ask_about(client, CLOSE_VIEW, VIEW, POPOVER_METHOD_VIEW_CLOSE, "view", view, popover_params(),
                     data);
}
