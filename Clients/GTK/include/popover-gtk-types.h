/* SPDX-License-Identifier: MIT */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/**
 * PopoverGtkRect:
 * @x: points from the left edge
 * @y: points from the top edge
 * @width: points
 * @height: points
 *
 * A rectangle on a display, or in a window.
 */
typedef struct {
    double x;
    double y;
    double width;
    double height;
} PopoverGtkRect;

#define POPOVER_GTK_TYPE_RECT (popover_gtk_rect_get_type())
GType popover_gtk_rect_get_type(void);
PopoverGtkRect *popover_gtk_rect_new(double x, double y, double width, double height);
PopoverGtkRect *popover_gtk_rect_copy(const PopoverGtkRect *rect);
void popover_gtk_rect_free(PopoverGtkRect *rect);

/**
 * PopoverGtkPlacement:
 * @frame: the body on its display
 * @side: (nullable): the side of the source, `top`, `bottom`, `left` or `right`; %NULL for a sheet
 * @arrow_x: the tip of the arrow on its display, unless it is a sheet
 * @arrow_y: the tip of the arrow on its display, unless it is a sheet
 * @is_sheet: whether it is a sheet, which has no arrow
 * @scrolls: whether it was cut below the wanted height
 * @close_button: whether it is a sheet that only a button closes
 * @scrim: opacity of the scrim behind it, from 0 to 1; below 0 unless it is modal
 * @animate: whether the last change is animated
 * @duration_ms: the duration of the animation, in milliseconds
 * @easing: (nullable): `ease-out`, `ease-in-out` or `ease-in`
 * @has_start: whether @start is set
 * @start: the frame at the start of the animation
 *
 * Where and how a popover is on its display.
 */
typedef struct {
    PopoverGtkRect frame;
    const char *side;
    double arrow_x;
    double arrow_y;
    gboolean is_sheet;
    gboolean scrolls;
    gboolean close_button;
    double scrim;
    gboolean animate;
    double duration_ms;
    const char *easing;
    gboolean has_start;
    PopoverGtkRect start;
} PopoverGtkPlacement;

#define POPOVER_GTK_TYPE_PLACEMENT (popover_gtk_placement_get_type())
GType popover_gtk_placement_get_type(void);
PopoverGtkPlacement *popover_gtk_placement_copy(const PopoverGtkPlacement *placement);
void popover_gtk_placement_free(PopoverGtkPlacement *placement);

/**
 * PopoverGtkAlert:
 * @id: the daemon's name of the alert, to answer it
 * @app: the app that raised it
 * @title: its title
 * @message: (nullable): its message
 * @severity: `info`, `warning` or `critical`
 * @button_ids: (array zero-terminated=1): the ids of its buttons
 * @button_labels: (array zero-terminated=1): their labels
 * @button_roles: (array zero-terminated=1): `default`, `cancel`, `destructive` or empty
 * @frame: where to show it on its display
 * @timeout_ms: milliseconds until it ends by itself; below 0 if it does not
 * @scrim: opacity of the scrim behind it, from 0 to 1
 * @duration_ms: how long it appears, in milliseconds; 0 if that is not animated
 *
 * An alert to show.
 */
typedef struct {
    char *id;
    char *app;
    char *title;
    char *message;
    char *severity;
    char **button_ids;
    char **button_labels;
    char **button_roles;
    PopoverGtkRect frame;
    double timeout_ms;
    double scrim;
    double duration_ms;
} PopoverGtkAlert;

#define POPOVER_GTK_TYPE_ALERT (popover_gtk_alert_get_type())
GType popover_gtk_alert_get_type(void);
PopoverGtkAlert *popover_gtk_alert_copy(const PopoverGtkAlert *alert);
void popover_gtk_alert_free(PopoverGtkAlert *alert);

#pragma GCC visibility pop
G_END_DECLS
