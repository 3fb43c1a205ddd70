// SPDX-License-Identifier: MIT
//
// What wlcs loads to test popover-stage. Each test has a stage of its own, which is a process, $STAGE with the
// configuration $STAGE_CONFIGURATION; $STAGE_LIBRARIES, preloaded into it, obey orders about devices and about the
// places of windows.

#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <wayland-client.h>
#include <wlcs/display_server.h>
#include <wlcs/pointer.h>
#include <wlcs/touch.h>

#define CAPACITY 64

typedef struct server {
    WlcsDisplayServer base;
    pid_t stage;
    // To the preloaded libraries; they answer an order when all that follows from it has been sent.
    int orders, answers;
    // The sockets of clients, in the order of their connections.
    int connections[CAPACITY];
    int count;
    int fingers;
    WlcsIntegrationDescriptor descriptor;
    WlcsExtensionDescriptor extensions[CAPACITY];
} server;

typedef struct mouse {
    WlcsPointer base;
    server *server;
} mouse;

typedef struct finger {
    WlcsTouch base;
    server *server;
    int number;
} finger;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static bool is_answered(const server *server) {
    char answer;
    return read(server->answers, &answer, 1) == 1;
}

// A stage that has ended does not answer: the test finds out by itself.
__attribute__((format(printf, 2, 3))) static void order(const server *server, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vdprintf(server->orders, format, values);
    va_end(values);
    is_answered(server);
}

// MARK: Devices

static void move_absolute(WlcsPointer *pointer, wl_fixed_t x, wl_fixed_t y) {
    order(
        ((mouse *)pointer)->server, "point %.17g %.17g\n", wl_fixed_to_double(x) / WIDTH,
        wl_fixed_to_double(y) / HEIGHT);
}

static void move_relative(WlcsPointer *pointer, wl_fixed_t dx, wl_fixed_t dy) {
    order(((mouse *)pointer)->server, "shift %f %f\n", wl_fixed_to_double(dx), wl_fixed_to_double(dy));
}

static void button_up(WlcsPointer *pointer, int button) {
    order(((mouse *)pointer)->server, "button %d 0\n", button);
}

static void button_down(WlcsPointer *pointer, int button) {
    order(((mouse *)pointer)->server, "button %d 1\n", button);
}

static void destroy_pointer(WlcsPointer *pointer) { free(pointer); }

static WlcsPointer *create_pointer(WlcsDisplayServer *base) {
    mouse *mouse = calloc(1, sizeof *mouse);
    mouse->base = (WlcsPointer){
        .version = WLCS_POINTER_VERSION, .move_absolute = move_absolute, .move_relative = move_relative,
        .button_up = button_up, .button_down = button_down, .destroy = destroy_pointer};
    mouse->server = (server *)base;
    return &mouse->base;
}

// The places of fingers are whole points, unlike what the header says.
static void put(WlcsTouch *touch, const char *step, int x, int y) {
    const finger *finger = (struct finger *)touch;
    order(finger->server, "%s %d %.17g %.17g\n", step, finger->number, (double)x / WIDTH, (double)y / HEIGHT);
}

static void touch_down(WlcsTouch *touch, wl_fixed_t x, wl_fixed_t y) { put(touch, "down", x, y); }

static void touch_move(WlcsTouch *touch, wl_fixed_t x, wl_fixed_t y) { put(touch, "move", x, y); }

static void touch_up(WlcsTouch *touch) {
    order(((finger *)touch)->server, "up %d\n", ((finger *)touch)->number);
}

static void destroy_touch(WlcsTouch *touch) { free(touch); }

static WlcsTouch *create_touch(WlcsDisplayServer *base) {
    finger *finger = calloc(1, sizeof *finger);
    finger->base = (WlcsTouch){
        .version = WLCS_TOUCH_VERSION, .touch_down = touch_down, .touch_move = touch_move,
        .touch_up = touch_up, .destroy = destroy_touch};
    finger->server = (server *)base;
    finger->number = ++finger->server->fingers;
    return &finger->base;
}

// MARK: Clients

static int create_client_socket(WlcsDisplayServer *base) {
    server *server = (struct server *)base;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(
        address.sun_path, sizeof address.sun_path, "%s/%s", getenv("XDG_RUNTIME_DIR"),
        getenv("WAYLAND_DISPLAY"));
    int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server->count == CAPACITY || connect(client, (struct sockaddr *)&address, sizeof address) < 0) {
        close(client);
        return -1;
    }
    server->connections[server->count++] = client;
    return client;
}

static void position_window_absolute(
    WlcsDisplayServer *base, struct wl_display *client, struct wl_surface *surface, int x, int y) {
    const server *server = (struct server *)base;
    int number = server->count - 1;
    while (number > 0 && server->connections[number] != wl_display_get_fd(client)) number--;
    order(server, "place %d %u %d %d\n", number, wl_proxy_get_id((struct wl_proxy *)surface), x, y);
}

static void has_global(
    void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    (void)registry, (void)name;
    server *server = data;
    if (server->descriptor.num_extensions == CAPACITY) return;
    server->extensions[server->descriptor.num_extensions++] =
        (WlcsExtensionDescriptor){.name = strdup(interface), .version = version};
}

static void has_no_global(void *data, struct wl_registry *registry, uint32_t name) {
    (void)data, (void)registry, (void)name;
}

static const WlcsIntegrationDescriptor *get_descriptor(const WlcsDisplayServer *base) {
    return &((const server *)base)->descriptor;
}

static void describe(server *server) {
    static const struct wl_registry_listener listener = {
        .global = has_global, .global_remove = has_no_global};
    struct wl_display *display = wl_display_connect_to_fd(create_client_socket(&server->base));
    if (!display) fail("no connection to popover-stage");
    struct wl_registry *registry = wl_display_get_registry(display);
    wl_registry_add_listener(registry, &listener, server);
    wl_display_roundtrip(display);
    wl_registry_destroy(registry);
    wl_display_disconnect(display);
    server->descriptor.version = WLCS_INTEGRATION_DESCRIPTOR_VERSION;
    server->descriptor.supported_extensions = server->extensions;
}

// MARK: The stage

static void become_stage(int orders, int answers) {
    // Not longer than wlcs, which may be killed.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // They are not closed at exec.
    char line[2][32];
    snprintf(line[0], sizeof line[0], "/dev/fd/%d", dup(orders));
    snprintf(line[1], sizeof line[1], "%d", dup(answers));
    setenv("DEVICES", line[0], 1);
    setenv("ANSWERS", line[1], 1);
    setenv("LD_PRELOAD", getenv("STAGE_LIBRARIES"), 1);
    signal(SIGPIPE, SIG_DFL);
    execl(getenv("STAGE"), getenv("STAGE"), getenv("STAGE_CONFIGURATION"), NULL);
    perror(getenv("STAGE"));
    _exit(127);
}

static void start(WlcsDisplayServer *base) { (void)base; }

static void stop(WlcsDisplayServer *base) {
    server *server = (struct server *)base;
    int status;
    kill(server->stage, SIGTERM);
    if (waitpid(server->stage, &status, 0) != server->stage || status != 0)
        fprintf(stderr, "popover-stage ended with status %#x\n", status);
    server->stage = 0;
}

// The stage runs from here on, since wlcs asks for its extensions before it starts it.
static WlcsDisplayServer *create_server(int count, const char **arguments) {
    (void)count, (void)arguments;
    int orders[2], answers[2];
    server *server = calloc(1, sizeof *server);
    if (!server || pipe2(orders, O_CLOEXEC) < 0 || pipe2(answers, O_CLOEXEC) < 0) fail("create_server");
    signal(SIGPIPE, SIG_IGN);
    server->base = (WlcsDisplayServer){
        .version = WLCS_DISPLAY_SERVER_VERSION, .start = start, .stop = stop,
        .create_client_socket = create_client_socket,
        .position_window_absolute = position_window_absolute, .create_pointer = create_pointer,
        .create_touch = create_touch, .get_descriptor = get_descriptor};
    server->stage = fork();
    if (server->stage < 0) fail("fork");
    if (server->stage == 0) become_stage(orders[0], answers[1]);
    close(orders[0]);
    close(answers[1]);
    server->orders = orders[1];
    server->answers = answers[0];
    if (!is_answered(server)) fail("popover-stage does not start");
    describe(server);
    return &server->base;
}

static void destroy_server(WlcsDisplayServer *base) {
    server *server = (struct server *)base;
    if (server->stage) stop(base);
    for (size_t i = 0; i < server->descriptor.num_extensions; i++) free((char *)server->extensions[i].name);
    close(server->orders);
    close(server->answers);
    free(server);
}

const WlcsServerIntegration wlcs_server_integration = {
    .version = WLCS_SERVER_INTEGRATION_VERSION, .create_server = create_server,
    .destroy_server = destroy_server};
