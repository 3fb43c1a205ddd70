// SPDX-License-Identifier: MIT
//
// Preloaded into a headless compositor on wlroots, it adds a touch screen that obeys the lines of the pipe
// $TOUCHSCREEN: "down ID X Y", "up ID" and "cancel ID", with X and Y from 0 to 1.

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
#include <wlr/types/wlr_touch.h>

static struct wlr_input_device *device;
static FILE *lines;

static void obey(const char *line) {
    char order[16];
    int id = 0;
    double x = 0, y = 0;
    static uint32_t time;
    if (sscanf(line, "%15s %d %lf %lf", order, &id, &x, &y) < 2) return;
    time += 1;
    struct wlr_touch *touch = device->touch;
    if (strcmp(order, "down") == 0) {
        struct wlr_event_touch_down event = {
            .device = device, .time_msec = time, .touch_id = id, .x = x, .y = y};
        wl_signal_emit(&touch->events.down, &event);
    } else if (strcmp(order, "up") == 0) {
        struct wlr_event_touch_up event = {.device = device, .time_msec = time, .touch_id = id};
        wl_signal_emit(&touch->events.up, &event);
    } else if (strcmp(order, "cancel") == 0) {
        struct wlr_event_touch_cancel event = {.device = device, .time_msec = time, .touch_id = id};
        wl_signal_emit(&touch->events.cancel, &event);
    }
    wl_signal_emit(&touch->events.frame, NULL);
}

static int read_lines(int descriptor, uint32_t mask, void *data) {
    (void)descriptor, (void)mask, (void)data;
    char line[128];
    while (fgets(line, sizeof line, lines)) obey(line);
    clearerr(lines);
    return 0;
}

struct wlr_backend *wlr_headless_backend_create(struct wl_display *display) {
    struct wlr_backend *(*create)(struct wl_display *) = dlsym(RTLD_NEXT, "wlr_headless_backend_create");
    struct wlr_backend *backend = create(display);
    const char *path = getenv("TOUCHSCREEN");
    int descriptor = backend && path ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1;
    if (descriptor < 0) return backend;
    lines = fdopen(descriptor, "r");
    device = wlr_headless_add_input_device(backend, WLR_INPUT_DEVICE_TOUCH);
    wl_event_loop_add_fd(
        wl_display_get_event_loop(display), descriptor, WL_EVENT_READABLE, read_lines, NULL);
    return backend;
}
