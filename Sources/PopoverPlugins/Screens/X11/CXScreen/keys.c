// SPDX-License-Identifier: MIT
//
// Who gets the keys: a window of the process that is to have them, by the focus. While something is on
// top of the windows and its process has none, nobody gets them, by a grab. No function blocks on
// replies, which come in order.

#include "keys.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xcb/res.h>
#include <xcb/xcbext.h>

#include "screen.h"

// Managed windows whose list is read.
#define LISTED_MOST 1024

// More than any distance.
#define OVERRIDE_PENALTY (1 << 20)

// How long an offer may follow a press, in milliseconds.
#define PRESS_PATIENCE 1000

// How often an offered window gets the focus again that nobody has.
#define OFFERS_MOST 4

// The questions of SEARCH_WINDOWS.
enum { GRAB, FOCUS, TREE, LIST, PROCESSES };

static void ask(struct keys *keys, unsigned sequence) {
    keys->questions[keys->question_count++] = sequence;
}

static void forget_replies(struct keys *keys) {
    for (int i = 0; i < keys->reply_count; i++) free(keys->replies[i]);
    keys->question_count = keys->reply_count = 0;
}

// In milliseconds.
static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void keys_pressed(x_screen *screen, xcb_timestamp_t time) {
    screen->keys.pressed_at = time;
    screen->keys.pressed_until = now() + PRESS_PATIENCE;
}

static void give_up(x_screen *screen) {
    struct keys *keys = &screen->keys;
    for (int i = keys->reply_count; i < keys->question_count; i++)
        xcb_discard_reply(screen->connection, keys->questions[i]);
    forget_replies(keys);
    keys->search = SEARCH_NONE;
}

void keys_prepare(x_screen *screen) {
    xcb_connection_t *c = screen->connection;
    static const char name[] = "_NET_CLIENT_LIST";
    xcb_intern_atom_cookie_t named = xcb_intern_atom(c, 0, sizeof name - 1, name);
    const xcb_query_extension_reply_t *extension = xcb_get_extension_data(c, &xcb_res_id);
    if (extension && extension->present) {
        xcb_res_query_version_reply_t *version =
            xcb_res_query_version_reply(c, xcb_res_query_version(c, 1, 2), NULL);
        screen->keys.has_processes =
            version
            && (version->server_major > 1 || (version->server_major == 1 && version->server_minor >= 2));
        free(version);
    }
    xcb_intern_atom_reply_t *atom = xcb_intern_atom_reply(c, named, NULL);
    if (atom) screen->keys.client_list = atom->atom;
    free(atom);
}

// MARK: The search

// Returns the number of the reply.
static unsigned grab(x_screen *screen) {
    return xcb_grab_keyboard(
               screen->connection, 0, screen->root, XCB_CURRENT_TIME, XCB_GRAB_MODE_ASYNC,
               XCB_GRAB_MODE_ASYNC)
        .sequence;
}

static void release(x_screen *screen) {
    xcb_ungrab_keyboard(screen->connection, XCB_CURRENT_TIME);
    screen->keys.is_grabbed = false;
}

void x_screen_seek_keys(x_screen *screen) {
    struct keys *keys = &screen->keys;
    xcb_connection_t *c = screen->connection;
    if (keys->mode == KEYS_FREE) return;
    if (keys->search != SEARCH_NONE) {
        keys->is_outdated = true;
        return;
    }
    keys->search = SEARCH_WINDOWS;
    keys->is_outdated = false;
    // Until a window is found, and while there is none, keys reach nobody.
    bool needs_grab = keys->mode == KEYS_TAKEN && !keys->target;
    ask(keys, needs_grab ? grab(screen) : xcb_get_input_focus(c).sequence);
    ask(keys, xcb_get_input_focus(c).sequence);
    ask(keys, xcb_query_tree(c, screen->root).sequence);
    ask(keys, xcb_get_property(
                  c, 0, screen->root, keys->client_list, XCB_ATOM_WINDOW, 0, LISTED_MOST)
                  .sequence);
    if (keys->has_processes && keys->process) {
        xcb_res_client_id_spec_t all = {0, XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
        ask(keys, xcb_res_query_client_ids(c, 1, &all).sequence);
    }
    xcb_flush(c);
}

void x_screen_take_keys(x_screen *screen, uint32_t process, x_rectangle frame) {
    struct keys *keys = &screen->keys;
    bool is_other = keys->mode != KEYS_TAKEN || keys->process != process;
    keys->mode = KEYS_TAKEN;
    keys->process = process;
    keys->frame = frame;
    if (is_other) {
        keys->target = keys->own_choice = keys->offered = XCB_NONE;
        give_up(screen);
    }
    x_screen_seek_keys(screen);
}

void x_screen_return_keys(x_screen *screen) {
    struct keys *keys = &screen->keys;
    give_up(screen);
    keys->offered = XCB_NONE;
    bool was_taken = keys->mode == KEYS_TAKEN;
    keys->mode = KEYS_FREE;
    if (!was_taken) return;
    // A window that is gone leaves the focus to the window manager.
    if (keys->is_moved)
        xcb_set_input_focus(
            screen->connection, keys->saved_revert, keys->saved, XCB_CURRENT_TIME);
    // Also of a grab whose reply is pending.
    release(screen);
    xcb_flush(screen->connection);
    keys->is_saved = keys->is_moved = keys->is_due = false;
    keys->target = keys->own_choice = XCB_NONE;
}

void x_screen_offer_keys(x_screen *screen, uint32_t process, x_rectangle frame) {
    struct keys *keys = &screen->keys;
    // The server drops what is older than the latest change: the press if they are returned after it, and
    // what the process itself does because of the press if they are offered as of now.
    bool is_of_press = !keys->is_moved && now() < keys->pressed_until;
    x_screen_return_keys(screen);
    keys->mode = KEYS_OFFERED;
    keys->offered_at = is_of_press ? keys->pressed_at : XCB_CURRENT_TIME;
    keys->pressed_until = 0;
    keys->offer_count = 0;
    keys->is_outdated = false;
    keys->process = process;
    keys->frame = frame;
    x_screen_seek_keys(screen);
}

// MARK: Windows of a process

// Whether the window's client is the process, by the identifiers that the server gave the client.
static bool is_of_process(
    const x_screen *screen, const xcb_res_query_client_ids_reply_t *reply, xcb_window_t window) {
    if (!reply) return false;
    uint32_t base = window & ~xcb_get_setup(screen->connection)->resource_id_mask;
    xcb_res_client_id_value_iterator_t ids = xcb_res_query_client_ids_ids_iterator(reply);
    for (; ids.rem; xcb_res_client_id_value_next(&ids)) {
        if (ids.data->spec.client != base || ids.data->length < 4) continue;
        if (*xcb_res_client_id_value_value(ids.data) == screen->keys.process) return true;
    }
    return false;
}

static void consider(
    x_screen *screen, const xcb_res_query_client_ids_reply_t *processes, xcb_window_t window) {
    struct keys *keys = &screen->keys;
    // Web pages and other plugins are clients of this process.
    if (keys->window_count == KEY_WINDOWS_CAPACITY || screen_is_own(screen, window)
        || !is_of_process(screen, processes, window))
        return;
    for (int i = 0; i < keys->window_count; i++)
        if (keys->windows[i] == window) return;
    keys->windows[keys->window_count++] = window;
}

// The process's windows, the topmost first: those without a window manager, then the managed.
static void find_windows(
    x_screen *screen, const xcb_query_tree_reply_t *tree, const xcb_get_property_reply_t *list,
    const xcb_res_query_client_ids_reply_t *processes) {
    screen->keys.window_count = 0;
    int count = tree ? xcb_query_tree_children_length(tree) : 0;
    while (count-- > 0) consider(screen, processes, xcb_query_tree_children(tree)[count]);
    if (!list || list->format != 32) return;
    const xcb_window_t *managed = xcb_get_property_value(list);
    count = xcb_get_property_value_length(list) / 4;
    while (count-- > 0) consider(screen, processes, managed[count]);
}

static void watch_focus(x_screen *screen, xcb_window_t window) {
    uint32_t mask = WATCHED_EVENTS | XCB_EVENT_MASK_FOCUS_CHANGE;
    xcb_change_window_attributes(screen->connection, window, XCB_CW_EVENT_MASK, &mask);
}

static void ask_focus(x_screen *screen) {
    screen->keys.search = SEARCH_FOCUS;
    ask(&screen->keys, xcb_get_input_focus(screen->connection).sequence);
}

// The offered window has lost the focus; an answer that is awaited may be older.
static void ask_focus_again(x_screen *screen) {
    struct keys *keys = &screen->keys;
    if (keys->search != SEARCH_NONE) {
        keys->is_outdated = true;
        return;
    }
    ask_focus(screen);
    xcb_flush(screen->connection);
}

// It is to keep the focus, unless another window gets it.
static void watch_offered(x_screen *screen, xcb_window_t window) {
    screen->keys.mode = KEYS_FREE;
    screen->keys.offered = window;
    watch_focus(screen, window);
    ask_focus(screen);
}

static void offer(x_screen *screen, xcb_window_t window, xcb_timestamp_t time) {
    screen->keys.offer_count++;
    xcb_set_input_focus(screen->connection, XCB_INPUT_FOCUS_PARENT, window, time);
    watch_offered(screen, window);
}

// No window of the process can have the keys.
static void hold(x_screen *screen) {
    struct keys *keys = &screen->keys;
    keys->target = 0;
    if (!keys->is_grabbed) keys->is_outdated = true;
}

static void take_windows(x_screen *screen) {
    struct keys *keys = &screen->keys;
    xcb_connection_t *c = screen->connection;
    if (keys->mode == KEYS_TAKEN && !keys->target) {
        const xcb_grab_keyboard_reply_t *grabbed = keys->replies[GRAB];
        keys->is_grabbed = grabbed && grabbed->status == XCB_GRAB_STATUS_SUCCESS;
        // Another client has grabbed the keyboard, as an open menu does.
        if (!keys->is_grabbed) keys->is_due = true;
    }
    const xcb_get_input_focus_reply_t *focus = keys->replies[FOCUS];
    if (focus && !keys->is_saved) {
        keys->is_saved = true;
        keys->saved = focus->focus;
        keys->saved_revert = focus->revert_to;
    }
    const void *processes = keys->question_count > PROCESSES ? keys->replies[PROCESSES] : NULL;
    if (focus && focus->focus != keys->saved && focus->focus != keys->target
        && is_of_process(screen, processes, focus->focus))
        keys->own_choice = focus->focus;
    bool is_own_choice = focus && focus->focus == keys->own_choice;
    bool has_it = focus && is_of_process(screen, processes, focus->focus);
    find_windows(screen, keys->replies[TREE], keys->replies[LIST], processes);
    xcb_window_t chosen = is_own_choice ? keys->own_choice : 0;
    xcb_window_t owner = has_it ? focus->focus : 0;
    forget_replies(keys);
    keys->search = SEARCH_NONE;
    if (keys->mode == KEYS_OFFERED && owner) {
        watch_offered(screen, owner);
    } else if (keys->mode == KEYS_OFFERED && keys->window_count == 0) {
        keys->mode = KEYS_FREE;
    } else if (chosen) {
        if (chosen != keys->target) watch_focus(screen, chosen);
        keys->target = chosen;
        if (keys->is_grabbed) release(screen);
    } else if (keys->window_count == 0) {
        hold(screen);
    } else {
        keys->search = SEARCH_PLACES;
        for (int i = 0; i < keys->window_count; i++) {
            ask(keys, xcb_get_window_attributes(c, keys->windows[i]).sequence);
            ask(keys, xcb_get_geometry(c, keys->windows[i]).sequence);
            ask(keys, xcb_translate_coordinates(c, keys->windows[i], screen->root, 0, 0).sequence);
        }
    }
}

// How far the edges of a window are from the frame's.
static int distance(
    const x_rectangle *frame, const xcb_get_geometry_reply_t *size,
    const xcb_translate_coordinates_reply_t *place) {
    return abs(place->dst_x - frame->x) + abs(place->dst_y - frame->y)
           + abs(place->dst_x + size->width - frame->x - frame->width)
           + abs(place->dst_y + size->height - frame->y - frame->height);
}

static void take_places(x_screen *screen) {
    struct keys *keys = &screen->keys;
    xcb_window_t nearest = 0;
    int least = 0;
    for (int i = 0; i < keys->window_count; i++) {
        const xcb_get_window_attributes_reply_t *is = keys->replies[3 * i];
        const xcb_get_geometry_reply_t *size = keys->replies[3 * i + 1];
        const xcb_translate_coordinates_reply_t *place = keys->replies[3 * i + 2];
        if (!is || !size || !place || is->map_state != XCB_MAP_STATE_VIEWABLE
            || is->_class != XCB_WINDOW_CLASS_INPUT_OUTPUT)
            continue;
        int far = distance(&keys->frame, size, place);
        // Toolkits give keys of their main window to their popovers, and close those when it loses them.
        if (keys->mode == KEYS_OFFERED && is->override_redirect) far += OVERRIDE_PENALTY;
        if (nearest && far >= least) continue;
        nearest = keys->windows[i];
        least = far;
    }
    forget_replies(keys);
    keys->search = SEARCH_NONE;
    if (keys->mode == KEYS_OFFERED) {
        if (nearest) offer(screen, nearest, keys->offered_at);
        else keys->mode = KEYS_FREE;
        return;
    }
    if (!nearest) return hold(screen);
    watch_focus(screen, nearest);
    // Where it disappears keys reach nobody, until they are grabbed.
    xcb_set_input_focus(screen->connection, XCB_INPUT_FOCUS_NONE, nearest, XCB_CURRENT_TIME);
    keys->is_moved = true;
    keys->target = nearest;
    ask_focus(screen);
}

static void take_focus(x_screen *screen) {
    struct keys *keys = &screen->keys;
    const xcb_get_input_focus_reply_t *focus = keys->replies[0];
    bool has_it = focus && focus->focus == keys->target;
    bool has_nobody = focus && focus->focus <= XCB_INPUT_FOCUS_POINTER_ROOT;
    forget_replies(keys);
    keys->search = SEARCH_NONE;
    if (keys->mode == KEYS_FREE) {
        bool is_outdated = keys->is_outdated;
        keys->is_outdated = false;
        // Without a window manager Tk gives the focus to nobody when the mouse leaves its window, as it does
        // when the shield comes.
        if (has_nobody && keys->offer_count < OFFERS_MOST)
            offer(screen, keys->offered, XCB_CURRENT_TIME);
        else if (is_outdated)
            ask_focus(screen);
        return;
    }
    if (has_it && keys->is_grabbed) release(screen);
    // It may have passed the focus on, or it is not visible any more.
    if (!has_it) keys->is_outdated = true;
}

// MARK: Replies and events

static bool tell_due(x_screen *screen, x_event *event) {
    if (!screen->keys.is_due) return false;
    screen->keys.is_due = false;
    memset(event, 0, sizeof *event);
    event->kind = X_EVENT_KEYS_DUE;
    return true;
}

bool keys_answered(x_screen *screen, x_event *event) {
    struct keys *keys = &screen->keys;
    while (keys->search != SEARCH_NONE) {
        xcb_generic_error_t *failure = NULL;
        void *reply = NULL;
        if (!xcb_poll_for_reply(
                screen->connection, keys->questions[keys->reply_count], &reply, &failure))
            break;
        free(failure);
        keys->replies[keys->reply_count++] = reply;
        if (keys->reply_count < keys->question_count) continue;
        switch (keys->search) {
        case SEARCH_WINDOWS: take_windows(screen); break;
        case SEARCH_PLACES: take_places(screen); break;
        default: take_focus(screen);
        }
        if (keys->search == SEARCH_NONE && keys->is_outdated) keys->is_due = true;
        xcb_flush(screen->connection);
    }
    return tell_due(screen, event);
}

// The window has lost the focus. Menus that grab the keyboard return it.
static bool is_loss(const xcb_focus_out_event_t *out, xcb_window_t window) {
    bool is_of_focus = out->mode == XCB_NOTIFY_MODE_NORMAL || out->mode == XCB_NOTIFY_MODE_WHILE_GRABBED;
    return is_of_focus && out->event == window && out->detail != XCB_NOTIFY_DETAIL_INFERIOR
           && out->detail != XCB_NOTIFY_DETAIL_POINTER;
}

bool keys_take(x_screen *screen, const xcb_generic_event_t *generic, x_event *event) {
    struct keys *keys = &screen->keys;
    if (keys->mode != KEYS_TAKEN) {
        bool is_focus_out = (generic->response_type & 0x7f) == XCB_FOCUS_OUT;
        if (is_focus_out && keys->offered && is_loss((const void *)generic, keys->offered))
            ask_focus_again(screen);
        return false;
    }
    bool is_lost = false;
    switch (generic->response_type & 0x7f) {
    case XCB_KEY_PRESS:
        memset(event, 0, sizeof *event);
        event->kind = X_EVENT_KEY;
        // Codes of a server are the kernel's and 8.
        event->detail = ((const xcb_key_press_event_t *)generic)->detail - 8U;
        return true;
    case XCB_FOCUS_OUT: is_lost = is_loss((const void *)generic, keys->target); break;
    case XCB_UNMAP_NOTIFY:
    case XCB_DESTROY_NOTIFY:
        is_lost = ((const xcb_unmap_notify_event_t *)generic)->window == keys->target;
        break;
    case XCB_MAP_NOTIFY:
    case XCB_CONFIGURE_NOTIFY:
        // It may be a nearer one. A map and a configuration have the window at the same offset.
        if (((const xcb_map_notify_event_t *)generic)->event == screen->root
            && !screen_is_own(screen, ((const xcb_map_notify_event_t *)generic)->window))
            keys->is_due = true;
        return false;
    default: return false;
    }
    if (is_lost && keys->target) {
        // At once: the next keys would reach the window that has the focus now.
        keys->target = 0;
        xcb_discard_reply(screen->connection, grab(screen));
        give_up(screen);
        keys->is_due = true;
        xcb_flush(screen->connection);
    }
    return false;
}
