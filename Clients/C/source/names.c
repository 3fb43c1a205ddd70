/* SPDX-License-Identifier: MIT */
/* Written by protocol/generate; changes here are lost. docs/reference/protocol.md explains the words. */

#include "names.h"

#include <string.h>

static const char *name_of(const struct popover_name *names, int value)
{
    for (; names->text; names++)
        if (names->value == value)
            return names->text;
    return "";
}

int popover_value_of(const struct popover_name *names, const char *text)
{
    for (; text && names->text; names++)
        if (!strcmp(names->text, text))
            return names->value;
    return 0;
}

const struct popover_name popover_role_names[] = {
    {"app", 1},
    {"shell", 2},
    {"input", 3},
    {"observer", 4},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_role_name(enum popover_role value)
{
    return name_of(popover_role_names, (int)value);
}

const struct popover_name popover_side_names[] = {
    {"top", 1},
    {"bottom", 2},
    {"left", 3},
    {"right", 4},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_side_name(enum popover_side value)
{
    return name_of(popover_side_names, (int)value);
}

const struct popover_name popover_preferred_side_names[] = {
    {"top", 1},
    {"bottom", 2},
    {"left", 3},
    {"right", 4},
    {"start", 5},
    {"end", 6},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_preferred_side_name(enum popover_preferred_side value)
{
    return name_of(popover_preferred_side_names, (int)value);
}

const struct popover_name popover_alignment_names[] = {
    {"start", 1},
    {"center", 2},
    {"end", 3},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_alignment_name(enum popover_alignment value)
{
    return name_of(popover_alignment_names, (int)value);
}

const struct popover_name popover_bounds_names[] = {
    {"display", 1},
    {"surface", 2},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_bounds_name(enum popover_bounds value)
{
    return name_of(popover_bounds_names, (int)value);
}

const struct popover_name popover_writing_direction_names[] = {
    {"ltr", 1},
    {"rtl", 2},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_writing_direction_name(enum popover_writing_direction value)
{
    return name_of(popover_writing_direction_names, (int)value);
}

const struct popover_name popover_button_role_names[] = {
    {"default", 1},
    {"cancel", 2},
    {"destructive", 3},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_button_role_name(enum popover_button_role value)
{
    return name_of(popover_button_role_names, (int)value);
}

const struct popover_name popover_severity_names[] = {
    {"info", 1},
    {"warning", 2},
    {"critical", 3},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_severity_name(enum popover_severity value)
{
    return name_of(popover_severity_names, (int)value);
}

const struct popover_name popover_close_outcome_names[] = {
    {"done", 1},
    {"cancel", 2},
    {"keep", 3},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_close_outcome_name(enum popover_close_outcome value)
{
    return name_of(popover_close_outcome_names, (int)value);
}

const struct popover_name popover_view_kind_names[] = {
    {"modal", 1},
    {"sheet", 2},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_view_kind_name(enum popover_view_kind value)
{
    return name_of(popover_view_kind_names, (int)value);
}

const struct popover_name popover_renderer_names[] = {
    {"self", 1},
    {"shell", 2},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_renderer_name(enum popover_renderer value)
{
    return name_of(popover_renderer_names, (int)value);
}

const struct popover_name popover_pointer_phase_names[] = {
    {"down", 1},
    {"move", 2},
    {"up", 3},
    {"cancel", 4},
    {"wheel", 5},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_pointer_phase_name(enum popover_pointer_phase value)
{
    return name_of(popover_pointer_phase_names, (int)value);
}

const struct popover_name popover_pointer_kind_names[] = {
    {"touch", 1},
    {"mouse", 2},
    {"pen", 3},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_pointer_kind_name(enum popover_pointer_kind value)
{
    return name_of(popover_pointer_kind_names, (int)value);
}

const struct popover_name popover_pointer_button_names[] = {
    {"primary", 1},
    {"secondary", 2},
    {"middle", 3},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_pointer_button_name(enum popover_pointer_button value)
{
    return name_of(popover_pointer_button_names, (int)value);
}

const struct popover_name popover_idiom_names[] = {
    {"kiosk", 1},
    {"desktop", 2},
    {"tablet", 3},
    {"phone", 4},
    {"tv", 5},
    {"watch", 6},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_idiom_name(enum popover_idiom value)
{
    return name_of(popover_idiom_names, (int)value);
}

const struct popover_name popover_opens_names[] = {
    {"free", 1},
    {"asked", 2},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_opens_name(enum popover_opens value)
{
    return name_of(popover_opens_names, (int)value);
}

const struct popover_name popover_contrast_names[] = {
    {"normal", 1},
    {"high", 2},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_contrast_name(enum popover_contrast value)
{
    return name_of(popover_contrast_names, (int)value);
}

const struct popover_name popover_material_names[] = {
    {"translucent", 1},
    {"opaque", 2},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_material_name(enum popover_material value)
{
    return name_of(popover_material_names, (int)value);
}

const struct popover_name popover_easing_names[] = {
    {"ease-out", 1},
    {"ease-in-out", 2},
    {"ease-in", 3},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_easing_name(enum popover_easing value)
{
    return name_of(popover_easing_names, (int)value);
}

const struct popover_name popover_presentation_kind_names[] = {
    {"popover", 1},
    {"sheet", 2},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_presentation_kind_name(enum popover_presentation_kind value)
{
    return name_of(popover_presentation_kind_names, (int)value);
}

const struct popover_name popover_disposition_names[] = {
    {"save", 1},
    {"discard", 2},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_disposition_name(enum popover_disposition value)
{
    return name_of(popover_disposition_names, (int)value);
}

const struct popover_name popover_draft_outcome_names[] = {
    {"saved", 1},
    {"kept", 2},
    {"discarded", 3},
    {"none", 4},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_draft_outcome_name(enum popover_draft_outcome value)
{
    return name_of(popover_draft_outcome_names, (int)value);
}

const struct popover_name popover_tap_verdict_names[] = {
    {"inside", 1},
    {"dismissed", 2},
    {"swallowed", 3},
    {"passed", 4},
    {"idle", 5},
    {"swiped", 6},
    {"none", 7},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_tap_verdict_name(enum popover_tap_verdict value)
{
    return name_of(popover_tap_verdict_names, (int)value);
}

const struct popover_name popover_close_reason_names[] = {
    {"choice", 1},
    {"done", 2},
    {"cancel", 3},
    {"outside-tap", 4},
    {"source-tap", 5},
    {"key", 6},
    {"replaced", 7},
    {"display-changed", 8},
    {"source-gone", 9},
    {"detached", 10},
    {"view-presented", 11},
    {"session-ended", 12},
    {"administrator", 13},
    {"idle", 14},
    {"client-gone", 15},
    {"shutdown", 16},
    {"unresponsive", 17},
    {"timed-out", 18},
    {"released", 19},
    {"keep", 20},
    {"connection-lost", -1},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_close_reason_name(enum popover_close_reason value)
{
    return name_of(popover_close_reason_names, (int)value);
}

const struct popover_name popover_refusal_reason_names[] = {
    {"hello-first", 1},
    {"modal-active", 2},
    {"alert-active", 3},
    {"popover-active", 4},
    {"superseded", 5},
    {"timed-out", 6},
    {"cancelled", 7},
    {"toggled", 8},
    {"unsupported-idiom", 9},
    {"not-for-warnings", 10},
    {"unknown-behavior", 11},
    {"no-renderer", 12},
    {"detach-not-allowed", 13},
    {"locked", 14},
    {"stale", 15},
    {"does-not-fit", 16},
    {"panel-active", 17},
    {"unasked", 18},
    {"policy", 19},
    {"key-active", 20},
    {"session-ended", 21},
    {"displaced", 22},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_refusal_reason_name(enum popover_refusal_reason value)
{
    return name_of(popover_refusal_reason_names, (int)value);
}

const struct popover_name popover_bye_reason_names[] = {
    {"slow", 1},
    {"malformed", 2},
    {"flood", 3},
    {"quota", 4},
    {"hello-timeout", 5},
    {"shutdown", 6},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_bye_reason_name(enum popover_bye_reason value)
{
    return name_of(popover_bye_reason_names, (int)value);
}

const struct popover_name popover_source_role_names[] = {
    {"button", 1},
    {"link", 2},
    {"checkbox", 3},
    {"radio", 4},
    {"switch", 5},
    {"tab", 6},
    {"field", 7},
    {"menu", 8},
    {"list-item", 9},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_source_role_name(enum popover_source_role value)
{
    return name_of(popover_source_role_names, (int)value);
}

const struct popover_name popover_step_names[] = {
    {"next", 1},
    {"previous", 2},
    {"up", 3},
    {"down", 4},
    {"left", 5},
    {"right", 6},
    {"activate", 7},
    {"back", 8},
    {"help", 9},
    {NULL, 0},
};

POPOVER_PUBLIC const char *popover_step_name(enum popover_step value)
{
    return name_of(popover_step_names, (int)value);
}
