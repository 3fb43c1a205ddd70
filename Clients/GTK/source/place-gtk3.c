/* SPDX-License-Identifier: MIT */
/* Where windows and widgets are, in GTK 3. */

#include "internal.h"

#ifdef POPOVER_GTK_LAYER_SHELL
#include <gtk-layer-shell.h>
#endif

gboolean popover_gtk_window_frame(GtkWidget *window, PopoverGtkRect *frame)
{
    GdkWindow *surface = gtk_widget_get_window(window);
    if (!surface)
        return FALSE;
    const double *origin = popover_gtk_window_origin(window);
    int x = 0, y = 0;
    /* Wayland says 0, 0. */
    gdk_window_get_origin(surface, &x, &y);
    *frame = (PopoverGtkRect){origin ? origin[0] : x, origin ? origin[1] : y,
                              gdk_window_get_width(surface), gdk_window_get_height(surface)};
    return TRUE;
}

gboolean popover_gtk_widget_rect(GtkWidget *widget, GtkWidget *window, PopoverGtkRect *rect)
{
    int x, y;
    if (!gtk_widget_translate_coordinates(widget, window, 0, 0, &x, &y))
        return FALSE;
    *rect = (PopoverGtkRect){x, y, gtk_widget_get_allocated_width(widget),
                             gtk_widget_get_allocated_height(widget)};
    return TRUE;
}

GtkWidget *popover_gtk_widget_window(GtkWidget *widget)
{
    GtkWidget *window = gtk_widget_get_toplevel(widget);
    return GTK_IS_WINDOW(window) ? window : NULL;
}

void popover_gtk_window_mark(PopoverGtkPopover *self)
{
    GtkWindow *window = GTK_WINDOW(self);
    g_autofree char *mark = g_steal_pointer(&self->mark);
    if (!mark)
        return;
#ifdef POPOVER_GTK_LAYER_SHELL
    if (gtk_layer_is_layer_window(window))
        gtk_layer_set_namespace(window, mark);
#endif
    gtk_window_set_title(window, mark);
}

gboolean popover_gtk_window_is_composited(GtkWidget *window)
{
    return gdk_screen_is_composited(gtk_widget_get_screen(window));
}

void popover_gtk_window_set_ground(GtkWidget *widget)
{
    GtkStyleContext *style = gtk_widget_get_style_context(widget);
    GdkRGBA *color = NULL;
    gtk_style_context_get(style, gtk_style_context_get_state(style), "background-color", &color, NULL);
    gtk_widget_realize(widget);
    /* GTK has nothing that replaces it. */
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    gdk_window_set_background_rgba(gtk_widget_get_window(widget), color);
    G_GNUC_END_IGNORE_DEPRECATIONS
    gdk_rgba_free(color);
}

void popover_gtk_window_keep_on_screen(GtkWidget *widget, const PopoverGtkRect *frame, double *left,
                                       double *top, double *right, double *bottom)
{
    GdkRectangle screen;
    GdkMonitor *monitor = gdk_display_get_monitor_at_point(
        gtk_widget_get_display(widget), (int)(frame->x + frame->width / 2), (int)(frame->y + frame->height / 2));
    gdk_monitor_get_geometry(monitor, &screen);
    *left = MAX(*left, MIN(screen.x, frame->x));
    *top = MAX(*top, MIN(screen.y, frame->y));
    *right = MIN(*right, MAX(screen.x + screen.width, frame->x + frame->width));
    *bottom = MIN(*bottom, MAX(screen.y + screen.height, frame->y + frame->height));
}

static gboolean moved(PopoverGtkTracker *tracker)
{
    popover_gtk_tracker_update(tracker);
    return GDK_EVENT_PROPAGATE;
}

void popover_gtk_window_watch(GtkWidget *window, PopoverGtkTracker *tracker)
{
    g_signal_connect_swapped(window, "configure-event", G_CALLBACK(moved), tracker);
}

void popover_gtk_window_unwatch(GtkWidget *window, PopoverGtkTracker *tracker)
{
    g_signal_handlers_disconnect_by_data(window, tracker);
}

static gboolean guard_keys(GtkWidget *window, GdkEvent *event, PopoverGtkTracker *tracker)
{
    (void)window;
    (void)event;
    return popover_gtk_tracker_is_inert(tracker);
}

void popover_gtk_view_guard(GtkWidget *window, PopoverGtkTracker *tracker)
{
    g_signal_connect(window, "key-press-event", G_CALLBACK(guard_keys), tracker);
    g_signal_connect(window, "key-release-event", G_CALLBACK(guard_keys), tracker);
    GtkGesture *press = gtk_gesture_multi_press_new(window);
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(press), GTK_PHASE_CAPTURE);
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(press), 0);
    g_signal_connect_swapped(press, "pressed", G_CALLBACK(popover_gtk_tracker_come_back), tracker);
    *popover_gtk_tracker_guards(tracker) = press;
}

void popover_gtk_view_unguard(GtkWidget *window, PopoverGtkTracker *tracker)
{
    g_signal_handlers_disconnect_by_data(window, tracker);
    g_clear_object(popover_gtk_tracker_guards(tracker));
}
