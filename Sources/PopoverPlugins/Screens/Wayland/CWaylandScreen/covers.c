// SPDX-License-Identifier: MIT

#include "screen.h"

#include <stdlib.h>

static void remove_cover(struct cover *cover) {
    if (cover->layer) zwlr_layer_surface_v1_destroy(cover->layer);
    if (cover->viewport) wp_viewport_destroy(cover->viewport);
    if (cover->surface) wl_surface_destroy(cover->surface);
    cover->layer = NULL;
    cover->viewport = NULL;
    cover->surface = NULL;
    cover->width = cover->height = 0;
    cover->output->screen->has_changed_outputs = true;
}

// The server sets the surface's size, which maps it.
static void configured(
    void *data, struct zwlr_layer_surface_v1 *layer, uint32_t serial, uint32_t width,
    uint32_t height) {
    struct cover *cover = data;
    wayland_screen *screen = cover->output->screen;
    zwlr_layer_surface_v1_ack_configure(layer, serial);
    if (width > 0 && height > 0 && width <= INT16_MAX && height <= INT16_MAX) {
        wp_viewport_set_destination(cover->viewport, (int32_t)width, (int32_t)height);
        wl_surface_attach(cover->surface, screen->buffer, 0, 0);
        wl_surface_damage(cover->surface, 0, 0, INT32_MAX, INT32_MAX);
        if (cover->width != (int32_t)width || cover->height != (int32_t)height)
            screen->has_changed_outputs = true;
        cover->width = (int32_t)width;
        cover->height = (int32_t)height;
    }
    wl_surface_commit(cover->surface);
}

static void closed(void *data, struct zwlr_layer_surface_v1 *layer) {
    (void)layer;
    struct cover *cover = data;
    remove_cover(cover);
    screen_push(
        cover->output->screen, &(wayland_event){.kind = WAYLAND_EVENT_UNCOVERED});
}

static const struct zwlr_layer_surface_v1_listener layer_listener = {
    .configure = configured, .closed = closed};

static void set_region(struct cover *cover, struct wl_region *wanted) {
    struct wl_compositor *compositor = cover->output->screen->compositor;
    // A surface without an input region receives all taps; with an empty one, none.
    struct wl_region *region = wanted ? wanted : wl_compositor_create_region(compositor);
    wl_surface_set_input_region(cover->surface, region);
    if (region != wanted) wl_region_destroy(region);
}

void output_set_region(struct output *output) {
    struct cover *shield = &output->shield;
    if (!shield->surface) return;
    set_region(shield, output->region);
    // The first commit is already sent; the next one has to wait for the size.
    if (shield->width > 0) wl_surface_commit(shield->surface);
}

static const uint32_t top_left =
    ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP | ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT;
static const uint32_t all_edges =
    ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP | ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT
    | ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM | ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT;

// A size of 0 is the output's.
static void make_cover(
    struct cover *cover, uint32_t height, uint32_t size, int32_t zone, struct wl_region *region) {
    struct output *output = cover->output;
    wayland_screen *screen = output->screen;
    cover->surface = wl_compositor_create_surface(screen->compositor);
    if (!cover->surface) return;
    wl_surface_set_user_data(cover->surface, output);
    cover->viewport = wp_viewporter_get_viewport(screen->viewporter, cover->surface);
    cover->layer = zwlr_layer_shell_v1_get_layer_surface(
        screen->shell, cover->surface, output->output, height, "popoverd");
    if (!cover->viewport || !cover->layer) return remove_cover(cover);
    zwlr_layer_surface_v1_add_listener(cover->layer, &layer_listener, cover);
    zwlr_layer_surface_v1_set_size(cover->layer, size, size);
    zwlr_layer_surface_v1_set_anchor(cover->layer, size > 0 ? top_left : all_edges);
    zwlr_layer_surface_v1_set_exclusive_zone(cover->layer, zone);
    bool takes_keys = cover == &output->keys && output->takes_keys;
    zwlr_layer_surface_v1_set_keyboard_interactivity(cover->layer, takes_keys);
    set_region(cover, region);
    wl_surface_commit(cover->surface);
}

void output_cover(struct output *output) {
    // Above panels too, without moving any window.
    if (!output->shield.surface)
        make_cover(
            &output->shield, ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, 0, -1, output->region);
    if (!output->keys.surface)
        make_cover(&output->keys, ZWLR_LAYER_SHELL_V1_LAYER_TOP, 1, -1, NULL);
    // Resized by panels.
    if (!output->usable.surface && output->screen->measures_usable)
        make_cover(&output->usable, ZWLR_LAYER_SHELL_V1_LAYER_BACKGROUND, 0, 0, NULL);
}

void output_uncover(struct output *output) {
    remove_cover(&output->shield);
    remove_cover(&output->usable);
    remove_cover(&output->keys);
}

void output_set_keys(struct output *output) {
    const struct cover *keys = &output->keys;
    if (!keys->surface) return;
    zwlr_layer_surface_v1_set_keyboard_interactivity(keys->layer, output->takes_keys);
    // As for the region.
    if (keys->width > 0) wl_surface_commit(keys->surface);
}
