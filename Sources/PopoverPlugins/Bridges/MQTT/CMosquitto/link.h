// SPDX-License-Identifier: MIT
//
// What the parts of a link share.

#ifndef LINK_H
#define LINK_H

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>

#include "fleet_link.h"

// The broker is not read while so many messages wait for the owner: it keeps the others.
#define MESSAGES_MARK 16

typedef enum order_kind {
    ORDER_KEEP = 1,
    ORDER_LOSE = 2,
    ORDER_SET = 3,
    ORDER_SAY = 4,
    ORDER_ADMIT = 5,
    ORDER_AUDIT = 6,
} order_kind;

// One allocation each, with its bytes behind it: topic and NUL, payload, correlation.
typedef struct order {
    struct order *next;
    order_kind kind;
    int64_t number;
    int64_t since;
    int64_t until;
    char *topic;
    uint8_t *payload;
    size_t count;
    uint8_t *correlation;
    size_t correlation_count;
    size_t size;
} order;

typedef struct order_queue {
    order *first;
    order *last;
    size_t count;
    size_t bytes;
} order_queue;

// One allocation each, with its bytes behind it.
typedef struct report {
    struct report *next;
    fleet_event event;
} report;

typedef struct spool {
    sqlite3 *database;
    sqlite3_stmt *insert;
    sqlite3_stmt *mark;
    sqlite3_stmt *next;
    sqlite3_stmt *remove;
    sqlite3_stmt *oldest;
    sqlite3_stmt *gap_before;
    sqlite3_stmt *widen;
    sqlite3_stmt *hollow;
    char epoch[33];
    int64_t latest;
    uint64_t events;
    uint64_t bytes;
    uint64_t nonces;
    // Commands that expire at this second or before are forgotten.
    int64_t forgotten;
    // The second in which the file was made; -1: unknown.
    int64_t made;
} spool;

typedef struct trail {
    int file;
    uint64_t bytes;
} trail;

// Something on its way to the broker.
typedef struct flight {
    int id;
    // Of the file; 0: it is none of the file's.
    int64_t sequence;
    bool is_gap;
} flight;

// An event that the broker does not accept, with its reason code of MQTT.
typedef struct refusal {
    int64_t sequence;
    int reason;
} refusal;

// A retained topic and its value.
typedef struct state {
    char *topic;
    uint8_t *payload;
    size_t count;
    bool is_due;
} state;

// An attempt to connect, and the connection that it becomes. The library blocks on name services and
// on TCP connect, so the attempt has a thread of its own, which frees an abandoned attempt.
typedef struct attempt {
    fleet_link *link;
    struct mosquitto *client;
    char host[256];
    uint16_t port;
    uint16_t keepalive;
    mosquitto_property *properties;
    // Its own descriptor that wakes the link's thread.
    int wake;
    int status;
    char reason[FLEET_ERROR_CAPACITY];
    // The library's latest error message.
    char detail[FLEET_ERROR_CAPACITY];
    pthread_mutex_t lock;
    // Under the lock.
    bool is_done;
    bool is_abandoned;
} attempt;

typedef struct broker {
    attempt *attempt;
    // The attempt's client, once this thread may use it.
    struct mosquitto *client;
    bool is_connected;
    bool is_over;
    char reason[FLEET_ERROR_CAPACITY];
    // Milliseconds of CLOCK_MONOTONIC: the connection's deadline; the time of the next attempt.
    int64_t deadline;
    int64_t next_attempt;
    int64_t connected_at;
    uint32_t bound;
    uint64_t chance;
    flight flights[FLEET_WINDOW_CAPACITY];
    uint32_t flight_count;
    uint32_t window;
    // The latest queued event that is in flight.
    int64_t cursor;
    // Queued events that are acknowledged and not removed yet.
    int64_t arrived[FLEET_WINDOW_CAPACITY];
    uint32_t arrived_count;
    // Queued events that the broker refused and that are not replaced by gaps yet.
    refusal refused[FLEET_WINDOW_CAPACITY];
    uint32_t refused_count;
    // Reason codes that were reported since the start: a bit each, from 0x80 on.
    uint64_t reported;
} broker;

struct fleet_link {
    pthread_t thread;
    pthread_mutex_t lock;
    // To the owner, and to the thread.
    int reports_ready;
    int wake;

    // Under the lock.
    bool is_stopping;
    // The owner is gone: the thread frees the link.
    bool is_abandoned;
    bool has_ended;
    order_queue orders;
    report *first_report;
    report *last_report;
    uint32_t messages;
    fleet_counts counts;

    // The owner's: the report that it has borrowed.
    report *taken;

    // The thread's.
    fleet_settings settings;
    char *texts;
    int guard;
    spool spool;
    trail trail;
    broker broker;
    state states[FLEET_STATES_CAPACITY];
    uint32_t state_count;
    order_queue sayings;
    char complaint[FLEET_ERROR_CAPACITY];
    int64_t retry_disk_at;
    // The broker was not read, because messages waited for the owner.
    bool was_full;
};

// Milliseconds of CLOCK_MONOTONIC.
int64_t link_now(void);

void link_free(fleet_link *link);

// Queues a report for the owner; dropped when out of memory.
void link_report(fleet_link *link, const fleet_event *event);

// Reports a complaint once per text, until link_is_well.
void link_complain(fleet_link *link, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void queue_append(order_queue *queue, order *order);
void queue_prepend(order_queue *queue, order *order);
order *queue_take(order_queue *queue);

// The thread.
void *link_run(void *argument);

// All of these are 0, or -1 with the reason in `error`.
int spool_open(spool *spool, const char *directory, char *error);
void spool_close(spool *spool);
int spool_begin(spool *spool);
int spool_commit(spool *spool);
void spool_roll_back(spool *spool);
int spool_keep(
    spool *spool, int64_t sequence, const char *topic, const uint8_t *payload, size_t count);
int spool_lose(spool *spool, int64_t sequence, int64_t until);
// The next after a sequence number: 1; 0: none. A gap has no topic.
int spool_next(
    spool *spool, int64_t after, int64_t *sequence, int64_t *until, const char **topic,
    const uint8_t **payload, int *count);
int spool_remove(spool *spool, int64_t sequence);
// Turns an event into a gap.
int spool_hollow(spool *spool, int64_t sequence);
// Drops the oldest events after `cursor` until the limits hold; how many, or -1.
int64_t spool_trim(
    spool *spool, int64_t cursor, uint64_t most_events, uint64_t most_bytes);
fleet_verdict spool_admit(
    spool *spool, const char *nonce, int64_t issued, int64_t expiry, int64_t now, uint32_t most);
const char *spool_error(const spool *spool);

int trail_write(
    trail *trail, const char *directory, uint64_t most, const uint8_t *line, size_t count);
int trail_sync(trail *trail);
void trail_close(trail *trail);

// Starts to connect; NULL on failure, with the reason.
attempt *attempt_begin(fleet_link *link, char *reason);
bool attempt_is_done(attempt *attempt);
void attempt_end(attempt *attempt);

// The library's callbacks.
void broker_connected(
    struct mosquitto *client, void *context, int reason, int flags,
    const mosquitto_property *properties);
void broker_disconnected(
    struct mosquitto *client, void *context, int reason, const mosquitto_property *properties);
void broker_published(
    struct mosquitto *client, void *context, int id, int reason,
    const mosquitto_property *properties);
void broker_arrived(
    struct mosquitto *client, void *context, const struct mosquitto_message *message,
    const mosquitto_property *properties);

void broker_begin(fleet_link *link);
// Processes the connection; called after each wait.
void broker_process(fleet_link *link, bool is_readable);
// Sends events while the window has room.
void broker_fill(fleet_link *link);
// Removes acknowledged events from the file.
void broker_settle(fleet_link *link);
int broker_socket(const fleet_link *link);
bool broker_wants_write(const fleet_link *link);
// Milliseconds until broker_process has to be called.
int broker_patience(const fleet_link *link);
// Disconnects within so many milliseconds.
void broker_end(fleet_link *link, int milliseconds);

#endif
