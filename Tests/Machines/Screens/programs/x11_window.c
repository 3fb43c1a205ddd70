// SPDX-License-Identifier: MIT
//
// A window of somebody's that tells which presses, touches and keys reach it. It knows no popoverd.
//   x11_window X Y WIDTH HEIGHT [managed | class=NAME]
// Commands: "ping" (everything that has reached it so far is told before "pong"), "raise",
// "grab" and "ungrab" (all of the mouse, as an open menu does), "stack" (whether it is the topmost
// mapped window, as "top" or "below"), "focus" (keys are its), "unfocus" (nobody's), "hide", "show",
// "move X Y", "title TEXT", "dark" (it is black, not white), "second X Y WIDTH HEIGHT" (opens another window, named "second"). What is typed is told as
// "key " with the number of the symbol that the key has without modifiers. A managed one is what a
// window manager makes of it, and ready when that has given it the keys.

#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xcb/xcb.h>
#include <xcb/xinput.h>

static xcb_connection_t *connection;
static xcb_window_t window;
static xcb_get_keyboard_mapping_reply_t *symbols;

static bool is_mapped(xcb_window_t other) {
    xcb_get_window_attributes_reply_t *reply = xcb_get_window_attributes_reply(
        connection, xcb_get_window_attributes(connection, other), NULL);
    bool is_mapped = reply && reply->map_state != XCB_MAP_STATE_UNMAPPED;
    free(reply);
    return is_mapped;
}

static void tell_key(uint8_t code) {
    const xcb_setup_t *setup = xcb_get_setup(connection);
    int place = (code - setup->min_keycode) * symbols->keysyms_per_keycode;
    printf("key %u\n", xcb_get_keyboard_mapping_keysyms(symbols)[place]);
}

// Keyboards on the screen give keys that they do not find a meaning of their own.
static void learn_symbols(void) {
    const xcb_setup_t *setup = xcb_get_setup(connection);
    free(symbols);
    symbols = xcb_get_keyboard_mapping_reply(
        connection,
        xcb_get_keyboard_mapping(
            connection, setup->min_keycode,
            (uint8_t)(setup->max_keycode - setup->min_keycode + 1)),
        NULL);
    if (!symbols) exit(3);
}

static void tell(const xcb_generic_event_t *event) {
    if ((event->response_type & 0x7f) == XCB_BUTTON_PRESS) {
        const xcb_button_press_event_t *press = (const void *)event;
        printf("press %d %d\n", press->root_x, press->root_y);
    } else if ((event->response_type & 0x7f) == XCB_KEY_PRESS) {
        tell_key(((const xcb_key_press_event_t *)event)->detail);
    } else if ((event->response_type & 0x7f) == XCB_MAPPING_NOTIFY) {
        learn_symbols();
    } else if ((event->response_type & 0x7f) == XCB_GE_GENERIC) {
        const xcb_input_touch_begin_event_t *touch = (const void *)event;
        if (touch->event_type == XCB_INPUT_TOUCH_BEGIN)
            printf("touch %d %d\n", touch->root_x / 65536, touch->root_y / 65536);
    }
    fflush(stdout);
}

static void drain(void) {
    xcb_generic_event_t *event;
    while ((event = xcb_poll_for_event(connection))) {
        tell(event);
        free(event);
    }
    if (xcb_connection_has_error(connection)) exit(3);
}

// Everything that the server did before has been read afterwards.
static void synchronize(void) {
    free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), NULL));
}

static void await_focus(void) {
    xcb_generic_event_t *event;
    bool has_it = false;
    while (!has_it) {
        if (!(event = xcb_wait_for_event(connection))) exit(3);
        has_it = (event->response_type & 0x7f) == XCB_FOCUS_IN;
        free(event);
    }
}

// The instance's name and the kind's, which are the same here.
static void be_called(const char *name) {
    char class[128];
    int length = snprintf(class, sizeof class, "%s%c%s", name, 0, name);
    xcb_change_property(
        connection, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, 8,
        (uint32_t)length + 1, class);
}

static void open_second(int x, int y, int width, int height) {
    xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(connection)).data;
    xcb_window_t second = xcb_generate_id(connection);
    uint32_t values[] = {
        screen->black_pixel, true, XCB_EVENT_MASK_KEY_PRESS | XCB_EVENT_MASK_BUTTON_PRESS};
    xcb_create_window(
        connection, XCB_COPY_FROM_PARENT, second, screen->root, (int16_t)x, (int16_t)y,
        (uint16_t)width, (uint16_t)height, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, screen->root_visual,
        XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT | XCB_CW_EVENT_MASK, values);
    xcb_change_property(
        connection, XCB_PROP_MODE_REPLACE, second, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8, 6,
        "second");
    xcb_map_window(connection, second);
}

static void obey(const char *command) {
    int x, y, width, height;
    char title[64];
    if (!strcmp(command, "raise\n")) {
        uint32_t above = XCB_STACK_MODE_ABOVE;
        xcb_configure_window(connection, window, XCB_CONFIG_WINDOW_STACK_MODE, &above);
    } else if (!strcmp(command, "grab\n")) {
        xcb_grab_pointer_reply_t *reply = xcb_grab_pointer_reply(
            connection,
            xcb_grab_pointer(
                connection, 0, window, XCB_EVENT_MASK_BUTTON_PRESS, XCB_GRAB_MODE_ASYNC,
                XCB_GRAB_MODE_ASYNC, XCB_NONE, XCB_NONE, XCB_CURRENT_TIME),
            NULL);
        if (!reply || reply->status != XCB_GRAB_STATUS_SUCCESS) exit(4);
        free(reply);
    } else if (!strcmp(command, "stack\n")) {
        xcb_window_t root = xcb_setup_roots_iterator(xcb_get_setup(connection)).data->root;
        xcb_query_tree_reply_t *tree =
            xcb_query_tree_reply(connection, xcb_query_tree(connection, root), NULL);
        if (!tree) exit(3);
        const xcb_window_t *windows = xcb_query_tree_children(tree);
        int top = xcb_query_tree_children_length(tree) - 1;
        while (top > 0 && !is_mapped(windows[top])) top--;
        puts(windows[top] == window ? "top" : "below");
        free(tree);
    } else if (!strcmp(command, "focus\n")) {
        xcb_set_input_focus(
            connection, XCB_INPUT_FOCUS_PARENT, window, XCB_CURRENT_TIME);
    } else if (!strcmp(command, "unfocus\n")) {
        xcb_set_input_focus(
            connection, XCB_INPUT_FOCUS_POINTER_ROOT, XCB_INPUT_FOCUS_POINTER_ROOT, XCB_CURRENT_TIME);
    } else if (!strcmp(command, "dark\n")) {
        uint32_t black = xcb_setup_roots_iterator(xcb_get_setup(connection)).data->black_pixel;
        xcb_change_window_attributes(connection, window, XCB_CW_BACK_PIXEL, &black);
        xcb_clear_area(connection, 0, window, 0, 0, 0, 0);
    } else if (!strcmp(command, "hide\n")) {
        xcb_unmap_window(connection, window);
    } else if (!strcmp(command, "show\n")) {
        xcb_map_window(connection, window);
    } else if (sscanf(command, "second %d %d %d %d", &x, &y, &width, &height) == 4) {
        open_second(x, y, width, height);
    } else if (sscanf(command, "title %63s", title) == 1) {
        xcb_change_property(
            connection, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8,
            (uint32_t)strlen(title), title);
    } else if (sscanf(command, "move %d %d", &x, &y) == 2) {
        uint32_t place[] = {(uint32_t)x, (uint32_t)y};
        xcb_configure_window(
            connection, window, XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y, place);
    } else if (!strcmp(command, "ungrab\n")) {
        xcb_ungrab_pointer(connection, XCB_CURRENT_TIME);
    }
    synchronize();
    drain();
    printf("pong\n");
    fflush(stdout);
}

int main(int count, char **arguments) {
    if (count != 5 && count != 6) return 2;
    connection = xcb_connect(NULL, NULL);
    if (xcb_connection_has_error(connection)) return 3;
    xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(connection)).data;
    free(xcb_input_xi_query_version_reply(
        connection, xcb_input_xi_query_version(connection, 2, 2), NULL));
    window = xcb_generate_id(connection);
    learn_symbols();
    bool is_managed = count == 6 && !strcmp(arguments[5], "managed");
    uint32_t values[] = {
        screen->white_pixel, !is_managed,
        XCB_EVENT_MASK_BUTTON_PRESS | XCB_EVENT_MASK_KEY_PRESS | XCB_EVENT_MASK_FOCUS_CHANGE};
    xcb_create_window(
        connection, XCB_COPY_FROM_PARENT, window, screen->root, (int16_t)atoi(arguments[1]),
        (int16_t)atoi(arguments[2]), (uint16_t)atoi(arguments[3]), (uint16_t)atoi(arguments[4]), 0,
        XCB_WINDOW_CLASS_INPUT_OUTPUT, screen->root_visual,
        XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT | XCB_CW_EVENT_MASK, values);
    struct {
        xcb_input_event_mask_t head;
        uint32_t mask;
    } touches = {
        {XCB_INPUT_DEVICE_ALL_MASTER, 1},
        XCB_INPUT_XI_EVENT_MASK_TOUCH_BEGIN | XCB_INPUT_XI_EVENT_MASK_TOUCH_UPDATE
            | XCB_INPUT_XI_EVENT_MASK_TOUCH_END};
    xcb_input_xi_select_events(connection, window, 1, &touches.head);
    if (count == 6 && !strncmp(arguments[5], "class=", 6)) be_called(arguments[5] + 6);
    xcb_map_window(connection, window);
    synchronize();
    if (is_managed) await_focus();
    printf("ready\n");
    fflush(stdout);
    char command[64];
    struct pollfd polled[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = xcb_get_file_descriptor(connection), .events = POLLIN}};
    // Commands come one at a time, so that the stream has no line of its own waiting.
    while (poll(polled, 2, -1) > 0) {
        if (polled[0].revents) {
            if (!fgets(command, sizeof command, stdin)) return 0;
            obey(command);
        }
        drain();
    }
    return 1;
}
