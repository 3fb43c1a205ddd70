// SPDX-License-Identifier: MIT
//
// Measures the popups of a Wayland server: popups DISPLAY open|press ROUNDS WIDTH HEIGHT prints the
// nanoseconds of each round.
//   open: from xdg_surface.get_popup to the popup's configure event
//   press: from a press in another client's panel to popup_done at a popup that grabs
// Everything else is done before the time starts: creating the surface and the positioner, drawing,
// moving the mouse. A press in a panel changes no focus, which would cost the server more.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "wayland.h"
#include "wlr-layer-shell-unstable-v1.h"

enum { SECONDS = 300, WARM_UP = 20, POPUP_WIDTH = 320, POPUP_HEIGHT = 240, PANEL_WIDTH = 200 };

static struct {
    struct wl_surface *surface;
    struct xdg_surface *xdg;
    struct xdg_positioner *positioner;
    struct xdg_popup *popup;
    bool is_configured, is_done;
} popup;

static struct wl_buffer *buffer;

static struct {
    struct wl_display *display;
    struct wl_compositor *compositor;
    struct wl_shm *shm;
    struct zwlr_layer_shell_v1 *shell;
    struct wl_surface *surface;
    int height;
    bool is_shown;
} panel;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void await(struct screen *screen, const bool *condition) {
    while (!*condition) wayland_check(wl_display_dispatch(screen->display));
}

static void placed(void *data, struct xdg_popup *it, int32_t x, int32_t y, int32_t width, int32_t height) {
    (void)data, (void)it, (void)x, (void)y, (void)width, (void)height;
}

static void done(void *data, struct xdg_popup *it) {
    (void)data, (void)it;
    popup.is_done = true;
}

static const struct xdg_popup_listener popup_listener = {.configure = placed, .popup_done = done};

static void configured(void *data, struct xdg_surface *xdg, uint32_t serial) {
    (void)data;
    xdg_surface_ack_configure(xdg, serial);
    popup.is_configured = true;
}

static const struct xdg_surface_listener xdg_listener = {configured};

// MARK: The panel

static void offered(
    void *data, struct wl_registry *registry, uint32_t id, const char *name, uint32_t version) {
    (void)data, (void)version;
    if (!strcmp(name, wl_compositor_interface.name))
        panel.compositor = wl_registry_bind(registry, id, &wl_compositor_interface, 1);
    if (!strcmp(name, wl_shm_interface.name))
        panel.shm = wl_registry_bind(registry, id, &wl_shm_interface, 1);
    if (!strcmp(name, zwlr_layer_shell_v1_interface.name))
        panel.shell = wl_registry_bind(registry, id, &zwlr_layer_shell_v1_interface, 1);
}

static void withdrawn(void *data, struct wl_registry *registry, uint32_t id) {
    (void)data, (void)registry, (void)id;
}

static const struct wl_registry_listener registry_listener = {offered, withdrawn};

static void panel_configured(
    void *data, struct zwlr_layer_surface_v1 *layer, uint32_t serial, uint32_t width,
    uint32_t height) {
    (void)data, (void)width, (void)height;
    zwlr_layer_surface_v1_ack_configure(layer, serial);
    wl_surface_attach(
        panel.surface, wayland_buffer(panel.shm, PANEL_WIDTH, panel.height), 0, 0);
    wl_surface_commit(panel.surface);
    panel.is_shown = true;
}

static void panel_closed(void *data, struct zwlr_layer_surface_v1 *layer) {
    (void)data, (void)layer;
    fail("the panel was closed");
}

static const struct zwlr_layer_surface_v1_listener panel_listener = {
    panel_configured, panel_closed};

/// On the right side, above fullscreen windows.
static void show_panel(const char *path, int height) {
    panel.height = height;
    panel.display = wl_display_connect(path);
    if (!panel.display) fail("cannot connect to the Wayland server");
    wl_registry_add_listener(wl_display_get_registry(panel.display), &registry_listener, NULL);
    wayland_check(wl_display_roundtrip(panel.display));
    if (!panel.compositor || !panel.shm || !panel.shell)
        fail("the Wayland server does not support panels");
    panel.surface = wl_compositor_create_surface(panel.compositor);
    struct zwlr_layer_surface_v1 *layer = zwlr_layer_shell_v1_get_layer_surface(
        panel.shell, panel.surface, NULL, ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, "panel");
    zwlr_layer_surface_v1_add_listener(layer, &panel_listener, NULL);
    zwlr_layer_surface_v1_set_size(layer, PANEL_WIDTH, (uint32_t)height);
    zwlr_layer_surface_v1_set_anchor(layer, ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT);
    wl_surface_commit(panel.surface);
    while (!panel.is_shown) wayland_check(wl_display_dispatch(panel.display));
    wayland_check(wl_display_roundtrip(panel.display));
}

// MARK: Rounds

static void prepare(struct screen *screen) {
    memset(&popup, 0, sizeof popup);
    popup.surface = wl_compositor_create_surface(screen->compositor);
    popup.xdg = xdg_wm_base_get_xdg_surface(screen->base, popup.surface);
    xdg_surface_add_listener(popup.xdg, &xdg_listener, NULL);
    popup.positioner = xdg_wm_base_create_positioner(screen->base);
    xdg_positioner_set_size(popup.positioner, POPUP_WIDTH, POPUP_HEIGHT);
    xdg_positioner_set_anchor_rect(popup.positioner, 100, 80, 80, 40);
    xdg_positioner_set_anchor(popup.positioner, XDG_POSITIONER_ANCHOR_BOTTOM);
    xdg_positioner_set_gravity(popup.positioner, XDG_POSITIONER_GRAVITY_BOTTOM);
    wayland_check(wl_display_roundtrip(screen->display));
}

/// Grabs with the serial of a press, unless it is 0.
static int64_t open_popup(struct screen *screen, uint32_t serial) {
    int64_t began = now();
    popup.popup = xdg_surface_get_popup(popup.xdg, screen->xdg, popup.positioner);
    xdg_popup_add_listener(popup.popup, &popup_listener, NULL);
    if (serial) xdg_popup_grab(popup.popup, screen->seat, serial);
    wl_surface_commit(popup.surface);
    await(screen, &popup.is_configured);
    return now() - began;
}

/// Maps the popup.
static void draw(struct screen *screen) {
    wl_surface_attach(popup.surface, buffer, 0, 0);
    wl_surface_damage(popup.surface, 0, 0, POPUP_WIDTH, POPUP_HEIGHT);
    wl_surface_commit(popup.surface);
    wayland_check(wl_display_roundtrip(screen->display));
}

static void discard(struct screen *screen) {
    xdg_popup_destroy(popup.popup);
    xdg_positioner_destroy(popup.positioner);
    xdg_surface_destroy(popup.xdg);
    wl_surface_destroy(popup.surface);
    wayland_check(wl_display_roundtrip(screen->display));
}

static int64_t open_round(struct screen *owner) {
    prepare(owner);
    int64_t took = open_popup(owner, 0);
    discard(owner);
    return took;
}

static int64_t press_round(struct screen *owner) {
    screen_tap(owner, owner->width / 8, owner->height / 2);
    screen_await(owner);
    prepare(owner);
    open_popup(owner, owner->serial);
    draw(owner);
    wayland_move(owner, owner->width - PANEL_WIDTH / 2, owner->height / 2);
    screen_settle(owner);
    wayland_check(wl_display_roundtrip(owner->display));
    if (popup.is_done) fail("the popup was dismissed before the press");
    int64_t began = now();
    wayland_press(owner, WL_POINTER_BUTTON_STATE_PRESSED);
    wayland_check(wl_display_flush(owner->mouse_display));
    await(owner, &popup.is_done);
    int64_t took = now() - began;
    wayland_press(owner, WL_POINTER_BUTTON_STATE_RELEASED);
    screen_settle(owner);
    discard(owner);
    return took;
}

int main(int count, char **arguments) {
    if (count != 6) return 2;
    alarm(SECONDS);
    int rounds = atoi(arguments[3]), width = atoi(arguments[4]), height = atoi(arguments[5]);
    struct screen *owner = screen_open(arguments[1], "", width, height);
    show_panel(arguments[1], height);
    buffer = wayland_buffer(owner->shm, POPUP_WIDTH, POPUP_HEIGHT);
    int64_t (*round)(struct screen *) =
        strcmp(arguments[2], "open") == 0 ? open_round : press_round;
    for (int turn = 0; turn < WARM_UP; turn++) round(owner);
    for (int turn = 0; turn < rounds; turn++) printf("%lld\n", (long long)round(owner));
    return 0;
}
