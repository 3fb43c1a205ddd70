/* SPDX-License-Identifier: MIT */
/* Reports of taps, pointers and keys. */

#include "internal.h"

static struct params report(const struct popover_pointer *pointer)
{
    struct params params = popover_params();
    popover_put_number(&params, "x", pointer->at.x);
    popover_put_number(&params, "y", pointer->at.y);
    popover_put_text(&params, "display", pointer->display);
    popover_put_text(&params, "surface", pointer->surface);
    if (pointer->time_us)
        popover_put(&params, "time", json_integer(pointer->time_us));
    if (pointer->pointer)
        popover_put(&params, "pointer", json_integer(pointer->pointer));
    popover_put_flag(&params, "swallowed", pointer->swallowed);
    return params;
}

static struct params step_report(const struct popover_pointer *step)
{
    struct params params = report(step);
    if (!step->phase && !params.error)
        params.error = POPOVER_ERROR_INVALID_ARGUMENT;
    popover_put_text(&params, "phase", popover_pointer_phase_name(step->phase));
    if (step->kind)
        popover_put_text(&params, "kind", popover_pointer_kind_name(step->kind));
    if (step->button)
        popover_put_text(&params, "button", popover_pointer_button_name(step->button));
    return params;
}

POPOVER_PUBLIC int64_t popover_client_tap(struct popover_client *client, const struct popover_pointer *tap,
                                          void *data)
{
    return popover_ask(client, JUDGE, POPOVER_METHOD_TAP, report(tap), 0, data);
}

POPOVER_PUBLIC int64_t popover_client_pointer(struct popover_client *client,
                                              const struct popover_pointer *step, void *data)
{
    return popover_ask(client, JUDGE, POPOVER_METHOD_POINTER, step_report(step), 0, data);
}

POPOVER_PUBLIC int popover_client_notify_pointer(struct popover_client *client,
                                                 const struct popover_pointer *step)
{
    if (!popover_client_is_ready(client))
        return POPOVER_ERROR_NOT_CONNECTED;
    return popover_notify_params(client, POPOVER_METHOD_POINTER, step_report(step));
}

POPOVER_PUBLIC int64_t popover_client_key(struct popover_client *client, const char *key,
                                          const char *display, bool composing, void *data)
{
    struct params params = popover_params();
    popover_put_name(&params, "key", key);
    popover_put_text(&params, "display", display);
    popover_put_flag(&params, "composing", composing);
    return popover_ask(client, JUDGE, POPOVER_METHOD_KEY, params, 0, data);
}
