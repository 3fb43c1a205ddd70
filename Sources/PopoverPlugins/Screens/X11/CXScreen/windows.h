// SPDX-License-Identifier: MIT
//
// A screen's record of other clients' windows.

#ifndef WINDOWS_H
#define WINDOWS_H

#include <xcb/xcb.h>

#include "x_screen.h"

// Windows whose names are requested at once, and windows that wait for it.
#define NAMED_AT_ONCE 32
#define WAITING_CAPACITY 2048
// Six for each name; for places two of each window that is followed, and of each that was followed
// and is not any more: until a question is answered no more windows than were named at once are.
#define QUESTIONS_CAPACITY (8 * NAMED_AT_ONCE + 4 * X_SCREEN_FOLLOWED_CAPACITY)
#define MENU_TYPES 4
// What is watched of every window.
#define WATCHED_EVENTS (XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_PROPERTY_CHANGE)

enum question_kind {
    QUESTION_CLASS,
    QUESTION_ATTRIBUTES,
    QUESTION_PROCESS,
    QUESTION_TYPE,
    QUESTION_TRANSIENT,
    QUESTION_TITLE,
    QUESTION_PARENT,
    QUESTION_GEOMETRY,
    QUESTION_VISIBLE,
};

struct question {
    enum question_kind kind;
    xcb_window_t window;
    // The followed window.
    uint32_t serial;
    unsigned sequence;
};

struct followed {
    xcb_window_t window;
    uint32_t serial;
    // Its outermost ancestor, as far as known.
    xcb_window_t ancestor;
    int depth;
    int state;
    // As last reported; without a width it is not visible.
    bool is_placed;
    x_rectangle place;
    xcb_window_t top;
    x_rectangle asked_place;
};

struct windows {
    // Fixed once the screen is open: the property with a window's type, and the types of menus.
    xcb_atom_t type;
    xcb_atom_t normal;
    xcb_atom_t menus[MENU_TYPES];
    // A ring, oldest first.
    xcb_window_t waiting[WAITING_CAPACITY];
    int first_waiting;
    int waiting_count;
    int naming_count;
    // What is known of the window whose title comes next.
    char instance[X_SCREEN_NAME_CAPACITY];
    char kind[X_SCREEN_NAME_CAPACITY];
    bool is_mapped;
    bool is_drawn;
    bool is_override;
    bool is_menu;
    bool is_normal;
    bool is_transient;
    uint32_t process;
    struct question questions[QUESTIONS_CAPACITY];
    int first_question;
    int question_count;
    struct followed followed[X_SCREEN_FOLLOWED_CAPACITY];
    int followed_count;
    uint32_t serial;
    // It has reported its map, which the root reports next.
    xcb_window_t mapped;
    // A request has to be sent.
    bool has_asked;
};

// Asks for the atoms; blocks on the server.
void windows_prepare(x_screen *screen);

// Reads all windows; blocks on the server.
void windows_find(x_screen *screen);

// Handles an event of the server; true: it results in `event`.
bool windows_take(x_screen *screen, const xcb_generic_event_t *generic, x_event *event);

// The next event that results from replies; false: none for now.
bool windows_answered(x_screen *screen, x_event *event);

// Sends queued requests; false: there were none.
bool windows_flush(x_screen *screen);

#endif
