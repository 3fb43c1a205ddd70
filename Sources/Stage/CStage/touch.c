// SPDX-License-Identifier: MIT
//
// Touch screens, each on an output, and their fingers: each step becomes an event, and reaches a window only
// if it is ordered.

#include "parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <wlr/util/box.h>

// MARK: Touch screens

touch_screen *stage_touch_screen_of(const stage *stage, const struct wlr_input_device *device) {
    touch_screen *screen;
    wl_list_for_each(screen, &stage->touch_screens, link) if (screen->device == device) return screen;
    return NULL;
}

// Not all drivers end the fingers of a touch screen that goes.
static void cancel_fingers(touch_screen *screen) {
    stage_cancel_pen(screen);
    while (screen->finger_count > 0)
        stage_add_step(
            screen->stage, STAGE_EVENT_FINGER_CANCELED, screen->fingers[--screen->finger_count], 0);
}

static void map(touch_screen *screen, struct wlr_output *output) {
    if (screen->output == output) return;
    cancel_fingers(screen);
    screen->output = output;
    // From now on wlroots turns its steps with the output.
    wlr_cursor_map_input_to_output(screen->stage->cursor, screen->device, output);
}

static void destroyed(struct wl_listener *listener, void *data) {
    (void)data;
    touch_screen *screen = wl_container_of(listener, screen, destroyed);
    cancel_fingers(screen);
    stage_add_event(screen->stage, STAGE_EVENT_OUTPUTS);
    wl_list_remove(&screen->destroyed.link);
    wl_list_remove(&screen->link);
    free(screen);
}

void stage_add_touch_screen(stage *stage, struct wlr_input_device *device) {
    touch_screen *screen = calloc(1, sizeof *screen);
    if (!screen) return;
    screen->stage = stage;
    screen->id = ++stage->last_id;
    screen->device = device;
    wl_list_insert(stage->touch_screens.prev, &screen->link);
    stage_listen(&screen->destroyed, &device->events.destroy, destroyed);
    wlr_cursor_attach_input_device(stage->cursor, device);
    stage_add_event(stage, STAGE_EVENT_OUTPUTS);
}

int stage_touch_screens(const stage *stage, stage_touch_screen *screens) {
    int count = 0;
    touch_screen *screen;
    wl_list_for_each(screen, &stage->touch_screens, link) {
        if (count == STAGE_TOUCH_SCREENS_CAPACITY) break;
        const char *name = screen->device->name, *output = output_of_touch(screen->device);
        stage_touch_screen *found = &screens[count++];
        found->id = screen->id;
        found->is_tablet = screen->device->type == WLR_INPUT_DEVICE_TABLET;
        snprintf(found->name, sizeof found->name, "%s", name ? name : "");
        snprintf(found->output, sizeof found->output, "%s", output ? output : "");
    }
    return count;
}

void stage_map_touch_screen(stage *stage, uint32_t id, uint32_t output_id) {
    struct wlr_output *found = NULL;
    output *output;
    wl_list_for_each(output, &stage->outputs, link) if (output->id == output_id) found = output->output;
    touch_screen *screen;
    wl_list_for_each(screen, &stage->touch_screens, link) if (screen->id == id) map(screen, found);
}

void stage_unmap_output(stage *stage, const struct wlr_output *output) {
    touch_screen *screen;
    wl_list_for_each(screen, &stage->touch_screens, link)
        if (screen->output == output) map(screen, NULL);
}

// MARK: Steps

// Where a finger is on its touch screen; -1: it is not down there.
static int index_of(const touch_screen *screen, int32_t finger) {
    for (int i = 0; screen && i < screen->finger_count; i++)
        if (screen->fingers[i] == finger) return i;
    return -1;
}

// X and Y go from 0 to 1.
static void add_place(
    touch_screen *screen, stage_event_kind kind, int32_t finger, double x, double y, uint32_t time) {
    struct wlr_box box;
    wlr_output_layout_get_box(screen->stage->layout, screen->output, &box);
    if (wlr_box_empty(&box)) return;
    stage_event *event = stage_add_step(screen->stage, kind, finger, time);
    if (!event) return;
    // The edge 0 of a screen that is turned is 1 here, where the next output begins. Wayland counts in 256ths.
    event->x = fmin(box.x + x * box.width, box.x + box.width - 1.0 / 256);
    event->y = fmin(box.y + y * box.height, box.y + box.height - 1.0 / 256);
}

static void touch_down(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, touch_down);
    struct wlr_touch_down_event *event = data;
    touch_screen *screen = stage_touch_screen_of(stage, touch_device(event));
    if (!screen || !screen->output || screen->finger_count == FINGERS_CAPACITY) return;
    if (index_of(screen, event->touch_id) >= 0) return;
    screen->fingers[screen->finger_count++] = event->touch_id;
    add_place(
        screen, STAGE_EVENT_FINGER_DOWN, event->touch_id, event->x, event->y, event->time_msec);
}

static void touch_motion(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, touch_motion);
    struct wlr_touch_motion_event *event = data;
    touch_screen *screen = stage_touch_screen_of(stage, touch_device(event));
    if (index_of(screen, event->touch_id) < 0) return;
    add_place(
        screen, STAGE_EVENT_FINGER_MOVED, event->touch_id, event->x, event->y, event->time_msec);
}

static void end(
    stage *stage, const struct wlr_input_device *device, stage_event_kind kind, int32_t finger,
    uint32_t time) {
    touch_screen *screen = stage_touch_screen_of(stage, device);
    int index = index_of(screen, finger);
    if (index < 0) return;
    screen->fingers[index] = screen->fingers[--screen->finger_count];
    stage_add_step(stage, kind, finger, time);
}

static void touch_up(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, touch_up);
    struct wlr_touch_up_event *event = data;
    end(stage, touch_device(event), STAGE_EVENT_FINGER_UP, event->touch_id, event->time_msec);
}

static void touch_cancel(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, touch_cancel);
    struct wlr_touch_cancel_event *event = data;
    end(stage, touch_device(event), STAGE_EVENT_FINGER_CANCELED, event->touch_id, event->time_msec);
}

void stage_open_touch(stage *stage) {
    stage_listen(&stage->touch_down, &stage->cursor->events.touch_down, touch_down);
    stage_listen(&stage->touch_motion, &stage->cursor->events.touch_motion, touch_motion);
    stage_listen(&stage->touch_up, &stage->cursor->events.touch_up, touch_up);
    stage_listen(&stage->touch_cancel, &stage->cursor->events.touch_cancel, touch_cancel);
}

// MARK: Fingers of windows

static finger *finger_with(stage *stage, int32_t number) {
    for (int i = 0; i < FINGERS_CAPACITY; i++)
        if (stage->fingers[i].is_down && stage->fingers[i].number == number)
            return &stage->fingers[i];
    return NULL;
}

// wlroots forgets the finger then, and the program would believe that it is still down.
static void surface_ended(struct wl_listener *listener, void *data) {
    (void)data;
    finger *finger = wl_container_of(listener, finger, surface_ended);
    struct wlr_seat *seat = finger->stage->seat;
    wl_list_remove(&listener->link);
    wl_list_init(&listener->link);
    if (stage_is_dragged(finger->stage, finger->number) ||
        !wlr_seat_touch_get_point(seat, finger->number))
        return;
    wlr_seat_touch_notify_up(seat, finger->time, finger->number);
    wlr_seat_touch_notify_frame(seat);
}

static void lift(finger *finger) {
    finger->is_down = false;
    wl_list_remove(&finger->surface_ended.link);
}

void stage_touch_down(stage *stage, int32_t number, double x, double y, uint32_t time) {
    double sx, sy;
    struct wlr_surface *surface = stage_surface_at(stage, x, y, &sx, &sy);
    if (!surface || finger_with(stage, number)) return;
    for (int i = 0; i < FINGERS_CAPACITY; i++) {
        if (stage->fingers[i].is_down) continue;
        stage_reach(stage, x, y);
        stage->fingers[i] = (finger){
            .stage = stage, .is_down = true, .number = number, .time = time, .dx = sx - x, .dy = sy - y};
        // Before wlroots.
        stage_listen(&stage->fingers[i].surface_ended, &surface->events.destroy, surface_ended);
        stage->pressed = stage_root_of(surface);
        wlr_seat_touch_notify_down(stage->seat, surface, time, number, sx, sy);
        wlr_seat_touch_notify_frame(stage->seat);
        return;
    }
}

void stage_touch_moved(stage *stage, int32_t number, double x, double y, uint32_t time) {
    finger *finger = finger_with(stage, number);
    if (!finger || !wlr_seat_touch_get_point(stage->seat, number)) return;
    finger->time = time;
    if (stage_is_dragged(stage, number)) {
        stage_drag_over(stage, x, y, time);
        return;
    }
    wlr_seat_touch_notify_motion(stage->seat, time, number, x + finger->dx, y + finger->dy);
    wlr_seat_touch_notify_frame(stage->seat);
}

void stage_touch_up(stage *stage, int32_t number, uint32_t time) {
    finger *finger = finger_with(stage, number);
    if (!finger) return;
    lift(finger);
    if (!wlr_seat_touch_get_point(stage->seat, number)) return;
    wlr_seat_touch_notify_up(stage->seat, time, number);
    wlr_seat_touch_notify_frame(stage->seat);
}

void stage_touch_cancel(stage *stage, int32_t number) {
    finger *finger = finger_with(stage, number);
    if (!finger) return;
    lift(finger);
    const struct wlr_touch_point *point = wlr_seat_touch_get_point(stage->seat, number);
    if (point) wlr_seat_touch_notify_cancel(stage->seat, point->client);
}
