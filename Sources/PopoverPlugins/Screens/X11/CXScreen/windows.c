// SPDX-License-Identifier: MIT
//
// Other clients' windows: their names and processes, and the positions of followed ones. Requests are
// sent one at a time per window, and no function blocks on the replies.

#include "windows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/res.h>
#include <xcb/xcbext.h>

#include "screen.h"

// Window managers nest frames; a client's window lies no deeper than this.
#define DEPTH_MOST 4
// Windows that are read at the start; further ones are unknown until they are mapped.
#define LOOKED_AT_MOST 2048
// Names are requested in units of four bytes, as many as fit.
#define NAME_UNITS (X_SCREEN_NAME_CAPACITY / 2)

enum { PLACE_SETTLED, PLACE_ASKED, PLACE_OUTDATED };

static void ask(x_screen *screen, struct question question) {
    struct windows *windows = &screen->windows;
    windows->has_asked = true;
    if (windows->question_count == QUESTIONS_CAPACITY) {
        xcb_discard_reply(screen->connection, question.sequence);
        return;
    }
    int place = (windows->first_question + windows->question_count++) % QUESTIONS_CAPACITY;
    windows->questions[place] = question;
}

static unsigned ask_property(x_screen *screen, xcb_window_t window, xcb_atom_t property) {
    return xcb_get_property(
               screen->connection, 0, window, property, XCB_GET_PROPERTY_TYPE_ANY, 0, NAME_UNITS)
        .sequence;
}

// MARK: Names of windows

static void ask_process(x_screen *screen, xcb_window_t window) {
    if (!screen->keys.has_processes) return;
    xcb_res_client_id_spec_t spec = {window, XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
    unsigned process = xcb_res_query_client_ids(screen->connection, 1, &spec).sequence;
    ask(screen, (struct question){QUESTION_PROCESS, window, 0, process});
}

// Replies come in order, so that there is always room for the next request.
static void ask_names(x_screen *screen) {
    struct windows *windows = &screen->windows;
    while (windows->waiting_count > 0 && windows->naming_count < NAMED_AT_ONCE) {
        xcb_window_t window = windows->waiting[windows->first_waiting];
        windows->first_waiting = (windows->first_waiting + 1) % WAITING_CAPACITY;
        windows->waiting_count--;
        windows->naming_count++;
        unsigned class = ask_property(screen, window, XCB_ATOM_WM_CLASS);
        ask(screen, (struct question){QUESTION_CLASS, window, 0, class});
        unsigned attributes = xcb_get_window_attributes(screen->connection, window).sequence;
        ask(screen, (struct question){QUESTION_ATTRIBUTES, window, 0, attributes});
        ask_process(screen, window);
        unsigned type = ask_property(screen, window, windows->type);
        ask(screen, (struct question){QUESTION_TYPE, window, 0, type});
        unsigned transient = ask_property(screen, window, XCB_ATOM_WM_TRANSIENT_FOR);
        ask(screen, (struct question){QUESTION_TRANSIENT, window, 0, transient});
        unsigned title = ask_property(screen, window, XCB_ATOM_WM_NAME);
        ask(screen, (struct question){QUESTION_TITLE, window, 0, title});
    }
}

// If more windows are mapped at once than fit, the rest is ignored until it is mapped again.
static void look_at(x_screen *screen, xcb_window_t window) {
    struct windows *windows = &screen->windows;
    if (screen_is_own(screen, window) || windows->waiting_count == WAITING_CAPACITY) return;
    int place = (windows->first_waiting + windows->waiting_count++) % WAITING_CAPACITY;
    windows->waiting[place] = window;
    ask_names(screen);
}

void x_screen_look(x_screen *screen, uint32_t window) { look_at(screen, window); }

static void copy_name(char *name, const char *text, int length) {
    snprintf(name, X_SCREEN_NAME_CAPACITY, "%.*s", length, text);
}

// WM_CLASS is two texts that end with NUL: instance and class.
static void take_class(struct windows *windows, const xcb_get_property_reply_t *reply) {
    windows->instance[0] = windows->kind[0] = 0;
    if (!reply || reply->format != 8) return;
    const char *text = xcb_get_property_value(reply);
    int length = xcb_get_property_value_length(reply);
    int first = (int)strnlen(text, (size_t)length);
    copy_name(windows->instance, text, first);
    if (first < length) copy_name(windows->kind, text + first + 1, length - first - 1);
}

static void take_attributes(
    struct windows *windows, const xcb_get_window_attributes_reply_t *reply) {
    windows->is_mapped = reply && reply->map_state != XCB_MAP_STATE_UNMAPPED;
    windows->is_drawn = reply && reply->_class == XCB_WINDOW_CLASS_INPUT_OUTPUT;
    windows->is_override = reply && reply->override_redirect;
}

static void take_process(
    struct windows *windows, const xcb_res_query_client_ids_reply_t *reply) {
    windows->process = 0;
    if (!reply) return;
    xcb_res_client_id_value_iterator_t ids = xcb_res_query_client_ids_ids_iterator(reply);
    if (ids.rem && ids.data->length >= 4)
        windows->process = *xcb_res_client_id_value_value(ids.data);
}

// Types are in the order of preference: the first one is what it is.
static void take_type(struct windows *windows, const xcb_get_property_reply_t *reply) {
    bool has_type = reply && reply->format == 32 && xcb_get_property_value_length(reply) >= 4;
    xcb_atom_t type = has_type ? *(const xcb_atom_t *)xcb_get_property_value(reply) : windows->normal;
    windows->is_normal = type == windows->normal;
    windows->is_menu = false;
    for (int i = 0; i < MENU_TYPES; i++) windows->is_menu |= type && type == windows->menus[i];
}

static void take_transient(struct windows *windows, const xcb_get_property_reply_t *reply) {
    windows->is_transient = reply && reply->format == 32 && xcb_get_property_value_length(reply) >= 4;
}

static bool take_title(
    struct windows *windows, xcb_window_t window, const xcb_get_property_reply_t *reply,
    x_event *event) {
    windows->naming_count--;
    memset(event, 0, sizeof *event);
    event->kind = X_EVENT_SHOWN;
    event->window = window;
    event->process = windows->process;
    event->is_drawn = windows->is_drawn;
    event->is_override = windows->is_override;
    // Combo boxes of Qt are normal popups of their window.
    event->is_menu = windows->is_override
                     && (windows->is_menu || (windows->is_normal && windows->is_transient));
    memcpy(event->instance, windows->instance, sizeof event->instance);
    memcpy(event->class_name, windows->kind, sizeof event->class_name);
    if (reply && reply->format == 8)
        copy_name(
            event->title, xcb_get_property_value(reply), xcb_get_property_value_length(reply));
    return windows->is_mapped;
}

// MARK: Positions of windows

static struct followed *find(x_screen *screen, xcb_window_t window) {
    for (int i = 0; i < screen->windows.followed_count; i++)
        if (screen->windows.followed[i].window == window) return &screen->windows.followed[i];
    return NULL;
}

static void ask_of(
    x_screen *screen, enum question_kind kind, const struct followed *followed, unsigned sequence) {
    ask(screen, (struct question){kind, followed->window, followed->serial, sequence});
}

static void ask_parent(x_screen *screen, struct followed *followed, xcb_window_t of) {
    followed->ancestor = of;
    unsigned sequence = xcb_query_tree(screen->connection, of).sequence;
    ask_of(screen, QUESTION_PARENT, followed, sequence);
}

// Requested again once the pending reply has arrived.
static void ask_place(x_screen *screen, struct followed *followed) {
    if (followed->state != PLACE_SETTLED) {
        followed->state = PLACE_OUTDATED;
    } else {
        followed->state = PLACE_ASKED;
        followed->depth = 0;
        ask_parent(screen, followed, followed->window);
    }
}

bool x_screen_follow(x_screen *screen, uint32_t window) {
    struct windows *windows = &screen->windows;
    struct followed *followed = find(screen, window);
    if (!followed) {
        if (windows->followed_count == X_SCREEN_FOLLOWED_CAPACITY) return false;
        followed = &windows->followed[windows->followed_count++];
        *followed = (struct followed){.window = window, .serial = ++windows->serial};
    }
    ask_place(screen, followed);
    return true;
}

static bool tell_place(struct followed *followed, x_rectangle place, x_event *event) {
    bool is_same = !memcmp(&place, &followed->place, sizeof place) && followed->top == followed->ancestor;
    if (followed->is_placed && is_same) return false;
    followed->is_placed = true;
    followed->place = place;
    followed->top = followed->ancestor;
    memset(event, 0, sizeof *event);
    event->kind = X_EVENT_PLACED;
    event->window = followed->window;
    event->place = place;
    event->top = followed->top;
    return true;
}

static bool unfollow(x_screen *screen, xcb_window_t window, x_event *event) {
    struct followed *followed = find(screen, window);
    if (!followed) return false;
    // A pending reply is discarded.
    *followed = screen->windows.followed[--screen->windows.followed_count];
    memset(event, 0, sizeof *event);
    event->kind = X_EVENT_GONE;
    event->window = window;
    return true;
}

static void take_parent(
    x_screen *screen, struct followed *followed, const xcb_query_tree_reply_t *reply) {
    xcb_connection_t *c = screen->connection;
    bool is_framed = reply && reply->parent && reply->parent != screen->root;
    if (is_framed && followed->depth++ < DEPTH_MOST) {
        ask_parent(screen, followed, reply->parent);
        return;
    }
    // People see the window with its frame.
    unsigned geometry = xcb_get_geometry(c, followed->ancestor).sequence;
    ask_of(screen, QUESTION_GEOMETRY, followed, geometry);
    unsigned visible = xcb_get_window_attributes(c, followed->window).sequence;
    ask_of(screen, QUESTION_VISIBLE, followed, visible);
}

static void take_geometry(struct followed *followed, const xcb_get_geometry_reply_t *reply) {
    followed->asked_place = (x_rectangle){0};
    if (!reply) return;
    uint16_t borders = (uint16_t)(2 * reply->border_width);
    followed->asked_place = (x_rectangle){
        reply->x, reply->y, (uint16_t)(reply->width + borders),
        (uint16_t)(reply->height + borders)};
}

static bool take_visible(
    x_screen *screen, struct followed *followed, const xcb_get_window_attributes_reply_t *reply,
    x_event *event) {
    bool is_outdated = followed->state == PLACE_OUTDATED;
    followed->state = PLACE_SETTLED;
    if (is_outdated) {
        ask_place(screen, followed);
        return false;
    }
    // It may have gone before it was followed.
    if (!reply || reply->map_state == XCB_MAP_STATE_UNMAPPED)
        return unfollow(screen, followed->window, event);
    bool is_visible = reply->map_state == XCB_MAP_STATE_VIEWABLE;
    return tell_place(
        followed, is_visible ? followed->asked_place : (x_rectangle){0}, event);
}

// MARK: Replies and events

static bool take_window_answer(
    x_screen *screen, struct question question, const void *reply, x_event *event) {
    struct windows *windows = &screen->windows;
    switch (question.kind) {
    case QUESTION_CLASS: take_class(windows, reply); return false;
    case QUESTION_ATTRIBUTES: take_attributes(windows, reply); return false;
    case QUESTION_PROCESS: take_process(windows, reply); return false;
    case QUESTION_TYPE: take_type(windows, reply); return false;
    case QUESTION_TRANSIENT: take_transient(windows, reply); return false;
    case QUESTION_TITLE: return take_title(windows, question.window, reply, event);
    default: break;
    }
    struct followed *followed = find(screen, question.window);
    // The window may be gone, or followed anew, since the request.
    if (!followed || followed->serial != question.serial) return false;
    switch (question.kind) {
    case QUESTION_PARENT: take_parent(screen, followed, reply); return false;
    case QUESTION_GEOMETRY: take_geometry(followed, reply); return false;
    default: return take_visible(screen, followed, reply, event);
    }
}

bool windows_answered(x_screen *screen, x_event *event) {
    struct windows *windows = &screen->windows;
    while (windows->question_count > 0) {
        struct question question = windows->questions[windows->first_question];
        void *reply = NULL;
        xcb_generic_error_t *failure = NULL;
        if (!xcb_poll_for_reply(screen->connection, question.sequence, &reply, &failure))
            return false;
        windows->first_question = (windows->first_question + 1) % QUESTIONS_CAPACITY;
        windows->question_count--;
        bool is_news = take_window_answer(screen, question, reply, event);
        free(reply);
        free(failure);
        ask_names(screen);
        if (is_news) return true;
    }
    return false;
}

bool windows_flush(x_screen *screen) {
    bool has_asked = screen->windows.has_asked;
    screen->windows.has_asked = false;
    if (has_asked) xcb_flush(screen->connection);
    return has_asked;
}

static void watch(x_screen *screen, xcb_window_t window) {
    if (screen_is_own(screen, window)) return;
    uint32_t mask = WATCHED_EVENTS;
    xcb_change_window_attributes(screen->connection, window, XCB_CW_EVENT_MASK, &mask);
    screen->windows.has_asked = true;
}

bool windows_take(x_screen *screen, const xcb_generic_event_t *generic, x_event *event) {
    // All of these have the event window and the window at the same offsets.
    const xcb_unmap_notify_event_t *told = (const void *)generic;
    bool is_own = told->event == told->window;
    switch (generic->response_type & 0x7f) {
    case XCB_CREATE_NOTIFY: watch(screen, told->window); return false;
    case XCB_MAP_NOTIFY: {
        bool is_told = !is_own && told->window == screen->windows.mapped;
        screen->windows.mapped = is_own ? told->window : XCB_NONE;
        if (!is_told) look_at(screen, told->window);
        break;
    }
    case XCB_PROPERTY_NOTIFY: {
        const xcb_property_notify_event_t *property = (const void *)generic;
        if (property->atom == XCB_ATOM_WM_NAME) look_at(screen, property->window);
        return false;
    }
    case XCB_REPARENT_NOTIFY:
        if (!is_own) look_at(screen, told->window);
        break;
    case XCB_UNMAP_NOTIFY:
    case XCB_DESTROY_NOTIFY:
        if (is_own) return unfollow(screen, told->window, event);
        break;
    case XCB_CONFIGURE_NOTIFY: break;
    default: return false;
    }
    for (int i = 0; i < screen->windows.followed_count; i++) {
        struct followed *followed = &screen->windows.followed[i];
        bool is_its = told->window == followed->window || told->window == followed->ancestor;
        if (is_its) ask_place(screen, followed);
    }
    return false;
}

void windows_prepare(x_screen *screen) {
    static const char *menus[MENU_TYPES] = {
        "_NET_WM_WINDOW_TYPE_MENU", "_NET_WM_WINDOW_TYPE_DROPDOWN_MENU",
        "_NET_WM_WINDOW_TYPE_POPUP_MENU", "_NET_WM_WINDOW_TYPE_COMBO"};
    struct windows *windows = &screen->windows;
    windows->type = screen_atom(screen->connection, "_NET_WM_WINDOW_TYPE");
    windows->normal = screen_atom(screen->connection, "_NET_WM_WINDOW_TYPE_NORMAL");
    for (int i = 0; i < MENU_TYPES; i++)
        windows->menus[i] = screen_atom(screen->connection, menus[i]);
}

// A client's window has a class, or at least a name; its children are ignored. A window without a
// class may be a frame around a client's.
static int look_into(x_screen *screen, xcb_window_t window, int depth, int left) {
    xcb_connection_t *c = screen->connection;
    watch(screen, window);
    xcb_get_property_cookie_t named = xcb_get_property(
        c, 0, window, XCB_ATOM_WM_CLASS, XCB_GET_PROPERTY_TYPE_ANY, 0, 1);
    xcb_query_tree_cookie_t within = xcb_query_tree(c, window);
    xcb_get_property_reply_t *class = xcb_get_property_reply(c, named, NULL);
    xcb_query_tree_reply_t *tree = xcb_query_tree_reply(c, within, NULL);
    left--;
    look_at(screen, window);
    bool is_client = class && class->format == 8;
    int count = tree && !is_client && depth < DEPTH_MOST ? xcb_query_tree_children_length(tree) : 0;
    for (int i = 0; i < count && left > 0; i++)
        left = look_into(screen, xcb_query_tree_children(tree)[i], depth + 1, left);
    free(class);
    free(tree);
    return left;
}

void windows_find(x_screen *screen) {
    xcb_connection_t *c = screen->connection;
    xcb_query_tree_reply_t *tree =
        xcb_query_tree_reply(c, xcb_query_tree(c, screen->root), NULL);
    int count = tree ? xcb_query_tree_children_length(tree) : 0;
    int left = LOOKED_AT_MOST;
    for (int i = 0; i < count && left > 0; i++)
        left = look_into(screen, xcb_query_tree_children(tree)[i], 1, left);
    free(tree);
}
