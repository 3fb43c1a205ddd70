/* SPDX-License-Identifier: MIT */
/* What a person needs of a display, as the daemon knows it. */

#include "internal.h"

/* As the protocol says: without a name it is `main`, else the oldest. */
const struct popover_display *popover_gtk_client_display(PopoverGtkClient *client, const char *name)
{
    struct popover_client *core = popover_gtk_client_core(client);
    const struct popover_display *display;
    for (size_t index = 0; core && (display = popover_client_display(core, index)); index++)
        if (!g_strcmp0(display->name, name ? name : "main"))
            return display;
    return core && !name ? popover_client_display(core, 0) : NULL;
}

double popover_gtk_popover_text_scale(PopoverGtkPopover *self)
{
    const struct popover_display *display =
        self->tracker ? popover_gtk_client_display(self->client, popover_gtk_tracker_display(self->tracker))
                      : NULL;
    return display ? display->text_scale : 1;
}

static void set_direction(GtkWidget *widget, gpointer direction)
{
    gtk_widget_set_direction(widget, (GtkTextDirection)GPOINTER_TO_INT(direction));
    popover_gtk_widget_each(widget, set_direction, direction);
}

/* A direction that a display does not have is the program's. */
void popover_gtk_popover_adapt(PopoverGtkPopover *self)
{
    const struct popover_display *display =
        self->tracker ? popover_gtk_client_display(self->client, popover_gtk_tracker_display(self->tracker))
                      : NULL;
    if (!display)
        return;
    enum popover_writing_direction direction = display->direction;
    double scale = display->text_scale;
    if (scale != self->text_scale)
        popover_gtk_view_set_text_scale(self, scale);
    if (self->content && direction)
        set_direction(self->content,
                      GINT_TO_POINTER(direction == POPOVER_WRITING_DIRECTION_RTL ? GTK_TEXT_DIR_RTL
                                                                                 : GTK_TEXT_DIR_LTR));
}

void popover_gtk_popover_display_changed(PopoverGtkPopover *self, const char *display, gboolean removed)
{
    const struct popover_display *its =
        popover_gtk_client_display(self->client, popover_gtk_tracker_display(self->tracker));
    if (removed || !its || g_strcmp0(its->name, display))
        return;
    double before = self->text_scale;
    popover_gtk_popover_adapt(self);
    if (before != self->text_scale)
        popover_gtk_popover_resize(self);
}

/* ---- The client's properties ---- */

/**
 * popover_gtk_client_get_text_scale:
 * @self: a client
 *
 * Returns: how much larger text is than designed on the default display, from 1 to 4
 */
double popover_gtk_client_get_text_scale(PopoverGtkClient *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_CLIENT(self), 1);
    const struct popover_display *display = popover_gtk_client_display(self, NULL);
    return display ? display->text_scale : 1;
}

/**
 * popover_gtk_client_get_is_high_contrast:
 * @self: a client
 *
 * Returns: whether the default display shows high contrast
 */
gboolean popover_gtk_client_get_is_high_contrast(PopoverGtkClient *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_CLIENT(self), FALSE);
    const struct popover_display *display = popover_gtk_client_display(self, NULL);
    return display && display->contrast == POPOVER_CONTRAST_HIGH;
}

/**
 * popover_gtk_client_get_is_motion_reduced:
 * @self: a client
 *
 * Returns: whether nothing on the default display is animated
 */
gboolean popover_gtk_client_get_is_motion_reduced(PopoverGtkClient *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_CLIENT(self), FALSE);
    const struct popover_display *display = popover_gtk_client_display(self, NULL);
    return display && display->reduced_motion;
}

/**
 * popover_gtk_client_get_language:
 * @self: a client
 *
 * Returns: (nullable): in which people read on the default display, a BCP 47 tag; it lives until the next
 *   call about displays
 */
const char *popover_gtk_client_get_language(PopoverGtkClient *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_CLIENT(self), NULL);
    const struct popover_display *display = popover_gtk_client_display(self, NULL);
    return display ? display->language : NULL;
}

/**
 * popover_gtk_client_get_direction:
 * @self: a client
 *
 * Returns: (nullable): in which lines of text run on the default display, `ltr` or `rtl`
 */
const char *popover_gtk_client_get_direction(PopoverGtkClient *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_CLIENT(self), NULL);
    const struct popover_display *display = popover_gtk_client_display(self, NULL);
    return display && display->direction ? popover_writing_direction_name(display->direction) : NULL;
}
