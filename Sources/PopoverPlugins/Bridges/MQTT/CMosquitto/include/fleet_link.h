// SPDX-License-Identifier: MIT
//
// A kiosk's link to a broker of MQTT 5, and what is kept for the time without one. It hides
// libmosquitto and the file in which events wait (SQLite).
//
// Nothing here waits for the broker, the disk or a name service: all of that is done by one thread
// of the link's own, which takes orders from its owner and tells it what has come. Both queues are
// bounded. The functions are called from one thread, the owner's.

#ifndef FLEET_LINK_H
#define FLEET_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLEET_ERROR_CAPACITY 256
// Of a topic or a path, in bytes with its NUL.
#define FLEET_TOPIC_CAPACITY 512
#define FLEET_SUBSCRIPTIONS_CAPACITY 20
// Orders that wait for the thread, and their bytes; topics that keep a state.
#define FLEET_ORDERS_CAPACITY 4096
#define FLEET_ORDER_BYTES_CAPACITY 8388608
#define FLEET_STATES_CAPACITY 64
// Messages that wait for the owner; what is more is dropped, and counted.
#define FLEET_MESSAGES_CAPACITY 64
// What is on its way to the broker at once, unless the broker allows less.
#define FLEET_WINDOW_CAPACITY 32
// Of a packet from the broker, which is told so.
#define FLEET_PACKET_CAPACITY 65536
// Attempts to connect that nobody waits for any more, and that the system has not ended yet, of all
// links together.
#define FLEET_ABANDONED_CAPACITY 8

typedef struct fleet_link fleet_link;

// All texts are UTF-8, ended by NUL, and copied. NULL or "": there is none.
typedef struct fleet_settings {
    const char *host;
    uint16_t port;
    bool has_tls;
    const char *client;
    const char *user;
    // The file's first line is the password.
    const char *password_file;
    // "" with TLS: those that the system trusts.
    const char *ca_file;
    const char *certificate_file;
    const char *key_file;
    // Seconds.
    uint16_t keepalive;
    uint32_t session_expiry;
    // For the broker's name and a connection, and again for its word on it, in milliseconds.
    uint32_t patience;
    // Pauses between attempts, in milliseconds: each is drawn from 1 to a bound that doubles.
    uint32_t shortest_retry;
    uint32_t longest_retry;
    // Of the draws; never 0.
    uint64_t seed;
    // Where "online" and "offline" stand.
    const char *status_topic;
    // Where it is told that events were lost.
    const char *gap_topic;
    const char *subscriptions[FLEET_SUBSCRIPTIONS_CAPACITY];
    uint32_t subscription_count;
    // A folder that is there and is the owner's alone.
    const char *directory;
    // What waits at most; the oldest is lost first.
    uint32_t most_events;
    uint64_t most_bytes;
    // Of the audit trail's file, in bytes; one older file of that size is kept beside it.
    uint64_t trail_bytes;
    // Commands that are remembered against being sent again.
    uint32_t most_nonces;
} fleet_settings;

typedef enum fleet_event_kind {
    // The file is open: `number` is the latest sequence number in it, `text` its epoch.
    FLEET_OPENED = 1,
    FLEET_CONNECTED = 2,
    // With the reason in `text`.
    FLEET_DISCONNECTED = 3,
    // `topic`, `payload`, `response` and `correlation` of a message.
    FLEET_MESSAGE = 4,
    // `number` is that of fleet_link_admit, `verdict` what became of it.
    FLEET_ADMITTED = 5,
    // Something is wrong with the file or the trail, see `text`; it is tried again.
    FLEET_COMPLAINT = 6,
} fleet_event_kind;

typedef enum fleet_verdict {
    FLEET_NEW = 0,
    FLEET_REPLAYED = 1,
    // It is older than what has been forgotten.
    FLEET_FORGOTTEN = 2,
    // Too many are remembered, or the disk refuses: it must not be carried out.
    FLEET_UNRECORDED = 3,
} fleet_verdict;

// Borrowed until the next call of fleet_link_next.
typedef struct fleet_event {
    fleet_event_kind kind;
    int64_t number;
    fleet_verdict verdict;
    const char *text;
    const char *topic;
    const uint8_t *payload;
    size_t payload_count;
    const char *response;
    const uint8_t *correlation;
    size_t correlation_count;
} fleet_event;

typedef struct fleet_counts {
    bool is_connected;
    // What waits in the file.
    uint64_t events;
    uint64_t bytes;
    // Since the start.
    uint64_t published;
    uint64_t lost;
    uint64_t connections;
    uint64_t dropped_messages;
} fleet_counts;

// Starts the thread. NULL where that cannot be, with the reason in `error`.
fleet_link *fleet_link_start(const fleet_settings *settings, char *error);

// Ends it: what was ordered is kept, the broker is told "offline", the thread has gone; all that in
// a quarter of a second at most. A thread that hangs in a name service or a disk for longer ends by
// itself later, and touches nothing of others.
void fleet_link_stop(fleet_link *link);

// Readable when there is something for fleet_link_next.
int fleet_link_descriptor(const fleet_link *link);

// What has come next: true; false where there is nothing.
bool fleet_link_next(fleet_link *link, fleet_event *event);

fleet_counts fleet_link_counts(fleet_link *link);

// The orders; each is false where there is no more room.

// Keeps an event in the file until the broker has it. Sequence numbers rise by one.
bool fleet_link_keep(
    fleet_link *link, int64_t sequence, const char *topic, const uint8_t *payload, size_t count);

// Keeps the word that the events from `sequence` to `until` are lost.
bool fleet_link_lose(fleet_link *link, int64_t sequence, int64_t until);

// What stands, retained, at a topic from now on, whenever there is a connection.
bool fleet_link_set(
    fleet_link *link, const char *topic, const uint8_t *payload, size_t count);

// Says something once; lost where there is no connection.
bool fleet_link_say(
    fleet_link *link, const char *topic, const uint8_t *payload, size_t count,
    const uint8_t *correlation, size_t correlation_count);

// Remembers a command until `expiry`, seconds since 1970, and tells by FLEET_ADMITTED whether it is
// new: that is on the disk by then.
bool fleet_link_admit(
    fleet_link *link, int64_t number, const char *nonce, int64_t expiry);

// A line for the audit trail, without its end.
bool fleet_link_audit(fleet_link *link, const uint8_t *line, size_t count);

#endif
