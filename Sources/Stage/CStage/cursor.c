// SPDX-License-Identifier: MIT
//
// The cursor: the stage's own, or the one of a program over its own windows. It hides when people touch the
// screen, and when they leave the mouse alone.

#include "parts.h"

// A program's cursor has at most so many points in each direction.
#define LONGEST_CURSOR 128
// In milliseconds.
#define MOUSE_REST 5000

static struct wl_client *client_of(const struct wlr_surface *surface) {
    return surface ? wl_resource_get_client(surface->resource) : NULL;
}

static bool is_small(const stage *stage) {
    if (!stage->cursor_surface) return true;
    const struct wlr_surface_state *state = &stage->cursor_surface->current;
    // Some outputs show the whole buffer, whatever a viewport says.
    return state->width <= LONGEST_CURSOR && state->height <= LONGEST_CURSOR &&
        state->buffer_width / state->scale <= LONGEST_CURSOR &&
        state->buffer_height / state->scale <= LONGEST_CURSOR && stage->hotspot_x >= 0 &&
        stage->hotspot_y >= 0 && stage->hotspot_x <= LONGEST_CURSOR &&
        stage->hotspot_y <= LONGEST_CURSOR;
}

static bool is_over_alert(const stage *stage) {
    double x, y;
    struct wlr_scene_node *alerts = &stage->levels[STAGE_LEVEL_ALERT]->node;
    return wlr_scene_node_at(alerts, stage->cursor->x, stage->cursor->y, &x, &y);
}

// Themes lack some shapes.
static bool has_shape(const stage *stage) {
    const output *output;
    wl_list_for_each(output, &stage->outputs, link)
        if (wlr_xcursor_manager_get_xcursor(
                stage->cursors, stage->cursor_shape, output->output->scale)) return true;
    return false;
}

static bool is_programs_turn(const stage *stage) {
    if (!stage->cursor_client || !is_small(stage) || is_over_alert(stage)) return false;
    if (stage->cursor_shape && !has_shape(stage)) return false;
    const window *window = stage_window_over(stage, stage->cursor->x, stage->cursor->y);
    return window && client_of(window->surface) == stage->cursor_client;
}

void stage_choose_cursor(stage *stage) {
    if (!stage->cursors) return;
    cursor_kind kind = !stage->is_mouse_used ? CURSOR_HIDDEN
        : is_programs_turn(stage)            ? CURSOR_OF_PROGRAM
                                             : CURSOR_OWN;
    if (stage->cursor_kind == kind) return;
    stage->cursor_kind = kind;
    const char *shape = kind == CURSOR_OWN ? "left_ptr"
        : kind == CURSOR_OF_PROGRAM        ? stage->cursor_shape
                                           : NULL;
    if (shape)
        wlr_cursor_set_xcursor(stage->cursor, stage->cursors, shape);
    else
        wlr_cursor_set_surface(
            stage->cursor, kind == CURSOR_OF_PROGRAM ? stage->cursor_surface : NULL,
            (int32_t)stage->hotspot_x, (int32_t)stage->hotspot_y);
}

void stage_renew_cursor(stage *stage) {
    if (!stage->cursors) return;
    output *output;
    wl_list_for_each(output, &stage->outputs, link)
        wlr_xcursor_manager_load(stage->cursors, output->output->scale);
    stage->cursor_kind = CURSOR_UNKNOWN;
    stage_choose_cursor(stage);
}

void stage_add_mouse(stage *stage) {
    // A screen without a mouse has no cursor.
    if (!stage->cursors) stage->cursors = wlr_xcursor_manager_create(NULL, 24);
    stage_renew_cursor(stage);
}

// MARK: Programs

static void forget_program(stage *stage) {
    wl_list_remove(&stage->cursor_committed.link);
    wl_list_remove(&stage->cursor_destroyed.link);
    wl_list_init(&stage->cursor_committed.link);
    wl_list_init(&stage->cursor_destroyed.link);
    stage->cursor_client = NULL;
    stage->cursor_surface = NULL;
    stage->cursor_shape = NULL;
}

static void committed(struct wl_listener *listener, void *data) {
    (void)data;
    stage *stage = wl_container_of(listener, stage, cursor_committed);
    // wlroots moves it, too.
    stage->hotspot_x -= stage->cursor_surface->current.dx;
    stage->hotspot_y -= stage->cursor_surface->current.dy;
    stage_choose_cursor(stage);
}

static void destroyed(struct wl_listener *listener, void *data) {
    (void)data;
    stage *stage = wl_container_of(listener, stage, cursor_destroyed);
    forget_program(stage);
    stage_choose_cursor(stage);
}

// Replaces the cursor of the program that has the mouse; false: it is another one.
static bool replaces(stage *stage, const struct wlr_seat_client *client) {
    if (stage->seat->pointer_state.focused_client != client) return false;
    forget_program(stage);
    stage->cursor_client = client->client;
    if (stage->cursor_kind == CURSOR_OF_PROGRAM) stage->cursor_kind = CURSOR_UNKNOWN;
    return true;
}

void stage_set_shape(stage *stage, const struct wlr_seat_client *client, const char *shape) {
    if (!replaces(stage, client)) return;
    stage->cursor_shape = shape;
    stage_choose_cursor(stage);
}

static void requested(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, request_cursor);
    struct wlr_seat_pointer_request_set_cursor_event *event = data;
    if (!replaces(stage, event->seat_client)) return;
    stage->cursor_surface = event->surface;
    stage->hotspot_x = event->hotspot_x;
    stage->hotspot_y = event->hotspot_y;
    if (event->surface) {
        stage_listen(&stage->cursor_committed, &event->surface->events.commit, committed);
        stage_listen(&stage->cursor_destroyed, &event->surface->events.destroy, destroyed);
    }
    stage_choose_cursor(stage);
}

static void mouse_focused(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, mouse_focused);
    const struct wlr_seat_pointer_focus_change_event *event = data;
    if (client_of(event->new_surface) == stage->cursor_client) return;
    forget_program(stage);
    stage_choose_cursor(stage);
}

// MARK: People

void stage_use_mouse(stage *stage) {
    stage->is_mouse_used = true;
    wl_event_source_timer_update(stage->mouse_rests, MOUSE_REST);
    stage_choose_cursor(stage);
}

void stage_hide_cursor(stage *stage) {
    stage->is_mouse_used = false;
    stage_choose_cursor(stage);
}

static int rested(void *data) {
    stage_hide_cursor(data);
    return 0;
}

bool stage_open_cursor(stage *stage) {
    stage->mouse_rests = wl_event_loop_add_timer(stage->loop, rested, stage);
    if (!stage->mouse_rests) return false;
    wl_list_init(&stage->cursor_committed.link);
    wl_list_init(&stage->cursor_destroyed.link);
    stage_listen(&stage->request_cursor, &stage->seat->events.request_set_cursor, requested);
    stage_listen(
        &stage->mouse_focused, &stage->seat->pointer_state.events.focus_change, mouse_focused);
    return true;
}
