// SPDX-License-Identifier: MIT
//
// A window that knows nothing of popoverd, fullscreen unless an argument is "tiled". One that is
// "overlay" is a surface of that layer instead, which demands the keyboard as a popover does. It writes
// "shown WIDTH HEIGHT" when it is, "press X Y" for each button, and each finger, that goes down on
// it, and "key CODE" for each key. Told "ping", it writes "pong" after everything that the server
// has sent it before.

#define _GNU_SOURCE

#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include "wlr-layer-shell-unstable-v1.h"
#include "xdg-shell.h"

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct xdg_wm_base *base;
static struct zwlr_layer_shell_v1 *shell;
static struct wl_surface *surface;
static struct wl_pointer *pointer;
static struct wl_touch *touch;
static struct wl_keyboard *keyboard;
static int width, height;
static bool is_shown;
static double mouse_x, mouse_y;

// MARK: The mouse

static void enter(
    void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface,
    wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)pointer, (void)serial, (void)surface;
    mouse_x = wl_fixed_to_double(x);
    mouse_y = wl_fixed_to_double(y);
}

static void leave(
    void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
    (void)data, (void)pointer, (void)serial, (void)surface;
}

static void motion(
    void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)pointer, (void)time;
    mouse_x = wl_fixed_to_double(x);
    mouse_y = wl_fixed_to_double(y);
}

static void button(
    void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t number,
    uint32_t state) {
    (void)data, (void)pointer, (void)serial, (void)time, (void)number;
    if (state != WL_POINTER_BUTTON_STATE_PRESSED) return;
    printf("press %.0f %.0f\n", mouse_x, mouse_y);
    fflush(stdout);
}

static void axis(
    void *data, struct wl_pointer *pointer, uint32_t time, uint32_t number, wl_fixed_t value) {
    (void)data, (void)pointer, (void)time, (void)number, (void)value;
}

static const struct wl_pointer_listener pointer_listener = {
    .enter = enter, .leave = leave, .motion = motion, .button = button, .axis = axis};

// MARK: Fingers

static void down(
    void *data, struct wl_touch *touch, uint32_t serial, uint32_t time,
    struct wl_surface *surface, int32_t id, wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)touch, (void)serial, (void)time, (void)surface, (void)id;
    printf("press %.0f %.0f\n", wl_fixed_to_double(x), wl_fixed_to_double(y));
    fflush(stdout);
}

static void up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
    (void)data, (void)touch, (void)serial, (void)time, (void)id;
}

static void touch_motion(
    void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)touch, (void)time, (void)id, (void)x, (void)y;
}

static void touch_frame(void *data, struct wl_touch *touch) { (void)data, (void)touch; }

static const struct wl_touch_listener touch_listener = {
    .down = down, .up = up, .motion = touch_motion, .frame = touch_frame, .cancel = touch_frame};

// MARK: Keys

static void keymap(
    void *data, struct wl_keyboard *keyboard, uint32_t format, int32_t descriptor,
    uint32_t size) {
    (void)data, (void)keyboard, (void)format, (void)size;
    close(descriptor);
}

static void keys_enter(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface,
    struct wl_array *keys) {
    (void)data, (void)keyboard, (void)serial, (void)surface, (void)keys;
}

static void keys_leave(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface) {
    (void)data, (void)keyboard, (void)serial, (void)surface;
}

static void key(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time, uint32_t code,
    uint32_t state) {
    (void)data, (void)keyboard, (void)serial, (void)time;
    if (state != WL_KEYBOARD_KEY_STATE_PRESSED) return;
    printf("key %u\n", code);
    fflush(stdout);
}

static void modifiers(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t depressed,
    uint32_t latched, uint32_t locked, uint32_t group) {
    (void)data, (void)keyboard, (void)serial, (void)depressed, (void)latched, (void)locked;
    (void)group;
}

static const struct wl_keyboard_listener keyboard_listener = {
    .keymap = keymap, .enter = keys_enter, .leave = keys_leave, .key = key,
    .modifiers = modifiers};

static void capabilities(void *data, struct wl_seat *seat, uint32_t has) {
    (void)data;
    if ((has & WL_SEAT_CAPABILITY_POINTER) && !pointer) {
        pointer = wl_seat_get_pointer(seat);
        wl_pointer_add_listener(pointer, &pointer_listener, NULL);
    }
    if ((has & WL_SEAT_CAPABILITY_TOUCH) && !touch) {
        touch = wl_seat_get_touch(seat);
        wl_touch_add_listener(touch, &touch_listener, NULL);
    }
    if ((has & WL_SEAT_CAPABILITY_KEYBOARD) && !keyboard) {
        keyboard = wl_seat_get_keyboard(seat);
        wl_keyboard_add_listener(keyboard, &keyboard_listener, NULL);
    }
}

static const struct wl_seat_listener seat_listener = {.capabilities = capabilities};

// MARK: The window

static void draw(void) {
    int size = width * height * 4;
    int descriptor = memfd_create("window", MFD_CLOEXEC);
    if (descriptor < 0 || ftruncate(descriptor, size) < 0) exit(4);
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, descriptor, size);
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(
        pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
    wl_shm_pool_destroy(pool);
    close(descriptor);
    wl_surface_attach(surface, buffer, 0, 0);
    wl_surface_damage(surface, 0, 0, width, height);
}

static void resized(
    void *data, struct xdg_toplevel *toplevel, int32_t new_width, int32_t new_height,
    struct wl_array *states) {
    (void)data, (void)toplevel, (void)states;
    width = new_width > 0 ? new_width : 640;
    height = new_height > 0 ? new_height : 480;
}

static void closed(void *data, struct xdg_toplevel *toplevel) {
    (void)data, (void)toplevel;
    exit(0);
}

static const struct xdg_toplevel_listener toplevel_listener = {
    .configure = resized, .close = closed};

static void configured(void *data, struct xdg_surface *xdg, uint32_t serial) {
    (void)data;
    xdg_surface_ack_configure(xdg, serial);
    draw();
    wl_surface_commit(surface);
    is_shown = true;
}

static const struct xdg_surface_listener xdg_listener = {configured};

static void layer_configured(
    void *data, struct zwlr_layer_surface_v1 *layer, uint32_t serial, uint32_t new_width,
    uint32_t new_height) {
    (void)data;
    width = (int)new_width;
    height = (int)new_height;
    zwlr_layer_surface_v1_ack_configure(layer, serial);
    draw();
    wl_surface_commit(surface);
    is_shown = true;
}

static void layer_closed(void *data, struct zwlr_layer_surface_v1 *layer) {
    (void)data, (void)layer;
    exit(0);
}

static const struct zwlr_layer_surface_v1_listener layer_listener = {
    .configure = layer_configured, .closed = layer_closed};

static void open_layer(void) {
    struct zwlr_layer_surface_v1 *layer = zwlr_layer_shell_v1_get_layer_surface(
        shell, surface, NULL, ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, "window");
    zwlr_layer_surface_v1_add_listener(layer, &layer_listener, NULL);
    zwlr_layer_surface_v1_set_size(layer, 320, 200);
    zwlr_layer_surface_v1_set_keyboard_interactivity(layer, 1);
}

static void open_toplevel(bool is_tiled) {
    struct xdg_surface *xdg = xdg_wm_base_get_xdg_surface(base, surface);
    xdg_surface_add_listener(xdg, &xdg_listener, NULL);
    struct xdg_toplevel *toplevel = xdg_surface_get_toplevel(xdg);
    xdg_toplevel_add_listener(toplevel, &toplevel_listener, NULL);
    if (!is_tiled) xdg_toplevel_set_fullscreen(toplevel, NULL);
}

static void ping(void *data, struct xdg_wm_base *base, uint32_t serial) {
    (void)data;
    xdg_wm_base_pong(base, serial);
}

static const struct xdg_wm_base_listener base_listener = {ping};

static void offered(
    void *data, struct wl_registry *registry, uint32_t id, const char *interface,
    uint32_t version) {
    (void)data, (void)version;
    if (strcmp(interface, wl_compositor_interface.name) == 0)
        compositor = wl_registry_bind(registry, id, &wl_compositor_interface, 1);
    if (strcmp(interface, wl_shm_interface.name) == 0)
        shm = wl_registry_bind(registry, id, &wl_shm_interface, 1);
    if (strcmp(interface, xdg_wm_base_interface.name) == 0)
        base = wl_registry_bind(registry, id, &xdg_wm_base_interface, 1);
    if (strcmp(interface, zwlr_layer_shell_v1_interface.name) == 0)
        shell = wl_registry_bind(registry, id, &zwlr_layer_shell_v1_interface, 1);
    if (strcmp(interface, wl_seat_interface.name) == 0)
        seat = wl_registry_bind(registry, id, &wl_seat_interface, 1);
}

static void withdrawn(void *data, struct wl_registry *registry, uint32_t id) {
    (void)data, (void)registry, (void)id;
}

static const struct wl_registry_listener registry_listener = {offered, withdrawn};

int main(int count, char **arguments) {
    const char *kind = count > 1 ? arguments[1] : "";
    struct wl_display *display = wl_display_connect(NULL);
    if (!display) return 1;
    wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
    wl_display_roundtrip(display);
    if (!compositor || !shm || !base || !seat) return 2;
    wl_seat_add_listener(seat, &seat_listener, NULL);
    xdg_wm_base_add_listener(base, &base_listener, NULL);
    surface = wl_compositor_create_surface(compositor);
    if (strcmp(kind, "overlay") == 0) {
        open_layer();
    } else {
        open_toplevel(strcmp(kind, "tiled") == 0);
    }
    wl_surface_commit(surface);
    while (!is_shown)
        if (wl_display_dispatch(display) < 0) return 3;
    wl_display_roundtrip(display);
    printf("shown %d %d\n", width, height);
    fflush(stdout);
    struct pollfd polled[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = wl_display_get_fd(display), .events = POLLIN}};
    char command[64];
    // Commands come one at a time, so that the stream has no line of its own waiting.
    while (wl_display_flush(display) >= 0 && poll(polled, 2, -1) > 0) {
        if (polled[0].revents) {
            if (!fgets(command, sizeof command, stdin)) return 0;
            if (wl_display_roundtrip(display) < 0) return 3;
            puts("pong");
            fflush(stdout);
        } else if (wl_display_dispatch(display) < 0) {
            return 3;
        }
    }
    return 0;
}
