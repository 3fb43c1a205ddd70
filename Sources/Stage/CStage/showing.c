// SPDX-License-Identifier: MIT
//
// What the rules ask about windows, and what they order: to show, to hide, to close, and to draw again.

#include "parts.h"

#include <stdio.h>
#include <wlr/types/wlr_input_method_v2.h>

static void copy(char *to, const char *from) {
    snprintf(to, STAGE_NAME_CAPACITY, "%s", from ? from : "");
}

static uint32_t id_of(const struct wlr_surface *surface) {
    const window *window = surface ? surface->data : NULL;
    return window ? window->id : 0;
}

static void describe_layer(const window *window, stage_window_description *description) {
    const struct wlr_layer_surface_v1_state *state = &window->layer->current;
    const output *output = stage_output_of(window->stage, window->layer->output);
    copy(description->name, window->layer->namespace);
    if (window->names_output && output) description->output = output->id;
    description->layer = (int32_t)state->layer;
    description->anchor = (int32_t)state->anchor;
    description->exclusive_zone = state->exclusive_zone;
    description->margin_top = (int32_t)state->margin.top;
    description->margin_right = (int32_t)state->margin.right;
    description->margin_bottom = (int32_t)state->margin.bottom;
    description->margin_left = (int32_t)state->margin.left;
    description->desired_width = (int32_t)state->desired_width;
    description->desired_height = (int32_t)state->desired_height;
    description->keys = (int32_t)state->keyboard_interactive;
}

static void describe_candidates(const window *window, stage_window_description *description) {
    struct wlr_box cursor;
    const struct window *parent = stage_text_place(window->stage, &cursor);
    if (!parent) return;
    description->parent = parent->id;
    description->x = cursor.x;
    description->y = cursor.y;
    description->text_height = cursor.height;
}

bool stage_describe(const stage *stage, uint32_t id, stage_window_description *description) {
    window *window = stage_window_with_id(stage, id);
    if (!window) return false;
    *description = (stage_window_description){
        .kind = window->kind, .is_mapped = window->is_mapped && !window->is_stale,
        .width = window->width, .height = window->height, .inhibits_idle = stage_is_inhibiting(stage, id)};
    const program *program = stage_program_of(wl_resource_get_client(window->surface->resource));
    if (program) {
        description->pid = program->pid;
        description->user = program->user;
        description->started_at = program->started_at;
        description->rights = program->rights;
    }
    switch (window->kind) {
    case STAGE_WINDOW_TOPLEVEL:
        copy(description->name, window->xdg->toplevel->app_id);
        copy(description->title, window->xdg->toplevel->title);
        description->parent = id_of(toplevel_parent(window->xdg->toplevel));
        break;
    case STAGE_WINDOW_POPUP:
        description->parent = id_of(window->xdg->popup->parent);
        description->x = popup_box(window->xdg->popup).x;
        description->y = popup_box(window->xdg->popup).y;
        if (!window->is_mapped) {
            description->width = popup_asked_box(window->xdg->popup).width;
            description->height = popup_asked_box(window->xdg->popup).height;
        }
        description->grabs = window->xdg->popup->seat != NULL;
        description->takes_presses = stage_takes_presses(window);
        description->anchor_x = popup_anchor(window->xdg->popup).x;
        description->anchor_y = popup_anchor(window->xdg->popup).y;
        description->anchor_width = popup_anchor(window->xdg->popup).width;
        description->anchor_height = popup_anchor(window->xdg->popup).height;
        break;
    case STAGE_WINDOW_LAYER: describe_layer(window, description); break;
    case STAGE_WINDOW_CANDIDATES: describe_candidates(window, description); break;
    }
    return true;
}

// Where the text is from the corner of what is offered for it.
static void tell_text_place(const window *window) {
    struct wlr_box cursor;
    const struct window *parent = stage_text_place(window->stage, &cursor);
    if (!parent) return;
    int x = 0, y = 0;
    wlr_scene_node_coords(&parent->tree->node, &x, &y);
    cursor.x = (int)((int64_t)cursor.x + x - window->clip.x);
    cursor.y = (int)((int64_t)cursor.y + y - window->clip.y);
    wlr_input_popup_surface_v2_send_text_input_rectangle(window->candidates, &cursor);
}

static void ask_for_size(window *window, stage_level level) {
    if (window->kind == STAGE_WINDOW_LAYER)
        wlr_layer_surface_v1_configure(
            window->layer, (uint32_t)window->asked_width, (uint32_t)window->asked_height);
    if (window->kind != STAGE_WINDOW_TOPLEVEL) return;
    struct wlr_xdg_toplevel *toplevel = window->xdg->toplevel;
    // A dialog keeps its own frame.
    wlr_xdg_toplevel_set_maximized(toplevel, level == STAGE_LEVEL_APP && !toplevel->parent);
    bool chooses = window->bounds.chooses_size;
    wlr_xdg_toplevel_set_bounds(toplevel, window->asked_width, window->asked_height);
    wlr_xdg_toplevel_set_size(
        toplevel, chooses ? 0 : window->asked_width, chooses ? 0 : window->asked_height);
    wlr_xdg_toplevel_set_activated(toplevel, true);
}

void stage_show(
    stage *stage, uint32_t id, stage_level level, int32_t x, int32_t y, int32_t width,
    int32_t height, const stage_bounds *bounds) {
    window *window = stage_window_with_id(stage, id);
    if (!window) return;
    bool chooses = bounds->chooses_size;
    int32_t asked_width = chooses ? bounds->most_width : width;
    int32_t asked_height = chooses ? bounds->most_height : height;
    bool is_resized = window->asked_width != asked_width ||
        window->asked_height != asked_height || window->bounds.chooses_size != chooses;
    window->bounds = *bounds;
    if (is_resized && !window->candidates && is_initialized(window->xdg, window->layer)) {
        window->asked_width = asked_width;
        window->asked_height = asked_height;
        ask_for_size(window, level);
    }
    wlr_scene_node_reparent(&window->tree->node, stage->levels[level]);
    wlr_scene_node_raise_to_top(&window->tree->node);
    // wlroots puts a popup at its place in its parent by itself.
    struct wlr_box own = stage_place_in_parent(window);
    wlr_scene_node_set_position(&window->tree->node, x - own.x, y - own.y);
    window->clip = (struct wlr_box){.x = x, .y = y, .width = width, .height = height};
    if (window->candidates) tell_text_place(window);
    window->is_shown = true;
    stage_tell_window_scale(window);
    stage_enable_window(window);
}

void stage_hide(stage *stage, uint32_t id) {
    window *window = stage_window_with_id(stage, id);
    if (!window) return;
    window->is_shown = false;
    stage_enable_window(window);
}

void stage_dismiss(stage *stage, uint32_t id) {
    window *window = stage_window_with_id(stage, id);
    if (!window) return;
    switch (window->kind) {
    case STAGE_WINDOW_TOPLEVEL: wlr_xdg_toplevel_send_close(window->xdg->toplevel); break;
    case STAGE_WINDOW_POPUP: stage_dismiss_popup(window->xdg->popup); break;
    case STAGE_WINDOW_LAYER: wlr_layer_surface_v1_destroy(window->layer); break;
    case STAGE_WINDOW_CANDIDATES: break;
    }
}

void stage_await_drawing(
    stage *stage, uint32_t id, int32_t x, int32_t y, int32_t width, int32_t height) {
    window *window = stage_window_with_id(stage, id);
    if (!window) return;
    // Of several parts: all of the window.
    window->awaited = window->is_awaited ? (struct wlr_box){0} : (struct wlr_box){x, y, width, height};
    window->is_awaited = true;
    if (window->kind == STAGE_WINDOW_TOPLEVEL && is_initialized(window->xdg, window->layer))
        window->awaited_serial = wlr_xdg_surface_schedule_configure(window->xdg);
    if (window->xdg) wlr_xdg_surface_ping(window->xdg);
}

bool stage_is_alive(const stage *stage, uint32_t id) {
    const window *window = stage_window_with_id(stage, id);
    return window && window->xdg && window->xdg->client->ping_serial == 0 &&
        is_at_least(window->xdg->pending.configure_serial, window->awaited_serial);
}
