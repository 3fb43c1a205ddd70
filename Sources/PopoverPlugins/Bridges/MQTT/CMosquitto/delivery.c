// SPDX-License-Identifier: MIT
//
// What is sent to the broker, and what becomes of queued events that it accepts or refuses.

#include <stdlib.h>

#include "link.h"

// The packet's id, or 0; `is_too_big`: the broker will never accept it.
static int send(
    fleet_link *link, const char *topic, const void *payload, size_t count, bool is_retained,
    const mosquitto_property *properties, bool *is_too_big) {
    int id = 0;
    int status = mosquitto_publish_v5(
        link->broker.client, &id, topic, (int)count, payload, 1, is_retained, properties);
    *is_too_big = status == MOSQ_ERR_OVERSIZE_PACKET || status == MOSQ_ERR_PAYLOAD_SIZE;
    return status ? 0 : id;
}

static void note(broker *broker, int id, int64_t sequence, bool is_gap) {
    broker->flights[broker->flight_count++] =
        (flight){.id = id, .sequence = sequence, .is_gap = is_gap};
}

static int send_gap(fleet_link *link, int64_t sequence, int64_t until, bool *is_too_big) {
    char text[256];
    int count = snprintf(
        text, sizeof text,
        "{\"epoch\":\"%s\",\"sequence\":%lld,\"topic\":\"fleet.gap\","
        "\"data\":{\"until\":%lld}}",
        link->spool.epoch, (long long)sequence, (long long)until);
    return send(
        link, link->settings.gap_topic, text, (size_t)count, false, NULL, is_too_big);
}

static bool fill_states(fleet_link *link) {
    broker *broker = &link->broker;
    for (uint32_t index = 0; index < link->state_count; index++) {
        state *state = &link->states[index];
        if (!state->is_due) continue;
        if (broker->flight_count >= broker->window) return false;
        bool is_too_big = false;
        int id = send(
            link, state->topic, state->payload, state->count, true, NULL, &is_too_big);
        if (!id && !is_too_big) return false;
        state->is_due = false;
        if (id) note(broker, id, 0, false);
    }
    return true;
}

static bool fill_sayings(fleet_link *link) {
    broker *broker = &link->broker;
    while (link->sayings.first && broker->flight_count < broker->window) {
        order *order = queue_take(&link->sayings);
        mosquitto_property *properties = NULL;
        if (order->correlation_count > 0)
            mosquitto_property_add_binary(
                &properties, MQTT_PROP_CORRELATION_DATA, order->correlation,
                (uint16_t)order->correlation_count);
        bool is_too_big = false;
        int id = send(
            link, order->topic, order->payload, order->count, false, properties, &is_too_big);
        mosquitto_property_free_all(&properties);
        free(order);
        if (id) note(broker, id, 0, false);
    }
    return !link->sayings.first;
}

static void count_lost(fleet_link *link, uint32_t count) {
    pthread_mutex_lock(&link->lock);
    link->counts.lost += count;
    pthread_mutex_unlock(&link->lock);
}

static void fill_events(fleet_link *link) {
    broker *broker = &link->broker;
    while (broker->flight_count < broker->window) {
        int64_t sequence = 0, until = 0;
        const char *topic = NULL;
        const uint8_t *payload = NULL;
        int count = 0;
        if (spool_next(
                &link->spool, broker->cursor, &sequence, &until, &topic, &payload, &count) <= 0)
            return;
        bool is_too_big = false;
        int id = topic ? send(link, topic, payload, (size_t)count, false, NULL, &is_too_big)
                       : send_gap(link, sequence, until, &is_too_big);
        if (!id && is_too_big && topic) {
            // The broker accepts no packet of this size: a gap replaces it.
            if (spool_hollow(&link->spool, sequence)) return;
            count_lost(link, 1);
            continue;
        }
        if (!id) return;
        note(broker, id, sequence, !topic);
        broker->cursor = until;
    }
}

void broker_fill(fleet_link *link) {
    if (!link->broker.is_connected || link->broker.is_over) return;
    if (!fill_states(link) || !fill_sayings(link)) return;
    fill_events(link);
}

// Reports a reason once, whatever the number of events that it costs.
static void report_refusal(fleet_link *link, refusal refusal) {
    uint64_t bit = 1ull << (refusal.reason & 0x3f);
    int64_t sequence = 0, until = 0;
    const char *topic = NULL;
    const uint8_t *payload = NULL;
    int count = 0;
    if (link->broker.reported & bit ||
        spool_next(
            &link->spool, refusal.sequence - 1, &sequence, &until, &topic, &payload, &count) <= 0)
        return;
    link->broker.reported |= bit;
    char text[FLEET_ERROR_CAPACITY + FLEET_TOPIC_CAPACITY];
    snprintf(
        text, sizeof text,
        "the broker refuses an event, which is lost: topic=%s sequence=%lld reason=\"%s\"",
        topic ? topic : "", (long long)refusal.sequence,
        mosquitto_reason_string(refusal.reason));
    fleet_event event = {.kind = FLEET_COMPLAINT, .text = text};
    link_report(link, &event);
}

// Replaces the refused events by gaps, and sends these.
static void send_refused(fleet_link *link) {
    broker *broker = &link->broker;
    for (uint32_t index = 0; index < broker->refused_count; index++) {
        if (!broker->is_connected || broker->is_over) return;
        int64_t sequence = broker->refused[index].sequence;
        bool is_too_big = false;
        int id = send_gap(link, sequence, sequence, &is_too_big);
        if (id) note(broker, id, sequence, true);
    }
}

void broker_settle(fleet_link *link) {
    broker *broker = &link->broker;
    if (broker->arrived_count + broker->refused_count == 0) return;
    for (uint32_t index = 0; index < broker->refused_count; index++)
        report_refusal(link, broker->refused[index]);
    bool is_done = !spool_begin(&link->spool);
    for (uint32_t index = 0; index < broker->arrived_count && is_done; index++)
        is_done = !spool_remove(&link->spool, broker->arrived[index]);
    for (uint32_t index = 0; index < broker->refused_count && is_done; index++)
        is_done = !spool_hollow(&link->spool, broker->refused[index].sequence);
    if (is_done) is_done = !spool_commit(&link->spool);
    // Events that are not removed are sent again later; receivers see the same sequence number.
    if (!is_done) spool_roll_back(&link->spool);
    pthread_mutex_lock(&link->lock);
    link->counts.published += broker->arrived_count;
    pthread_mutex_unlock(&link->lock);
    broker->arrived_count = 0;
    if (is_done) {
        count_lost(link, broker->refused_count);
        send_refused(link);
    }
    broker->refused_count = 0;
}
