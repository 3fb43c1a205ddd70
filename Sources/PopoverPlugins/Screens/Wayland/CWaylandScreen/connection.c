// SPDX-License-Identifier: MIT

// For memfd_create.
#define _GNU_SOURCE

#include "screen.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define FAIL(...) snprintf(error, WAYLAND_SCREEN_ERROR_CAPACITY, __VA_ARGS__)

// MARK: Globals

static bool is(const char *interface, const struct wl_interface *other) {
    return strcmp(interface, other->name) == 0;
}

static void *bind_global(
    const wayland_screen *screen, uint32_t id, const struct wl_interface *interface) {
    return wl_registry_bind(screen->registry, id, interface, 1);
}

// One transparent pixel, which the viewport stretches.
static void make_buffer(wayland_screen *screen) {
    int descriptor = memfd_create("popoverd", MFD_CLOEXEC);
    if (descriptor < 0) return;
    if (ftruncate(descriptor, 4) == 0) {
        struct wl_shm_pool *pool = wl_shm_create_pool(screen->shm, descriptor, 4);
        screen->buffer =
            wl_shm_pool_create_buffer(pool, 0, 1, 1, 4, WL_SHM_FORMAT_ARGB8888);
        wl_shm_pool_destroy(pool);
    }
    close(descriptor);
}

static void offered(
    void *data, struct wl_registry *registry, uint32_t id, const char *interface,
    uint32_t version) {
    (void)registry;
    wayland_screen *screen = data;
    if (is(interface, &wl_output_interface)) {
        output_add(screen, id, version);
    } else if (is(interface, &wl_seat_interface)) {
        seat_add(screen, id, version);
    } else if (is(interface, &wl_compositor_interface) && !screen->compositor) {
        screen->compositor = bind_global(screen, id, &wl_compositor_interface);
    } else if (is(interface, &wp_viewporter_interface) && !screen->viewporter) {
        screen->viewporter = bind_global(screen, id, &wp_viewporter_interface);
    } else if (is(interface, &zwlr_layer_shell_v1_interface) && !screen->shell) {
        screen->shell = bind_global(screen, id, &zwlr_layer_shell_v1_interface);
    } else if (is(interface, &ext_idle_notifier_v1_interface) && !screen->idle_notifier) {
        screen->idle_notifier = bind_global(screen, id, &ext_idle_notifier_v1_interface);
        for (int i = 0; i < screen->seat_count; i++) seat_watch(screen->seats[i]);
    } else if (is(interface, &wl_shm_interface) && !screen->shm) {
        screen->shm = bind_global(screen, id, &wl_shm_interface);
        make_buffer(screen);
    }
    wayland_screen_cover(screen);
}

static void withdrawn(void *data, struct wl_registry *registry, uint32_t id) {
    (void)registry;
    output_remove(data, id);
    seat_remove(data, id);
}

static const struct wl_registry_listener registry_listener = {
    .global = offered, .global_remove = withdrawn};

const char *wayland_screen_missing(const wayland_screen *screen) {
    if (!screen->shell) return zwlr_layer_shell_v1_interface.name;
    if (!screen->viewporter) return wp_viewporter_interface.name;
    if (!screen->compositor) return wl_compositor_interface.name;
    return screen->buffer ? NULL : wl_shm_interface.name;
}

// MARK: The connection

static int connect_to(const char *path, char *error) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        FAIL("its path is too long for a socket");
        return -1;
    }
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) {
        FAIL("%s", strerror(errno));
        return -1;
    }
    // Non-blocking: EAGAIN where the server's backlog is full.
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    FAIL("%s", errno == EAGAIN ? "too many wait for it" : strerror(errno));
    close(descriptor);
    return -1;
}

// Errors are reported by wayland_screen_error; libwayland would write to standard error.
static void say_nothing(const char *format, va_list arguments) {
    (void)format, (void)arguments;
}

wayland_screen *wayland_screen_open(const char *path, char *error) {
    wl_log_set_handler_client(say_nothing);
    wayland_screen *screen = calloc(1, sizeof *screen);
    if (!screen) {
        FAIL("out of memory");
        return NULL;
    }
    int descriptor = connect_to(path, error);
    if (descriptor < 0) {
        free(screen);
        return NULL;
    }
    // The display closes the descriptor also where this fails.
    screen->display = wl_display_connect_to_fd(descriptor);
    screen->registry = screen->display ? wl_display_get_registry(screen->display) : NULL;
    if (!screen->registry) {
        FAIL("out of memory");
        if (screen->display) wl_display_disconnect(screen->display);
        free(screen);
        return NULL;
    }
    wl_registry_add_listener(screen->registry, &registry_listener, screen);
    return screen;
}

void wayland_screen_close(wayland_screen *screen) {
    while (screen->output_count > 0) output_free(screen->outputs[--screen->output_count]);
    while (screen->seat_count > 0) seat_free(screen->seats[--screen->seat_count]);
    if (screen->idle_notifier) ext_idle_notifier_v1_destroy(screen->idle_notifier);
    if (screen->buffer) wl_buffer_destroy(screen->buffer);
    if (screen->shell) zwlr_layer_shell_v1_destroy(screen->shell);
    if (screen->viewporter) wp_viewporter_destroy(screen->viewporter);
    if (screen->shm) wl_shm_destroy(screen->shm);
    if (screen->compositor) wl_compositor_destroy(screen->compositor);
    if (screen->asked) wl_callback_destroy(screen->asked);
    wl_registry_destroy(screen->registry);
    wl_display_disconnect(screen->display);
    free(screen);
}

int wayland_screen_descriptor(const wayland_screen *screen) {
    return wl_display_get_fd(screen->display);
}

bool wayland_screen_read(wayland_screen *screen) {
    struct wl_display *display = screen->display;
    while (wl_display_prepare_read(display) != 0)
        if (wl_display_dispatch_pending(display) < 0) return false;
    // Reads once, without blocking.
    if (wl_display_read_events(display) < 0) return false;
    return wl_display_dispatch_pending(display) >= 0 && !screen->is_overrun;
}

void wayland_screen_error(const wayland_screen *screen, char *error) {
    if (screen->is_overrun) {
        FAIL("sends more data than the limit");
    } else if (wl_display_get_error(screen->display) == EPROTO) {
        const struct wl_interface *interface = NULL;
        uint32_t code = wl_display_get_protocol_error(screen->display, &interface, NULL);
        FAIL(
            "has ended the connection: error %u of %s", code,
            interface ? interface->name : "an object that is gone");
    } else {
        FAIL("is gone");
    }
}

int wayland_screen_flush(wayland_screen *screen) {
    if (wl_display_flush(screen->display) >= 0) return 0;
    if (errno == EAGAIN) return 1;
    // The server's error is still to be read.
    return errno == EPIPE ? 0 : -1;
}

// MARK: Events

void screen_push(wayland_screen *screen, const wayland_event *event) {
    if (screen->event_count == EVENTS_CAPACITY) {
        screen->is_overrun = true;
    } else {
        screen->events[screen->event_count++] = *event;
    }
}

bool wayland_screen_next(wayland_screen *screen, wayland_event *event) {
    // First, since a touch may be on a new output.
    if (screen->has_changed_outputs) {
        screen->has_changed_outputs = false;
        *event = (wayland_event){.kind = WAYLAND_EVENT_OUTPUTS};
        return true;
    }
    if (screen->event_next == screen->event_count) {
        screen->event_next = screen->event_count = 0;
        return false;
    }
    *event = screen->events[screen->event_next++];
    return true;
}

static void answered(void *data, struct wl_callback *callback, uint32_t serial) {
    (void)serial;
    wayland_screen *screen = data;
    wl_callback_destroy(callback);
    screen->asked = NULL;
    screen_push(screen, &(wayland_event){.kind = WAYLAND_EVENT_ANSWERED});
}

static const struct wl_callback_listener answer_listener = {.done = answered};

void wayland_screen_ask(wayland_screen *screen) {
    if (screen->asked) return;
    screen->asked = wl_display_sync(screen->display);
    if (screen->asked) wl_callback_add_listener(screen->asked, &answer_listener, screen);
}
