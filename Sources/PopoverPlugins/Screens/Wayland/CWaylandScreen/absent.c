// SPDX-License-Identifier: MIT
//
// Stubs for builds without the generated protocol code.

#include "screen.h"

#ifndef HAS_PROTOCOLS

#include <stddef.h>
#include <string.h>

bool wayland_screen_is_built(void) { return false; }

wayland_screen *wayland_screen_open(const char *path, char *error) {
    (void)path;
    strcpy(error, "it was built without Wayland's protocols");
    return NULL;
}

// No screen can be opened, so the rest is never called.
int wayland_screen_descriptor(const wayland_screen *screen) { return screen ? -1 : -1; }
void wayland_screen_close(wayland_screen *screen) { (void)screen; }
bool wayland_screen_read(wayland_screen *screen) { return screen && false; }
void wayland_screen_error(const wayland_screen *screen, char *error) {
    (void)screen;
    error[0] = 0;
}
bool wayland_screen_next(wayland_screen *screen, wayland_event *event) {
    return screen && event && false;
}
int wayland_screen_flush(wayland_screen *screen) { return screen ? -1 : -1; }
void wayland_screen_ask(wayland_screen *screen) { (void)screen; }
const char *wayland_screen_missing(const wayland_screen *screen) { return screen ? "" : ""; }
int wayland_screen_outputs(const wayland_screen *screen, wayland_output *outputs) {
    return screen && outputs ? 0 : 0;
}
void wayland_screen_measure_usable(wayland_screen *screen) { (void)screen; }
void wayland_screen_cover(wayland_screen *screen) { (void)screen; }
void wayland_screen_shield(
    wayland_screen *screen, uint32_t output, bool is_shielded, const wayland_rectangle *holes,
    int hole_count) {
    (void)screen, (void)output, (void)is_shielded, (void)holes, (void)hole_count;
}
void wayland_screen_take_keys(wayland_screen *screen, uint32_t output, bool takes) {
    (void)screen, (void)output, (void)takes;
}
void wayland_screen_ring(
    wayland_screen *screen, uint32_t output, const wayland_rectangle *around) {
    (void)screen, (void)output, (void)around;
}

#endif
