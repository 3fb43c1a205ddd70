// SPDX-License-Identifier: MIT
//
// A client of popoverd and of an X server at once, with windows of one color each, which no window manager
// manages. A line that begins with "{" goes to the daemon, whose lines it writes. It does what other lines
// say, as wayland_actor does:
//
//     show NAME TITLE RRGGBB    a window as large as the screen; "shown NAME WIDTH HEIGHT" follows
//     place NAME TITLE RRGGBB X Y WIDTH HEIGHT    a window there; one that is there already moves
//     paint NAME RRGGBB         another color
//     hide NAME                 the window is gone
//     ping                      "pong", after everything that the server has sent before

#include "actor.h"

#include <xcb/xcb.h>

#define MOST 16

static struct {
    char name[32];
    xcb_window_t window;
} windows[MOST];
static xcb_connection_t *connection;
static xcb_screen_t *screen;

static int find(const char *name) {
    for (int i = 0; i < MOST; i++)
        if (strcmp(windows[i].name, name) == 0) return i;
    return -1;
}

static int called(const char *name) {
    int found = find(name);
    if (found >= 0) return found;
    fprintf(stderr, "no window %s\n", name);
    exit(1);
}

static void synchronize(void) {
    free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), NULL));
    xcb_generic_event_t *event;
    while ((event = xcb_poll_for_event(connection))) free(event);
    if (xcb_connection_has_error(connection)) exit(1);
}

static void place(
    const char *name, const char *title, uint32_t color, int x, int y, int width, int height) {
    int found = find(name);
    if (found >= 0) {
        uint32_t values[] = {(uint32_t)x, (uint32_t)y, (uint32_t)width, (uint32_t)height};
        xcb_configure_window(
            connection, windows[found].window,
            XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_WIDTH
                | XCB_CONFIG_WINDOW_HEIGHT,
            values);
    } else {
        found = called("");
        xcb_window_t window = xcb_generate_id(connection);
        uint32_t values[] = {color, 1, XCB_EVENT_MASK_BUTTON_PRESS};
        xcb_create_window(
            connection, XCB_COPY_FROM_PARENT, window, screen->root, (int16_t)x, (int16_t)y,
            (uint16_t)width, (uint16_t)height, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
            screen->root_visual, XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT | XCB_CW_EVENT_MASK,
            values);
        xcb_change_property(
            connection, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8,
            (uint32_t)strlen(title), title);
        xcb_map_window(connection, window);
        snprintf(windows[found].name, sizeof windows[found].name, "%s", name);
        windows[found].window = window;
    }
    synchronize();
    printf("shown %s %d %d\n", name, width, height);
}

static void paint(xcb_window_t window, uint32_t color) {
    xcb_change_window_attributes(connection, window, XCB_CW_BACK_PIXEL, &color);
    xcb_clear_area(connection, 0, window, 0, 0, 0, 0);
}

static void obey(const char *line) {
    char name[32], title[64];
    unsigned color;
    int x, y, width, height;
    if (sscanf(line, "show %31s %63s %x", name, title, &color) == 3) {
        place(name, title, color, 0, 0, screen->width_in_pixels, screen->height_in_pixels);
    } else if (sscanf(
                   line, "place %31s %63s %x %d %d %d %d", name, title, &color, &x, &y, &width,
                   &height) == 7) {
        place(name, title, color, x, y, width, height);
    } else if (sscanf(line, "paint %31s %x", name, &color) == 2) {
        paint(windows[called(name)].window, color);
    } else if (sscanf(line, "hide %31s", name) == 1) {
        int found = called(name);
        xcb_destroy_window(connection, windows[found].window);
        memset(&windows[found], 0, sizeof windows[found]);
    } else if (strcmp(line, "ping") == 0) {
        synchronize();
        printf("pong\n");
    } else {
        fprintf(stderr, "unknown: %s\n", line);
        exit(1);
    }
    xcb_flush(connection);
}

int main(int argc, char **argv) {
    struct pollfd polled[POLLED];
    actor_begin(argc, argv, polled);
    connection = xcb_connect(NULL, NULL);
    if (xcb_connection_has_error(connection)) return 1;
    screen = xcb_setup_roots_iterator(xcb_get_setup(connection)).data;
    polled[SCREEN] = (struct pollfd){.fd = xcb_get_file_descriptor(connection), .events = POLLIN};
    while (poll(polled, POLLED, -1) >= 0) {
        if (polled[SCREEN].revents) synchronize();
        actor_read(polled, obey);
    }
    return 1;
}
