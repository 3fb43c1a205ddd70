/* SPDX-License-Identifier: MIT */
/* The widget: it opens, moves and leaves as the daemon says. */

#include "internal.h"

/**
 * PopoverGtkPopover:
 *
 * A popover of popoverd, bound to the control that opens it.
 *
 * The daemon decides whether, where and how long it is on the screen. The popover reports where its
 * source is, shows its content there, and hands the state of its named widgets over as a draft, which
 * the next open with its key brings back. The source owns the popover.
 */

G_DEFINE_FINAL_TYPE(PopoverGtkPopover, popover_gtk_popover,
#if GTK_CHECK_VERSION(4, 0, 0)
                    GTK_TYPE_POPOVER
#else
                    GTK_TYPE_WINDOW
#endif
)

enum { OPENED, PLACED, WILL_CLOSE, ENDED, NUDGED, SAVE_DRAFT, RESTORE_DRAFT, SIGNALS };
static guint signals[SIGNALS];

static struct popover_client *core(PopoverGtkPopover *self)
{
    return popover_gtk_client_core(self->client);
}

/* ---- Drafts ---- */

static char *collect(PopoverGtkPopover *self)
{
    g_autofree char *values = popover_gtk_values_collect(self->content);
    g_autofree char *own = NULL;
    g_signal_emit(self, signals[SAVE_DRAFT], 0, &own);
    /* Untouched is as good as none, unless it replaces something. */
    if (!own && !self->had_draft && !g_strcmp0(values, self->untouched))
        return NULL;
    return popover_gtk_values_merge(values, own);
}

static void restore(PopoverGtkPopover *self, const char *draft)
{
    g_clear_pointer(&self->initial, g_ptr_array_unref);
    self->initial = popover_gtk_state_new(self->content);
    g_free(self->untouched);
    self->untouched = popover_gtk_values_collect(self->content);
    self->had_draft = draft != NULL;
    if (!draft)
        return;
    popover_gtk_values_apply(self->content, draft);
    g_signal_emit(self, signals[RESTORE_DRAFT], 0, draft);
}

/* The next person gets nothing of it, unless the daemon brings it back. */
void popover_gtk_popover_forget(PopoverGtkPopover *self)
{
    if (!self->initial)
        return;
    popover_gtk_state_restore(self->initial);
    g_clear_pointer(&self->initial, g_ptr_array_unref);
    g_signal_emit(self, signals[RESTORE_DRAFT], 0, NULL);
}

/* ---- Events ---- */

static void end_opening(PopoverGtkPopover *self, GError *error)
{
    if (self->canceled)
        g_source_destroy(self->canceled);
    g_clear_pointer(&self->canceled, g_source_unref);
    g_autoptr(GTask) task = g_steal_pointer(&self->opening);
    if (!task)
        g_clear_error(&error);
    else if (error)
        g_task_return_error(task, error);
    else
        g_task_return_boolean(task, TRUE);
}

static void set_placement(PopoverGtkPopover *self, const struct popover_placement *placement)
{
    self->placement = popover_gtk_placement_from(placement);
    g_object_notify(G_OBJECT(self), "placement");
    popover_gtk_popover_play(self, self->placement.has_start ? &self->placement.start : NULL);
    g_signal_emit(self, signals[PLACED], 0);
}

static void opened(PopoverGtkPopover *self, const struct popover_event_opened *event)
{
    if (self->state != POPOVER_GTK_OPENING)
        return;
    if (self->is_unwanted) {
        /* It has never been open: nobody hears of its end. */
        popover_client_close(core(self), self->number, POPOVER_CLOSE_OUTCOME_KEEP, NULL);
        popover_gtk_client_unwatch(self->client, self->number);
        self->state = POPOVER_GTK_CLOSED;
        self->number = 0;
        end_opening(self, g_error_new(G_IO_ERROR, G_IO_ERROR_CANCELLED, "it was canceled"));
        return;
    }
    self->state = POPOVER_GTK_OPEN;
    g_free(self->mark);
    self->mark = g_strconcat("popover:", event->id, NULL);
    self->arrow_width = event->appearance.arrow_width;
    self->radius = event->appearance.corner_radius;
    restore(self, event->draft ? event->draft->content : NULL);
    set_placement(self, &event->placement);
    popover_gtk_access_set_open(self, TRUE);
    if (popover_gtk_access_kind(self) != POPOVER_GTK_ACCESS_TOOLTIP)
        popover_gtk_view_focus(self);
    g_object_notify(G_OBJECT(self), "is-open");
    g_signal_emit(self, signals[OPENED], 0);
    end_opening(self, NULL);
}

void popover_gtk_popover_answer(PopoverGtkPopover *self, gint64 number)
{
    if (popover_client_answer_close(core(self), number, self->answer) < 0 && self->answer) {
        g_warning("PopoverGtkPopover: the draft is too long, or no JSON; it is lost");
        popover_client_answer_close(core(self), number, NULL);
    }
    g_clear_pointer(&self->answer, g_free);
}

/* Off the screen: what was asked for is answered, and the content is as new. */
void popover_gtk_popover_left(PopoverGtkPopover *self)
{
    popover_gtk_popover_stop(self);
    popover_gtk_view_hide(self);
    popover_gtk_access_set_open(self, FALSE);
    if (self->owed)
        return;
    if (self->state == POPOVER_GTK_LEAVING)
        popover_gtk_popover_answer(self, self->number);
    popover_gtk_popover_forget(self);
}

static void will_close(PopoverGtkPopover *self, const struct popover_event *event)
{
    if (self->state != POPOVER_GTK_OPEN || event->number != self->number) {
        popover_client_answer_close(core(self), event->number, NULL);
        return;
    }
    const struct popover_event_will_close *asked = &event->will_close;
    gboolean is_later = FALSE;
    self->state = POPOVER_GTK_LEAVING;
    self->is_saving = asked->disposition != POPOVER_DISPOSITION_DISCARD;
    g_signal_emit(self, signals[WILL_CLOSE], 0, popover_close_reason_name(asked->reason),
                  popover_disposition_name(asked->disposition), &is_later);
    if (is_later)
        self->owed = event->number;
    else if (self->is_saving)
        self->answer = collect(self);
    const struct popover_animation *animation = &asked->animation;
    popover_gtk_popover_leave(self, animation->animate ? animation->duration_ms : 0,
                              popover_easing_name(animation->easing));
}

static void closed(PopoverGtkPopover *self, gint64 number, const struct popover_event_closed *event)
{
    popover_gtk_client_unwatch(self->client, number);
    /* It may be opening again already. */
    if (number == self->number) {
        popover_gtk_popover_left(self);
        self->state = POPOVER_GTK_CLOSED;
        self->number = 0;
        if (event->return_focus)
            popover_gtk_view_return_focus(self);
        g_object_notify(G_OBJECT(self), "is-open");
    }
    g_signal_emit(self, signals[ENDED], 0, popover_close_reason_name(event->reason),
                  popover_draft_outcome_name(event->draft), (gboolean)event->return_focus);
}

void popover_gtk_popover_handle(gpointer owner, const struct popover_event *event)
{
    g_autoptr(PopoverGtkPopover) self = g_object_ref(owner);
    switch (event->type) {
    case POPOVER_EVENT_OPENED:
        opened(self, &event->opened);
        break;
    case POPOVER_EVENT_FAILED:
        popover_gtk_client_unwatch(self->client, event->number);
        if (self->state != POPOVER_GTK_OPENING || event->number != self->number)
            break;
        self->state = POPOVER_GTK_CLOSED;
        self->number = 0;
        end_opening(self, popover_gtk_error_from(&event->failure));
        break;
    case POPOVER_EVENT_UPDATED:
        popover_gtk_client_unwatch(self->client, event->number);
        if (self->state == POPOVER_GTK_OPEN)
            set_placement(self, &event->placement);
        break;
    case POPOVER_EVENT_MOVED:
        if (self->state == POPOVER_GTK_OPEN)
            set_placement(self, &event->placement);
        break;
    case POPOVER_EVENT_WILL_CLOSE:
        will_close(self, event);
        break;
    case POPOVER_EVENT_CLOSED:
        closed(self, event->number, &event->closed);
        break;
    case POPOVER_EVENT_FOCUS_ENTER:
    case POPOVER_EVENT_FOCUS_MOVE:
        popover_gtk_focus_handle(self, event);
        break;
    case POPOVER_EVENT_NUDGED:
        g_signal_emit(self, signals[NUDGED], 0);
        break;
    default:
        break;
    }
}

/* ---- The object ---- */

static void source_activated(PopoverGtkPopover *self, const char *source, const char *gesture)
{
    if (!self->tracker || g_strcmp0(source, popover_gtk_tracker_name(self->tracker)))
        return;
    g_autoptr(PopoverGtkPopover) kept = g_object_ref(self);
    self->gesture = g_strdup(gesture);
    popover_gtk_view_activate(self->source);
    /* What opens later has another gesture, or none. */
    g_clear_pointer(&self->gesture, g_free);
}

static void source_destroyed(PopoverGtkPopover *self)
{
    g_autoptr(PopoverGtkPopover) kept = g_object_ref(self);
    popover_gtk_view_destroy(self);
}

static void constructed(GObject *object)
{
    PopoverGtkPopover *self = POPOVER_GTK_POPOVER(object);
    G_OBJECT_CLASS(popover_gtk_popover_parent_class)->constructed(object);
    if (!self->client || !self->source) {
        g_critical("PopoverGtkPopover: it needs a client and a source");
        return;
    }
    self->tracker = popover_gtk_tracker_new(self->client, self->source);
    popover_gtk_access_begin(self);
    g_signal_connect_object(self->client, "focus-entered", G_CALLBACK(popover_gtk_focus_entered), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(self->client, "display-changed",
                            G_CALLBACK(popover_gtk_popover_display_changed), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(self->client, "source-activated", G_CALLBACK(source_activated), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(self->source, "destroy", G_CALLBACK(source_destroyed), self,
                            G_CONNECT_SWAPPED);
}

static void dispose(GObject *object)
{
    PopoverGtkPopover *self = POPOVER_GTK_POPOVER(object);
    if (self->client)
        popover_gtk_popover_abandon(self);
    end_opening(self, g_error_new(G_IO_ERROR, G_IO_ERROR_CANCELLED, "the popover was destroyed"));
    if (self->tracker)
        popover_gtk_access_end(self);
    g_clear_pointer(&self->tracker, popover_gtk_tracker_free);
    popover_gtk_view_dispose(self);
    self->content = NULL;
    self->source = NULL;
    g_clear_pointer(&self->initial, g_ptr_array_unref);
    g_clear_object(&self->client);
    G_OBJECT_CLASS(popover_gtk_popover_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    PopoverGtkPopover *self = POPOVER_GTK_POPOVER(object);
    g_free(self->behavior);
    g_free(self->key);
    g_free(self->title);
    g_free(self->align);
    g_free(self->more);
    g_free(self->gesture);
    g_free(self->untouched);
    g_free(self->answer);
    g_free(self->access_name);
    g_free(self->mark);
    g_strfreev(self->sides);
    G_OBJECT_CLASS(popover_gtk_popover_parent_class)->finalize(object);
}

static void popover_gtk_popover_init(PopoverGtkPopover *self)
{
    self->text_scale = 1;
    popover_gtk_view_init(self);
}

static gboolean first_answer(GSignalInvocationHint *hint, GValue *result, const GValue *value, gpointer data)
{
    (void)hint;
    (void)data;
    if (!g_value_get_string(value))
        return TRUE;
    g_value_copy(value, result);
    return FALSE;
}

#define SIGNAL(name, accumulator, result, count, ...) \
    g_signal_new(name, POPOVER_GTK_TYPE_POPOVER, G_SIGNAL_RUN_LAST, 0, accumulator, NULL, NULL, result, \
                 count, ##__VA_ARGS__)

static void popover_gtk_popover_class_init(PopoverGtkPopoverClass *klass)
{
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    object_class->constructed = constructed;
    object_class->dispose = dispose;
    object_class->finalize = finalize;
    popover_gtk_popover_install_properties(object_class);
    popover_gtk_view_class_init(klass);
    /**
     * PopoverGtkPopover::opened:
     * @self: the popover
     *
     * It is on the screen.
     */
    signals[OPENED] = SIGNAL("opened", NULL, G_TYPE_NONE, 0);
    /**
     * PopoverGtkPopover::placed:
     * @self: the popover
     *
     * It has opened or moves: see #PopoverGtkPopover:placement.
     */
    signals[PLACED] = SIGNAL("placed", NULL, G_TYPE_NONE, 0);
    /**
     * PopoverGtkPopover::will-close:
     * @self: the popover
     * @reason: why, a word of the protocol
     * @disposition: `save`, or `discard` if nobody wants its draft
     *
     * It leaves the screen.
     *
     * Returns: whether its draft comes later, by popover_gtk_popover_hand_over()
     */
    signals[WILL_CLOSE] = SIGNAL("will-close", g_signal_accumulator_true_handled, G_TYPE_BOOLEAN, 2,
                                 G_TYPE_STRING, G_TYPE_STRING);
    /**
     * PopoverGtkPopover::ended:
     * @self: the popover
     * @reason: why, a word of the protocol
     * @draft: what became of its draft: `saved`, `kept`, `discarded` or `none`
     * @return_focus: whether the focus returned to the source
     *
     * It has ended.
     */
    signals[ENDED] =
        SIGNAL("ended", NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN);
    /**
     * PopoverGtkPopover::nudged:
     * @self: the popover
     *
     * People tapped outside a popover that stays: draw attention to it.
     */
    signals[NUDGED] = SIGNAL("nudged", NULL, G_TYPE_NONE, 0);
    /**
     * PopoverGtkPopover::save-draft:
     * @self: the popover
     *
     * Asks for state that no named widget holds.
     *
     * Returns: (transfer full) (nullable): JSON. The members of an object join those of the widgets.
     */
    signals[SAVE_DRAFT] = SIGNAL("save-draft", first_answer, G_TYPE_STRING, 0);
    /**
     * PopoverGtkPopover::restore-draft:
     * @self: the popover
     * @draft: (nullable): JSON; %NULL if the state is to be as before anybody has used it
     *
     * Brings that state back.
     */
    signals[RESTORE_DRAFT] = SIGNAL("restore-draft", NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

/* ---- A draft that comes later ---- */

/**
 * popover_gtk_popover_get_draft:
 * @self: a popover
 *
 * Returns: (transfer full) (nullable): the state of its content as JSON; %NULL if nobody has changed it
 */
char *popover_gtk_popover_get_draft(PopoverGtkPopover *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_POPOVER(self), NULL);
    return collect(self);
}
