// SPDX-License-Identifier: MIT
//
// A screen's keyboard, while something on top of the windows is to have it.

#ifndef KEYS_H
#define KEYS_H

#include <xcb/xcb.h>

#include "x_screen.h"

// Windows of the process whose positions are requested; further ones get no keys.
#define KEY_WINDOWS_CAPACITY 16
// Three for each window.
#define KEY_QUESTIONS_CAPACITY (3 * KEY_WINDOWS_CAPACITY)

enum key_mode {
    // Clients have the focus as they like.
    KEYS_FREE,
    // The process gets the focus, if it has a window.
    KEYS_OFFERED,
    // Keys are kept from all others.
    KEYS_TAKEN,
};

enum key_search {
    SEARCH_NONE,
    // The keyboard is grabbed; the focus, all windows and their processes are requested.
    SEARCH_WINDOWS,
    // The positions of the process's windows are requested.
    SEARCH_PLACES,
    // A window has been given the focus; whether it has it is requested.
    SEARCH_FOCUS,
};

struct keys {
    // Fixed once the screen is open: the server tells processes, and the list of managed windows.
    bool has_processes;
    xcb_atom_t client_list;

    // The server's time of the latest press, and until when an offer may follow from it, in milliseconds.
    xcb_timestamp_t pressed_at;
    int64_t pressed_until;
    // That of the press which an offer follows; 0: now.
    xcb_timestamp_t offered_at;
    // The window that has got the focus by an offer, or had it already; 0: none. How often it was given.
    xcb_window_t offered;
    int offer_count;

    enum key_mode mode;
    uint32_t process;
    x_rectangle frame;
    // Where the focus was before.
    bool is_saved;
    xcb_window_t saved;
    uint8_t saved_revert;
    // The focus has been moved.
    bool is_moved;
    // The process's window that has the focus; 0: the keyboard is grabbed, or about to be.
    xcb_window_t target;
    // The window to which the process itself has moved the focus; 0: none.
    xcb_window_t own_choice;
    bool is_grabbed;
    // Something has changed: X_EVENT_KEYS_DUE is due.
    bool is_due;

    enum key_search search;
    // Search again once the pending replies have arrived.
    bool is_outdated;
    xcb_window_t windows[KEY_WINDOWS_CAPACITY];
    int window_count;
    // In the order of the replies.
    unsigned questions[KEY_QUESTIONS_CAPACITY];
    void *replies[KEY_QUESTIONS_CAPACITY];
    int question_count;
    int reply_count;
};

// People have pressed somewhere, at this time of the server.
void keys_pressed(x_screen *screen, xcb_timestamp_t time);

// Asks for the extension and the atom; blocks on the server.
void keys_prepare(x_screen *screen);

// Handles an event of the server; true: it results in `event`.
bool keys_take(x_screen *screen, const xcb_generic_event_t *generic, x_event *event);

// The next event that results from replies; false: none for now.
bool keys_answered(x_screen *screen, x_event *event);

#endif
