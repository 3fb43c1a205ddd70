// SPDX-License-Identifier: MIT
//
// The owner's side of a link: it submits orders and receives reports.

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "link.h"

// Timeout for the thread's end, in milliseconds.
#define LONGEST_GOODBYE 250
// The thread's stack; OpenSSL and SQLite need a tenth of it.
#define STACK_SIZE 524288

int64_t link_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void signal_event(int descriptor) {
    uint64_t one = 1;
    ssize_t written = write(descriptor, &one, sizeof one);
    (void)written;
}

static char *place(char **end, const char *text) {
    size_t size = strlen(text ? text : "") + 1;
    char *start = *end;
    memcpy(start, text ? text : "", size);
    *end += size;
    return start;
}

// Copies what the settings point to into one allocation.
static int copy_settings(fleet_link *link, const fleet_settings *settings) {
    link->settings = *settings;
    fleet_settings *own = &link->settings;
    const char **texts[] = {
        &own->host,          &own->client,   &own->user,         &own->password_file,
        &own->ca_file,       &own->certificate_file, &own->key_file, &own->status_topic,
        &own->gap_topic,     &own->directory};
    size_t count = sizeof texts / sizeof *texts, size = 0;
    for (size_t index = 0; index < count; index++)
        size += strlen(*texts[index] ? *texts[index] : "") + 1;
    for (uint32_t index = 0; index < own->subscription_count; index++)
        size += strlen(own->subscriptions[index]) + 1;
    char *end = link->texts = malloc(size);
    if (!end) return -1;
    for (size_t index = 0; index < count; index++) *texts[index] = place(&end, *texts[index]);
    for (uint32_t index = 0; index < own->subscription_count; index++)
        own->subscriptions[index] = place(&end, own->subscriptions[index]);
    return 0;
}

static int start_thread(fleet_link *link) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    // The daemon handles signals.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int status = pthread_create(&link->thread, &attributes, link_run, link);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return status;
}

fleet_link *fleet_link_start(const fleet_settings *settings, char *error) {
    if (settings->subscription_count > FLEET_SUBSCRIPTIONS_CAPACITY) {
        snprintf(error, FLEET_ERROR_CAPACITY, "too many subscriptions");
        return NULL;
    }
    fleet_link *link = calloc(1, sizeof *link);
    if (!link) {
        snprintf(error, FLEET_ERROR_CAPACITY, "out of memory");
        return NULL;
    }
    link->guard = link->trail.file = -1;
    link->reports_ready = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    link->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&link->lock, NULL);
    int status = link->reports_ready < 0 || link->wake < 0 ? errno : 0;
    if (!status && copy_settings(link, settings)) status = ENOMEM;
    if (!status) status = start_thread(link);
    if (status) {
        snprintf(error, FLEET_ERROR_CAPACITY, "%s", strerror(status));
        link_free(link);
        return NULL;
    }
    return link;
}

void fleet_link_stop(fleet_link *link) {
    pthread_mutex_lock(&link->lock);
    link->is_stopping = true;
    pthread_mutex_unlock(&link->lock);
    signal_event(link->wake);
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_nsec += LONGEST_GOODBYE * 1000000L;
    if (deadline.tv_nsec >= 1000000000L) {
        deadline.tv_nsec -= 1000000000L;
        deadline.tv_sec++;
    }
    if (!pthread_clockjoin_np(link->thread, NULL, CLOCK_MONOTONIC, &deadline)) {
        link_free(link);
        return;
    }
    pthread_mutex_lock(&link->lock);
    bool has_ended = link->has_ended;
    link->is_abandoned = true;
    pthread_mutex_unlock(&link->lock);
    if (has_ended) {
        pthread_join(link->thread, NULL);
        link_free(link);
    } else {
        pthread_detach(link->thread);
    }
}

static void free_orders(order_queue *queue) {
    order *order;
    while ((order = queue_take(queue))) free(order);
}

void link_free(fleet_link *link) {
    free_orders(&link->orders);
    free_orders(&link->sayings);
    while (link->first_report) {
        report *next = link->first_report->next;
        free(link->first_report);
        link->first_report = next;
    }
    free(link->taken);
    for (uint32_t index = 0; index < link->state_count; index++) free(link->states[index].topic);
    if (link->reports_ready >= 0) close(link->reports_ready);
    if (link->wake >= 0) close(link->wake);
    if (link->guard >= 0) close(link->guard);
    pthread_mutex_destroy(&link->lock);
    free(link->texts);
    free(link);
}

int fleet_link_descriptor(const fleet_link *link) { return link->reports_ready; }

fleet_counts fleet_link_counts(fleet_link *link) {
    pthread_mutex_lock(&link->lock);
    fleet_counts counts = link->counts;
    pthread_mutex_unlock(&link->lock);
    return counts;
}

// MARK: Reports

bool fleet_link_next(fleet_link *link, fleet_event *event) {
    pthread_mutex_lock(&link->lock);
    report *report = link->first_report;
    if (report) {
        link->first_report = report->next;
        if (!report->next) link->last_report = NULL;
        if (report->event.kind == FLEET_MESSAGE && link->messages-- == MESSAGES_MARK)
            signal_event(link->wake);
    } else {
        uint64_t count;
        ssize_t got = read(link->reports_ready, &count, sizeof count);
        (void)got;
    }
    pthread_mutex_unlock(&link->lock);
    free(link->taken);
    link->taken = report;
    if (report) *event = report->event;
    return report != NULL;
}

static const void *store(uint8_t **end, const void *bytes, size_t count) {
    uint8_t *start = *end;
    if (count > 0) memcpy(start, bytes, count);
    start[count] = 0;
    *end += count + 1;
    return start;
}

void link_report(fleet_link *link, const fleet_event *event) {
    size_t text = event->text ? strlen(event->text) : 0;
    size_t topic = event->topic ? strlen(event->topic) : 0;
    size_t response = event->response ? strlen(event->response) : 0;
    report *report = malloc(
        sizeof *report + text + topic + response + event->payload_count +
        event->correlation_count + 5);
    if (!report) return;
    uint8_t *end = (uint8_t *)(report + 1);
    report->next = NULL;
    report->event = *event;
    report->event.text = store(&end, event->text, text);
    report->event.topic = store(&end, event->topic, topic);
    report->event.response = store(&end, event->response, response);
    report->event.payload = store(&end, event->payload, event->payload_count);
    report->event.correlation = store(&end, event->correlation, event->correlation_count);
    pthread_mutex_lock(&link->lock);
    bool is_message = event->kind == FLEET_MESSAGE;
    bool is_full = is_message && link->messages >= FLEET_MESSAGES_CAPACITY;
    if (is_full) {
        link->counts.dropped_messages++;
    } else {
        if (is_message) link->messages++;
        if (link->last_report)
            link->last_report->next = report;
        else
            link->first_report = report;
        link->last_report = report;
        signal_event(link->reports_ready);
    }
    pthread_mutex_unlock(&link->lock);
    if (is_full) free(report);
}

void link_complain(fleet_link *link, const char *format, ...) {
    char text[FLEET_ERROR_CAPACITY];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!strcmp(text, link->complaint)) return;
    memcpy(link->complaint, text, sizeof text);
    fleet_event event = {.kind = FLEET_COMPLAINT, .text = text};
    link_report(link, &event);
}

// MARK: Orders

void queue_append(order_queue *queue, order *order) {
    order->next = NULL;
    if (queue->last)
        queue->last->next = order;
    else
        queue->first = order;
    queue->last = order;
    queue->count++;
    queue->bytes += order->size;
}

void queue_prepend(order_queue *queue, order *order) {
    order->next = queue->first;
    queue->first = order;
    if (!queue->last) queue->last = order;
    queue->count++;
    queue->bytes += order->size;
}

order *queue_take(order_queue *queue) {
    order *order = queue->first;
    if (!order) return NULL;
    queue->first = order->next;
    if (!queue->first) queue->last = NULL;
    queue->count--;
    queue->bytes -= order->size;
    return order;
}

static bool put(
    fleet_link *link, order_kind kind, int64_t number, int64_t since, int64_t until,
    const char *topic, const uint8_t *payload, size_t count, const uint8_t *correlation,
    size_t correlation_count) {
    size_t length = topic ? strlen(topic) : 0;
    if (length >= FLEET_TOPIC_CAPACITY) return false;
    size_t size = sizeof(order) + length + count + correlation_count + 3;
    order *order = malloc(size);
    if (!order) return false;
    uint8_t *end = (uint8_t *)(order + 1);
    order->kind = kind;
    order->number = number;
    order->since = since;
    order->until = until;
    order->topic = (char *)store(&end, topic, length);
    order->payload = (uint8_t *)store(&end, payload, count);
    order->count = count;
    order->correlation = (uint8_t *)store(&end, correlation, correlation_count);
    order->correlation_count = correlation_count;
    order->size = size;
    pthread_mutex_lock(&link->lock);
    bool has_room = link->orders.count < FLEET_ORDERS_CAPACITY &&
                    link->orders.bytes + size <= FLEET_ORDER_BYTES_CAPACITY;
    bool is_first = link->orders.count == 0;
    if (has_room) queue_append(&link->orders, order);
    pthread_mutex_unlock(&link->lock);
    if (!has_room) free(order);
    if (has_room && is_first) signal_event(link->wake);
    return has_room;
}

bool fleet_link_keep(
    fleet_link *link, int64_t sequence, const char *topic, const uint8_t *payload, size_t count) {
    return put(link, ORDER_KEEP, sequence, 0, sequence, topic, payload, count, NULL, 0);
}

bool fleet_link_lose(fleet_link *link, int64_t sequence, int64_t until) {
    return put(link, ORDER_LOSE, sequence, 0, until, NULL, NULL, 0, NULL, 0);
}

bool fleet_link_set(
    fleet_link *link, const char *topic, const uint8_t *payload, size_t count) {
    return put(link, ORDER_SET, 0, 0, 0, topic, payload, count, NULL, 0);
}

bool fleet_link_publish(
    fleet_link *link, const char *topic, const uint8_t *payload, size_t count,
    const uint8_t *correlation, size_t correlation_count) {
    return put(
        link, ORDER_SAY, 0, 0, 0, topic, payload, count, correlation, correlation_count);
}

bool fleet_link_admit(
    fleet_link *link, int64_t number, const char *nonce, int64_t issued, int64_t expiry) {
    return put(link, ORDER_ADMIT, number, issued, expiry, nonce, NULL, 0, NULL, 0);
}

bool fleet_link_audit(fleet_link *link, const uint8_t *line, size_t count) {
    return put(link, ORDER_AUDIT, 0, 0, 0, NULL, line, count, NULL, 0);
}
