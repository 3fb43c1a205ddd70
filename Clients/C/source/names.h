/* SPDX-License-Identifier: MIT */
/* Written by protocol/generate; changes here are lost. docs/reference/protocol.md explains the words. */

#ifndef POPOVER_NAMES_H
#define POPOVER_NAMES_H

#include "popover-protocol.h"

#include <stddef.h>

#define POPOVER_PUBLIC __attribute__((visibility("default")))

struct popover_name {
    const char *text;
    int value;
};

/* The number of a word; 0 if it is NULL or unknown. */
int popover_value_of(const struct popover_name *names, const char *text);

extern const struct popover_name popover_role_names[];
extern const struct popover_name popover_side_names[];
extern const struct popover_name popover_preferred_side_names[];
extern const struct popover_name popover_alignment_names[];
extern const struct popover_name popover_bounds_names[];
extern const struct popover_name popover_writing_direction_names[];
extern const struct popover_name popover_button_role_names[];
extern const struct popover_name popover_severity_names[];
extern const struct popover_name popover_close_outcome_names[];
extern const struct popover_name popover_view_kind_names[];
extern const struct popover_name popover_renderer_names[];
extern const struct popover_name popover_pointer_phase_names[];
extern const struct popover_name popover_pointer_kind_names[];
extern const struct popover_name popover_pointer_button_names[];
extern const struct popover_name popover_idiom_names[];
extern const struct popover_name popover_opens_names[];
extern const struct popover_name popover_contrast_names[];
extern const struct popover_name popover_material_names[];
extern const struct popover_name popover_easing_names[];
extern const struct popover_name popover_presentation_kind_names[];
extern const struct popover_name popover_disposition_names[];
extern const struct popover_name popover_draft_outcome_names[];
extern const struct popover_name popover_tap_verdict_names[];
extern const struct popover_name popover_close_reason_names[];
extern const struct popover_name popover_refusal_reason_names[];
extern const struct popover_name popover_bye_reason_names[];
extern const struct popover_name popover_source_role_names[];
extern const struct popover_name popover_step_names[];

#endif
