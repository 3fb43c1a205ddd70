// SPDX-License-Identifier: MIT
//
// Protocols that wlroots has from 0.18 on: fractional scales, cursor shapes, sandboxes and idle notifications.
// On 0.15 programs do without them.

#include "parts.h"

#if WLR_VERSION_NUM >= (18 << 8)

#include <math.h>
#include <wlr/types/wlr_cursor_shape_v1.h>
#include <wlr/types/wlr_fractional_scale_v1.h>
#include <wlr/types/wlr_idle_notify_v1.h>
#include <wlr/types/wlr_security_context_v1.h>

void stage_tell_scale(struct wlr_surface *surface, const struct wlr_output *output) {
    wlr_fractional_scale_v1_notify_scale(surface, output->scale);
    wlr_surface_set_preferred_buffer_scale(surface, (int32_t)ceil(output->scale));
}

static void shape_requested(struct wl_listener *listener, void *data) {
    const struct wlr_cursor_shape_manager_v1_request_set_shape_event *event = data;
    if (event->device_type == WLR_CURSOR_SHAPE_MANAGER_V1_DEVICE_TYPE_POINTER)
        stage_set_shape(
            wl_container_of(listener, (stage *)NULL, shape_requested), event->seat_client,
            wlr_cursor_shape_v1_name(event->shape));
}

void stage_report_use(stage *stage) {
    wlr_idle_notifier_v1_notify_activity(stage->idle_notifier, stage->seat);
}

void stage_keep_awake(stage *stage, bool is_kept) {
    wlr_idle_notifier_v1_set_inhibited(stage->idle_notifier, is_kept);
}

bool stage_open_newer(stage *stage, bool allows_sandboxes) {
    struct wlr_cursor_shape_manager_v1 *shapes =
        wlr_cursor_shape_manager_v1_create(stage->display, 1);
    stage->idle_notifier = wlr_idle_notifier_v1_create(stage->display);
    if (!shapes || !stage->idle_notifier ||
        !wlr_fractional_scale_manager_v1_create(stage->display, 1) ||
        (allows_sandboxes && !wlr_security_context_manager_v1_create(stage->display)))
        return false;
    stage_listen(&stage->shape_requested, &shapes->events.request_set_shape, shape_requested);
    return true;
}

#else

void stage_tell_scale(struct wlr_surface *surface, const struct wlr_output *output) {
    (void)surface, (void)output;
}

void stage_report_use(stage *stage) { (void)stage; }

void stage_keep_awake(stage *stage, bool is_kept) { (void)stage, (void)is_kept; }

bool stage_open_newer(stage *stage, bool allows_sandboxes) {
    (void)stage, (void)allows_sandboxes;
    return true;
}

#endif
