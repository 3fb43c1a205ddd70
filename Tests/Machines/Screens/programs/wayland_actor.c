// SPDX-License-Identifier: MIT
//
// A client of popoverd and of a Wayland server at once, with windows of one color each. A line that
// begins with "{" goes to the daemon, whose lines it writes. It does what other lines say:
//
//     show NAME TITLE RRGGBB    a window, fullscreen if its title is "app"; "shown NAME WIDTH HEIGHT"
//                               follows, and again when its size changes
//     place NAME TITLE RRGGBB X Y WIDTH HEIGHT    a surface of the layer "overlay" there; one that is there
//                               already moves
//     keys NAME KIND            whether this surface wants keys, as in zwlr_layer_surface_v1.keyboard_interactivity
//     dialog NAME PARENT RRGGBB    a dialog of a window
//     menu NAME PARENT X Y WIDTH HEIGHT RRGGBB    a popup of a window or surface; of none: "-"
//     grab NAME PARENT X Y WIDTH HEIGHT RRGGBB    the same, and it grabs the keys and the mouse
//     field NAME                a window has a text field, which is in use while the window has the keys
//     paint NAME RRGGBB         another color
//     hide NAME                 the window is gone
//     ping                      "pong", after everything that the server has sent before
//
// It writes "press NAME X Y" for a button that goes down, "key NAME CODE MODIFIERS" for a key, and "wheel NAME
// POINTS" for a wheel, with which it draws the window again. For fingers it writes "touched NAME ID X Y",
// "dragged ID X Y", "lifted ID" and, of all of them, "canceled". With a text field it also writes "text NAME TEXT"
// and "preedit NAME TEXT" for what an input method types, "up NAME CODE" for a key, and "held MODIFIERS".

#define _GNU_SOURCE

#include "actor.h"

#include <stdbool.h>
#include <sys/mman.h>
#include <wayland-client.h>

#include "text-input-unstable-v3.h"
#include "wlr-layer-shell-unstable-v1.h"
#include "xdg-shell.h"

#define MOST 16

struct window {
    char name[32];
    struct wl_surface *surface;
    struct xdg_surface *xdg;
    struct xdg_toplevel *toplevel;
    struct xdg_popup *popup;
    struct zwlr_layer_surface_v1 *layer;
    uint32_t color;
    int32_t width, height;
};

static struct wl_display *display;
static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct xdg_wm_base *base;
static struct zwlr_layer_shell_v1 *layers;
static struct zwp_text_input_manager_v3 *texts;
static const struct window *field;
static struct window windows[MOST];
static struct window *pointed, *typed;
static double mouse_x, mouse_y;

static struct window *window_of(const struct wl_surface *surface) {
    for (int i = 0; surface && i < MOST; i++)
        if (windows[i].surface == surface) return &windows[i];
    return NULL;
}

static struct window *window_if_any(const char *name) {
    for (int i = 0; i < MOST; i++)
        if (windows[i].surface && strcmp(windows[i].name, name) == 0) return &windows[i];
    return NULL;
}

static struct window *window_called(const char *name) {
    struct window *window = window_if_any(name);
    if (window) return window;
    fprintf(stderr, "no window %s\n", name);
    exit(1);
}

// MARK: Drawing

static void released(void *data, struct wl_buffer *buffer) {
    (void)data;
    wl_buffer_destroy(buffer);
}

static const struct wl_buffer_listener buffer_listener = {.release = released};

static void draw(struct window *window) {
    int stride = window->width * 4, size = stride * window->height;
    int descriptor = memfd_create("pixels", MFD_CLOEXEC);
    if (descriptor < 0 || ftruncate(descriptor, size) < 0) exit(1);
    uint32_t *pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    for (int i = 0; i < size / 4; i++) pixels[i] = 0xFF000000 | window->color;
    munmap(pixels, size);
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, descriptor, size);
    close(descriptor);
    struct wl_buffer *buffer = wl_shm_pool_create_buffer(
        pool, 0, window->width, window->height, stride, WL_SHM_FORMAT_XRGB8888);
    wl_shm_pool_destroy(pool);
    wl_buffer_add_listener(buffer, &buffer_listener, NULL);
    wl_surface_attach(window->surface, buffer, 0, 0);
    wl_surface_damage(window->surface, 0, 0, window->width, window->height);
    wl_surface_commit(window->surface);
}

static void configured(void *data, struct xdg_surface *xdg, uint32_t serial) {
    struct window *window = data;
    xdg_surface_ack_configure(xdg, serial);
    if (window->width <= 0) window->width = 300;
    if (window->height <= 0) window->height = 200;
    draw(window);
    printf("shown %s %d %d\n", window->name, window->width, window->height);
}

static const struct xdg_surface_listener xdg_listener = {.configure = configured};

static void sized(
    void *data, struct xdg_toplevel *toplevel, int32_t width, int32_t height, struct wl_array *states) {
    (void)toplevel, (void)states;
    struct window *window = data;
    if (width > 0) window->width = width;
    if (height > 0) window->height = height;
}

static void closing(void *data, struct xdg_toplevel *toplevel) { (void)data, (void)toplevel; }

static const struct xdg_toplevel_listener toplevel_listener = {.configure = sized, .close = closing};

static void placed(
    void *data, struct xdg_popup *popup, int32_t x, int32_t y, int32_t width, int32_t height) {
    (void)popup, (void)x, (void)y;
    struct window *window = data;
    window->width = width;
    window->height = height;
}

static void hide(struct window *window) {
    if (window->popup) xdg_popup_destroy(window->popup);
    if (window->toplevel) xdg_toplevel_destroy(window->toplevel);
    if (window->xdg) xdg_surface_destroy(window->xdg);
    if (window->layer) zwlr_layer_surface_v1_destroy(window->layer);
    wl_surface_destroy(window->surface);
    if (pointed == window) pointed = NULL;
    if (typed == window) typed = NULL;
    if (field == window) field = NULL;
    memset(window, 0, sizeof *window);
}

static void dismissed(void *data, struct xdg_popup *popup) {
    (void)popup;
    struct window *window = data;
    printf("dismissed %s\n", window->name);
    hide(window);
}

static const struct xdg_popup_listener popup_listener = {.configure = placed, .popup_done = dismissed};

static struct window *add_surface(const char *name, uint32_t color) {
    for (int i = 0; i < MOST; i++) {
        struct window *window = &windows[i];
        if (window->surface) continue;
        snprintf(window->name, sizeof window->name, "%s", name);
        window->color = color;
        window->surface = wl_compositor_create_surface(compositor);
        return window;
    }
    exit(1);
}

static struct window *add(const char *name, uint32_t color) {
    struct window *window = add_surface(name, color);
    window->xdg = xdg_wm_base_get_xdg_surface(base, window->surface);
    xdg_surface_add_listener(window->xdg, &xdg_listener, window);
    return window;
}

static void layer_configured(
    void *data, struct zwlr_layer_surface_v1 *layer, uint32_t serial, uint32_t width, uint32_t height) {
    struct window *window = data;
    zwlr_layer_surface_v1_ack_configure(layer, serial);
    window->width = (int32_t)width;
    window->height = (int32_t)height;
    draw(window);
    printf("shown %s %d %d\n", window->name, window->width, window->height);
}

// Its output is gone.
static void layer_closed(void *data, struct zwlr_layer_surface_v1 *layer) {
    (void)layer;
    hide(data);
}

static const struct zwlr_layer_surface_v1_listener layer_listener = {
    .configure = layer_configured, .closed = layer_closed};

static void place(
    const char *name, const char *title, uint32_t color, int x, int y, int width, int height) {
    struct window *window = window_if_any(name);
    if (!window) {
        window = add_surface(name, color);
        window->layer = zwlr_layer_shell_v1_get_layer_surface(
            layers, window->surface, NULL, ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, title);
        zwlr_layer_surface_v1_add_listener(window->layer, &layer_listener, window);
        zwlr_layer_surface_v1_set_anchor(
            window->layer, ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP | ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT);
        zwlr_layer_surface_v1_set_exclusive_zone(window->layer, -1);
    } else if (window->width == width && window->height == height) {
        printf("shown %s %d %d\n", name, width, height);
    }
    zwlr_layer_surface_v1_set_size(window->layer, (uint32_t)width, (uint32_t)height);
    zwlr_layer_surface_v1_set_margin(window->layer, y, 0, 0, x);
    wl_surface_commit(window->surface);
}

static void ask_for_keys(const struct window *window, int kind) {
    zwlr_layer_surface_v1_set_keyboard_interactivity(window->layer, (uint32_t)kind);
    wl_surface_commit(window->surface);
}

static void show(
    const char *name, const char *title, uint32_t color, const struct window *parent) {
    struct window *window = add(name, color);
    window->toplevel = xdg_surface_get_toplevel(window->xdg);
    if (parent) xdg_toplevel_set_parent(window->toplevel, parent->toplevel);
    xdg_toplevel_add_listener(window->toplevel, &toplevel_listener, window);
    xdg_toplevel_set_title(window->toplevel, title);
    if (strcmp(title, "app") == 0) xdg_toplevel_set_fullscreen(window->toplevel, NULL);
    wl_surface_commit(window->surface);
}

static void menu(
    const char *name, const struct window *parent, int x, int y, int width, int height, uint32_t color,
    bool grabs) {
    struct window *window = add(name, color);
    struct xdg_positioner *positioner = xdg_wm_base_create_positioner(base);
    xdg_positioner_set_size(positioner, width, height);
    xdg_positioner_set_anchor_rect(positioner, x, y, 1, 1);
    xdg_positioner_set_anchor(positioner, XDG_POSITIONER_ANCHOR_TOP_LEFT);
    xdg_positioner_set_gravity(positioner, XDG_POSITIONER_GRAVITY_BOTTOM_RIGHT);
    window->popup = xdg_surface_get_popup(window->xdg, parent ? parent->xdg : NULL, positioner);
    xdg_positioner_destroy(positioner);
    xdg_popup_add_listener(window->popup, &popup_listener, window);
    if (parent && parent->layer) zwlr_layer_surface_v1_get_popup(parent->layer, window->popup);
    if (grabs) xdg_popup_grab(window->popup, seat, 0);
    wl_surface_commit(window->surface);
}

// MARK: Input

static void enter(
    void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface, wl_fixed_t x,
    wl_fixed_t y) {
    (void)data, (void)pointer, (void)serial;
    pointed = window_of(surface);
    mouse_x = wl_fixed_to_double(x);
    mouse_y = wl_fixed_to_double(y);
}

static void leave(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
    (void)data, (void)pointer, (void)serial, (void)surface;
    pointed = NULL;
}

static void motion(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)pointer, (void)time;
    mouse_x = wl_fixed_to_double(x);
    mouse_y = wl_fixed_to_double(y);
}

static void button(
    void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t number,
    uint32_t state) {
    (void)data, (void)pointer, (void)serial, (void)time, (void)number;
    if (pointed && state == WL_POINTER_BUTTON_STATE_PRESSED)
        printf("press %s %.0f %.0f\n", pointed->name, mouse_x, mouse_y);
}

static void axis(
    void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value) {
    (void)data, (void)pointer, (void)time, (void)axis;
    if (!pointed) return;
    draw(pointed);
    printf("wheel %s %.0f\n", pointed->name, wl_fixed_to_double(value));
}

static const struct wl_pointer_listener pointer_listener = {
    .enter = enter, .leave = leave, .motion = motion, .button = button, .axis = axis};

static void touched(
    void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *surface,
    int32_t id, wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)touch, (void)serial, (void)time;
    const struct window *window = window_of(surface);
    printf(
        "touched %s %d %d %d\n", window ? window->name : "-", id, wl_fixed_to_int(x), wl_fixed_to_int(y));
}

static void lifted(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
    (void)data, (void)touch, (void)serial, (void)time;
    printf("lifted %d\n", id);
}

static void dragged(
    void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
    (void)data, (void)touch, (void)time;
    printf("dragged %d %d %d\n", id, wl_fixed_to_int(x), wl_fixed_to_int(y));
}

static void framed(void *data, struct wl_touch *touch) { (void)data, (void)touch; }

static void canceled(void *data, struct wl_touch *touch) {
    (void)data, (void)touch;
    printf("canceled\n");
}

static const struct wl_touch_listener touch_listener = {
    .down = touched, .up = lifted, .motion = dragged, .frame = framed, .cancel = canceled};

static void keymap(
    void *data, struct wl_keyboard *keyboard, uint32_t format, int32_t descriptor, uint32_t size) {
    (void)data, (void)keyboard, (void)format, (void)size;
    close(descriptor);
}

static void focused(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface,
    struct wl_array *keys) {
    (void)data, (void)keyboard, (void)serial, (void)keys;
    typed = window_of(surface);
}

static void unfocused(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, struct wl_surface *surface) {
    (void)data, (void)keyboard, (void)serial, (void)surface;
    typed = NULL;
}

// MARK: Text

static struct zwp_text_input_v3 *text_input;
static char committed[64], composed[64];
static bool has_preedit;

static void text_entered(void *data, struct zwp_text_input_v3 *input, struct wl_surface *surface) {
    (void)data;
    if (!field || field->surface != surface) return;
    zwp_text_input_v3_enable(input);
    zwp_text_input_v3_set_cursor_rectangle(input, 20, 30, 2, 18);
    zwp_text_input_v3_commit(input);
}

static void text_left(void *data, struct zwp_text_input_v3 *input, struct wl_surface *surface) {
    (void)data, (void)surface;
    zwp_text_input_v3_disable(input);
    zwp_text_input_v3_commit(input);
}

static void text_composed(
    void *data, struct zwp_text_input_v3 *input, const char *text, int32_t begin, int32_t end) {
    (void)data, (void)input, (void)begin, (void)end;
    snprintf(composed, sizeof composed, "%s", text ? text : "");
}

static void text_committed(void *data, struct zwp_text_input_v3 *input, const char *text) {
    (void)data, (void)input;
    snprintf(committed, sizeof committed, "%s", text ? text : "");
}

static void text_deleted(
    void *data, struct zwp_text_input_v3 *input, uint32_t before, uint32_t after) {
    (void)data, (void)input, (void)before, (void)after;
}

static void text_done(void *data, struct zwp_text_input_v3 *input, uint32_t serial) {
    (void)data, (void)input, (void)serial;
    const char *name = typed ? typed->name : "-";
    if (has_preedit && !*composed) printf("preedit %s -\n", name);
    has_preedit = *composed;
    if (*committed) printf("text %s %s\n", name, committed);
    if (*composed) printf("preedit %s %s\n", name, composed);
    *committed = *composed = 0;
}

static const struct zwp_text_input_v3_listener text_listener = {
    .enter = text_entered, .leave = text_left, .preedit_string = text_composed,
    .commit_string = text_committed, .delete_surrounding_text = text_deleted, .done = text_done};

static void add_field(const struct window *window) {
    field = window;
    if (text_input) zwp_text_input_v3_destroy(text_input);
    text_input = zwp_text_input_manager_v3_get_text_input(texts, seat);
    zwp_text_input_v3_add_listener(text_input, &text_listener, NULL);
}

// MARK: Keys

static uint32_t held;

static void key(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time, uint32_t code,
    uint32_t state) {
    (void)data, (void)keyboard, (void)serial, (void)time;
    if (typed && state == WL_KEYBOARD_KEY_STATE_PRESSED) printf("key %s %u %u\n", typed->name, code, held);
    else if (typed && text_input) printf("up %s %u\n", typed->name, code);
}

static void modifiers(
    void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t depressed, uint32_t latched,
    uint32_t locked, uint32_t group) {
    (void)data, (void)keyboard, (void)serial, (void)latched, (void)group;
    held = depressed | locked;
    if (text_input) printf("held %u\n", held);
}

static const struct wl_keyboard_listener keyboard_listener = {
    .keymap = keymap, .enter = focused, .leave = unfocused, .key = key, .modifiers = modifiers};

static void capable(void *data, struct wl_seat *seat, uint32_t capabilities) {
    (void)data;
    static bool has_mouse, has_keys, has_touch;
    if (!has_mouse && capabilities & WL_SEAT_CAPABILITY_POINTER) {
        has_mouse = true;
        wl_pointer_add_listener(wl_seat_get_pointer(seat), &pointer_listener, NULL);
    }
    if (!has_touch && capabilities & WL_SEAT_CAPABILITY_TOUCH) {
        has_touch = true;
        wl_touch_add_listener(wl_seat_get_touch(seat), &touch_listener, NULL);
    }
    if (!has_keys && capabilities & WL_SEAT_CAPABILITY_KEYBOARD) {
        has_keys = true;
        wl_keyboard_add_listener(wl_seat_get_keyboard(seat), &keyboard_listener, NULL);
    }
}

static const struct wl_seat_listener seat_listener = {.capabilities = capable};

// MARK: The server

static void ping(void *data, struct xdg_wm_base *base, uint32_t serial) {
    (void)data;
    xdg_wm_base_pong(base, serial);
}

static const struct xdg_wm_base_listener base_listener = {.ping = ping};

static void global(
    void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    (void)data;
    if (strcmp(interface, wl_compositor_interface.name) == 0)
        compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    if (strcmp(interface, wl_shm_interface.name) == 0)
        shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    if (strcmp(interface, xdg_wm_base_interface.name) == 0)
        base = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
    if (strcmp(interface, zwlr_layer_shell_v1_interface.name) == 0)
        layers = wl_registry_bind(
            registry, name, &zwlr_layer_shell_v1_interface, version < 4 ? version : 4);
    if (strcmp(interface, zwp_text_input_manager_v3_interface.name) == 0)
        texts = wl_registry_bind(registry, name, &zwp_text_input_manager_v3_interface, 1);
    if (strcmp(interface, wl_seat_interface.name) == 0)
        seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
}

static void removed(void *data, struct wl_registry *registry, uint32_t name) {
    (void)data, (void)registry, (void)name;
}

static const struct wl_registry_listener registry_listener = {.global = global, .global_remove = removed};

// MARK: Lines

static void obey(const char *line) {
    char name[32], other[64];
    unsigned color;
    int x, y, width, height;
    if (sscanf(line, "show %31s %63s %x", name, other, &color) == 3) {
        show(name, other, color, NULL);
    } else if (sscanf(line, "dialog %31s %63s %x", name, other, &color) == 3) {
        show(name, "dialog", color, window_called(other));
    } else if (sscanf(line, "keys %31s %d", name, &x) == 2) {
        ask_for_keys(window_called(name), x);
    } else if (sscanf(
                   line, "place %31s %63s %x %d %d %d %d", name, other, &color, &x, &y, &width,
                   &height) == 7) {
        place(name, other, color, x, y, width, height);
    } else if (sscanf(
                   line, "menu %31s %63s %d %d %d %d %x", name, other, &x, &y, &width, &height,
                   &color) == 7) {
        menu(name, strcmp(other, "-") == 0 ? NULL : window_called(other), x, y, width, height, color, false);
    } else if (sscanf(
                   line, "grab %31s %63s %d %d %d %d %x", name, other, &x, &y, &width, &height,
                   &color) == 7) {
        menu(name, window_called(other), x, y, width, height, color, true);
    } else if (sscanf(line, "paint %31s %x", name, &color) == 2) {
        window_called(name)->color = color;
        draw(window_called(name));
    } else if (sscanf(line, "field %31s", name) == 1) {
        add_field(window_called(name));
    } else if (sscanf(line, "hide %31s", name) == 1) {
        hide(window_called(name));
    } else if (strcmp(line, "ping") == 0) {
        wl_display_roundtrip(display);
        printf("pong\n");
    } else {
        fprintf(stderr, "unknown: %s\n", line);
        exit(1);
    }
}

int main(int argc, char **argv) {
    struct pollfd polled[POLLED];
    actor_begin(argc, argv, polled);
    display = wl_display_connect(NULL);
    if (!display) return 1;
    struct wl_registry *registry = wl_display_get_registry(display);
    wl_registry_add_listener(registry, &registry_listener, NULL);
    wl_display_roundtrip(display);
    if (!compositor || !shm || !base || !layers || !seat) return 1;
    xdg_wm_base_add_listener(base, &base_listener, NULL);
    wl_seat_add_listener(seat, &seat_listener, NULL);
    wl_display_roundtrip(display);
    polled[SCREEN] = (struct pollfd){.fd = wl_display_get_fd(display), .events = POLLIN};
    for (;;) {
        wl_display_dispatch_pending(display);
        wl_display_flush(display);
        if (poll(polled, POLLED, -1) < 0) return 1;
        if (polled[SCREEN].revents && wl_display_dispatch(display) < 0) return 1;
        actor_read(polled, obey);
    }
}
