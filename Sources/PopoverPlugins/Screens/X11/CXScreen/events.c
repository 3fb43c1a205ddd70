// SPDX-License-Identifier: MIT

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/randr.h>
#include <xcb/shape.h>
#include <xcb/xcbext.h>
#include <xcb/xinput.h>

#include "screen.h"

void x_screen_close(x_screen *screen) {
    x_screen_return_keys(screen);
    screen_forget(x_screen_descriptor(screen));
    xcb_disconnect(screen->connection);
    free(screen->glass.order);
    free(screen);
}

bool x_screen_is_hanging(const x_screen *screen) {
    return screen_gave_up(x_screen_descriptor(screen));
}

bool x_screen_knows_processes(const x_screen *screen) { return screen->keys.has_processes; }

int x_screen_descriptor(const x_screen *screen) {
    return xcb_get_file_descriptor(screen->connection);
}

int x_screen_outputs(const x_screen *screen, x_output *outputs) {
    memcpy(outputs, screen->outputs, sizeof(x_output) * (size_t)screen->output_count);
    return screen->output_count;
}

// MARK: Events

static double pixels(xcb_input_fp1616_t value) { return (double)value / 65536.0; }

static const struct touch_range *range_of(const x_screen *screen, uint16_t device) {
    for (int i = 0; i < screen->range_count; i++)
        if (screen->ranges[i].device == device) return &screen->ranges[i];
    return NULL;
}

// A raw touch has its position in units of its device.
static void place_raw(
    const x_screen *screen, const xcb_input_raw_touch_begin_event_t *raw, x_event *event) {
    const struct touch_range *range = range_of(screen, raw->sourceid);
    if (!range || raw->valuators_len == 0) return;
    const uint32_t *mask = xcb_input_raw_touch_begin_valuator_mask(raw);
    if ((mask[0] & 3) != 3) return;
    const xcb_input_fp3232_t *values = xcb_input_raw_touch_begin_axisvalues(raw);
    double share[2];
    for (int axis = 0; axis < 2; axis++) {
        double value = (double)values[axis].integral + values[axis].frac / 4294967296.0;
        share[axis] = (value - range->least[axis]) / (range->most[axis] - range->least[axis] + 1);
    }
    event->x = share[0] * screen->width;
    event->y = share[1] * screen->height;
    event->has_place = true;
}

static bool take_input(x_screen *screen, const xcb_ge_generic_event_t *generic, x_event *event) {
    const xcb_input_raw_touch_begin_event_t *raw = (const void *)generic;
    const xcb_input_touch_begin_event_t *touch = (const void *)generic;
    switch (generic->event_type) {
    case XCB_INPUT_RAW_BUTTON_PRESS:
    case XCB_INPUT_RAW_BUTTON_RELEASE:
        // Skip pointer events emulated for a touch: the touch itself is reported.
        if (raw->flags & XCB_INPUT_POINTER_EVENT_FLAGS_POINTER_EMULATED) return false;
        event->kind =
            generic->event_type == XCB_INPUT_RAW_BUTTON_PRESS ? X_EVENT_DOWN : X_EVENT_UP;
        event->detail = raw->detail;
        event->time = raw->time;
        return true;
    case XCB_INPUT_RAW_TOUCH_BEGIN:
    case XCB_INPUT_RAW_TOUCH_UPDATE:
    case XCB_INPUT_RAW_TOUCH_END:
        event->kind = generic->event_type == XCB_INPUT_RAW_TOUCH_BEGIN ? X_EVENT_DOWN
                      : generic->event_type == XCB_INPUT_RAW_TOUCH_END ? X_EVENT_UP
                                                                       : X_EVENT_MOVE;
        event->is_touch = true;
        event->detail = raw->detail;
        event->time = raw->time;
        place_raw(screen, raw, event);
        return true;
    case XCB_INPUT_TOUCH_BEGIN:
    case XCB_INPUT_TOUCH_UPDATE:
    case XCB_INPUT_TOUCH_END:
        event->kind = generic->event_type == XCB_INPUT_TOUCH_BEGIN ? X_EVENT_DOWN
                      : generic->event_type == XCB_INPUT_TOUCH_END ? X_EVENT_UP
                                                                   : X_EVENT_MOVE;
        event->is_touch = true;
        event->is_swallowed = true;
        event->detail = touch->detail;
        event->time = touch->time;
        event->x = pixels(touch->root_x);
        event->y = pixels(touch->root_y);
        event->has_place = true;
        return true;
    case XCB_INPUT_HIERARCHY: event->kind = X_EVENT_CHANGED; return true;
    default: return false;
    }
}

static void take_button(
    x_event_kind kind, uint32_t button, uint32_t time, int16_t x, int16_t y, x_event *event) {
    event->kind = kind;
    event->is_swallowed = true;
    event->detail = button;
    event->time = time;
    event->x = x;
    event->y = y;
    event->has_place = true;
}

// Whether the event concerns this client.
static bool take(x_screen *screen, const xcb_generic_event_t *generic, x_event *event) {
    if (keys_take(screen, generic, event)) return true;
    if (windows_take(screen, generic, event)) return true;
    memset(event, 0, sizeof *event);
    uint8_t type = generic->response_type & 0x7f;
    switch (type) {
    case XCB_GE_GENERIC: {
        const xcb_ge_generic_event_t *extended = (const void *)generic;
        return extended->extension == screen->input_opcode && take_input(screen, extended, event);
    }
    case XCB_BUTTON_PRESS:
    case XCB_BUTTON_RELEASE: {
        const xcb_button_press_event_t *button = (const void *)generic;
        take_button(
            type == XCB_BUTTON_PRESS ? X_EVENT_DOWN : X_EVENT_UP, button->detail, button->time,
            button->root_x, button->root_y, event);
        return true;
    }
    case XCB_MOTION_NOTIFY: {
        const xcb_motion_notify_event_t *motion = (const void *)generic;
        take_button(X_EVENT_MOVE, 0, motion->time, motion->root_x, motion->root_y, event);
        return true;
    }
    case XCB_MAP_NOTIFY:
    case XCB_CONFIGURE_NOTIFY:
    case XCB_CIRCULATE_NOTIFY: {
        // All three have the window at the same offset.
        const xcb_map_notify_event_t *window = (const void *)generic;
        event->kind = X_EVENT_RESTACKED;
        bool is_among_topmost = window->event == screen->root;
        return (screen->is_shielding || screen->is_ringing || screen->glass.is_watched)
               && is_among_topmost && !screen_is_own(screen, window->window);
    }
    default:
        event->kind = X_EVENT_CHANGED;
        return type == screen->randr_event + XCB_RANDR_SCREEN_CHANGE_NOTIFY
               || type == screen->randr_event + XCB_RANDR_NOTIFY;
    }
}

static bool take_answer(x_screen *screen, x_event *event) {
    xcb_query_pointer_reply_t *reply = NULL;
    xcb_generic_error_t *failure = NULL;
    if (!xcb_poll_for_reply(
            screen->connection, screen->asked[0].sequence, (void **)&reply, &failure))
        return false;
    screen->asked_count--;
    memmove(
        screen->asked, screen->asked + 1,
        sizeof screen->asked[0] * (size_t)screen->asked_count);
    memset(event, 0, sizeof *event);
    event->kind = X_EVENT_POINTER;
    if (reply) {
        event->x = reply->root_x;
        event->y = reply->root_y;
        event->has_place = true;
    }
    free(reply);
    free(failure);
    return true;
}

int x_screen_next(x_screen *screen, x_event *event) {
    do {
        xcb_generic_event_t *generic;
        while ((generic = xcb_poll_for_event(screen->connection))) {
            bool is_ours = take(screen, generic, event);
            free(generic);
            if (is_ours && event->kind == X_EVENT_DOWN) keys_pressed(screen, event->time);
            if (is_ours) return 1;
        }
        if (xcb_connection_has_error(screen->connection)) return -1;
        // All earlier events have been handled: the answer came behind them.
        if (screen->asked_count > 0 && take_answer(screen, event)) return 1;
        if (windows_answered(screen, event)) return 1;
        if (keys_answered(screen, event)) return 1;
        if (glass_answered(screen, event)) return 1;
        // Sending may also read.
    } while (windows_flush(screen));
    return 0;
}

bool x_screen_ask_pointer(x_screen *screen) {
    if (screen->asked_count == X_SCREEN_QUESTIONS_CAPACITY) return false;
    screen->asked[screen->asked_count++] = xcb_query_pointer(screen->connection, screen->root);
    return true;
}

// MARK: The shield

static void set_region(
    x_screen *screen, xcb_xfixes_region_t region, const x_rectangle *rectangles, int count) {
    if (count > X_SCREEN_RECTANGLES_CAPACITY) count = X_SCREEN_RECTANGLES_CAPACITY;
    xcb_xfixes_set_region(
        screen->connection, region, (uint32_t)count, (const xcb_rectangle_t *)rectangles);
}

void x_screen_shield(
    x_screen *screen, const x_rectangle *covers, int cover_count, const x_rectangle *holes,
    int hole_count) {
    xcb_connection_t *c = screen->connection;
    bool was_shielding = screen->is_shielding;
    screen->is_shielding = cover_count > 0;
    if (!screen->is_shielding) {
        if (was_shielding) xcb_unmap_window(c, screen->shield);
        return;
    }
    set_region(screen, screen->covered, covers, cover_count);
    set_region(screen, screen->holes, holes, hole_count);
    xcb_xfixes_subtract_region(c, screen->covered, screen->holes, screen->covered);
    xcb_xfixes_set_window_shape_region(
        c, screen->shield, XCB_SHAPE_SK_INPUT, 0, 0, screen->covered);
    if (!was_shielding) xcb_map_window(c, screen->shield);
    x_screen_raise(screen);
}

bool screen_is_own(const x_screen *screen, xcb_window_t window) {
    return window == screen->shield || window == screen->ring;
}

static void raise(x_screen *screen, xcb_window_t window) {
    uint32_t above = XCB_STACK_MODE_ABOVE;
    xcb_configure_window(screen->connection, window, XCB_CONFIG_WINDOW_STACK_MODE, &above);
}

void x_screen_raise(x_screen *screen) {
    if (screen->is_shielding) raise(screen, screen->shield);
    if (screen->is_ringing) raise(screen, screen->ring);
}

// MARK: The ring

// A side of the ring from the window's inside, without what lies outside of the output.
static x_rectangle side(int left, int top, int right, int bottom, const x_rectangle *output) {
    if (left < output->x) left = output->x;
    if (top < output->y) top = output->y;
    if (right > output->x + output->width) right = output->x + output->width;
    if (bottom > output->y + output->height) bottom = output->y + output->height;
    if (left >= right || top >= bottom) return (x_rectangle){0};
    return (x_rectangle){
        (int16_t)left, (int16_t)top, (uint16_t)(right - left), (uint16_t)(bottom - top)};
}

void x_screen_ring(
    x_screen *screen, const x_rectangle *around, const x_rectangle *output, int width) {
    xcb_connection_t *c = screen->connection;
    if (!around) {
        if (screen->is_ringing) xcb_unmap_window(c, screen->ring);
        screen->is_ringing = false;
        return;
    }
    int left = around->x, right = left + around->width;
    int top = around->y, bottom = top + around->height;
    int border = width / 2, inner = width - border;
    x_rectangle sides[] = {
        side(left - width, top - width, right + width, top, output),
        side(left - width, bottom, right + width, bottom + width, output),
        side(left - width, top, left, bottom, output),
        side(right, top, right + width, bottom, output),
    };
    // A shape is relative to the inside of the border.
    int x = left - inner, y = top - inner;
    for (int i = 0; i < 4; i++) {
        sides[i].x = (int16_t)(sides[i].x - x);
        sides[i].y = (int16_t)(sides[i].y - y);
    }
    uint32_t place[] = {
        (uint32_t)(x - border), (uint32_t)(y - border), (uint32_t)(around->width + 2 * inner),
        (uint32_t)(around->height + 2 * inner), (uint32_t)border};
    xcb_configure_window(
        c, screen->ring,
        XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_WIDTH
            | XCB_CONFIG_WINDOW_HEIGHT | XCB_CONFIG_WINDOW_BORDER_WIDTH,
        place);
    xcb_shape_rectangles(
        c, XCB_SHAPE_SO_SET, XCB_SHAPE_SK_BOUNDING, XCB_CLIP_ORDERING_UNSORTED, screen->ring, 0, 0,
        4, (const xcb_rectangle_t *)sides);
    if (!screen->is_ringing) xcb_map_window(c, screen->ring);
    screen->is_ringing = true;
    raise(screen, screen->ring);
}

void x_screen_flush(x_screen *screen) { xcb_flush(screen->connection); }
