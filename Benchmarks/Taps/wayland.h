// SPDX-License-Identifier: MIT
//
// A screen on a Wayland server: a fullscreen window, and a virtual mouse with a connection of its own.

#ifndef WAYLAND_H
#define WAYLAND_H

#include <stdint.h>
#include <wayland-client.h>

#include "screen.h"
#include "wlr-virtual-pointer-unstable-v1.h"
#include "xdg-shell.h"

struct screen {
    struct wl_display *display, *mouse_display;
    struct wl_compositor *compositor;
    struct wl_shm *shm;
    struct wl_seat *seat, *mouse_seat;
    struct xdg_wm_base *base;
    struct wl_surface *surface;
    struct xdg_surface *xdg;
    struct wl_pointer *pointer;
    struct zwlr_virtual_pointer_manager_v1 *manager;
    struct zwlr_virtual_pointer_v1 *mouse;
    int width, height;
    // Of the latest press.
    uint32_t serial;
    bool is_shown, was_pressed;
};

struct wl_buffer *wayland_buffer(struct wl_shm *shm, int width, int height);

// Moves the mouse, and presses or releases its left button (a wl_pointer_button_state), with the next
// flush of its connection.
void wayland_move(struct screen *screen, int x, int y);
void wayland_press(struct screen *screen, uint32_t state);

// Ends the process if a call on a connection has failed.
void wayland_check(int result);

#endif
