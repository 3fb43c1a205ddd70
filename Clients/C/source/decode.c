/* SPDX-License-Identifier: MIT */
/* Values of messages, as structs. Texts are those of the node's message. */

#include "internal.h"

#include <stdlib.h>
#include <string.h>

struct popover_rect popover_decode_rect(const json_t *told)
{
    return (struct popover_rect){ popover_real(told, "x", 0), popover_real(told, "y", 0),
                                  popover_real(told, "width", 0), popover_real(told, "height", 0) };
}

bool popover_decode_rects(struct node *node, const json_t *told, const struct popover_rect **rects,
                          size_t *count)
{
    size_t size = json_array_size(told);
    struct popover_rect *list = popover_node_room(node, size * sizeof *list);
    if (!list)
        return false;
    for (size_t index = 0; index < size; index++)
        list[index] = popover_decode_rect(json_array_get(told, index));
    *rects = list;
    *count = size;
    return true;
}

bool popover_decode_animation(struct node *node, const json_t *told, struct popover_animation *animation)
{
    animation->animate = popover_flag(told, "animate");
    animation->duration_ms = popover_real(told, "durationMs", 0);
    animation->easing = popover_value_of(popover_easing_names, popover_text(told, "easing"));
    const json_t *from = json_object_get(told, "from");
    if (!json_is_object(from))
        return true;
    struct popover_rect *rect = popover_node_room(node, sizeof *rect);
    if (!rect)
        return false;
    *rect = popover_decode_rect(from);
    animation->from = rect;
    return true;
}

bool popover_decode_placement(struct node *node, const json_t *told, struct popover_placement *placement)
{
    placement->presentation =
        popover_value_of(popover_presentation_kind_names, popover_text(told, "presentation"));
    placement->frame = popover_decode_rect(json_object_get(told, "frame"));
    placement->side = popover_value_of(popover_side_names, popover_text(told, "side"));
    placement->scrolls = popover_flag(told, "scrolls");
    placement->close_button = popover_flag(told, "closeButton");
    placement->scrim = popover_real(told, "scrim", -1);
    const json_t *arrow = json_object_get(told, "arrow");
    if (json_is_object(arrow)) {
        struct popover_point *tip = popover_node_room(node, sizeof *tip);
        if (!tip)
            return false;
        *tip = (struct popover_point){ popover_real(arrow, "x", 0), popover_real(arrow, "y", 0) };
        placement->arrow = tip;
    }
    return popover_decode_animation(node, told, &placement->animation);
}

bool popover_decode_draft(struct node *node, const json_t *told, struct span content,
                          struct popover_draft *draft)
{
    if (content.start && !(draft->content = popover_node_text(node, content.start, content.length)))
        return false;
    draft->key = popover_text(told, "key");
    draft->bytes = popover_integer(told, "bytes", 0);
    draft->revision = popover_integer(told, "revision", 0);
    draft->saved_at_us = popover_integer(told, "savedAt", 0);
    draft->reason = popover_text(told, "reason");
    return true;
}

bool popover_decode_buttons(struct node *node, const json_t *told, const struct popover_button **buttons,
                            size_t *count)
{
    size_t size = json_array_size(told);
    struct popover_button *list = popover_node_room(node, size * sizeof *list);
    if (!list)
        return false;
    for (size_t index = 0; index < size; index++) {
        const json_t *button = json_array_get(told, index);
        list[index].id = popover_text(button, "id");
        list[index].label = popover_text(button, "label");
        list[index].role = popover_value_of(popover_button_role_names, popover_text(button, "role"));
    }
    *buttons = list;
    *count = size;
    return true;
}

bool popover_decode_advice(struct node *node, const json_t *told, struct popover_event_opened *opened)
{
    size_t size = json_array_size(told);
    struct popover_advice *list = popover_node_room(node, size * sizeof *list);
    if (!list)
        return false;
    for (size_t index = 0; index < size; index++) {
        const json_t *advice = json_array_get(told, index);
        list[index].rule = popover_text(advice, "rule");
        list[index].message = popover_text(advice, "message");
    }
    opened->advice = list;
    opened->advice_count = size;
    return true;
}

void popover_decode_appearance(const json_t *told, struct popover_appearance *appearance)
{
    appearance->arrow_length = popover_real(told, "arrowLength", 0);
    appearance->arrow_width = popover_real(told, "arrowWidth", 0);
    appearance->corner_radius = popover_real(told, "cornerRadius", 0);
    appearance->margin = popover_real(told, "margin", 0);
    appearance->material = popover_value_of(popover_material_names, popover_text(told, "material"));
    appearance->contrast = popover_value_of(popover_contrast_names, popover_text(told, "contrast"));
    appearance->reduced_motion = popover_flag(told, "reducedMotion");
    appearance->scrim = popover_real(told, "scrim", 0);
}

/* begin generated: display */
void popover_decode_display(const json_t *told, struct popover_display *display)
{
    const json_t *insets = json_object_get(told, "insets");
    const json_t *reach = json_object_get(told, "reach");
    *display = (struct popover_display){
        .name = popover_text(told, "display"),
        .width = popover_real(told, "width", 0),
        .height = popover_real(told, "height", 0),
        .scale = popover_real(told, "scale", 1),
        .inset_top = popover_real(insets, "top", 0),
        .inset_left = popover_real(insets, "left", 0),
        .inset_bottom = popover_real(insets, "bottom", 0),
        .inset_right = popover_real(insets, "right", 0),
        .idiom = popover_value_of(popover_idiom_names, popover_text(told, "idiom")),
        .translucency = popover_flag(told, "translucency"),
        .contrast = popover_value_of(popover_contrast_names, popover_text(told, "contrast")),
        .reduced_motion = popover_flag(told, "reducedMotion"),
        .direction = popover_value_of(popover_writing_direction_names, popover_text(told, "direction")),
        .tap_ms = popover_real(told, "tapMs", 0),
        .tap_slop = popover_real(told, "tapSlop", 0),
        .opens = popover_value_of(popover_opens_names, popover_text(told, "opens")),
        .text_scale = popover_real(told, "textScale", 1),
        .language = popover_text(told, "language"),
        .speech = popover_flag(told, "speech"),
        .slow_press_ms = popover_real(told, "slowPressMs", 0),
        .has_reach = json_is_object(reach),
        .reach = popover_decode_rect(reach),
        .blank = popover_flag(told, "blank"),
    };
}
/* end generated: display */

/* The daemon's code; the library's own numbers do not come from it. */
enum popover_error popover_decode_error(const json_t *error)
{
    int64_t code = popover_integer(error, "code", 0);
    if ((code <= 0 && code > -100) || code > INT32_MAX || code < INT32_MIN)
        return POPOVER_ERROR_PROTOCOL_MISMATCH;
    return (enum popover_error)code;
}

/* Keeps the error with the node. */
void popover_decode_failure(struct node *node, const json_t *error, const char *method,
                            struct popover_failure *failure)
{
    const json_t *data = json_object_get(error, "data");
    const char *message = popover_text(error, "message");
    *failure = (struct popover_failure){
        .method = method ? popover_node_text(node, method, strlen(method)) : NULL,
        .error = popover_decode_error(error),
        .message = message ? message : "",
        .reason = popover_value_of(popover_refusal_reason_names, popover_text(data, "reason")),
        .app = popover_text(data, "app"),
        .member = popover_text(data, "member"),
        .needs = popover_text(data, "needs"),
        .limit = popover_text(data, "limit"),
    };
    char *details = data ? json_dumps(data, JSON_COMPACT) : NULL;
    if (details)
        failure->details = popover_node_text(node, details, strlen(details));
    free(details);
    json_decref(node->message);
    node->message = json_incref((json_t *)error);
}
