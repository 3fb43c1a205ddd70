// SPDX-License-Identifier: MIT
//
// The thread of a link: an order goes to the disk first, then to the broker.

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "link.h"

// Orders per transaction, so that a flood does not delay the broker.
#define MOST_AT_ONCE 512
// Messages that are not queued on the disk and wait to be sent.
#define MOST_SAYINGS 256
// Pause before a failed write, or a folder that another link holds, is tried again, in milliseconds.
#define DISK_RETRY 1000
#define GUARD_RETRY 100

static bool is_stopping(fleet_link *link) {
    pthread_mutex_lock(&link->lock);
    bool is_stopping = link->is_stopping;
    pthread_mutex_unlock(&link->lock);
    return is_stopping;
}

static void wait_for(fleet_link *link, int milliseconds) {
    struct pollfd wake = {.fd = link->wake, .events = POLLIN};
    if (poll(&wake, 1, milliseconds) <= 0) return;
    uint64_t count;
    ssize_t got = read(link->wake, &count, sizeof count);
    (void)got;
}

// One link at a time uses the folder: after a reload the old link's thread may still run.
static int take_guard(fleet_link *link) {
    char path[FLEET_TOPIC_CAPACITY];
    snprintf(path, sizeof path, "%s/lock", link->settings.directory);
    if (link->guard < 0)
        link->guard = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (link->guard < 0) {
        link_complain(link, "%s: %s", path, strerror(errno));
        return -1;
    }
    return flock(link->guard, LOCK_EX | LOCK_NB);
}

static int open_spool(fleet_link *link) {
    char error[FLEET_ERROR_CAPACITY] = "";
    int status = spool_open(&link->spool, link->settings.directory, error);
    // Also set when a damaged file was moved aside.
    if (error[0]) link_complain(link, "%s", error);
    if (status) return -1;
    fleet_event event = {
        .kind = FLEET_OPENED, .number = link->spool.latest, .text = link->spool.epoch};
    link_report(link, &event);
    return 0;
}

static void set_state(fleet_link *link, order *order) {
    state *found = NULL;
    for (uint32_t index = 0; index < link->state_count; index++)
        if (!strcmp(link->states[index].topic, order->topic)) found = &link->states[index];
    if (!found && link->state_count == FLEET_STATES_CAPACITY) return;
    char *topic = malloc(strlen(order->topic) + 1 + order->count);
    if (!topic) return;
    if (!found) {
        found = &link->states[link->state_count++];
    } else {
        free(found->topic);
    }
    found->topic = topic;
    strcpy(topic, order->topic);
    found->payload = (uint8_t *)topic + strlen(topic) + 1;
    memcpy(found->payload, order->payload, order->count);
    found->count = order->count;
    found->is_due = true;
}

static void tell_admitted(fleet_link *link, int64_t number, fleet_verdict verdict) {
    fleet_event event = {.kind = FLEET_ADMITTED, .number = number, .verdict = verdict};
    link_report(link, &event);
}

// Within a transaction: 0, or -1 on a write error.
static int write_order(fleet_link *link, order *order, fleet_verdict *verdict) {
    switch (order->kind) {
    case ORDER_KEEP:
        return spool_keep(
            &link->spool, order->number, order->topic, order->payload, order->count);
    case ORDER_LOSE: return spool_lose(&link->spool, order->number, order->until);
    case ORDER_ADMIT:
        *verdict = spool_admit(
            &link->spool, order->topic, order->since, order->until, (int64_t)time(NULL),
            link->settings.most_nonces);
        return 0;
    default: return 0;
    }
}

static bool is_for_disk(const order *order) {
    return order->kind == ORDER_KEEP || order->kind == ORDER_LOSE || order->kind == ORDER_ADMIT;
}

static void audit(fleet_link *link, order *order) {
    if (trail_write(
            &link->trail, link->settings.directory, link->settings.trail_bytes, order->payload,
            order->count))
        link_complain(link, "cannot write the audit trail: %s", strerror(errno));
}

static void say_later(fleet_link *link, order *order) {
    if (!link->broker.is_connected || link->sayings.count >= MOST_SAYINGS) {
        free(order);
        return;
    }
    queue_append(&link->sayings, order);
}

// After a write error: rolls back, keeps the orders, and answers commands.
static void refuse(fleet_link *link, order **batch, size_t count) {
    link_complain(link, "cannot write the event queue: %s", spool_error(&link->spool));
    spool_roll_back(&link->spool);
    link->retry_disk_at = link_now() + DISK_RETRY;
    for (size_t index = count; index-- > 0;) {
        order *order = batch[index];
        if (order->kind == ORDER_ADMIT) {
            tell_admitted(link, order->number, FLEET_UNRECORDED);
            free(order);
        } else {
            pthread_mutex_lock(&link->lock);
            queue_prepend(&link->orders, order);
            pthread_mutex_unlock(&link->lock);
        }
    }
}

static int write_batch(fleet_link *link, order **batch, fleet_verdict *verdicts, size_t count) {
    if (spool_begin(&link->spool)) return -1;
    for (size_t index = 0; index < count; index++)
        if (write_order(link, batch[index], &verdicts[index])) return -1;
    int64_t lost = spool_trim(
        &link->spool, link->broker.cursor, link->settings.most_events, link->settings.most_bytes);
    if (lost < 0 || spool_commit(&link->spool)) return -1;
    pthread_mutex_lock(&link->lock);
    link->counts.lost += (uint64_t)lost;
    pthread_mutex_unlock(&link->lock);
    return 0;
}

// Processes a batch of orders; whether there may be more.
static bool take_orders(fleet_link *link) {
    order *batch[MOST_AT_ONCE];
    fleet_verdict verdicts[MOST_AT_ONCE] = {FLEET_NEW};
    size_t count = 0, taken = 0;
    bool has_audited = false;
    for (; taken < MOST_AT_ONCE; taken++) {
        pthread_mutex_lock(&link->lock);
        order *order = queue_take(&link->orders);
        pthread_mutex_unlock(&link->lock);
        if (!order) break;
        if (is_for_disk(order)) {
            batch[count++] = order;
        } else if (order->kind == ORDER_SAY) {
            say_later(link, order);
        } else {
            if (order->kind == ORDER_SET) set_state(link, order);
            if (order->kind == ORDER_AUDIT) {
                audit(link, order);
                has_audited = true;
            }
            free(order);
        }
    }
    // An audit entry is on the disk before its command is carried out.
    if (has_audited && trail_sync(&link->trail))
        link_complain(link, "cannot write the audit trail: %s", strerror(errno));
    if (count == 0) return taken == MOST_AT_ONCE;
    if (write_batch(link, batch, verdicts, count)) {
        refuse(link, batch, count);
        return false;
    }
    link->complaint[0] = 0;
    for (size_t index = 0; index < count; index++) {
        if (batch[index]->kind == ORDER_ADMIT)
            tell_admitted(link, batch[index]->number, verdicts[index]);
        free(batch[index]);
    }
    return taken == MOST_AT_ONCE;
}

static void publish_counts(fleet_link *link) {
    pthread_mutex_lock(&link->lock);
    link->counts.is_connected = link->broker.is_connected;
    link->counts.events = link->spool.events;
    link->counts.bytes = link->spool.bytes;
    pthread_mutex_unlock(&link->lock);
}

static bool is_full(fleet_link *link) {
    pthread_mutex_lock(&link->lock);
    bool is_full = link->messages >= MESSAGES_MARK;
    pthread_mutex_unlock(&link->lock);
    return is_full;
}

// Whether the broker is to be read.
static bool wait_for_all(fleet_link *link, bool has_more) {
    int socket = broker_socket(link);
    bool was_full = link->was_full;
    link->was_full = is_full(link);
    short input = link->was_full ? 0 : POLLIN, output = broker_wants_write(link) ? POLLOUT : 0;
    struct pollfd watched[2] = {
        {.fd = link->wake, .events = POLLIN}, {.fd = socket, .events = input | output}};
    // TLS may have read messages already that the socket does not show.
    bool is_resumed = was_full && !link->was_full;
    int patience = has_more || is_resumed ? 0 : broker_patience(link);
    if (link->retry_disk_at) {
        int64_t left = link->retry_disk_at - link_now();
        if (left < patience) patience = left < 0 ? 0 : (int)left;
    }
    if (poll(watched, socket >= 0 ? 2 : 1, patience) <= 0) return is_resumed;
    if (watched[0].revents) {
        uint64_t count;
        ssize_t got = read(link->wake, &count, sizeof count);
        (void)got;
    }
    return socket >= 0 && (is_resumed || (watched[1].revents & (POLLIN | POLLERR | POLLHUP)));
}

static void work(fleet_link *link) {
    broker_begin(link);
    while (!is_stopping(link)) {
        bool has_more = false;
        if (link->retry_disk_at <= link_now()) {
            link->retry_disk_at = 0;
            has_more = take_orders(link);
        }
        broker_settle(link);
        broker_fill(link);
        publish_counts(link);
        bool is_readable = wait_for_all(link, has_more);
        broker_process(link, is_readable);
    }
    for (int round = 0; round < 16 && take_orders(link); round++) {}
    broker_settle(link);
    broker_end(link, 100);
    broker_settle(link);
}

void *link_run(void *argument) {
    fleet_link *link = argument;
    bool is_open = false;
    while (!is_stopping(link) && !is_open) {
        if (take_guard(link)) {
            wait_for(link, GUARD_RETRY);
        } else if (open_spool(link)) {
            wait_for(link, DISK_RETRY);
        } else {
            is_open = true;
        }
    }
    if (is_open) work(link);
    spool_close(&link->spool);
    trail_close(&link->trail);
    if (link->guard >= 0) close(link->guard);
    link->guard = -1;
    pthread_mutex_lock(&link->lock);
    link->has_ended = true;
    bool is_abandoned = link->is_abandoned;
    pthread_mutex_unlock(&link->lock);
    if (is_abandoned) link_free(link);
    return NULL;
}
