/* SPDX-License-Identifier: MIT */
/* What programs ask of the widget. */

#include "internal.h"

static struct popover_client *core(PopoverGtkPopover *self)
{
    return popover_gtk_client_core(self->client);
}

static gboolean cancel_opening(GCancellable *cancellable, gpointer data)
{
    (void)cancellable;
    PopoverGtkPopover *self = data;
    popover_gtk_popover_cancel(self);
    return G_SOURCE_REMOVE;
}

static void watch_cancellable(PopoverGtkPopover *self, GCancellable *cancellable)
{
    if (!cancellable)
        return;
    self->canceled = g_cancellable_source_new(cancellable);
    g_source_set_callback(self->canceled, G_SOURCE_FUNC(cancel_opening), self, NULL);
    g_source_attach(self->canceled, g_task_get_context(self->opening));
}

/* The body scrolls its content, and is never lower than its scrollbar. */
static int least_height(PopoverGtkPopover *self)
{
    GtkWidget *parent = self->content ? gtk_widget_get_parent(self->content) : NULL;
    GtkWidget *body = parent ? gtk_widget_get_ancestor(parent, GTK_TYPE_SCROLLED_WINDOW) : NULL;
    GtkRequisition least = {0, 0};
    if (body)
        gtk_widget_get_preferred_size(gtk_scrolled_window_get_vscrollbar(GTK_SCROLLED_WINDOW(body)), &least, NULL);
    return MAX(least.height, 1);
}

struct popover_size popover_gtk_popover_wanted_size(PopoverGtkPopover *self)
{
    GtkRequisition natural = {0, 0};
    double scale = popover_gtk_popover_text_scale(self);
    if (self->content && (self->width <= 0 || self->height <= 0))
        gtk_widget_get_preferred_size(self->content, NULL, &natural);
    double height = self->height > 0 ? self->height * scale : natural.height;
    return (struct popover_size){self->width > 0 ? self->width * scale : MAX(natural.width, 1),
                                 MAX(height, least_height(self))};
}

static gint64 send_open(PopoverGtkPopover *self)
{
    enum popover_preferred_side sides[8];
    size_t count = 0;
    for (char **side = self->sides; side && *side && count < G_N_ELEMENTS(sides); side++)
        for (enum popover_preferred_side value = POPOVER_PREFERRED_SIDE_TOP;
             popover_preferred_side_name(value)[0]; value++)
            if (!strcmp(popover_preferred_side_name(value), *side))
                sides[count++] = value;
    enum popover_alignment align = POPOVER_ALIGNMENT_UNKNOWN;
    for (enum popover_alignment value = POPOVER_ALIGNMENT_START; popover_alignment_name(value)[0]; value++)
        if (!g_strcmp0(popover_alignment_name(value), self->align))
            align = value;
    struct popover_open open = {
        .behavior = self->behavior, .size = popover_gtk_popover_wanted_size(self),
        .source = popover_gtk_tracker_name(self->tracker),
        .sides = sides, .side_count = count, .align = align, .key = self->key, .modal = self->is_modal,
        .title = self->title, .gesture = self->gesture, .more = self->more};
    return popover_client_open(core(self), &open, NULL);
}

/**
 * popover_gtk_popover_open_async:
 * @self: a popover
 * @cancellable: (nullable): to take the request back
 * @callback: (scope async): called when it is open, or was refused
 * @user_data: data for @callback
 *
 * Opens it when the daemon has a place for it.
 */
void popover_gtk_popover_open_async(PopoverGtkPopover *self, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data)
{
    g_return_if_fail(POPOVER_GTK_IS_POPOVER(self));
    g_autoptr(GTask) task = g_task_new(self, cancellable, callback, user_data);
    g_task_set_source_tag(task, popover_gtk_popover_open_async);
    g_task_set_check_cancellable(task, FALSE);
    if (self->state == POPOVER_GTK_LEAVING)
        popover_gtk_popover_left(self);
    if (self->state == POPOVER_GTK_OPENING || self->state == POPOVER_GTK_OPEN) {
        g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_PENDING, "the popover is open or opening");
        return;
    }
    if (!self->tracker || !popover_gtk_tracker_update(self->tracker)) {
        g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                                "the source of the popover is not on the screen");
        return;
    }
    popover_gtk_popover_hand_over(self);
    popover_gtk_access_update(self);
    popover_gtk_popover_adapt(self);
    gint64 number = send_open(self);
    g_clear_pointer(&self->gesture, g_free);
    if (number < 0) {
        g_task_return_error(task, popover_gtk_error_of_code(number));
        return;
    }
    self->number = number;
    self->state = POPOVER_GTK_OPENING;
    self->is_unwanted = FALSE;
    self->opening = g_object_ref(task);
    popover_gtk_client_watch(self->client, number, popover_gtk_popover_handle, self);
    watch_cancellable(self, cancellable);
}

/**
 * popover_gtk_popover_open_finish:
 * @self: a popover
 * @result: the result that the callback got
 * @error: why it failed
 *
 * Returns: whether it is open
 */
gboolean popover_gtk_popover_open_finish(PopoverGtkPopover *self, GAsyncResult *result, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), FALSE);
    return g_task_propagate_boolean(G_TASK(result), error);
}

/**
 * popover_gtk_popover_choose_async:
 * @self: a popover
 * @choice: any JSON
 * @cancellable: (nullable): to stop waiting
 * @callback: (scope async): called with its verdict
 * @user_data: data for @callback
 *
 * Reports that people chose something in it, which closes it if its behavior says so.
 */
void popover_gtk_popover_choose_async(PopoverGtkPopover *self, const char *choice,
                                      GCancellable *cancellable, GAsyncReadyCallback callback,
                                      gpointer user_data)
{
    g_return_if_fail(POPOVER_GTK_IS_POPOVER(self));
    g_return_if_fail(choice != NULL);
    GTask *task = g_task_new(self, cancellable, callback, user_data);
    g_task_set_source_tag(task, popover_gtk_popover_choose_async);
    g_task_set_check_cancellable(task, FALSE);
    gint64 number = self->state == POPOVER_GTK_OPEN
        ? popover_client_choose(core(self), self->number, choice, NULL) : POPOVER_ERROR_UNKNOWN_ID;
    popover_gtk_client_await(self->client, task, number, FALSE);
}

/**
 * popover_gtk_popover_choose_finish:
 * @self: a popover
 * @result: the result that the callback got
 * @closes: (out) (optional): whether the choice closes it
 * @error: why it failed
 *
 * Returns: whether the choice was taken
 */
gboolean popover_gtk_popover_choose_finish(PopoverGtkPopover *self, GAsyncResult *result,
                                           gboolean *closes, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), FALSE);
    if (closes)
        *closes = GPOINTER_TO_INT(g_task_get_task_data(G_TASK(result)));
    return g_task_propagate_boolean(G_TASK(result), error);
}

void popover_gtk_popover_end(PopoverGtkPopover *self)
{
    if (self->state != POPOVER_GTK_OPEN)
        return;
    self->state = POPOVER_GTK_ENDING;
    popover_gtk_popover_left(self);
}

static void close_with(PopoverGtkPopover *self, enum popover_close_outcome outcome)
{
    if (self->state == POPOVER_GTK_OPENING) {
        /* Its grant may be on its way. */
        self->is_unwanted = TRUE;
        popover_client_cancel(core(self), self->number);
    }
    if (self->state == POPOVER_GTK_LEAVING) {
        /* The decision of the program wins over the draft that the daemon has asked for. */
        popover_client_close(core(self), self->number, outcome, NULL);
        self->is_saving = FALSE;
        g_clear_pointer(&self->answer, g_free);
        popover_gtk_popover_hand_over(self);
        popover_gtk_popover_left(self);
        self->state = POPOVER_GTK_ENDING;
    }
    if (self->state != POPOVER_GTK_OPEN)
        return;
    popover_gtk_popover_end(self);
    popover_client_close(core(self), self->number, outcome, NULL);
}

/**
 * popover_gtk_popover_done:
 * @self: a popover
 *
 * Closes it: its draft is consumed.
 */
void popover_gtk_popover_done(PopoverGtkPopover *self)
{
    g_return_if_fail(POPOVER_GTK_IS_POPOVER(self));
    close_with(self, POPOVER_CLOSE_OUTCOME_DONE);
}

/**
 * popover_gtk_popover_cancel:
 * @self: a popover
 *
 * Closes it: its draft is discarded. One that is opening does not open.
 */
void popover_gtk_popover_cancel(PopoverGtkPopover *self)
{
    g_return_if_fail(POPOVER_GTK_IS_POPOVER(self));
    close_with(self, POPOVER_CLOSE_OUTCOME_CANCEL);
}

/**
 * popover_gtk_popover_save_draft:
 * @self: a popover with a key
 *
 * Saves its draft now, so that it outlives this program.
 */
void popover_gtk_popover_save_draft(PopoverGtkPopover *self)
{
    g_return_if_fail(POPOVER_GTK_IS_POPOVER(self));
    g_return_if_fail(self->key != NULL);
    if (self->state != POPOVER_GTK_OPEN)
        return;
    g_autofree char *draft = popover_gtk_popover_get_draft(self);
    if (draft)
        popover_client_save_draft(core(self), self->key, draft, -1, false, NULL);
}

/* The content has changed its size wishes: the daemon may place it anew. */
void popover_gtk_popover_resize(PopoverGtkPopover *self)
{
    if (self->state != POPOVER_GTK_OPEN)
        return;
    struct popover_size size = popover_gtk_popover_wanted_size(self);
    struct popover_update update = {.size = &size};
    gint64 number = popover_client_update(core(self), self->number, &update, NULL);
    if (number > 0)
        popover_gtk_client_watch(self->client, number, popover_gtk_popover_handle, self);
}

void popover_gtk_popover_escape(PopoverGtkPopover *self)
{
    if (self->state == POPOVER_GTK_OPEN)
        popover_client_key(core(self), "Escape", popover_gtk_tracker_display(self->tracker), false, NULL);
}
