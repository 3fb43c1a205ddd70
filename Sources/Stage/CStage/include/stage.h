// SPDX-License-Identifier: MIT
//
// A Wayland compositor without rules of its own, on wlroots: outputs, windows, fingers and keys come as
// events, and nothing but the cursor is shown or delivered that was not ordered. It hides wlroots, libwayland
// and the code that wayland-scanner generates.
//
// Places are in points of the layout, in which outputs lie side by side. No function waits, apart from
// stage_open, which may wait for a seat.

#ifndef STAGE_H
#define STAGE_H

#include <stdbool.h>
#include <stdint.h>

#define STAGE_OUTPUTS_CAPACITY 16
#define STAGE_TOUCH_SCREENS_CAPACITY 16
#define STAGE_NAME_CAPACITY 128
#define STAGE_ERROR_CAPACITY 160
// Further pictures are not shown.
#define STAGE_PICTURES_CAPACITY 128

typedef struct stage stage;

// What a program may do beyond showing windows: bits.
typedef enum stage_right {
    STAGE_RIGHT_SCREENSHOTS = 1,
    // To type and to move a mouse.
    STAGE_RIGHT_VIRTUAL_INPUT = 2,
    // To lie above popovers; the stage only reports it.
    STAGE_RIGHT_KEYBOARD = 4,
    // To have the stage accept connections of sandboxes, which have no rights. A program that takes one from the
    // stage has it wait.
    STAGE_RIGHT_SANDBOXES = 8,
} stage_right;

typedef struct stage_settings {
    // The socket for clients, a name in $XDG_RUNTIME_DIR; NULL: the first free one.
    const char *socket;
    // The rights of every program, and those that stage_allow may give.
    uint32_t rights, grantable;
} stage_settings;

// The lowest first.
typedef enum stage_level {
    STAGE_LEVEL_BACKGROUND,
    STAGE_LEVEL_APP,
    // Fills between an app and a popover, and between a popover and an alert.
    STAGE_LEVEL_DIMMED_APP,
    STAGE_LEVEL_POPOVER,
    STAGE_LEVEL_KEYBOARD,
    STAGE_LEVEL_DIMMED_POPOVER,
    STAGE_LEVEL_ALERT,
    STAGE_LEVEL_RING,
} stage_level;
#define STAGE_LEVELS 8

typedef struct stage_output {
    // Unique among present outputs; never 0.
    uint32_t id;
    char name[STAGE_NAME_CAPACITY];
    int32_t x, y, width, height;
    // Pixels per point.
    double scale;
} stage_output;

// Or a tablet, whose pen is the mouse.
typedef struct stage_touch_screen {
    // Unique among present ones; never 0.
    uint32_t id;
    char name[STAGE_NAME_CAPACITY];
    // The name of the output that it, or udev's property WL_OUTPUT, says it is on; "": none.
    char output[STAGE_NAME_CAPACITY];
    bool is_tablet;
} stage_touch_screen;

typedef enum stage_window_kind {
    STAGE_WINDOW_TOPLEVEL = 1,
    STAGE_WINDOW_POPUP = 2,
    STAGE_WINDOW_LAYER = 3,
    // Of an input method: what people may choose from.
    STAGE_WINDOW_CANDIDATES = 4,
} stage_window_kind;

typedef struct stage_window_description {
    stage_window_kind kind;
    // Of the process that has opened the connection, when it did: its number, its user, and when it started, as
    // stage_process_start returns it.
    int32_t pid;
    uint32_t user;
    uint64_t started_at;
    uint32_t rights;
    // The window that a popup or a dialog belongs to, or that has the text field in use; 0: none.
    uint32_t parent;
    // A toplevel's app id, a layer surface's namespace.
    char name[STAGE_NAME_CAPACITY];
    char title[STAGE_NAME_CAPACITY];
    // It has something to show.
    bool is_mapped;
    // The size that it has, or that a popup without anything to show has asked for; the place of a popup, or of the text field's cursor, in its parent.
    int32_t x, y, width, height;
    // Of that cursor.
    int32_t text_height;
    // Of a popup: it has grabbed the keys and the mouse, or takes presses without that; what it is for, in its
    // parent.
    bool grabs, takes_presses;
    int32_t anchor_x, anchor_y, anchor_width, anchor_height;
    // Layer surfaces: the output, 0 if it named none; what zwlr_layer_surface_v1 requests.
    uint32_t output;
    int32_t layer, anchor, exclusive_zone;
    int32_t margin_top, margin_right, margin_bottom, margin_left;
    int32_t desired_width, desired_height;
    // As in zwlr_layer_surface_v1.keyboard_interactivity.
    int32_t keys;
    // It keeps the screen on, as videos do.
    bool inhibits_idle;
} stage_window_description;

typedef enum stage_event_kind {
    // Outputs were added, removed or changed, or touch screens were added or removed.
    STAGE_EVENT_OUTPUTS = 1,
    // A window is new, has something to show or has nothing any more, or has other properties.
    STAGE_EVENT_WINDOW_CHANGED = 2,
    STAGE_EVENT_WINDOW_GONE = 3,
    // A window has drawn what stage_await_drawing waits for: once.
    STAGE_EVENT_WINDOW_DREW = 4,
    STAGE_EVENT_FINGER_DOWN = 5,
    STAGE_EVENT_FINGER_MOVED = 6,
    STAGE_EVENT_FINGER_UP = 7,
    STAGE_EVENT_FINGER_CANCELED = 8,
    // A mouse has moved; `button` is 0.
    STAGE_EVENT_MOUSE_MOVED = 9,
    STAGE_EVENT_BUTTON_DOWN = 10,
    STAGE_EVENT_BUTTON_UP = 11,
    STAGE_EVENT_WHEEL = 12,
    STAGE_EVENT_KEY_DOWN = 13,
    STAGE_EVENT_KEY_UP = 14,
    // The modifiers of a keyboard have changed.
    STAGE_EVENT_MODIFIERS = 15,
    // A program lets people drag something with a finger or a button that it has.
    STAGE_EVENT_FINGER_DRAGS = 16,
    STAGE_EVENT_BUTTON_DRAGS = 17,
    STAGE_EVENT_DRAG_ENDED = 18,
    // The pen that had a button down is gone.
    STAGE_EVENT_BUTTON_CANCELED = 19,
} stage_event_kind;

// A keyboard's keymap and modifiers at a time.
typedef struct stage_keyboard {
    // A number; 0: none.
    uint32_t keymap;
    // As in wl_keyboard.modifiers.
    uint32_t depressed, latched, locked, group;
    // An input method that has grabbed the keyboards types on it.
    bool is_forwarded;
} stage_keyboard;

// Of a wheel, or of fingers on a touchpad.
typedef struct stage_wheel_step {
    // As in wl_pointer.axis_source.
    int32_t source;
    bool is_horizontal;
    // Points, 0 where it ends; steps as wlroots counts them.
    double delta;
    int32_t steps;
} stage_wheel_step;

typedef struct stage_event {
    stage_event_kind kind;
    uint32_t window;
    // A finger's number, a button's or a key's code of the kernel.
    int32_t number;
    double x, y;
    // CLOCK_MONOTONIC in milliseconds, modulo 2^32.
    uint32_t time;
    // KEY: its symbol of xkbcommon.
    uint32_t symbol;
    // KEY and MODIFIERS: as its keyboard was then.
    stage_keyboard keyboard;
    // KEY: an input method shows text that it may still change.
    bool is_composing;
    stage_wheel_step wheel;
} stage_event;

// Opens the devices, the outputs and the socket. NULL, with the reason in `error`, which has
// STAGE_ERROR_CAPACITY bytes.
stage *stage_open(const stage_settings *settings, char *error);

// Ends every client's connection.
void stage_close(stage *stage);

// Gives the programs of a process group rights, from their next connection on; 0: none of their own.
void stage_allow(stage *stage, int32_t group, uint32_t rights);

// When a process started, in ticks since the machine did; 0: unknown.
uint64_t stage_process_start(int32_t pid);

// Sets the layout of keyboards: of the device with a name, also when it is plugged in later, or of all that no
// name selects if the name is empty. Texts that are empty select what xkbcommon does. False, with the reason in
// `error` as above: xkbcommon does not know it. Without a stage, nothing is
// set, and `error` has a warning if an option changes nothing.
bool stage_set_layout(
    stage *stage, const char *device, const char *layout, const char *variant, const char *options,
    bool locks_numbers, char *error);

// The name of the socket in $XDG_RUNTIME_DIR.
const char *stage_socket(const stage *stage);

// Readable when stage_dispatch has work. It belongs to the stage.
int stage_descriptor(const stage *stage);

// Handles what devices and clients have sent.
void stage_dispatch(stage *stage);

// The next event; false: there is none.
bool stage_next(stage *stage, stage_event *event);

// Sends to clients what is queued for them; before the loop sleeps.
void stage_flush(stage *stage);

// Stores at most STAGE_OUTPUTS_CAPACITY outputs, oldest first; returns their number.
int stage_outputs(const stage *stage, stage_output *outputs);

// Sets an output's size in pixels, if it is not 0, its scale, and its rotation, clockwise in quarters;
// false: it does not take them.
bool stage_set_output(
    stage *stage, uint32_t output, int32_t width, int32_t height, double scale, int rotation);

// Stores at most STAGE_TOUCH_SCREENS_CAPACITY touch screens, oldest first; returns their number.
int stage_touch_screens(const stage *stage, stage_touch_screen *screens);

// Puts a touch screen onto an output, with which it turns; 0: onto none, and its fingers are ignored, as in
// the beginning. Fingers that are down are canceled when that changes.
void stage_map_touch_screen(stage *stage, uint32_t screen, uint32_t output);

// Turns all outputs on or off, also those that come later. They keep their places.
void stage_set_power(stage *stage, bool is_on);

// People use the screen, or are to look at it: programs that wait until nobody does begin again.
void stage_report_use(stage *stage);
// While it is so, those programs take the screen for used.
void stage_keep_awake(stage *stage, bool is_kept);

// Describes a window; false: it is gone.
bool stage_describe(const stage *stage, uint32_t window, stage_window_description *description);

// What a window may do beyond its place.
typedef struct stage_bounds {
    // The part of the layout that its popups stay in.
    int32_t x, y, width, height;
    // It chooses its size, at most this one.
    bool chooses_size;
    int32_t most_width, most_height;
} stage_bounds;

// Shows a window at a place of the layout, above others of its level, and asks it for that size unless it
// chooses its own, as popups do. What the window has outside the place is cut off.
void stage_show(
    stage *stage, uint32_t window, stage_level level, int32_t x, int32_t y, int32_t width,
    int32_t height, const stage_bounds *bounds);
// After stage_show: has other parts of the window cut off than those outside its place.
void stage_clip(
    stage *stage, uint32_t window, int32_t x, int32_t y, int32_t width, int32_t height);
void stage_hide(stage *stage, uint32_t window);
// Asks a window to close.
void stage_dismiss(stage *stage, uint32_t window);
// Has it reported when a window's program has answered a configuration and then drawn most of a part of the
// window at once, or of all of it if the width is 0. Asks the program whether it is alive.
void stage_await_drawing(
    stage *stage, uint32_t window, int32_t x, int32_t y, int32_t width, int32_t height);
// Whether the window's program has answered both since then.
bool stage_is_alive(const stage *stage, uint32_t window);

// A filled rectangle. `slot` is below STAGE_PICTURES_CAPACITY; an earlier picture there is replaced.
void stage_fill(
    stage *stage, uint32_t slot, stage_level level, int32_t x, int32_t y, int32_t width,
    int32_t height, const float color[4]);
// A picture of premultiplied ARGB in the machine's order, `stride` bytes a line, shown at a size in points.
void stage_draw(
    stage *stage, uint32_t slot, stage_level level, int32_t x, int32_t y, int32_t width,
    int32_t height, const uint32_t *pixels, int32_t pixel_width, int32_t pixel_height, int32_t stride);
void stage_erase(stage *stage, uint32_t slot);

// Delivers to the topmost window that is shown at a place. A finger that went down on none is ignored.
void stage_touch_down(stage *stage, int32_t finger, double x, double y, uint32_t time);
void stage_touch_moved(stage *stage, int32_t finger, double x, double y, uint32_t time);
void stage_touch_up(stage *stage, int32_t finger, uint32_t time);
// Takes a finger from the window that has it, and with it all fingers from the window's program.
void stage_touch_cancel(stage *stage, int32_t finger);
void stage_point(stage *stage, double x, double y, uint32_t time);
// The mouse is nowhere.
void stage_unpoint(stage *stage);
void stage_button(stage *stage, int32_t button, bool is_down, uint32_t time);
void stage_wheel(stage *stage, stage_wheel_step step, uint32_t time);
// What is dragged, if anything is, comes to a place where no window gets it.
void stage_drag_nowhere(stage *stage, double x, double y);
// Ends a drag without a drop. It ends by itself when the keys go to another program.
void stage_cancel_drag(stage *stage);

// Switches to a terminal of the session, from 1 on, if there are terminals.
void stage_switch_terminal(stage *stage, uint32_t number);

// Empties the clipboard and the primary selection, and ends what an input method composes.
void stage_forget_session(stage *stage);

// Gives the keyboards to a window; 0: to nobody.
void stage_focus(stage *stage, uint32_t window);
// Delivers a key, and before it the keyboard's state: to the window, or to the input method that has grabbed the
// keyboards while a text field of the window is in use, unless it is forwarded. A release follows its press. Only
// the latest keymaps are kept: with an older one, the window keeps the keymap that it has.
void stage_key(stage *stage, stage_keyboard keyboard, int32_t key, bool is_down, uint32_t time);
void stage_modifiers(stage *stage, stage_keyboard keyboard);

#endif
