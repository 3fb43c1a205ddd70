// SPDX-License-Identifier: MIT
//
// Pens: a pen moves the mouse on the output of its tablet, and its tip is the mouse's first button.

#include "parts.h"

#include <linux/input-event-codes.h>
#include <math.h>

// The edge 1 is where the next output begins. Not a number: it has not moved in this direction.
static double within(double share) { return share > 1 - 0x1p-16 ? 1 - 0x1p-16 : share; }

// NULL: the tablet has no output, and its pen is ignored.
static touch_screen *moved(stage *stage, struct wlr_input_device *device, double x, double y) {
    touch_screen *tablet = stage_touch_screen_of(stage, device);
    if (!tablet || !tablet->output) return NULL;
    wlr_cursor_warp_absolute(stage->cursor, device, within(x), within(y));
    return tablet;
}

static void axis(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, pen_axis);
    const struct wlr_tablet_tool_axis_event *event = data;
    bool has_x = event->updated_axes & WLR_TABLET_TOOL_AXIS_X;
    bool has_y = event->updated_axes & WLR_TABLET_TOOL_AXIS_Y;
    if (!has_x && !has_y) return;
    if (moved(stage, tablet_device(event), has_x ? event->x : NAN, has_y ? event->y : NAN))
        stage_add_mouse_step(stage, STAGE_EVENT_MOUSE_MOVED, 0, event->time_msec);
}

static void tip(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, pen_tip);
    const struct wlr_tablet_tool_tip_event *event = data;
    bool is_down = event->state == WLR_TABLET_TOOL_TIP_DOWN;
    touch_screen *tablet = moved(stage, tablet_device(event), event->x, event->y);
    if (!tablet || tablet->has_tip == is_down) return;
    tablet->has_tip = is_down;
    stage_add_mouse_step(
        stage, is_down ? STAGE_EVENT_BUTTON_DOWN : STAGE_EVENT_BUTTON_UP, BTN_LEFT, event->time_msec);
}

static void proximity(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, pen_proximity);
    const struct wlr_tablet_tool_proximity_event *event = data;
    if (!moved(stage, tablet_device(event), event->x, event->y)) return;
    stage_add_mouse_step(stage, STAGE_EVENT_MOUSE_MOVED, 0, event->time_msec);
    if (event->state == WLR_TABLET_TOOL_PROXIMITY_OUT) stage_hide_cursor(stage);
}

void stage_cancel_pen(touch_screen *tablet) {
    if (!tablet->has_tip) return;
    tablet->has_tip = false;
    stage_add_step(tablet->stage, STAGE_EVENT_BUTTON_CANCELED, BTN_LEFT, 0);
}

void stage_open_pens(stage *stage) {
    stage_listen(&stage->pen_axis, &stage->cursor->events.tablet_tool_axis, axis);
    stage_listen(&stage->pen_tip, &stage->cursor->events.tablet_tool_tip, tip);
    stage_listen(&stage->pen_proximity, &stage->cursor->events.tablet_tool_proximity, proximity);
}
