// SPDX-License-Identifier: MIT
//
// What wlroots trusts clients with. Requests are looked at before it handles them: one that would end the
// stage ends its client, or names less than it did.

#include "parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wlr/types/wlr_input_method_v2.h>

typedef struct wl_protocol_logger_message request;

// xkbcommon's own have some 70,000 bytes.
#define KEYMAP_CAPACITY (1 << 20)

static bool is_request(const request *request, const char *interface, const char *name) {
    return strcmp(request->message->name, name) == 0 &&
        strcmp(wl_resource_get_class(request->resource), interface) == 0;
}

// MARK: Keymaps

// Copies a file that the client may cut meanwhile: reading a part that is gone gives nothing, and no signal
// as memory does.
static int copy_of(int from, size_t size) {
    struct stat status;
    if (size > KEYMAP_CAPACITY || fstat(from, &status) < 0 || !S_ISREG(status.st_mode)) return -1;
    char *text = calloc(1, size + 1);
    int copy = text ? memfd_create("keymap", MFD_CLOEXEC) : -1;
    size_t read = 0;
    ssize_t part = 1;
    while (copy >= 0 && read < size && part > 0) {
        part = pread(from, text + read, size - read, (off_t)read);
        if (part > 0) read += (size_t)part;
    }
    // Also where less was there: what wlroots maps has its whole size. Some clients leave out the text's end.
    if (copy >= 0 && write(copy, text, size + 1) != (ssize_t)(size + 1)) {
        close(copy);
        copy = -1;
    }
    free(text);
    return copy;
}

// wlroots maps a keymap as long as it reads it. It gets another file by the same descriptor.
static void keep_keymap(const request *request) {
    int own = copy_of(request->arguments[1].h, request->arguments[2].u);
    // The arguments are libwayland's own, and it passes them on after this.
    if (own >= 0) ((union wl_argument *)request->arguments)[2].u++;
    if (own < 0) own = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (own < 0 || dup3(own, request->arguments[1].h, O_CLOEXEC) < 0)
        wl_client_post_no_memory(wl_resource_get_client(request->resource));
    if (own >= 0) close(own);
}

// MARK: Windows

static void refuse(const request *request, const char *reason) {
    // The client's later requests are not handled.
    wl_client_post_implementation_error(wl_resource_get_client(request->resource), "%s", reason);
}

bool stage_has_keys(const stage *stage, const struct wl_client *client) {
    const struct wlr_seat_client *focused = stage->seat->keyboard_state.focused_client;
    return focused && focused->client == client;
}

// A grab keeps the mouse, fingers and the focus from others. It is for who has the keys, or was pressed since
// they went there, as a panel is whose menu opens.
static bool may_grab(const stage *stage, const struct wl_client *client) {
    if (stage_has_keys(stage, client)) return true;
    const window *pressed = stage_window_with_id(stage, stage->pressed);
    return pressed && wl_resource_get_client(pressed->surface->resource) == client;
}

static void check_grab(const stage *stage, const request *request) {
    struct wlr_xdg_popup *popup = popup_of(request->resource);
    if (!popup) return;
    // wlroots would have it twice in a list.
    if (popup->seat) refuse(request, "a popup has grabbed once");
    else if (may_grab(stage, wl_resource_get_client(request->resource))) return;
    // wlroots does nothing for one that is gone.
    wlr_xdg_popup_destroy(popup);
}

// A popup may be at a point, which wlroots takes for no place.
static void widen_anchor(const request *request) {
    union wl_argument *arguments = (union wl_argument *)request->arguments;
    for (int i = 2; i < 4; i++)
        if (arguments[i].i == 0) arguments[i].i = 1;
}

// wlroots finds out later, says something else, or not at all.
static void check_xdg_surface(const request *request) {
    struct wlr_surface *surface =
        wlr_surface_from_resource((struct wl_resource *)request->arguments[1].o);
    if (surface->role && strncmp(surface->role->name, "xdg_", 4) != 0)
        wl_resource_post_error(
            request->resource, XDG_WM_BASE_ERROR_ROLE, "the surface is a %s", surface->role->name);
    else if (wlr_surface_has_buffer(surface) || attached_buffer(surface))
        wl_resource_post_error(
            request->resource, XDG_WM_BASE_ERROR_INVALID_SURFACE_STATE, "the surface has a buffer");
}

#if WLR_VERSION_NUM < (18 << 8)

// The wlroots of an object that a request names, or that it is for.
static void *named(const request *request, int index) {
    struct wl_resource *resource = (struct wl_resource *)request->arguments[index].o;
    return resource ? wl_resource_get_user_data(resource) : NULL;
}

// Has a request name nothing: the arguments are libwayland's own, and it passes them on after this.
static void take_away(const request *request, int index) {
    ((union wl_argument *)request->arguments)[index].o = NULL;
}

// wlroots tells of the end of what was committed once, and frees what its decoration still uses.
static void tell_of_end(struct wlr_xdg_surface *xdg) {
    if (xdg && xdg->role == WLR_XDG_SURFACE_ROLE_TOPLEVEL) xdg->added = true;
}

static void check_parent(const request *request) {
    const struct wlr_xdg_surface *child = wl_resource_get_user_data(request->resource);
    const struct wlr_xdg_surface *parent = named(request, 0);
    // One that is not mapped would be freed unnoticed.
    if (!parent || !parent->mapped) return take_away(request, 0);
    for (const struct wlr_xdg_surface *one = parent; one; one = one->toplevel->parent)
        if (one == child) return take_away(request, 0);
}

static void check_popup(const request *request) {
    const struct wlr_xdg_surface *parent = named(request, 1);
    if (!parent || parent->role != WLR_XDG_SURFACE_ROLE_NONE) return;
    take_away(request, 1);
    refuse(request, "the parent of a popup has a role");
}

static void check_layer_popup(const request *request) {
    struct wlr_layer_surface_v1 *layer = wl_resource_get_user_data(request->resource);
    const struct wlr_xdg_surface *popup = named(request, 0);
    if (!layer || (layer->added && popup && !popup->popup->parent)) return;
    refuse(request, "a popup has one parent, which has been committed");
    wlr_layer_surface_v1_destroy(layer);
}

static void check_surface_end(const request *request) {
    const struct wlr_surface *surface = wl_resource_get_user_data(request->resource);
    if (!wlr_surface_is_xdg_surface((struct wlr_surface *)surface) || !surface->role_data) return;
    struct wlr_xdg_surface *xdg = surface->role_data;
    tell_of_end(xdg);
    // wlroots does not expect requests to the toplevel after that.
    if (xdg->role == WLR_XDG_SURFACE_ROLE_TOPLEVEL)
        refuse(request, "a surface was destroyed before its toplevel");
}

// wlroots would keep what it frees where the surface has another role, or such a popup already.
static void check_method_popup(const request *request) {
    struct wlr_input_method_v2 *method = wl_resource_get_user_data(request->resource);
    struct wlr_surface *surface = named(request, 1);
    bool is_popup = surface->role && wlr_surface_is_input_popup_surface_v2(surface);
    if (!method || !surface->role || (is_popup && !surface->role_data)) return;
    refuse(request, "a surface has one role");
    wlr_input_method_v2_send_unavailable(method);
}

// Of the formats that wlroots takes.
static int64_t bytes_of_pixel(uint32_t format) {
    switch (format) {
    case WL_SHM_FORMAT_RGB565:
    case WL_SHM_FORMAT_BGR565:
    case WL_SHM_FORMAT_RGBA4444:
    case WL_SHM_FORMAT_RGBX4444:
    case WL_SHM_FORMAT_RGBA5551:
    case WL_SHM_FORMAT_RGBX5551: return 2;
    case WL_SHM_FORMAT_RGB888:
    case WL_SHM_FORMAT_BGR888: return 3;
    case WL_SHM_FORMAT_XBGR16161616F:
    case WL_SHM_FORMAT_ABGR16161616F:
    case WL_SHM_FORMAT_XBGR16161616:
    case WL_SHM_FORMAT_ABGR16161616: return 8;
    default: return 4;
    }
}

// libwayland does not know how long a line is, and the last one would be read beyond the client's memory.
static void check_buffer(const request *request) {
    const union wl_argument *arguments = request->arguments;
    int64_t length = arguments[2].i * bytes_of_pixel(arguments[5].u);
    if (arguments[4].i < length)
        wl_resource_post_error(
            request->resource, WL_SHM_ERROR_INVALID_STRIDE, "a line has %lld bytes, not %d",
            (long long)length, arguments[4].i);
}

static void check_others(const request *request) {
    if (is_request(request, "xdg_toplevel", "set_parent")) check_parent(request);
    else if (is_request(request, "xdg_surface", "get_popup")) check_popup(request);
    else if (is_request(request, "zwlr_layer_surface_v1", "get_popup")) check_layer_popup(request);
    else if (is_request(request, "zwp_input_method_v2", "get_input_popup_surface"))
        check_method_popup(request);
    else if (is_request(request, "wl_surface", "destroy")) check_surface_end(request);
    else if (is_request(request, "wl_shm_pool", "create_buffer")) check_buffer(request);
    else if (is_request(request, "xdg_toplevel", "destroy"))
        tell_of_end(wl_resource_get_user_data(request->resource));
}

typedef struct watched_client {
    stage *stage;
    struct wl_listener destroyed;
} watched_client;

// Before wlroots destroys what the client has left.
static void client_ends(struct wl_listener *listener, void *data) {
    watched_client *watched = wl_container_of(listener, watched, destroyed);
    struct wlr_xdg_client *client;
    struct wlr_xdg_surface *xdg;
    wl_list_for_each(client, &watched->stage->shell->clients, link) {
        if (client->client != data) continue;
        wl_list_for_each(xdg, &client->surfaces, link) tell_of_end(xdg);
    }
    wl_list_remove(&listener->link);
    free(watched);
}

static void new_client(struct wl_listener *listener, void *data) {
    watched_client *watched = calloc(1, sizeof *watched);
    if (!watched) return wl_client_post_no_memory(data);
    watched->stage = wl_container_of(listener, watched->stage, new_client);
    watched->destroyed.notify = client_ends;
    wl_client_add_destroy_listener(data, &watched->destroyed);
}

static void watch_clients(stage *stage) {
    stage->new_client.notify = new_client;
    wl_display_add_client_created_listener(stage->display, &stage->new_client);
}

#else

#define check_others(request)
#define watch_clients(stage)

#endif

static void received(
    void *data, enum wl_protocol_logger_type direction, const request *request) {
    if (direction != WL_PROTOCOL_LOGGER_REQUEST) return;
    ((stage *)data)->requester = wl_resource_get_client(request->resource);
    if (is_request(request, "zwp_virtual_keyboard_v1", "keymap")) return keep_keymap(request);
    if (is_request(request, "xdg_popup", "grab")) return check_grab(data, request);
    if (is_request(request, "xdg_positioner", "set_anchor_rect")) return widen_anchor(request);
    if (is_request(request, "xdg_wm_base", "get_xdg_surface")) return check_xdg_surface(request);
    check_others(request);
}

bool stage_watch_requests(stage *stage) {
    watch_clients(stage);
    // libwayland's loggers are called before a request is handled.
    return wl_display_add_protocol_logger(stage->display, received, stage) != NULL;
}
