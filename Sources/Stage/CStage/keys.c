// SPDX-License-Identifier: MIT
//
// Keyboards: each key becomes an event with the state of its keyboard, and both reach a window only if it is
// ordered.

#include "parts.h"

#include <stdlib.h>
#include <wlr/interfaces/wlr_keyboard.h>
#include <xkbcommon/xkbcommon.h>

// The number of a keymap, which is kept until there are many later ones; 0: there is none.
static uint32_t number_of(stage *stage, struct xkb_keymap *keymap) {
    if (!keymap) return 0;
    for (uint32_t i = 0; i < KEYMAPS_CAPACITY && i < stage->last_keymap; i++) {
        uint32_t number = stage->last_keymap - i;
        if (stage->keymaps[number % KEYMAPS_CAPACITY] == keymap) return number;
    }
    struct xkb_keymap **place = &stage->keymaps[++stage->last_keymap % KEYMAPS_CAPACITY];
    xkb_keymap_unref(*place);
    *place = xkb_keymap_ref(keymap);
    return stage->last_keymap;
}

static struct xkb_keymap *keymap_with(const stage *stage, uint32_t number) {
    if (number == 0 || stage->last_keymap - number >= KEYMAPS_CAPACITY) return NULL;
    return stage->keymaps[number % KEYMAPS_CAPACITY];
}

static stage_event *typed(keyboard *keyboard, stage_event_kind kind, uint32_t key, uint32_t time) {
    const struct wlr_keyboard *device = wlr_keyboard_from_input_device(keyboard->device);
    stage_event *event = stage_add_step(keyboard->stage, kind, (int32_t)key, time);
    if (!event) return NULL;
    // Its last keys may come after the grab.
    if (stage_forwards_keys(keyboard->stage, keyboard->client)) keyboard->forwards = true;
    event->keyboard = (stage_keyboard){
        number_of(keyboard->stage, device->keymap), device->modifiers.depressed,
        device->modifiers.latched, device->modifiers.locked, device->modifiers.group,
        keyboard->forwards};
    event->is_composing = stage_is_composing(keyboard->stage);
    return event;
}

static void key(struct wl_listener *listener, void *data) {
    keyboard *keyboard = wl_container_of(listener, keyboard, key);
    struct wlr_keyboard_key_event *raw = data;
    bool is_down = raw->state == WL_KEYBOARD_KEY_STATE_PRESSED;
    stage_event *event = typed(
        keyboard, is_down ? STAGE_EVENT_KEY_DOWN : STAGE_EVENT_KEY_UP, raw->keycode, raw->time_msec);
    struct xkb_state *state = wlr_keyboard_from_input_device(keyboard->device)->xkb_state;
    // The kernel's codes are those of X11 less 8.
    if (event && state) event->symbol = xkb_state_key_get_one_sym(state, raw->keycode + 8);
}

static void modifiers(struct wl_listener *listener, void *data) {
    (void)data;
    typed(wl_container_of(listener, (keyboard *)NULL, modifiers), STAGE_EVENT_MODIFIERS, 0, 0);
}

static void keyboard_destroyed(struct wl_listener *listener, void *data) {
    (void)data;
    keyboard *keyboard = wl_container_of(listener, keyboard, destroyed);
    // What is held on it would repeat forever.
    const struct wlr_keyboard *device = wlr_keyboard_from_input_device(keyboard->device);
    for (size_t i = 0; i < device->num_keycodes; i++)
        typed(keyboard, STAGE_EVENT_KEY_UP, device->keycodes[i], 0);
    stage_event *event = typed(keyboard, STAGE_EVENT_MODIFIERS, 0, 0);
    if (event)
        event->keyboard = (stage_keyboard){
            .keymap = event->keyboard.keymap, .is_forwarded = keyboard->forwards};
    wl_list_remove(&keyboard->key.link);
    wl_list_remove(&keyboard->modifiers.link);
    wl_list_remove(&keyboard->destroyed.link);
    wl_list_remove(&keyboard->link);
    free(keyboard);
}

// wlroots leaves the keys where they are while a popup has grabbed. If no window is to have them, they are the
// stage's own, for an alert: the popup stays beneath it, and gets none.
static void end_grab(struct wlr_seat *seat, const window *window) {
    if (!window) return;
    const struct wlr_seat_client *focused = seat->keyboard_state.focused_client;
    bool is_same = focused && wl_resource_get_client(window->surface->resource) == focused->client;
    if (!is_same && wlr_seat_keyboard_has_grab(seat)) wlr_seat_keyboard_end_grab(seat);
}

void stage_focus(stage *stage, uint32_t id) {
    window *window = stage_window_with_id(stage, id);
    stage->pressed = 0;
    stage->focused = id;
    stage_keep_drag_of(stage, window);
    end_grab(stage->seat, window);
    struct wlr_keyboard *keyboard = wlr_seat_get_keyboard(stage->seat);
    if (!window || !window->is_mapped) wlr_seat_keyboard_notify_clear_focus(stage->seat);
    else
        wlr_seat_keyboard_notify_enter(
            stage->seat, window->surface, keyboard ? keyboard->keycodes : NULL,
            keyboard ? keyboard->num_keycodes : 0, keyboard ? &keyboard->modifiers : NULL);
    stage_focus_text(stage);
}

bool stage_set_state(const stage *stage, struct wlr_keyboard *keyboard, stage_keyboard wanted) {
    struct xkb_keymap *keymap = keymap_with(stage, wanted.keymap);
    // Programs get it with its first key.
    if (keymap && keymap != keyboard->keymap) wlr_keyboard_set_keymap(keyboard, keymap);
    const struct wlr_keyboard_modifiers *now = &keyboard->modifiers;
    if (now->depressed == wanted.depressed && now->latched == wanted.latched &&
        now->locked == wanted.locked && now->group == wanted.group)
        return false;
    wlr_keyboard_notify_modifiers(
        keyboard, wanted.depressed, wanted.latched, wanted.locked, wanted.group);
    return true;
}

// wlroots 0.15 does not notice that a program takes the seat after its window has got the keys.
static void enter_again(stage *stage) {
    const struct wlr_seat_keyboard_state *state = &stage->seat->keyboard_state;
    const struct wlr_surface *surface = state->focused_surface;
    if (!surface || state->focused_client ||
        !wlr_seat_client_for_wl_client(stage->seat, wl_resource_get_client(surface->resource)))
        return;
    wlr_seat_keyboard_clear_focus(stage->seat);
    stage_focus(stage, stage->focused);
}

void stage_modifiers(stage *stage, stage_keyboard wanted) {
    enter_again(stage);
    if (!wanted.is_forwarded && stage_compose_modifiers(stage, wanted)) return;
    struct wlr_keyboard *keyboard = &stage->typed->keyboard;
    if (stage_set_state(stage, keyboard, wanted))
        wlr_seat_keyboard_notify_modifiers(stage->seat, &keyboard->modifiers);
}

void stage_key(stage *stage, stage_keyboard keyboard, int32_t key, bool is_down, uint32_t time) {
    stage_modifiers(stage, keyboard);
    struct wlr_keyboard_key_event event = {
        .time_msec = time, .keycode = (uint32_t)key, .update_state = false,
        .state = is_down ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED};
    if (!keyboard.is_forwarded && stage_compose_key(stage, &event, is_down)) return;
    wlr_keyboard_notify_key(&stage->typed->keyboard, &event);
    wlr_seat_keyboard_notify_key(stage->seat, time, event.keycode, event.state);
}

void stage_switch_terminal(stage *stage, uint32_t number) {
    if (stage->session) wlr_session_change_vt(stage->session, number);
}

// MARK: Keyboards

void stage_add_keyboard(
    stage *stage, struct wlr_input_device *device, const struct wl_client *client) {
    keyboard *added = calloc(1, sizeof *added);
    if (!added) return;
    added->stage = stage;
    added->device = device;
    added->client = client;
    struct wlr_keyboard *keyboard = wlr_keyboard_from_input_device(device);
    stage_listen(&added->key, &keyboard->events.key, key);
    stage_listen(&added->modifiers, &keyboard->events.modifiers, modifiers);
    stage_listen(&added->destroyed, &device->events.destroy, keyboard_destroyed);
    wl_list_insert(stage->keyboards.prev, &added->link);
    if (!client) stage_lay_out_keys(stage, keyboard, device->name);
}

static void new_virtual_keyboard(struct wl_listener *listener, void *data) {
    struct wlr_virtual_keyboard_v1 *virtual = data;
    stage_add_keyboard(
        wl_container_of(listener, (stage *)NULL, new_virtual_keyboard),
        virtual_keyboard_device(virtual), wl_resource_get_client(virtual->resource));
}

bool stage_open_virtual_keyboards(stage *stage) {
    struct wlr_virtual_keyboard_manager_v1 *keyboards =
        wlr_virtual_keyboard_manager_v1_create(stage->display);
    if (!keyboards) return false;
    stage_listen(
        &stage->new_virtual_keyboard, &keyboards->events.new_virtual_keyboard, new_virtual_keyboard);
    return true;
}

bool stage_open_keyboard(stage *stage) {
    stage->typed = wlr_keyboard_group_create();
    stage->composed = wlr_keyboard_group_create();
    if (!stage->typed || !stage->composed) return false;
    char error[STAGE_ERROR_CAPACITY];
    stage_set_layout(stage, "", "", "", "", false, error);
    use_keyboard(stage->seat, group_device(stage->typed));
    return true;
}
