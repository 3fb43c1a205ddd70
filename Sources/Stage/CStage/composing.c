// SPDX-License-Identifier: MIT
//
// Composing: an input method that has grabbed the keyboards gets the keys of a program whose text field is in use.
// It types text into the field, and keys that it leaves alone on a virtual keyboard of its own.

#include "parts.h"

#include <wlr/interfaces/wlr_keyboard.h>
#include <wlr/types/wlr_input_method_v2.h>

static bool is_composed(const stage *stage) {
    return stage->grab && stage->input_method && stage->input_method->active;
}

static bool has_key(const struct wlr_keyboard *keyboard, uint32_t key) {
    for (size_t i = 0; i < keyboard->num_keycodes; i++)
        if (keyboard->keycodes[i] == key) return true;
    return false;
}

bool stage_is_composing(const stage *stage) { return is_composed(stage) && stage->has_preedit; }

bool stage_forwards_keys(const stage *stage, const struct wl_client *client) {
    return stage->grab && wl_resource_get_client(stage->grab->resource) == client;
}

bool stage_compose_modifiers(stage *stage, stage_keyboard wanted) {
    stage->people = wanted;
    if (!is_composed(stage)) return false;
    struct wlr_keyboard *keyboard = &stage->composed->keyboard;
    if (stage_set_state(stage, keyboard, wanted))
        wlr_input_method_keyboard_grab_v2_send_modifiers(stage->grab, &keyboard->modifiers);
    return true;
}

bool stage_compose_key(stage *stage, const struct wlr_keyboard_key_event *event, bool is_down) {
    struct wlr_keyboard *keyboard = &stage->composed->keyboard;
    // A release follows its press, also where the input method is gone.
    if (is_down ? !is_composed(stage) : !has_key(keyboard, event->keycode)) return false;
    struct wlr_keyboard_key_event composed = *event;
    wlr_keyboard_notify_key(keyboard, &composed);
    if (stage->grab)
        wlr_input_method_keyboard_grab_v2_send_key(
            stage->grab, event->time_msec, event->keycode, event->state);
    return true;
}

void stage_end_composing(stage *stage) {
    stage->has_preedit = false;
    // Modifiers have changed since the program got its last key.
    if (stage->people.keymap) stage_modifiers(stage, stage->people);
}

static void grab_ended(struct wl_listener *listener, void *data) {
    (void)data;
    stage *stage = wl_container_of(listener, stage, grab_ended);
    wl_list_remove(&listener->link);
    stage->grab = NULL;
    if (!stage->is_closing) stage_end_composing(stage);
}

static void grabbed(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, method_grabbed);
    stage->grab = data;
    stage_listen(&stage->grab_ended, &stage->grab->events.destroy, grab_ended);
    // From now on it gets keymaps and the rate of repeats, too.
    wlr_input_method_keyboard_grab_v2_set_keyboard(stage->grab, &stage->composed->keyboard);
}

void stage_let_grab(stage *stage, struct wlr_input_method_v2 *method) {
    stage_listen(&stage->method_grabbed, &method->events.grab_keyboard, grabbed);
}
