/* SPDX-License-Identifier: MIT */
/* The keyboard of a display, which the daemon gives to one client at a time. */

#include "internal.h"

/* The displays whose keyboard is another client's. */
static GHashTable *taken_from(PopoverGtkClient *client)
{
    GHashTable *displays = g_object_get_data(G_OBJECT(client), "popover-gtk-taken");
    if (!displays) {
        displays = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        g_object_set_data_full(G_OBJECT(client), "popover-gtk-taken", displays,
                               (GDestroyNotify)g_hash_table_unref);
    }
    return displays;
}

void popover_gtk_focus_note(PopoverGtkClient *client, const struct popover_event *event)
{
    GHashTable *displays = taken_from(client);
    if (event->type == POPOVER_EVENT_FOCUS_LEAVE && event->focus.display)
        g_hash_table_add(displays, g_strdup(event->focus.display));
    else if (event->type == POPOVER_EVENT_FOCUS_ENTER && event->focus.display)
        g_hash_table_remove(displays, event->focus.display);
    else if (event->type == POPOVER_EVENT_LOST)
        g_hash_table_remove_all(displays);
}

gboolean popover_gtk_focus_is_away(PopoverGtkClient *client, const char *display)
{
    const struct popover_display *its = popover_gtk_client_display(client, display);
    return its && g_hash_table_contains(taken_from(client), its->name);
}

/* A press that no shield has kept from the program: people use it again. */
void popover_gtk_focus_come_back(PopoverGtkClient *client, const char *display)
{
    const struct popover_display *its = popover_gtk_client_display(client, display);
    if (its)
        g_hash_table_remove(taken_from(client), its->name);
}

/* ---- Popovers ---- */

static gboolean step_towards(enum popover_step step, GtkDirectionType *direction)
{
    switch (step) {
    case POPOVER_STEP_NEXT: *direction = GTK_DIR_TAB_FORWARD; return TRUE;
    case POPOVER_STEP_PREVIOUS: *direction = GTK_DIR_TAB_BACKWARD; return TRUE;
    case POPOVER_STEP_UP: *direction = GTK_DIR_UP; return TRUE;
    case POPOVER_STEP_DOWN: *direction = GTK_DIR_DOWN; return TRUE;
    case POPOVER_STEP_LEFT: *direction = GTK_DIR_LEFT; return TRUE;
    case POPOVER_STEP_RIGHT: *direction = GTK_DIR_RIGHT; return TRUE;
    default: return FALSE;
    }
}

void popover_gtk_focus_handle(PopoverGtkPopover *self, const struct popover_event *event)
{
    GtkDirectionType direction;
    if (self->state != POPOVER_GTK_OPEN)
        return;
    GtkWidget *focus = popover_gtk_view_get_focus(self);
    if (event->type == POPOVER_EVENT_FOCUS_ENTER) {
        if (!focus)
            popover_gtk_view_focus(self);
        else
            popover_gtk_view_present(self);
        if (event->focus.ring)
            popover_gtk_view_show_focus(self);
    } else if (step_towards(event->focus.step, &direction)) {
        gtk_widget_child_focus(GTK_WIDGET(self), direction);
        popover_gtk_view_show_focus(self);
    } else if (focus && event->focus.step == POPOVER_STEP_ACTIVATE) {
        popover_gtk_view_activate(focus);
    } else if (focus && event->focus.step == POPOVER_STEP_HELP) {
        popover_gtk_view_show_help(focus);
    }
}

void popover_gtk_focus_entered(PopoverGtkPopover *self, const char *display, const char *source)
{
    (void)display;
    if (self->tracker && self->state == POPOVER_GTK_CLOSED
        && !g_strcmp0(source, popover_gtk_tracker_name(self->tracker)))
        popover_gtk_view_return_focus(self);
}
