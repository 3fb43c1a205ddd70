// SPDX-License-Identifier: MIT

#include "accessible.h"

#include <at-spi2-atk/2.0/atk-bridge.h>
#include <atspi/atspi.h>
#include <dbus/dbus.h>
#include <errno.h>
#include <glib-unix.h>
#include <unistd.h>

#include "window.h"

static PopoverRoot *root;
static GMainLoop *loop;
static bool is_connected;
static const char *toolkit_version;

static AtkObject *get_root(void) { return ATK_OBJECT(root); }
static const char *get_toolkit_name(void) { return "popoverd"; }
static const char *get_toolkit_version(void) { return toolkit_version; }

static DBusHandlerResult received(DBusConnection *bus, DBusMessage *message, void *data) {
    (void)bus, (void)data;
    if (dbus_message_is_signal(message, DBUS_INTERFACE_LOCAL, "Disconnected")) {
        is_connected = false;
        accessible_stop();
    }
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
}

bool accessible_connect(const char *name, const char *version, const char *session_bus) {
    g_setenv("DBUS_SESSION_BUS_ADDRESS", session_bus, TRUE);
    toolkit_version = g_strdup(version);
    root = popover_root_new(name);
    AtkUtilClass *util = g_type_class_ref(ATK_TYPE_UTIL);
    util->get_root = get_root;
    util->get_toolkit_name = get_toolkit_name;
    util->get_toolkit_version = get_toolkit_version;
    if (atk_bridge_adaptor_init(NULL, NULL) != 0) return false;
    // The bridge's connection, which it does not connect anew.
    DBusConnection *bus = atspi_get_a11y_bus();
    is_connected = bus != NULL && dbus_connection_add_filter(bus, received, NULL, NULL);
    return is_connected;
}

void accessible_set(const accessible_window *description) {
    PopoverWindow *window = popover_root_find(root, description->identifier);
    if (window != NULL) return popover_window_change(window, description);
    window = popover_window_new(description);
    popover_root_add(root, window);
    popover_window_show(window, description->is_active);
}

void accessible_remove(const char *identifier) {
    PopoverWindow *window = popover_root_find(root, identifier);
    if (window == NULL) return;
    popover_window_hide(window);
    popover_root_remove(root, window);
}

void accessible_announce(const char *identifier, const char *words) {
    PopoverWindow *window = popover_root_find(root, identifier);
    g_signal_emit_by_name(window == NULL ? (void *)root : window, "announcement", words);
}

typedef struct source {
    accessible_reader *reader;
    void *context;
} source;

static gboolean read_bytes(int descriptor, GIOCondition condition, void *data) {
    (void)condition;
    source *source = data;
    uint8_t bytes[65536];
    ssize_t count = read(descriptor, bytes, sizeof bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return G_SOURCE_CONTINUE;
    source->reader(source->context, bytes, count < 0 ? 0 : (size_t)count);
    return count > 0;
}

bool accessible_run(int descriptor, accessible_reader *reader, void *context) {
    source source = {reader, context};
    loop = g_main_loop_new(NULL, FALSE);
    g_unix_fd_add(descriptor, G_IO_IN | G_IO_HUP, read_bytes, &source);
    g_main_loop_run(loop);
    if (is_connected) atk_bridge_adaptor_cleanup();
    return is_connected || root == NULL;
}

void accessible_stop(void) { g_main_loop_quit(loop); }
