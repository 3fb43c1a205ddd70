/* SPDX-License-Identifier: MIT */
/* What programs read and set of the widget. */

#include "internal.h"

/**
 * popover_gtk_popover_new:
 * @client: the client that asks the daemon
 * @source: the control that opens it, and owns it
 *
 * Returns: (transfer none): a popover
 */
PopoverGtkPopover *popover_gtk_popover_new(PopoverGtkClient *client, GtkWidget *source)
{
    g_return_val_if_fail(POPOVER_GTK_IS_CLIENT(client), NULL);
    g_return_val_if_fail(GTK_IS_WIDGET(source), NULL);
    return g_object_new(POPOVER_GTK_TYPE_POPOVER, "client", client, "source", source, NULL);
}

/**
 * popover_gtk_popover_get_client:
 * @self: a popover
 *
 * Returns: (transfer none): the client that asks the daemon
 */
PopoverGtkClient *popover_gtk_popover_get_client(PopoverGtkPopover *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_POPOVER(self), NULL);
    return self->client;
}

/**
 * popover_gtk_popover_get_source:
 * @self: a popover
 *
 * Returns: (transfer none): the control that opens it
 */
GtkWidget *popover_gtk_popover_get_source(PopoverGtkPopover *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_POPOVER(self), NULL);
    return self->source;
}

/**
 * popover_gtk_popover_set_content:
 * @self: a popover
 * @content: (nullable): the widget that it shows
 *
 * The state of its named widgets is the draft.
 */
void popover_gtk_popover_set_content(PopoverGtkPopover *self, GtkWidget *content)
{
    g_return_if_fail(POPOVER_GTK_IS_POPOVER(self));
    if (self->content == content)
        return;
    popover_gtk_view_set_content(self, content);
    self->content = content;
}

/**
 * popover_gtk_popover_get_content:
 * @self: a popover
 *
 * Returns: (transfer none) (nullable): the widget that it shows
 */
GtkWidget *popover_gtk_popover_get_content(PopoverGtkPopover *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_POPOVER(self), NULL);
    return self->content;
}

static gboolean is_side(const char *text)
{
    for (enum popover_preferred_side value = POPOVER_PREFERRED_SIDE_TOP;
         popover_preferred_side_name(value)[0]; value++)
        if (!strcmp(popover_preferred_side_name(value), text))
            return TRUE;
    return FALSE;
}

/**
 * popover_gtk_popover_set_sides:
 * @self: a popover
 * @sides: (array zero-terminated=1) (nullable): `top`, `bottom`, `left`, `right`, `start`, `end`
 *
 * Sets the sides of the source on which it may sit, best first.
 */
void popover_gtk_popover_set_sides(PopoverGtkPopover *self, const char *const *sides)
{
    g_return_if_fail(POPOVER_GTK_IS_POPOVER(self));
    for (const char *const *side = sides; side && *side; side++)
        if (!is_side(*side))
            g_critical("PopoverGtkPopover: no side \"%s\" (known: top, bottom, left, right, start, end)",
                       *side);
    g_strfreev(self->sides);
    self->sides = g_strdupv((char **)sides);
}

/**
 * popover_gtk_popover_get_sides:
 * @self: a popover
 *
 * Returns: (array zero-terminated=1) (transfer none) (nullable): the sides on which it may sit
 */
const char *const *popover_gtk_popover_get_sides(PopoverGtkPopover *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_POPOVER(self), NULL);
    return (const char *const *)self->sides;
}

/**
 * popover_gtk_popover_get_is_open:
 * @self: a popover
 *
 * Returns: whether it is on the screen
 */
gboolean popover_gtk_popover_get_is_open(PopoverGtkPopover *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_POPOVER(self), FALSE);
    return self->state == POPOVER_GTK_OPEN || self->state == POPOVER_GTK_LEAVING;
}

/**
 * popover_gtk_popover_get_placement:
 * @self: a popover
 *
 * Returns: (transfer none) (nullable): where it is, or was last
 */
const PopoverGtkPlacement *popover_gtk_popover_get_placement(PopoverGtkPopover *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_POPOVER(self), NULL);
    return self->placement.frame.width > 0 ? &self->placement : NULL;
}

/**
 * popover_gtk_popover_set_window_origin:
 * @window: a window
 * @x: points from the left edge of its display
 * @y: points from the top edge
 *
 * Tells where a window is on its display. Wayland does not tell programs; without this call a window there
 * counts as beginning at the top left, or where popover-stage says that the program's region is.
 */
void popover_gtk_popover_set_window_origin(GtkWidget *window, double x, double y)
{
    g_return_if_fail(GTK_IS_WINDOW(window));
    double origin[2] = {x, y};
    g_object_set_data_full(G_OBJECT(window), "popover-gtk-origin", g_memdup2(origin, sizeof origin), g_free);
    gtk_widget_queue_resize(window);
}

/* popover-stage tells the programs that it starts where their windows are. */
static const double *region_origin(void)
{
    static double origin[2];
    static gboolean is_read, is_told;
    if (!is_read) {
        g_auto(GStrv) numbers = g_strsplit(g_getenv("POPOVERD_WINDOW_ORIGIN") ?: "", ",", -1);
        is_told = g_strv_length(numbers) == 2;
        for (int axis = 0; is_told && axis < 2; axis++)
            origin[axis] = g_ascii_strtod(numbers[axis], NULL);
        is_read = TRUE;
    }
    return is_told ? origin : NULL;
}

const double *popover_gtk_window_origin(GtkWidget *window)
{
    const double *told = g_object_get_data(G_OBJECT(window), "popover-gtk-origin");
    return told ? told : region_origin();
}
