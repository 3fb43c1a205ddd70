// SPDX-License-Identifier: MIT
//
// Text: an input method, such as an on-screen keyboard, learns which text field has the keys, and types
// into it. What it offers there is a window.

#include "parts.h"

#include <stdlib.h>
#include <wlr/types/wlr_input_method_v2.h>
#include <wlr/types/wlr_text_input_v3.h>

// A client's text fields: at most one of them is in use at a time.
typedef struct text_input {
    struct wl_list link; // stage.text_inputs
    stage *stage;
    struct wlr_text_input_v3 *input;
    struct wl_listener enabled, committed, disabled, destroyed;
} text_input;

static void tell_method(stage *stage, const struct wlr_text_input_v3 *input) {
    struct wlr_input_method_v2 *method = stage->input_method;
    if (!method) return;
    const struct wlr_text_input_v3_state *state = &input->current;
    if (input->active_features & WLR_TEXT_INPUT_V3_FEATURE_SURROUNDING_TEXT)
        wlr_input_method_v2_send_surrounding_text(
            method, state->surrounding.text ? state->surrounding.text : "", state->surrounding.cursor,
            state->surrounding.anchor);
    wlr_input_method_v2_send_text_change_cause(method, state->text_change_cause);
    if (input->active_features & WLR_TEXT_INPUT_V3_FEATURE_CONTENT_TYPE)
        wlr_input_method_v2_send_content_type(
            method, state->content_type.hint, state->content_type.purpose);
    wlr_input_method_v2_send_done(method);
    stage_move_candidates(stage);
}

static void enabled(struct wl_listener *listener, void *data) {
    text_input *text = wl_container_of(listener, text, enabled);
    (void)data;
    if (!text->stage->input_method || !text->input->focused_surface) return;
    wlr_input_method_v2_send_activate(text->stage->input_method);
    tell_method(text->stage, text->input);
}

static void committed(struct wl_listener *listener, void *data) {
    text_input *text = wl_container_of(listener, text, committed);
    (void)data;
    if (text->input->focused_surface && text->input->current_enabled)
        tell_method(text->stage, text->input);
}

static void deactivate(stage *stage) {
    struct wlr_input_method_v2 *method = stage->input_method;
    if (!method || !method->active) return;
    wlr_input_method_v2_send_deactivate(method);
    wlr_input_method_v2_send_done(method);
    stage_end_composing(stage);
}

// The text field in use; NULL: none.
static struct wlr_text_input_v3 *used(const stage *stage) {
    text_input *text;
    wl_list_for_each(text, &stage->text_inputs, link) {
        if (text->input->focused_surface && text->input->current_enabled) return text->input;
    }
    return NULL;
}

const window *stage_text_place(const stage *stage, struct wlr_box *cursor) {
    const struct wlr_text_input_v3 *input = used(stage);
    const window *window = input ? input->focused_surface->data : NULL;
    if (!window) return NULL;
    // The window begins where its shadow ends.
    struct wlr_box own = stage_window_box(window);
    *cursor = input->current.cursor_rectangle;
    cursor->x = (int)((int64_t)cursor->x - own.x);
    cursor->y = (int)((int64_t)cursor->y - own.y);
    return window;
}

void stage_forget_text(stage *stage) {
    struct wlr_text_input_v3 *input = used(stage);
    if (!input || !stage->input_method) return;
    stage_forget_candidates(stage);
    deactivate(stage);
    wlr_text_input_v3_send_preedit_string(input, NULL, 0, 0);
    wlr_text_input_v3_send_done(input);
    wlr_input_method_v2_send_activate(stage->input_method);
    tell_method(stage, input);
}

static void disabled(struct wl_listener *listener, void *data) {
    text_input *text = wl_container_of(listener, text, disabled);
    (void)data;
    if (text->input->focused_surface) deactivate(text->stage);
}

static void text_input_destroyed(struct wl_listener *listener, void *data) {
    text_input *text = wl_container_of(listener, text, destroyed);
    (void)data;
    stage *stage = text->stage;
    wl_list_remove(&text->enabled.link);
    wl_list_remove(&text->committed.link);
    wl_list_remove(&text->disabled.link);
    wl_list_remove(&text->destroyed.link);
    wl_list_remove(&text->link);
    free(text);
    if (!used(stage)) deactivate(stage);
}

static bool is_of(const struct wlr_text_input_v3 *input, const struct wlr_surface *surface) {
    return wl_resource_get_client(input->resource) == wl_resource_get_client(surface->resource);
}

void stage_focus_text(stage *stage) {
    struct wlr_surface *surface = stage->seat->keyboard_state.focused_surface;
    text_input *text;
    wl_list_for_each(text, &stage->text_inputs, link) {
        struct wlr_text_input_v3 *input = text->input;
        bool is_entered = stage->input_method && surface && is_of(input, surface);
        if (is_entered && input->focused_surface == surface) continue;
        if (input->focused_surface) wlr_text_input_v3_send_leave(input);
        if (is_entered) wlr_text_input_v3_send_enter(input, surface);
    }
    if (!used(stage)) deactivate(stage);
}

static void new_text_input(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_text_input);
    text_input *text = calloc(1, sizeof *text);
    if (!text) return;
    text->stage = stage;
    text->input = data;
    stage_listen(&text->enabled, &text->input->events.enable, enabled);
    stage_listen(&text->committed, &text->input->events.commit, committed);
    stage_listen(&text->disabled, &text->input->events.disable, disabled);
    stage_listen(&text->destroyed, &text->input->events.destroy, text_input_destroyed);
    wl_list_insert(stage->text_inputs.prev, &text->link);
    stage_focus_text(stage);
}

// MARK: Input methods

static void method_committed(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, method_committed);
    struct wlr_text_input_v3 *input = used(stage);
    (void)data;
    if (!input) return;
    const struct wlr_input_method_v2_state *state = &stage->input_method->current;
    stage->has_preedit = state->preedit.text && *state->preedit.text;
    if (state->preedit.text)
        wlr_text_input_v3_send_preedit_string(
            input, state->preedit.text, state->preedit.cursor_begin, state->preedit.cursor_end);
    if (state->commit_text) wlr_text_input_v3_send_commit_string(input, state->commit_text);
    if (state->delete.before_length || state->delete.after_length)
        wlr_text_input_v3_send_delete_surrounding_text(
            input, state->delete.before_length, state->delete.after_length);
    wlr_text_input_v3_send_done(input);
}

static void method_destroyed(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, method_destroyed);
    (void)data;
    wl_list_remove(&stage->method_committed.link);
    wl_list_remove(&stage->new_method_popup.link);
    wl_list_remove(&stage->method_grabbed.link);
    wl_list_remove(&stage->method_destroyed.link);
    stage->input_method = NULL;
    if (!stage->is_closing) stage_focus_text(stage);
}

static void new_method_popup(struct wl_listener *listener, void *data) {
    stage_add_candidates(wl_container_of(listener, (stage *)NULL, new_method_popup), data);
}

static void new_input_method(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_input_method);
    struct wlr_input_method_v2 *method = data;
    if (stage->input_method) return wlr_input_method_v2_send_unavailable(method);
    stage->input_method = method;
    stage_listen(&stage->method_committed, &method->events.commit, method_committed);
    stage_listen(
        &stage->new_method_popup, &method->events.new_popup_surface, new_method_popup);
    stage_listen(&stage->method_destroyed, &method->events.destroy, method_destroyed);
    stage_let_grab(stage, method);
    stage_focus_text(stage);
}

bool stage_open_text(stage *stage) {
    struct wlr_text_input_manager_v3 *inputs = wlr_text_input_manager_v3_create(stage->display);
    struct wlr_input_method_manager_v2 *methods = wlr_input_method_manager_v2_create(stage->display);
    if (!inputs || !methods) return false;
    stage_listen(&stage->new_text_input, &inputs->events.text_input, new_text_input);
    stage_listen(&stage->new_input_method, &methods->events.input_method, new_input_method);
    return true;
}
