// SPDX-License-Identifier: MIT
//
// Devices and mice: each step becomes an event, and reaches a window only if it is ordered.

#include "parts.h"

#include <stdlib.h>
#include <time.h>
#include <wlr/types/wlr_primary_selection.h>

stage_event *stage_add_step(stage *stage, stage_event_kind kind, int32_t number, uint32_t time) {
    if (kind == STAGE_EVENT_FINGER_DOWN) stage_hide_cursor(stage);
    stage_event *event = stage_add_event(stage, kind);
    if (!event) return NULL;
    event->number = number;
    event->time = time;
    return event;
}

// MARK: Mice

void stage_add_mouse_step(stage *stage, stage_event_kind kind, int32_t number, uint32_t time) {
    stage_use_mouse(stage);
    stage_event *event = stage_add_step(stage, kind, number, time);
    if (!event) return;
    event->x = stage->cursor->x;
    event->y = stage->cursor->y;
}

static void motion(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, motion);
    struct wlr_pointer_motion_event *event = data;
    wlr_cursor_move(stage->cursor, pointer_device(event), event->delta_x, event->delta_y);
    stage_add_mouse_step(stage, STAGE_EVENT_MOUSE_MOVED, 0, event->time_msec);
}

static void motion_absolute(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, motion_absolute);
    struct wlr_pointer_motion_absolute_event *event = data;
    wlr_cursor_warp_absolute(stage->cursor, pointer_device(event), event->x, event->y);
    stage_add_mouse_step(stage, STAGE_EVENT_MOUSE_MOVED, 0, event->time_msec);
}

static void button(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, button);
    struct wlr_pointer_button_event *event = data;
    bool is_down = (enum wl_pointer_button_state)event->state == WL_POINTER_BUTTON_STATE_PRESSED;
    stage_add_mouse_step(
        stage, is_down ? STAGE_EVENT_BUTTON_DOWN : STAGE_EVENT_BUTTON_UP, (int32_t)event->button,
        event->time_msec);
}

static void axis(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, axis);
    struct wlr_pointer_axis_event *raw = data;
    stage_event *event = stage_add_step(stage, STAGE_EVENT_WHEEL, 0, raw->time_msec);
    if (!event) return;
    event->x = stage->cursor->x;
    event->y = stage->cursor->y;
    event->wheel = (stage_wheel_step){
        .source = (int32_t)raw->source, .delta = raw->delta, .steps = raw->delta_discrete,
        .is_horizontal = (enum wl_pointer_axis)raw->orientation == WL_POINTER_AXIS_HORIZONTAL_SCROLL};
}

static void request_selection(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, request_selection);
    struct wlr_seat_request_set_selection_event *event = data;
    wlr_seat_set_selection(stage->seat, event->source, event->serial);
}

// The primary selection follows what people select, so that no other program replaces it.
static void request_primary(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, request_primary);
    struct wlr_seat_request_set_primary_selection_event *event = data;
    if (stage_has_keys(stage, stage->requester))
        wlr_seat_set_primary_selection(stage->seat, event->source, event->serial);
}

void stage_forget_session(stage *stage) {
    wlr_seat_set_selection(stage->seat, NULL, wl_display_next_serial(stage->display));
    wlr_seat_set_primary_selection(stage->seat, NULL, wl_display_next_serial(stage->display));
    stage_forget_text(stage);
}

uint32_t stage_root_of(struct wlr_surface *surface) {
    const window *window = surface ? wlr_surface_get_root_surface(surface)->data : NULL;
    return window ? window->id : 0;
}

void stage_point(stage *stage, double x, double y, uint32_t time) {
    bool has_button = stage->seat->pointer_state.button_count > 0;
    if (has_button && stage_drag_over(stage, x, y, time)) return;
    stage_reach(stage, x, y);
    if (!has_button || !stage->has_mouse) {
        double sx, sy;
        struct wlr_surface *surface = stage_surface_at(stage, x, y, &sx, &sy);
        stage->has_mouse = surface != NULL;
        if (!surface) return stage_unpoint(stage);
        stage->mouse_dx = sx - x;
        stage->mouse_dy = sy - y;
        wlr_seat_pointer_notify_enter(stage->seat, surface, sx, sy);
    }
    stage->mouse_x = x;
    stage->mouse_y = y;
    wlr_seat_pointer_notify_motion(stage->seat, time, x + stage->mouse_dx, y + stage->mouse_dy);
    wlr_seat_pointer_notify_frame(stage->seat);
}

void stage_point_again(stage *stage) {
    double sx, sy, x = stage->mouse_x, y = stage->mouse_y;
    if (!stage->has_mouse || stage->seat->pointer_state.button_count > 0) return;
    struct wlr_surface *surface = stage_surface_at(stage, x, y, &sx, &sy);
    struct wlr_surface *focused = stage->seat->pointer_state.focused_surface;
    // Which window gets it is for the rules.
    if (stage_root_of(surface) != stage_root_of(focused)) return;
    if (surface == focused && sx == x + stage->mouse_dx && sy == y + stage->mouse_dy) return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    stage_point(stage, x, y, (uint32_t)(now.tv_sec * 1000 + now.tv_nsec / 1000000));
}

void stage_unpoint(stage *stage) {
    stage->has_mouse = false;
    wlr_seat_pointer_notify_clear_focus(stage->seat);
}

void stage_button(stage *stage, int32_t button, bool is_down, uint32_t time) {
    if (is_down) stage->pressed = stage_root_of(stage->seat->pointer_state.focused_surface);
    wlr_seat_pointer_notify_button(
        stage->seat, time, (uint32_t)button,
        is_down ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED);
    wlr_seat_pointer_notify_frame(stage->seat);
}

void stage_wheel(stage *stage, stage_wheel_step step, uint32_t time) {
    send_axis(
        stage->seat, time,
        step.is_horizontal ? WL_POINTER_AXIS_HORIZONTAL_SCROLL : WL_POINTER_AXIS_VERTICAL_SCROLL,
        step.delta, step.steps, (enum wl_pointer_axis_source)step.source);
    wlr_seat_pointer_notify_frame(stage->seat);
}

// MARK: Devices

static void new_input(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_input);
    struct wlr_input_device *device = data;
    switch (device->type) {
    case WLR_INPUT_DEVICE_KEYBOARD: stage_add_keyboard(stage, device, NULL); break;
    case WLR_INPUT_DEVICE_POINTER:
        stage_add_mouse(stage);
        wlr_cursor_attach_input_device(stage->cursor, device);
        break;
    case WLR_INPUT_DEVICE_TABLET: stage_add_mouse(stage); // fallthrough
    case WLR_INPUT_DEVICE_TOUCH: stage_add_touch_screen(stage, device); break;
    default: break;
    }
}

static void new_virtual_pointer(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_virtual_pointer);
    struct wlr_virtual_pointer_v1_new_pointer_event *event = data;
    wlr_cursor_attach_input_device(stage->cursor, virtual_pointer_device(event->new_pointer));
}

bool stage_open_input(stage *stage, bool allows_virtual_input) {
    stage->seat = wlr_seat_create(stage->display, "seat0");
    stage->cursor = wlr_cursor_create();
    if (!stage->seat || !stage->cursor) return false;
    wlr_cursor_attach_output_layout(stage->cursor, stage->layout);
    // Programs that start before a device is plugged in find the same seat. Some end when a seat has keys
    // and no keymap: a keyboard without keys has one.
    wlr_seat_set_capabilities(
        stage->seat, WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD | WL_SEAT_CAPABILITY_TOUCH);
    if (!stage_open_keyboard(stage) || !stage_open_cursor(stage)) return false;
    stage_listen(&stage->motion, &stage->cursor->events.motion, motion);
    stage_listen(&stage->motion_absolute, &stage->cursor->events.motion_absolute, motion_absolute);
    stage_listen(&stage->button, &stage->cursor->events.button, button);
    stage_listen(&stage->axis, &stage->cursor->events.axis, axis);
    stage_open_touch(stage);
    stage_open_pens(stage);
    stage_listen(&stage->new_input, &stage->backend->events.new_input, new_input);
    stage_listen(
        &stage->request_selection, &stage->seat->events.request_set_selection, request_selection);
    stage_listen(
        &stage->request_primary, &stage->seat->events.request_set_primary_selection, request_primary);
    stage_open_drags(stage);
    if (!allows_virtual_input) return true;
    struct wlr_virtual_pointer_manager_v1 *pointers =
        wlr_virtual_pointer_manager_v1_create(stage->display);
    if (!pointers) return false;
    stage_listen(
        &stage->new_virtual_pointer, &pointers->events.new_virtual_pointer, new_virtual_pointer);
    return stage_open_virtual_keyboards(stage) && stage_open_text(stage);
}
