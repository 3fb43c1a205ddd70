// SPDX-License-Identifier: MIT
//
// Shared by the parts of a screen: connection, outputs and seats.

#ifndef SCREEN_H
#define SCREEN_H

#include "wayland_screen.h"

#if !__has_include("generated/wlr-layer-shell-unstable-v1.h")
#error scripts/prepare-build generates the code of the protocols
#endif

#include <wayland-client.h>

#include "generated/ext-idle-notify-v1.h"
#include "generated/viewporter.h"
#include "generated/wlr-layer-shell-unstable-v1.h"

// One read takes 4096 bytes, which cannot hold more events.
#define EVENTS_CAPACITY 1024

struct output;

// A transparent surface over a whole output, or over its usable area.
struct cover {
    struct output *output;
    // NULL: no surface.
    struct wl_surface *surface;
    struct wp_viewport *viewport;
    struct zwlr_layer_surface_v1 *layer;
    // In points; 0 until the server has set the size.
    int32_t width, height;
};

// The frame around what has the focus of a keypad.
struct ring {
    struct output *output;
    // NULL: none.
    struct wl_surface *surface;
    struct wp_viewport *viewport;
    struct zwlr_layer_surface_v1 *layer;
    // NULL: not drawn yet.
    struct wl_buffer *buffer;
    // In points.
    wayland_rectangle around;
};

struct output {
    wayland_screen *screen;
    uint32_t id;
    struct wl_output *output;
    char name[WAYLAND_SCREEN_NAME_CAPACITY];
    // All of its properties have been received once.
    bool is_known;
    int32_t pixel_width, pixel_height;
    int32_t transform;
    int32_t whole_scale;
    // Above all other surfaces; blocks taps.
    struct cover shield;
    // Below all other surfaces; its size is the area that panels and keyboards leave.
    struct cover usable;
    // One point, which can have the keyboard. It is below popovers of the layer overlay, so that those
    // that demand the keyboard have it: of all that do, servers prefer the highest layer.
    struct cover keys;
    bool takes_keys;
    struct ring ring;
    // Where the shield blocks taps, also after it is made again; NULL: nowhere.
    struct wl_region *region;
};

struct seat {
    wayland_screen *screen;
    uint32_t id;
    struct wl_seat *seat;
    struct wl_pointer *pointer;
    struct wl_touch *touch;
    struct wl_keyboard *keyboard;
    // The code of the key Escape; 0: unknown.
    uint32_t escape;
    // The output whose keys it has; 0: none.
    uint32_t keys_output;
    // NULL: the server has no ext_idle_notifier_v1.
    struct ext_idle_notification_v1 *idle;
    // The output of the pointer, and its position there; 0: none.
    uint32_t output;
    double x, y;
};

struct wayland_screen {
    struct wl_display *display;
    struct wl_registry *registry;
    struct wl_callback *asked;
    struct wl_compositor *compositor;
    struct wl_shm *shm;
    struct wp_viewporter *viewporter;
    struct zwlr_layer_shell_v1 *shell;
    // Optional.
    struct ext_idle_notifier_v1 *idle_notifier;
    // Transparent, of one pixel.
    struct wl_buffer *buffer;
    struct output *outputs[WAYLAND_SCREEN_OUTPUTS_CAPACITY];
    int output_count;
    struct seat *seats[WAYLAND_SCREEN_SEATS_CAPACITY];
    int seat_count;
    bool has_changed_outputs;
    bool measures_usable;
    bool is_overrun;
    wayland_event events[EVENTS_CAPACITY];
    int event_count;
    int event_next;
};

// Queues an event for wayland_screen_next.
void screen_push(wayland_screen *screen, const wayland_event *event);

void output_add(wayland_screen *screen, uint32_t id, uint32_t version);
void output_remove(wayland_screen *screen, uint32_t id);
void output_free(struct output *output);

// Makes and removes the surfaces of an output.
void output_cover(struct output *output);
void output_uncover(struct output *output);

// Applies the output's region to its shield.
void output_set_region(struct output *output);

// Takes the keys from windows, or returns them.
void output_set_keys(struct output *output);

// Pixels per point.
double output_scale(const struct output *output);

// NULL: no ring.
void output_set_ring(struct output *output, const wayland_rectangle *around);
void output_remove_ring(struct output *output);

void seat_add(wayland_screen *screen, uint32_t id, uint32_t version);
// Hears of its activity, if the server tells it.
void seat_watch(struct seat *seat);
void seat_remove(wayland_screen *screen, uint32_t id);
void seat_free(struct seat *seat);

#endif
