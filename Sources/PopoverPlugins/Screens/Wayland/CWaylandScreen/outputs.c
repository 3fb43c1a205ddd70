// SPDX-License-Identifier: MIT

#include "screen.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wayland_screen_cover(wayland_screen *screen) {
    if (wayland_screen_missing(screen)) return;
    for (int i = 0; i < screen->output_count; i++) {
        struct output *output = screen->outputs[i];
        if (output->is_known) output_cover(output);
    }
}

void wayland_screen_measure_usable(wayland_screen *screen) {
    screen->measures_usable = true;
    wayland_screen_cover(screen);
}

static struct output *find(wayland_screen *screen, uint32_t id) {
    for (int i = 0; i < screen->output_count; i++)
        if (screen->outputs[i]->id == id) return screen->outputs[i];
    return NULL;
}

void wayland_screen_shield(
    wayland_screen *screen, uint32_t id, bool is_shielded, const wayland_rectangle *holes,
    int hole_count) {
    struct output *output = find(screen, id);
    if (!output || !screen->compositor) return;
    if (output->region) wl_region_destroy(output->region);
    output->region = is_shielded ? wl_compositor_create_region(screen->compositor) : NULL;
    if (output->region) {
        wl_region_add(output->region, 0, 0, INT16_MAX, INT16_MAX);
        if (hole_count > WAYLAND_SCREEN_RECTANGLES_CAPACITY)
            hole_count = WAYLAND_SCREEN_RECTANGLES_CAPACITY;
        for (int i = 0; i < hole_count; i++)
            wl_region_subtract(
                output->region, holes[i].x, holes[i].y, holes[i].width, holes[i].height);
    }
    output_set_region(output);
}

void wayland_screen_take_keys(wayland_screen *screen, uint32_t id, bool takes) {
    struct output *output = find(screen, id);
    if (!output || output->takes_keys == takes) return;
    output->takes_keys = takes;
    output_set_keys(output);
}

void wayland_screen_ring(wayland_screen *screen, uint32_t id, const wayland_rectangle *around) {
    struct output *output = find(screen, id);
    if (output) output_set_ring(output, around);
}

// MARK: Events of an output

static void geometry(
    void *data, struct wl_output *raw, int32_t x, int32_t y, int32_t width, int32_t height,
    int32_t subpixel, const char *make, const char *model, int32_t transform) {
    (void)raw, (void)x, (void)y, (void)width, (void)height, (void)subpixel, (void)make, (void)model;
    ((struct output *)data)->transform = transform;
}

static void mode(
    void *data, struct wl_output *raw, uint32_t flags, int32_t width, int32_t height,
    int32_t refresh) {
    (void)raw, (void)refresh;
    struct output *output = data;
    if (!(flags & WL_OUTPUT_MODE_CURRENT)) return;
    output->pixel_width = width;
    output->pixel_height = height;
}

static void known(struct output *output) {
    output->is_known = true;
    output->screen->has_changed_outputs = true;
    wayland_screen_cover(output->screen);
}

static void done(void *data, struct wl_output *raw) {
    (void)raw;
    known(data);
}

static void scale(void *data, struct wl_output *raw, int32_t factor) {
    (void)raw;
    ((struct output *)data)->whole_scale = factor;
}

static void name(void *data, struct wl_output *raw, const char *text) {
    (void)raw;
    struct output *output = data;
    snprintf(output->name, sizeof output->name, "%s", text);
}

static void description(void *data, struct wl_output *raw, const char *text) {
    (void)data, (void)raw, (void)text;
}

static const struct wl_output_listener output_listener = {
    .geometry = geometry,
    .mode = mode,
    .done = done,
    .scale = scale,
    .name = name,
    .description = description,
};

void output_add(wayland_screen *screen, uint32_t id, uint32_t version) {
    if (screen->output_count == WAYLAND_SCREEN_OUTPUTS_CAPACITY) return;
    struct output *output = calloc(1, sizeof *output);
    if (!output) return;
    output->screen = screen;
    output->shield.output = output->usable.output = output->keys.output = output;
    output->ring.output = output;
    output->id = id;
    output->whole_scale = 1;
    // Older servers send no names.
    snprintf(output->name, sizeof output->name, "output-%u", id);
    output->output =
        wl_registry_bind(screen->registry, id, &wl_output_interface, version < 4 ? version : 4);
    if (!output->output) return free(output);
    wl_output_add_listener(output->output, &output_listener, output);
    screen->outputs[screen->output_count++] = output;
    // The oldest servers send no `done`.
    if (version < WL_OUTPUT_DONE_SINCE_VERSION) known(output);
}

void output_free(struct output *output) {
    output_uncover(output);
    output_remove_ring(output);
    if (output->region) wl_region_destroy(output->region);
    if (wl_output_get_version(output->output) >= WL_OUTPUT_RELEASE_SINCE_VERSION)
        wl_output_release(output->output);
    else
        wl_output_destroy(output->output);
    free(output);
}

void output_remove(wayland_screen *screen, uint32_t id) {
    for (int i = 0; i < screen->output_count; i++) {
        if (screen->outputs[i]->id != id) continue;
        output_free(screen->outputs[i]);
        screen->output_count--;
        memmove(
            screen->outputs + i, screen->outputs + i + 1,
            sizeof screen->outputs[0] * (size_t)(screen->output_count - i));
        return;
    }
}

// Servers round a fractional scale up; the sizes have the exact one.
double output_scale(const struct output *output) {
    bool is_turned = output->transform & 1;
    int32_t pixels = is_turned ? output->pixel_height : output->pixel_width;
    if (pixels <= 0 || output->shield.width <= 0)
        return output->whole_scale > 0 ? output->whole_scale : 1;
    // Fractional scales are multiples of 1/120; the size in points was rounded.
    double scale = round(120.0 * pixels / output->shield.width) / 120;
    return scale > 0 ? scale : 1;
}

int wayland_screen_outputs(const wayland_screen *screen, wayland_output *outputs) {
    int count = 0;
    for (int i = 0; i < screen->output_count; i++) {
        const struct output *output = screen->outputs[i];
        if (!output->is_known) continue;
        wayland_output *told = &outputs[count++];
        told->id = output->id;
        memcpy(told->name, output->name, sizeof told->name);
        told->width = output->shield.width;
        told->height = output->shield.height;
        told->usable_height = output->usable.height;
        told->scale = output_scale(output);
    }
    return count;
}
