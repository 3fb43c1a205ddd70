/* SPDX-License-Identifier: MIT */
/* Where windows and widgets are, in GTK 4. */

#include "internal.h"

#ifdef GDK_WINDOWING_X11
#include <X11/extensions/shape.h>
#include <gdk/x11/gdkx.h>
#endif

static GdkSurface *surface_of(GtkWidget *window)
{
    return gtk_native_get_surface(GTK_NATIVE(window));
}

/* GTK 4 has no function for it. */
static void x11_origin(GdkSurface *surface, int *x, int *y)
{
#ifdef GDK_WINDOWING_X11
    GdkDisplay *display = gdk_surface_get_display(surface);
    if (!GDK_IS_X11_DISPLAY(display))
        return;
    Display *server = gdk_x11_display_get_xdisplay(display);
    Window child;
    int scale = gdk_surface_get_scale_factor(surface);
    gdk_x11_display_error_trap_push(display);
    XTranslateCoordinates(server, gdk_x11_surface_get_xid(surface), DefaultRootWindow(server), 0, 0, x, y,
                          &child);
    if (!gdk_x11_display_error_trap_pop(display)) {
        *x /= scale;
        *y /= scale;
    }
#else
    (void)surface;
    (void)x;
    (void)y;
#endif
}

gboolean popover_gtk_window_frame(GtkWidget *window, PopoverGtkRect *frame)
{
    GdkSurface *surface = surface_of(window);
    /* When it is mapped, it has no size yet. */
    if (!surface || !gdk_surface_get_mapped(surface) || !gtk_widget_get_width(window))
        return FALSE;
    const double *origin = popover_gtk_window_origin(window);
    int x = 0, y = 0;
    if (!origin)
        x11_origin(surface, &x, &y);
    *frame = (PopoverGtkRect){origin ? origin[0] : x, origin ? origin[1] : y,
                              gdk_surface_get_width(surface), gdk_surface_get_height(surface)};
    return TRUE;
}

gboolean popover_gtk_widget_rect(GtkWidget *widget, GtkWidget *window, PopoverGtkRect *rect)
{
    graphene_rect_t bounds;
    double x, y;
    if (!gtk_widget_get_width(window) || !gtk_widget_compute_bounds(widget, window, &bounds))
        return FALSE;
    gtk_native_get_surface_transform(GTK_NATIVE(window), &x, &y);
    *rect = (PopoverGtkRect){bounds.origin.x + x, bounds.origin.y + y, bounds.size.width,
                             bounds.size.height};
    return TRUE;
}

GtkWidget *popover_gtk_widget_window(GtkWidget *widget)
{
    GtkRoot *root = gtk_widget_get_root(widget);
    return GTK_IS_WINDOW(root) ? GTK_WIDGET(root) : NULL;
}

/* GTK 4.8 knows it of the program's start only. */
gboolean popover_gtk_window_is_composited(GtkWidget *window)
{
    GdkDisplay *display = gtk_widget_get_display(window);
#ifdef GDK_WINDOWING_X11
    if (GDK_IS_X11_DISPLAY(display)) {
        int screen = gdk_x11_screen_get_screen_number(gdk_x11_display_get_screen(display));
        g_autofree char *name = g_strdup_printf("_NET_WM_CM_S%d", screen);
        Atom manager = gdk_x11_get_xatom_by_name_for_display(display, name);
        return XGetSelectionOwner(gdk_x11_display_get_xdisplay(display), manager) != None;
    }
#endif
    return gdk_display_is_composited(display);
}

/* GTK 4 gives popovers no titles, and on Wayland they can have none. */
void popover_gtk_window_mark(PopoverGtkPopover *self)
{
    g_autofree char *mark = g_steal_pointer(&self->mark);
#ifdef GDK_WINDOWING_X11
    GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(self));
    if (!mark || !GDK_IS_X11_DISPLAY(display))
        return;
    gtk_widget_realize(GTK_WIDGET(self));
    GdkSurface *surface = surface_of(GTK_WIDGET(self));
    gdk_x11_display_error_trap_push(display);
    XStoreName(gdk_x11_display_get_xdisplay(display), gdk_x11_surface_get_xid(surface), mark);
    gdk_x11_display_error_trap_pop_ignored(display);
#endif
}

#ifdef GDK_WINDOWING_X11
static gboolean x11_event(PopoverGtkTracker *tracker, XEvent *event)
{
    if (event->type == ConfigureNotify)
        popover_gtk_tracker_update(tracker);
    return GDK_EVENT_PROPAGATE;
}
#endif

static void resized(PopoverGtkTracker *tracker)
{
    popover_gtk_tracker_update(tracker);
}

void popover_gtk_window_watch(GtkWidget *window, PopoverGtkTracker *tracker)
{
    GdkSurface *surface = surface_of(window);
    g_signal_connect_swapped(surface, "layout", G_CALLBACK(resized), tracker);
    g_signal_connect_swapped(surface, "notify::mapped", G_CALLBACK(resized), tracker);
#ifdef GDK_WINDOWING_X11
    if (GDK_IS_X11_DISPLAY(gdk_surface_get_display(surface)))
        g_signal_connect_swapped(gdk_surface_get_display(surface), "xevent", G_CALLBACK(x11_event), tracker);
#endif
}

void popover_gtk_window_unwatch(GtkWidget *window, PopoverGtkTracker *tracker)
{
    GdkSurface *surface = surface_of(window);
    if (surface)
        g_signal_handlers_disconnect_by_data(surface, tracker);
    g_signal_handlers_disconnect_by_data(gtk_widget_get_display(window), tracker);
}

void popover_gtk_native_shape(GtkNative *native, const PopoverGtkShape *shape, double x, double y)
{
#ifdef GDK_WINDOWING_X11
    GdkSurface *surface = gtk_native_get_surface(native);
    GdkDisplay *display = gdk_surface_get_display(surface);
    if (!GDK_IS_X11_DISPLAY(display))
        return;
    Display *server = gdk_x11_display_get_xdisplay(display);
    Window window = gdk_x11_surface_get_xid(surface);
    if (!shape->is_opaque) {
        XShapeCombineMask(server, window, ShapeBounding, 0, 0, None, ShapeSet);
        return;
    }
    double left, top;
    int scale = gdk_surface_get_scale_factor(surface);
    gtk_native_get_surface_transform(native, &left, &top);
    cairo_region_t *region = popover_gtk_shape_region(
        shape, x - left, y - top, gdk_surface_get_width(surface), gdk_surface_get_height(surface));
    int count = cairo_region_num_rectangles(region);
    g_autofree XRectangle *rectangles = g_new(XRectangle, count);
    for (int i = 0; i < count; i++) {
        cairo_rectangle_int_t part;
        cairo_region_get_rectangle(region, i, &part);
        rectangles[i] = (XRectangle){(short)(part.x * scale), (short)(part.y * scale),
                                     (unsigned short)(part.width * scale),
                                     (unsigned short)(part.height * scale)};
    }
    cairo_region_destroy(region);
    gdk_x11_display_error_trap_push(display);
    XShapeCombineRectangles(server, window, ShapeBounding, 0, 0, rectangles, count, ShapeSet, YXBanded);
    gdk_x11_display_error_trap_pop_ignored(display);
#else
    (void)native;
    (void)shape;
    (void)x;
    (void)y;
#endif
}
