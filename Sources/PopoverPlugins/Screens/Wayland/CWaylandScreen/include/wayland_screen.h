// SPDX-License-Identifier: MIT
//
// A Wayland server's outputs, and on each a transparent surface above all others (wlr-layer-shell)
// that blocks and reports taps. It hides libwayland and the code that wayland-scanner generates.
//
// No function blocks: wayland_screen_read receives the server's answers.

#ifndef WAYLAND_SCREEN_H
#define WAYLAND_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#define WAYLAND_SCREEN_OUTPUTS_CAPACITY 32
#define WAYLAND_SCREEN_SEATS_CAPACITY 8
#define WAYLAND_SCREEN_NAME_CAPACITY 64
#define WAYLAND_SCREEN_ERROR_CAPACITY 160
// How long nobody uses a seat before WAYLAND_EVENT_IDLE.
#define WAYLAND_SCREEN_IDLE_MS 1000
// More rectangles than a shield ever has; further ones are ignored.
#define WAYLAND_SCREEN_RECTANGLES_CAPACITY 128

typedef struct wayland_screen wayland_screen;

// In points of an output, from its top left corner.
typedef struct wayland_rectangle {
    int32_t x, y, width, height;
} wayland_rectangle;

typedef struct wayland_output {
    // Unique among present outputs; never 0.
    uint32_t id;
    // Ends with NUL; truncated.
    char name[WAYLAND_SCREEN_NAME_CAPACITY];
    // In points, after rotation; 0 while no surface covers it.
    int32_t width, height;
    // The height that panels and keyboards along its edges leave; 0: unknown.
    int32_t usable_height;
    // Pixels per point.
    double scale;
} wayland_output;

typedef enum wayland_event_kind {
    // A finger or a button goes down on the shield, moves, and goes up.
    WAYLAND_EVENT_DOWN = 1,
    WAYLAND_EVENT_MOVE = 2,
    WAYLAND_EVENT_UP = 3,
    // Another client has taken all fingers, or all buttons, of a seat.
    WAYLAND_EVENT_CANCEL = 4,
    // Outputs were added, removed or changed.
    WAYLAND_EVENT_OUTPUTS = 5,
    // The answer to wayland_screen_ask.
    WAYLAND_EVENT_ANSWERED = 6,
    // The server has closed an output's surface: see wayland_screen_cover.
    WAYLAND_EVENT_UNCOVERED = 7,
    // People use a seat's devices, wherever they point and type; nobody has used them for
    // WAYLAND_SCREEN_IDLE_MS.
    WAYLAND_EVENT_ACTIVE = 8,
    WAYLAND_EVENT_IDLE = 9,
    // The server tells of a seat's activity from now on: first that it is idle, if it is.
    WAYLAND_EVENT_WATCHED = 10,
    // A key was pressed that reaches no window.
    WAYLAND_EVENT_KEY = 11,
} wayland_event_kind;

typedef struct wayland_event {
    wayland_event_kind kind;
    bool is_touch;
    // Unique among present seats.
    uint32_t seat;
    // DOWN, MOVE, UP: the number of the touch, or the kernel's code of the button; a mouse's MOVE has
    // none. KEY: whether it is Escape.
    int32_t detail;
    // DOWN, KEY: the output.
    uint32_t output;
    // DOWN, MOVE: in points from the output's top left corner.
    double x, y;
    // Milliseconds of a clock of the server's choice, modulo 2^32.
    uint32_t time;
} wayland_event;

// Connects to the socket at a path of at most 107 bytes. NULL, with the reason in `error`, which
// has WAYLAND_SCREEN_ERROR_CAPACITY bytes.
wayland_screen *wayland_screen_open(const char *path, char *error);

// Readable when wayland_screen_read has work. It belongs to the screen.
int wayland_screen_descriptor(const wayland_screen *screen);

// Closes the connection; its surfaces go with it.
void wayland_screen_close(wayland_screen *screen);

// Reads up to some kilobytes from the server; false: the connection is lost.
bool wayland_screen_read(wayland_screen *screen);

// Why the connection is lost: a predicate for "the Wayland server X".
void wayland_screen_error(const wayland_screen *screen, char *error);

// The next event of what was read; false: there is none.
bool wayland_screen_next(wayland_screen *screen, wayland_event *event);

// Sends queued requests: 0: all; 1: the rest waits until the descriptor is writable; -1: the
// connection is lost.
int wayland_screen_flush(wayland_screen *screen);

// Has the server answer once it has processed all requests: WAYLAND_EVENT_ANSWERED.
void wayland_screen_ask(wayland_screen *screen);

// The protocol that the server lacks; NULL: none. Valid after the first answer.
const char *wayland_screen_missing(const wayland_screen *screen);

// Stores at most WAYLAND_SCREEN_OUTPUTS_CAPACITY outputs, oldest first; returns their number.
int wayland_screen_outputs(const wayland_screen *screen, wayland_output *outputs);

// Measures from now on the usable height of each output.
void wayland_screen_measure_usable(wayland_screen *screen);

// Covers outputs that have lost their surface.
void wayland_screen_cover(wayland_screen *screen);

// Blocks every tap on an output outside of `holes`; none where it is not shielded.
void wayland_screen_shield(
    wayland_screen *screen, uint32_t output, bool is_shielded, const wayland_rectangle *holes,
    int hole_count);

// Keeps keys from all windows, as far as the server gives them to a surface of the layer `top`; a
// surface of the layer `overlay` that demands the keyboard has it.
void wayland_screen_take_keys(wayland_screen *screen, uint32_t output, bool takes);

// Draws a ring around a rectangle of at most the output's size and some points; NULL: none.
void wayland_screen_ring(
    wayland_screen *screen, uint32_t output, const wayland_rectangle *around);

#endif
