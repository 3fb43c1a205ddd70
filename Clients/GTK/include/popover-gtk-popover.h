/* SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "popover-gtk-client.h"

G_BEGIN_DECLS
#pragma GCC visibility push(default)

#define POPOVER_GTK_TYPE_POPOVER (popover_gtk_popover_get_type())
#if GTK_CHECK_VERSION(4, 0, 0)
G_DECLARE_FINAL_TYPE(PopoverGtkPopover, popover_gtk_popover, POPOVER_GTK, POPOVER, GtkPopover)
#else
G_DECLARE_FINAL_TYPE(PopoverGtkPopover, popover_gtk_popover, POPOVER_GTK, POPOVER, GtkWindow)
#endif

PopoverGtkPopover *popover_gtk_popover_new(PopoverGtkClient *client, GtkWidget *source);

PopoverGtkClient *popover_gtk_popover_get_client(PopoverGtkPopover *self);
GtkWidget *popover_gtk_popover_get_source(PopoverGtkPopover *self);
void popover_gtk_popover_set_content(PopoverGtkPopover *self, GtkWidget *content);
GtkWidget *popover_gtk_popover_get_content(PopoverGtkPopover *self);
void popover_gtk_popover_set_sides(PopoverGtkPopover *self, const char *const *sides);
const char *const *popover_gtk_popover_get_sides(PopoverGtkPopover *self);
gboolean popover_gtk_popover_get_is_open(PopoverGtkPopover *self);
const PopoverGtkPlacement *popover_gtk_popover_get_placement(PopoverGtkPopover *self);

void popover_gtk_popover_open_async(PopoverGtkPopover *self, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data);
gboolean popover_gtk_popover_open_finish(PopoverGtkPopover *self, GAsyncResult *result, GError **error);
void popover_gtk_popover_choose_async(PopoverGtkPopover *self, const char *choice,
                                      GCancellable *cancellable, GAsyncReadyCallback callback,
                                      gpointer user_data);
gboolean popover_gtk_popover_choose_finish(PopoverGtkPopover *self, GAsyncResult *result,
                                           gboolean *closes, GError **error);
void popover_gtk_popover_done(PopoverGtkPopover *self);
void popover_gtk_popover_cancel(PopoverGtkPopover *self);

char *popover_gtk_popover_get_draft(PopoverGtkPopover *self);
void popover_gtk_popover_save_draft(PopoverGtkPopover *self);
void popover_gtk_popover_hand_over(PopoverGtkPopover *self);

void popover_gtk_client_add_control(PopoverGtkClient *self, GtkWidget *control);
void popover_gtk_popover_set_window_origin(GtkWidget *window, double x, double y);

#pragma GCC visibility pop
G_END_DECLS
