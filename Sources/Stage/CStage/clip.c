// SPDX-License-Identifier: MIT
//
// What a window has outside its clip is cut off: it is not drawn, and gets no fingers and no mouse.

#include "parts.h"

void stage_clip(
    stage *stage, uint32_t id, int32_t x, int32_t y, int32_t width, int32_t height) {
    window *window = stage_window_with_id(stage, id);
    if (window)
        window->clip = (struct wlr_box){.x = x, .y = y, .width = width, .height = height};
}

// MARK: Drawing

typedef struct extent {
    const struct wlr_box *clip;
    bool leaves_it;
} extent;

static void measure(drawn_part *part, int x, int y, void *data) {
    extent *extent = data;
    const struct wlr_box *clip = extent->clip;
    int64_t right = (int64_t)x + part_width(part), bottom = (int64_t)y + part_height(part);
    if (x < clip->x || y < clip->y || right > (int64_t)clip->x + clip->width ||
        bottom > (int64_t)clip->y + clip->height)
        extent->leaves_it = true;
}

// From the corner of the window's surface.
static struct wlr_box clip_in_surface(const window *window) {
    struct wlr_box clip = window->clip, own = stage_window_box(window), popup = {0};
    if (window->kind == STAGE_WINDOW_POPUP) popup = popup_box(window->xdg->popup);
    int x = 0, y = 0;
    wlr_scene_node_coords(&window->tree->node, &x, &y);
    clip.x = (int)((int64_t)clip.x - x - popup.x + own.x);
    clip.y = (int)((int64_t)clip.y - y - popup.y + own.y);
    return clip;
}

bool stage_clip_window(window *window) {
    if (!is_seen(window)) return false;
    extent extent = {.clip = &window->clip};
    for_each_part(&window->tree->node, measure, &extent);
    struct wlr_box clip = clip_in_surface(window);
    clip_node(&window->tree->node, &clip, extent.leaves_it);
    return extent.leaves_it;
}

bool stage_clip_windows(stage *stage) {
    bool is_any_cut = false;
    window *window;
    wl_list_for_each(window, &stage->windows, link)
        if (stage_clip_window(window)) is_any_cut = true;
    return is_any_cut;
}

// MARK: Input

static window *window_of(const struct wlr_scene_node *node, double x, double y) {
    // What the stage draws itself has none.
    if (!node->data || !wlr_box_contains_point(node->data, x, y)) return NULL;
    window *window = wl_container_of(node->data, window, clip);
    return is_seen(window) ? window : NULL;
}

const window *stage_window_over(const stage *stage, double x, double y) {
    for (int level = STAGE_LEVELS - 1; level >= 0; level--) {
        const struct wlr_scene_node *node;
        wl_list_for_each_reverse(node, nodes_of(stage->levels[level]), node_link) {
            const window *window = window_of(node, x, y);
            if (window) return window;
        }
    }
    return NULL;
}

struct wlr_surface *stage_surface_at(
    const stage *stage, double x, double y, double *sx, double *sy) {
    for (int level = STAGE_LEVELS - 1; level >= 0; level--) {
        struct wlr_scene_node *node;
        wl_list_for_each_reverse(node, nodes_of(stage->levels[level]), node_link) {
            if (!window_of(node, x, y)) continue;
            struct wlr_surface *surface = node_surface(wlr_scene_node_at(node, x, y, sx, sy));
            if (surface) return surface;
        }
    }
    return NULL;
}
