// SPDX-License-Identifier: MIT
//
// Opening and closing, the queue of events, the loop.

#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <wlr/types/wlr_primary_selection_v1.h>
#include <wlr/types/wlr_screencopy_v1.h>
#include <wlr/types/wlr_viewporter.h>
#include <wlr/types/wlr_xdg_output_v1.h>
#include <wlr/util/log.h>
#include <xkbcommon/xkbcommon.h>

stage_event *stage_add_event(stage *stage, stage_event_kind kind) {
    if (stage->event_count == stage->event_capacity) {
        size_t capacity = stage->event_capacity ? 2 * stage->event_capacity : 64;
        stage_event *events = realloc(stage->events, capacity * sizeof *events);
        if (!events) return NULL;
        stage->events = events;
        stage->event_capacity = capacity;
    }
    stage_event *event = &stage->events[stage->event_count++];
    *event = (stage_event){.kind = kind};
    return event;
}

bool stage_next(stage *stage, stage_event *event) {
    if (stage->event_read == stage->event_count) {
        stage->event_read = stage->event_count = 0;
        return false;
    }
    *event = stage->events[stage->event_read++];
    return true;
}

void stage_listen(struct wl_listener *listener, struct wl_signal *signal, wl_notify_func_t notify) {
    listener->notify = notify;
    wl_signal_add(signal, listener);
}

static stage *failed(stage *stage, char *error, const char *reason) {
    snprintf(error, STAGE_ERROR_CAPACITY, "%s", reason);
    stage_close(stage);
    return NULL;
}

stage *stage_open(const stage_settings *settings, char *error) {
    wlr_log_init(WLR_ERROR, NULL);
    stage *stage = calloc(1, sizeof *stage);
    if (!stage) return NULL;
    stage->listener = stage->lock = -1;
    wl_list_init(&stage->outputs);
    wl_list_init(&stage->windows);
    wl_list_init(&stage->keyboards);
    wl_list_init(&stage->layouts);
    wl_list_init(&stage->touch_screens);
    wl_list_init(&stage->text_inputs);
    wl_list_init(&stage->groups);
    wl_list_init(&stage->inhibitors);
    stage->display = wl_display_create();
    if (!stage->display) return failed(stage, error, "there is no memory");
    stage->loop = wl_display_get_event_loop(stage->display);
    stage_watch_programs(stage, settings->rights);
    stage->backend = open_backend(stage->display, &stage->session);
    if (!stage->backend) return failed(stage, error, "no outputs and devices can be opened");
    stage->renderer = stage_create_renderer(stage->backend);
    if (!stage->renderer) return failed(stage, error, "nothing can be drawn");
    stage->allocator = wlr_allocator_autocreate(stage->backend, stage->renderer);
    if (!stage->allocator) return failed(stage, error, "there is no memory to draw in");
    wlr_renderer_init_wl_display(stage->renderer, stage->display);
    wlr_compositor_create(stage->display, 6, stage->renderer);
    wlr_subcompositor_create(stage->display);
    wlr_data_device_manager_create(stage->display);
    wlr_primary_selection_v1_device_manager_create(stage->display);
    wlr_viewporter_create(stage->display);
    const uint32_t grantable = settings->rights | settings->grantable;
    if (grantable & STAGE_RIGHT_SCREENSHOTS) wlr_screencopy_manager_v1_create(stage->display);
    if (!stage_watch_requests(stage) || !stage_open_outputs(stage) ||
        !stage_open_windows(stage) || !stage_open_inhibitors(stage) ||
        !stage_open_input(stage, grantable & STAGE_RIGHT_VIRTUAL_INPUT) ||
        !stage_open_newer(stage, grantable & STAGE_RIGHT_SANDBOXES))
        return failed(stage, error, "there is no memory");
    wlr_xdg_output_manager_v1_create(stage->display, stage->layout);
    open_presentation(stage->scene, stage->display, stage->backend);
    if (!stage_open_socket(stage, settings->socket))
        return failed(stage, error, "its socket cannot be made in $XDG_RUNTIME_DIR");
    if (!wlr_backend_start(stage->backend)) return failed(stage, error, "the outputs do not start");
    return stage;
}

void stage_close(stage *stage) {
    if (!stage) return;
    stage->is_closing = true;
    if (stage->display) {
        stage_close_socket(stage);
        wl_display_destroy_clients(stage->display);
        if (stage->backend) wlr_backend_destroy(stage->backend);
        if (stage->scene) wlr_scene_node_destroy(&root_tree(stage->scene)->node);
        if (stage->typed) wlr_keyboard_group_destroy(stage->typed);
        if (stage->composed) wlr_keyboard_group_destroy(stage->composed);
        if (stage->mouse_rests) wl_event_source_remove(stage->mouse_rests);
        if (stage->cursors) wlr_xcursor_manager_destroy(stage->cursors);
        if (stage->cursor) wlr_cursor_destroy(stage->cursor);
        if (stage->layout) wlr_output_layout_destroy(stage->layout);
        if (stage->allocator) wlr_allocator_destroy(stage->allocator);
        if (stage->renderer) wlr_renderer_destroy(stage->renderer);
        wl_display_destroy(stage->display);
    }
    stage_forget_layouts(stage);
    for (int i = 0; i < KEYMAPS_CAPACITY; i++) xkb_keymap_unref(stage->keymaps[i]);
    stage_forget_groups(stage);
    free(stage->events);
    free(stage);
}

const char *stage_socket(const stage *stage) { return stage->socket; }

int stage_descriptor(const stage *stage) { return wl_event_loop_get_fd(stage->loop); }

void stage_dispatch(stage *stage) { wl_event_loop_dispatch(stage->loop, 0); }

void stage_flush(stage *stage) {
    stage_configure_new(stage);
    // What was ordered may have to be sent when the loop is idle.
    wl_event_loop_dispatch_idle(stage->loop);
    wl_display_flush_clients(stage->display);
}
