// SPDX-License-Identifier: MIT
//
// Programs that keep the screen on, with zwp_idle_inhibit_manager_v1.

#include "parts.h"

#include <stdlib.h>

typedef struct inhibitor {
    struct wl_list link; // stage.inhibitors
    stage *stage;
    struct wlr_surface *surface;
    // The window that the surface was in last; 0: none.
    uint32_t window;
    struct wl_listener destroyed;
} inhibitor;

bool stage_is_inhibiting(const stage *stage, uint32_t id) {
    bool is_inhibiting = false;
    inhibitor *inhibitor;
    wl_list_for_each(inhibitor, &stage->inhibitors, link) {
        if (stage_root_of(inhibitor->surface) != id) continue;
        inhibitor->window = id;
        is_inhibiting = true;
    }
    return is_inhibiting;
}

static void destroyed(struct wl_listener *listener, void *data) {
    (void)data;
    // The surface may be about to be freed.
    inhibitor *inhibitor = wl_container_of(listener, inhibitor, destroyed);
    wl_list_remove(&inhibitor->destroyed.link);
    wl_list_remove(&inhibitor->link);
    stage_report_window(inhibitor->stage, inhibitor->window);
    free(inhibitor);
}

static void new_inhibitor(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_inhibitor);
    struct wlr_idle_inhibitor_v1 *raw = data;
    inhibitor *inhibitor = calloc(1, sizeof *inhibitor);
    if (!inhibitor) return;
    inhibitor->stage = stage;
    inhibitor->surface = raw->surface;
    inhibitor->window = stage_root_of(raw->surface);
    wl_list_insert(stage->inhibitors.prev, &inhibitor->link);
    stage_listen(&inhibitor->destroyed, &raw->events.destroy, destroyed);
    stage_report_window(stage, inhibitor->window);
}

bool stage_open_inhibitors(stage *stage) {
    struct wlr_idle_inhibit_manager_v1 *manager = wlr_idle_inhibit_v1_create(stage->display);
    if (!manager) return false;
    stage_listen(&stage->new_inhibitor, &manager->events.new_inhibitor, new_inhibitor);
    return true;
}
