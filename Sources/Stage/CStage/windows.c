// SPDX-License-Identifier: MIT
//
// The windows of clients: toplevels, popups, layer surfaces, and what input methods offer. A window is known from
// its first commit, when its name and what it asks for are there, and hidden until it is shown.

#include "parts.h"

#include <stdlib.h>
#include <wlr/types/wlr_input_method_v2.h>

window *stage_window_with_id(const stage *stage, uint32_t id) {
    window *window;
    wl_list_for_each(window, &stage->windows, link) if (window->id == id) return window;
    return NULL;
}

struct wlr_box stage_window_box(const window *window) {
    struct wlr_box box;
    if (window->xdg) {
        wlr_xdg_surface_get_geometry(window->xdg, &box);
        return box;
    }
    return (struct wlr_box){
        .width = window->surface->current.width, .height = window->surface->current.height};
}

static void report(window *window, stage_event_kind kind) {
    stage_event *event = stage_add_event(window->stage, kind);
    if (event) event->window = window->id;
}

// The place of a popup in its parent; others have none.
struct wlr_box stage_place_in_parent(const window *window) {
    bool is_popup = window->kind == STAGE_WINDOW_POPUP;
    return is_popup ? popup_box(window->xdg->popup) : (struct wlr_box){0};
}

bool stage_takes_presses(const window *window) {
    return pixman_region32_not_empty(&window->surface->input_region);
}

static void change(window *window) {
    struct wlr_box box = stage_window_box(window), place = stage_place_in_parent(window);
    window->x = place.x;
    window->y = place.y;
    window->width = box.width;
    window->height = box.height;
    window->takes_presses = stage_takes_presses(window);
    if (window->is_known) report(window, STAGE_EVENT_WINDOW_CHANGED);
}

void stage_report_window(stage *stage, uint32_t id) {
    window *window = stage_window_with_id(stage, id);
    if (window && window->is_known) report(window, STAGE_EVENT_WINDOW_CHANGED);
}

static bool is_changed(const window *window) {
    struct wlr_box box = stage_window_box(window), place = stage_place_in_parent(window);
    return place.x != window->x || place.y != window->y || box.width != window->width ||
        box.height != window->height || stage_takes_presses(window) != window->takes_presses;
}

// Browsers leave out their bars, and say how to leave the full screen if nobody has asked for it.
static void set_fullscreen(window *window) {
    struct wlr_xdg_toplevel *toplevel = window->xdg->toplevel;
    wlr_xdg_toplevel_set_fullscreen(toplevel, toplevel->requested.fullscreen);
}

static void asked_for_fullscreen(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, asked_for_fullscreen);
    if (is_initialized(window->xdg, window->layer)) set_fullscreen(window);
}

// A program that asks gets an answer: it stays as it is.
static void asked_for_maximized(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, asked_for_maximized);
    if (is_initialized(window->xdg, window->layer)) wlr_xdg_surface_schedule_configure(window->xdg);
}

// Shows what is there of a window that is to be shown.
void stage_enable_window(window *window) {
    wlr_scene_node_set_enabled(&window->tree->node, is_seen(window));
}

static void mapped(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, mapped);
    window->is_known = window->is_mapped = true;
    stage_enable_window(window);
    change(window);
}

static void unmapped(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, unmapped);
    window->is_mapped = false;
    // A layer surface that comes back asks for its size again.
    if (window->layer) window->is_known = false;
    stage_enable_window(window);
    report(window, STAGE_EVENT_WINDOW_CHANGED);
}

static void renamed(struct wl_listener *listener, void *data) {
    (void)data;
    change(wl_container_of(listener, (window *)NULL, named));
}

static void retitled(struct wl_listener *listener, void *data) {
    (void)data;
    change(wl_container_of(listener, (window *)NULL, titled));
}

// Gives a layer surface the size that it asks for, or its output's. Keyboards end when they are to have no
// width: without an output, they wait for one.
static void configure_layer(window *window) {
    const struct wlr_layer_surface_v1_state *state = &window->layer->current;
    struct wl_list *outputs = &window->stage->outputs;
    int width, height;
    // wlroots wants one; the rules may place it on another.
    if (!window->layer->output && !wl_list_empty(outputs)) {
        output *first = wl_container_of(outputs->next, first, link);
        window->layer->output = first->output;
    }
    window->awaits_output = !window->layer->output;
    if (window->awaits_output) return;
    wlr_output_effective_resolution(window->layer->output, &width, &height);
    window->asked_width = state->desired_width ? (int32_t)state->desired_width : width;
    window->asked_height = state->desired_height ? (int32_t)state->desired_height : height;
    wlr_layer_surface_v1_configure(
        window->layer, (uint32_t)window->asked_width, (uint32_t)window->asked_height);
}

// Newer versions of wlroots say so themselves.
static bool lacks_size(const struct wlr_layer_surface_v1_state *state) {
    const uint32_t sides = ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT | ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT;
    const uint32_t ends = ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP | ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM;
    return (state->desired_width == 0 && (state->anchor & sides) != sides) ||
        (state->desired_height == 0 && (state->anchor & ends) != ends);
}

void stage_configure_waiting(stage *stage) {
    window *window;
    wl_list_for_each(window, &stage->windows, link)
        if (window->awaits_output && is_initialized(NULL, window->layer)) configure_layer(window);
}

void stage_leave_output(stage *stage, const struct wlr_output *output) {
    window *window;
    wl_list_for_each(window, &stage->windows, link) {
        if (!window->layer || window->layer->output != output) continue;
        window->layer->output = NULL;
        window->names_output = false;
        change(window);
    }
}

// The window of what a popup belongs to; NULL: it has none. One of a layer gets its parent later, or never.
static const window *parent_of(const window *popup) {
    const struct wlr_surface *parent = popup->xdg->popup->parent;
    return parent ? parent->data : NULL;
}

// Moves a popup into the bounds of the window that it belongs to through others, if it belongs to any that
// was shown. wlroots wants them in the coordinates of that one's surface.
static void unconstrain(window *popup) {
    const window *root = parent_of(popup);
    while (root && root->kind == STAGE_WINDOW_POPUP) root = parent_of(root);
    if (!root || root->bounds.width <= 0) return;
    int x = 0, y = 0;
    wlr_scene_node_coords(&root->tree->node, &x, &y);
    struct wlr_box room = {
        root->bounds.x - x, root->bounds.y - y, root->bounds.width, root->bounds.height};
    if (root->xdg) {
        // The node is where the window is, without its shadow.
        room.x += root->xdg->current.geometry.x;
        room.y += root->xdg->current.geometry.y;
    }
    wlr_xdg_popup_unconstrain_from_box(popup->xdg->popup, &room);
}

static void repositioned(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, repositioned);
    if (is_initialized(window->xdg, window->layer)) unconstrain(window);
}

// The output that a window without a picture will probably be on; NULL: there is none.
static const struct wlr_output *expected_output(const window *window) {
    const struct wl_list *outputs = &window->stage->outputs;
    if (window->layer) return window->layer->output;
    const struct window *root = window;
    while (root && root->kind == STAGE_WINDOW_POPUP) root = parent_of(root);
    if (root && root->is_shown)
        return wlr_output_layout_output_at(
            window->stage->layout, root->clip.x + root->clip.width / 2.0,
            root->clip.y + root->clip.height / 2.0);
    const output *first = wl_container_of(outputs->next, first, link);
    return wl_list_empty(outputs) ? NULL : first->output;
}

// Before it draws, so that its first picture is as sharp as the next. Later wlroots says where it is seen.
void stage_tell_window_scale(const window *window) {
    const struct wlr_output *output = window->is_mapped ? NULL : expected_output(window);
    if (output) stage_tell_scale(window->surface, output);
}

// Some programs wait for a size before they do anything else.
static void configure(window *window) {
    switch (window->kind) {
    case STAGE_WINDOW_TOPLEVEL:
        window->is_new = true;
        // wlroots has planned one without a size.
        if (window->xdg->configure_idle) wl_event_source_remove(window->xdg->configure_idle);
        window->xdg->configure_idle = NULL;
        break;
    case STAGE_WINDOW_POPUP:
        wlr_xdg_surface_schedule_configure(window->xdg);
        unconstrain(window);
        break;
    case STAGE_WINDOW_LAYER: configure_layer(window); break;
    case STAGE_WINDOW_CANDIDATES: break;
    }
    stage_tell_window_scale(window);
}

void stage_configure_new(stage *stage) {
    window *window;
    wl_list_for_each(window, &stage->windows, link) {
        if (!window->is_new || !is_initialized(window->xdg, window->layer)) continue;
        window->is_new = false;
        // Square corners, and no shadow.
        wlr_xdg_toplevel_set_tiled(
            window->xdg->toplevel, WLR_EDGE_TOP | WLR_EDGE_BOTTOM | WLR_EDGE_LEFT | WLR_EDGE_RIGHT);
        set_fullscreen(window);
    }
}

// Whether a window has drawn most of what is awaited, since its program knows of that.
static bool has_drawn(const window *window) {
    if (window->xdg && !is_at_least(window->xdg->current.configure_serial, window->awaited_serial))
        return false;
    struct wlr_box part = stage_window_box(window);
    if (window->awaited.width > 0) {
        part.x += window->awaited.x;
        part.y += window->awaited.y;
        part.width = window->awaited.width;
        part.height = window->awaited.height;
    }
    pixman_region32_t drawn;
    pixman_region32_init(&drawn);
    wlr_surface_get_effective_damage(window->surface, &drawn);
    pixman_region32_intersect_rect(
        &drawn, &drawn, part.x, part.y, (unsigned)part.width, (unsigned)part.height);
    int count;
    int64_t area = 0;
    const pixman_box32_t *boxes = pixman_region32_rectangles(&drawn, &count);
    for (int i = 0; i < count; i++)
        area += (int64_t)(boxes[i].x2 - boxes[i].x1) * (boxes[i].y2 - boxes[i].y1);
    pixman_region32_fini(&drawn);
    return 2 * area > (int64_t)part.width * part.height;
}

static void committed(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, committed);
    if (window->layer && lacks_size(&window->layer->current)) {
        wl_resource_post_error(
            window->layer->resource, ZWLR_LAYER_SURFACE_V1_ERROR_INVALID_SIZE,
            "a size of 0 needs anchors at both edges");
        return;
    }
    bool is_first = is_first_commit(window->xdg, window->layer, window->is_known);
    if (is_first) configure(window);
    bool has_requests = window->layer && window->layer->current.committed;
    if (is_first) window->is_known = true;
    if (is_first || has_requests || is_changed(window)) {
        change(window);
        // The mouse and fingers may come before the next picture.
        stage_clip_window(window);
    }
    if (window->is_awaited && has_drawn(window)) {
        window->is_awaited = false;
        report(window, STAGE_EVENT_WINDOW_DREW);
    }
    stage_point_again(window->stage);
}

// wlroots 0.15 dismisses only the popups of a layer surface that is mapped, and the others would keep a freed
// parent.
static void dismiss_popups(const window *parent) {
    struct wlr_xdg_popup *popup, *next;
    if (!parent->layer) return;
    wl_list_for_each_safe(popup, next, &parent->layer->popups, link) wlr_xdg_popup_destroy(popup);
}

void stage_forget_window(window *window) {
    report(window, STAGE_EVENT_WINDOW_GONE);
    dismiss_popups(window);
    if (window->candidates) forget_role(window->surface);
    struct wl_listener *listeners[] = {
        &window->mapped, &window->unmapped, &window->destroyed, &window->committed,
        &window->named, &window->titled, &window->repositioned, &window->asked_for_fullscreen,
        &window->asked_for_maximized};
    for (size_t i = 0; i < sizeof listeners / sizeof *listeners; i++)
        wl_list_remove(&listeners[i]->link);
    wl_list_remove(&window->link);
    window->surface->data = NULL;
    wlr_scene_node_destroy(&window->tree->node);
    free(window);
}

static void destroyed(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, destroyed);
    stage_forget_window(window);
}

// Makes a window, hidden; NULL: there is no memory.
static window *add(stage *stage, stage_window_kind kind, struct wlr_surface *surface) {
    window *window = calloc(1, sizeof *window);
    if (!window) return NULL;
    window->tree = wlr_scene_tree_create(stage->levels[STAGE_LEVEL_BACKGROUND]);
    if (!window->tree) {
        free(window);
        return NULL;
    }
    window->tree->node.data = &window->clip;
    window->stage = stage;
    window->id = ++stage->last_id;
    window->kind = kind;
    window->surface = surface;
    wlr_scene_node_set_enabled(&window->tree->node, false);
    wl_list_init(&window->named.link);
    wl_list_init(&window->titled.link);
    wl_list_init(&window->repositioned.link);
    wl_list_init(&window->asked_for_fullscreen.link);
    wl_list_init(&window->asked_for_maximized.link);
    wl_list_insert(stage->windows.prev, &window->link);
    surface->data = window;
    return window;
}

// After the scene, which places subsurfaces then.
static void listen_commits(window *window) {
    stage_listen(&window->committed, &window->surface->events.commit, committed);
}

static void listen_xdg(window *window, struct wlr_xdg_surface *xdg) {
    window->xdg = xdg;
    wlr_scene_xdg_surface_create(window->tree, xdg);
    listen_commits(window);
    stage_listen(&window->mapped, &map_signals(xdg).map, mapped);
    stage_listen(&window->unmapped, &map_signals(xdg).unmap, unmapped);
    stage_listen(&window->destroyed, destroy_signal(xdg), destroyed);
}

static void new_toplevel(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_toplevel);
    struct wlr_xdg_toplevel *toplevel = reported_toplevel(data);
    window *window = toplevel ? add(stage, STAGE_WINDOW_TOPLEVEL, toplevel->base->surface) : NULL;
    if (!window) return;
    listen_xdg(window, toplevel->base);
    stage_listen(&window->named, &toplevel->events.set_app_id, renamed);
    stage_listen(&window->titled, &toplevel->events.set_title, retitled);
    stage_listen(
        &window->asked_for_fullscreen, &toplevel->events.request_fullscreen, asked_for_fullscreen);
    stage_listen(
        &window->asked_for_maximized, &toplevel->events.request_maximize, asked_for_maximized);
}

static void new_popup(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_popup);
    struct wlr_xdg_popup *popup = reported_popup(data);
    if (popup && stage_is_dismissed(popup->parent)) return stage_dismiss_popup(popup);
    window *window = popup ? add(stage, STAGE_WINDOW_POPUP, popup->base->surface) : NULL;
    if (!window) return;
    listen_xdg(window, popup->base);
    listen_reposition(&window->repositioned, popup, repositioned);
}

static void new_layer_surface(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_layer_surface);
    struct wlr_layer_surface_v1 *layer = data;
    window *window = add(stage, STAGE_WINDOW_LAYER, layer->surface);
    if (!window) return;
    window->layer = layer;
    wlr_scene_subsurface_tree_create(window->tree, layer->surface);
    listen_commits(window);
    stage_listen(&window->mapped, &map_signals(layer).map, mapped);
    stage_listen(&window->unmapped, &map_signals(layer).unmap, unmapped);
    stage_listen(&window->destroyed, &layer->events.destroy, destroyed);
    // The one that it named may have been unplugged since.
    if (!stage_output_of(stage, layer->output)) layer->output = NULL;
    window->names_output = layer->output != NULL;
}

static void candidates_committed(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, committed);
    bool was_stale = window->is_stale;
    window->is_stale = false;
    if (was_stale) stage_enable_window(window);
    if (window->is_known && (was_stale || is_changed(window))) change(window);
    stage_point_again(window->stage);
}

void stage_add_candidates(stage *stage, struct wlr_input_popup_surface_v2 *popup) {
    window *window = add(stage, STAGE_WINDOW_CANDIDATES, popup->surface);
    if (!window) {
        forget_role(popup->surface);
        return;
    }
    window->candidates = popup;
    wlr_scene_subsurface_tree_create(window->tree, popup->surface);
    stage_listen(&window->committed, &popup->surface->events.commit, candidates_committed);
    stage_listen(&window->mapped, &map_signals(popup).map, mapped);
    stage_listen(&window->unmapped, &map_signals(popup).unmap, unmapped);
    stage_listen(&window->destroyed, &popup->events.destroy, destroyed);
    if (is_offered(popup)) mapped(&window->mapped, NULL);
}

void stage_move_candidates(stage *stage) {
    window *window;
    wl_list_for_each(window, &stage->windows, link)
        if (window->candidates && window->is_known) report(window, STAGE_EVENT_WINDOW_CHANGED);
}

void stage_forget_candidates(stage *stage) {
    window *window;
    wl_list_for_each(window, &stage->windows, link) {
        if (!window->candidates || !window->is_mapped) continue;
        window->is_stale = true;
        stage_enable_window(window);
        report(window, STAGE_EVENT_WINDOW_CHANGED);
    }
}

static void new_decoration(struct wl_listener *listener, void *data) {
    (void)listener;
    struct wlr_xdg_toplevel_decoration_v1 *decoration = data;
    leave_decoration(decoration);
}

bool stage_open_windows(stage *stage) {
    struct wlr_xdg_shell *shell = stage->shell = wlr_xdg_shell_create(stage->display, 4);
    struct wlr_layer_shell_v1 *layers = wlr_layer_shell_v1_create(stage->display, 4);
    struct wlr_xdg_decoration_manager_v1 *decorations =
        wlr_xdg_decoration_manager_v1_create(stage->display);
    if (!shell || !layers || !decorations) return false;
    stage_listen(&stage->new_toplevel, new_toplevel_signal(shell), new_toplevel);
    stage_listen(&stage->new_popup, new_popup_signal(shell), new_popup);
    stage_listen(&stage->new_layer_surface, &layers->events.new_surface, new_layer_surface);
    stage_listen(
        &stage->new_decoration, &decorations->events.new_toplevel_decoration, new_decoration);
    return true;
}
