// SPDX-License-Identifier: MIT
//
// The name org.freedesktop.Notifications on a bus of D-Bus, and what is asked of its owner. It
// hides sd-bus.
//
// Nothing here waits for the bus: whoever has one watches its descriptor, minds its deadline and
// asks for what has come.

#ifndef NOTIFICATIONS_H
#define NOTIFICATIONS_H

#include <stdbool.h>
#include <stdint.h>

// Of a text, in bytes; a caller who sends more is refused at once.
#define NOTIFICATION_TEXT_CAPACITY 16384
// Of a request's list of actions, in strings: two make an action.
#define NOTIFICATION_ACTIONS_CAPACITY 64
#define NOTIFICATION_ERROR_CAPACITY 160

#define NOTIFICATION_READABLE 1u
#define NOTIFICATION_WRITABLE 2u

typedef struct notification_bus notification_bus;

// A method that somebody has called, and waits for an answer to.
typedef struct notification_call notification_call;

typedef enum notification_kind {
    // Something went on that concerns nobody; there may be more.
    NOTIFICATION_PROGRESS = 0,
    // The name is ours now.
    NOTIFICATION_OWNED = 1,
    // Somebody else has the name; it is ours when that one goes.
    NOTIFICATION_WAITING = 2,
    // The bus does not let us have the name, see `text`.
    NOTIFICATION_DENIED = 3,
    // Somebody notifies: everything below is set.
    NOTIFICATION_NOTIFY = 4,
    // Somebody takes notification `id` back.
    NOTIFICATION_CLOSE = 5,
} notification_kind;

// All texts are UTF-8, ended by NUL, and borrowed until the call is answered.
typedef struct notification_event {
    notification_kind kind;
    // NOTIFY, CLOSE: to be answered once, which frees it.
    notification_call *call;
    // NOTIFY: the one whose place it takes, 0: none.
    uint32_t id;
    const char *application;
    const char *summary;
    const char *body;
    // A key and a label in turn, as far as there is room; and how many there were.
    const char *actions[NOTIFICATION_ACTIONS_CAPACITY];
    uint32_t action_count;
    // 0 low, 1 normal, 2 critical; -1: not said.
    int32_t urgency;
    // Milliseconds; 0: never, -1: as the owner likes.
    int32_t expire_ms;
    // DENIED.
    const char *text;
} notification_event;

// Begins to connect to a bus by its address, "unix:path=/run/user/1000/bus", and to ask it for the
// name. NULL where that cannot be, with the reason in `error`, which has
// NOTIFICATION_ERROR_CAPACITY bytes. `version` is what callers are told of the server's.
notification_bus *notification_bus_open(const char *address, const char *version, char *error);

// Gives up the name and the connection. Calls that are not answered yet stay to be freed.
void notification_bus_close(notification_bus *bus);

// The bus's own; to be asked for again after anything was done.
int notification_bus_descriptor(const notification_bus *bus);

// For what it is to be watched now, NOTIFICATION_READABLE and NOTIFICATION_WRITABLE.
uint32_t notification_bus_wants(const notification_bus *bus);

// When notification_bus_next has to be called at the latest, in microseconds of CLOCK_MONOTONIC;
// -1: whenever the descriptor says so.
int64_t notification_bus_deadline(const notification_bus *bus);

// What has come next: 1; 0 where there is nothing; -1 when the bus is gone, with the reason in
// `error`. It sends what waits to be sent.
int notification_bus_next(notification_bus *bus, notification_event *event, char *error);

// Tells everybody that a notification is over. Reasons: 1 expired, 2 dismissed by people, 3 taken
// back by a call, 4 anything else.
void notification_bus_tell_closed(notification_bus *bus, uint32_t id, uint32_t reason);

// Tells everybody what people chose.
void notification_bus_tell_invoked(notification_bus *bus, uint32_t id, const char *key);

// Answers a notifier with the number of its notification.
void notification_call_accept(notification_call *call, uint32_t id);

// Answers who took one back.
void notification_call_finish(notification_call *call);

// Answers with an error of D-Bus, such as "org.freedesktop.DBus.Error.Failed".
void notification_call_refuse(notification_call *call, const char *name, const char *message);

#endif
