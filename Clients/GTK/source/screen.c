/* SPDX-License-Identifier: MIT */
/* The widget on the screen: where it is, and how it gets there. */

#include "internal.h"

static gboolean is_appearing(PopoverGtkPopover *self)
{
    return !self->motion.is_move && self->state == POPOVER_GTK_OPEN;
}

void popover_gtk_popover_place(PopoverGtkPopover *self)
{
    double share = popover_gtk_motion_share(&self->motion);
    const PopoverGtkPlacement *placement = &self->placement;
    PopoverGtkShape shape = {
        .frame = popover_gtk_motion_frame(&self->motion),
        .has_arrow = !placement->is_sheet,
        .arrow_x = placement->arrow_x,
        .arrow_y = placement->arrow_y,
        .arrow_width = self->arrow_width,
        .radius = self->radius,
        .is_opaque = !popover_gtk_window_is_composited(GTK_WIDGET(self)),
        .opacity = self->state == POPOVER_GTK_LEAVING ? 1 - share : is_appearing(self) ? share : 1,
    };
    shape.scrim = placement->scrim > 0 ? placement->scrim * shape.opacity : 0;
    popover_gtk_view_place(self, &shape);
}

static gboolean step(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    (void)clock;
    (void)data;
    PopoverGtkPopover *self = POPOVER_GTK_POPOVER(widget);
    /* Read before: the motion may end between its last picture and here. */
    gboolean is_over = popover_gtk_motion_share(&self->motion) >= 1;
    popover_gtk_popover_place(self);
    if (!is_over)
        return G_SOURCE_CONTINUE;
    self->tick = 0;
    return G_SOURCE_REMOVE;
}

/* Without a compositing manager nothing fades. */
static gboolean has_animations(PopoverGtkPopover *self, gboolean is_fading)
{
    gboolean enabled = TRUE;
    if (is_fading && !popover_gtk_window_is_composited(GTK_WIDGET(self)))
        return FALSE;
    g_object_get(gtk_widget_get_settings(GTK_WIDGET(self)), "gtk-enable-animations", &enabled, NULL);
    return enabled;
}

static void begin(PopoverGtkPopover *self, const PopoverGtkRect *from, double duration_ms,
                  const char *easing)
{
    popover_gtk_motion_begin(&self->motion, from, &self->placement.frame, duration_ms, easing);
    if (!has_animations(self, !self->motion.is_move))
        self->motion.duration_ms = 0;
    gboolean is_over = popover_gtk_motion_share(&self->motion) >= 1;
    popover_gtk_popover_place(self);
    if (!self->tick && !is_over)
        self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), step, NULL, NULL);
}

void popover_gtk_popover_play(PopoverGtkPopover *self, const PopoverGtkRect *from)
{
    begin(self, from, self->placement.duration_ms, self->placement.easing);
}

static gboolean end_leaving(gpointer data)
{
    PopoverGtkPopover *self = data;
    self->leaving = 0;
    popover_gtk_popover_left(self);
    return G_SOURCE_REMOVE;
}

void popover_gtk_popover_leave(PopoverGtkPopover *self, double duration_ms, const char *easing)
{
    if (duration_ms <= 0 || !has_animations(self, TRUE)) {
        popover_gtk_popover_left(self);
        return;
    }
    begin(self, NULL, duration_ms, easing);
    /* Not the last frame ends it: a window that nobody sees has none, and the daemon waits. */
    self->leaving = g_timeout_add((guint)duration_ms, end_leaving, self);
}

void popover_gtk_popover_stop(PopoverGtkPopover *self)
{
    if (self->tick)
        gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
    g_clear_handle_id(&self->leaving, g_source_remove);
    self->tick = 0;
}
