// SPDX-License-Identifier: MIT

#include <X11/Xauth.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <xcb/randr.h>
#include <xcb/shape.h>
#include <xcb/xinput.h>
#include <xcb/xtest.h>

#include "screen.h"

#define FAIL(...) snprintf(error, X_SCREEN_ERROR_CAPACITY, __VA_ARGS__)

static int connect_to(const char *path, bool is_abstract) {
    // A server with a full backlog is tried again later.
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    memcpy(address.sun_path + is_abstract, path, length);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + is_abstract + length);
    if (connect(descriptor, (struct sockaddr *)&address, size) == 0) return descriptor;
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

static int connect_display(const char *name, char *error) {
    char *host = NULL;
    int number = 0;
    if (!xcb_parse_display(name, &host, &number, NULL) || (host[0] && strcmp(host, "unix"))) {
        free(host);
        FAIL("\"%s\" is no display of this machine, as :0 is", name);
        return -1;
    }
    free(host);
    char path[64];
    snprintf(path, sizeof path, "/tmp/.X11-unix/X%d", number);
    int descriptor = connect_to(path, false);
    if (descriptor < 0) descriptor = connect_to(path, true);
    if (descriptor < 0) FAIL("no X server serves %s: %s", name, strerror(errno));
    return descriptor;
}

// The display's entry in the user's Xauthority file; NULL: none.
static Xauth *authority(int number) {
    char host[256] = "", display[16];
    gethostname(host, sizeof host - 1);
    int length = snprintf(display, sizeof display, "%d", number);
    char type[] = "MIT-MAGIC-COOKIE-1";
    char *types[] = {type};
    int lengths[] = {sizeof type - 1};
    return XauGetBestAuthByAddr(
        FamilyLocal, (unsigned short)strlen(host), host, (unsigned short)length, display, 1, types,
        lengths);
}

// The file in which that is looked for; zero if there is none.
static struct stat authority_file(void) {
    struct stat file = {0};
    const char *name = XauFileName();
    if (name) stat(name, &file);
    return file;
}

bool x_screen_has_new_cookie(void) {
    static struct stat first;
    static bool is_known;
    struct stat file = authority_file();
    if (!is_known) first = file;
    is_known = true;
    return file.st_ino != first.st_ino || file.st_dev != first.st_dev;
}

static xcb_connection_t *handshake(int descriptor, int number) {
    Xauth *found = authority(number);
    if (!found) return xcb_connect_to_fd(descriptor, NULL);
    xcb_auth_info_t info = {
        .namelen = found->name_length, .name = found->name,
        .datalen = found->data_length, .data = found->data};
    xcb_connection_t *connection = xcb_connect_to_fd(descriptor, &info);
    XauDisposeAuth(found);
    return connection;
}

static bool has_extension(x_screen *screen, xcb_extension_t *extension, uint8_t *opcode, uint8_t *event) {
    const xcb_query_extension_reply_t *reply =
        xcb_get_extension_data(screen->connection, extension);
    if (!reply || !reply->present) return false;
    if (opcode) *opcode = reply->major_opcode;
    if (event) *event = reply->first_event;
    return true;
}

xcb_atom_t screen_atom(xcb_connection_t *c, const char *name) {
    xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(
        c, xcb_intern_atom(c, 0, (uint16_t)strlen(name), name), NULL);
    xcb_atom_t atom = reply ? reply->atom : XCB_NONE;
    free(reply);
    return atom;
}

// Each extension needs the client's version before any other request.
static const char *agree(x_screen *screen) {
    xcb_connection_t *c = screen->connection;
    if (!has_extension(screen, &xcb_input_id, &screen->input_opcode, NULL)) return "XInput";
    if (!has_extension(screen, &xcb_shape_id, NULL, NULL)) return "SHAPE";
    if (!has_extension(screen, &xcb_xfixes_id, NULL, NULL)) return "XFIXES";
    if (!has_extension(screen, &xcb_randr_id, NULL, &screen->randr_event)) return "RANDR";
    xcb_input_xi_query_version_reply_t *input = xcb_input_xi_query_version_reply(
        c, xcb_input_xi_query_version(c, 2, 2), NULL);
    bool is_enough = input && (input->major_version > 2 || input->minor_version >= 2);
    free(input);
    if (!is_enough) return "XInput 2.2";
    screen->has_test = has_extension(screen, &xcb_test_id, NULL, NULL);
    free(xcb_xfixes_query_version_reply(c, xcb_xfixes_query_version(c, 2, 0), NULL));
    xcb_randr_query_version_reply_t *randr =
        xcb_randr_query_version_reply(c, xcb_randr_query_version(c, 1, 3), NULL);
    is_enough = randr && (randr->major_version > 1 || randr->minor_version >= 3);
    free(randr);
    return is_enough ? NULL : "RANDR 1.3";
}

static void add_output(x_screen *screen, const char *name, int length, x_rectangle place, bool is_primary) {
    if (screen->output_count == X_SCREEN_OUTPUTS_CAPACITY) return;
    x_output *output = &screen->outputs[screen->output_count++];
    snprintf(output->name, sizeof output->name, "%.*s", length, name);
    output->place = place;
    output->is_primary = is_primary;
}

static void find_outputs(x_screen *screen) {
    xcb_connection_t *c = screen->connection;
    xcb_randr_get_output_primary_reply_t *primary = xcb_randr_get_output_primary_reply(
        c, xcb_randr_get_output_primary(c, screen->root), NULL);
    xcb_randr_get_screen_resources_current_reply_t *resources =
        xcb_randr_get_screen_resources_current_reply(
            c, xcb_randr_get_screen_resources_current(c, screen->root), NULL);
    int count = resources ? xcb_randr_get_screen_resources_current_outputs_length(resources) : 0;
    for (int i = 0; i < count; i++) {
        xcb_randr_output_t id = xcb_randr_get_screen_resources_current_outputs(resources)[i];
        xcb_randr_get_output_info_reply_t *output = xcb_randr_get_output_info_reply(
            c, xcb_randr_get_output_info(c, id, resources->config_timestamp), NULL);
        xcb_randr_get_crtc_info_reply_t *crtc = NULL;
        if (output && output->crtc)
            crtc = xcb_randr_get_crtc_info_reply(
                c, xcb_randr_get_crtc_info(c, output->crtc, resources->config_timestamp), NULL);
        if (crtc && crtc->width && crtc->height) {
            x_rectangle place = {crtc->x, crtc->y, crtc->width, crtc->height};
            add_output(
                screen, (const char *)xcb_randr_get_output_info_name(output),
                xcb_randr_get_output_info_name_length(output), place,
                primary && primary->output == id);
        }
        free(crtc);
        free(output);
    }
    free(resources);
    free(primary);
    if (!screen->output_count) {
        x_rectangle whole = {0, 0, screen->width, screen->height};
        add_output(screen, "screen", 6, whole, true);
    }
}

static double number(xcb_input_fp3232_t value) {
    return (double)value.integral + (double)value.frac / 4294967296.0;
}

// The ranges of devices with absolute positions.
static void find_ranges(x_screen *screen) {
    xcb_connection_t *c = screen->connection;
    xcb_input_xi_query_device_reply_t *reply = xcb_input_xi_query_device_reply(
        c, xcb_input_xi_query_device(c, XCB_INPUT_DEVICE_ALL), NULL);
    if (!reply) return;
    xcb_input_xi_device_info_iterator_t devices = xcb_input_xi_query_device_infos_iterator(reply);
    for (; devices.rem && screen->range_count < DEVICES_CAPACITY;
         xcb_input_xi_device_info_next(&devices)) {
        struct touch_range range = {.device = devices.data->deviceid};
        int axes = 0;
        xcb_input_device_class_iterator_t classes =
            xcb_input_xi_device_info_classes_iterator(devices.data);
        for (; classes.rem; xcb_input_device_class_next(&classes)) {
            if (classes.data->type != XCB_INPUT_DEVICE_CLASS_TYPE_VALUATOR) continue;
            const xcb_input_valuator_class_t *axis = (const void *)classes.data;
            if (axis->number > 1 || axis->mode != XCB_INPUT_VALUATOR_MODE_ABSOLUTE) continue;
            range.least[axis->number] = number(axis->min);
            range.most[axis->number] = number(axis->max);
            axes++;
        }
        bool is_range = range.most[0] > range.least[0] && range.most[1] > range.least[1];
        if (axes == 2 && is_range) screen->ranges[screen->range_count++] = range;
    }
    free(reply);
}

static void select_input(x_screen *screen, xcb_window_t window, uint32_t mask) {
    struct {
        xcb_input_event_mask_t head;
        uint32_t mask;
    } selection = {{.deviceid = XCB_INPUT_DEVICE_ALL_MASTER, .mask_len = 1}, mask};
    xcb_input_xi_select_events(screen->connection, window, 1, &selection.head);
}

static void select_hierarchy(x_screen *screen) {
    struct {
        xcb_input_event_mask_t head;
        uint32_t mask;
    } selection = {
        {.deviceid = XCB_INPUT_DEVICE_ALL, .mask_len = 1}, XCB_INPUT_XI_EVENT_MASK_HIERARCHY};
    xcb_input_xi_select_events(screen->connection, screen->root, 1, &selection.head);
}

// The window that blocks taps: invisible, and not mapped yet.
static void make_shield(x_screen *screen) {
    xcb_connection_t *c = screen->connection;
    screen->shield = xcb_generate_id(c);
    uint32_t values[] = {
        1, XCB_EVENT_MASK_BUTTON_PRESS | XCB_EVENT_MASK_BUTTON_RELEASE
               | XCB_EVENT_MASK_BUTTON_MOTION};
    xcb_create_window(
        c, 0, screen->shield, screen->root, 0, 0, screen->width, screen->height, 0,
        XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT,
        XCB_CW_OVERRIDE_REDIRECT | XCB_CW_EVENT_MASK, values);
    static const char name[] = "popoverd shield";
    xcb_change_property(
        c, XCB_PROP_MODE_REPLACE, screen->shield, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8,
        sizeof name - 1, name);
    select_input(
        screen, screen->shield,
        XCB_INPUT_XI_EVENT_MASK_TOUCH_BEGIN | XCB_INPUT_XI_EVENT_MASK_TOUCH_UPDATE
            | XCB_INPUT_XI_EVENT_MASK_TOUCH_END);
    screen->covered = xcb_generate_id(c);
    xcb_xfixes_create_region(c, screen->covered, 0, NULL);
    screen->holes = xcb_generate_id(c);
    xcb_xfixes_create_region(c, screen->holes, 0, NULL);
}

// The frame of two colors, of which one is seen on any ground. Its border is the outer one.
static void make_ring(x_screen *screen) {
    xcb_connection_t *c = screen->connection;
    screen->ring = xcb_generate_id(c);
    uint32_t values[] = {screen->black, screen->white, 1};
    xcb_create_window(
        c, XCB_COPY_FROM_PARENT, screen->ring, screen->root, 0, 0, 1, 1, 0,
        XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT,
        XCB_CW_BACK_PIXEL | XCB_CW_BORDER_PIXEL | XCB_CW_OVERRIDE_REDIRECT, values);
    static const char name[] = "popoverd focus ring";
    xcb_change_property(
        c, XCB_PROP_MODE_REPLACE, screen->ring, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8,
        sizeof name - 1, name);
    // It takes no taps.
    xcb_shape_rectangles(
        c, XCB_SHAPE_SO_SET, XCB_SHAPE_SK_INPUT, XCB_CLIP_ORDERING_UNSORTED, screen->ring, 0, 0, 0,
        NULL);
}

static void observe(x_screen *screen) {
    xcb_connection_t *c = screen->connection;
    select_input(
        screen, screen->root,
        XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_PRESS | XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_RELEASE
            | XCB_INPUT_XI_EVENT_MASK_RAW_TOUCH_BEGIN | XCB_INPUT_XI_EVENT_MASK_RAW_TOUCH_UPDATE
            | XCB_INPUT_XI_EVENT_MASK_RAW_TOUCH_END);
    select_hierarchy(screen);
    xcb_randr_select_input(
        c, screen->root,
        XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE
            | XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE);
    uint32_t mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY;
    xcb_change_window_attributes(c, screen->root, XCB_CW_EVENT_MASK, &mask);
}

// The root window of the screen in the display's name; false: no such screen.
static bool find_root(x_screen *screen, int number) {
    xcb_screen_iterator_t roots = xcb_setup_roots_iterator(xcb_get_setup(screen->connection));
    while (roots.rem && number-- > 0) xcb_screen_next(&roots);
    if (!roots.rem) return false;
    screen->root = roots.data->root;
    screen->black = roots.data->black_pixel;
    screen->white = roots.data->white_pixel;
    screen->width = roots.data->width_in_pixels;
    screen->height = roots.data->height_in_pixels;
    return true;
}

static x_screen *make(int descriptor, const char *name, char *error, bool *is_refused) {
    int display = 0, number = 0;
    char *host = NULL;
    xcb_parse_display(name, &host, &display, &number);
    free(host);
    x_screen *screen = calloc(1, sizeof *screen);
    if (!screen) {
        close(descriptor);
        FAIL("out of memory");
        return NULL;
    }
    screen->connection = handshake(descriptor, display);
    if (xcb_connection_has_error(screen->connection)) {
        *is_refused = true;
        FAIL("the X server of %s does not let us in", name);
    } else if (!find_root(screen, number)) {
        FAIL("the X server of %s has no screen %d", name, number);
    } else {
        const char *missing = agree(screen);
        if (missing) {
            FAIL("the X server of %s has no %s", name, missing);
        } else {
            // Changes after this are reported as events.
            observe(screen);
            find_outputs(screen);
            find_ranges(screen);
            make_shield(screen);
            make_ring(screen);
            keys_prepare(screen);
            glass_prepare(screen);
            windows_prepare(screen);
            windows_find(screen);
            xcb_flush(screen->connection);
            if (!xcb_connection_has_error(screen->connection)) return screen;
            FAIL("the X server of %s has gone", name);
        }
    }
    x_screen_close(screen);
    return NULL;
}

x_screen *x_screen_open(const char *name, char *error, bool *is_refused) {
    *is_refused = false;
    // It is to know the first one.
    x_screen_has_new_cookie();
    int descriptor = connect_display(name, error);
    if (descriptor < 0) return NULL;
    int before = screen_use(descriptor);
    x_screen *screen = make(descriptor, name, error, is_refused);
    if (screen) return screen;
    if (screen_gave_up(descriptor)) {
        *is_refused = false;
        FAIL("the X server of %s does not answer", name);
    }
    screen_use(before);
    return NULL;
}
