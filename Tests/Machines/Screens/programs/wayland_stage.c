// SPDX-License-Identifier: MIT
//
// A Wayland server without a screen, for one client: what real ones do too seldom to wait for. It
// tells what the client does with its surfaces, and does what lines on standard input say; each is
// answered "done" once the client has been sent it:
//   output NAME WIDTH HEIGHT | remove NAME | resize NAME WIDTH HEIGHT | closed NAME
//   seat | unseat SEAT | has SEAT CAPABILITIES
//   down SEAT NAME ID X Y | move SEAT ID X Y | up SEAT ID | cancel SEAT | strange SEAT
//   enter SEAT NAME X Y | button SEAT BUTTON STATE | leave SEAT NAME
//   idled SEAT | resumed SEAT
//   error | drop
// Its arguments are the name of its socket and of the one interface that it does not offer.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ext-idle-notify-v1-server.h"
#include "wayland_stage.h"
#include "wlr-layer-shell-unstable-v1-server.h"

struct stage_seat {
    struct wl_global *global;
    struct wl_resource *resource, *pointer, *touch, *idle;
    unsigned capabilities;
};

struct stage_output outputs[OUTPUTS_CAPACITY];

static struct wl_display *display;
static struct wl_client *client;
static struct stage_seat seats[8];
static int seat_count;

void say(const char *word, const char *name, const char *more) {
    printf("%s %s%s\n", word, name, more);
    fflush(stdout);
}

void destroy(struct wl_client *client, struct wl_resource *resource) {
    (void)client;
    wl_resource_destroy(resource);
}

void forget(struct wl_resource *resource) {
    struct wl_resource **place = wl_resource_get_user_data(resource);
    if (*place == resource) *place = NULL;
}

static uint32_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint32_t)(time.tv_sec * 1000 + time.tv_nsec / 1000000);
}

// MARK: Outputs and seats

static const struct wl_output_interface output_interface = {destroy};

static void tell_output(const struct stage_output *output) {
    wl_output_send_geometry(output->resource, 0, 0, 0, 0, 0, "make", "model", 0);
    wl_output_send_mode(
        output->resource, WL_OUTPUT_MODE_CURRENT, output->width, output->height, 0);
    wl_output_send_name(output->resource, output->name);
    wl_output_send_done(output->resource);
}

static void bind_output(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct stage_output *output = data;
    output->resource = wl_resource_create(client, &wl_output_interface, (int)version, id);
    wl_resource_set_implementation(
        output->resource, &output_interface, &output->resource, forget);
    tell_output(output);
}

static const struct wl_pointer_interface pointer_interface = {.release = destroy};
static const struct wl_touch_interface touch_interface = {.release = destroy};

static void get_pointer(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct stage_seat *seat = wl_resource_get_user_data(resource);
    seat->pointer = wl_resource_create(
        client, &wl_pointer_interface, wl_resource_get_version(resource), id);
    wl_resource_set_implementation(seat->pointer, &pointer_interface, &seat->pointer, forget);
    say("pointer", "is had", "");
}

static void get_touch(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
    struct stage_seat *seat = wl_resource_get_user_data(resource);
    seat->touch = wl_resource_create(
        client, &wl_touch_interface, wl_resource_get_version(resource), id);
    wl_resource_set_implementation(seat->touch, &touch_interface, &seat->touch, forget);
    say("touch", "is had", "");
}

static const struct wl_seat_interface seat_interface = {
    .get_pointer = get_pointer, .get_touch = get_touch, .release = destroy};

static void unbind_seat(struct wl_resource *resource) {
    struct stage_seat *seat = wl_resource_get_user_data(resource);
    seat->resource = NULL;
}

static void bind_seat(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    struct stage_seat *seat = data;
    seat->resource = wl_resource_create(client, &wl_seat_interface, (int)version, id);
    wl_resource_set_implementation(seat->resource, &seat_interface, seat, unbind_seat);
    wl_seat_send_capabilities(seat->resource, seat->capabilities);
}

// MARK: Activity

static const struct ext_idle_notification_v1_interface notification_interface = {destroy};

static void get_notification(
    struct wl_client *client, struct wl_resource *resource, uint32_t id, uint32_t timeout,
    struct wl_resource *of) {
    (void)resource, (void)timeout;
    struct stage_seat *seat = wl_resource_get_user_data(of);
    seat->idle = wl_resource_create(client, &ext_idle_notification_v1_interface, 1, id);
    wl_resource_set_implementation(seat->idle, &notification_interface, &seat->idle, forget);
    say("activity", "is watched", "");
}

static const struct ext_idle_notifier_v1_interface notifier_interface = {
    .destroy = destroy, .get_idle_notification = get_notification};

static void bind_notifier(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
    wl_resource_set_implementation(
        wl_resource_create(client, &ext_idle_notifier_v1_interface, (int)version, id),
        &notifier_interface, data, NULL);
}

// MARK: Orders

static struct stage_output *named(const char *name) {
    for (int i = 0; i < OUTPUTS_CAPACITY; i++)
        if (outputs[i].global && strcmp(outputs[i].name, name) == 0) return &outputs[i];
    return NULL;
}

static void add_output(const char *name, int width, int height) {
    struct stage_output *output = outputs;
    while (output->name[0]) output++;
    snprintf(output->name, sizeof output->name, "%s", name);
    output->width = width;
    output->height = height;
    output->global = wl_global_create(display, &wl_output_interface, 4, output, bind_output);
}

static void order_output(const char *order, struct stage_output *output, int width, int height) {
    if (strcmp(order, "remove") == 0) {
        wl_global_remove(output->global);
        output->global = NULL;
    } else if (strcmp(order, "resize") == 0) {
        output->width = width;
        output->height = height;
        tell_output(output);
        zwlr_layer_surface_v1_send_configure(
            output->layer, 2, (uint32_t)width, (uint32_t)height);
    } else if (output->layer) {
        zwlr_layer_surface_v1_send_closed(output->layer);
    }
}

static void order_seat(const char *order, struct stage_seat *seat, const char *rest) {
    char name[32] = "";
    int a = 0, b = 0, c = 0;
    if (strcmp(order, "unseat") == 0) {
        wl_global_remove(seat->global);
    } else if (sscanf(rest, "%d", &a) == 1 && strcmp(order, "has") == 0) {
        seat->capabilities = (unsigned)a;
        if (seat->resource) wl_seat_send_capabilities(seat->resource, (unsigned)a);
    } else if (sscanf(rest, "%d %d %d", &a, &b, &c) >= 1 && seat->touch && order[0] == 'm') {
        wl_touch_send_motion(
            seat->touch, now(), a, wl_fixed_from_int(b), wl_fixed_from_int(c));
        wl_touch_send_frame(seat->touch);
    } else if (strcmp(order, "idled") == 0) {
        ext_idle_notification_v1_send_idled(seat->idle);
    } else if (strcmp(order, "resumed") == 0) {
        ext_idle_notification_v1_send_resumed(seat->idle);
    } else if (strcmp(order, "up") == 0) {
        wl_touch_send_up(seat->touch, 1, now(), a);
        wl_touch_send_frame(seat->touch);
    } else if (strcmp(order, "cancel") == 0) {
        wl_touch_send_cancel(seat->touch);
    } else if (strcmp(order, "strange") == 0) {
        // Both are of later versions than the client has asked for.
        wl_pointer_send_axis_value120(seat->pointer, 0, 120);
        wl_touch_send_shape(seat->touch, 77, 256, 256);
        wl_touch_send_up(seat->touch, 1, now(), 77);
    } else if (strcmp(order, "button") == 0 && sscanf(rest, "%d %d", &a, &b) == 2) {
        wl_pointer_send_button(seat->pointer, 1, now(), (uint32_t)a, (uint32_t)b);
    } else if (sscanf(rest, "%31s %d %d %d", name, &a, &b, &c) >= 1 && named(name)) {
        struct wl_resource *surface = named(name)->surface;
        if (strcmp(order, "down") == 0) {
            wl_touch_send_down(
                seat->touch, 1, now(), surface, a, wl_fixed_from_int(b), wl_fixed_from_int(c));
            wl_touch_send_frame(seat->touch);
        } else if (strcmp(order, "enter") == 0) {
            wl_pointer_send_enter(
                seat->pointer, 1, surface, wl_fixed_from_int(a), wl_fixed_from_int(b));
        } else {
            wl_pointer_send_leave(seat->pointer, 1, surface);
        }
    }
}

static void obey(const char *line) {
    char order[16] = "", name[32] = "";
    int width = 0, height = 0, seat = 0, end = 0;
    int count = sscanf(line, "%15s %31s %d %d", order, name, &width, &height);
    if (strcmp(order, "output") == 0 && count == 4) return add_output(name, width, height);
    if (count > 1 && named(name)) return order_output(order, named(name), width, height);
    if (strcmp(order, "seat") == 0) {
        seats[seat_count].global =
            wl_global_create(display, &wl_seat_interface, 8, &seats[seat_count], bind_seat);
        seat_count++;
    } else if (strcmp(order, "error") == 0 && client) {
        wl_client_post_implementation_error(client, "an error of the test");
    } else if (strcmp(order, "drop") == 0 && client) {
        wl_client_destroy(client);
        client = NULL;
    } else if (sscanf(line, "%15s %d %n", order, &seat, &end) == 2 && seat < seat_count) {
        order_seat(order, &seats[seat], line + end);
    }
}

static int heard(int descriptor, uint32_t mask, void *data) {
    (void)descriptor, (void)mask, (void)data;
    char line[256];
    if (!fgets(line, sizeof line, stdin)) exit(0);
    obey(line);
    wl_display_flush_clients(display);
    puts("done");
    fflush(stdout);
    return 0;
}

static void came(struct wl_listener *listener, void *data) {
    (void)listener;
    client = data;
}

int main(int count, char **arguments) {
    const char *missing = count > 2 ? arguments[2] : "";
    setvbuf(stdin, NULL, _IONBF, 0);
    display = wl_display_create();
    if (count < 2 || wl_display_add_socket(display, arguments[1]) < 0) return 1;
    offer_surfaces(display, missing);
    wl_global_create(display, &ext_idle_notifier_v1_interface, 1, NULL, bind_notifier);
    static struct wl_listener listener = {.notify = came};
    wl_display_add_client_created_listener(display, &listener);
    wl_event_loop_add_fd(
        wl_display_get_event_loop(display), 0, WL_EVENT_READABLE, heard, NULL);
    puts("done");
    fflush(stdout);
    wl_display_run(display);
    return 0;
}
