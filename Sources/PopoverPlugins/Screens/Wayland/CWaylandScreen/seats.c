// SPDX-License-Identifier: MIT

// For memmem.
#define _GNU_SOURCE

#include "screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Servers may send events of later versions than requested: every handler is set.

static void push(
    const struct seat *seat, wayland_event_kind kind, bool is_touch, int32_t detail, double x,
    double y, uint32_t output, uint32_t time) {
    wayland_event event = {
        .kind = kind,
        .is_touch = is_touch,
        .seat = seat->id,
        .detail = detail,
        .output = output,
        .x = x,
        .y = y,
        .time = time,
    };
    screen_push(seat->screen, &event);
}

// 0: the surface is destroyed.
static uint32_t output_below(struct wl_surface *surface) {
    struct output *output = surface ? wl_surface_get_user_data(surface) : NULL;
    return output ? output->id : 0;
}

// MARK: The mouse

// The cursor's image is not set: a kiosk's mouse is for its attendant.
static void enter(
    void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface,
    wl_fixed_t x, wl_fixed_t y) {
    (void)pointer, (void)serial;
    struct seat *seat = data;
    seat->output = output_below(surface);
    seat->x = wl_fixed_to_double(x);
    seat->y = wl_fixed_to_double(y);
}

static void leave(
    void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
    (void)pointer, (void)serial, (void)surface;
    struct seat *seat = data;
    seat->output = 0;
    push(seat, WAYLAND_EVENT_CANCEL, false, 0, 0, 0, 0, 0);
}

static void motion(
    void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
    (void)pointer;
    struct seat *seat = data;
    seat->x = wl_fixed_to_double(x);
    seat->y = wl_fixed_to_double(y);
    if (seat->output)
        push(seat, WAYLAND_EVENT_MOVE, false, 0, seat->x, seat->y, seat->output, time);
}

static void button(
    void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t number,
    uint32_t state) {
    (void)pointer, (void)serial;
    const struct seat *seat = data;
    bool is_down = state == WL_POINTER_BUTTON_STATE_PRESSED;
    if (is_down && !seat->output) return;
    push(
        seat, is_down ? WAYLAND_EVENT_DOWN : WAYLAND_EVENT_UP, false, (int32_t)number, seat->x,
        seat->y, seat->output, time);
}

static void axis(
    void *data, struct wl_pointer *pointer, uint32_t time, uint32_t number, wl_fixed_t value) {
    (void)data, (void)pointer, (void)time, (void)number, (void)value;
}

static void pointer_frame(void *data, struct wl_pointer *pointer) { (void)data, (void)pointer; }

static void axis_source(void *data, struct wl_pointer *pointer, uint32_t source) {
    (void)data, (void)pointer, (void)source;
}

static void axis_stop(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t number) {
    (void)data, (void)pointer, (void)time, (void)number;
}

static void axis_step(void *data, struct wl_pointer *pointer, uint32_t number, int32_t steps) {
    (void)data, (void)pointer, (void)number, (void)steps;
}

#ifdef WL_POINTER_AXIS_RELATIVE_DIRECTION_SINCE_VERSION
static void axis_direction(
    void *data, struct wl_pointer *pointer, uint32_t number, uint32_t direction) {
    (void)data, (void)pointer, (void)number, (void)direction;
}
#endif

static const struct wl_pointer_listener pointer_listener = {
    .enter = enter,
    .leave = leave,
    .motion = motion,
    .button = button,
    .axis = axis,
    .frame = pointer_frame,
    .axis_source = axis_source,
    .axis_stop = axis_stop,
    .axis_discrete = axis_step,
#ifdef WL_POINTER_AXIS_VALUE120_SINCE_VERSION
    .axis_value120 = axis_step,
#endif
#ifdef WL_POINTER_AXIS_RELATIVE_DIRECTION_SINCE_VERSION
    .axis_relative_direction = axis_direction,
#endif
};

// MARK: Fingers

static void down(
    void *data, struct wl_touch *touch, uint32_t serial, uint32_t time,
    struct wl_surface *surface, int32_t id, wl_fixed_t x, wl_fixed_t y) {
    (void)touch, (void)serial;
    uint32_t output = output_below(surface);
    if (!output) return;
    push(
        data, WAYLAND_EVENT_DOWN, true, id, wl_fixed_to_double(x), wl_fixed_to_double(y), output,
        time);
}

static void up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
    (void)touch, (void)serial;
    push(data, WAYLAND_EVENT_UP, true, id, 0, 0, 0, time);
}

static void touch_motion(
    void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
    (void)touch;
    push(
        data, WAYLAND_EVENT_MOVE, true, id, wl_fixed_to_double(x), wl_fixed_to_double(y), 0,
        time);
}

static void touch_frame(void *data, struct wl_touch *touch) { (void)data, (void)touch; }

static void cancel(void *data, struct wl_touch *touch) {
    (void)touch;
    push(data, WAYLAND_EVENT_CANCEL, true, 0, 0, 0, 0, 0);
}

static void shape(
    void *data, struct wl_touch *touch, int32_t id, wl_fixed_t major, wl_fixed_t minor) {
    (void)data, (void)touch, (void)id, (void)major, (void)minor;
}

static void orientation(void *data, struct wl_touch *touch, int32_t id, wl_fixed_t angle) {
    (void)data, (void)touch, (void)id, (void)angle;
}

static const struct wl_touch_listener touch_listener = {
    .down = down,
    .up = up,
    .motion = touch_motion,
    .frame = touch_frame,
    .cancel = cancel,
    .shape = shape,
    .orientation = orientation,
};

// MARK: Keys that reach no window

// The code of the key that a keymap names Escape; 0: none. Keyboards without hardware have keymaps of
// their own. Compiling one takes milliseconds, which a plugin's call may not.
static uint32_t find_escape(const char *text, size_t size) {
    const char *end = text + size;
    const char *symbols = memmem(text, size, "xkb_symbols", 11);
    const char *symbol = symbols ? memmem(symbols, (size_t)(end - symbols), "Escape", 6) : NULL;
    const char *name = symbol;
    while (name && name > symbols && *name != '<') name--;
    const char *after = name ? memchr(name, '>', (size_t)(symbol - name)) : NULL;
    if (!after) return 0;
    // The names and their codes come first: `<ESC> = 9;`
    size_t length = (size_t)(after + 1 - name);
    const char *code = memmem(text, (size_t)(symbols - text), name, length);
    if (!code) return 0;
    code += length;
    while (code < symbols && (*code == ' ' || *code == '=')) code++;
    uint32_t number = 0;
    for (; code < symbols && *code >= '0' && *code <= '9' && number < 100000; code++)
        number = 10 * number + (uint32_t)(*code - '0');
    // Codes of a keymap are the kernel's and 8.
    return number > 8 ? number - 8 : 0;
}

static void keymap(
    void *data, struct wl_keyboard *keyboard, uint32_t format, int32_t descriptor, uint32_t size) {
    (void)keyboard;
    struct seat *seat = data;
    seat->escape = 0;
    void *text = size > 0 && format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1
                     ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
                     : MAP_FAILED;
    close(descriptor);
    if (text == MAP_FAILED) return;
    seat->escape = find_escape(text, size);
    munmap(text, size);
}

static void keys_enter(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface,
    struct wl_array *keys) {
    (void)keyboard, (void)serial, (void)keys;
    ((struct seat *)data)->keys_output = output_below(surface);
}

static void keys_leave(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface) {
    (void)keyboard, (void)serial, (void)surface;
    ((struct seat *)data)->keys_output = 0;
}

static void key(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time, uint32_t code,
    uint32_t state) {
    (void)keyboard, (void)serial;
    const struct seat *seat = data;
    if (state != WL_KEYBOARD_KEY_STATE_PRESSED || !seat->keys_output) return;
    bool is_escape = code == seat->escape;
    push(seat, WAYLAND_EVENT_KEY, false, is_escape, 0, 0, seat->keys_output, time);
}

static void modifiers(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t depressed,
    uint32_t latched, uint32_t locked, uint32_t group) {
    (void)data, (void)keyboard, (void)serial, (void)depressed, (void)latched, (void)locked;
    (void)group;
}

static void repeats(void *data, struct wl_keyboard *keyboard, int32_t rate, int32_t delay) {
    (void)data, (void)keyboard, (void)rate, (void)delay;
}

static const struct wl_keyboard_listener keyboard_listener = {
    .keymap = keymap, .enter = keys_enter, .leave = keys_leave, .key = key, .modifiers = modifiers,
    .repeat_info = repeats};

// MARK: Seats

static void drop_keyboard(struct seat *seat) {
    if (!seat->keyboard) return;
    if (wl_keyboard_get_version(seat->keyboard) >= WL_KEYBOARD_RELEASE_SINCE_VERSION)
        wl_keyboard_release(seat->keyboard);
    else
        wl_keyboard_destroy(seat->keyboard);
    seat->keyboard = NULL;
    seat->keys_output = 0;
}

static void drop_pointer(struct seat *seat) {
    if (!seat->pointer) return;
    if (wl_pointer_get_version(seat->pointer) >= WL_POINTER_RELEASE_SINCE_VERSION)
        wl_pointer_release(seat->pointer);
    else
        wl_pointer_destroy(seat->pointer);
    seat->pointer = NULL;
    seat->output = 0;
    push(seat, WAYLAND_EVENT_CANCEL, false, 0, 0, 0, 0, 0);
}

static void drop_touch(struct seat *seat) {
    if (!seat->touch) return;
    if (wl_touch_get_version(seat->touch) >= WL_TOUCH_RELEASE_SINCE_VERSION)
        wl_touch_release(seat->touch);
    else
        wl_touch_destroy(seat->touch);
    seat->touch = NULL;
    push(seat, WAYLAND_EVENT_CANCEL, true, 0, 0, 0, 0, 0);
}

// Devices may appear long after the seat.
static void capabilities(void *data, struct wl_seat *raw, uint32_t has) {
    struct seat *seat = data;
    if (!(has & WL_SEAT_CAPABILITY_POINTER)) {
        drop_pointer(seat);
    } else if (!seat->pointer && (seat->pointer = wl_seat_get_pointer(raw))) {
        wl_pointer_add_listener(seat->pointer, &pointer_listener, seat);
    }
    if (!(has & WL_SEAT_CAPABILITY_KEYBOARD)) {
        drop_keyboard(seat);
    } else if (!seat->keyboard && (seat->keyboard = wl_seat_get_keyboard(raw))) {
        wl_keyboard_add_listener(seat->keyboard, &keyboard_listener, seat);
    }
    if (!(has & WL_SEAT_CAPABILITY_TOUCH)) {
        drop_touch(seat);
    } else if (!seat->touch && (seat->touch = wl_seat_get_touch(raw))) {
        wl_touch_add_listener(seat->touch, &touch_listener, seat);
    }
}

static void seat_name(void *data, struct wl_seat *raw, const char *name) {
    (void)data, (void)raw, (void)name;
}

static const struct wl_seat_listener seat_listener = {
    .capabilities = capabilities, .name = seat_name};

// MARK: Activity

static void idled(void *data, struct ext_idle_notification_v1 *idle) {
    (void)idle;
    push(data, WAYLAND_EVENT_IDLE, false, 0, 0, 0, 0, 0);
}

static void resumed(void *data, struct ext_idle_notification_v1 *idle) {
    (void)idle;
    push(data, WAYLAND_EVENT_ACTIVE, false, 0, 0, 0, 0, 0);
}

static const struct ext_idle_notification_v1_listener idle_listener = {
    .idled = idled, .resumed = resumed};

void seat_watch(struct seat *seat) {
    if (seat->idle || !seat->screen->idle_notifier) return;
    seat->idle = ext_idle_notifier_v1_get_idle_notification(
        seat->screen->idle_notifier, WAYLAND_SCREEN_IDLE_MS, seat->seat);
    if (!seat->idle) return;
    ext_idle_notification_v1_add_listener(seat->idle, &idle_listener, seat);
    push(seat, WAYLAND_EVENT_WATCHED, false, 0, 0, 0, 0, 0);
}

void seat_add(wayland_screen *screen, uint32_t id, uint32_t version) {
    if (screen->seat_count == WAYLAND_SCREEN_SEATS_CAPACITY) return;
    struct seat *seat = calloc(1, sizeof *seat);
    if (!seat) return;
    seat->screen = screen;
    seat->id = id;
    seat->seat =
        wl_registry_bind(screen->registry, id, &wl_seat_interface, version < 5 ? version : 5);
    if (!seat->seat) return free(seat);
    wl_seat_add_listener(seat->seat, &seat_listener, seat);
    screen->seats[screen->seat_count++] = seat;
    seat_watch(seat);
}

void seat_free(struct seat *seat) {
    drop_pointer(seat);
    drop_touch(seat);
    drop_keyboard(seat);
    if (seat->idle) {
        ext_idle_notification_v1_destroy(seat->idle);
        push(seat, WAYLAND_EVENT_IDLE, false, 0, 0, 0, 0, 0);
    }
    if (wl_seat_get_version(seat->seat) >= WL_SEAT_RELEASE_SINCE_VERSION)
        wl_seat_release(seat->seat);
    else
        wl_seat_destroy(seat->seat);
    free(seat);
}

void seat_remove(wayland_screen *screen, uint32_t id) {
    for (int i = 0; i < screen->seat_count; i++) {
        if (screen->seats[i]->id != id) continue;
        seat_free(screen->seats[i]);
        screen->seat_count--;
        memmove(
            screen->seats + i, screen->seats + i + 1,
            sizeof screen->seats[0] * (size_t)(screen->seat_count - i));
        return;
    }
}
