/* SPDX-License-Identifier: MIT */
/* Building params, and reading members of messages. */

#include "internal.h"

#include <math.h>
#include <string.h>

struct params popover_params(void)
{
    struct params params = { json_object(), POPOVER_ERROR_NONE };
    if (!params.json)
        params.error = POPOVER_ERROR_NO_MEMORY;
    return params;
}

/* Takes the value; without one there is no memory. */
void popover_put(struct params *params, const char *name, json_t *value)
{
    if (params->error)
        json_decref(value);
    else if (json_object_set_new(params->json, name, value))
        params->error = POPOVER_ERROR_NO_MEMORY;
}

/* An optional text. */
void popover_put_text(struct params *params, const char *name, const char *text)
{
    if (!text || params->error)
        return;
    json_t *value = json_string(text);
    if (value)
        popover_put(params, name, value);
    else
        params->error = POPOVER_ERROR_INVALID_ARGUMENT; /* not UTF-8 */
}

/* A text that is needed. */
void popover_put_name(struct params *params, const char *name, const char *text)
{
    if (!text && !params->error)
        params->error = POPOVER_ERROR_INVALID_ARGUMENT;
    popover_put_text(params, name, text);
}

void popover_put_flag(struct params *params, const char *name, bool flag)
{
    if (flag)
        popover_put(params, name, json_true());
}

/* Whole numbers stay whole: the daemon reads them faster. */
json_t *popover_number(double number)
{
    if (number == trunc(number) && fabs(number) < 1e15)
        return json_integer((json_int_t)number);
    return json_real(number);
}

void popover_put_number(struct params *params, const char *name, double number)
{
    if (params->error)
        return;
    if (isfinite(number))
        popover_put(params, name, popover_number(number));
    else
        params->error = POPOVER_ERROR_INVALID_ARGUMENT;
}

static json_t *rect_json(struct params *params, const struct popover_rect *rect)
{
    struct params members = popover_params();
    popover_put_number(&members, "x", rect->x);
    popover_put_number(&members, "y", rect->y);
    popover_put_number(&members, "width", rect->width);
    popover_put_number(&members, "height", rect->height);
    if (members.error && !params->error)
        params->error = members.error;
    return members.json;
}

void popover_put_rect(struct params *params, const char *name, const struct popover_rect *rect)
{
    if (rect)
        popover_put(params, name, rect_json(params, rect));
}

void popover_put_rects(struct params *params, const char *name, const struct popover_rect *rects,
                       size_t count)
{
    if (!count || params->error)
        return;
    json_t *list = json_array();
    for (size_t index = 0; index < count; index++)
        if (json_array_append_new(list, rect_json(params, &rects[index])) && !params->error)
            params->error = POPOVER_ERROR_NO_MEMORY;
    popover_put(params, name, list);
}

void popover_put_size(struct params *params, const char *name, const struct popover_size *size)
{
    if (!size)
        return;
    struct params members = popover_params();
    popover_put_number(&members, "width", size->width);
    popover_put_number(&members, "height", size->height);
    if (members.error && !params->error)
        params->error = members.error;
    popover_put(params, name, members.json);
}

void popover_put_buttons(struct params *params, const struct popover_button *buttons, size_t count)
{
    if (!count || params->error)
        return;
    json_t *list = json_array();
    for (size_t index = 0; index < count; index++) {
        struct params members = popover_params();
        popover_put_text(&members, "id", buttons[index].id);
        popover_put_name(&members, "label", buttons[index].label);
        if (buttons[index].role)
            popover_put_name(&members, "role", popover_button_role_name(buttons[index].role));
        if (json_array_append_new(list, members.json))
            members.error = POPOVER_ERROR_NO_MEMORY;
        if (members.error && !params->error)
            params->error = members.error;
    }
    popover_put(params, "buttons", list);
}

/* Any JSON of the program; NULL and an error if it is not JSON. */
json_t *popover_json(const char *text, enum popover_error *error)
{
    json_error_t problem;
    json_t *value = text
        ? json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &problem) : NULL;
    if (!value)
        *error = text && json_error_code(&problem) == json_error_out_of_memory
            ? POPOVER_ERROR_NO_MEMORY : POPOVER_ERROR_INVALID_ARGUMENT;
    return value;
}

void popover_put_json(struct params *params, const char *name, const char *text)
{
    if (params->error)
        return;
    json_t *value = popover_json(text, &params->error);
    if (value)
        popover_put(params, name, value);
}

/* Adds the members of an optional JSON object. */
void popover_put_more(struct params *params, const char *text)
{
    if (!text || params->error)
        return;
    json_t *more = popover_json(text, &params->error);
    if (more && !json_is_object(more))
        params->error = POPOVER_ERROR_INVALID_ARGUMENT;
    else if (more && json_object_update(params->json, more))
        params->error = POPOVER_ERROR_NO_MEMORY;
    json_decref(more);
}

const char *popover_text(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

double popover_real(const json_t *object, const char *name, double fallback)
{
    const json_t *value = json_object_get(object, name);
    return json_is_number(value) ? json_number_value(value) : fallback;
}

int64_t popover_integer(const json_t *object, const char *name, int64_t fallback)
{
    const json_t *value = json_object_get(object, name);
    if (json_is_integer(value))
        return json_integer_value(value);
    double number = json_is_real(value) ? json_real_value(value) : NAN;
    return fabs(number) < 9007199254740992.0 ? (int64_t)number : fallback;
}

bool popover_flag(const json_t *object, const char *name)
{
    return json_is_true(json_object_get(object, name));
}

/* Pointers of the program are kept beside JSON, in tables of jansson. */
void *popover_pointer(const json_t *integer)
{
    return (void *)(uintptr_t)json_integer_value(integer);
}

json_t *popover_pointer_json(void *pointer)
{
    return json_integer((json_int_t)(uintptr_t)pointer);
}
