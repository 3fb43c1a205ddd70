// SPDX-License-Identifier: MIT
//
// A kiosk's link to an MQTT 5 broker, and the disk queue of events. It hides libmosquitto and SQLite.
//
// No function blocks on the broker, the disk or a name service: the link's own thread does that. It
// processes the owner's orders and queues reports for it; both queues are bounded. The owner calls
// all functions from one thread.

#ifndef FLEET_LINK_H
#define FLEET_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLEET_ERROR_CAPACITY 256
// Bytes of a topic or a path, with the NUL.
#define FLEET_TOPIC_CAPACITY 512
#define FLEET_SUBSCRIPTIONS_CAPACITY 20
// Queued orders, and their bytes; retained topics.
#define FLEET_ORDERS_CAPACITY 4096
#define FLEET_ORDER_BYTES_CAPACITY 8388608
#define FLEET_STATES_CAPACITY 64
// Messages queued for the owner; more are dropped and counted.
#define FLEET_MESSAGES_CAPACITY 64
// Messages in flight to the broker, unless it allows less.
#define FLEET_WINDOW_CAPACITY 32
// The largest packet from the broker, announced to it.
#define FLEET_PACKET_CAPACITY 65536
// Abandoned attempts to connect that the system has not ended yet, of all links together.
#define FLEET_ABANDONED_CAPACITY 8

typedef struct fleet_link fleet_link;

// All texts are UTF-8, end with NUL, and are copied. NULL or "": none.
typedef struct fleet_settings {
    const char *host;
    uint16_t port;
    bool has_tls;
    const char *client;
    const char *user;
    // The file's first line is the password.
    const char *password_file;
    // "" with TLS: the system's CA certificates.
    const char *ca_file;
    const char *certificate_file;
    const char *key_file;
    // Seconds.
    uint16_t keepalive;
    uint32_t session_expiry;
    // Timeout for connecting, and again for the broker's answer, in milliseconds.
    uint32_t patience;
    // Pauses between attempts, in milliseconds: random, from 1 to a bound that doubles.
    uint32_t shortest_retry;
    uint32_t longest_retry;
    // Seed of the random pauses; not 0.
    uint64_t seed;
    // The retained topic of "online" and "offline".
    const char *status_topic;
    // The topic of gaps.
    const char *gap_topic;
    const char *subscriptions[FLEET_SUBSCRIPTIONS_CAPACITY];
    uint32_t subscription_count;
    // An existing folder that only the owner can access.
    const char *directory;
    // Limits of the queue; the oldest events are dropped first.
    uint32_t most_events;
    uint64_t most_bytes;
    // Size of the audit trail's file in bytes; one older file of that size is kept.
    uint64_t trail_bytes;
    // Nonces that are stored against replays.
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
    // The result of fleet_link_admit for `number`, in `verdict`.
    FLEET_ADMITTED = 5,
    // An error of the file or the audit trail, see `text`; it is tried again.
    FLEET_COMPLAINT = 6,
} fleet_event_kind;

typedef enum fleet_verdict {
    FLEET_NEW = 0,
    FLEET_REPLAYED = 1,
    // It expired before nonces that are deleted already.
    FLEET_FORGOTTEN = 2,
    // Too many nonces are stored, or a write error: it must not be carried out.
    FLEET_UNRECORDED = 3,
    // It was issued before the file was made, which therefore may not know its nonce.
    FLEET_TOO_OLD = 4,
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
    // Events in the queue.
    uint64_t events;
    uint64_t bytes;
    // Since the start.
    uint64_t published;
    uint64_t lost;
    uint64_t connections;
    uint64_t dropped_messages;
} fleet_counts;

// Starts the thread. NULL on failure, with the reason in `error`.
fleet_link *fleet_link_start(const fleet_settings *settings, char *error);

// Ends the link within a quarter of a second: orders are written, "offline" is published, the thread
// ends. A thread that hangs in a name service or a disk ends later by itself.
void fleet_link_stop(fleet_link *link);

// Readable when there is something for fleet_link_next.
int fleet_link_descriptor(const fleet_link *link);

// The next report; false: none for now.
bool fleet_link_next(fleet_link *link, fleet_event *event);

fleet_counts fleet_link_counts(fleet_link *link);

// The orders; each returns false where the queue is full.

// Queues an event until the broker has acknowledged it. Sequence numbers rise by one.
bool fleet_link_keep(
    fleet_link *link, int64_t sequence, const char *topic, const uint8_t *payload, size_t count);

// Queues a gap: events `sequence` to `until` are lost.
bool fleet_link_lose(fleet_link *link, int64_t sequence, int64_t until);

// Sets a topic's retained value, now and after each connect.
bool fleet_link_set(
    fleet_link *link, const char *topic, const uint8_t *payload, size_t count);

// Publishes once; dropped where there is no connection.
bool fleet_link_publish(
    fleet_link *link, const char *topic, const uint8_t *payload, size_t count,
    const uint8_t *correlation, size_t correlation_count);

// Stores the nonce of a command that is valid from `issued` to `expiry`, seconds since 1970.
// FLEET_ADMITTED says whether it is new, once it is on the disk.
bool fleet_link_admit(
    fleet_link *link, int64_t number, const char *nonce, int64_t issued, int64_t expiry);

// Appends a line to the audit trail; without its line feed.
bool fleet_link_audit(fleet_link *link, const uint8_t *line, size_t count);

#endif
