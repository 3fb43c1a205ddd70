/* SPDX-License-Identifier: MIT */
/* The signals of the client, and the events that they follow from. */

#include "internal.h"

enum {
    READY, LOST, CONNECT_FAILED, WARNING, SHIELD, DISPLAY_CHANGED, SOURCE_ACTIVATED, ALERT_PRESENT,
    ALERT_DISMISS, SUBSCRIBED, EVENT, GAP, FOCUS_ENTERED, FOCUS_LEFT, FOCUS_MOVED, SIGNALS
};
static guint signals[SIGNALS];

#define SIGNAL(name, type, count, ...) \
    g_signal_new(name, POPOVER_GTK_TYPE_CLIENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, type, count, \
                 ##__VA_ARGS__)

void popover_gtk_client_install_signals(void)
{
    /**
     * PopoverGtkClient::ready:
     * @self: the client
     * @restarted: whether this is another daemon than before
     *
     * It is connected, and sources, surfaces and occluders are registered.
     */
    signals[READY] = SIGNAL("ready", G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
    /**
     * PopoverGtkClient::lost:
     * @self: the client
     * @error: why
     *
     * The connection ended; the client connects again.
     */
    signals[LOST] = SIGNAL("lost", G_TYPE_NONE, 1, G_TYPE_ERROR);
    /**
     * PopoverGtkClient::connect-failed:
     * @self: the client
     * @error: why
     * @is_final: whether further attempts will fail, too, unless somebody changes the daemon
     *
     * An attempt to connect failed; the next one follows.
     */
    signals[CONNECT_FAILED] = SIGNAL("connect-failed", G_TYPE_NONE, 2, G_TYPE_ERROR, G_TYPE_BOOLEAN);
    /**
     * PopoverGtkClient::warning:
     * @self: the client
     * @error: why
     *
     * What the library does by itself was refused, such as a source after a reconnect; or, with code 0, the
     * daemon has advice about a popover, such as a width that it did not grant. Each advice comes once. It is
     * written to the log if no handler is connected.
     */
    signals[WARNING] = SIGNAL("warning", G_TYPE_NONE, 1, G_TYPE_ERROR);
    /**
     * PopoverGtkClient::shield:
     * @self: the client
     * @display: the display
     * @on: whether taps on it must not reach what lies below a popover
     *
     * A shield goes up or down.
     */
    signals[SHIELD] = SIGNAL("shield", G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
    /**
     * PopoverGtkClient::display-changed:
     * @self: the client
     * @display: the display
     * @removed: whether it is gone
     *
     * A display was set or removed.
     */
    signals[DISPLAY_CHANGED] = SIGNAL("display-changed", G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
    /**
     * PopoverGtkClient::source-activated:
     * @self: the client
     * @source: the name of the source
     * @gesture: (nullable): what lets the app open a popover
     *
     * A shield kept a tap on this source from the program. #PopoverGtkPopover acts on its own source.
     */
    signals[SOURCE_ACTIVATED] = g_signal_new(
        "source-activated", POPOVER_GTK_TYPE_CLIENT, G_SIGNAL_RUN_LAST | G_SIGNAL_DETAILED, 0, NULL, NULL,
        NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
    /**
     * PopoverGtkClient::alert-present:
     * @self: the client
     * @alert: (type PopoverGtkAlert): the alert to show
     *
     * Show an alert. Only a client with #PopoverGtkClient:presents-alerts is asked.
     *
     * Returns: whether it is on the screen; otherwise the next renderer shall show it
     */
    signals[ALERT_PRESENT] = g_signal_new(
        "alert-present", POPOVER_GTK_TYPE_CLIENT, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled,
        NULL, NULL, G_TYPE_BOOLEAN, 1, POPOVER_GTK_TYPE_ALERT);
    /**
     * PopoverGtkClient::alert-dismiss:
     * @self: the client
     * @alert: its id
     *
     * Take an alert off the screen.
     */
    signals[ALERT_DISMISS] = SIGNAL("alert-dismiss", G_TYPE_NONE, 1, G_TYPE_STRING);
    /**
     * PopoverGtkClient::subscribed:
     * @self: the client
     * @subscription: its number
     * @sequence: the number of the latest event
     * @snapshot: the scene as of that event: JSON
     *
     * A subscription began, or continues after a reconnect.
     */
    signals[SUBSCRIBED] =
        SIGNAL("subscribed", G_TYPE_NONE, 3, G_TYPE_INT64, G_TYPE_INT64, G_TYPE_STRING);
    /**
     * PopoverGtkClient::event:
     * @self: the client
     * @subscription: its number
     * @topic: the topic
     * @data: JSON
     * @sequence: the number of the event
     *
     * An event of the bus.
     */
    signals[EVENT] = SIGNAL("event", G_TYPE_NONE, 4, G_TYPE_INT64, G_TYPE_STRING, G_TYPE_STRING,
                            G_TYPE_INT64);
    /**
     * PopoverGtkClient::gap:
     * @self: the client
     * @subscription: its number
     * @first: the number of the first lost event
     * @last: the number of the last lost event; -1 after a restart of the daemon
     *
     * Events of the bus were lost.
     */
    signals[GAP] = SIGNAL("gap", G_TYPE_NONE, 3, G_TYPE_INT64, G_TYPE_INT64, G_TYPE_INT64);
    /**
     * PopoverGtkClient::focus-entered:
     * @self: the client
     * @display: the display
     * @source: (nullable): the control that has the focus
     *
     * The display's keyboard is the program's. #PopoverGtkPopover focuses its own source, and itself.
     */
    signals[FOCUS_ENTERED] = SIGNAL("focus-entered", G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
    /**
     * PopoverGtkClient::focus-left:
     * @self: the client
     * @display: the display
     *
     * Something else has the display's keyboard. Windows with sources ignore keys until people press in
     * them, or #PopoverGtkClient::focus-entered.
     */
    signals[FOCUS_LEFT] = SIGNAL("focus-left", G_TYPE_NONE, 1, G_TYPE_STRING);
    /**
     * PopoverGtkClient::focus-moved:
     * @self: the client
     * @display: the display
     * @alert: (nullable): the id of the alert that this program shows
     * @step: `next`, `previous`, `up`, `down`, `left`, `right`, `activate` or `help`
     *
     * People press a keypad while what this program draws by itself is on top. In a #PopoverGtkPopover the
     * focus moves by itself.
     */
    signals[FOCUS_MOVED] =
        SIGNAL("focus-moved", G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
}

static void emit_error(PopoverGtkClient *self, guint signal, const struct popover_failure *failure,
                       gboolean is_final)
{
    g_autoptr(GError) error = popover_gtk_error_from(failure);
    g_signal_emit(self, signal, 0, error, is_final);
}

static void present(PopoverGtkClient *self, const struct popover_event_alert *event)
{
    PopoverGtkAlert *alert = popover_gtk_alert_from(event);
    gboolean presented = FALSE;
    g_signal_emit(self, signals[ALERT_PRESENT], 0, alert, &presented);
    popover_client_answer_present(popover_gtk_client_core(self), alert->id, presented);
    popover_gtk_alert_free(alert);
}

void popover_gtk_client_announce(PopoverGtkClient *self, const struct popover_event *event)
{
    switch (event->type) {
    case POPOVER_EVENT_READY:
        popover_gtk_client_notify_settings(self);
        g_object_notify(G_OBJECT(self), "is-ready");
        g_signal_emit(self, signals[READY], 0, (gboolean)event->ready.restarted);
        break;
    case POPOVER_EVENT_LOST:
        g_object_notify(G_OBJECT(self), "is-ready");
        emit_error(self, signals[LOST], &event->failure, FALSE);
        break;
    case POPOVER_EVENT_CONNECT_FAILED:
        emit_error(self, signals[CONNECT_FAILED], &event->connect_failed.failure,
                   event->connect_failed.is_final);
        break;
    case POPOVER_EVENT_WARNING:
        if (g_signal_has_handler_pending(self, signals[WARNING], 0, FALSE))
            emit_error(self, signals[WARNING], &event->failure, FALSE);
        else
            g_message("PopoverGtkClient: %s", event->failure.message);
        break;
    case POPOVER_EVENT_LEFT:
        popover_gtk_client_left(self);
        break;
    case POPOVER_EVENT_SHIELD:
        g_signal_emit(self, signals[SHIELD], 0, event->shield.display, (gboolean)event->shield.on);
        break;
    case POPOVER_EVENT_DISPLAY_CHANGED:
        popover_gtk_client_notify_settings(self);
        g_signal_emit(self, signals[DISPLAY_CHANGED], 0, event->display.display.name,
                      (gboolean)event->display.removed);
        break;
    case POPOVER_EVENT_SOURCE_ACTIVATED:
        g_signal_emit(self, signals[SOURCE_ACTIVATED], g_quark_from_string(event->activated.source),
                      event->activated.source, event->activated.gesture);
        break;
    case POPOVER_EVENT_ALERT_PRESENT:
        present(self, &event->alert);
        break;
    case POPOVER_EVENT_ALERT_DISMISS:
        g_signal_emit(self, signals[ALERT_DISMISS], 0, event->dismissed.alert);
        break;
    case POPOVER_EVENT_SUBSCRIBED:
        g_signal_emit(self, signals[SUBSCRIBED], 0, event->number, event->subscribed.sequence,
                      event->subscribed.snapshot);
        break;
    case POPOVER_EVENT_BUS:
        g_signal_emit(self, signals[EVENT], 0, event->number, event->published.topic,
                      event->published.data, event->published.sequence);
        break;
    case POPOVER_EVENT_GAP:
        g_signal_emit(self, signals[GAP], 0, event->number, event->gap.first, event->gap.last);
        break;
    case POPOVER_EVENT_FOCUS_ENTER:
        g_signal_emit(self, signals[FOCUS_ENTERED], 0, event->focus.display, event->focus.source);
        break;
    case POPOVER_EVENT_FOCUS_LEAVE:
        g_signal_emit(self, signals[FOCUS_LEFT], 0, event->focus.display);
        break;
    case POPOVER_EVENT_FOCUS_MOVE:
        g_signal_emit(self, signals[FOCUS_MOVED], 0, event->focus.display, event->focus.alert,
                      popover_step_name(event->focus.step));
        break;
    default:
        break;
    }
}
