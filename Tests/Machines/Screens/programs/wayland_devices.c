// SPDX-License-Identifier: MIT
//
// Preloaded into a headless compositor on wlroots, it adds a mouse and a touch screen, and obeys the lines of the pipe
// $DEVICES: "down ID X Y", "up ID" and "cancel ID", with X and Y from 0 to 1; "plug WIDTH HEIGHT" adds an
// output, and "unplug N" removes one, the oldest if N is 0.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <wayland-server-core.h>
#include <wlr/backend/headless.h>
#include <wlr/types/wlr_input_device.h>
#include <wlr/types/wlr_output.h>
#include <wlr/types/wlr_touch.h>
#include <wlr/version.h>

static struct wlr_touch *touch;
static FILE *lines;
static struct wlr_backend *headless;
static struct wlr_output *outputs[16];
static int output_count;

#if WLR_VERSION_NUM >= (18 << 8)

#include <wlr/interfaces/wlr_pointer.h>
#include <wlr/interfaces/wlr_touch.h>

static struct wlr_pointer mouse;

typedef struct wl_event_loop *create_argument;
#define SOURCE .touch = touch

static void announce(void *backend) {
    wl_signal_emit(&((struct wlr_backend *)backend)->events.new_input, &mouse.base);
    wl_signal_emit(&((struct wlr_backend *)backend)->events.new_input, &touch->base);
}

static struct wl_event_loop *add_devices(struct wlr_backend *backend, struct wl_event_loop *loop) {
    static const struct wlr_pointer_impl mice = {.name = "mouse"};
    static const struct wlr_touch_impl implementation = {.name = "touch screen"};
    wlr_pointer_init(&mouse, &mice, "mouse");
    touch = calloc(1, sizeof *touch);
    wlr_touch_init(touch, &implementation, "touch screen");
    // The compositor listens when the backend has started.
    wl_event_loop_add_idle(loop, announce, backend);
    return loop;
}

#else

#define wlr_touch_down_event wlr_event_touch_down
#define wlr_touch_up_event wlr_event_touch_up
#define wlr_touch_cancel_event wlr_event_touch_cancel

typedef struct wl_display *create_argument;
static struct wlr_input_device *device;
#define SOURCE .device = device

static struct wl_event_loop *add_devices(struct wlr_backend *backend, struct wl_display *display) {
    wlr_headless_add_input_device(backend, WLR_INPUT_DEVICE_POINTER);
    device = wlr_headless_add_input_device(backend, WLR_INPUT_DEVICE_TOUCH);
    touch = device->touch;
    return wl_display_get_event_loop(display);
}

#endif

static void obey(const char *line) {
    char order[16];
    int id = 0;
    double x = 0, y = 0;
    static uint32_t time;
    if (sscanf(line, "plug %lf %lf", &x, &y) == 2) {
        wlr_headless_add_output(headless, (unsigned)x, (unsigned)y);
        return;
    }
    if (sscanf(line, "%15s %d %lf %lf", order, &id, &x, &y) < 2) return;
    time += 1;
    if (strcmp(order, "down") == 0) {
        struct wlr_touch_down_event event = {
            SOURCE, .time_msec = time, .touch_id = id, .x = x, .y = y};
        wl_signal_emit(&touch->events.down, &event);
    } else if (strcmp(order, "up") == 0) {
        struct wlr_touch_up_event event = {SOURCE, .time_msec = time, .touch_id = id};
        wl_signal_emit(&touch->events.up, &event);
    } else if (strcmp(order, "cancel") == 0) {
        struct wlr_touch_cancel_event event = {SOURCE, .time_msec = time, .touch_id = id};
        wl_signal_emit(&touch->events.cancel, &event);
    } else if (strcmp(order, "unplug") == 0 && id < output_count) {
        wlr_output_destroy(outputs[id]);
        output_count--;
        memmove(outputs + id, outputs + id + 1, (size_t)(output_count - id) * sizeof *outputs);
    }
    wl_signal_emit(&touch->events.frame, NULL);
}

static void new_output(struct wl_listener *listener, void *output) {
    (void)listener;
    if (output_count < 16) outputs[output_count++] = output;
}

static int read_lines(int descriptor, uint32_t mask, void *data) {
    (void)descriptor, (void)mask, (void)data;
    char line[128];
    while (fgets(line, sizeof line, lines)) obey(line);
    clearerr(lines);
    return 0;
}

struct wlr_backend *wlr_headless_backend_create(create_argument argument) {
    struct wlr_backend *(*create)(create_argument) = dlsym(RTLD_NEXT, "wlr_headless_backend_create");
    struct wlr_backend *backend = create(argument);
    const char *path = getenv("DEVICES");
    int descriptor = backend && path ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1;
    if (descriptor < 0) return backend;
    static struct wl_listener listener = {.notify = new_output};
    headless = backend;
    wl_signal_add(&backend->events.new_output, &listener);
    lines = fdopen(descriptor, "r");
    wl_event_loop_add_fd(
        add_devices(backend, argument), descriptor, WL_EVENT_READABLE, read_lines, NULL);
    return backend;
}
