// SPDX-License-Identifier: MIT
//
// Shared by opening and using a screen.

#ifndef SCREEN_H
#define SCREEN_H

#include <xcb/xcb.h>
#include <xcb/xfixes.h>

#include "glass.h"
#include "keys.h"
#include "windows.h"
#include "x_screen.h"

#define DEVICES_CAPACITY 64

// The range of a device with absolute positions, such as a touch screen.
struct touch_range {
    uint16_t device;
    double least[2];
    double most[2];
};

struct x_screen {
    xcb_connection_t *connection;
    xcb_window_t root;
    uint16_t width;
    uint16_t height;
    uint32_t black;
    uint32_t white;
    uint8_t input_opcode;
    uint8_t randr_event;
    bool has_test;
    xcb_window_t shield;
    xcb_xfixes_region_t covered;
    xcb_xfixes_region_t holes;
    bool is_shielding;
    // The frame around what has the focus of a keypad.
    xcb_window_t ring;
    bool is_ringing;
    // Pending requests for the pointer; replies come in order.
    xcb_query_pointer_cookie_t asked[X_SCREEN_QUESTIONS_CAPACITY];
    int asked_count;
    x_output outputs[X_SCREEN_OUTPUTS_CAPACITY];
    int output_count;
    struct touch_range ranges[DEVICES_CAPACITY];
    int range_count;
    struct windows windows;
    struct keys keys;
    struct glass glass;
};

// The atom of a name; blocks on the server.
xcb_atom_t screen_atom(xcb_connection_t *c, const char *name);

// Whether a window is the screen's own.
bool screen_is_own(const x_screen *screen, xcb_window_t window);

// Waits are for this connection from now on; returns the one before, or -1.
int screen_use(int descriptor);

// It is about to be closed.
void screen_forget(int descriptor);

// Whether its server took too long.
bool screen_gave_up(int descriptor);

#endif
