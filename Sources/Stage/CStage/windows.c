// SPDX-License-Identifier: MIT
//
// The windows of clients: toplevels, popups and layer surfaces. A window is known from its first commit,
// when its name and what it asks for are there, and hidden until it is shown.

#include "parts.h"

#include <stdio.h>
#include <stdlib.h>

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

static void change(window *window) {
    struct wlr_box box = stage_window_box(window);
    window->width = box.width;
    window->height = box.height;
    if (window->is_known) report(window, STAGE_EVENT_WINDOW_CHANGED);
}

// Browsers leave out their bars, and say how to leave the full screen if nobody has asked for it.
static void asked_for_fullscreen(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, asked_for_fullscreen);
    wlr_xdg_toplevel_set_fullscreen(
        window->xdg, window->xdg->toplevel->requested.fullscreen);
}

// Shows what is there of a window that is to be shown.
static void enable(window *window) {
    bool is_visible = window->is_mapped && window->is_shown;
    wlr_scene_node_set_enabled(window->node, is_visible);
    if (!is_visible) return;
    // wlroots finds the output of a surface, which sends its frames, when it moves, but not when it appears.
    int x = window->node->state.x, y = window->node->state.y;
    wlr_scene_node_set_position(window->node, x, y + 1);
    wlr_scene_node_set_position(window->node, x, y);
}

static void mapped(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, mapped);
    window->is_known = window->is_mapped = true;
    enable(window);
    change(window);
}

static void unmapped(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, unmapped);
    window->is_mapped = false;
    // A layer surface that comes back asks for its size again.
    if (window->layer) window->is_known = false;
    enable(window);
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

// Gives a layer surface the size that it asks for, or its output's.
static void configure_layer(window *window) {
    const struct wlr_layer_surface_v1_state *state = &window->layer->current;
    int width = 0, height = 0;
    if (window->layer->output)
        wlr_output_effective_resolution(window->layer->output, &width, &height);
    window->asked_width = state->desired_width ? (int32_t)state->desired_width : width;
    window->asked_height = state->desired_height ? (int32_t)state->desired_height : height;
    wlr_layer_surface_v1_configure(
        window->layer, (uint32_t)window->asked_width, (uint32_t)window->asked_height);
}

static void committed(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, committed);
    // Some programs wait for a size before they do anything else.
    if (window->layer && !window->is_known) configure_layer(window);
    struct wlr_box box = stage_window_box(window);
    bool has_requests = window->layer && window->layer->current.committed;
    if (!window->is_known || has_requests || box.width != window->width ||
        box.height != window->height) {
        window->is_known = true;
        change(window);
    }
    if (window->is_awaited && pixman_region32_not_empty(&window->surface->buffer_damage)) {
        window->is_awaited = false;
        report(window, STAGE_EVENT_WINDOW_DREW);
    }
}

// wlroots dismisses the popups of what is mapped only, and the others would keep a freed parent. Each
// one dismisses its own first, so the list is searched again.
static void dismiss_popups(const window *parent) {
    window *popup;
    bool is_found = true;
    while (is_found) {
        is_found = false;
        wl_list_for_each(popup, &parent->stage->windows, link) {
            if (popup->kind != STAGE_WINDOW_POPUP) continue;
            if (popup->xdg->popup->parent != parent->surface) continue;
            wlr_xdg_popup_destroy(popup->xdg);
            is_found = true;
            break;
        }
    }
}

static void destroyed(struct wl_listener *listener, void *data) {
    (void)data;
    window *window = wl_container_of(listener, window, destroyed);
    report(window, STAGE_EVENT_WINDOW_GONE);
    dismiss_popups(window);
    struct wl_listener *listeners[] = {
        &window->mapped, &window->unmapped, &window->destroyed, &window->committed,
        &window->named, &window->titled, &window->asked_for_fullscreen};
    for (size_t i = 0; i < sizeof listeners / sizeof *listeners; i++)
        wl_list_remove(&listeners[i]->link);
    wl_list_remove(&window->link);
    window->surface->data = NULL;
    wlr_scene_node_destroy(window->node);
    free(window);
}

// Makes a window, hidden; NULL: there is no memory.
static window *add(stage *stage, stage_window_kind kind, struct wlr_surface *surface) {
    window *window = calloc(1, sizeof *window);
    if (!window) return NULL;
    struct wlr_scene_tree *tree =
        wlr_scene_tree_create(&stage->levels[STAGE_LEVEL_BACKGROUND]->node);
    if (!tree) {
        free(window);
        return NULL;
    }
    window->stage = stage;
    window->id = ++stage->last_id;
    window->kind = kind;
    window->surface = surface;
    window->node = &tree->node;
    wlr_scene_node_set_enabled(window->node, false);
    wl_list_init(&window->named.link);
    wl_list_init(&window->titled.link);
    wl_list_init(&window->asked_for_fullscreen.link);
    wl_list_insert(stage->windows.prev, &window->link);
    surface->data = window;
    stage_listen(&window->committed, &surface->events.commit, committed);
    return window;
}

static void listen_xdg(window *window, struct wlr_xdg_surface *xdg) {
    window->xdg = xdg;
    wlr_scene_xdg_surface_create(window->node, xdg);
    stage_listen(&window->mapped, &xdg->events.map, mapped);
    stage_listen(&window->unmapped, &xdg->events.unmap, unmapped);
    stage_listen(&window->destroyed, &xdg->events.destroy, destroyed);
}

// Whether a popup belongs to a window, perhaps through other popups. One of a layer gets its parent
// later, or never.
static bool has_root(const struct wlr_xdg_popup *popup) {
    struct wlr_surface *parent = popup->parent;
    while (parent && wlr_surface_is_xdg_surface(parent)) {
        struct wlr_xdg_surface *xdg = wlr_xdg_surface_from_wlr_surface(parent);
        if (!xdg || xdg->role == WLR_XDG_SURFACE_ROLE_NONE) return false;
        if (xdg->role != WLR_XDG_SURFACE_ROLE_POPUP) return true;
        parent = xdg->popup->parent;
    }
    return parent != NULL;
}

// The place in the layout of what a popup belongs to.
static void root_place(const window *window, int *x, int *y) {
    *x = *y = 0;
    if (window) wlr_scene_node_coords(window->node, x, y);
}

// Moves a popup into the output of its parent.
static void unconstrain(stage *stage, struct wlr_xdg_popup *popup) {
    int x, y;
    root_place(popup->parent->data, &x, &y);
    struct wlr_output *output = wlr_output_layout_output_at(stage->layout, x, y);
    struct wlr_box *box = output ? wlr_output_layout_get_box(stage->layout, output) : NULL;
    if (!box) return;
    struct wlr_box room = {
        .x = box->x - x, .y = box->y - y, .width = box->width, .height = box->height};
    wlr_xdg_popup_unconstrain_from_box(popup, &room);
}

static void new_xdg_surface(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_xdg_surface);
    struct wlr_xdg_surface *xdg = data;
    if (xdg->role == WLR_XDG_SURFACE_ROLE_TOPLEVEL) {
        window *window = add(stage, STAGE_WINDOW_TOPLEVEL, xdg->surface);
        if (!window) return;
        listen_xdg(window, xdg);
        stage_listen(&window->named, &xdg->toplevel->events.set_app_id, renamed);
        stage_listen(&window->titled, &xdg->toplevel->events.set_title, retitled);
        stage_listen(
            &window->asked_for_fullscreen, &xdg->toplevel->events.request_fullscreen,
            asked_for_fullscreen);
        // Square corners, and no shadow.
        wlr_xdg_toplevel_set_tiled(
            xdg, WLR_EDGE_TOP | WLR_EDGE_BOTTOM | WLR_EDGE_LEFT | WLR_EDGE_RIGHT);
    } else if (xdg->role == WLR_XDG_SURFACE_ROLE_POPUP) {
        window *window = add(stage, STAGE_WINDOW_POPUP, xdg->surface);
        if (!window) return;
        listen_xdg(window, xdg);
        if (has_root(xdg->popup)) unconstrain(stage, xdg->popup);
    }
}

static void new_layer_surface(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_layer_surface);
    struct wlr_layer_surface_v1 *layer = data;
    window *window = add(stage, STAGE_WINDOW_LAYER, layer->surface);
    if (!window) return;
    window->layer = layer;
    wlr_scene_subsurface_tree_create(window->node, layer->surface);
    stage_listen(&window->mapped, &layer->events.map, mapped);
    stage_listen(&window->unmapped, &layer->events.unmap, unmapped);
    stage_listen(&window->destroyed, &layer->events.destroy, destroyed);
    window->names_output = layer->output != NULL;
    // wlroots wants one; the rules may place it on another.
    if (!layer->output && !wl_list_empty(&stage->outputs)) {
        output *first = wl_container_of(stage->outputs.next, first, link);
        layer->output = first->output;
    }
}

static void new_decoration(struct wl_listener *listener, void *data) {
    (void)listener;
    wlr_xdg_toplevel_decoration_v1_set_mode(data, WLR_XDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE);
}

bool stage_open_windows(stage *stage) {
    struct wlr_xdg_shell *shell = wlr_xdg_shell_create(stage->display);
    struct wlr_layer_shell_v1 *layers = wlr_layer_shell_v1_create(stage->display);
    struct wlr_xdg_decoration_manager_v1 *decorations =
        wlr_xdg_decoration_manager_v1_create(stage->display);
    if (!shell || !layers || !decorations) return false;
    stage_listen(&stage->new_xdg_surface, &shell->events.new_surface, new_xdg_surface);
    stage_listen(&stage->new_layer_surface, &layers->events.new_surface, new_layer_surface);
    stage_listen(
        &stage->new_decoration, &decorations->events.new_toplevel_decoration, new_decoration);
    return true;
}

// MARK: What is asked about windows, and of them

static void copy(char *to, const char *from) {
    snprintf(to, STAGE_NAME_CAPACITY, "%s", from ? from : "");
}

static uint32_t id_of(const struct wlr_surface *surface) {
    const window *window = surface ? surface->data : NULL;
    return window ? window->id : 0;
}

static void describe_layer(const window *window, stage_window_description *description) {
    const struct wlr_layer_surface_v1_state *state = &window->layer->current;
    output *output;
    copy(description->name, window->layer->namespace);
    wl_list_for_each(output, &window->stage->outputs, link)
        if (window->names_output && output->output == window->layer->output)
            description->output = output->id;
    description->layer = (int32_t)state->layer;
    description->anchor = (int32_t)state->anchor;
    description->exclusive_zone = state->exclusive_zone;
    description->margin_top = (int32_t)state->margin.top;
    description->margin_right = (int32_t)state->margin.right;
    description->margin_bottom = (int32_t)state->margin.bottom;
    description->margin_left = (int32_t)state->margin.left;
    description->desired_width = (int32_t)state->desired_width;
    description->desired_height = (int32_t)state->desired_height;
    description->wants_keys =
        state->keyboard_interactive != ZWLR_LAYER_SURFACE_V1_KEYBOARD_INTERACTIVITY_NONE;
}

bool stage_describe(const stage *stage, uint32_t id, stage_window_description *description) {
    window *window = stage_window_with_id(stage, id);
    if (!window) return false;
    *description = (stage_window_description){
        .kind = window->kind, .is_mapped = window->is_mapped, .width = window->width,
        .height = window->height};
    struct wl_client *client = wl_resource_get_client(window->surface->resource);
    wl_client_get_credentials(client, &description->pid, NULL, NULL);
    switch (window->kind) {
    case STAGE_WINDOW_TOPLEVEL:
        copy(description->name, window->xdg->toplevel->app_id);
        copy(description->title, window->xdg->toplevel->title);
        struct wlr_xdg_surface *parent = window->xdg->toplevel->parent;
        description->parent = parent ? id_of(parent->surface) : 0;
        break;
    case STAGE_WINDOW_POPUP:
        description->parent = id_of(window->xdg->popup->parent);
        description->x = window->xdg->popup->geometry.x;
        description->y = window->xdg->popup->geometry.y;
        break;
    case STAGE_WINDOW_LAYER: describe_layer(window, description); break;
    }
    return true;
}

void stage_show(
    stage *stage, uint32_t id, stage_level level, int32_t x, int32_t y, int32_t width,
    int32_t height) {
    window *window = stage_window_with_id(stage, id);
    if (!window) return;
    bool is_resized = window->asked_width != width || window->asked_height != height;
    window->asked_width = width;
    window->asked_height = height;
    if (is_resized && window->kind == STAGE_WINDOW_TOPLEVEL) {
        // A dialog keeps its own frame.
        bool is_app = level == STAGE_LEVEL_APP && !window->xdg->toplevel->parent;
        wlr_xdg_toplevel_set_maximized(window->xdg, is_app);
        wlr_xdg_toplevel_set_size(window->xdg, (uint32_t)width, (uint32_t)height);
        wlr_xdg_toplevel_set_activated(window->xdg, true);
    }
    if (is_resized && window->kind == STAGE_WINDOW_LAYER)
        wlr_layer_surface_v1_configure(window->layer, (uint32_t)width, (uint32_t)height);
    wlr_scene_node_reparent(window->node, &stage->levels[level]->node);
    wlr_scene_node_raise_to_top(window->node);
    // wlroots puts a popup at its place in its parent by itself.
    bool is_popup = window->kind == STAGE_WINDOW_POPUP;
    struct wlr_box own = is_popup ? window->xdg->popup->geometry : (struct wlr_box){0};
    wlr_scene_node_set_position(window->node, x - own.x, y - own.y);
    window->is_shown = true;
    enable(window);
}

void stage_hide(stage *stage, uint32_t id) {
    window *window = stage_window_with_id(stage, id);
    if (!window) return;
    window->is_shown = false;
    enable(window);
}

void stage_dismiss(stage *stage, uint32_t id) {
    window *window = stage_window_with_id(stage, id);
    if (!window) return;
    switch (window->kind) {
    case STAGE_WINDOW_TOPLEVEL: wlr_xdg_toplevel_send_close(window->xdg); break;
    case STAGE_WINDOW_POPUP: wlr_xdg_popup_destroy(window->xdg); break;
    case STAGE_WINDOW_LAYER: wlr_layer_surface_v1_destroy(window->layer); break;
    }
}

void stage_await_drawing(stage *stage, uint32_t id) {
    window *window = stage_window_with_id(stage, id);
    if (!window) return;
    window->is_awaited = true;
    if (window->xdg) wlr_xdg_surface_ping(window->xdg);
}

bool stage_is_alive(const stage *stage, uint32_t id) {
    const window *window = stage_window_with_id(stage, id);
    return window && window->xdg && window->xdg->client->ping_serial == 0;
}
