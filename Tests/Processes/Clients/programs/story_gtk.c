/* SPDX-License-Identifier: MIT */
/* The story's client in GTK 3, in C: it does what events tell it, and says what it sees, a line each. */

#include <jansson.h>
#include <popover-gtk.h>

static PopoverGtkClient *client;
static PopoverGtkPopover *popover;
static GtkWidget *button, *entry;
static GCancellable *waiting;
static GMainLoop *loop;
static gint64 orders, replayed;
static gboolean is_slow, is_listening;
static char *shown, *draft, *next_text;

static void say(json_t *fact)
{
    char *line = json_dumps(fact, JSON_COMPACT | JSON_ENCODE_ANY);
    puts(line);
    fflush(stdout);
    free(line);
    json_decref(fact);
}

static json_t *rect(const PopoverGtkRect *rect)
{
    return json_pack("{s:f,s:f,s:f,s:f}", "x", rect->x, "y", rect->y, "width", rect->width, "height",
                     rect->height);
}

/* Frees the error; an unexpected one is the end. */
static gboolean is_canceled(GError *error)
{
    gboolean result = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    if (!result)
        g_error("%s", error->message);
    g_error_free(error);
    return result;
}

/* ---- What the client sees ---- */

static void ready(void)
{
    const char *const topics[] = {"app.story.*", NULL};
    say(json_pack("{s:s}", "said", "ready"));
    if (!orders)
        orders = popover_gtk_client_subscribe(client, topics, -1, NULL);
}

static void refused(PopoverGtkClient *self, GError *error, gboolean is_final)
{
    (void)self;
    if (!is_final)
        return;
    const char *why = error->code == POPOVER_GTK_ERROR_NO_ACCESS ? "access"
        : error->code == POPOVER_GTK_ERROR_NOT_PERMITTED ? "rights" : "protocol";
    say(json_pack("{s:s,s:s,s:s}", "said", "refused", "why", why, "words", error->message));
    g_main_loop_quit(loop);
}

static void subscribed(PopoverGtkClient *self, gint64 subscription)
{
    (void)self;
    if (subscription == orders && !is_listening)
        say(json_pack("{s:s}", "said", "listening"));
    is_listening |= subscription == orders;
}

static void gap(PopoverGtkClient *self, gint64 subscription, gint64 first, gint64 last)
{
    (void)self;
    (void)subscription;
    say(json_pack("{s:s,s:I,s:o}", "said", "gap", "first", (json_int_t)first, "last",
                  last < 0 ? json_null() : json_integer(last)));
}

static gboolean present(PopoverGtkClient *self, PopoverGtkAlert *alert)
{
    (void)self;
    g_free(shown);
    shown = g_strdup(alert->id);
    say(json_pack("{s:s,s:s}", "said", "shown", "title", alert->title));
    return TRUE;
}

static void warned(PopoverGtkClient *self, GError *error)
{
    (void)self;
    say(json_pack("{s:s,s:s}", "said", "warned", "words", error->message));
}

static void dismissed(void)
{
    say(json_pack("{s:s}", "said", "dismissed"));
}

static gboolean will_close(PopoverGtkPopover *self, const char *reason, const char *disposition)
{
    (void)self;
    say(json_pack("{s:s,s:s,s:s}", "said", "asked", "reason", reason, "disposition", disposition));
    return is_slow;
}

static void ended(PopoverGtkPopover *self, const char *reason, const char *outcome, gboolean return_focus)
{
    (void)self;
    say(json_pack("{s:s,s:s,s:s,s:b}", "said", "closed", "reason", reason, "draft", outcome, "returnFocus",
                  return_focus));
}

static void restore_draft(PopoverGtkPopover *self, const char *json)
{
    (void)self;
    g_free(draft);
    draft = g_strdup(json);
}

/* ---- What it is told to do ---- */

static void opened(GObject *object, GAsyncResult *result, gpointer data)
{
    (void)data;
    GError *error = NULL;
    if (!popover_gtk_popover_open_finish(POPOVER_GTK_POPOVER(object), result, &error))
        g_error("%s", error->message);
    const PopoverGtkPlacement *placement = popover_gtk_popover_get_placement(popover);
    say(json_pack("{s:s,s:o,s:o,s:f,s:s?,s:o}", "said", "opened", "frame", rect(&placement->frame), "draft",
                  draft ? json_loads(draft, 0, NULL) : json_null(), "lasts", placement->duration_ms,
                  "easing", placement->easing, "start",
                  placement->has_start ? rect(&placement->start) : json_null()));
    gtk_entry_set_text(GTK_ENTRY(entry), next_text);
}

static void open(json_t *order)
{
    g_free(next_text);
    next_text = g_strdup(json_string_value(json_object_get(order, "text")));
    is_slow = json_is_true(json_object_get(order, "slow"));
    restore_draft(popover, NULL);
    const json_t *width = json_object_get(order, "width");
    g_object_set(popover, "key", "order-7", "more", NULL, "content-width",
                 width ? (int)json_integer_value(width) : 320, NULL);
    popover_gtk_popover_open_async(popover, NULL, opened, NULL);
}

static void hand(json_t *order)
{
    (void)order;
    popover_gtk_popover_hand_over(popover);
}

static void saved(GObject *object, GAsyncResult *result, gpointer data)
{
    (void)object;
    (void)data;
    GError *error = NULL;
    if (!popover_gtk_client_save_draft_finish(client, result, &error)
        && !g_error_matches(error, POPOVER_GTK_REFUSAL, POPOVER_GTK_REFUSAL_SESSION_ENDED))
        g_error("%s", error->message);
    g_clear_error(&error);
}

static void save(json_t *order)
{
    char *words = json_dumps(order, JSON_COMPACT);
    popover_gtk_client_save_draft_async(client, "order-7", words, NULL, saved, NULL);
    free(words);
}

static void done(json_t *order)
{
    (void)order;
    popover_gtk_popover_done(popover);
}

static void granted(GObject *object, GAsyncResult *result, gpointer data)
{
    (void)data;
    GError *error = NULL;
    if (popover_gtk_popover_open_finish(POPOVER_GTK_POPOVER(object), result, &error))
        say(json_pack("{s:s}", "said", "granted"));
    else if (g_error_matches(error, POPOVER_GTK_REFUSAL, POPOVER_GTK_REFUSAL_POLICY)) {
        say(json_pack("{s:s,s:s,s:s}", "said", "refused", "why", "policy", "words", error->message));
        g_error_free(error);
    } else if (is_canceled(error))
        say(json_pack("{s:s}", "said", "withdrawn"));
}

static void ask(json_t *order)
{
    const char *key = json_string_value(json_object_get(order, "key"));
    g_set_object(&waiting, NULL);
    waiting = g_cancellable_new();
    g_object_set(popover, "key", key, "more", "{\"waitMs\": 10000}", NULL);
    popover_gtk_popover_open_async(popover, waiting, granted, NULL);
}

static void withdraw(json_t *order)
{
    (void)order;
    g_cancellable_cancel(waiting);
}

static void place(json_t *order)
{
    (void)order;
    popover_gtk_client_set_source(client, "till", &(PopoverGtkRect){200, 80, 80, 40}, NULL, NULL);
    say(json_pack("{s:s}", "said", "placed"));
}

static void take_away(json_t *order)
{
    (void)order;
    popover_gtk_client_remove_source(client, "till");
    say(json_pack("{s:s}", "said", "removed"));
}

static void judged(GObject *object, GAsyncResult *result, gpointer data)
{
    (void)object;
    (void)data;
    char *json = popover_gtk_client_request_finish(client, result, NULL);
    json_t *judgement = json_loads(json, 0, NULL);
    say(json_pack("{s:s,s:O}", "said", "tapped", "verdict", json_object_get(judgement, "verdict")));
    json_decref(judgement);
    g_free(json);
}

static void tap(json_t *order)
{
    char *params = json_dumps(order, JSON_COMPACT);
    popover_gtk_client_request_async(client, "tap", params, NULL, judged, NULL);
    free(params);
}

static void answered(GObject *object, GAsyncResult *result, gpointer data)
{
    (void)object;
    (void)data;
    GError *error = NULL;
    char *pressed = popover_gtk_client_raise_alert_finish(client, result, &error);
    if (pressed)
        say(json_pack("{s:s,s:s}", "said", "answered", "button", pressed));
    else if (g_error_matches(error, POPOVER_GTK_REFUSAL, POPOVER_GTK_REFUSAL_SESSION_ENDED)) {
        say(json_pack("{s:s,s:s}", "said", "refused", "why", "session-ended"));
        g_error_free(error);
    } else if (is_canceled(error))
        say(json_pack("{s:s}", "said", "withdrawn"));
    g_free(pressed);
}

static void alert(json_t *order)
{
    const char *const buttons[] = {"Refilled", "Later", NULL};
    const char *renderer = json_string_value(json_object_get(order, "renderer"));
    char *more = g_strdup_printf("{\"renderer\": \"%s\"}", renderer);
    g_set_object(&waiting, NULL);
    waiting = g_cancellable_new();
    popover_gtk_client_raise_alert_async(client, "The paper is out", buttons, more, waiting, answered,
                                         NULL);
    g_free(more);
}

static void press(json_t *order)
{
    popover_gtk_client_answer_alert(client, shown, json_string_value(json_object_get(order, "button")));
}

static void replay(json_t *order)
{
    const char *const topics[] = {json_string_value(json_object_get(order, "of")), NULL};
    gint64 since = json_integer_value(json_object_get(order, "since"));
    replayed = popover_gtk_client_subscribe(client, topics, since, NULL);
}

static void left(GObject *object, GAsyncResult *result, gpointer data)
{
    (void)object;
    (void)data;
    if (popover_gtk_client_leave_finish(client, result, NULL))
        say(json_pack("{s:s}", "said", "left"));
    g_main_loop_quit(loop);
}

static void leave(json_t *order)
{
    (void)order;
    popover_gtk_client_leave_async(client, NULL, left, NULL);
}

static const struct {
    const char *name;
    void (*deed)(json_t *order);
} deeds[] = {
    {"open", open}, {"hand", hand}, {"save", save}, {"done", done}, {"ask", ask}, {"withdraw", withdraw},
    {"place", place}, {"remove", take_away}, {"tap", tap}, {"alert", alert}, {"press", press},
    {"replay", replay}, {"leave", leave}};

static void event(PopoverGtkClient *self, gint64 subscription, const char *topic, const char *data,
                  gint64 sequence)
{
    (void)self;
    if (subscription == replayed) {
        popover_gtk_client_unsubscribe(client, replayed);
        say(json_pack("{s:s,s:s,s:I}", "said", "replayed", "topic", topic, "number", (json_int_t)sequence));
        return;
    }
    say(json_pack("{s:s,s:s}", "said", "event", "topic", topic));
    json_t *order = json_loads(data, JSON_DECODE_ANY, NULL);
    char *name = g_strdup(json_string_value(json_object_get(order, "do")));
    json_object_del(order, "do");
    for (size_t i = 0; name && i < G_N_ELEMENTS(deeds); i++)
        if (!strcmp(deeds[i].name, name))
            deeds[i].deed(order);
    g_free(name);
    json_decref(order);
}

/* ---- Its window ---- */

static GtkWidget *show(void)
{
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL), *fixed = gtk_fixed_new();
    button = gtk_button_new();
    gtk_widget_set_name(button, "basket");
    gtk_widget_set_size_request(button, 80, 40);
    gtk_fixed_put(GTK_FIXED(fixed), button, 600, 80);
    gtk_container_add(GTK_CONTAINER(window), fixed);
    gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
    gtk_window_set_default_size(GTK_WINDOW(window), 1280, 800);
    gtk_widget_show_all(window);
    return window;
}

int main(int argc, char **argv)
{
    gtk_init(&argc, &argv);
    loop = g_main_loop_new(NULL, FALSE);
    GtkWidget *window = show();
    client = g_object_new(POPOVER_GTK_TYPE_CLIENT, "app", "story", "presents-alerts", TRUE, NULL);
    entry = gtk_entry_new();
    gtk_widget_set_name(entry, "text");
    popover = popover_gtk_popover_new(client, button);
    g_object_set(popover, "content", entry, "content-width", 320, "content-height", 240, NULL);
    g_signal_connect(popover, "restore-draft", G_CALLBACK(restore_draft), NULL);
    g_signal_connect(popover, "will-close", G_CALLBACK(will_close), NULL);
    g_signal_connect(popover, "ended", G_CALLBACK(ended), NULL);
    g_signal_connect(client, "ready", ready, NULL);
    g_signal_connect(client, "connect-failed", G_CALLBACK(refused), NULL);
    g_signal_connect(client, "alert-present", G_CALLBACK(present), NULL);
    g_signal_connect(client, "warning", G_CALLBACK(warned), NULL);
    g_signal_connect(client, "alert-dismiss", dismissed, NULL);
    g_signal_connect(client, "subscribed", G_CALLBACK(subscribed), NULL);
    g_signal_connect(client, "event", G_CALLBACK(event), NULL);
    g_signal_connect(client, "gap", G_CALLBACK(gap), NULL);
    g_main_loop_run(loop);
    g_object_add_weak_pointer(G_OBJECT(popover), (gpointer *)&popover);
    g_object_add_weak_pointer(G_OBJECT(client), (gpointer *)&client);
    gtk_widget_destroy(window);
    g_object_unref(client);
    /* The source owned the popover, and nothing else owned the client. */
    if (popover || client)
        g_error("%s is still there", popover ? "the popover" : "the client");
    g_clear_object(&waiting);
    g_main_loop_unref(loop);
    g_free(shown);
    g_free(draft);
    g_free(next_text);
    return 0;
}
