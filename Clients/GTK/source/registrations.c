/* SPDX-License-Identifier: MIT */
/* What the client tells the daemon without waiting for a response. */

#include "internal.h"

/**
 * popover_gtk_client_new:
 * @app: the name of the app: 1 to 64 of a-z 0-9 . _ -
 *
 * Makes a client, which connects as soon as the main loop runs.
 *
 * Returns: (transfer full): a client
 */
PopoverGtkClient *popover_gtk_client_new(const char *app)
{
    return g_object_new(POPOVER_GTK_TYPE_CLIENT, "app", app, NULL);
}

/**
 * popover_gtk_client_new_with_roles:
 * @app: the name of the app
 * @roles: (array zero-terminated=1): `app`, `shell`, `input`, `observer`
 *
 * Returns: (transfer full): a client
 */
PopoverGtkClient *popover_gtk_client_new_with_roles(const char *app, const char *const *roles)
{
    return g_object_new(POPOVER_GTK_TYPE_CLIENT, "app", app, "roles", roles, NULL);
}

/**
 * popover_gtk_client_answer_alert:
 * @self: a client
 * @alert: the id of an alert that this program shows
 * @button: the id of the pressed button
 *
 * Reports that people have answered an alert.
 */
void popover_gtk_client_answer_alert(PopoverGtkClient *self, const char *alert, const char *button)
{
    g_return_if_fail(POPOVER_GTK_IS_CLIENT(self));
    popover_client_answer_alert(popover_gtk_client_core(self), alert, button, NULL);
}

/**
 * popover_gtk_client_subscribe:
 * @self: a client
 * @topics: (array zero-terminated=1): globs such as `popover.*`
 * @since: begins after the event with this number, as far as the daemon remembers; below 0 with the next
 * @error: why it failed
 *
 * Subscribes to the events of the bus. #PopoverGtkClient::event follows, also after a reconnect.
 *
 * Returns: the number of the subscription, or 0 if it failed
 */
gint64 popover_gtk_client_subscribe(PopoverGtkClient *self, const char *const *topics, gint64 since,
                                    GError **error)
{
    g_return_val_if_fail(POPOVER_GTK_IS_CLIENT(self), 0);
    g_return_val_if_fail(topics != NULL, 0);
    gint64 number = popover_client_subscribe(
        popover_gtk_client_core(self), topics, g_strv_length((char **)topics), since, NULL);
    if (number > 0)
        return number;
    g_propagate_error(error, popover_gtk_error_of_code(number));
    return 0;
}

/**
 * popover_gtk_client_unsubscribe:
 * @self: a client
 * @subscription: its number
 *
 * Ends a subscription.
 */
void popover_gtk_client_unsubscribe(PopoverGtkClient *self, gint64 subscription)
{
    g_return_if_fail(POPOVER_GTK_IS_CLIENT(self));
    popover_client_unsubscribe(popover_gtk_client_core(self), subscription);
}

/**
 * popover_gtk_client_set_source:
 * @self: a client
 * @source: a name
 * @rect: where it is, relative to @surface if there is one
 * @surface: (nullable): a surface
 * @display: (nullable): a display
 *
 * Registers or moves a control. #PopoverGtkPopover does that for its own source.
 */
void popover_gtk_client_set_source(PopoverGtkClient *self, const char *source,
                                   const PopoverGtkRect *rect, const char *surface, const char *display)
{
    g_return_if_fail(POPOVER_GTK_IS_CLIENT(self));
    g_return_if_fail(source != NULL && rect != NULL);
    struct popover_rect place = popover_gtk_rect_to(rect);
    popover_client_set_source(popover_gtk_client_core(self), source, &place, surface, display,
                              POPOVER_PREFERRED_SIDE_UNKNOWN, NULL);
}

/**
 * popover_gtk_client_remove_source:
 * @self: a client
 * @source: its name
 *
 * Removes a control.
 */
void popover_gtk_client_remove_source(PopoverGtkClient *self, const char *source)
{
    g_return_if_fail(POPOVER_GTK_IS_CLIENT(self));
    popover_client_remove_source(popover_gtk_client_core(self), source, NULL);
}

/**
 * popover_gtk_client_set_occluder:
 * @self: a client
 * @occluder: a name
 * @rect: where it is on its display
 * @display: (nullable): a display
 *
 * Registers or moves a rectangle that popovers must not cover.
 */
void popover_gtk_client_set_occluder(PopoverGtkClient *self, const char *occluder,
                                     const PopoverGtkRect *rect, const char *display)
{
    g_return_if_fail(POPOVER_GTK_IS_CLIENT(self));
    g_return_if_fail(occluder != NULL && rect != NULL);
    struct popover_rect place = popover_gtk_rect_to(rect);
    popover_client_set_occluder(popover_gtk_client_core(self), occluder, &place, display, NULL);
}

/**
 * popover_gtk_client_remove_occluder:
 * @self: a client
 * @occluder: its name
 *
 * Removes such a rectangle.
 */
void popover_gtk_client_remove_occluder(PopoverGtkClient *self, const char *occluder)
{
    g_return_if_fail(POPOVER_GTK_IS_CLIENT(self));
    popover_client_remove_occluder(popover_gtk_client_core(self), occluder, NULL);
}
