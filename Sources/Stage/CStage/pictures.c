// SPDX-License-Identifier: MIT
//
// What the stage draws itself.

#include "parts.h"

#include <drm_fourcc.h>
#include <stdlib.h>
#include <string.h>

// Pixels that the renderer reads.
typedef struct picture {
    struct wlr_buffer base;
    size_t stride;
    uint32_t pixels[];
} picture;

static void destroy(struct wlr_buffer *buffer) { free(wl_container_of(buffer, (picture *)NULL, base)); }

static bool begin(
    struct wlr_buffer *buffer, uint32_t flags, void **data, uint32_t *format, size_t *stride) {
    if (flags & WLR_BUFFER_DATA_PTR_ACCESS_WRITE) return false;
    picture *picture = wl_container_of(buffer, picture, base);
    *data = picture->pixels;
    *format = DRM_FORMAT_ARGB8888;
    *stride = picture->stride;
    return true;
}

static void end(struct wlr_buffer *buffer) { (void)buffer; }

static const struct wlr_buffer_impl implementation = {
    .destroy = destroy, .begin_data_ptr_access = begin, .end_data_ptr_access = end};

static void place(
    stage *stage, uint32_t slot, struct wlr_scene_node *node, int32_t x, int32_t y) {
    stage_erase(stage, slot);
    if (node) wlr_scene_node_set_position(node, x, y);
    stage->pictures[slot] = node;
}

void stage_fill(
    stage *stage, uint32_t slot, stage_level level, int32_t x, int32_t y, int32_t width,
    int32_t height, const float color[4]) {
    if (slot >= STAGE_PICTURES_CAPACITY) return;
    struct wlr_scene_rect *rect =
        wlr_scene_rect_create(stage->levels[level], width, height, color);
    place(stage, slot, rect ? &rect->node : NULL, x, y);
}

void stage_draw(
    stage *stage, uint32_t slot, stage_level level, int32_t x, int32_t y, int32_t width,
    int32_t height, const uint32_t *pixels, int32_t pixel_width, int32_t pixel_height,
    int32_t stride) {
    if (slot >= STAGE_PICTURES_CAPACITY || pixel_width <= 0 || pixel_height <= 0) return;
    size_t size = (size_t)pixel_height * (size_t)stride;
    picture *picture = calloc(1, sizeof *picture + size);
    if (!picture) return;
    wlr_buffer_init(&picture->base, &implementation, pixel_width, pixel_height);
    picture->stride = (size_t)stride;
    memcpy(picture->pixels, pixels, size);
    struct wlr_scene_buffer *buffer =
        wlr_scene_buffer_create(stage->levels[level], &picture->base);
    // The scene has its own hold.
    wlr_buffer_drop(&picture->base);
    if (buffer) wlr_scene_buffer_set_dest_size(buffer, width, height);
    // Below the windows of its level.
    if (buffer) wlr_scene_node_lower_to_bottom(&buffer->node);
    place(stage, slot, buffer ? &buffer->node : NULL, x, y);
}

void stage_erase(stage *stage, uint32_t slot) {
    if (slot >= STAGE_PICTURES_CAPACITY || !stage->pictures[slot]) return;
    wlr_scene_node_destroy(stage->pictures[slot]);
    stage->pictures[slot] = NULL;
}
