/* SPDX-License-Identifier: MIT */
/* Windows as surfaces and controls as sources of the daemon, kept current while they are on the screen. */

#include "internal.h"

/* A window, shared by all sources in it. */
typedef struct {
    char *name;
    char *display;
    PopoverGtkRect frame;
    guint users;
} Surface;

struct PopoverGtkTracker {
    PopoverGtkClient *client;
    GtkWidget *source;
    char *name;
    char *display;
    GtkWidget *window;
    GdkFrameClock *clock;
    Surface *surface;
    PopoverGtkRect rect;
    char *label;
    char *help;
    gboolean is_disabled;
    gboolean is_known;
    gpointer guards[2];
};

static struct popover_client *core(PopoverGtkTracker *self)
{
    return popover_gtk_client_core(self->client);
}

/* The surfaces of a client, by their windows. */
static GHashTable *surfaces_of(PopoverGtkClient *client)
{
    GHashTable *surfaces = g_object_get_data(G_OBJECT(client), "popover-gtk-surfaces");
    if (!surfaces) {
        surfaces = g_hash_table_new(NULL, NULL);
        g_object_set_data_full(G_OBJECT(client), "popover-gtk-surfaces", surfaces,
                               (GDestroyNotify)g_hash_table_unref);
    }
    return surfaces;
}

static gboolean is_taken(GHashTable *surfaces, const char *name)
{
    GHashTableIter iterator;
    gpointer surface;
    g_hash_table_iter_init(&iterator, surfaces);
    while (g_hash_table_iter_next(&iterator, NULL, &surface))
        if (!g_strcmp0(((Surface *)surface)->name, name))
            return TRUE;
    return FALSE;
}

/* The name stays the same from run to run: the daemon finds drafts of popovers without a key by it. */
static char *surface_name(GHashTable *surfaces, GtkWidget *window)
{
    const char *own = gtk_widget_get_name(window);
    const char *base = own && g_strcmp0(own, G_OBJECT_TYPE_NAME(window)) ? own : "window";
    char *name = g_strdup(base);
    for (guint i = 2; is_taken(surfaces, name); i++) {
        g_free(name);
        name = g_strdup_printf("%s-%u", base, i);
    }
    return name;
}

static void join_surface(PopoverGtkTracker *self)
{
    GHashTable *surfaces = surfaces_of(self->client);
    self->surface = g_hash_table_lookup(surfaces, self->window);
    if (!self->surface) {
        self->surface = g_new0(Surface, 1);
        self->surface->name = surface_name(surfaces, self->window);
        self->surface->frame.width = -1;
        g_hash_table_insert(surfaces, self->window, self->surface);
    }
    self->surface->users++;
}

static void leave_surface(PopoverGtkTracker *self)
{
    if (!self->surface || --self->surface->users)
        return;
    popover_client_remove_surface(core(self), self->surface->name, NULL);
    g_hash_table_remove(surfaces_of(self->client), self->window);
    g_free(self->surface->name);
    g_free(self->surface->display);
    g_free(self->surface);
}

static void refresh_surface(PopoverGtkTracker *self)
{
    PopoverGtkRect frame;
    Surface *surface = self->surface;
    if (!popover_gtk_window_frame(self->window, &frame))
        return;
    if (popover_gtk_rect_equal(&frame, &surface->frame)
        && !g_strcmp0(surface->display, self->display))
        return;
    surface->frame = frame;
    g_free(surface->display);
    surface->display = g_strdup(self->display);
    struct popover_rect place = popover_gtk_rect_to(&frame);
    popover_client_set_surface(core(self), surface->name, &place, self->display, NULL);
}

static gboolean replace(char **text, char *by)
{
    gboolean is_other = g_strcmp0(*text, by) != 0;
    g_free(*text);
    *text = by;
    return is_other;
}

static void refresh_source(PopoverGtkTracker *self)
{
    PopoverGtkRect rect;
    if (self->surface->frame.width < 0 || !popover_gtk_widget_rect(self->source, self->window, &rect))
        return;
    gboolean is_disabled = !gtk_widget_is_sensitive(self->source);
    gboolean is_other = replace(&self->label, popover_gtk_access_label(self->source));
    is_other |= replace(&self->help, popover_gtk_access_help(self->source));
    if (self->is_known && !is_other && is_disabled == self->is_disabled
        && popover_gtk_rect_equal(&rect, &self->rect))
        return;
    self->rect = rect;
    self->is_disabled = is_disabled;
    self->is_known = TRUE;
    struct popover_control control = {
        .source = self->name, .rect = popover_gtk_rect_to(&rect), .surface = self->surface->name,
        .display = self->display, .label = self->label, .help = self->help,
        .role = popover_gtk_access_role(self->source), .disabled = is_disabled};
    popover_client_set_control(core(self), &control, NULL);
}

gboolean popover_gtk_tracker_is_inert(PopoverGtkTracker *self)
{
    return popover_gtk_focus_is_away(self->client, self->display);
}

gpointer *popover_gtk_tracker_guards(PopoverGtkTracker *self)
{
    return self->guards;
}

void popover_gtk_tracker_come_back(PopoverGtkTracker *self, int presses, double x, double y)
{
    (void)presses;
    if (!popover_gtk_tracker_is_inert(self))
        return;
    popover_gtk_focus_come_back(self->client, self->display);
    if (!self->surface)
        return;
    /* Not every screen plugin sees it; the popover that it opens would have no keyboard. */
    struct popover_pointer tap = {.at = {x, y}, .surface = self->surface->name};
    popover_client_tap(core(self), &tap, NULL);
}

static void painted(PopoverGtkTracker *self)
{
    const double *origin = popover_gtk_window_origin(self->window);
    if (origin && (origin[0] != self->surface->frame.x || origin[1] != self->surface->frame.y))
        refresh_surface(self);
    refresh_source(self);
}

static void leave_window(PopoverGtkTracker *self)
{
    if (!self->window)
        return;
    if (self->is_known)
        popover_client_remove_source(core(self), self->name, NULL);
    self->is_known = FALSE;
    leave_surface(self);
    self->surface = NULL;
    g_signal_handlers_disconnect_by_data(self->clock, self);
    g_clear_object(&self->clock);
    popover_gtk_view_unguard(self->window, self);
    popover_gtk_window_unwatch(self->window, self);
    g_clear_weak_pointer(&self->window);
}

static void mapped(PopoverGtkTracker *self)
{
    GtkWidget *window = popover_gtk_widget_window(self->source);
    GdkFrameClock *clock = gtk_widget_get_frame_clock(self->source);
    if (self->window || !window || !clock)
        return;
    g_set_weak_pointer(&self->window, window);
    self->clock = g_object_ref(clock);
    join_surface(self);
    popover_gtk_window_watch(window, self);
    popover_gtk_view_guard(window, self);
    /* Whatever moves a widget in its window has it painted. */
    g_signal_connect_swapped(clock, "after-paint", G_CALLBACK(painted), self);
    popover_gtk_tracker_update(self);
}

gboolean popover_gtk_tracker_update(PopoverGtkTracker *self)
{
    if (!self->window)
        return FALSE;
    refresh_surface(self);
    refresh_source(self);
    return self->is_known;
}

static char *default_name(PopoverGtkClient *client, GtkWidget *source)
{
    const char *own = gtk_widget_get_name(source);
    if (own && g_strcmp0(own, G_OBJECT_TYPE_NAME(source)))
        return g_strdup(own);
    guint count = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(client), "popover-gtk-sources")) + 1;
    g_object_set_data(G_OBJECT(client), "popover-gtk-sources", GUINT_TO_POINTER(count));
    return g_strdup_printf("source-%u", count);
}

PopoverGtkTracker *popover_gtk_tracker_new(PopoverGtkClient *client, GtkWidget *source)
{
    PopoverGtkTracker *self = g_new0(PopoverGtkTracker, 1);
    self->client = g_object_ref(client);
    self->source = source;
    self->name = default_name(client, source);
    g_signal_connect_swapped(source, "map", G_CALLBACK(mapped), self);
    g_signal_connect_swapped(source, "unmap", G_CALLBACK(leave_window), self);
    if (gtk_widget_get_mapped(source))
        mapped(self);
    return self;
}

void popover_gtk_tracker_free(PopoverGtkTracker *self)
{
    leave_window(self);
    g_signal_handlers_disconnect_by_data(self->source, self);
    g_object_unref(self->client);
    g_free(self->name);
    g_free(self->display);
    g_free(self->label);
    g_free(self->help);
    g_free(self);
}

void popover_gtk_tracker_set_name(PopoverGtkTracker *self, const char *name)
{
    if (self->is_known)
        popover_client_remove_source(core(self), self->name, NULL);
    self->is_known = FALSE;
    g_free(self->name);
    self->name = g_strdup(name);
    popover_gtk_tracker_update(self);
}

void popover_gtk_tracker_set_display(PopoverGtkTracker *self, const char *display)
{
    g_free(self->display);
    self->display = g_strdup(display);
    self->is_known = FALSE;
    popover_gtk_tracker_update(self);
}

const char *popover_gtk_tracker_name(PopoverGtkTracker *self)
{
    return self->name;
}

const char *popover_gtk_tracker_display(PopoverGtkTracker *self)
{
    return self->display;
}

GtkWidget *popover_gtk_tracker_window(PopoverGtkTracker *self)
{
    return self->window;
}

PopoverGtkRect popover_gtk_tracker_surface(PopoverGtkTracker *self)
{
    return self->surface ? self->surface->frame : (PopoverGtkRect){0, 0, 0, 0};
}
