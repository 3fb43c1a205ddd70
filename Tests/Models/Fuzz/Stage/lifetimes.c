// SPDX-License-Identifier: MIT
//
// A fuzzer of the lifetimes of what a stage has: clients make and destroy their objects in any order, while
// outputs and devices come and go, and the stage shows and presses what it knows. The bytes of the input are
// the steps.

#include "client.h"
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wlr/backend/headless.h>
#include <wlr/backend/multi.h>
#include <wlr/interfaces/wlr_keyboard.h>
#include <wlr/interfaces/wlr_output.h>
#include <wlr/interfaces/wlr_pointer.h>
#include <wlr/interfaces/wlr_tablet_tool.h>
#include <wlr/interfaces/wlr_touch.h>
#include <wlr/util/log.h>

#define CLIENTS 3
#define DEVICES 6
#define MOST_OUTPUTS 3
#define MOST_STEPS 200
// The latest windows, with some that are gone.
#define WINDOWS 32

static stage *opened;
static struct wlr_backend *headless;
static client clients[CLIENTS];
static uint32_t windows[WINDOWS];
static uint32_t window_count, now;

// MARK: Devices

typedef struct device {
    enum wlr_input_device_type type;
    struct wlr_input_device *device;
} device;
static device devices[DEVICES];
static const enum wlr_input_device_type types[] = {
    WLR_INPUT_DEVICE_KEYBOARD, WLR_INPUT_DEVICE_POINTER, WLR_INPUT_DEVICE_TOUCH};

#if WLR_VERSION_NUM >= (18 << 8)

#define SOURCE(kind, from) .kind = wlr_##kind##_from_input_device(from)

static struct wlr_input_device *new_device(enum wlr_input_device_type type) {
    static const struct wlr_keyboard_impl keyboards = {.name = "keyboard"};
    static const struct wlr_pointer_impl pointers = {.name = "mouse"};
    static const struct wlr_touch_impl screens = {.name = "touch screen"};
    static const struct wlr_tablet_impl tablets = {.name = "tablet"};
    if (type == WLR_INPUT_DEVICE_KEYBOARD) {
        struct wlr_keyboard *keyboard = calloc(1, sizeof *keyboard);
        wlr_keyboard_init(keyboard, &keyboards, "keyboard");
        return &keyboard->base;
    }
    if (type == WLR_INPUT_DEVICE_POINTER) {
        struct wlr_pointer *pointer = calloc(1, sizeof *pointer);
        wlr_pointer_init(pointer, &pointers, "mouse");
        return &pointer->base;
    }
    if (type == WLR_INPUT_DEVICE_TABLET) {
        struct wlr_tablet *tablet = calloc(1, sizeof *tablet);
        wlr_tablet_init(tablet, &tablets, "tablet");
        return &tablet->base;
    }
    struct wlr_touch *touch = calloc(1, sizeof *touch);
    wlr_touch_init(touch, &screens, "touch screen");
    return &touch->base;
}

static void plug_in(device *device) {
    device->device = new_device(device->type);
    wl_signal_emit_mutable(&headless->events.new_input, device->device);
}

static void unplug(device *device) {
    if (device->type == WLR_INPUT_DEVICE_KEYBOARD) {
        struct wlr_keyboard *keyboard = wlr_keyboard_from_input_device(device->device);
        wlr_keyboard_finish(keyboard);
        free(keyboard);
    } else if (device->type == WLR_INPUT_DEVICE_POINTER) {
        struct wlr_pointer *pointer = wlr_pointer_from_input_device(device->device);
        wlr_pointer_finish(pointer);
        free(pointer);
    } else if (device->type == WLR_INPUT_DEVICE_TABLET) {
        struct wlr_tablet *tablet = wlr_tablet_from_input_device(device->device);
        wlr_tablet_finish(tablet);
        free(tablet);
    } else {
        struct wlr_touch *touch = wlr_touch_from_input_device(device->device);
        wlr_touch_finish(touch);
        free(touch);
    }
    device->device = NULL;
}

#else

#include <wlr/interfaces/wlr_input_device.h>

#define wlr_tablet_from_input_device(device) ((device)->tablet)
#define wlr_touch_from_input_device(device) ((device)->touch)
#define wlr_pointer_from_input_device(device) ((device)->pointer)
#define SOURCE(kind, from) .device = from

static void plug_in(device *device) {
    device->device = wlr_headless_add_input_device(headless, device->type);
}

static void unplug(device *device) {
    wlr_input_device_destroy(device->device);
    device->device = NULL;
}

#endif

static void use_pen(struct wlr_input_device *device, uint8_t what, double x, double y) {
    struct wlr_tablet *tablet = wlr_tablet_from_input_device(device);
    static struct wlr_tablet_tool tool;
    struct wlr_tablet_tool_tip_event tip = {
        SOURCE(tablet, device), .tool = &tool, .time_msec = now, .x = x, .y = y, .state = what & 1};
    struct wlr_tablet_tool_axis_event axis = {
        SOURCE(tablet, device), .tool = &tool, .time_msec = now, .x = x, .y = y,
        .updated_axes = what / 2 % 4};
    struct wlr_tablet_tool_proximity_event proximity = {
        SOURCE(tablet, device), .tool = &tool, .time_msec = now, .x = x, .y = y, .state = what & 1};
    switch (what / 8 % 3) {
    case 0: wl_signal_emit(&tablet->events.tip, &tip); break;
    case 1: wl_signal_emit(&tablet->events.axis, &axis); break;
    default: wl_signal_emit(&tablet->events.proximity, &proximity); break;
    }
}

static void use_device(device *device, input *input) {
    uint8_t what = take(input);
    double x = take(input) / 256.0, y = take(input) / 256.0;
    if (device->type == WLR_INPUT_DEVICE_KEYBOARD) {
        struct wlr_keyboard_key_event event = {
            .time_msec = now, .keycode = 30 + what % 4, .update_state = true,
            .state = what & 64 ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED};
        wlr_keyboard_notify_key(wlr_keyboard_from_input_device(device->device), &event);
    } else if (device->type == WLR_INPUT_DEVICE_POINTER) {
        struct wlr_pointer *pointer = wlr_pointer_from_input_device(device->device);
        struct wlr_pointer_motion_absolute_event moved = {
            SOURCE(pointer, device->device), .time_msec = now, .x = x, .y = y};
        wl_signal_emit(&pointer->events.motion_absolute, &moved);
        struct wlr_pointer_button_event pressed = {
            SOURCE(pointer, device->device), .time_msec = now, .button = 272, .state = what & 1};
        if (what & 64) wl_signal_emit(&pointer->events.button, &pressed);
        wl_signal_emit(&pointer->events.frame, pointer);
    } else if (device->type == WLR_INPUT_DEVICE_TABLET) {
        use_pen(device->device, what, x, y);
    } else {
        struct wlr_touch *touch = wlr_touch_from_input_device(device->device);
        int32_t id = what % 4;
        struct wlr_touch_down_event down = {
            SOURCE(touch, device->device), .time_msec = now, .touch_id = id, .x = x, .y = y};
        struct wlr_touch_motion_event motion = {
            SOURCE(touch, device->device), .time_msec = now, .touch_id = id, .x = x, .y = y};
        struct wlr_touch_up_event up = {
            SOURCE(touch, device->device), .time_msec = now, .touch_id = id};
        struct wlr_touch_cancel_event cancel = {
            SOURCE(touch, device->device), .time_msec = now, .touch_id = id};
        switch (what / 4 % 4) {
        case 0: wl_signal_emit(&touch->events.down, &down); break;
        case 1: wl_signal_emit(&touch->events.motion, &motion); break;
        case 2: wl_signal_emit(&touch->events.up, &up); break;
        default: wl_signal_emit(&touch->events.cancel, &cancel); break;
        }
        wl_signal_emit(&touch->events.frame, NULL);
    }
}

static void change_device(input *input) {
    uint8_t choice = take(input);
    device *device = &devices[choice % DEVICES];
    if (device->device) return choice & 128 ? unplug(device) : use_device(device, input);
    device->type = types[choice % DEVICES % 3];
    if (device->type == WLR_INPUT_DEVICE_TOUCH && choice & 64) device->type = WLR_INPUT_DEVICE_TABLET;
    plug_in(device);
}

// MARK: Outputs

static struct wlr_output *output_with(uint8_t choice) {
    int count = wl_list_length(&opened->outputs), wanted = count > 0 ? choice % count : 0;
    output *output;
    wl_list_for_each(output, &opened->outputs, link) if (wanted-- == 0) return output->output;
    return NULL;
}

static void change_outputs(input *input) {
    uint8_t choice = take(input);
    struct wlr_output *output = output_with(choice / 8);
    switch (choice % 8) {
    case 0:
        if (output) wlr_output_destroy(output);
        break;
    case 1:
    case 2:
        if (wl_list_length(&opened->outputs) < MOST_OUTPUTS)
            wlr_headless_add_output(headless, 32, 24);
        break;
    case 3: {
        stage_output known[STAGE_OUTPUTS_CAPACITY];
        int count = stage_outputs(opened, known);
        if (count == 0) break;
        uint8_t shape = take(input);
        stage_set_output(
            opened, known[choice / 8 % count].id, shape % 16, shape / 16, shape % 3 + 0.5, shape % 4);
        break;
    }
    case 4: stage_set_power(opened, choice & 128); break;
    default:
        if (output) wlr_output_send_frame(output);
    }
}

// MARK: The stage

static void map_touch_screens(void) {
    stage_output outputs[STAGE_OUTPUTS_CAPACITY];
    stage_touch_screen screens[STAGE_TOUCH_SCREENS_CAPACITY];
    int output_count = stage_outputs(opened, outputs);
    int count = stage_touch_screens(opened, screens);
    for (int i = 0; i < count; i++)
        stage_map_touch_screen(
            opened, screens[i].id, output_count ? outputs[i % output_count].id : 0);
}

// What the rules do at once: they ask what has changed. A parent is a window that is there.
static void handle_events(void) {
    stage_event event;
    stage_window_description description, parent;
    while (stage_next(opened, &event)) {
        if (event.kind == STAGE_EVENT_OUTPUTS) map_touch_screens();
        if (event.kind != STAGE_EVENT_WINDOW_CHANGED) continue;
        bool is_new = true;
        for (int i = 0; i < WINDOWS; i++) is_new = is_new && windows[i] != event.window;
        if (is_new) windows[window_count++ % WINDOWS] = event.window;
        if (!stage_describe(opened, event.window, &description)) continue;
        if (description.parent && !stage_describe(opened, description.parent, &parent)) abort();
    }
}

static void order(input *input) {
    uint8_t choice = take(input), more = take(input);
    uint32_t window = windows[more % WINDOWS];
    stage_window_description description;
    double x = more % 32, y = more / 8 % 24;
    switch (choice % 20) {
    case 0:
    case 1:
    case 2:
    case 3: {
        const stage_bounds bounds = {
            .width = 32, .height = 24, .chooses_size = choice & 16, .most_width = 16,
            .most_height = choice / 16};
        stage_show(
            opened, window, more / 32, choice / 32, choice / 32, 8 + choice / 16, 8 + choice / 16,
            &bounds);
        if (more & 1) stage_clip(opened, window, choice / 32, choice / 16, 8, 8);
        break;
    }
    case 4: stage_hide(opened, window); break;
    case 5: stage_dismiss(opened, window); break;
    case 6: stage_await_drawing(opened, window, 1, 2, choice / 32, 8); break;
    case 7:
        stage_is_alive(opened, window);
        if (more & 128) stage_cancel_drag(opened);
        break;
    case 8:
        stage_describe(opened, window, &description);
        if (more & 128) stage_drag_nowhere(opened, x, y);
        break;
    case 9:
    case 10: stage_focus(opened, more % 8 == 0 ? 0 : window); break;
    case 11: stage_touch_down(opened, more % 4, x, y, now); break;
    case 12: stage_touch_moved(opened, more % 4, x, y, now); break;
    case 13: stage_touch_up(opened, more % 4, now); break;
    case 14: stage_touch_cancel(opened, more % 4); break;
    case 15: stage_point(opened, x, y, now); break;
    case 16:
        stage_unpoint(opened);
        if (more < 16) {
            char error[STAGE_ERROR_CAPACITY];
            stage_set_layout(
                opened, more & 1 ? "keyboard" : "", more & 2 ? "de" : "us", "", "", more & 4, error);
        }
        break;
    case 17: stage_button(opened, 272, choice & 128, now); break;
    case 18: {
        const stage_wheel_step step = {
            .source = more / 2 % 4, .is_horizontal = more & 1, .delta = more / 8 - 16, .steps = 1};
        stage_wheel(opened, step, now);
        break;
    }
    default: {
        const stage_keyboard keyboard = {
            .keymap = more / 4 % 8, .depressed = choice / 16 % 4, .is_forwarded = more & 128};
        if (choice & 64) stage_modifiers(opened, keyboard);
        else stage_key(opened, keyboard, 30 + more % 4, choice & 128, now);
        break;
    }
    }
}

// MARK: Clients

#define OBJECT(interface) client_object(client, interface, take(input))

static void attach(client *client, object *surface, input *input) {
    object *buffer = OBJECT("wl_buffer");
    if (!buffer) {
        object *pool = OBJECT("wl_shm_pool");
        if (!pool) {
            struct input large = {.bytes = (const uint8_t[]){3, 43}, .left = 2};
            pool = client_call(client, OBJECT("wl_shm"), "create_pool", &large);
        }
        // At 0, 8 by 8, 64 bytes a line, ARGB.
        struct input shape = {.bytes = (const uint8_t[]){128, 136, 136, 39, 128}, .left = 5};
        buffer = client_call(client, pool, "create_buffer", &shape);
    }
    struct input none = {0};
    struct input whole = {.bytes = (const uint8_t[]){128, 128, 136, 136}, .left = 4};
    client_call(client, surface, "attach", &none, buffer);
    client_call(client, surface, "damage", &whole);
    client_call(client, surface, "commit", &none);
}

static void show_surface(client *client, object *surface, input *input) {
    struct input none = {0};
    uint32_t id = surface->id;
    client_call(client, surface, "commit", &none);
    stage_flush(opened);
    stage_dispatch(opened);
    stage_flush(opened);
    client_read(client);
    if (client->socket < 0) return;
    for (int i = 0; i < client->count; i++) {
        object *object = &client->objects[i];
        const char *name = object->interface->name;
        bool is_role =
            strcmp(name, "xdg_surface") == 0 || strcmp(name, "zwlr_layer_surface_v1") == 0;
        if (!is_role || !object->serial) continue;
        client_call(client, object, "ack_configure", &none);
        object->serial = 0;
        if (client->socket < 0) return;
    }
    // Objects move in the list.
    surface = client_object_with(client, id);
    if (surface && strcmp(surface->interface->name, "wl_surface") == 0)
        attach(client, surface, input);
}

static void make_window(client *client, input *input) {
    uint8_t kind = take(input);
    struct input none = {0};
    object *surface = client_call(client, OBJECT("wl_compositor"), "create_surface", &none);
    object *shell = OBJECT("xdg_wm_base");
    if (!surface || !shell) return;
    if (kind % 4 == 3) {
        object *layer = client_call(
            client, OBJECT("zwlr_layer_shell_v1"), "get_layer_surface",
            &(struct input){.bytes = (const uint8_t[]){128 + kind / 4 % 4, 0}, .left = 2}, surface,
            kind & 64 ? OBJECT("wl_output") : NULL);
        client_call(
            client, layer, "set_size",
            &(struct input){.bytes = (const uint8_t[]){136, 136}, .left = 2});
    } else if (kind % 4 == 2) {
        object *parent = OBJECT("xdg_surface"), *layer = OBJECT("zwlr_layer_surface_v1");
        object *positioner = client_call(client, shell, "create_positioner", &none);
        client_call(
            client, positioner, "set_size",
            &(struct input){.bytes = (const uint8_t[]){136, 136}, .left = 2});
        client_call(
            client, positioner, "set_anchor_rect",
            &(struct input){.bytes = (const uint8_t[]){128, 128, 136, 136}, .left = 4});
        object *xdg = client_call(client, shell, "get_xdg_surface", &none, surface);
        object *popup = client_call(
            client, xdg, "get_popup", &none, kind & 32 ? NULL : parent, positioner);
        if (kind & 64 && layer && popup) client_call(client, layer, "get_popup", &none, popup);
        object *seat = OBJECT("wl_seat");
        if (kind & 128 && popup && seat) client_call(client, popup, "grab", &none, seat);
    } else {
        object *parent = OBJECT("xdg_toplevel");
        object *xdg = client_call(client, shell, "get_xdg_surface", &none, surface);
        object *toplevel = client_call(client, xdg, "get_toplevel", &none);
        if (kind & 32 && toplevel) client_call(client, toplevel, "set_parent", &none, parent);
    }
    if (client->socket >= 0 && kind & 16) show_surface(client, surface, input);
}

static struct wlr_surface *press(bool is_finger, double x, double y) {
    const struct wlr_touch_point *point;
    if (!is_finger) {
        stage_point(opened, x, y, now);
        stage_button(opened, 272, true, now);
        return opened->seat->pointer_state.focused_surface;
    }
    stage_touch_down(opened, 0, x, y, now);
    point = wlr_seat_touch_get_point(opened->seat, 0);
    return point ? point->surface : NULL;
}

// Presses a place, and begins to drag something from there, which works if that is the client's.
static void drag(client *client, input *input) {
    uint8_t how = take(input), place = take(input);
    struct input none = {0};
    bool is_finger = how & 1;
    const struct wlr_surface *pressed = press(is_finger, place % 32, place / 8 % 24);
    if (!pressed) return;
    object *manager = OBJECT("wl_data_device_manager");
    object *device = client_call(client, manager, "get_data_device", &none, OBJECT("wl_seat"));
    object *source =
        how & 2 ? client_call(client, manager, "create_data_source", &none) : NULL;
    object *picture =
        how & 4 ? client_call(client, OBJECT("wl_compositor"), "create_surface", &none) : NULL;
    object *origin = client_object_with(client, wl_resource_get_id(pressed->resource));
    if (!device || !origin || strcmp(origin->interface->name, "wl_surface") != 0) return;
    const struct wlr_seat *seat = opened->seat;
    client->serial = is_finger ? seat->touch_state.grab_serial : seat->pointer_state.grab_serial;
    client_call(client, device, "start_drag", &none, source, origin, picture);
}

static void act(client *client, input *input) {
    uint8_t choice = take(input);
    if (client->socket < 0) return client_connect(client, opened->display);
    switch (choice % 8) {
    case 0:
    case 1: make_window(client, input); break;
    case 2: {
        object *surface = OBJECT("wl_surface");
        if (surface) show_surface(client, surface, input);
        break;
    }
    case 3:
        if (choice >= 248) client_disconnect(client);
        else drag(client, input);
        break;
    default: {
        uint8_t which = take(input);
        // Rather of what it has made than of the globals.
        int latest = client->count < 32 ? client->count : 32;
        int index = which < 64 ? which % client->count : client->count - 1 - which % latest;
        client_send(client, &client->objects[index], take(input), input);
    }
    }
}

// MARK: The fuzzer

static void settle(void) {
    stage_flush(opened);
    stage_dispatch(opened);
    handle_events();
    stage_flush(opened);
    for (int i = 0; i < CLIENTS; i++) client_read(&clients[i]);
}

static void step(input *input) {
    uint8_t choice = take(input);
    now++;
    switch (choice % 16) {
    case 0: change_device(input); break;
    case 1: change_outputs(input); break;
    case 2:
    case 3:
    case 4:
    case 5: order(input); break;
    default: act(&clients[choice / 16 % CLIENTS], input); break;
    }
    // Some steps come in one delivery.
    if (choice < 192) settle();
}

static void clear(void) {
    for (int i = 0; i < CLIENTS; i++) client_disconnect(&clients[i]);
    settle();
    if (!wl_list_empty(&opened->windows) || !wl_list_empty(&opened->text_inputs) ||
        !wl_list_empty(&opened->inhibitors))
        abort();
    for (int i = 0; i < DEVICES; i++)
        if (devices[i].device) unplug(&devices[i]);
    if (!wl_list_empty(&opened->keyboards) || !wl_list_empty(&opened->touch_screens)) abort();
    while (!wl_list_empty(&opened->outputs)) wlr_output_destroy(output_with(0));
    stage_set_power(opened, true);
    for (int finger = 0; finger < 4; finger++) stage_touch_cancel(opened, finger);
    stage_unpoint(opened);
    stage_focus(opened, 0);
    handle_events();
    memset(windows, 0, sizeof windows);
    window_count = 0;
}

static void find_headless(struct wlr_backend *backend, void *data) {
    (void)data;
    if (wlr_backend_is_headless(backend)) headless = backend;
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    char error[STAGE_ERROR_CAPACITY], folder[] = "/tmp/fuzz-XXXXXX";
    if (!mkdtemp(folder)) exit(2);
    setenv("XDG_RUNTIME_DIR", folder, 1);
    setenv("WLR_BACKENDS", "headless", 1);
    setenv("WLR_RENDERER", "pixman", 1);
    setenv("WLR_HEADLESS_OUTPUTS", "0", 1);
    opened = stage_open(
        &(stage_settings){.rights = STAGE_RIGHT_SCREENSHOTS | STAGE_RIGHT_VIRTUAL_INPUT}, error);
    if (!opened) {
        fprintf(stderr, "no stage: %s\n", error);
        exit(2);
    }
    wlr_log_init(WLR_SILENT, NULL);
    wlr_multi_for_each_backend(opened->backend, find_headless, NULL);
    for (int i = 0; i < CLIENTS; i++) clients[i].socket = -1;
    client_prepare(opened->display);
    // Clients come by no name, as those of sandboxes.
    stage_close_socket(opened);
    opened->is_accepting = true;
    rmdir(folder);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    input input = {.bytes = bytes, .left = size};
    wlr_headless_add_output(headless, 32, 24);
    for (int i = 0; i < CLIENTS; i++) client_connect(&clients[i], opened->display);
    settle();
    for (int steps = 0; input.left > 0 && steps < MOST_STEPS; steps++) step(&input);
    clear();
    return 0;
}
