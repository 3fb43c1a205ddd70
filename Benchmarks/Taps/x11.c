// SPDX-License-Identifier: MIT
//
// An X server with a mouse by XTEST, or a finger of Xorg with the driver inputtest.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <xcb/xcb.h>
#include <xcb/xinput.h>
#include <xcb/xtest.h>
#include <xorg/xf86-input-inputtest-protocol.h>

#include "screen.h"

// From XI2proto.h.
enum { TOUCH_BEGIN = 18, TOUCH_END = 20 };

struct screen {
    xcb_connection_t *window, *mouse;
    xcb_window_t root;
    // -1 for a mouse.
    int finger;
    double width, height;
    double places[2];
};

static void synchronize(xcb_connection_t *connection) {
    free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), NULL));
    if (xcb_connection_has_error(connection)) fail("the X server closed the connection");
}

static xcb_connection_t *connected(const char *display) {
    xcb_connection_t *connection = xcb_connect(display, NULL);
    if (xcb_connection_has_error(connection)) fail("cannot connect to the X server");
    return connection;
}

static void put(int stream, const void *bytes, size_t count) {
    if (write(stream, bytes, count) != (ssize_t)count) fail("the inputtest driver closed the connection");
}

static void take(int stream, void *bytes, size_t count) {
    for (size_t taken = 0; taken < count;) {
        ssize_t more = read(stream, (char *)bytes + taken, count - taken);
        if (more <= 0) fail("the inputtest driver closed the connection");
        taken += (size_t)more;
    }
}

static int finger(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int stream = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(stream, (struct sockaddr *)&address, sizeof address)) fail("cannot reach inputtest");
    xf86ITEventClientVersion version = {
        {sizeof version, XF86IT_EVENT_CLIENT_VERSION}, XF86IT_PROTOCOL_VERSION_MAJOR,
        XF86IT_PROTOCOL_VERSION_MINOR};
    put(stream, &version, sizeof version);
    xf86ITResponseServerVersion answer;
    take(stream, &answer, sizeof answer);
    return stream;
}

static void touch(struct screen *screen, int type) {
    xf86ITEventTouch touch = {.header = {sizeof touch, XF86IT_EVENT_TOUCH}};
    touch.touch_type = (uint32_t)type;
    touch.valuators.mask[0] = 3;
    touch.valuators.valuators[0] = (screen->places[0] + 0.5) / screen->width * 65536;
    touch.valuators.valuators[1] = (screen->places[1] + 0.5) / screen->height * 65536;
    put(screen->finger, &touch, sizeof touch);
}

struct screen *screen_open(const char *display, const char *path, int width, int height) {
    struct screen *screen = calloc(1, sizeof *screen);
    screen->window = connected(display);
    screen->mouse = connected(display);
    screen->finger = *path ? finger(path) : -1;
    screen->width = width;
    screen->height = height;
    xcb_screen_t *root = xcb_setup_roots_iterator(xcb_get_setup(screen->window)).data;
    screen->root = root->root;
    free(xcb_input_xi_query_version_reply(
        screen->window, xcb_input_xi_query_version(screen->window, 2, 2), NULL));
    xcb_window_t window = xcb_generate_id(screen->window);
    uint32_t values[] = {root->white_pixel, 1, XCB_EVENT_MASK_BUTTON_PRESS};
    xcb_create_window(
        screen->window, XCB_COPY_FROM_PARENT, window, root->root, 0, 0, (uint16_t)width,
        (uint16_t)height, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, root->root_visual,
        XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT | XCB_CW_EVENT_MASK, values);
    struct {
        xcb_input_event_mask_t head;
        uint32_t mask;
    } touches = {
        {XCB_INPUT_DEVICE_ALL_MASTER, 1},
        XCB_INPUT_XI_EVENT_MASK_TOUCH_BEGIN | XCB_INPUT_XI_EVENT_MASK_TOUCH_UPDATE
            | XCB_INPUT_XI_EVENT_MASK_TOUCH_END};
    if (*path) xcb_input_xi_select_events(screen->window, window, 1, &touches.head);
    xcb_map_window(screen->window, window);
    // Below all other windows, like an older window.
    uint32_t below = XCB_STACK_MODE_BELOW;
    xcb_configure_window(screen->window, window, XCB_CONFIG_WINDOW_STACK_MODE, &below);
    synchronize(screen->window);
    return screen;
}

void screen_tap(struct screen *screen, int x, int y) {
    screen->places[0] = x;
    screen->places[1] = y;
    if (screen->finger >= 0) {
        touch(screen, TOUCH_BEGIN);
        touch(screen, TOUCH_END);
        return;
    }
    xcb_test_fake_input(
        screen->mouse, XCB_MOTION_NOTIFY, 0, 0, screen->root, (int16_t)x, (int16_t)y, 0);
    xcb_test_fake_input(screen->mouse, XCB_BUTTON_PRESS, 1, 0, screen->root, 0, 0, 0);
    xcb_test_fake_input(screen->mouse, XCB_BUTTON_RELEASE, 1, 0, screen->root, 0, 0, 0);
    xcb_flush(screen->mouse);
}

static bool is_press(const xcb_generic_event_t *event) {
    uint8_t type = event->response_type & 0x7f;
    return type == XCB_BUTTON_PRESS
           || (type == XCB_GE_GENERIC
               && ((const xcb_ge_generic_event_t *)event)->event_type == XCB_INPUT_TOUCH_BEGIN);
}

void screen_await(struct screen *screen) {
    bool has_come = false;
    while (!has_come) {
        xcb_generic_event_t *event = xcb_wait_for_event(screen->window);
        if (!event) fail("the X server closed the connection");
        has_come = is_press(event);
        free(event);
    }
}

void screen_settle(struct screen *screen) {
    if (screen->finger >= 0) {
        xf86ITEventWaitForSync wait = {{sizeof wait, XF86IT_EVENT_WAIT_FOR_SYNC}};
        put(screen->finger, &wait, sizeof wait);
        xf86ITResponseSyncFinished finished;
        take(screen->finger, &finished, sizeof finished);
    } else {
        synchronize(screen->mouse);
    }
}

bool screen_was_pressed(struct screen *screen) {
    synchronize(screen->window);
    bool was_pressed = false;
    xcb_generic_event_t *event;
    while ((event = xcb_poll_for_event(screen->window))) {
        was_pressed |= is_press(event);
        free(event);
    }
    return was_pressed;
}
