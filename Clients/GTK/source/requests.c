/* SPDX-License-Identifier: MIT */
/* The requests of the client, as asynchronous methods. */

#include "internal.h"

#include <string.h>

typedef struct {
    PopoverGtkClient *client;
    GTask *task;
    GSource *canceled;
    gint64 number;
    /* An open or an alert: canceling takes it back. */
    gboolean is_waiting;
} Pending;

static void pending_free(Pending *pending)
{
    popover_gtk_client_unwatch(pending->client, pending->number);
    if (pending->canceled) {
        g_source_destroy(pending->canceled);
        g_source_unref(pending->canceled);
    }
    g_object_unref(pending->task);
    g_free(pending);
}

static void respond(gpointer owner, const struct popover_event *event)
{
    Pending *pending = owner;
    GTask *task = pending->task;
    switch (event->type) {
    case POPOVER_EVENT_ALERT_QUEUED:
        return;
    case POPOVER_EVENT_FAILED:
        g_task_return_error(task, popover_gtk_error_from(&event->failure));
        break;
    case POPOVER_EVENT_RESPONSE:
        g_task_return_pointer(task, g_strdup(event->response.json), g_free);
        break;
    case POPOVER_EVENT_CHOSEN:
        g_task_set_task_data(task, GINT_TO_POINTER(event->chosen.closes), NULL);
        if (event->chosen.closes)
            popover_gtk_popover_end(g_task_get_source_object(task));
        g_task_return_boolean(task, TRUE);
        break;
    case POPOVER_EVENT_DRAFT_SAVED:
        g_task_return_boolean(task, TRUE);
        break;
    case POPOVER_EVENT_DRAFT_LOADED:
        g_task_return_pointer(task, g_strdup(event->draft ? event->draft->content : NULL), g_free);
        break;
    case POPOVER_EVENT_ALERT_ANSWERED:
        g_task_return_pointer(task, g_strdup(event->answered.button), g_free);
        break;
    default:
        g_task_return_boolean(task, TRUE);
        break;
    }
    pending_free(pending);
}

/* GCancellable may be canceled by any thread; this runs in the client's. */
static gboolean cancel(GCancellable *cancellable, gpointer data)
{
    Pending *pending = data;
    if (pending->is_waiting)
        popover_client_cancel(popover_gtk_client_core(pending->client), pending->number);
    GError *error = NULL;
    g_cancellable_set_error_if_cancelled(cancellable, &error);
    g_task_return_error(pending->task, error);
    pending_free(pending);
    return G_SOURCE_REMOVE;
}

void popover_gtk_client_await(PopoverGtkClient *self, GTask *task, gint64 number, gboolean is_waiting)
{
    if (number < 0) {
        g_task_return_error(task, popover_gtk_error_of_code(number));
        g_object_unref(task);
        return;
    }
    Pending *pending = g_new0(Pending, 1);
    *pending = (Pending){.client = self, .task = task, .number = number, .is_waiting = is_waiting};
    popover_gtk_client_watch(self, number, respond, pending);
    GCancellable *cancellable = g_task_get_cancellable(task);
    if (!cancellable)
        return;
    pending->canceled = g_cancellable_source_new(cancellable);
    g_source_set_callback(pending->canceled, G_SOURCE_FUNC(cancel), pending, NULL);
    g_source_attach(pending->canceled, g_task_get_context(task));
}

static GTask *task_new(PopoverGtkClient *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer user_data, gpointer tag)
{
    GTask *task = g_task_new(self, cancellable, callback, user_data);
    g_task_set_source_tag(task, tag);
    /* A response that is there counts, even if somebody cancels before it is fetched. */
    g_task_set_check_cancellable(task, FALSE);
    return task;
}

/**
 * popover_gtk_client_request_async:
 * @self: a client
 * @method: a method of the protocol
 * @params: (nullable): a JSON object
 * @cancellable: (nullable): to stop waiting
 * @callback: (scope async): called when there is a response
 * @user_data: data for @callback
 *
 * Calls any method of the protocol.
 */
void popover_gtk_client_request_async(PopoverGtkClient *self, const char *method, const char *params,
                                      GCancellable *cancellable, GAsyncReadyCallback callback,
                                      gpointer user_data)
{
    g_return_if_fail(POPOVER_GTK_IS_CLIENT(self));
    g_return_if_fail(method != NULL);
    GTask *task = task_new(self, cancellable, callback, user_data, popover_gtk_client_request_async);
    struct popover_client *core = popover_gtk_client_core(self);
    popover_gtk_client_await(self, task, popover_client_request(core, method, params, 0, NULL), FALSE);
}

/**
 * popover_gtk_client_request_finish:
 * @self: a client
 * @result: the result that the callback got
 * @error: why it failed
 *
 * Returns: (transfer full) (nullable): the result, a JSON object
 */
char *popover_gtk_client_request_finish(PopoverGtkClient *self, GAsyncResult *result, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), NULL);
    return g_task_propagate_pointer(G_TASK(result), error);
}

/**
 * popover_gtk_client_save_draft_async:
 * @self: a client
 * @key: names the draft
 * @content: any JSON
 * @cancellable: (nullable): to stop waiting
 * @callback: (scope async): called when it is saved
 * @user_data: data for @callback
 *
 * Saves a draft. It is done when the draft is on the disk.
 */
void popover_gtk_client_save_draft_async(PopoverGtkClient *self, const char *key, const char *content,
                                         GCancellable *cancellable, GAsyncReadyCallback callback,
                                         gpointer user_data)
{
    g_return_if_fail(POPOVER_GTK_IS_CLIENT(self));
    g_return_if_fail(key != NULL && content != NULL);
    GTask *task = task_new(self, cancellable, callback, user_data, popover_gtk_client_save_draft_async);
    struct popover_client *core = popover_gtk_client_core(self);
    popover_gtk_client_await(
        self, task, popover_client_save_draft(core, key, content, -1, true, NULL), FALSE);
}

/**
 * popover_gtk_client_save_draft_finish:
 * @self: a client
 * @result: the result that the callback got
 * @error: why it failed
 *
 * Returns: whether it is saved
 */
gboolean popover_gtk_client_save_draft_finish(PopoverGtkClient *self, GAsyncResult *result,
                                              GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), FALSE);
    return g_task_propagate_boolean(G_TASK(result), error);
}

/**
 * popover_gtk_client_load_draft_async:
 * @self: a client
 * @key: names the draft
 * @cancellable: (nullable): to stop waiting
 * @callback: (scope async): called when it is there
 * @user_data: data for @callback
 *
 * Loads a draft.
 */
void popover_gtk_client_load_draft_async(PopoverGtkClient *self, const char *key,
                                         GCancellable *cancellable, GAsyncReadyCallback callback,
                                         gpointer user_data)
{
    g_return_if_fail(POPOVER_GTK_IS_CLIENT(self));
    g_return_if_fail(key != NULL);
    GTask *task = task_new(self, cancellable, callback, user_data, popover_gtk_client_load_draft_async);
    struct popover_client *core = popover_gtk_client_core(self);
    popover_gtk_client_await(self, task, popover_client_load_draft(core, key, NULL), FALSE);
}

/**
 * popover_gtk_client_load_draft_finish:
 * @self: a client
 * @result: the result that the callback got
 * @error: why it failed
 *
 * Returns: (transfer full) (nullable): the draft, any JSON; %NULL without an error if there is none
 */
char *popover_gtk_client_load_draft_finish(PopoverGtkClient *self, GAsyncResult *result, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), NULL);
    return g_task_propagate_pointer(G_TASK(result), error);
}

/**
 * popover_gtk_client_raise_alert_async:
 * @self: a client
 * @title: its title
 * @buttons: (array zero-terminated=1): the labels of its buttons, which are also their ids
 * @more: (nullable): further params of `alert.raise`, a JSON object: `{"severity": "critical"}`
 * @cancellable: (nullable): to withdraw it
 * @callback: (scope async): called when people have answered it
 * @user_data: data for @callback
 *
 * Raises an alert, a warning unless @more says otherwise. It waits for a connection, and is raised again
 * after a reconnect.
 */
void popover_gtk_client_raise_alert_async(PopoverGtkClient *self, const char *title,
                                          const char *const *buttons, const char *more,
                                          GCancellable *cancellable, GAsyncReadyCallback callback,
                                          gpointer user_data)
{
    g_return_if_fail(POPOVER_GTK_IS_CLIENT(self));
    g_return_if_fail(title != NULL && buttons != NULL);
    GTask *task = task_new(self, cancellable, callback, user_data, popover_gtk_client_raise_alert_async);
    guint count = g_strv_length((char **)buttons);
    g_autofree struct popover_button *list = g_new0(struct popover_button, count + 1);
    for (guint i = 0; i < count; i++)
        list[i] = (struct popover_button){.id = buttons[i], .label = buttons[i]};
    struct popover_alert alert = {
        .title = title, .severity = POPOVER_SEVERITY_WARNING, .buttons = list, .button_count = count,
        .more = more};
    struct popover_client *core = popover_gtk_client_core(self);
    popover_gtk_client_await(self, task, popover_client_raise_alert(core, &alert, NULL), TRUE);
}

/**
 * popover_gtk_client_raise_alert_finish:
 * @self: a client
 * @result: the result that the callback got
 * @error: why it failed
 *
 * Returns: (transfer full) (nullable): the id of the pressed button
 */
char *popover_gtk_client_raise_alert_finish(PopoverGtkClient *self, GAsyncResult *result, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), NULL);
    return g_task_propagate_pointer(G_TASK(result), error);
}

/**
 * popover_gtk_client_leave_async:
 * @self: a client
 * @cancellable: (nullable): to stop waiting
 * @callback: (scope async): called when it has left
 * @user_data: data for @callback
 *
 * Takes what is open off the screen, saves its draft, and disconnects for good.
 */
void popover_gtk_client_leave_async(PopoverGtkClient *self, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data)
{
    g_return_if_fail(POPOVER_GTK_IS_CLIENT(self));
    g_autoptr(GTask) task =
        task_new(self, cancellable, callback, user_data, popover_gtk_client_leave_async);
    if (!popover_gtk_client_set_leaving(self, task))
        g_task_return_error(task, popover_gtk_error_of_code(POPOVER_ERROR_CLIENT_CLOSED));
}

/**
 * popover_gtk_client_leave_finish:
 * @self: a client
 * @result: the result that the callback got
 * @error: why it failed
 *
 * Returns: whether it has left
 */
gboolean popover_gtk_client_leave_finish(PopoverGtkClient *self, GAsyncResult *result, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), FALSE);
    return g_task_propagate_boolean(G_TASK(result), error);
}
