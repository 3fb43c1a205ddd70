// SPDX-License-Identifier: MIT
//
// Owns the name org.freedesktop.Notifications on a D-Bus, and receives its method calls. It hides
// sd-bus.
//
// No function blocks: the owner watches the descriptor and the deadline, and then calls
// notification_bus_next.

#ifndef NOTIFICATIONS_H
#define NOTIFICATIONS_H

#include <stdbool.h>
#include <stdint.h>

// Bytes of a text that are read; the rest is cut.
#define NOTIFICATION_TEXT_CAPACITY 16384
// Strings in a list of actions that are read: two make an action.
#define NOTIFICATION_ACTIONS_CAPACITY 64
#define NOTIFICATION_ERROR_CAPACITY 160

#define NOTIFICATION_READABLE 1u
#define NOTIFICATION_WRITABLE 2u

typedef struct notification_bus notification_bus;

// A method call that waits for its answer.
typedef struct notification_call notification_call;

typedef enum notification_kind {
    // Something was processed that needs no reaction; there may be more.
    NOTIFICATION_PROGRESS = 0,
    // This connection owns the name.
    NOTIFICATION_OWNED = 1,
    // Another connection owns the name; this one is next in the queue.
    NOTIFICATION_WAITING = 2,
    // The bus refuses the name, see `text`.
    NOTIFICATION_DENIED = 3,
    // A call of Notify: everything below is set.
    NOTIFICATION_NOTIFY = 4,
    // A call of CloseNotification for `id`.
    NOTIFICATION_CLOSE = 5,
    // The connection whose unique name is `text` has left the bus.
    NOTIFICATION_GONE = 6,
} notification_kind;

// All texts are UTF-8, end with NUL, and are borrowed until the call is answered.
typedef struct notification_event {
    notification_kind kind;
    // NOTIFY, CLOSE: answer it once, which frees it.
    notification_call *call;
    // NOTIFY, CLOSE: the caller's unique name.
    const char *sender;
    // NOTIFY: the notification that it replaces; 0: none.
    uint32_t id;
    const char *application;
    const char *summary;
    const char *body;
    // Keys and labels in turn, up to the capacity, and their number.
    const char *actions[NOTIFICATION_ACTIONS_CAPACITY];
    uint32_t action_count;
    bool has_more_actions;
    // One of the same tag is replaced; NULL: none.
    const char *tag;
    // 0 low, 1 normal, 2 critical; -1: not given.
    int32_t urgency;
    // Milliseconds; 0: never, -1: the owner decides.
    int32_t expire_ms;
    // DENIED: the error's name. GONE: the connection's.
    const char *text;
} notification_event;

// Starts to connect to a bus by its address, such as "unix:path=/run/user/1000/bus", and to request
// the name. NULL on failure, with the reason in `error`, which has NOTIFICATION_ERROR_CAPACITY bytes.
// GetServerInformation returns `version`.
notification_bus *notification_bus_open(const char *address, const char *version, char *error);

// Closes the connection, which releases the name. Calls that are not answered stay allocated.
void notification_bus_close(notification_bus *bus);

// It belongs to the bus, and may change with each call.
int notification_bus_descriptor(const notification_bus *bus);

// The events to watch it for: NOTIFICATION_READABLE, NOTIFICATION_WRITABLE.
uint32_t notification_bus_wants(const notification_bus *bus);

// The time by which to call notification_bus_next, in microseconds of CLOCK_MONOTONIC; -1: only when
// the descriptor is ready.
int64_t notification_bus_deadline(const notification_bus *bus);

// Sends queued messages and returns the next event: 1; 0: none; -1: the connection is lost, with the
// reason in `error`.
int notification_bus_next(notification_bus *bus, notification_event *event, char *error);

// Emits NotificationClosed. Reasons: 1 expired, 2 dismissed, 3 closed by a call, 4 other.
void notification_bus_signal_closed(notification_bus *bus, uint32_t id, uint32_t reason);

// Emits ActionInvoked.
void notification_bus_signal_invoked(notification_bus *bus, uint32_t id, const char *key);

// Answers Notify with the notification's number.
void notification_call_accept(notification_call *call, uint32_t id);

// Answers CloseNotification.
void notification_call_finish(notification_call *call);

// Answers with an error of D-Bus, such as "org.freedesktop.DBus.Error.Failed".
void notification_call_refuse(notification_call *call, const char *name, const char *message);

#endif
