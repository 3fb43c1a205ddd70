// SPDX-License-Identifier: MIT
//
// An X server's outputs, touches and presses, a window that blocks taps, and the positions of other
// clients' windows. It hides libxcb, whose events vary in length.
//
// Every call may wait for the server: x_screen_limit_wait says how long.
// No error of the server ends the process.

#ifndef X_SCREEN_H
#define X_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#define X_SCREEN_OUTPUTS_CAPACITY 32
#define X_SCREEN_NAME_CAPACITY 64
#define X_SCREEN_ERROR_CAPACITY 160
// Pending requests for the pointer.
#define X_SCREEN_QUESTIONS_CAPACITY 64
// More rectangles than a shield ever has; further ones are ignored.
#define X_SCREEN_RECTANGLES_CAPACITY 1024
// Windows that may be followed at once.
#define X_SCREEN_FOLLOWED_CAPACITY 128
// The topmost windows whose order is reported.
#define X_SCREEN_STACK_CAPACITY 1024

typedef struct x_screen x_screen;

// In the server's pixels, from the top left of all outputs.
typedef struct x_rectangle {
    int16_t x, y;
    uint16_t width, height;
} x_rectangle;

// An active output, after rotation.
typedef struct x_output {
    // Ends with NUL; truncated.
    char name[X_SCREEN_NAME_CAPACITY];
    x_rectangle place;
    bool is_primary;
} x_output;

typedef enum x_event_kind {
    // A finger or a button goes down, moves while it is down, and goes up.
    X_EVENT_DOWN = 1,
    X_EVENT_MOVE = 2,
    X_EVENT_UP = 3,
    // The answer to x_screen_ask_pointer; it follows all earlier events of the server.
    X_EVENT_POINTER = 4,
    // Outputs or input devices were added, removed or changed: open the screen again.
    X_EVENT_CHANGED = 5,
    // A window may have been raised above the shield, or above one of those that are watched.
    X_EVENT_RESTACKED = 6,
    // Another client's window was mapped, has another title, or is mapped at the start; may be reported
    // repeatedly. x_screen_follow follows it.
    X_EVENT_SHOWN = 7,
    // A followed window has moved.
    X_EVENT_PLACED = 8,
    // A followed window was unmapped, and is not followed any more.
    X_EVENT_GONE = 9,
    // A key was pressed that reaches nobody.
    X_EVENT_KEY = 10,
    // Windows or the focus have changed while the keys are taken: call x_screen_seek_keys, not too often.
    X_EVENT_KEYS_DUE = 11,
    // The answer to x_screen_ask_stack: x_screen_stack returns it.
    X_EVENT_STACKED = 12,
} x_event_kind;

typedef struct x_event {
    x_event_kind kind;
    // DOWN, MOVE, UP: the shield has blocked it; otherwise it is raw, on its way to a client.
    bool is_swallowed;
    bool is_touch;
    // Whether `x` and `y` are known: a raw button press has no position.
    bool has_place;
    // The number of the touch, or of the button: 1 is the left one. KEY: the kernel's code.
    uint32_t detail;
    // Milliseconds of CLOCK_MONOTONIC, modulo 2^32.
    uint32_t time;
    // Pixels from the top left of all outputs.
    double x, y;
    // SHOWN, PLACED, GONE: the window; unique among present windows.
    uint32_t window;
    // PLACED: its position with the window manager's frame; without a width it is not visible.
    x_rectangle place;
    // PLACED: its outermost ancestor below the root, which is itself without a window manager.
    uint32_t top;
    // SHOWN: the process of its client on this machine; 0: unknown.
    uint32_t process;
    // SHOWN: it has pixels; window managers leave it alone, as they do menus.
    bool is_drawn, is_override;
    // SHOWN: it is a menu or a drop-down list, by its type.
    bool is_menu;
    // SHOWN: WM_CLASS and WM_NAME; they end with NUL, are truncated, and have any encoding.
    char instance[X_SCREEN_NAME_CAPACITY];
    char class_name[X_SCREEN_NAME_CAPACITY];
    char title[X_SCREEN_NAME_CAPACITY];
} x_event;

// Connects to a display of this machine, such as ":0" or ":0.1", by its Unix socket. NULL on failure,
// with the reason in `error`, which has X_SCREEN_ERROR_CAPACITY bytes; `is_refused`: the server wants
// another cookie.
x_screen *x_screen_open(const char *name, char *error, bool *is_refused);

// Whether the file with the cookies is another than when a screen was first opened.
bool x_screen_has_new_cookie(void);

// The connection that was opened last is given up if it lets this process wait for longer than this, by
// SIGALRM; 0: until the next call without a limit.
void x_screen_limit_wait(unsigned seconds);

// Whether the server tells the processes of its clients.
bool x_screen_knows_processes(const x_screen *screen);

// Whether it was given up.
bool x_screen_is_hanging(const x_screen *screen);

// Readable when x_screen_next has work. It belongs to the screen.
int x_screen_descriptor(const x_screen *screen);

// Closes the connection; its windows go with it.
void x_screen_close(x_screen *screen);

// Stores at most X_SCREEN_OUTPUTS_CAPACITY outputs; returns their number, at least 1.
int x_screen_outputs(const x_screen *screen, x_output *outputs);

// The next event: 1; 0: none until the descriptor is readable; -1: the connection is lost. Queued
// requests are sent before it returns 0.
int x_screen_next(x_screen *screen, x_event *event);

// Requests the pointer's position; see X_EVENT_POINTER. False: too many requests are pending.
bool x_screen_ask_pointer(x_screen *screen);

// Blocks every tap in `covers` outside of `holes`, above all windows; none without covers.
void x_screen_shield(
    x_screen *screen, const x_rectangle *covers, int cover_count, const x_rectangle *holes,
    int hole_count);

// Draws a ring of this width around a rectangle, and clips it to an output; NULL: none.
void x_screen_ring(
    x_screen *screen, const x_rectangle *around, const x_rectangle *output, int width);

// Raises the shield, then the ring, above all windows.
void x_screen_raise(x_screen *screen);

// Reports a window's position by X_EVENT_PLACED until X_EVENT_GONE. False: too many are followed.
bool x_screen_follow(x_screen *screen, uint32_t window);

// Reports the names of a window again by X_EVENT_SHOWN, if it is mapped.
void x_screen_look(x_screen *screen, uint32_t window);

// A window right below the root.
typedef struct x_stacked {
    uint32_t window;
    // It belongs to the window manager, as frames do.
    bool is_managers;
} x_stacked;

// Whether restacked windows are reported by X_EVENT_RESTACKED without a shield or a ring.
void x_screen_watch_stack(x_screen *screen, bool is_watched);

// Requests the order of all windows; see X_EVENT_STACKED.
void x_screen_ask_stack(x_screen *screen);

// Stores at most X_SCREEN_STACK_CAPACITY windows, the lowest first; returns their number.
int x_screen_stack(const x_screen *screen, x_stacked *windows);

// Puts a window right below or above another one; both lie right below the root.
void x_screen_lower(x_screen *screen, uint32_t window, uint32_t other);
void x_screen_raise_above(x_screen *screen, uint32_t window, uint32_t other);

// Asks the window manager to raise a window above another one; both lie in frames.
void x_screen_ask_raise(x_screen *screen, uint32_t window, uint32_t other);

// Presses Escape, as on a keyboard: what has the keys gets it. False: the server lacks XTEST.
bool x_screen_press_escape(x_screen *screen);

// Takes a window off the screen.
void x_screen_hide(x_screen *screen, uint32_t window);

// Takes the keys from the window that has the focus. The visible window of this process that lies
// nearest to the frame gets them; while there is none, nobody: they are reported by X_EVENT_KEY.
void x_screen_take_keys(x_screen *screen, uint32_t process, x_rectangle frame);

// Looks for that window again.
void x_screen_seek_keys(x_screen *screen);

// Returns the focus to the window that had it.
void x_screen_return_keys(x_screen *screen);

// Returns it, and then gives it to the window of this process that lies nearest to the frame, unless the
// process has it already, or has no visible window. It gets it again, a few times, if nobody has it then.
void x_screen_offer_keys(x_screen *screen, uint32_t process, x_rectangle frame);

// Sends queued requests.
void x_screen_flush(x_screen *screen);

#endif
