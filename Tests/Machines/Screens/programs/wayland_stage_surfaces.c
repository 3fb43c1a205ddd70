// SPDX-License-Identifier: MIT
//
// The surfaces of the stage: it tells when one is mapped, and where it takes taps.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wayland_stage.h"
#include "viewporter-server.h"
#include "wlr-layer-shell-unstable-v1-server.h"

struct stage_surface {
    struct stage_output *output;
    bool is_configured, is_mapped, has_buffer, has_region;
    char region[512];
};

// MARK: Regions and surfaces

static void free_data(struct wl_resource *resource) { free(wl_resource_get_user_data(resource)); }

static void note(struct wl_resource *resource, char sign, int x, int y, int width, int height) {
    char *text = wl_resource_get_user_data(resource);
    size_t length = strlen(text);
    snprintf(text + length, 512 - length, " %c%d,%d,%d,%d", sign, x, y, width, height);
}

static void region_add(
    struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y, int32_t width,
    int32_t height) {
    (void)client;
    note(resource, '+', x, y, width, height);
}

static void region_subtract(
    struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y, int32_t width,
    int32_t height) {
    (void)client;
    note(resource, '-', x, y, width, height);
}

static const struct wl_region_interface region_interface = {
    destroy, region_add, region_subtract};

static void create_region(struct wl_client *client, struct wl_resource *parent, uint32_t id) {
    (void)parent;
    struct wl_resource *region = wl_resource_create(client, &wl_region_interface, 1, id);
    wl_resource_set_implementation(region, &region_interface, calloc(1, 512), free_data);
}

static void attach(
    struct wl_client *client, struct wl_resource *resource, struct wl_resource *buffer, int32_t x,
    int32_t y) {
    (void)client, (void)x, (void)y;
    struct stage_surface *surface = wl_resource_get_user_data(resource);
    surface->has_buffer = buffer != NULL;
}

static void damage(
    struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y, int32_t width,
    int32_t height) {
    (void)client, (void)resource, (void)x, (void)y, (void)width, (void)height;
}

static void set_input_region(
    struct wl_client *client, struct wl_resource *resource, struct wl_resource *region) {
    (void)client;
    struct stage_surface *surface = wl_resource_get_user_data(resource);
    const char *text = region ? wl_resource_get_user_data(region) : " everywhere";
    snprintf(surface->region, sizeof surface->region, "%s", text);
    surface->has_region = true;
}

static void commit(struct wl_client *client, struct wl_resource *resource) {
    (void)client;
    struct stage_surface *surface = wl_resource_get_user_data(resource);
    struct stage_output *output = surface->output;
    if (!output || output->surface != resource) return;
    if (!surface->is_configured && output->layer)
        zwlr_layer_surface_v1_send_configure(
            output->layer, 1, (uint32_t)output->width, (uint32_t)output->height);
    surface->is_configured = true;
    if (surface->has_buffer && !surface->is_mapped) {
        surface->is_mapped = true;
        say("mapped", output->name, "");
    }
    if (surface->has_region) say("region", output->name, surface->region);
    surface->has_region = false;
}

static const struct wl_surface_interface surface_interface = {
    .destroy = destroy,
    .attach = attach,
    .damage = damage,
    .set_input_region = set_input_region,
    .commit = commit,
};

static void free_surface(struct wl_resource *resource) {
    struct stage_surface *surface = wl_resource_get_user_data(resource);
    if (surface->output && surface->output->surface == resource) surface->output->surface = NULL;
    free(surface);
}

static void create_surface(struct wl_client *client, struct wl_resource *parent, uint32_t id) {
    struct wl_resource *surface = wl_resource_create(
        client, &wl_surface_interface, wl_resource_get_version(parent), id);
    wl_resource_set_implementation(
        surface, &surface_interface, calloc(1, sizeof(struct stage_surface)), free_surface);
}

static const struct wl_compositor_interface compositor_interface = {
    create_surface, create_region};

// MARK: Viewports and layers

static void set_source(
    struct wl_client *client, struct wl_resource *resource, wl_fixed_t x, wl_fixed_t y,
    wl_fixed_t width, wl_fixed_t height) {
    (void)client, (void)resource, (void)x, (void)y, (void)width, (void)height;
}

static void set_destination(
    struct wl_client *client, struct wl_resource *resource, int32_t width, int32_t height) {
    (void)client, (void)resource, (void)width, (void)height;
}

static const struct wp_viewport_interface viewport_interface = {
    destroy, set_source, set_destination};

static void get_viewport(
    struct wl_client *client, struct wl_resource *parent, uint32_t id,
    struct wl_resource *surface) {
    (void)parent, (void)surface;
    struct wl_resource *viewport = wl_resource_create(client, &wp_viewport_interface, 1, id);
    wl_resource_set_implementation(viewport, &viewport_interface, NULL, NULL);
}

static const struct wp_viewporter_interface viewporter_interface = {destroy, get_viewport};

static void ignore_size(
    struct wl_client *client, struct wl_resource *resource, uint32_t width, uint32_t height) {
    (void)client, (void)resource, (void)width, (void)height;
}

static void ignore(struct wl_client *client, struct wl_resource *resource, uint32_t value) {
    (void)client, (void)resource, (void)value;
}

static void ignore_zone(struct wl_client *client, struct wl_resource *resource, int32_t value) {
    (void)client, (void)resource, (void)value;
}

static const struct zwlr_layer_surface_v1_interface layer_interface = {
    .set_size = ignore_size,
    .set_anchor = ignore,
    .set_exclusive_zone = ignore_zone,
    .set_keyboard_interactivity = ignore,
    .ack_configure = ignore,
    .destroy = destroy,
};

static void get_layer_surface(
    struct wl_client *client, struct wl_resource *parent, uint32_t id,
    struct wl_resource *surface, struct wl_resource *raw, uint32_t layer, const char *name) {
    (void)parent, (void)name;
    struct wl_resource *resource =
        wl_resource_create(client, &zwlr_layer_surface_v1_interface, 1, id);
    static struct wl_resource *nowhere;
    struct stage_output *output = NULL;
    // The one below is for keys, which nobody types here.
    bool is_shield = raw && layer == ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY;
    for (int i = 0; i < OUTPUTS_CAPACITY; i++)
        if (is_shield && outputs[i].resource == raw) output = &outputs[i];
    struct stage_surface *data = wl_resource_get_user_data(surface);
    data->output = output;
    if (output) {
        output->surface = surface;
        output->layer = resource;
    }
    wl_resource_set_implementation(
        resource, &layer_interface, output ? &output->layer : &nowhere, forget);
}

static const struct zwlr_layer_shell_v1_interface shell_interface = {
    .get_layer_surface = get_layer_surface};

// MARK: What is offered

static void bind_compositor(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(
        wl_resource_create(client, &wl_compositor_interface, (int)version, id),
        &compositor_interface, NULL, NULL);
}

static void bind_viewporter(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(
        wl_resource_create(client, &wp_viewporter_interface, (int)version, id),
        &viewporter_interface, NULL, NULL);
}

static void bind_shell(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    (void)data;
    wl_resource_set_implementation(
        wl_resource_create(client, &zwlr_layer_shell_v1_interface, (int)version, id),
        &shell_interface, NULL, NULL);
}

void offer_surfaces(struct wl_display *display, const char *missing) {
    wl_display_init_shm(display);
    wl_global_create(display, &wl_compositor_interface, 4, NULL, bind_compositor);
    if (strcmp(missing, wp_viewporter_interface.name) != 0)
        wl_global_create(display, &wp_viewporter_interface, 1, NULL, bind_viewporter);
    if (strcmp(missing, zwlr_layer_shell_v1_interface.name) != 0)
        wl_global_create(display, &zwlr_layer_shell_v1_interface, 1, NULL, bind_shell);
}
