/* SPDX-License-Identifier: MIT */
/* What the daemon still asks about a popover after its widget is gone. */

#include "internal.h"

typedef struct {
    PopoverGtkClient *client;
    char *answer;
} Orphan;

static void handle_orphan(gpointer owner, const struct popover_event *event)
{
    Orphan *orphan = owner;
    struct popover_client *client = popover_gtk_client_core(orphan->client);
    switch (event->type) {
    case POPOVER_EVENT_OPENED:
        popover_client_close(client, event->opened.popover, POPOVER_CLOSE_OUTCOME_KEEP, NULL);
        return;
    case POPOVER_EVENT_WILL_CLOSE:
        popover_client_answer_close(client, event->number, orphan->answer);
        return;
    case POPOVER_EVENT_CLOSED:
    case POPOVER_EVENT_FAILED:
        popover_gtk_client_unwatch(orphan->client, event->number);
        g_object_unref(orphan->client);
        g_free(orphan->answer);
        g_free(orphan);
        return;
    default:
        return;
    }
}

void popover_gtk_popover_abandon(PopoverGtkPopover *self)
{
    popover_gtk_popover_stop(self);
    popover_gtk_popover_hand_over(self);
    if (!self->number)
        return;
    Orphan *orphan = g_new0(Orphan, 1);
    orphan->client = g_object_ref(self->client);
    if (self->state == POPOVER_GTK_OPEN)
        orphan->answer = popover_gtk_popover_get_draft(self);
    if (self->state == POPOVER_GTK_LEAVING)
        popover_gtk_popover_answer(self, self->number);
    if (self->state == POPOVER_GTK_OPENING)
        popover_client_cancel(popover_gtk_client_core(self->client), self->number);
    popover_gtk_client_watch(self->client, self->number, handle_orphan, orphan);
    self->number = 0;
    self->state = POPOVER_GTK_CLOSED;
}

/**
 * popover_gtk_popover_hand_over:
 * @self: a popover
 *
 * Hands its draft over, after #PopoverGtkPopover::will-close was answered with %TRUE.
 */
void popover_gtk_popover_hand_over(PopoverGtkPopover *self)
{
    g_return_if_fail(POPOVER_GTK_IS_POPOVER(self));
    if (!self->owed)
        return;
    gint64 number = self->owed;
    self->owed = 0;
    if (self->is_saving)
        self->answer = popover_gtk_popover_get_draft(self);
    popover_gtk_popover_answer(self, number);
    popover_gtk_popover_forget(self);
    if (self->state == POPOVER_GTK_LEAVING)
        self->state = POPOVER_GTK_ENDING;
}
