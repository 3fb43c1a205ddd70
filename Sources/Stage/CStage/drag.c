// SPDX-License-Identifier: MIT
//
// Drag and drop: a program that people press may begin it. Its picture follows the mouse or the finger, below
// alerts.

#include "parts.h"

// A picture has at most so many points in each direction.
#define LONGEST_PICTURE 256

static void place_picture(const stage *stage) {
    if (!stage->drag_picture) return;
    wlr_scene_node_set_position(
        &stage->drag_picture->node, (int)stage->reached_x + stage->drag_dx,
        (int)stage->reached_y + stage->drag_dy);
}

void stage_reach(stage *stage, double x, double y) {
    stage->reached_x = x;
    stage->reached_y = y;
    place_picture(stage);
}

bool stage_drag_over(stage *stage, double x, double y, uint32_t time) {
    struct wlr_drag *drag = stage->seat->drag;
    if (!drag) return false;
    double sx, sy;
    struct wlr_surface *surface = stage_surface_at(stage, x, y, &sx, &sy);
    if (!surface) {
        stage_drag_nowhere(stage, x, y);
        return true;
    }
    stage_reach(stage, x, y);
    // Also for fingers: a finger cannot leave a surface.
    const struct wlr_pointer_grab_interface *over = drag->pointer_grab.interface;
    over->enter(&drag->pointer_grab, surface, sx, sy);
    over->motion(&drag->pointer_grab, time, sx, sy);
    return true;
}

void stage_drag_nowhere(stage *stage, double x, double y) {
    struct wlr_drag *drag = stage->seat->drag;
    if (!drag) return;
    stage_reach(stage, x, y);
    drag->pointer_grab.interface->clear_focus(&drag->pointer_grab);
}

void stage_cancel_drag(stage *stage) {
    struct wlr_drag *drag = stage->seat->drag;
    if (!drag) return;
    // Its program is told only of the end of what it offers.
    if (drag->source) wlr_data_source_destroy(drag->source);
    else if (drag->grab_type == WLR_DRAG_GRAB_KEYBOARD_TOUCH) wlr_seat_touch_end_grab(stage->seat);
    else wlr_seat_pointer_end_grab(stage->seat);
}

void stage_keep_drag_of(stage *stage, const window *window) {
    const struct wlr_drag *drag = stage->seat->drag;
    const struct wl_client *client =
        window ? wl_resource_get_client(window->surface->resource) : NULL;
    if (drag && drag->seat_client->client != client) stage_cancel_drag(stage);
}

bool stage_is_dragged(const stage *stage, int32_t finger) {
    const struct wlr_drag *drag = stage->seat->drag;
    return drag && drag->grab_type == WLR_DRAG_GRAB_KEYBOARD_TOUCH && drag->grab_touch_id == finger;
}

// MARK: Pictures

static void picture_committed(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, drag_committed);
    const struct wlr_surface_state *state = &((struct wlr_surface *)data)->current;
    stage->drag_dx += state->dx;
    stage->drag_dy += state->dy;
    bool is_small = state->width <= LONGEST_PICTURE && state->height <= LONGEST_PICTURE;
    wlr_scene_node_set_enabled(&stage->drag_picture->node, is_small);
    place_picture(stage);
}

static void picture_ended(struct wl_listener *listener, void *data) {
    (void)data;
    stage *stage = wl_container_of(listener, stage, drag_picture_ended);
    wl_list_remove(&stage->drag_committed.link);
    wl_list_remove(&stage->drag_picture_ended.link);
    wlr_scene_node_destroy(&stage->drag_picture->node);
    stage->drag_picture = NULL;
}

static void show_picture(stage *stage, struct wlr_drag_icon *icon) {
    stage->drag_picture = wlr_scene_tree_create(stage->drags);
    if (!stage->drag_picture) return;
    // Without its subsurfaces, which have any size.
    wlr_scene_surface_create(stage->drag_picture, icon->surface);
    stage->drag_dx = stage->drag_dy = 0;
    stage_listen(&stage->drag_committed, &icon->surface->events.commit, picture_committed);
    stage_listen(&stage->drag_picture_ended, &icon->events.destroy, picture_ended);
    picture_committed(&stage->drag_committed, icon->surface);
}

// MARK: Drags

static void ended(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, drag_ended);
    const struct wlr_drag *drag = data;
    wl_list_remove(&stage->drag_ended.link);
    wl_list_remove(&stage->drag_client_ended.link);
    if (stage->drag_picture) picture_ended(&stage->drag_picture_ended, drag->icon);
    stage_add_event(stage, STAGE_EVENT_DRAG_ENDED);
    // The mouse comes to no window while it has a button.
    if (stage->seat->pointer_state.button_count > 0) stage->has_mouse = true;
    // wlroots has ignored what was ordered meanwhile.
    stage_focus(stage, stage->focused);
}

// wlroots would keep a program that offers nothing.
static void client_ended(struct wl_listener *listener, void *data) {
    (void)data;
    stage_cancel_drag(wl_container_of(listener, (stage *)NULL, drag_client_ended));
}

static void began(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, drag_began);
    struct wlr_drag *drag = data;
    bool is_finger = drag->grab_type == WLR_DRAG_GRAB_KEYBOARD_TOUCH;
    stage_listen(&stage->drag_ended, &drag->events.destroy, ended);
    stage_listen(&stage->drag_client_ended, &drag->seat_client->events.destroy, client_ended);
    stage_event *event =
        stage_add_event(stage, is_finger ? STAGE_EVENT_FINGER_DRAGS : STAGE_EVENT_BUTTON_DRAGS);
    if (event)
        event->number = is_finger ? drag->grab_touch_id
                                  : (int32_t)stage->seat->pointer_state.grab_button;
    if (drag->icon) show_picture(stage, drag->icon);
}

static void requested(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, drag_requested);
    struct wlr_seat *seat = stage->seat;
    struct wlr_seat_request_start_drag_event *event = data;
    struct wlr_touch_point *point;
    if (seat->drag) wlr_data_source_destroy(event->drag->source);
    else if (wlr_seat_validate_pointer_grab_serial(seat, event->origin, event->serial))
        wlr_seat_start_pointer_drag(seat, event->drag, event->serial);
    else if (wlr_seat_validate_touch_grab_serial(seat, event->origin, event->serial, &point))
        wlr_seat_start_touch_drag(seat, event->drag, event->serial, point);
    else wlr_data_source_destroy(event->drag->source);
}

void stage_open_drags(stage *stage) {
    stage_listen(&stage->drag_requested, &stage->seat->events.request_start_drag, requested);
    stage_listen(&stage->drag_began, &stage->seat->events.start_drag, began);
}
