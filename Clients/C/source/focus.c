/* SPDX-License-Identifier: MIT */
/* The keyboard of a display, which the daemon gives to one client at a time. */

#include "internal.h"

#include <string.h>

static const struct {
    const char *method;
    enum popover_event_type type;
} kinds[] = {
    { "focus.enter", POPOVER_EVENT_FOCUS_ENTER }, { "focus.leave", POPOVER_EVENT_FOCUS_LEAVE },
    { "focus.move", POPOVER_EVENT_FOCUS_MOVE } };

/* Of a popover or a view the program knows the number. */
static const struct object *target(struct popover_client *client, const json_t *params)
{
    const struct object *popover = popover_object_by_id(client, POPOVER, popover_text(params, "popover"));
    return popover ? popover : popover_object_by_id(client, VIEW, popover_text(params, "view"));
}

/* False if it is another notification. */
bool popover_focus(struct popover_client *client, const char *method, json_t *params)
{
    size_t index = 0;
    while (index < sizeof kinds / sizeof *kinds && strcmp(kinds[index].method, method))
        index++;
    if (index == sizeof kinds / sizeof *kinds)
        return false;
    const struct object *object = target(client, params);
    struct node *node = popover_node_new(kinds[index].type, object ? object->number : 0,
                                         object ? object->data : NULL);
    if (!node) {
        popover_break(client, POPOVER_ERROR_NO_MEMORY, "out of memory");
        return true;
    }
    node->message = json_incref(params);
    node->event.focus = (struct popover_event_focus){
        .display = popover_text(params, "display"), .alert = popover_text(params, "alert"),
        .source = popover_text(params, "source"),
        .ring = popover_flag(params, "ring"),
        .step = (enum popover_step)popover_value_of(popover_step_names, popover_text(params, "step")) };
    popover_queue(client, node);
    return true;
}
