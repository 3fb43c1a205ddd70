/* SPDX-License-Identifier: MIT */
/* The client on GLib's main loop, with signals for what happens. */

#include "internal.h"

/**
 * PopoverGtkClient:
 *
 * A client of popoverd on the thread-default main context of the thread that made it.
 *
 * It connects as soon as that context runs, and again after each loss of the connection. Events of
 * popovers go to #PopoverGtkPopover.
 */

typedef struct {
    PopoverGtkHandler handler;
    gpointer owner;
} Watch;

struct _PopoverGtkClient {
    GObject parent;
    char *app;
    char **roles;
    char *path;
    gboolean presents_alerts;
    guint timeout_ms;

    struct popover_connection *connection;
    struct popover_client *core;
    GSource *source;
    GHashTable *watches;
    gboolean is_leaving;
    GTask *leaving;
    /* What a person needs of the default display, as the daemon described it last. */
    char *settings;
};

G_DEFINE_FINAL_TYPE(PopoverGtkClient, popover_gtk_client, G_TYPE_OBJECT)

enum { PROP_APP = 1, PROP_ROLES, PROP_PATH, PROP_PRESENTS_ALERTS, PROP_TIMEOUT, PROP_IS_READY,
       PROP_TEXT_SCALE, PROP_IS_HIGH_CONTRAST, PROP_IS_MOTION_REDUCED, PROP_LANGUAGE, PROP_DIRECTION, PROPS };
static GParamSpec *properties[PROPS];

void popover_gtk_client_notify_settings(PopoverGtkClient *self)
{
    char *now = g_strdup_printf(
        "%g %d %d %s %s", popover_gtk_client_get_text_scale(self),
        popover_gtk_client_get_is_high_contrast(self), popover_gtk_client_get_is_motion_reduced(self),
        popover_gtk_client_get_language(self), popover_gtk_client_get_direction(self));
    gboolean is_same = !g_strcmp0(now, self->settings);
    g_free(self->settings);
    self->settings = now;
    if (is_same)
        return;
    for (guint id = PROP_TEXT_SCALE; id < PROPS; id++)
        g_object_notify_by_pspec(G_OBJECT(self), properties[id]);
}

static void take_events(gpointer data)
{
    g_autoptr(PopoverGtkClient) self = g_object_ref(data);
    const struct popover_event *event;
    while (self->core && (event = popover_client_next_event(self->core))) {
        popover_gtk_focus_note(self, event);
        Watch *watch = event->number ? g_hash_table_lookup(self->watches, &event->number) : NULL;
        if (watch)
            watch->handler(watch->owner, event);
        else
            popover_gtk_client_announce(self, event);
    }
}

/* ---- What other files use ---- */

struct popover_client *popover_gtk_client_core(PopoverGtkClient *self)
{
    return self->core;
}

void popover_gtk_client_watch(PopoverGtkClient *self, gint64 number, PopoverGtkHandler handler,
                              gpointer owner)
{
    Watch *watch = g_new(Watch, 1);
    *watch = (Watch){handler, owner};
    g_hash_table_replace(self->watches, g_memdup2(&number, sizeof number), watch);
}

void popover_gtk_client_unwatch(PopoverGtkClient *self, gint64 number)
{
    if (self->watches)
        g_hash_table_remove(self->watches, &number);
}

gboolean popover_gtk_client_set_leaving(PopoverGtkClient *self, GTask *task)
{
    if (self->is_leaving)
        return FALSE;
    self->is_leaving = TRUE;
    self->leaving = g_object_ref(task);
    popover_client_leave(self->core);
    return TRUE;
}

void popover_gtk_client_left(PopoverGtkClient *self)
{
    if (self->leaving)
        g_task_return_boolean(self->leaving, TRUE);
    g_clear_object(&self->leaving);
}

/**
 * popover_gtk_client_get_app:
 * @self: a client
 *
 * Returns: the name of the app
 */
const char *popover_gtk_client_get_app(PopoverGtkClient *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_CLIENT(self), NULL);
    return self->app;
}

/**
 * popover_gtk_client_get_path:
 * @self: a client
 *
 * Returns: the path of the socket that was tried last; before that, of the socket that will be
 */
const char *popover_gtk_client_get_path(PopoverGtkClient *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_CLIENT(self), NULL);
    return popover_connection_path(self->connection);
}

/**
 * popover_gtk_client_get_is_ready:
 * @self: a client
 *
 * Returns: whether it is connected, and requests are sent
 */
gboolean popover_gtk_client_get_is_ready(PopoverGtkClient *self)
{
    g_return_val_if_fail(POPOVER_GTK_IS_CLIENT(self), FALSE);
    return popover_client_is_ready(self->core);
}

/* ---- The object ---- */

static void constructed(GObject *object)
{
    PopoverGtkClient *self = POPOVER_GTK_CLIENT(object);
    G_OBJECT_CLASS(popover_gtk_client_parent_class)->constructed(object);
    enum popover_role roles[8];
    size_t count = 0;
    for (char **role = self->roles; role && *role && count < G_N_ELEMENTS(roles); role++) {
        enum popover_role value = POPOVER_ROLE_APP;
        while (popover_role_name(value)[0] && strcmp(popover_role_name(value), *role))
            value++;
        if (!popover_role_name(value)[0])
            g_critical("PopoverGtkClient: no role \"%s\" (known: app, shell, input, observer)", *role);
        roles[count++] = value;
    }
    struct popover_options options = {
        .app = self->app, .roles = roles, .role_count = count, .path = self->path,
        .presents_alerts = self->presents_alerts, .moves_focus = true, .timeout_ms = self->timeout_ms};
    self->connection = popover_connection_new(&options);
    if (!self->connection)
        g_error("PopoverGtkClient: the app \"%s\" is not 1 to 64 of a-z 0-9 . _ -",
                self->app ? self->app : "");
    self->core = popover_connection_client(self->connection);
    self->source = popover_gtk_source_new(self->connection, take_events, self);
    g_source_attach(self->source, g_main_context_get_thread_default());
}

static void dispose(GObject *object)
{
    PopoverGtkClient *self = POPOVER_GTK_CLIENT(object);
    if (self->source) {
        g_source_destroy(self->source);
        g_clear_pointer(&self->source, g_source_unref);
    }
    g_clear_pointer(&self->watches, g_hash_table_unref);
    self->core = NULL;
    g_clear_pointer(&self->connection, popover_connection_free);
    g_clear_object(&self->leaving);
    G_OBJECT_CLASS(popover_gtk_client_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
    PopoverGtkClient *self = POPOVER_GTK_CLIENT(object);
    g_free(self->app);
    g_strfreev(self->roles);
    g_free(self->path);
    g_free(self->settings);
    G_OBJECT_CLASS(popover_gtk_client_parent_class)->finalize(object);
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
    PopoverGtkClient *self = POPOVER_GTK_CLIENT(object);
    switch (id) {
    case PROP_APP: self->app = g_value_dup_string(value); break;
    case PROP_ROLES: self->roles = g_value_dup_boxed(value); break;
    case PROP_PATH: self->path = g_value_dup_string(value); break;
    case PROP_PRESENTS_ALERTS: self->presents_alerts = g_value_get_boolean(value); break;
    case PROP_TIMEOUT: self->timeout_ms = g_value_get_uint(value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    PopoverGtkClient *self = POPOVER_GTK_CLIENT(object);
    switch (id) {
    case PROP_APP: g_value_set_string(value, self->app); break;
    case PROP_ROLES: g_value_set_boxed(value, self->roles); break;
    case PROP_PATH: g_value_set_string(value, popover_gtk_client_get_path(self)); break;
    case PROP_PRESENTS_ALERTS: g_value_set_boolean(value, self->presents_alerts); break;
    case PROP_TIMEOUT: g_value_set_uint(value, self->timeout_ms); break;
    case PROP_IS_READY: g_value_set_boolean(value, popover_gtk_client_get_is_ready(self)); break;
    case PROP_TEXT_SCALE: g_value_set_double(value, popover_gtk_client_get_text_scale(self)); break;
    case PROP_IS_HIGH_CONTRAST:
        g_value_set_boolean(value, popover_gtk_client_get_is_high_contrast(self));
        break;
    case PROP_IS_MOTION_REDUCED:
        g_value_set_boolean(value, popover_gtk_client_get_is_motion_reduced(self));
        break;
    case PROP_LANGUAGE: g_value_set_string(value, popover_gtk_client_get_language(self)); break;
    case PROP_DIRECTION: g_value_set_string(value, popover_gtk_client_get_direction(self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

static void popover_gtk_client_init(PopoverGtkClient *self)
{
    self->watches = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
}

#define READABLE (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS)
#define CONSTRUCTED (G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS)
static void install_properties(GObjectClass *klass)
{
    /**
     * PopoverGtkClient:app:
     *
     * The name of the app: 1 to 64 of a-z 0-9 . _ -
     */
    properties[PROP_APP] = g_param_spec_string("app", NULL, NULL, NULL, CONSTRUCTED);
    /**
     * PopoverGtkClient:roles:
     *
     * Its roles: `app`, `shell`, `input`, `observer`. Without any it is an `app`.
     */
    properties[PROP_ROLES] = g_param_spec_boxed("roles", NULL, NULL, G_TYPE_STRV, CONSTRUCTED);
    /**
     * PopoverGtkClient:path:
     *
     * The path of the socket. Without one the client finds it as the protocol says.
     */
    properties[PROP_PATH] = g_param_spec_string("path", NULL, NULL, NULL, CONSTRUCTED);
    /**
     * PopoverGtkClient:presents-alerts:
     *
     * Whether the program shows alerts: #PopoverGtkClient::alert-present.
     */
    properties[PROP_PRESENTS_ALERTS] =
        g_param_spec_boolean("presents-alerts", NULL, NULL, FALSE, CONSTRUCTED);
    /**
     * PopoverGtkClient:timeout:
     *
     * How long to wait for a response, in milliseconds; 0 is 10 seconds.
     */
    properties[PROP_TIMEOUT] =
        g_param_spec_uint("timeout", NULL, NULL, 0, G_MAXUINT, 0, CONSTRUCTED);
    /**
     * PopoverGtkClient:is-ready:
     *
     * Whether it is connected, and requests are sent.
     */
    properties[PROP_IS_READY] = g_param_spec_boolean("is-ready", NULL, NULL, FALSE, READABLE);
    /**
     * PopoverGtkClient:text-scale:
     *
     * How much larger text is than designed, from 1 to 4, on the default display; the person who uses it
     * may have asked for that. Popovers of this library follow it by themselves.
     */
    properties[PROP_TEXT_SCALE] = g_param_spec_double("text-scale", NULL, NULL, 1, 4, 1, READABLE);
    /**
     * PopoverGtkClient:is-high-contrast:
     *
     * Whether the default display shows high contrast.
     */
    properties[PROP_IS_HIGH_CONTRAST] =
        g_param_spec_boolean("is-high-contrast", NULL, NULL, FALSE, READABLE);
    /**
     * PopoverGtkClient:is-motion-reduced:
     *
     * Whether nothing on the default display is animated.
     */
    properties[PROP_IS_MOTION_REDUCED] =
        g_param_spec_boolean("is-motion-reduced", NULL, NULL, FALSE, READABLE);
    /**
     * PopoverGtkClient:language:
     *
     * In which people read on the default display: a BCP 47 tag; %NULL if that is unknown.
     */
    properties[PROP_LANGUAGE] = g_param_spec_string("language", NULL, NULL, NULL, READABLE);
    /**
     * PopoverGtkClient:direction:
     *
     * In which lines of text run on the default display: `ltr` or `rtl`; %NULL if that is unknown.
     */
    properties[PROP_DIRECTION] = g_param_spec_string("direction", NULL, NULL, NULL, READABLE);
    g_object_class_install_properties(klass, PROPS, properties);
}

static void popover_gtk_client_class_init(PopoverGtkClientClass *klass)
{
    GObjectClass *object_class = G_OBJECT_CLASS(klass);
    object_class->constructed = constructed;
    object_class->dispose = dispose;
    object_class->finalize = finalize;
    object_class->set_property = set_property;
    object_class->get_property = get_property;
    install_properties(object_class);
    popover_gtk_client_install_signals();
}
