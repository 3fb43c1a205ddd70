// SPDX-License-Identifier: MIT
//
// The mouse of a test, on a server with wlr-virtual-pointer. Lines on standard input move it to a
// place and press and release it; each is answered "done" once the server has seen it all:
//   press BUTTON X Y WIDTH HEIGHT   (the place, and of how large a layout; BUTTON of the kernel)
//   release BUTTON

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wayland-client.h>

#include "wlr-virtual-pointer-unstable-v1.h"

static struct wl_seat *seat;
static struct zwlr_virtual_pointer_manager_v1 *manager;

static void offered(
    void *data, struct wl_registry *registry, uint32_t id, const char *interface,
    uint32_t version) {
    (void)data, (void)version;
    if (strcmp(interface, wl_seat_interface.name) == 0)
        seat = wl_registry_bind(registry, id, &wl_seat_interface, 1);
    if (strcmp(interface, zwlr_virtual_pointer_manager_v1_interface.name) == 0)
        manager = wl_registry_bind(
            registry, id, &zwlr_virtual_pointer_manager_v1_interface, 1);
}

static void withdrawn(void *data, struct wl_registry *registry, uint32_t id) {
    (void)data, (void)registry, (void)id;
}

static const struct wl_registry_listener listener = {offered, withdrawn};

static uint32_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint32_t)(time.tv_sec * 1000 + time.tv_nsec / 1000000);
}

int main(void) {
    struct wl_display *display = wl_display_connect(NULL);
    if (!display) return 1;
    wl_registry_add_listener(wl_display_get_registry(display), &listener, NULL);
    wl_display_roundtrip(display);
    if (!seat || !manager) return 2;
    struct zwlr_virtual_pointer_v1 *pointer =
        zwlr_virtual_pointer_manager_v1_create_virtual_pointer(manager, seat);
    wl_display_roundtrip(display);
    puts("done");
    fflush(stdout);
    char line[128];
    while (fgets(line, sizeof line, stdin)) {
        unsigned button, x, y, width, height;
        if (sscanf(line, "press %u %u %u %u %u", &button, &x, &y, &width, &height) == 5) {
            // A little more than the pixel's edge, since newer libraries round down to 256ths of it.
            zwlr_virtual_pointer_v1_motion_absolute(
                pointer, now(), 1000 * x + 1, 1000 * y + 1, 1000 * width, 1000 * height);
            zwlr_virtual_pointer_v1_frame(pointer);
            zwlr_virtual_pointer_v1_button(
                pointer, now(), button, WL_POINTER_BUTTON_STATE_PRESSED);
        } else if (sscanf(line, "release %u", &button) == 1) {
            zwlr_virtual_pointer_v1_button(
                pointer, now(), button, WL_POINTER_BUTTON_STATE_RELEASED);
        } else {
            return 3;
        }
        zwlr_virtual_pointer_v1_frame(pointer);
        if (wl_display_roundtrip(display) < 0) return 4;
        puts("done");
        fflush(stdout);
    }
    return 0;
}
