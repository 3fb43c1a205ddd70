// SPDX-License-Identifier: MIT

// For memfd_create.
#define _GNU_SOURCE

#include "screen.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// In points.
#define RING_WIDTH 4
// The outer half, and the inner one: one of them is seen on any ground.
#define WHITE 0xffffffffu
#define BLACK 0xff000000u

static void remove_ring(struct ring *ring) {
    if (ring->layer) zwlr_layer_surface_v1_destroy(ring->layer);
    if (ring->viewport) wp_viewport_destroy(ring->viewport);
    if (ring->surface) wl_surface_destroy(ring->surface);
    if (ring->buffer) wl_buffer_destroy(ring->buffer);
    ring->layer = NULL;
    ring->viewport = NULL;
    ring->surface = NULL;
    ring->buffer = NULL;
}

static void fill(uint32_t *pixels, int width, int height, int from, int to, uint32_t color) {
    for (int y = from; y < height - from; y++) {
        bool is_side = y >= to && y < height - to;
        for (int x = from; x < width - from; x++) {
            if (is_side && x == to && width - to > to) x = width - to;
            pixels[(size_t)y * (size_t)width + (size_t)x] = color;
        }
    }
}

static struct wl_buffer *draw(struct wl_shm *shm, int width, int height, int border) {
    int stride = width * 4, size = stride * height;
    int descriptor = memfd_create("popoverd", MFD_CLOEXEC);
    if (descriptor < 0) return NULL;
    struct wl_buffer *buffer = NULL;
    uint32_t *pixels = MAP_FAILED;
    if (ftruncate(descriptor, size) == 0)
        pixels = mmap(NULL, (size_t)size, PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (pixels != MAP_FAILED) {
        fill(pixels, width, height, 0, border / 2, WHITE);
        fill(pixels, width, height, border / 2, border, BLACK);
        munmap(pixels, (size_t)size);
        struct wl_shm_pool *pool = wl_shm_create_pool(shm, descriptor, size);
        buffer = wl_shm_pool_create_buffer(pool, 0, width, height, stride, WL_SHM_FORMAT_ARGB8888);
        wl_shm_pool_destroy(pool);
    }
    close(descriptor);
    return buffer;
}

static void configured(
    void *data, struct zwlr_layer_surface_v1 *layer, uint32_t serial, uint32_t width,
    uint32_t height) {
    struct ring *ring = data;
    (void)width, (void)height;
    zwlr_layer_surface_v1_ack_configure(layer, serial);
    if (ring->buffer) return;
    double scale = output_scale(ring->output);
    int points_wide = ring->around.width + 2 * RING_WIDTH;
    int points_high = ring->around.height + 2 * RING_WIDTH;
    int border = (int)lround(RING_WIDTH * scale);
    ring->buffer = draw(
        ring->output->screen->shm, (int)lround(points_wide * scale),
        (int)lround(points_high * scale), border < 2 ? 2 : border);
    if (!ring->buffer) return;
    wp_viewport_set_destination(ring->viewport, points_wide, points_high);
    wl_surface_attach(ring->surface, ring->buffer, 0, 0);
    wl_surface_damage(ring->surface, 0, 0, INT32_MAX, INT32_MAX);
    wl_surface_commit(ring->surface);
}

// It comes back with the next change.
static void closed(void *data, struct zwlr_layer_surface_v1 *layer) {
    (void)layer;
    remove_ring(data);
}

static const struct zwlr_layer_surface_v1_listener layer_listener = {
    .configure = configured, .closed = closed};

static void make_ring(struct ring *ring) {
    struct output *output = ring->output;
    wayland_screen *screen = output->screen;
    ring->surface = wl_compositor_create_surface(screen->compositor);
    if (!ring->surface) return;
    ring->viewport = wp_viewporter_get_viewport(screen->viewporter, ring->surface);
    ring->layer = zwlr_layer_shell_v1_get_layer_surface(
        screen->shell, ring->surface, output->output, ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY,
        "popoverd-ring");
    if (!ring->viewport || !ring->layer) return remove_ring(ring);
    zwlr_layer_surface_v1_add_listener(ring->layer, &layer_listener, ring);
    zwlr_layer_surface_v1_set_size(
        ring->layer, (uint32_t)(ring->around.width + 2 * RING_WIDTH),
        (uint32_t)(ring->around.height + 2 * RING_WIDTH));
    zwlr_layer_surface_v1_set_anchor(
        ring->layer, ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP | ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT);
    zwlr_layer_surface_v1_set_margin(
        ring->layer, ring->around.y - RING_WIDTH, 0, 0, ring->around.x - RING_WIDTH);
    zwlr_layer_surface_v1_set_exclusive_zone(ring->layer, -1);
    // It takes no taps.
    struct wl_region *empty = wl_compositor_create_region(screen->compositor);
    wl_surface_set_input_region(ring->surface, empty);
    wl_region_destroy(empty);
    wl_surface_commit(ring->surface);
}

void output_remove_ring(struct output *output) {
    remove_ring(&output->ring);
    memset(&output->ring.around, 0, sizeof output->ring.around);
}

void output_set_ring(struct output *output, const wayland_rectangle *around) {
    struct ring *ring = &output->ring;
    if (around && ring->surface && !memcmp(around, &ring->around, sizeof *around)) return;
    output_remove_ring(output);
    if (!around || wayland_screen_missing(output->screen)) return;
    ring->around = *around;
    make_ring(ring);
}
