// SPDX-License-Identifier: MIT
//
// The end of popups, as the stage wants it.

#include "parts.h"

// wlroots would end it with the last popup that has grabbed.
static void end_grab(struct wlr_xdg_popup *popup) {
    struct wlr_seat *seat = popup->seat;
    if (!seat) return;
    bool is_only = popup->grab_link.next == popup->grab_link.prev;
    wl_list_remove(&popup->grab_link);
    popup->seat = NULL;
    if (!is_only) return;
    if (wlr_seat_keyboard_has_grab(seat)) wlr_seat_keyboard_end_grab(seat);
    // A drag has one of its own.
    if (seat->drag) return;
    if (wlr_seat_pointer_has_grab(seat)) wlr_seat_pointer_end_grab(seat);
    if (wlr_seat_touch_has_grab(seat)) wlr_seat_touch_end_grab(seat);
}

// wlroots would destroy it at once, and then end the client for what it says about the popup before it hears of
// that.
void stage_dismiss_popup(struct wlr_xdg_popup *popup) {
    struct wlr_xdg_popup *above, *next;
    wl_list_for_each_safe(above, next, &popup->base->popups, link) stage_dismiss_popup(above);
    end_grab(popup);
    xdg_popup_send_popup_done(popup->resource);
    window *window = popup->base->surface->data;
    if (window) stage_forget_window(window);
}

bool stage_is_dismissed(struct wlr_surface *surface) {
    if (!surface || surface->data) return false;
    const struct wlr_xdg_surface *xdg = xdg_of(surface);
    return xdg && xdg->role == WLR_XDG_SURFACE_ROLE_POPUP;
}
