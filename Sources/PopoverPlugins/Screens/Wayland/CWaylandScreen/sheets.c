// SPDX-License-Identifier: MIT

#include "screen.h"

#ifdef HAS_PROTOCOLS

#include <stdlib.h>

static void remove_sheet(struct sheet *sheet) {
    if (sheet->layer) zwlr_layer_surface_v1_destroy(sheet->layer);
    if (sheet->viewport) wp_viewport_destroy(sheet->viewport);
    if (sheet->surface) wl_surface_destroy(sheet->surface);
    sheet->layer = NULL;
    sheet->viewport = NULL;
    sheet->surface = NULL;
    sheet->width = sheet->height = 0;
    sheet->output->screen->has_other_outputs = true;
}

// The server says how large the surface is, and has it mapped by that.
static void configured(
    void *data, struct zwlr_layer_surface_v1 *layer, uint32_t serial, uint32_t width,
    uint32_t height) {
    struct sheet *sheet = data;
    wayland_screen *screen = sheet->output->screen;
    zwlr_layer_surface_v1_ack_configure(layer, serial);
    if (width > 0 && height > 0 && width <= INT16_MAX && height <= INT16_MAX) {
        wp_viewport_set_destination(sheet->viewport, (int32_t)width, (int32_t)height);
        wl_surface_attach(sheet->surface, screen->buffer, 0, 0);
        wl_surface_damage(sheet->surface, 0, 0, INT32_MAX, INT32_MAX);
        if (sheet->width != (int32_t)width || sheet->height != (int32_t)height)
            screen->has_other_outputs = true;
        sheet->width = (int32_t)width;
        sheet->height = (int32_t)height;
    }
    wl_surface_commit(sheet->surface);
}

static void closed(void *data, struct zwlr_layer_surface_v1 *layer) {
    (void)layer;
    struct sheet *sheet = data;
    remove_sheet(sheet);
    screen_tell(
        sheet->output->screen, &(wayland_event){.kind = WAYLAND_EVENT_UNCOVERED});
}

static const struct zwlr_layer_surface_v1_listener layer_listener = {
    .configure = configured, .closed = closed};

static void set_region(struct sheet *sheet, struct wl_region *wanted) {
    struct wl_compositor *compositor = sheet->output->screen->compositor;
    // A surface without a region takes all taps; with an empty one, none.
    struct wl_region *region = wanted ? wanted : wl_compositor_create_region(compositor);
    wl_surface_set_input_region(sheet->surface, region);
    if (region != wanted) wl_region_destroy(region);
}

void output_set_region(struct output *output) {
    struct sheet *shield = &output->shield;
    if (!shield->surface) return;
    set_region(shield, output->region);
    // Before the server has said how large it is, the first commit has been sent already.
    if (shield->width > 0) wl_surface_commit(shield->surface);
}

static void make_sheet(
    struct sheet *sheet, uint32_t height, int32_t zone, struct wl_region *region) {
    struct output *output = sheet->output;
    wayland_screen *screen = output->screen;
    sheet->surface = wl_compositor_create_surface(screen->compositor);
    if (!sheet->surface) return;
    wl_surface_set_user_data(sheet->surface, output);
    sheet->viewport = wp_viewporter_get_viewport(screen->viewporter, sheet->surface);
    sheet->layer = zwlr_layer_shell_v1_get_layer_surface(
        screen->shell, sheet->surface, output->output, height, "popoverd");
    if (!sheet->viewport || !sheet->layer) return remove_sheet(sheet);
    zwlr_layer_surface_v1_add_listener(sheet->layer, &layer_listener, sheet);
    zwlr_layer_surface_v1_set_size(sheet->layer, 0, 0);
    zwlr_layer_surface_v1_set_anchor(
        sheet->layer, ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP | ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM
                          | ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT
                          | ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT);
    zwlr_layer_surface_v1_set_exclusive_zone(sheet->layer, zone);
    zwlr_layer_surface_v1_set_keyboard_interactivity(sheet->layer, 0);
    set_region(sheet, region);
    wl_surface_commit(sheet->surface);
}

void output_cover(struct output *output) {
    // Over panels too, without moving anybody.
    if (!output->shield.surface)
        make_sheet(
            &output->shield, ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, -1, output->region);
    // Beside panels, and moved by them.
    if (!output->rest.surface && output->screen->measures_rest)
        make_sheet(&output->rest, ZWLR_LAYER_SHELL_V1_LAYER_BACKGROUND, 0, NULL);
}

void output_uncover(struct output *output) {
    remove_sheet(&output->shield);
    remove_sheet(&output->rest);
}

#endif
