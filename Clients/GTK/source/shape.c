/* SPDX-License-Identifier: MIT */
/* The outline of a popover: a rounded body, and an arrow from its nearest side to the tip. */

#include "internal.h"

#include <math.h>

typedef struct {
    double left;
    double top;
    double right;
    double bottom;
} Box;

static double clamped(double value, double low, double high)
{
    return high < low ? (low + high) / 2 : CLAMP(value, low, high);
}

/* From one end of the arrow's base over the tip to the other, if it is on this side. */
static void point(cairo_t *context, const PopoverGtkShape *shape, gboolean is_here, double x, double y,
                  double tip_x, double tip_y, double step_x, double step_y)
{
    if (!shape->has_arrow || !is_here)
        return;
    double half = shape->arrow_width / 2;
    cairo_line_to(context, x - half * step_x, y - half * step_y);
    cairo_line_to(context, tip_x, tip_y);
    cairo_line_to(context, x + half * step_x, y + half * step_y);
}

void popover_gtk_shape_path(const PopoverGtkShape *shape, cairo_t *context, double x, double y)
{
    Box box = {shape->frame.x - x, shape->frame.y - y, shape->frame.x - x + shape->frame.width,
               shape->frame.y - y + shape->frame.height};
    double radius = MIN(shape->radius, MIN(shape->frame.width, shape->frame.height) / 2);
    double tip_x = shape->arrow_x - x, tip_y = shape->arrow_y - y;
    double room = radius + shape->arrow_width / 2;
    double base_x = clamped(tip_x, box.left + room, box.right - room);
    double base_y = clamped(tip_y, box.top + room, box.bottom - room);
    gboolean above = tip_y < box.top, below = tip_y > box.bottom;
    gboolean left = !above && !below && tip_x < box.left;
    gboolean right = !above && !below && tip_x > box.right;
    cairo_new_sub_path(context);
    cairo_arc(context, box.left + radius, box.top + radius, radius, G_PI, 1.5 * G_PI);
    point(context, shape, above, base_x, box.top, tip_x, tip_y, 1, 0);
    cairo_arc(context, box.right - radius, box.top + radius, radius, 1.5 * G_PI, 2 * G_PI);
    point(context, shape, right, box.right, base_y, tip_x, tip_y, 0, 1);
    cairo_arc(context, box.right - radius, box.bottom - radius, radius, 0, 0.5 * G_PI);
    point(context, shape, below, base_x, box.bottom, tip_x, tip_y, -1, 0);
    cairo_arc(context, box.left + radius, box.bottom - radius, radius, 0.5 * G_PI, G_PI);
    point(context, shape, left, box.left, base_y, tip_x, tip_y, 0, -1);
    cairo_close_path(context);
}

void popover_gtk_shape_outline(const PopoverGtkShape *shape, GtkStyleContext *style, cairo_t *context,
                               double x, double y)
{
    GdkRGBA color = {0, 0, 0, 1};
    gtk_style_context_lookup_color(style, "theme_fg_color", &color);
    color.alpha *= 0.3f;
    popover_gtk_shape_path(shape, context, x, y);
    gdk_cairo_set_source_rgba(context, &color);
    /* The window's shape cuts the outer half. */
    cairo_set_line_width(context, 2);
    cairo_stroke(context);
}

cairo_region_t *popover_gtk_shape_region(const PopoverGtkShape *shape, double x, double y, int width,
                                         int height)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, width, height);
    cairo_t *context = cairo_create(surface);
    popover_gtk_shape_path(shape, context, x, y);
    cairo_fill(context);
    cairo_destroy(context);
    cairo_region_t *region = gdk_cairo_region_create_from_surface(surface);
    cairo_surface_destroy(surface);
    return region;
}
