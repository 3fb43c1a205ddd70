// SPDX-License-Identifier: MIT
//
// What popoverd needs of a Wayland server: its outputs, and on each a transparent surface above all
// others (wlr-layer-shell) that swallows taps where it is told to, and tells of them. It hides
// libwayland and the code that wayland-scanner generates.
//
// Nothing here waits for the server: what it answers comes by wayland_screen_read.

#ifndef WAYLAND_SCREEN_H
#define WAYLAND_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#define WAYLAND_SCREEN_OUTPUTS_CAPACITY 32
#define WAYLAND_SCREEN_SEATS_CAPACITY 8
#define WAYLAND_SCREEN_NAME_CAPACITY 64
#define WAYLAND_SCREEN_ERROR_CAPACITY 160
// More rectangles than a shield is ever made of; what is beyond is not cut out.
#define WAYLAND_SCREEN_RECTANGLES_CAPACITY 128

typedef struct wayland_screen wayland_screen;

// In points of an output, from its left top.
typedef struct wayland_rectangle {
    int32_t x, y, width, height;
} wayland_rectangle;

typedef struct wayland_output {
    // Of this output while it lives; never 0.
    uint32_t id;
    // Ended by NUL, cut where it is longer.
    char name[WAYLAND_SCREEN_NAME_CAPACITY];
    // In points, after rotation; 0 as long as no surface covers it.
    int32_t width, height;
    // What panels and keyboards along its edges have left of the height; 0: it is not known.
    int32_t rest_height;
    // Pixels a point.
    double scale;
} wayland_output;

typedef enum wayland_event_kind {
    // A finger or a button goes down on the shield, moves, and goes up.
    WAYLAND_EVENT_DOWN = 1,
    WAYLAND_EVENT_MOVE = 2,
    WAYLAND_EVENT_UP = 3,
    // All fingers, or all buttons, of a seat are somebody else's from now on.
    WAYLAND_EVENT_CANCEL = 4,
    // Outputs have come, gone or changed.
    WAYLAND_EVENT_OUTPUTS = 5,
    // The answer to wayland_screen_ask.
    WAYLAND_EVENT_ANSWERED = 6,
    // The server has taken the surface away from an output: see wayland_screen_cover.
    WAYLAND_EVENT_UNCOVERED = 7,
} wayland_event_kind;

typedef struct wayland_event {
    wayland_event_kind kind;
    bool is_touch;
    // Differs between seats that are there at once.
    uint32_t seat;
    // DOWN, MOVE, UP: the number of the touch, or of the button as the kernel counts; a mouse that
    // moves does not say of which button.
    int32_t detail;
    // DOWN: where it is.
    uint32_t output;
    // DOWN, MOVE, in points from the output's left top.
    double x, y;
    // Milliseconds since whenever the server likes, modulo 2^32.
    uint32_t time;
} wayland_event;

// Whether it was built with the protocols' code; otherwise nothing can be opened.
bool wayland_screen_is_built(void);

// Connects to the socket at a path of at most 107 bytes. NULL, with the reason in `error`, which
// has WAYLAND_SCREEN_ERROR_CAPACITY bytes.
wayland_screen *wayland_screen_open(const char *path, char *error);

// Readable when there is something for wayland_screen_read. The screen's own.
int wayland_screen_descriptor(const wayland_screen *screen);

// Closes the connection; its surfaces go with it.
void wayland_screen_close(wayland_screen *screen);

// Takes up to some kilobytes of what the server has sent; false: the server is gone.
bool wayland_screen_read(wayland_screen *screen);

// Why it is gone, without its name: what follows "the Wayland server X".
void wayland_screen_failure(const wayland_screen *screen, char *error);

// The next event of what was read; false: there is none.
bool wayland_screen_next(wayland_screen *screen, wayland_event *event);

// Sends what was asked for: 0; 1 when the rest has to wait until the descriptor is writable; -1
// when the server is gone.
int wayland_screen_flush(wayland_screen *screen);

// Has the server say that it has done everything so far; see WAYLAND_EVENT_ANSWERED.
void wayland_screen_ask(wayland_screen *screen);

// What the server lacks of what is needed; NULL: nothing. To be asked after the first answer.
const char *wayland_screen_missing(const wayland_screen *screen);

// Stores at most WAYLAND_SCREEN_OUTPUTS_CAPACITY of them, oldest first, and returns how many.
int wayland_screen_outputs(const wayland_screen *screen, wayland_output *outputs);

// Has it known from now on what others have left of each output's height.
void wayland_screen_measure_rest(wayland_screen *screen);

// Covers the outputs that have lost their surface.
void wayland_screen_cover(wayland_screen *screen);

// Has every tap on an output swallowed that is not in `holes`; or none, where it is not shielded.
void wayland_screen_shield(
    wayland_screen *screen, uint32_t output, bool is_shielded, const wayland_rectangle *holes,
    int hole_count);

#endif
