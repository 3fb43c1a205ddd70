// SPDX-License-Identifier: MIT
//
// What CStage uses of wlroots, in the form that 0.18 has. Under the same names 0.15 follows, the version of
// Debian 12; what has no common form is a function or a macro without the prefix wlr_.

#ifndef WLROOTS_H
#define WLROOTS_H

#include <wayland-server-core.h>
#include <wlr/backend.h>
#include <wlr/backend/session.h>
#include <wlr/render/allocator.h>
#include <wlr/render/wlr_renderer.h>
#include <wlr/types/wlr_buffer.h>
#include <wlr/types/wlr_compositor.h>
#include <wlr/types/wlr_cursor.h>
#include <wlr/types/wlr_data_device.h>
#include <wlr/types/wlr_idle_inhibit_v1.h>
#include <wlr/types/wlr_input_device.h>
#include <wlr/types/wlr_keyboard.h>
#include <wlr/types/wlr_keyboard_group.h>
#include <wlr/types/wlr_layer_shell_v1.h>
#include <wlr/types/wlr_output.h>
#include <wlr/types/wlr_output_layout.h>
#include <wlr/types/wlr_pointer.h>
#include <wlr/types/wlr_presentation_time.h>
#include <wlr/types/wlr_scene.h>
#include <wlr/types/wlr_seat.h>
#include <wlr/types/wlr_tablet_tool.h>
#include <wlr/types/wlr_touch.h>
#include <wlr/types/wlr_virtual_keyboard_v1.h>
#include <wlr/types/wlr_virtual_pointer_v1.h>
#include <wlr/types/wlr_xcursor_manager.h>
#include <wlr/types/wlr_xdg_decoration_v1.h>
#include <wlr/types/wlr_xdg_shell.h>
#include <wlr/version.h>

#if WLR_VERSION_NUM >= (18 << 8)

#include <libinput.h>
#include <wlr/backend/libinput.h>
#include <wlr/interfaces/wlr_buffer.h>
#include <wlr/types/wlr_subcompositor.h>

// MARK: Opening

// The session stays NULL where there are no devices.
static inline struct wlr_backend *open_backend(
    struct wl_display *display, struct wlr_session **session) {
    return wlr_backend_autocreate(wl_display_get_event_loop(display), session);
}

static inline void open_presentation(
    struct wlr_scene *scene, struct wl_display *display, struct wlr_backend *backend) {
    (void)scene;
    wlr_presentation_create(display, backend);
}

// MARK: Outputs

#define root_tree(scene) (&(scene)->tree)
#define frame_signal(scene_output) (&(scene_output)->output->events.frame)
#define committed_fields(event) ((event)->state->committed)

static inline void sharpen(struct wlr_scene_buffer *buffer, int x, int y, void *output) {
    (void)x, (void)y;
    float scale = ((struct wlr_scene_output *)output)->output->scale;
    wlr_scene_buffer_set_filter_mode(
        buffer, scale == (float)(int)scale ? WLR_SCALE_FILTER_NEAREST : WLR_SCALE_FILTER_BILINEAR);
}

#define is_due(output) true

// Draws what has changed. Pixels that are whole multiples stay sharp: pixman would give them a dark rim.
static inline void draw_output(struct wlr_scene_output *output, bool is_any_cut) {
    (void)is_any_cut;
    wlr_scene_output_for_each_buffer(output, sharpen, output);
    wlr_scene_output_commit(output, NULL);
}

// Turns an output on: with a mode, or with a size in pixels if that is not 0, or as it is.
static inline bool set_output(
    struct wlr_output *output, struct wlr_output_mode *mode, int32_t width, int32_t height,
    float scale, enum wl_output_transform transform) {
    struct wlr_output_state state;
    wlr_output_state_init(&state);
    wlr_output_state_set_enabled(&state, true);
    if (mode) wlr_output_state_set_mode(&state, mode);
    else if (width > 0 && height > 0) wlr_output_state_set_custom_mode(&state, width, height, 0);
    wlr_output_state_set_scale(&state, scale);
    wlr_output_state_set_transform(&state, transform);
    bool is_set = wlr_output_commit_state(output, &state);
    wlr_output_state_finish(&state);
    return is_set;
}

// Turns an output on or off as it is.
static inline bool power_output(struct wlr_output *output, bool is_on) {
    struct wlr_output_state state;
    wlr_output_state_init(&state);
    wlr_output_state_set_enabled(&state, is_on);
    bool is_set = wlr_output_commit_state(output, &state);
    wlr_output_state_finish(&state);
    return is_set;
}

// Draws all of it again; wlroots does after it was off.
#define renew_output(output) ((void)(output))

// MARK: Windows

#define map_signals(shell_surface) ((shell_surface)->surface->events)
#define popup_box(popup) ((popup)->current.geometry)
#define popup_anchor(popup) ((popup)->scheduled.rules.anchor_rect)
// As the program has asked for it, before it draws.
#define popup_asked_box(popup) ((popup)->scheduled.geometry)
#define xdg_of wlr_xdg_surface_try_from_wlr_surface
#define popup_of(resource) ((struct wlr_xdg_popup *)wl_resource_get_user_data(resource))
#define toplevel_parent(toplevel) ((toplevel)->parent ? (toplevel)->parent->base->surface : NULL)

// Of what a surface is: a toplevel or a popup.
static inline struct wl_signal *destroy_signal(struct wlr_xdg_surface *xdg) {
    bool is_popup = xdg->role == WLR_XDG_SURFACE_ROLE_POPUP;
    return is_popup ? &xdg->popup->events.destroy : &xdg->toplevel->events.destroy;
}

// wlroots reports a toplevel before its first commit.
#define new_toplevel_signal(shell) (&(shell)->events.new_toplevel)
#define new_popup_signal(shell) (&(shell)->events.new_popup)
#define reported_toplevel(data) ((struct wlr_xdg_toplevel *)(data))
#define reported_popup(data) ((struct wlr_xdg_popup *)(data))
static inline void listen_reposition(
    struct wl_listener *listener, struct wlr_xdg_popup *popup, wl_notify_func_t notify) {
    listener->notify = notify;
    wl_signal_add(&popup->events.reposition, listener);
}

// Whether a window has been committed for the first time, or again after it had no picture: the stage has to
// configure it. Nothing may be sent to it before.
static inline bool is_first_commit(
    const struct wlr_xdg_surface *xdg, const struct wlr_layer_surface_v1 *layer, bool is_known) {
    (void)is_known;
    return xdg ? xdg->initial_commit : layer->initial_commit;
}
static inline bool is_initialized(
    const struct wlr_xdg_surface *xdg, const struct wlr_layer_surface_v1 *layer) {
    return xdg ? xdg->initialized : layer->initialized;
}

// Goes along with the first configuration.
static inline void leave_decoration(struct wlr_xdg_toplevel_decoration_v1 *decoration) {
    const enum wlr_xdg_toplevel_decoration_v1_mode mode =
        WLR_XDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE;
    if (decoration->toplevel->base->initialized)
        wlr_xdg_toplevel_decoration_v1_set_mode(decoration, mode);
    else decoration->scheduled_mode = mode;
}

#define forget_role(surface) ((void)(surface))

// What the next commit of a surface will show.
#define attached_buffer(surface) ((surface)->pending_buffer_resource)

// Whether a popup of an input method has something to show.
#define is_offered(popup) ((popup)->surface->mapped)

// The nodes of a tree, with `wl_list_for_each`.
#define nodes_of(tree) (&(tree)->children)
#define node_link link

// What is drawn of a window, with its corner in the layout.
typedef struct wlr_scene_buffer drawn_part;
#define part_width(part) ((part)->dst_width)
#define part_height(part) ((part)->dst_height)
#define for_each_part wlr_scene_node_for_each_buffer

// Clips a window, in the coordinates of its surface. wlroots forgets some subsurfaces of subsurfaces: again, if
// something is outside.
static inline void clip_node(struct wlr_scene_node *node, const struct wlr_box *clip, bool again) {
    if (again) wlr_scene_subsurface_tree_set_clip(node, NULL);
    wlr_scene_subsurface_tree_set_clip(node, clip);
}

// The surface of a node; NULL: it is no surface's.
static inline struct wlr_surface *node_surface(struct wlr_scene_node *node) {
    if (!node || node->type != WLR_SCENE_NODE_BUFFER) return NULL;
    struct wlr_scene_surface *found =
        wlr_scene_surface_try_from_buffer(wlr_scene_buffer_from_node(node));
    return found ? found->surface : NULL;
}

// MARK: Devices

#define pointer_device(event) (&(event)->pointer->base)
#define touch_device(event) (&(event)->touch->base)
#define tablet_device(event) (&(event)->tablet->base)
// Libinput's is lost in wlroots.
static inline const char *output_of_touch(struct wlr_input_device *device) {
    if (wlr_input_device_is_libinput(device))
        return libinput_device_get_output_name(wlr_libinput_get_device_handle(device));
    return device->type == WLR_INPUT_DEVICE_TOUCH ? wlr_touch_from_input_device(device)->output_name
                                                  : NULL;
}
#define group_device(group) (&(group)->keyboard.base)
#define virtual_keyboard_device(virtual) (&(virtual)->keyboard.base)
#define virtual_pointer_device(virtual) (&(virtual)->pointer.base)
#define use_keyboard(seat, device) \
    wlr_seat_set_keyboard(seat, wlr_keyboard_from_input_device(device))
#define send_axis(seat, time, orientation, delta, steps, source) \
    wlr_seat_pointer_notify_axis( \
        seat, time, orientation, delta, steps, source, WL_POINTER_AXIS_RELATIVE_DIRECTION_IDENTICAL)

#else

#include <math.h>
#include <wlr/types/wlr_output_damage.h>
#include <wlr/util/region.h>

// MARK: Opening

static inline struct wlr_backend *open_backend(
    struct wl_display *display, struct wlr_session **session) {
    struct wlr_backend *backend = wlr_backend_autocreate(display);
    *session = backend ? wlr_backend_get_session(backend) : NULL;
    return backend;
}
#define wlr_compositor_create(display, version, renderer) wlr_compositor_create(display, renderer)
#define wlr_subcompositor_create(display)
#define wlr_output_layout_create(display) wlr_output_layout_create()
#define wlr_xdg_shell_create(display, version) wlr_xdg_shell_create(display)
#define wlr_layer_shell_v1_create(display, version) wlr_layer_shell_v1_create(display)

static inline void open_presentation(
    struct wlr_scene *scene, struct wl_display *display, struct wlr_backend *backend) {
    struct wlr_presentation *presentation = wlr_presentation_create(display, backend);
    if (presentation) wlr_scene_set_presentation(scene, presentation);
}

// MARK: Outputs

#define frame_signal(scene_output) (&(scene_output)->damage->events.frame)
#define committed_fields(event) ((event)->committed)

// A headless output ticks all the time.
static inline bool is_due(const struct wlr_scene_output *output) {
    return output->output->needs_frame ||
        pixman_region32_not_empty((pixman_region32_t *)&output->damage->current);
}

// Draws a node and no other of its scene.
static inline void draw_node(
    struct wlr_scene_output *output, struct wlr_scene_node *node, pixman_region32_t *region) {
    struct wlr_scene scene = {.presentation = output->scene->presentation};
    scene.node.state.enabled = true;
    wl_list_init(&scene.node.state.children);
    struct wl_list *before = node->state.link.prev;
    wl_list_remove(&node->state.link);
    wl_list_insert(&scene.node.state.children, &node->state.link);
    wlr_scene_render_output(&scene, output->output, output->x, output->y, region);
    wl_list_remove(&node->state.link);
    wl_list_insert(before, &node->state.link);
}

// Draws a node, within the clip that is its data, if it has one.
static inline void draw_within(
    struct wlr_scene_output *output, struct wlr_scene_node *node, pixman_region32_t *damage) {
    const struct wlr_box *clip = node->data;
    if (!clip) return draw_node(output, node, damage);
    // Rounded as wlroots does.
    double scale = output->output->scale;
    int left = (int)round((clip->x - output->x) * scale);
    int top = (int)round((clip->y - output->y) * scale);
    int right = (int)round((clip->x + clip->width - output->x) * scale);
    int bottom = (int)round((clip->y + clip->height - output->y) * scale);
    pixman_region32_t region;
    pixman_region32_init(&region);
    if (right > left && bottom > top)
        pixman_region32_intersect_rect(
            &region, damage, left, top, (unsigned)(right - left), (unsigned)(bottom - top));
    if (pixman_region32_not_empty(&region)) draw_node(output, node, &region);
    pixman_region32_fini(&region);
}

static inline void draw_nodes(struct wlr_scene_output *output, pixman_region32_t *damage) {
    struct wlr_scene_rect ground = {.color = {0, 0, 0, 1}};
    wlr_output_effective_resolution(output->output, &ground.width, &ground.height);
    // It is rounded down.
    ground.width++;
    ground.height++;
    ground.node.type = WLR_SCENE_NODE_RECT;
    ground.node.state = (struct wlr_scene_node_state){.enabled = true, .x = output->x, .y = output->y};
    wl_list_init(&ground.node.state.children);
    struct wl_list bottom;
    wl_list_init(&bottom);
    wl_list_insert(&bottom, &ground.node.state.link);
    draw_node(output, &ground.node, damage);
    struct wlr_scene_node *level, *node;
    wl_list_for_each(level, &output->scene->node.state.children, state.link) {
        wl_list_for_each(node, &level->state.children, state.link)
            draw_within(output, node, damage);
    }
}

// Imports what the stage has drawn, which it cannot while it renders.
static inline void load_pictures(struct wlr_scene *scene, struct wlr_renderer *renderer) {
    struct wlr_scene_buffer *buffer, *next;
    wl_list_for_each_safe(buffer, next, &scene->pending_buffers, pending_link) {
        if (!buffer->texture) buffer->texture = wlr_texture_from_buffer(renderer, buffer->buffer);
        wl_list_remove(&buffer->pending_link);
        wl_list_init(&buffer->pending_link);
    }
}

// As wlr_scene_output_commit, which does not clip.
static inline void draw_clipped(struct wlr_scene_output *output) {
    struct wlr_output *raw = output->output;
    // There may be a client's buffer on the screen, as it is.
    if (output->prev_scanout) wlr_output_damage_add_whole(output->damage);
    output->prev_scanout = false;
    bool needs_frame = false;
    pixman_region32_t damage;
    pixman_region32_init(&damage);
    bool is_attached = wlr_output_damage_attach_render(output->damage, &needs_frame, &damage);
    if (is_attached && needs_frame) {
        load_pictures(output->scene, raw->renderer);
        wlr_renderer_begin(raw->renderer, (uint32_t)raw->width, (uint32_t)raw->height);
        draw_nodes(output, &damage);
        wlr_output_render_software_cursors(raw, &damage);
        wlr_renderer_end(raw->renderer);
        int width, height;
        wlr_output_transformed_resolution(raw, &width, &height);
        wlr_region_transform(
            &damage, &output->damage->current, wlr_output_transform_invert(raw->transform), width,
            height);
        wlr_output_set_damage(raw, &damage);
        wlr_output_commit(raw);
    } else if (is_attached) {
        wlr_output_rollback(raw);
    }
    pixman_region32_fini(&damage);
}

static inline void draw_output(struct wlr_scene_output *output, bool is_any_cut) {
    if (is_any_cut) draw_clipped(output);
    else wlr_scene_output_commit(output);
}

static inline bool set_output(
    struct wlr_output *output, struct wlr_output_mode *mode, int32_t width, int32_t height,
    float scale, enum wl_output_transform transform) {
    wlr_output_enable(output, true);
    if (mode) wlr_output_set_mode(output, mode);
    else if (width > 0 && height > 0) wlr_output_set_custom_mode(output, width, height, 0);
    wlr_output_set_scale(output, scale);
    wlr_output_set_transform(output, transform);
    bool is_set = wlr_output_commit(output);
    // wlroots keeps a part of what it rejects.
    if (!is_set) wlr_output_rollback(output);
    return is_set;
}

static inline bool power_output(struct wlr_output *output, bool is_on) {
    wlr_output_enable(output, is_on);
    bool is_set = wlr_output_commit(output);
    if (!is_set) wlr_output_rollback(output);
    return is_set;
}

#define renew_output(output) wlr_output_damage_add_whole((output)->damage)

static inline void layout_box(
    struct wlr_output_layout *layout, struct wlr_output *output, struct wlr_box *box) {
    const struct wlr_box *found = wlr_output_layout_get_box(layout, output);
    *box = found ? *found : (struct wlr_box){0};
}
#define wlr_output_layout_get_box layout_box

// MARK: Windows

// A tree is its node.
#define root_tree(scene) ((struct wlr_scene_tree *)&(scene)->node)
#define wlr_scene_tree_create(parent) wlr_scene_tree_create(&(parent)->node)
#define wlr_scene_rect_create(parent, width, height, color) \
    wlr_scene_rect_create(&(parent)->node, width, height, color)
#define wlr_scene_buffer_create(parent, buffer) wlr_scene_buffer_create(&(parent)->node, buffer)
#define wlr_scene_xdg_surface_create(parent, xdg) wlr_scene_xdg_surface_create(&(parent)->node, xdg)
#define wlr_scene_surface_create(parent, surface) wlr_scene_surface_create(&(parent)->node, surface)
#define wlr_scene_subsurface_tree_create(parent, surface) \
    wlr_scene_subsurface_tree_create(&(parent)->node, surface)
#define wlr_scene_node_reparent(moved, parent) wlr_scene_node_reparent(moved, &(parent)->node)

#define nodes_of(tree) (&(tree)->node.state.children)
#define node_link state.link

typedef struct wlr_surface drawn_part;
#define part_width(part) ((part)->current.width)
#define part_height(part) ((part)->current.height)
#define for_each_part wlr_scene_node_for_each_surface

// Drawing does it.
#define clip_node(node, clip, again) ((void)(clip), (void)(again))

static inline void set_enabled(struct wlr_scene_node *node, bool is_enabled) {
    wlr_scene_node_set_enabled(node, is_enabled);
    if (!is_enabled) return;
    // wlroots finds the output of a surface, which sends its frames, when it moves, but not when it appears.
    int x = node->state.x, y = node->state.y;
    wlr_scene_node_set_position(node, x, y + 1);
    wlr_scene_node_set_position(node, x, y);
}
#define wlr_scene_node_set_enabled set_enabled

#define map_signals(shell_surface) ((shell_surface)->events)
#define destroy_signal(xdg) (&(xdg)->events.destroy)
#define popup_box(popup) ((popup)->geometry)
#define popup_anchor(popup) ((popup)->positioner.anchor_rect)
#define popup_asked_box(popup) ((popup)->geometry)
#define toplevel_parent(toplevel) ((toplevel)->parent ? (toplevel)->parent->surface : NULL)
static inline struct wlr_xdg_surface *xdg_of(struct wlr_surface *surface) {
    return wlr_surface_is_xdg_surface(surface) ? wlr_xdg_surface_from_wlr_surface(surface) : NULL;
}
static inline struct wlr_xdg_popup *popup_of(struct wl_resource *resource) {
    const struct wlr_xdg_surface *xdg = wl_resource_get_user_data(resource);
    return xdg ? xdg->popup : NULL;
}
#define wlr_xdg_toplevel_set_tiled(toplevel, edges) wlr_xdg_toplevel_set_tiled((toplevel)->base, edges)
#define wlr_xdg_toplevel_set_maximized(toplevel, is_set) \
    wlr_xdg_toplevel_set_maximized((toplevel)->base, is_set)
#define wlr_xdg_toplevel_set_fullscreen(toplevel, is_set) \
    wlr_xdg_toplevel_set_fullscreen((toplevel)->base, is_set)
#define wlr_xdg_toplevel_set_activated(toplevel, is_set) \
    wlr_xdg_toplevel_set_activated((toplevel)->base, is_set)
#define wlr_xdg_toplevel_set_size(toplevel, width, height) \
    wlr_xdg_toplevel_set_size((toplevel)->base, (uint32_t)(width), (uint32_t)(height))
#define wlr_xdg_toplevel_send_close(toplevel) wlr_xdg_toplevel_send_close((toplevel)->base)
#define wlr_xdg_popup_destroy(popup) wlr_xdg_popup_destroy((popup)->base)

// wlroots reports a toplevel or a popup at its first commit, and configures it.
#define new_toplevel_signal(shell) (&(shell)->events.new_surface)
#define new_popup_signal(shell) (&(shell)->events.new_surface)
static inline struct wlr_xdg_toplevel *reported_toplevel(const struct wlr_xdg_surface *xdg) {
    return xdg->role == WLR_XDG_SURFACE_ROLE_TOPLEVEL ? xdg->toplevel : NULL;
}
static inline struct wlr_xdg_popup *reported_popup(const struct wlr_xdg_surface *xdg) {
    return xdg->role == WLR_XDG_SURFACE_ROLE_POPUP ? xdg->popup : NULL;
}
// Its xdg-shell is older than repositions and bounds.
#define listen_reposition(listener, popup, notify) ((void)(notify))
#define wlr_xdg_toplevel_set_bounds(toplevel, width, height)
#define is_first_commit(xdg, layer, is_known) (!(is_known))
#define is_initialized(xdg, layer) true
#define leave_decoration(decoration) \
    wlr_xdg_toplevel_decoration_v1_set_mode(decoration, WLR_XDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE)

// Surfaces keep what they were for after it was freed.
#define forget_role(surface) ((surface)->role_data = NULL)
#define attached_buffer(surface) ((surface)->pending.buffer)
#define is_offered(popup) ((popup)->mapped)

static inline struct wlr_surface *node_surface(struct wlr_scene_node *node) {
    bool is_surface = node && node->type == WLR_SCENE_NODE_SURFACE;
    return is_surface ? wlr_scene_surface_from_node(node)->surface : NULL;
}

// MARK: Devices

#define wlr_pointer_motion_event wlr_event_pointer_motion
#define wlr_pointer_motion_absolute_event wlr_event_pointer_motion_absolute
#define wlr_pointer_button_event wlr_event_pointer_button
#define wlr_pointer_axis_event wlr_event_pointer_axis
#define WLR_INPUT_DEVICE_TABLET WLR_INPUT_DEVICE_TABLET_TOOL
#define wlr_tablet_tool_axis_event wlr_event_tablet_tool_axis
#define wlr_tablet_tool_tip_event wlr_event_tablet_tool_tip
#define wlr_tablet_tool_proximity_event wlr_event_tablet_tool_proximity
#define wlr_touch_down_event wlr_event_touch_down
#define wlr_touch_motion_event wlr_event_touch_motion
#define wlr_touch_up_event wlr_event_touch_up
#define wlr_touch_cancel_event wlr_event_touch_cancel
#define wlr_keyboard_key_event wlr_event_keyboard_key
#define wlr_keyboard_from_input_device(device) ((device)->keyboard)
#define pointer_device(event) ((event)->device)
#define touch_device(event) ((event)->device)
#define tablet_device(event) ((event)->device)
#define output_of_touch(device) ((device)->output_name)
#define group_device(group) ((group)->input_device)
#define virtual_keyboard_device(virtual) (&(virtual)->input_device)
#define virtual_pointer_device(virtual) (&(virtual)->input_device)
#define use_keyboard(seat, device) wlr_seat_set_keyboard(seat, device)
#define wlr_cursor_set_xcursor(cursor, manager, name) \
    wlr_xcursor_manager_set_cursor_image(manager, name, cursor)
#define wlr_seat_pointer_notify_button(seat, time, button, state) \
    wlr_seat_pointer_notify_button(seat, time, button, (enum wlr_button_state)(state))
#define send_axis(seat, time, orientation, delta, steps, source) \
    wlr_seat_pointer_notify_axis( \
        seat, time, (enum wlr_axis_orientation)(orientation), delta, steps, \
        (enum wlr_axis_source)(source))

// Canceling one finger in a client frees all of that client's.
static inline void cancel_touch(struct wlr_seat *seat, const struct wlr_seat_client *client) {
    struct wlr_touch_point *point, *next;
    wl_list_for_each_safe(point, next, &seat->touch_state.touch_points, link) {
        if (point->client != client) continue;
        if (point->surface) return wlr_seat_touch_notify_cancel(seat, point->surface);
        // Its surface is gone.
        wlr_seat_touch_notify_up(seat, 0, point->touch_id);
    }
}
#define wlr_seat_touch_notify_cancel cancel_touch

#endif
#endif
