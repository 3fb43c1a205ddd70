// SPDX-License-Identifier: MIT
//
// Preloaded into a headless compositor on wlroots, it adds a mouse, a keyboard and a touch screen, and obeys the
// lines of the pipe $DEVICES: "key CODE STATE"; "down ID X Y", "move ID X Y", "up ID" and "cancel ID" of a finger;
// "point X Y", "shift X Y" by points, and "button CODE STATE" of the mouse; X and Y go from 0 to 1.
// "plug WIDTH HEIGHT" adds an output, "unplug 0" removes the oldest, and "unplug 2" HEADLESS-2.
// "screen NUMBER NAME [OUTPUT]" adds a touch screen, "use NUMBER" has it make the steps that follow, and "remove
// NUMBER" unplugs it; the first has the number 0. "tablet NUMBER NAME" adds a tablet, and "hover NUMBER X Y", "touch
// NUMBER X Y", "lift NUMBER X Y" and "away NUMBER X Y" move its pen. "fall NUMBER" unplugs it.
//
// It is a library, so that the tested program is the one that people install: that one takes steps from devices
// alone.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <wayland-server-core.h>
#include <wlr/backend/headless.h>
#include <wlr/interfaces/wlr_keyboard.h>
#include <wlr/types/wlr_input_device.h>
#include <wlr/types/wlr_output.h>
#include <wlr/types/wlr_pointer.h>
#include <wlr/types/wlr_tablet_tool.h>
#include <wlr/types/wlr_touch.h>
#include <wlr/version.h>

#define SCREENS 8

static struct wlr_touch *screens[SCREENS];
static struct wlr_touch *touch;
static struct wlr_tablet *tablets[SCREENS];
static struct wlr_tablet_tool pen = {.type = WLR_TABLET_TOOL_TYPE_PEN};
static struct wlr_keyboard *keyboard;
static struct wlr_pointer *mouse;
static FILE *lines;
static struct wlr_backend *headless;
static struct wlr_output *outputs[16];
static int output_count;

static char *copy(const char *text) { return *text ? strdup(text) : NULL; }

#if WLR_VERSION_NUM >= (18 << 8)

#include <wlr/interfaces/wlr_pointer.h>
#include <wlr/interfaces/wlr_tablet_tool.h>
#include <wlr/interfaces/wlr_touch.h>

typedef struct wl_event_loop *create_argument;
#define loop_of(argument) (argument)
#define SOURCE .touch = touch
#define TABLET(number) .tablet = tablets[number]
#define MOUSE .pointer = mouse

static void add_mouse(void) {
    static const struct wlr_pointer_impl mice = {.name = "mouse"};
    mouse = calloc(1, sizeof *mouse);
    wlr_pointer_init(mouse, &mice, "mouse");
    wl_signal_emit(&headless->events.new_input, &mouse->base);
}

static void add_keyboard(void) {
    static const struct wlr_keyboard_impl keyboards = {.name = "keyboard"};
    keyboard = calloc(1, sizeof *keyboard);
    wlr_keyboard_init(keyboard, &keyboards, "keyboard");
    wl_signal_emit(&headless->events.new_input, &keyboard->base);
}

static void add_screen(int number, const char *name, const char *output) {
    static const struct wlr_touch_impl implementation = {.name = "touch screen"};
    screens[number] = calloc(1, sizeof *touch);
    wlr_touch_init(screens[number], &implementation, name);
    screens[number]->output_name = copy(output);
    wl_signal_emit(&headless->events.new_input, &screens[number]->base);
}

static void remove_screen(int number) { wlr_touch_finish(screens[number]); }

static void add_tablet(int number, const char *name) {
    static const struct wlr_tablet_impl implementation = {.name = "tablet"};
    tablets[number] = calloc(1, sizeof *tablets[number]);
    wlr_tablet_init(tablets[number], &implementation, name);
    wl_signal_emit(&headless->events.new_input, &tablets[number]->base);
}

static void remove_tablet(int number) { wlr_tablet_finish(tablets[number]); }

#else

#include <wlr/interfaces/wlr_input_device.h>
#include <wlr/interfaces/wlr_tablet_tool.h>
#include <wlr/interfaces/wlr_touch.h>

#define wlr_tablet_tool_axis_event wlr_event_tablet_tool_axis
#define wlr_tablet_tool_tip_event wlr_event_tablet_tool_tip
#define wlr_tablet_tool_proximity_event wlr_event_tablet_tool_proximity
#define wlr_keyboard_key_event wlr_event_keyboard_key
#define wlr_pointer_button_event wlr_event_pointer_button
#define wlr_pointer_motion_event wlr_event_pointer_motion
#define wlr_pointer_motion_absolute_event wlr_event_pointer_motion_absolute
#define wlr_touch_down_event wlr_event_touch_down
#define wlr_touch_motion_event wlr_event_touch_motion
#define wlr_touch_up_event wlr_event_touch_up
#define wlr_touch_cancel_event wlr_event_touch_cancel

typedef struct wl_display *create_argument;
#define loop_of(argument) wl_display_get_event_loop(argument)
#define SOURCE .device = device
#define TABLET(number) .device = tablet_devices[number]

#define MOUSE .device = mouse_device

static struct wlr_input_device *devices[SCREENS], *device, *tablet_devices[SCREENS], *mouse_device;

static void add_mouse(void) {
    mouse_device = wlr_headless_add_input_device(headless, WLR_INPUT_DEVICE_POINTER);
    mouse = mouse_device->pointer;
}

static void add_keyboard(void) {
    static const struct wlr_keyboard_impl keyboards;
    struct wlr_input_device *keys = calloc(1, sizeof *keys);
    wlr_input_device_init(keys, WLR_INPUT_DEVICE_KEYBOARD, NULL, "keyboard", 0, 0);
    keys->keyboard = keyboard = calloc(1, sizeof *keyboard);
    wlr_keyboard_init(keyboard, &keyboards);
    wl_signal_emit(&headless->events.new_input, keys);
}

static void add_screen(int number, const char *name, const char *output) {
    devices[number] = calloc(1, sizeof *device);
    wlr_input_device_init(devices[number], WLR_INPUT_DEVICE_TOUCH, NULL, name, 0, 0);
    devices[number]->output_name = copy(output);
    devices[number]->touch = screens[number] = calloc(1, sizeof *touch);
    wlr_touch_init(screens[number], NULL);
    wl_signal_emit(&headless->events.new_input, devices[number]);
}

static void remove_screen(int number) { wlr_input_device_destroy(devices[number]); }

static void add_tablet(int number, const char *name) {
    struct wlr_input_device *added = tablet_devices[number] = calloc(1, sizeof *added);
    wlr_input_device_init(added, WLR_INPUT_DEVICE_TABLET_TOOL, NULL, name, 0, 0);
    added->tablet = tablets[number] = calloc(1, sizeof *tablets[number]);
    wlr_tablet_init(tablets[number], NULL);
    wl_signal_emit(&headless->events.new_input, added);
}

static void remove_tablet(int number) { wlr_input_device_destroy(tablet_devices[number]); }

#endif

static void use(int number) {
    touch = screens[number];
#ifdef wlr_touch_down_event
    device = devices[number];
#endif
}

static void add_first_devices(void *data) {
    (void)data;
    add_mouse();
    add_keyboard();
    add_screen(0, "touch screen", "");
    use(0);
}

static void change_screens(const char *order, int number, const char *name, const char *output) {
    if (number < 0 || number >= SCREENS) return;
    if (strcmp(order, "screen") == 0) add_screen(number, name, output);
    if (strcmp(order, "use") == 0) use(number);
    if (strcmp(order, "remove") == 0) remove_screen(number);
}

static void use_pen(const char *order, int number, double x, double y, uint32_t time) {
    if (!tablets[number]) return;
    struct wlr_tablet_tool_axis_event axis = {
        TABLET(number), .tool = &pen, .time_msec = time, .x = x, .y = y,
        .updated_axes = WLR_TABLET_TOOL_AXIS_X | WLR_TABLET_TOOL_AXIS_Y};
    struct wlr_tablet_tool_tip_event tip = {
        TABLET(number), .tool = &pen, .time_msec = time, .x = x, .y = y,
        .state = *order == 't' ? WLR_TABLET_TOOL_TIP_DOWN : WLR_TABLET_TOOL_TIP_UP};
    struct wlr_tablet_tool_proximity_event away = {
        TABLET(number), .tool = &pen, .time_msec = time, .x = x, .y = y,
        .state = WLR_TABLET_TOOL_PROXIMITY_OUT};
    if (strcmp(order, "hover") == 0) wl_signal_emit(&tablets[number]->events.axis, &axis);
    else if (strcmp(order, "away") == 0) wl_signal_emit(&tablets[number]->events.proximity, &away);
    else wl_signal_emit(&tablets[number]->events.tip, &tip);
}

static void change_tablets(
    const char *order, int number, const char *name, double x, double y, uint32_t time) {
    if (number < 0 || number >= SCREENS) return;
    if (strcmp(order, "tablet") == 0) return add_tablet(number, name);
    if (strcmp(order, "fall") == 0) return remove_tablet(number);
    const char *pens[] = {"hover", "touch", "lift", "away"};
    for (int i = 0; i < 4; i++)
        if (strcmp(order, pens[i]) == 0) use_pen(order, number, x, y, time);
}

static void unplug_output(int number) {
    char name[32];
    snprintf(name, sizeof name, "HEADLESS-%d", number);
    int index = 0;
    while (number > 0 && index < output_count && strcmp(outputs[index]->name, name) != 0) index++;
    if (index >= output_count) return;
    wlr_output_destroy(outputs[index]);
    output_count--;
    memmove(outputs + index, outputs + index + 1, (size_t)(output_count - index) * sizeof *outputs);
}

static bool move_mouse(const char *line, uint32_t time) {
    double x, y;
    int button, state;
    if (sscanf(line, "point %lf %lf", &x, &y) == 2) {
        struct wlr_pointer_motion_absolute_event event = {MOUSE, .time_msec = time, .x = x, .y = y};
        wl_signal_emit(&mouse->events.motion_absolute, &event);
    } else if (sscanf(line, "shift %lf %lf", &x, &y) == 2) {
        struct wlr_pointer_motion_event event = {
            MOUSE, .time_msec = time, .delta_x = x, .delta_y = y};
        wl_signal_emit(&mouse->events.motion, &event);
    } else if (sscanf(line, "button %d %d", &button, &state) == 2) {
        struct wlr_pointer_button_event event = {
            MOUSE, .time_msec = time, .button = (uint32_t)button, .state = (unsigned)state};
        wl_signal_emit(&mouse->events.button, &event);
    } else {
        return false;
    }
    wl_signal_emit(&mouse->events.frame, mouse);
    return true;
}

// Of another library that is preloaded, too.
__attribute__((weak)) void obey_too(const char *line);

static void obey(const char *line) {
    if (obey_too) obey_too(line);
    char order[16], name[32] = "", output[32] = "";
    int id = 0;
    double x = 0, y = 0;
    if (sscanf(line, "plug %lf %lf", &x, &y) == 2) {
        wlr_headless_add_output(headless, (unsigned)x, (unsigned)y);
        return;
    }
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint32_t time = (uint32_t)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
    if (move_mouse(line, time)) return;
    if (sscanf(line, "%15s %d %31s %31s", order, &id, name, output) < 2) return;
    sscanf(line, "%*s %*d %lf %lf", &x, &y);
    if (strcmp(order, "down") == 0) {
        struct wlr_touch_down_event event = {
            SOURCE, .time_msec = time, .touch_id = id, .x = x, .y = y};
        wl_signal_emit(&touch->events.down, &event);
    } else if (strcmp(order, "move") == 0) {
        struct wlr_touch_motion_event event = {
            SOURCE, .time_msec = time, .touch_id = id, .x = x, .y = y};
        wl_signal_emit(&touch->events.motion, &event);
    } else if (strcmp(order, "key") == 0) {
        struct wlr_keyboard_key_event event = {
            .time_msec = time, .keycode = (uint32_t)id, .update_state = true, .state = (unsigned)x};
        wlr_keyboard_notify_key(keyboard, &event);
    } else if (strcmp(order, "up") == 0) {
        struct wlr_touch_up_event event = {SOURCE, .time_msec = time, .touch_id = id};
        wl_signal_emit(&touch->events.up, &event);
    } else if (strcmp(order, "cancel") == 0) {
        struct wlr_touch_cancel_event event = {SOURCE, .time_msec = time, .touch_id = id};
        wl_signal_emit(&touch->events.cancel, &event);
    } else if (strcmp(order, "unplug") == 0) {
        return unplug_output(id);
    } else {
        change_tablets(order, id, name, x, y, time);
        return change_screens(order, id, name, output);
    }
    wl_signal_emit(&touch->events.frame, NULL);
}

static void new_output(struct wl_listener *listener, void *output) {
    (void)listener;
    if (output_count < 16) outputs[output_count++] = output;
}

static int read_lines(int descriptor, uint32_t mask, void *data) {
    (void)descriptor, (void)mask, (void)data;
    char line[128];
    while (fgets(line, sizeof line, lines)) obey(line);
    clearerr(lines);
    return 0;
}

struct wlr_backend *wlr_headless_backend_create(create_argument argument) {
    struct wlr_backend *(*create)(create_argument) = dlsym(RTLD_NEXT, "wlr_headless_backend_create");
    struct wlr_backend *backend = create(argument);
    const char *path = getenv("DEVICES");
    int descriptor = backend && path ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1;
    if (descriptor < 0) return backend;
    static struct wl_listener listener = {.notify = new_output};
    headless = backend;
    wl_signal_add(&backend->events.new_output, &listener);
    lines = fdopen(descriptor, "r");
    struct wl_event_loop *loop = loop_of(argument);
    // The compositor listens when the backend has started.
    wl_event_loop_add_idle(loop, add_first_devices, NULL);
    wl_event_loop_add_fd(loop, descriptor, WL_EVENT_READABLE, read_lines, NULL);
    return backend;
}
