// SPDX-License-Identifier: MIT
//
// The order of a screen's windows.

#ifndef GLASS_H
#define GLASS_H

#include <xcb/xcb.h>

#include "x_screen.h"

struct glass {
    // Restacked windows are reported.
    bool is_watched;
    // The property with a window manager's own window, and the message that asks it to move a window.
    xcb_atom_t manager;
    xcb_atom_t restack;
    // The order is requested, and again once the reply has arrived.
    bool is_asked;
    bool is_outdated;
    xcb_query_tree_cookie_t tree;
    xcb_get_property_cookie_t managers;
    xcb_query_tree_reply_t *order;
    // The lowest first.
    x_stacked stack[X_SCREEN_STACK_CAPACITY];
    int stack_count;
};

// Asks for the atoms; blocks on the server.
void glass_prepare(x_screen *screen);

// The next event that results from replies; false: none for now.
bool glass_answered(x_screen *screen, x_event *event);

#endif
