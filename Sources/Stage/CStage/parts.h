// SPDX-License-Identifier: MIT
//
// Shared by the parts of a stage: opening, programs, outputs, windows, input, the cursor, text and pictures.

#ifndef PARTS_H
#define PARTS_H

#include "stage.h"

#if !__has_include("generated/xdg-shell-protocol.h")
#error scripts/prepare-build generates the code of the protocols
#endif

#include "wlroots.h"

#include <stddef.h>
#include <sys/un.h>

// So many keymaps may be in use by steps that wait.
#define KEYMAPS_CAPACITY 32
// A seat has so many fingers at once; further ones are ignored.
#define FINGERS_CAPACITY 32

typedef struct output {
    struct wl_list link; // stage.outputs
    stage *stage;
    uint32_t id;
    struct wlr_output *output;
    struct wlr_scene_output *scene;
    struct wl_listener frame, changed, destroyed;
} output;

typedef struct window {
    struct wl_list link; // stage.windows
    stage *stage;
    uint32_t id;
    stage_window_kind kind;
    // Of a toplevel and a popup, else NULL.
    struct wlr_xdg_surface *xdg;
    // Of a layer surface, else NULL.
    struct wlr_layer_surface_v1 *layer;
    struct wlr_surface *surface;
    // Its node's data is the clip.
    struct wlr_scene_tree *tree;
    // Of the layout; what is outside is cut off.
    struct wlr_box clip;
    // It has been reported.
    bool is_known;
    bool is_mapped, is_shown, is_awaited;
    // It has not been configured.
    bool is_new;
    // While it is awaited: the configuration to acknowledge, and the part to draw, from its corner.
    uint32_t awaited_serial;
    struct wlr_box awaited;
    // A layer surface whose program has chosen the output, and one that has none.
    bool names_output, awaits_output;
    // As it was reported: a popup's place in its parent, and the size.
    int32_t x, y, width, height;
    bool takes_presses;
    // As it was asked for.
    int32_t asked_width, asked_height;
    stage_bounds bounds;
    struct wlr_input_popup_surface_v2 *candidates;
    // They were offered in an earlier session.
    bool is_stale;
    struct wl_listener mapped, unmapped, destroyed, committed, named, titled, repositioned;
    struct wl_listener asked_for_fullscreen, asked_for_maximized;
} window;

// Serials begin again at 0.
static inline bool is_at_least(uint32_t serial, uint32_t other) {
    return (int32_t)(serial - other) >= 0;
}

static inline bool is_seen(const window *window) {
    return window->is_mapped && window->is_shown && !window->is_stale;
}

// What the keys of devices with a name are; an empty one is that of all others.
typedef struct layout {
    struct wl_list link; // stage.layouts
    char device[STAGE_NAME_CAPACITY];
    struct xkb_keymap *keymap;
    bool locks_numbers;
} layout;

typedef struct keyboard {
    struct wl_list link; // stage.keyboards
    stage *stage;
    struct wlr_input_device *device;
    // Of a virtual one, else NULL.
    const struct wl_client *client;
    // An input method types on it what it does not compose.
    bool forwards;
    struct wl_listener key, modifiers, destroyed;
} keyboard;

typedef enum cursor_kind { CURSOR_UNKNOWN, CURSOR_HIDDEN, CURSOR_OWN, CURSOR_OF_PROGRAM } cursor_kind;

// Or a tablet with a pen.
typedef struct touch_screen {
    struct wl_list link; // stage.touch_screens
    stage *stage;
    uint32_t id;
    struct wlr_input_device *device;
    // NULL: none, and its fingers are ignored.
    struct wlr_output *output;
    // The numbers of its fingers, which are unique in the seat.
    int32_t fingers[FINGERS_CAPACITY];
    int finger_count;
    // Of a tablet: its pen touches.
    bool has_tip;
    struct wl_listener destroyed;
} touch_screen;

// A finger that a window has.
typedef struct finger {
    stage *stage;
    bool is_down;
    int32_t number;
    uint32_t time;
    struct wl_listener surface_ended;
    // From the layout to the surface.
    double dx, dy;
} finger;

struct stage {
    struct wl_display *display;
    struct wl_event_loop *loop;
    struct wlr_backend *backend;
    // NULL: it has no terminal.
    struct wlr_session *session;
    struct wlr_renderer *renderer;
    struct wlr_xdg_shell *shell;
    struct wlr_allocator *allocator;
    struct wlr_output_layout *layout;
    struct wlr_scene *scene;
    struct wlr_scene_tree *levels[STAGE_LEVELS];
    // Above keyboards, and below alerts.
    struct wlr_scene_tree *drags;
    struct wlr_scene_node *pictures[STAGE_PICTURES_CAPACITY];
    struct wlr_seat *seat;
    struct wlr_cursor *cursor;
    // NULL: there has been no mouse.
    struct wlr_xcursor_manager *cursors;
    cursor_kind cursor_kind;
    // The program that has set a cursor since it has the mouse, with its surface, NULL if it shows none.
    struct wl_client *cursor_client;
    struct wlr_surface *cursor_surface;
    int64_t hotspot_x, hotspot_y;
    // The name of one of the stage's own, which that program has chosen instead; NULL: none.
    const char *cursor_shape;
    // The mouse has been used, and nothing touched since.
    bool is_mouse_used;
    struct wl_event_source *mouse_rests;
    // The seat's only keyboard, in the state that was delivered last; its group is empty.
    struct wlr_keyboard_group *typed;
    // The state of keyboards that the input method was given last, with the keys that it has.
    struct wlr_keyboard_group *composed;
    // What people did last to modifiers.
    stage_keyboard people;
    // NULL: the input method has no grab.
    struct wlr_input_method_keyboard_grab_v2 *grab;
    // It shows text that it may still change.
    bool has_preedit;
    // Devices share keymaps, so that programs need not read them again.
    struct wl_list layouts;
    // That with the number n is at n modulo the capacity.
    struct xkb_keymap *keymaps[KEYMAPS_CAPACITY];
    uint32_t last_keymap;
    // The name of the socket, its place, and descriptors; -1: there is none.
    char socket[STAGE_NAME_CAPACITY];
    struct sockaddr_un address;
    int listener, lock;
    // New connections, until there is no descriptor for them, and the look whether there is one again.
    struct wl_event_source *door, *reopening;
    bool is_full;
    bool is_closing;
    // The outputs are off.
    bool is_dark;
    uint32_t last_id;
    // Whether a window has the mouse, where it is in the layout, and from there to the window's surface.
    bool has_mouse;
    // The window that was pressed last since the keys went elsewhere; 0: none.
    uint32_t pressed;
    // Whose request is being handled.
    const struct wl_client *requester;
    double mouse_x, mouse_y, mouse_dx, mouse_dy;
    // The window that was given the keys last; 0: none.
    uint32_t focused;
    // Where the mouse or a finger has come to.
    double reached_x, reached_y;
    // Of the drag that is under way, beside there; NULL: it has none.
    struct wlr_scene_tree *drag_picture;
    int32_t drag_dx, drag_dy;
    finger fingers[FINGERS_CAPACITY];
    struct wlr_input_method_v2 *input_method;
    struct wl_list outputs, windows, keyboards, touch_screens, text_inputs, inhibitors; // Oldest first.
    struct wl_listener new_output, new_input, new_toplevel, new_popup, new_layer_surface, new_decoration;
    struct wl_listener new_client, new_program;
    // Of every program, and of those whose process group has some.
    uint32_t rights;
    struct wl_list groups;
    // A connection to the stage's own socket is being made; others are of sandboxes.
    bool is_accepting;
    int sandboxed_count;
    struct wlr_idle_notifier_v1 *idle_notifier;
    struct wl_listener new_virtual_keyboard, new_virtual_pointer;
    struct wl_listener motion, motion_absolute, button, axis, mouse_frame;
    struct wl_listener touch_down, touch_motion, touch_up, touch_cancel;
    struct wl_listener pen_axis, pen_tip, pen_proximity;
    struct wl_listener request_cursor, cursor_committed, cursor_destroyed, mouse_focused;
    struct wl_listener shape_requested;
    struct wl_listener request_selection, request_primary, layout_changed;
    struct wl_listener drag_requested, drag_began, drag_ended, drag_client_ended;
    struct wl_listener drag_committed, drag_picture_ended;
    struct wl_listener new_text_input, new_input_method, method_committed, method_destroyed;
    struct wl_listener new_method_popup, method_grabbed, grab_ended, new_inhibitor;
    stage_event *events;
    size_t event_count, event_read, event_capacity;
};

// Queues an event; NULL: there is no memory.
stage_event *stage_add_event(stage *stage, stage_event_kind kind);
void stage_listen(struct wl_listener *listener, struct wl_signal *signal, wl_notify_func_t notify);

// A connection of a process, which is known by who it was then.
typedef struct program {
    stage *stage;
    struct wl_listener ended;
    int32_t pid;
    uint32_t user;
    uint64_t started_at;
    uint32_t rights;
    bool is_sandboxed;
} program;

// Before the first global is made.
void stage_watch_programs(stage *stage, uint32_t rights);
void stage_forget_groups(stage *stage);
// NULL: it ends, or there was no memory.
const program *stage_program_of(const struct wl_client *client);

// After the seat.
bool stage_open_newer(stage *stage, bool allows_sandboxes);
// Tells a program for which output to draw.
void stage_tell_scale(struct wlr_surface *surface, const struct wlr_output *output);

// NULL: nothing can draw.
struct wlr_renderer *stage_create_renderer(struct wlr_backend *backend);
// NULL: the first free name.
bool stage_open_socket(stage *stage, const char *name);
void stage_close_socket(stage *stage);
bool stage_watch_requests(stage *stage);
// Whether people type into a program.
bool stage_has_keys(const stage *stage, const struct wl_client *client);
bool stage_open_outputs(stage *stage);
bool stage_open_windows(stage *stage);
bool stage_open_input(stage *stage, bool allows_virtual_input);
// After the seat.
bool stage_open_cursor(stage *stage);
bool stage_open_keyboard(stage *stage);
void stage_open_touch(stage *stage);
void stage_open_pens(stage *stage);
bool stage_open_virtual_keyboards(stage *stage);
bool stage_open_text(stage *stage);
bool stage_open_inhibitors(stage *stage);

// After the seat.
void stage_open_drags(stage *stage);
// A mouse or a finger has come to a place: the picture of a drag follows.
void stage_reach(stage *stage, double x, double y);
// Drags to a place; false: there is no drag.
bool stage_drag_over(stage *stage, double x, double y, uint32_t time);
// Ends a drag unless it is that of the window's program.
void stage_keep_drag_of(stage *stage, const window *window);
bool stage_is_dragged(const stage *stage, int32_t finger);

// A step of a finger, a mouse or a key; NULL: there is no memory.
stage_event *stage_add_step(stage *stage, stage_event_kind kind, int32_t number, uint32_t time);
// A step where the cursor is.
void stage_add_mouse_step(stage *stage, stage_event_kind kind, int32_t number, uint32_t time);
void stage_add_mouse(stage *stage);
// Shows the cursor that belongs where the mouse is.
void stage_choose_cursor(stage *stage);
// A program chooses one of the stage's own cursors, by its name.
void stage_set_shape(stage *stage, const struct wlr_seat_client *client, const char *shape);
// After outputs have changed.
void stage_renew_cursor(stage *stage);
// After the surfaces of a window have changed: what is beneath a mouse that rests there gets it.
void stage_point_again(stage *stage);
// The cursor shows until the mouse rests.
void stage_use_mouse(stage *stage);
void stage_hide_cursor(stage *stage);
// Has a keyboard type as its layout says.
void stage_lay_out_keys(const stage *stage, struct wlr_keyboard *keyboard, const char *device);
void stage_forget_layouts(stage *stage);
// The client is that of a virtual keyboard, whose keymap is its own; NULL: it is a device.
void stage_add_keyboard(
    stage *stage, struct wlr_input_device *device, const struct wl_client *client);
// Sets a keyboard's keymap and modifiers, and returns whether the modifiers have changed.
bool stage_set_state(const stage *stage, struct wlr_keyboard *keyboard, stage_keyboard wanted);
void stage_add_touch_screen(stage *stage, struct wlr_input_device *device);
touch_screen *stage_touch_screen_of(const stage *stage, const struct wlr_input_device *device);
// Lifts the tip of a tablet that goes.
void stage_cancel_pen(touch_screen *tablet);

window *stage_window_with_id(const stage *stage, uint32_t id);
struct wlr_input_popup_surface_v2;
// Makes a window of what an input method offers.
void stage_add_candidates(stage *stage, struct wlr_input_popup_surface_v2 *popup);
// The text field in use, or the place of its cursor, has changed.
void stage_move_candidates(stage *stage);
// Hides what is offered until it is drawn again.
void stage_forget_candidates(stage *stage);
// The place of a popup in its parent; others have none.
struct wlr_box stage_place_in_parent(const window *window);
// Shows what is there of a window that is to be shown.
void stage_enable_window(window *window);
// Tells a window that has not drawn yet the scale of its output.
void stage_tell_window_scale(const window *window);
// Reports a change of a window, if it is known.
void stage_report_window(stage *stage, uint32_t id);
// Whether a window, or a surface in it, keeps the screen on.
bool stage_is_inhibiting(const stage *stage, uint32_t id);
// What a stage has of an output; NULL: nothing, or none is meant.
output *stage_output_of(const stage *stage, const struct wlr_output *output);
// Configures new toplevels, once, with the size that has been ordered.
void stage_configure_new(stage *stage);
// Gives layer surfaces that wait for an output one.
void stage_configure_waiting(stage *stage);
// Takes an output that ends from the layer surfaces on it.
void stage_leave_output(stage *stage, const struct wlr_output *output);
// Takes it from the touch screens.
void stage_unmap_output(stage *stage, const struct wlr_output *output);
// Has the text fields of the window with the keys typed into, and no others.
void stage_focus_text(stage *stage);
void stage_let_grab(stage *stage, struct wlr_input_method_v2 *method);
// The window with the text field in use, and the place of its cursor there; NULL: none is in use.
const window *stage_text_place(const stage *stage, struct wlr_box *cursor);
// Ends what is composed for the text field in use.
void stage_forget_text(stage *stage);
// The text field is not in use any more, or the grab has ended.
void stage_end_composing(stage *stage);
// Whether the input method has text that it may still change.
bool stage_is_composing(const stage *stage);
// Whether a client's virtual keyboard types what the input method does not compose.
bool stage_forwards_keys(const stage *stage, const struct wl_client *client);
// Give the input method modifiers, and a key; false: they are the program's.
bool stage_compose_modifiers(stage *stage, stage_keyboard wanted);
bool stage_compose_key(stage *stage, const struct wlr_keyboard_key_event *event, bool is_down);
// The surface that is shown at a place, and the place in it; NULL: none.
struct wlr_surface *stage_surface_at(const stage *stage, double x, double y, double *sx, double *sy);
// The topmost window at a place, also where it takes no input; NULL: none.
const window *stage_window_over(const stage *stage, double x, double y);
// Has what a window shows end at its clip; whether it has something outside.
bool stage_clip_window(window *window);
// All of them, before the scene is drawn.
bool stage_clip_windows(stage *stage);
// The window that a surface is, or is in; 0: none.
uint32_t stage_root_of(struct wlr_surface *surface);
// The size of a window in points: a toplevel's without its shadow.
struct wlr_box stage_window_box(const window *window);
bool stage_takes_presses(const window *window);
// The stage knows it no longer, whatever its client does.
void stage_forget_window(window *window);
// Asks a client to close a popup with those above it, and forgets them.
void stage_dismiss_popup(struct wlr_xdg_popup *popup);
// Whether a surface is a popup that was dismissed; NULL is none.
bool stage_is_dismissed(struct wlr_surface *surface);

#endif
