/* SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "popover-gtk-types.h"

G_BEGIN_DECLS
#pragma GCC visibility push(default)

#define POPOVER_GTK_TYPE_CLIENT (popover_gtk_client_get_type())
G_DECLARE_FINAL_TYPE(PopoverGtkClient, popover_gtk_client, POPOVER_GTK, CLIENT, GObject)

PopoverGtkClient *popover_gtk_client_new(const char *app);
PopoverGtkClient *popover_gtk_client_new_with_roles(const char *app, const char *const *roles);

const char *popover_gtk_client_get_app(PopoverGtkClient *self);
const char *popover_gtk_client_get_path(PopoverGtkClient *self);
gboolean popover_gtk_client_get_is_ready(PopoverGtkClient *self);
double popover_gtk_client_get_text_scale(PopoverGtkClient *self);
gboolean popover_gtk_client_get_is_high_contrast(PopoverGtkClient *self);
gboolean popover_gtk_client_get_is_motion_reduced(PopoverGtkClient *self);
const char *popover_gtk_client_get_language(PopoverGtkClient *self);
const char *popover_gtk_client_get_direction(PopoverGtkClient *self);

void popover_gtk_client_leave_async(PopoverGtkClient *self, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data);
gboolean popover_gtk_client_leave_finish(PopoverGtkClient *self, GAsyncResult *result, GError **error);

void popover_gtk_client_request_async(PopoverGtkClient *self, const char *method, const char *params,
                                      GCancellable *cancellable, GAsyncReadyCallback callback,
                                      gpointer user_data);
char *popover_gtk_client_request_finish(PopoverGtkClient *self, GAsyncResult *result, GError **error);

void popover_gtk_client_save_draft_async(PopoverGtkClient *self, const char *key, const char *content,
                                         GCancellable *cancellable, GAsyncReadyCallback callback,
                                         gpointer user_data);
gboolean popover_gtk_client_save_draft_finish(PopoverGtkClient *self, GAsyncResult *result,
                                              GError **error);
void popover_gtk_client_load_draft_async(PopoverGtkClient *self, const char *key,
                                         GCancellable *cancellable, GAsyncReadyCallback callback,
                                         gpointer user_data);
char *popover_gtk_client_load_draft_finish(PopoverGtkClient *self, GAsyncResult *result, GError **error);

void popover_gtk_client_raise_alert_async(PopoverGtkClient *self, const char *title,
                                          const char *const *buttons, const char *more,
                                          GCancellable *cancellable, GAsyncReadyCallback callback,
                                          gpointer user_data);
char *popover_gtk_client_raise_alert_finish(PopoverGtkClient *self, GAsyncResult *result,
                                            GError **error);
void popover_gtk_client_answer_alert(PopoverGtkClient *self, const char *alert, const char *button);

gint64 popover_gtk_client_subscribe(PopoverGtkClient *self, const char *const *topics, gint64 since,
                                    GError **error);
void popover_gtk_client_unsubscribe(PopoverGtkClient *self, gint64 subscription);

void popover_gtk_client_set_source(PopoverGtkClient *self, const char *source,
                                   const PopoverGtkRect *rect, const char *surface,
                                   const char *display);
void popover_gtk_client_remove_source(PopoverGtkClient *self, const char *source);
void popover_gtk_client_set_occluder(PopoverGtkClient *self, const char *occluder,
                                     const PopoverGtkRect *rect, const char *display);
void popover_gtk_client_remove_occluder(PopoverGtkClient *self, const char *occluder);

#pragma GCC visibility pop
G_END_DECLS
