// SPDX-License-Identifier: MIT

#include "notifications.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define NAME "org.freedesktop.Notifications"
#define PATH "/org/freedesktop/Notifications"
#define GONE_RULE \
    "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''"
#define FAIL(...) snprintf(error, NOTIFICATION_ERROR_CAPACITY, __VA_ARGS__)

struct notification_bus {
    sd_bus *bus;
    char version[32];
    bool is_owner;
    // The event that a handler has produced, for notification_bus_next.
    notification_event event;
    char text[NOTIFICATION_ERROR_CAPACITY];
};

static notification_call *keep(sd_bus_message *message) {
    return (notification_call *)sd_bus_message_ref(message);
}

static int read_actions(sd_bus_message *message, notification_event *event) {
    int status = sd_bus_message_enter_container(message, 'a', "s");
    if (status < 0) return status;
    const char *text = NULL;
    while ((status = sd_bus_message_read(message, "s", &text)) > 0) {
        if (event->action_count == NOTIFICATION_ACTIONS_CAPACITY)
            event->has_more_actions = true;
        else
            event->actions[event->action_count++] = text;
    }
    if (status < 0) return status;
    return sd_bus_message_exit_container(message);
}

// The specification says byte; some callers send other integers, and numbers above 2.
static int read_urgency(sd_bus_message *message, int32_t *urgency) {
    char type = 0;
    const char *contents = NULL;
    int status = sd_bus_message_peek_type(message, &type, &contents);
    if (status < 0) return status;
    if (strlen(contents) != 1 || !strchr("ynqiuxt", contents[0]))
        return sd_bus_message_skip(message, "v");
    char kind = contents[0];
    union {
        uint8_t y;
        int16_t n;
        uint16_t q;
        int32_t i;
        uint32_t u;
        int64_t x;
        uint64_t t;
    } value = {.t = 0};
    status = sd_bus_message_read(message, "v", contents, &value);
    if (status < 0) return status;
    int64_t number = kind == 'y' ? value.y
        : kind == 'n'            ? value.n
        : kind == 'q'            ? value.q
        : kind == 'i'            ? value.i
        : kind == 'u'            ? value.u
        : kind == 'x'            ? value.x
        : value.t > 2            ? 2
                                 : (int64_t)value.t;
    if (number >= 0) *urgency = number > 2 ? 2 : (int32_t)number;
    return 1;
}

static int read_tag(sd_bus_message *message, const char **tag) {
    char type = 0;
    const char *contents = NULL;
    int status = sd_bus_message_peek_type(message, &type, &contents);
    if (status < 0) return status;
    if (strcmp(contents, "s")) return sd_bus_message_skip(message, "v");
    return sd_bus_message_read(message, "v", "s", tag);
}

static bool is_tag(const char *name) {
    return !strcmp(name, "x-canonical-private-synchronous") || !strcmp(name, "x-dunst-stack-tag");
}

static int read_hints(sd_bus_message *message, notification_event *event) {
    int status = sd_bus_message_enter_container(message, 'a', "{sv}");
    if (status < 0) return status;
    while ((status = sd_bus_message_enter_container(message, 'e', "sv")) > 0) {
        const char *name = NULL;
        status = sd_bus_message_read(message, "s", &name);
        if (status < 0) return status;
        status = !strcmp(name, "urgency") ? read_urgency(message, &event->urgency)
            : is_tag(name)                ? read_tag(message, &event->tag)
                                          : sd_bus_message_skip(message, "v");
        if (status < 0) return status;
        status = sd_bus_message_exit_container(message);
        if (status < 0) return status;
    }
    if (status < 0) return status;
    return sd_bus_message_exit_container(message);
}

static int read_notification(sd_bus_message *message, notification_event *event) {
    const char *icon = NULL;
    int status = sd_bus_message_read(
        message, "susss", &event->application, &event->id, &icon, &event->summary, &event->body);
    if (status < 0) return status;
    status = read_actions(message, event);
    if (status < 0) return status;
    status = read_hints(message, event);
    if (status < 0) return status;
    return sd_bus_message_read(message, "i", &event->expire_ms);
}

static int notify(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    notification_bus *bus = context;
    notification_event event = {.kind = NOTIFICATION_NOTIFY, .urgency = -1};
    int status = read_notification(message, &event);
    if (status < 0) return status;
    event.sender = sd_bus_message_get_sender(message);
    bus->event = event;
    bus->event.call = keep(message);
    return 1;
}

static int close_notification(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    notification_bus *bus = context;
    notification_event event = {.kind = NOTIFICATION_CLOSE};
    int status = sd_bus_message_read(message, "u", &event.id);
    if (status < 0) return status;
    event.sender = sd_bus_message_get_sender(message);
    bus->event = event;
    bus->event.call = keep(message);
    return 1;
}

static int get_capabilities(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)context;
    (void)error;
    return sd_bus_reply_method_return(message, "as", 2, "actions", "body");
}

static int get_server_information(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    notification_bus *bus = context;
    return sd_bus_reply_method_return(
        message, "ssss", "popoverd", "popoverd", bus->version, "1.2");
}

// Without UNPRIVILEGED sd-bus would ask the bus for the caller's credentials, and block.
static const sd_bus_vtable methods[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Notify", "susssasa{sv}i", "u", notify, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("CloseNotification", "u", "", close_notification, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetCapabilities", "", "as", get_capabilities, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GetServerInformation", "", "ssss", get_server_information, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_SIGNAL("NotificationClosed", "uu", 0),
    SD_BUS_SIGNAL("ActionInvoked", "us", 0),
    SD_BUS_VTABLE_END,
};

static void own(notification_bus *bus) {
    if (bus->is_owner) return;
    bus->is_owner = true;
    bus->event = (notification_event){.kind = NOTIFICATION_OWNED};
}

static int name_requested(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    notification_bus *bus = context;
    const sd_bus_error *refused = sd_bus_message_get_error(message);
    uint32_t answer = 0;
    // A lost bus answers every call with an error, which is reported separately.
    if (refused && sd_bus_is_open(bus->bus) <= 0) return 1;
    if (refused) {
        // Not its message, which may contain our changing unique name.
        snprintf(bus->text, sizeof bus->text, "%s", refused->name);
        bus->event = (notification_event){.kind = NOTIFICATION_DENIED, .text = bus->text};
    } else if (sd_bus_message_read(message, "u", &answer) >= 0) {
        // 2: another owner has the name, and we are in the queue.
        if (answer == 2) {
            bus->event = (notification_event){.kind = NOTIFICATION_WAITING};
        } else {
            own(bus);
        }
    }
    return 1;
}

// NameAcquired: the owner before us in the queue has released the name.
static int filter_message(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    const char *sender = sd_bus_message_get_sender(message), *name = NULL;
    if (!sender || strcmp(sender, "org.freedesktop.DBus")) return 0;
    if (sd_bus_message_is_signal(message, "org.freedesktop.DBus", "NameAcquired") <= 0) return 0;
    if (sd_bus_message_read(message, "s", &name) < 0 || strcmp(name, NAME)) return 0;
    own(context);
    return 0;
}

// A connection has ended, and its unique name with it.
static int name_gone(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    notification_bus *bus = context;
    const char *name = NULL;
    if (sd_bus_message_read(message, "s", &name) < 0 || name[0] != ':') return 0;
    snprintf(bus->text, sizeof bus->text, "%s", name);
    bus->event = (notification_event){.kind = NOTIFICATION_GONE, .text = bus->text};
    return 0;
}

static int start(notification_bus *bus, const char *address) {
    int status = sd_bus_new(&bus->bus);
    if (status >= 0) status = sd_bus_set_address(bus->bus, address);
    if (status >= 0) status = sd_bus_set_bus_client(bus->bus, true);
    if (status >= 0) status = sd_bus_add_filter(bus->bus, NULL, filter_message, bus);
    if (status >= 0)
        status = sd_bus_add_object_vtable(bus->bus, NULL, PATH, NAME, methods, bus);
    if (status >= 0) status = sd_bus_start(bus->bus);
    if (status >= 0)
        status = sd_bus_add_match_async(bus->bus, NULL, GONE_RULE, name_gone, NULL, bus);
    if (status >= 0)
        status = sd_bus_request_name_async(
            bus->bus, NULL, NAME, SD_BUS_NAME_QUEUE, name_requested, bus);
    return status;
}

// Other kinds of addresses might start a program, or block on a name service.
static bool is_local(const char *address) {
    for (const char *part = address; part; part = strchr(part, ';')) {
        if (*part == ';') part++;
        if (*part && strncmp(part, "unix:", 5)) return false;
    }
    return true;
}

notification_bus *notification_bus_open(const char *address, const char *version, char *error) {
    if (!is_local(address)) {
        FAIL("\"%s\" is no address of a bus of this machine, as unix:path=/run/bus is", address);
        return NULL;
    }
    notification_bus *bus = calloc(1, sizeof *bus);
    if (!bus) {
        FAIL("out of memory");
        return NULL;
    }
    snprintf(bus->version, sizeof bus->version, "%s", version);
    int status = start(bus, address);
    if (status >= 0) return bus;
    FAIL("no bus is at %s: %s", address, strerror(-status));
    notification_bus_close(bus);
    return NULL;
}

void notification_bus_close(notification_bus *bus) {
    if (!bus) return;
    if (bus->event.call) notification_call_refuse(bus->event.call, NAME ".Error.Gone", "gone");
    sd_bus_close_unref(bus->bus);
    free(bus);
}

int notification_bus_descriptor(const notification_bus *bus) { return sd_bus_get_fd(bus->bus); }

uint32_t notification_bus_wants(const notification_bus *bus) {
    int events = sd_bus_get_events(bus->bus);
    if (events < 0) return 0;
    return (events & POLLIN ? NOTIFICATION_READABLE : 0u)
        | (events & POLLOUT ? NOTIFICATION_WRITABLE : 0u);
}

int64_t notification_bus_deadline(const notification_bus *bus) {
    uint64_t time = UINT64_MAX;
    if (sd_bus_get_timeout(bus->bus, &time) < 0 || time > INT64_MAX) return -1;
    return (int64_t)time;
}

int notification_bus_next(notification_bus *bus, notification_event *event, char *error) {
    int status = sd_bus_process(bus->bus, NULL);
    if (status < 0) {
        FAIL("%s", strerror(-status));
        return -1;
    }
    if (!status) return 0;
    *event = bus->event;
    bus->event = (notification_event){.kind = NOTIFICATION_PROGRESS};
    return 1;
}

// A signal fails only where the connection is lost: nobody would receive it.
void notification_bus_signal_closed(notification_bus *bus, uint32_t id, uint32_t reason) {
    sd_bus_emit_signal(bus->bus, PATH, NAME, "NotificationClosed", "uu", id, reason);
}

void notification_bus_signal_invoked(notification_bus *bus, uint32_t id, const char *key) {
    sd_bus_emit_signal(bus->bus, PATH, NAME, "ActionInvoked", "us", id, key);
}

void notification_call_accept(notification_call *call, uint32_t id) {
    sd_bus_message *message = (sd_bus_message *)call;
    sd_bus_reply_method_return(message, "u", id);
    sd_bus_message_unref(message);
}

void notification_call_finish(notification_call *call) {
    sd_bus_message *message = (sd_bus_message *)call;
    sd_bus_reply_method_return(message, NULL);
    sd_bus_message_unref(message);
}

void notification_call_refuse(notification_call *call, const char *name, const char *message) {
    sd_bus_message *asked = (sd_bus_message *)call;
    sd_bus_reply_method_errorf(asked, name, "%s", message);
    sd_bus_message_unref(asked);
}
