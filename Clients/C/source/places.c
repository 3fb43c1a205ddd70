/* SPDX-License-Identifier: MIT */
/* Surfaces, sources and occluders, which are registered again after each reconnect. */

#include "internal.h"

#include <string.h>

static const struct {
    const char *name, *set, *remove;
} words[PLACES] = {
    [SURFACE] = { "surface", POPOVER_METHOD_SURFACE_SET, POPOVER_METHOD_SURFACE_REMOVE },
    [SOURCE] = { "source", POPOVER_METHOD_SOURCE_SET, POPOVER_METHOD_SOURCE_REMOVE },
    [OCCLUDER] = { "occluder", POPOVER_METHOD_OCCLUDER_SET, POPOVER_METHOD_OCCLUDER_REMOVE } };

static json_t *entry_of(json_t *params, void *data)
{
    return json_pack("[O,o]", params, popover_pointer_json(data));
}

static int64_t send_place(struct popover_client *client, enum place place, json_t *params, json_t *before,
                          void *data, bool is_own)
{
    enum popover_error error;
    struct request *request = popover_request_new(
        client, PLACE, words[place].set, (struct params){ json_incref(params), POPOVER_ERROR_NONE }, data,
        &error);
    if (!request)
        return error;
    request->about = place;
    request->before = json_incref(before);
    request->is_own = request->is_greeting = is_own;
    return popover_request_send(client, request);
}

/* Takes the params. */
static int64_t set(struct popover_client *client, enum place place, const char *name,
                   struct params params, void *data)
{
    int64_t number = client->is_leaving ? POPOVER_ERROR_CLIENT_CLOSED : params.error;
    json_t *entry = number ? NULL : entry_of(params.json, data);
    if (!number && !entry)
        number = POPOVER_ERROR_NO_MEMORY;
    if (!number) {
        json_t *before = json_incref(json_object_get(client->places[place], name));
        if (json_object_set(client->places[place], name, entry))
            number = POPOVER_ERROR_NO_MEMORY;
        else
            number = send_place(client, place, params.json, before, data, false);
        if (number == POPOVER_ERROR_NOT_CONNECTED)
            number = 0;
        else if (number < 0 && before)
            json_object_set(client->places[place], name, before);
        else if (number < 0)
            json_object_del(client->places[place], name);
        json_decref(before);
    }
    json_decref(entry);
    json_decref(params.json);
    return number;
}

/* A refused place is what it was before, unless it has been set again since. */
void popover_place_refused(struct popover_client *client, struct request *request)
{
    enum place place = (enum place)request->about;
    const char *name = popover_text(request->params, words[place].name);
    json_t *now = json_object_get(client->places[place], name);
    if (json_array_get(now, 0) != request->params)
        return;
    if (!request->before || json_object_set(client->places[place], name, request->before))
        json_object_del(client->places[place], name);
}

static int64_t remove_place(struct popover_client *client, enum place place, const char *name, void *data)
{
    struct params params = popover_params();
    popover_put_name(&params, words[place].name, name);
    if (name)
        json_object_del(client->places[place], name);
    enum popover_error error;
    struct request *request =
        popover_request_new(client, PLACE, words[place].remove, params, data, &error);
    if (!request)
        return error;
    request->about = place;
    int64_t number = popover_request_send(client, request);
    return number == POPOVER_ERROR_NOT_CONNECTED ? 0 : number;
}

/* In the order of their dependence: sources are relative to surfaces. */
void popover_register_places(struct popover_client *client)
{
    for (enum place place = 0; place < PLACES; place++) {
        const char *name;
        json_t *entry;
        json_object_foreach(client->places[place], name, entry) {
            int64_t number = send_place(client, place, json_array_get(entry, 0), NULL, NULL, true);
            if (number < 0) {
                popover_break(client, (enum popover_error)number, "the sources could not be registered");
                return;
            }
        }
    }
}

void *popover_source_data(struct popover_client *client, const char *source)
{
    return popover_pointer(json_array_get(json_object_get(client->places[SOURCE], source), 1));
}

POPOVER_PUBLIC int64_t popover_client_set_surface(struct popover_client *client, const char *surface,
                                                  const struct popover_rect *frame, const char *display,
                                                  void *data)
{
    struct params params = popover_params();
    popover_put_name(&params, "surface", surface);
    popover_put_text(&params, "display", display);
    if (frame)
        popover_put_rect(&params, "frame", frame);
    else
        params.error = POPOVER_ERROR_INVALID_ARGUMENT;
    return set(client, SURFACE, surface, params, data);
}

POPOVER_PUBLIC int64_t popover_client_remove_surface(struct popover_client *client, const char *surface,
                                                     void *data)
{
    const char *name;
    json_t *entry;
    void *next;
    json_object_foreach_safe(client->places[SOURCE], next, name, entry) {
        const char *its = popover_text(json_array_get(entry, 0), "surface");
        if (its && surface && !strcmp(its, surface))
            json_object_del(client->places[SOURCE], name);
    }
    return remove_place(client, SURFACE, surface, data);
}

POPOVER_PUBLIC int64_t popover_client_set_control(struct popover_client *client,
                                                  const struct popover_control *control, void *data)
{
    struct params params = popover_params();
    popover_put_name(&params, "source", control->source);
    popover_put_rect(&params, "rect", &control->rect);
    popover_put_text(&params, "display", control->display);
    popover_put_text(&params, "surface", control->surface);
    if (control->edge)
        popover_put_text(&params, "edge", popover_preferred_side_name(control->edge));
    popover_put_text(&params, "label", control->label);
    popover_put_text(&params, "help", control->help);
    if (control->role)
        popover_put_text(&params, "role", popover_source_role_name(control->role));
    popover_put_flag(&params, "disabled", control->disabled);
    popover_put_flag(&params, "private", control->is_private);
    popover_put_more(&params, control->more);
    return set(client, SOURCE, control->source, params, data);
}

POPOVER_PUBLIC int64_t popover_client_set_source(struct popover_client *client, const char *source,
                                                 const struct popover_rect *rect, const char *surface,
                                                 const char *display, enum popover_preferred_side edge,
                                                 void *data)
{
    if (!rect)
        return POPOVER_ERROR_INVALID_ARGUMENT;
    struct popover_control control = {
        .source = source, .rect = *rect, .surface = surface, .display = display, .edge = edge };
    return popover_client_set_control(client, &control, data);
}

POPOVER_PUBLIC int64_t popover_client_remove_source(struct popover_client *client, const char *source,
                                                    void *data)
{
    return remove_place(client, SOURCE, source, data);
}

POPOVER_PUBLIC int64_t popover_client_set_occluder(struct popover_client *client, const char *occluder,
                                                   const struct popover_rect *rect, const char *display,
                                                   void *data)
{
    struct params params = popover_params();
    popover_put_name(&params, "occluder", occluder);
    if (rect)
        popover_put_rect(&params, "rect", rect);
    else
        params.error = POPOVER_ERROR_INVALID_ARGUMENT;
    popover_put_text(&params, "display", display);
    return set(client, OCCLUDER, occluder, params, data);
}

POPOVER_PUBLIC int64_t popover_client_remove_occluder(struct popover_client *client, const char *occluder,
                                                      void *data)
{
    return remove_place(client, OCCLUDER, occluder, data);
}
