// SPDX-License-Identifier: MIT
//
// A Wayland server with wlr-virtual-pointer and a fullscreen window.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "wayland.h"

// From input-event-codes.h of the kernel.
enum { LEFT_BUTTON = 0x110 };

void wayland_check(int result) {
    if (result < 0) fail("the Wayland server closed the connection");
}

// MARK: The window's mouse

static void enter(
    void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface,
    wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)pointer, (void)serial, (void)surface, (void)x, (void)y;
}

static void leave(
    void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
    (void)data, (void)pointer, (void)serial, (void)surface;
}

static void motion(
    void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)pointer, (void)time, (void)x, (void)y;
}

static void button(
    void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t number,
    uint32_t state) {
    (void)pointer, (void)time, (void)number;
    struct screen *screen = data;
    if (state != WL_POINTER_BUTTON_STATE_PRESSED) return;
    screen->serial = serial;
    screen->was_pressed = true;
}

static void axis(
    void *data, struct wl_pointer *pointer, uint32_t time, uint32_t number, wl_fixed_t value) {
    (void)data, (void)pointer, (void)time, (void)number, (void)value;
}

static const struct wl_pointer_listener pointer_listener = {
    .enter = enter, .leave = leave, .motion = motion, .button = button, .axis = axis};

static void capabilities(void *data, struct wl_seat *seat, uint32_t has) {
    struct screen *screen = data;
    if (!(has & WL_SEAT_CAPABILITY_POINTER) || screen->pointer) return;
    screen->pointer = wl_seat_get_pointer(seat);
    wl_pointer_add_listener(screen->pointer, &pointer_listener, screen);
}

static const struct wl_seat_listener seat_listener = {.capabilities = capabilities};

// MARK: The window

static void resized(
    void *data, struct xdg_toplevel *toplevel, int32_t width, int32_t height,
    struct wl_array *states) {
    (void)data, (void)toplevel, (void)width, (void)height, (void)states;
}

static void closed(void *data, struct xdg_toplevel *toplevel) {
    (void)data, (void)toplevel;
    fail("the window was closed");
}

static const struct xdg_toplevel_listener toplevel_listener = {
    .configure = resized, .close = closed};

struct wl_buffer *wayland_buffer(struct wl_shm *shm, int width, int height) {
    int size = width * height * 4;
    int descriptor = memfd_create("window", MFD_CLOEXEC);
    if (descriptor < 0 || ftruncate(descriptor, size) < 0) fail("cannot allocate a buffer");
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, descriptor, size);
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(
        pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
    wl_shm_pool_destroy(pool);
    close(descriptor);
    return buffer;
}

static void configured(void *data, struct xdg_surface *xdg, uint32_t serial) {
    struct screen *screen = data;
    xdg_surface_ack_configure(xdg, serial);
    struct wl_buffer *buffer = wayland_buffer(screen->shm, screen->width, screen->height);
    wl_surface_attach(screen->surface, buffer, 0, 0);
    wl_surface_damage(screen->surface, 0, 0, screen->width, screen->height);
    wl_surface_commit(screen->surface);
    screen->is_shown = true;
}

static const struct xdg_surface_listener xdg_listener = {configured};

static void ping(void *data, struct xdg_wm_base *base, uint32_t serial) {
    (void)data;
    xdg_wm_base_pong(base, serial);
}

static const struct xdg_wm_base_listener base_listener = {ping};

static void withdrawn(void *data, struct wl_registry *registry, uint32_t id) {
    (void)data, (void)registry, (void)id;
}

static void offered(
    void *data, struct wl_registry *registry, uint32_t id, const char *name, uint32_t version) {
    (void)version;
    struct screen *screen = data;
    if (!strcmp(name, wl_compositor_interface.name))
        screen->compositor = wl_registry_bind(registry, id, &wl_compositor_interface, 1);
    if (!strcmp(name, wl_shm_interface.name))
        screen->shm = wl_registry_bind(registry, id, &wl_shm_interface, 1);
    if (!strcmp(name, xdg_wm_base_interface.name))
        screen->base = wl_registry_bind(registry, id, &xdg_wm_base_interface, 1);
    if (!strcmp(name, wl_seat_interface.name))
        screen->seat = wl_registry_bind(registry, id, &wl_seat_interface, 1);
}

static const struct wl_registry_listener registry_listener = {offered, withdrawn};

static void show(struct screen *screen) {
    wl_registry_add_listener(
        wl_display_get_registry(screen->display), &registry_listener, screen);
    wayland_check(wl_display_roundtrip(screen->display));
    if (!screen->compositor || !screen->shm || !screen->base || !screen->seat)
        fail("the Wayland server does not support windows");
    wl_seat_add_listener(screen->seat, &seat_listener, screen);
    xdg_wm_base_add_listener(screen->base, &base_listener, screen);
    screen->surface = wl_compositor_create_surface(screen->compositor);
    screen->xdg = xdg_wm_base_get_xdg_surface(screen->base, screen->surface);
    xdg_surface_add_listener(screen->xdg, &xdg_listener, screen);
    struct xdg_toplevel *toplevel = xdg_surface_get_toplevel(screen->xdg);
    xdg_toplevel_add_listener(toplevel, &toplevel_listener, screen);
    xdg_toplevel_set_fullscreen(toplevel, NULL);
    wl_surface_commit(screen->surface);
    while (!screen->is_shown || !screen->pointer) wayland_check(wl_display_dispatch(screen->display));
    wayland_check(wl_display_roundtrip(screen->display));
}

// MARK: The mouse

static void offered_to_mouse(
    void *data, struct wl_registry *registry, uint32_t id, const char *name, uint32_t version) {
    (void)version;
    struct screen *screen = data;
    if (!strcmp(name, wl_seat_interface.name))
        screen->mouse_seat = wl_registry_bind(registry, id, &wl_seat_interface, 1);
    if (!strcmp(name, zwlr_virtual_pointer_manager_v1_interface.name))
        screen->manager =
            wl_registry_bind(registry, id, &zwlr_virtual_pointer_manager_v1_interface, 1);
}

static const struct wl_registry_listener mouse_listener = {offered_to_mouse, withdrawn};

static struct wl_display *connected(const char *path) {
    struct wl_display *display = wl_display_connect(path);
    if (!display) fail("cannot connect to the Wayland server");
    return display;
}

struct screen *screen_open(const char *path, const char *finger, int width, int height) {
    (void)finger;
    struct screen *screen = calloc(1, sizeof *screen);
    screen->width = width;
    screen->height = height;
    screen->mouse_display = connected(path);
    wl_registry_add_listener(
        wl_display_get_registry(screen->mouse_display), &mouse_listener, screen);
    wayland_check(wl_display_roundtrip(screen->mouse_display));
    if (!screen->mouse_seat || !screen->manager) fail("the Wayland server does not support virtual pointers");
    screen->mouse = zwlr_virtual_pointer_manager_v1_create_virtual_pointer(
        screen->manager, screen->mouse_seat);
    wayland_check(wl_display_roundtrip(screen->mouse_display));
    screen->display = connected(path);
    show(screen);
    return screen;
}

static uint32_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint32_t)(time.tv_sec * 1000 + time.tv_nsec / 1000000);
}

void wayland_move(struct screen *screen, int x, int y) {
    zwlr_virtual_pointer_v1_motion_absolute(
        screen->mouse, now(), (uint32_t)x, (uint32_t)y, (uint32_t)screen->width,
        (uint32_t)screen->height);
    zwlr_virtual_pointer_v1_frame(screen->mouse);
}

void wayland_press(struct screen *screen, uint32_t state) {
    zwlr_virtual_pointer_v1_button(screen->mouse, now(), LEFT_BUTTON, state);
    zwlr_virtual_pointer_v1_frame(screen->mouse);
}

void screen_tap(struct screen *screen, int x, int y) {
    wayland_move(screen, x, y);
    wayland_press(screen, WL_POINTER_BUTTON_STATE_PRESSED);
    wayland_press(screen, WL_POINTER_BUTTON_STATE_RELEASED);
    wayland_check(wl_display_flush(screen->mouse_display));
}

void screen_await(struct screen *screen) {
    screen->was_pressed = false;
    while (!screen->was_pressed) wayland_check(wl_display_dispatch(screen->display));
}

void screen_settle(struct screen *screen) { wayland_check(wl_display_roundtrip(screen->mouse_display)); }

bool screen_was_pressed(struct screen *screen) {
    wayland_check(wl_display_roundtrip(screen->display));
    bool was_pressed = screen->was_pressed;
    screen->was_pressed = false;
    return was_pressed;
}
