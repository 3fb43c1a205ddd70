// SPDX-License-Identifier: MIT
//
// What popoverd needs of an X server: where its outputs are, what fingers do, a window that swallows
// taps, and where others' windows are. It hides libxcb, whose events have lengths of their own.
//
// Only the opening of one waits for the server, on a thread of its own that is gone when it is
// done; nothing else does, as long as a server that does not answer is not told more and more: the
// kernel keeps some thousand orders for it. No error of the server's ends the process.

#ifndef X_SCREEN_H
#define X_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#define X_SCREEN_OUTPUTS_CAPACITY 32
#define X_SCREEN_NAME_CAPACITY 64
#define X_SCREEN_ERROR_CAPACITY 160
// Questions that may be open at once.
#define X_SCREEN_QUESTIONS_CAPACITY 64
// More rectangles than a shield is ever made of; what is beyond is not cut out.
#define X_SCREEN_RECTANGLES_CAPACITY 1024
// Windows of others that may be followed at once.
#define X_SCREEN_FOLLOWED_CAPACITY 16

typedef struct x_screen x_screen;

// In the server's pixels, from the left top of all outputs.
typedef struct x_rectangle {
    int16_t x, y;
    uint16_t width, height;
} x_rectangle;

// An output that shows something, as it is after rotation.
typedef struct x_output {
    // Ended by NUL, cut where it is longer.
    char name[X_SCREEN_NAME_CAPACITY];
    x_rectangle place;
    bool is_primary;
} x_output;

typedef enum x_event_kind {
    // A finger or a button goes down, moves while it is down, and goes up.
    X_EVENT_DOWN = 1,
    X_EVENT_MOVE = 2,
    X_EVENT_UP = 3,
    // The answer to x_screen_ask_pointer: everything that the server did before came before it.
    X_EVENT_POINTER = 4,
    // Outputs or input devices have come, gone or changed: open the screen anew.
    X_EVENT_CHANGED = 5,
    // Some window has come above the shield, maybe.
    X_EVENT_RESTACKED = 6,
    // A window of somebody's may be seen, or was there at the beginning; it may be told more than
    // once. x_screen_follow has it followed.
    X_EVENT_SHOWN = 7,
    // A window that is followed is somewhere else.
    X_EVENT_PLACED = 8,
    // It is not mapped any more, and not followed.
    X_EVENT_GONE = 9,
} x_event_kind;

typedef struct x_event {
    x_event_kind kind;
    // DOWN, MOVE, UP: the shield has swallowed it; else it was seen on its way to somebody.
    bool is_swallowed;
    bool is_touch;
    // Whether `x` and `y` are known: a button that is only seen has none.
    bool has_place;
    // The number of the touch, or of the button: 1 is the left one.
    uint32_t detail;
    // Milliseconds of CLOCK_MONOTONIC, modulo 2^32.
    uint32_t time;
    // Pixels from the left top of all outputs.
    double x, y;
    // SHOWN, PLACED, GONE: which; no two that are there at once have the same.
    uint32_t window;
    // PLACED: where it is now, with the frame that a window manager has put around it; without a
    // width nothing of it is to be seen.
    x_rectangle place;
    // SHOWN: what its client calls it (WM_CLASS, WM_NAME); ended by NUL, cut where it is longer,
    // in whatever encoding.
    char instance[X_SCREEN_NAME_CAPACITY];
    char class_name[X_SCREEN_NAME_CAPACITY];
    char title[X_SCREEN_NAME_CAPACITY];
} x_event;

// A screen that is being opened, on a thread of its own.
typedef struct x_opening x_opening;

// Begins to connect to the server of a display, such as ":0" or ":0.1"; one of this machine, by its
// Unix socket. NULL when there is no thread or no memory.
x_opening *x_opening_begin(const char *name);

// Readable when it is done, however it went. The opening's own.
int x_opening_descriptor(const x_opening *opening);

// The screen; NULL where there is none, with the reason in `error`, which has
// X_SCREEN_ERROR_CAPACITY bytes. One that is not done is given up. The opening is gone then.
x_screen *x_opening_end(x_opening *opening, char *error);

// Readable when there is something for x_screen_next. The screen's own.
int x_screen_descriptor(const x_screen *screen);

// Closes the connection; its windows go with it.
void x_screen_close(x_screen *screen);

// Stores at most X_SCREEN_OUTPUTS_CAPACITY of them, and returns how many: at least 1.
int x_screen_outputs(const x_screen *screen, x_output *outputs);

// The next event: 1; 0 when there is none now, then the descriptor tells when to ask again; -1 when
// the server is gone. What was asked for meanwhile is sent by then.
int x_screen_next(x_screen *screen, x_event *event);

// Where the pointer is; see X_EVENT_POINTER. False: too many questions are open.
bool x_screen_ask_pointer(x_screen *screen);

// Has every tap in `covers` swallowed that is not in `holes`, above all windows; without covers
// nothing is.
void x_screen_shield(
    x_screen *screen, const x_rectangle *covers, int cover_count, const x_rectangle *holes,
    int hole_count);

// Puts the shield above all windows again.
void x_screen_raise(x_screen *screen);

// Has X_EVENT_PLACED told of a window until X_EVENT_GONE. False: too many are followed.
bool x_screen_follow(x_screen *screen, uint32_t window);

// Sends what was asked for.
void x_screen_flush(x_screen *screen);

#endif
