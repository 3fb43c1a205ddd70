/* SPDX-License-Identifier: MIT */
/* A source of GLib's main loop that moves the bytes of a connection. */

#include "internal.h"

#include <poll.h>

typedef struct {
    GSource base;
    struct popover_connection *connection;
    void (*taken)(gpointer data);
    gpointer data;
    gpointer tag;
    GIOCondition condition;
    guint64 generation;
} ConnectionSource;

static GIOCondition condition_of(short events)
{
    return (events & POLLIN ? G_IO_IN : 0) | (events & POLLOUT ? G_IO_OUT : 0);
}

static void poll_descriptor(ConnectionSource *self)
{
    guint64 generation = popover_connection_generation(self->connection);
    int fd = popover_connection_fd(self->connection);
    GIOCondition condition = condition_of(popover_connection_events(self->connection));
    if (self->tag && (fd < 0 || generation != self->generation)) {
        g_source_remove_unix_fd(&self->base, self->tag);
        self->tag = NULL;
    }
    self->generation = generation;
    /* It wakes the main loop, which would never sleep. */
    if (self->tag && condition != self->condition)
        g_source_modify_unix_fd(&self->base, self->tag, condition);
    else if (!self->tag && fd >= 0)
        self->tag = g_source_add_unix_fd(&self->base, fd, condition);
    self->condition = condition;
}

static gboolean prepare(GSource *base, int *timeout)
{
    ConnectionSource *self = (ConnectionSource *)base;
    poll_descriptor(self);
    *timeout = popover_connection_timeout(self->connection);
    return *timeout == 0;
}

static gboolean check(GSource *base)
{
    ConnectionSource *self = (ConnectionSource *)base;
    return (self->tag && g_source_query_unix_fd(base, self->tag))
        || popover_connection_timeout(self->connection) == 0;
}

static gboolean dispatch(GSource *base, GSourceFunc callback, gpointer data)
{
    (void)callback;
    (void)data;
    ConnectionSource *self = (ConnectionSource *)base;
    popover_connection_dispatch(self->connection);
    self->taken(self->data);
    return G_SOURCE_CONTINUE;
}

static GSourceFuncs functions = {.prepare = prepare, .check = check, .dispatch = dispatch};

GSource *popover_gtk_source_new(struct popover_connection *connection, void (*taken)(gpointer data),
                                gpointer data)
{
    GSource *source = g_source_new(&functions, sizeof(ConnectionSource));
    ConnectionSource *self = (ConnectionSource *)source;
    self->connection = connection;
    self->taken = taken;
    self->data = data;
    g_source_set_name(source, "PopoverGtkClient");
    return source;
}
