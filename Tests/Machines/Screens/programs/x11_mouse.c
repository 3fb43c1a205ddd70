// SPDX-License-Identifier: MIT
//
// A mouse on an X server, as somebody's hand moves it.
// Commands, each answered by "done" when the server has carried it out:
//   down FINGER X Y     move FINGER X Y     up FINGER

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/xcb.h>
#include <xcb/xtest.h>

int main(void) {
    xcb_connection_t *c = xcb_connect(NULL, NULL);
    if (xcb_connection_has_error(c)) return 3;
    xcb_window_t root = xcb_setup_roots_iterator(xcb_get_setup(c)).data->root;
    char line[128], command[16];
    int finger, x = 0, y = 0;
    while (fgets(line, sizeof line, stdin)) {
        int count = sscanf(line, "%15s %d %d %d", command, &finger, &x, &y);
        if (count == 4) xcb_test_fake_input(c, XCB_MOTION_NOTIFY, 0, 0, root, (int16_t)x, (int16_t)y, 0);
        if (!strcmp(command, "down")) xcb_test_fake_input(c, XCB_BUTTON_PRESS, 1, 0, root, 0, 0, 0);
        if (!strcmp(command, "up")) xcb_test_fake_input(c, XCB_BUTTON_RELEASE, 1, 0, root, 0, 0, 0);
        free(xcb_get_input_focus_reply(c, xcb_get_input_focus(c), NULL));
        if (xcb_connection_has_error(c)) return 3;
        puts("done");
        fflush(stdout);
    }
    return 0;
}
