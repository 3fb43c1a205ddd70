/* SPDX-License-Identifier: MIT */
/* Controls that reveal nothing, and that people reach by a keypad and hear of all the same. */

#include "internal.h"

struct control {
    PopoverGtkClient *client;
    GtkWidget *widget;
    PopoverGtkTracker *tracker;
};

static void activated(struct control *self, const char *source)
{
    if (!g_strcmp0(source, popover_gtk_tracker_name(self->tracker)))
        popover_gtk_view_activate(self->widget);
}

static void destroyed(struct control *self)
{
    g_signal_handlers_disconnect_by_data(self->client, self);
    g_signal_handlers_disconnect_by_data(self->widget, self);
    popover_gtk_tracker_free(self->tracker);
    g_object_unref(self->client);
    g_free(self);
}

/**
 * popover_gtk_client_add_control:
 * @self: a client
 * @control: a widget, such as a button, whose name is the daemon's name of it
 *
 * Reports a control that reveals no popover as a source, while it is on the screen: a keypad reaches it,
 * and a shield hands over taps on it. It is activated as if people had pressed it.
 */
void popover_gtk_client_add_control(PopoverGtkClient *self, GtkWidget *control)
{
    g_return_if_fail(POPOVER_GTK_IS_CLIENT(self) && GTK_IS_WIDGET(control));
    struct control *added = g_new0(struct control, 1);
    added->client = g_object_ref(self);
    added->widget = control;
    added->tracker = popover_gtk_tracker_new(self, control);
    g_signal_connect_swapped(self, "source-activated", G_CALLBACK(activated), added);
    g_signal_connect_swapped(control, "destroy", G_CALLBACK(destroyed), added);
}
