// SPDX-License-Identifier: MIT
//
// Which windows lie above which, and what is done about it. No function blocks on replies.

#include "glass.h"

#include <stdlib.h>
#include <string.h>
#include <xcb/xcbext.h>
#include <xcb/xtest.h>

#include "screen.h"

// Codes of a server are the kernel's and 8.
#define ESCAPE (1 + 8)

void glass_prepare(x_screen *screen) {
    screen->glass.manager = screen_atom(screen->connection, "_NET_SUPPORTING_WM_CHECK");
    screen->glass.restack = screen_atom(screen->connection, "_NET_RESTACK_WINDOW");
}

void x_screen_watch_stack(x_screen *screen, bool is_watched) {
    screen->glass.is_watched = is_watched;
}

void x_screen_ask_stack(x_screen *screen) {
    struct glass *glass = &screen->glass;
    if (glass->is_asked) {
        glass->is_outdated = true;
        return;
    }
    glass->is_asked = true;
    glass->is_outdated = false;
    glass->tree = xcb_query_tree(screen->connection, screen->root);
    glass->managers = xcb_get_property(
        screen->connection, 0, screen->root, glass->manager, XCB_ATOM_WINDOW, 0, 1);
    xcb_flush(screen->connection);
}

// The identifiers of a client's windows begin alike; 0: there is no window manager.
static uint32_t client_of_manager(
    const x_screen *screen, const xcb_get_property_reply_t *managers) {
    if (!managers || managers->format != 32 || xcb_get_property_value_length(managers) < 4) return 0;
    uint32_t window = *(const uint32_t *)xcb_get_property_value(managers);
    return window & ~xcb_get_setup(screen->connection)->resource_id_mask;
}

static void take_stack(x_screen *screen, const xcb_get_property_reply_t *managers) {
    struct glass *glass = &screen->glass;
    uint32_t mask = xcb_get_setup(screen->connection)->resource_id_mask;
    uint32_t manager = client_of_manager(screen, managers);
    const xcb_window_t *windows = glass->order ? xcb_query_tree_children(glass->order) : NULL;
    int count = glass->order ? xcb_query_tree_children_length(glass->order) : 0;
    int first = count > X_SCREEN_STACK_CAPACITY ? count - X_SCREEN_STACK_CAPACITY : 0;
    glass->stack_count = 0;
    for (int i = first; i < count; i++) {
        if (screen_is_own(screen, windows[i])) continue;
        bool is_managers = manager && (windows[i] & ~mask) == manager;
        glass->stack[glass->stack_count++] = (x_stacked){windows[i], is_managers};
    }
}

bool glass_answered(x_screen *screen, x_event *event) {
    struct glass *glass = &screen->glass;
    if (!glass->is_asked) return false;
    xcb_connection_t *c = screen->connection;
    void *reply = NULL;
    xcb_generic_error_t *failure = NULL;
    if (!glass->order && xcb_poll_for_reply(c, glass->tree.sequence, &reply, &failure)) {
        glass->order = reply;
        free(failure);
    }
    reply = NULL;
    failure = NULL;
    if (!xcb_poll_for_reply(c, glass->managers.sequence, &reply, &failure)) return false;
    take_stack(screen, reply);
    free(reply);
    free(failure);
    free(glass->order);
    glass->order = NULL;
    glass->is_asked = false;
    if (glass->is_outdated) x_screen_ask_stack(screen);
    memset(event, 0, sizeof *event);
    event->kind = X_EVENT_STACKED;
    return true;
}

int x_screen_stack(const x_screen *screen, x_stacked *windows) {
    memcpy(windows, screen->glass.stack, sizeof(x_stacked) * (size_t)screen->glass.stack_count);
    return screen->glass.stack_count;
}

static void restack(x_screen *screen, uint32_t window, uint32_t other, uint32_t mode) {
    uint32_t values[] = {other, mode};
    xcb_configure_window(
        screen->connection, window, XCB_CONFIG_WINDOW_SIBLING | XCB_CONFIG_WINDOW_STACK_MODE, values);
}

void x_screen_lower(x_screen *screen, uint32_t window, uint32_t other) {
    restack(screen, window, other, XCB_STACK_MODE_BELOW);
}

void x_screen_raise_above(x_screen *screen, uint32_t window, uint32_t other) {
    restack(screen, window, other, XCB_STACK_MODE_ABOVE);
}

void x_screen_ask_raise(x_screen *screen, uint32_t window, uint32_t other) {
    // As a pager, which people have asked to do it.
    xcb_client_message_event_t message = {
        .response_type = XCB_CLIENT_MESSAGE, .format = 32, .window = window,
        .type = screen->glass.restack, .data.data32 = {2, other, XCB_STACK_MODE_ABOVE}};
    xcb_send_event(
        screen->connection, 0, screen->root,
        XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
        (const char *)&message);
}

bool x_screen_press_escape(x_screen *screen) {
    if (!screen->has_test) return false;
    for (int i = 0; i < 2; i++)
        xcb_test_fake_input(
            screen->connection, i == 0 ? XCB_KEY_PRESS : XCB_KEY_RELEASE, ESCAPE, XCB_CURRENT_TIME,
            XCB_NONE, 0, 0, 0);
    return true;
}

void x_screen_hide(x_screen *screen, uint32_t window) {
    xcb_unmap_window(screen->connection, window);
}
