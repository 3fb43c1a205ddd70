// SPDX-License-Identifier: MIT
//
// The connection to the broker, which is opened again whenever it is lost.

#include <stdlib.h>
#include <string.h>

#include "link.h"

// A connection has to last this long, or its loss counts as one more failed attempt.
#define STEADY_AFTER 10000
#define PACKETS_AT_ONCE 16

// MARK: Chance

// xorshift64*: repeatable, and good enough to spread a fleet.
static uint64_t draw(broker *broker) {
    broker->chance ^= broker->chance >> 12;
    broker->chance ^= broker->chance << 25;
    broker->chance ^= broker->chance >> 27;
    return broker->chance * 2685821657736338717ull;
}

// The whole pause is drawn, not a part of it: a thousand kiosks lose their broker at one instant.
static void plan_attempt(fleet_link *link) {
    broker *broker = &link->broker;
    uint32_t longest = link->settings.longest_retry;
    broker->next_attempt = link_now() + 1 + (int64_t)(draw(broker) % broker->bound);
    broker->bound = broker->bound > longest / 2 ? longest : broker->bound * 2;
}

// MARK: Callbacks of the library

void broker_connected(
    struct mosquitto *client, void *context, int reason, int flags,
    const mosquitto_property *properties) {
    (void)flags;
    fleet_link *link = ((attempt *)context)->link;
    broker *broker = &link->broker;
    if (reason) {
        broker->is_over = true;
        snprintf(
            broker->reason, sizeof broker->reason, "refused: %s",
            mosquitto_reason_string(reason));
        return;
    }
    uint16_t maximum = 0;
    broker->window = FLEET_WINDOW_CAPACITY;
    if (mosquitto_property_read_int16(
            properties, MQTT_PROP_RECEIVE_MAXIMUM, &maximum, false) &&
        maximum > 0 && maximum < broker->window)
        broker->window = maximum;
    broker->is_connected = true;
    broker->connected_at = link_now();
    broker->cursor = 0;
    broker->flight_count = 0;
    for (uint32_t index = 0; index < link->state_count; index++)
        link->states[index].is_due = true;
    // Retained messages are older than this connection: they are no commands.
    for (uint32_t index = 0; index < link->settings.subscription_count; index++)
        mosquitto_subscribe_v5(
            client, NULL, link->settings.subscriptions[index], 1,
            MQTT_SUB_OPT_SEND_RETAIN_NEVER, NULL);
    pthread_mutex_lock(&link->lock);
    link->counts.connections++;
    pthread_mutex_unlock(&link->lock);
    fleet_event event = {.kind = FLEET_CONNECTED};
    link_report(link, &event);
}

void broker_disconnected(
    struct mosquitto *client, void *context, int reason, const mosquitto_property *properties) {
    (void)client;
    (void)properties;
    broker *broker = &((attempt *)context)->link->broker;
    // A refused connection has its reason already.
    if (broker->is_over) return;
    broker->is_over = true;
    // A reason code of MQTT from 0x80 on, else of the library.
    snprintf(
        broker->reason, sizeof broker->reason, "%s",
        reason >= 0x80 ? mosquitto_reason_string(reason) : mosquitto_strerror(reason));
}

void broker_published(
    struct mosquitto *client, void *context, int id, int reason,
    const mosquitto_property *properties) {
    (void)client;
    (void)properties;
    fleet_link *link = ((attempt *)context)->link;
    broker *broker = &link->broker;
    for (uint32_t index = 0; index < broker->flight_count; index++) {
        if (broker->flights[index].id != id) continue;
        flight flight = broker->flights[index];
        memmove(
            &broker->flights[index], &broker->flights[index + 1],
            (--broker->flight_count - index) * sizeof *broker->flights);
        if (!flight.sequence) return;
        // A broker that refused an event would refuse it again. A refused gap has no substitute.
        if (reason >= 0x80 && !flight.is_gap)
            broker->refused[broker->refused_count++] =
                (refusal){.sequence = flight.sequence, .reason = reason};
        else
            broker->arrived[broker->arrived_count++] = flight.sequence;
        return;
    }
}

void broker_arrived(
    struct mosquitto *client, void *context, const struct mosquitto_message *message,
    const mosquitto_property *properties) {
    (void)client;
    if (message->payloadlen < 0) return;
    char *response = NULL;
    void *correlation = NULL;
    uint16_t count = 0;
    mosquitto_property_read_string(properties, MQTT_PROP_RESPONSE_TOPIC, &response, false);
    mosquitto_property_read_binary(
        properties, MQTT_PROP_CORRELATION_DATA, &correlation, &count, false);
    fleet_event event = {
        .kind = FLEET_MESSAGE,
        .topic = message->topic,
        .payload = message->payload,
        .payload_count = (size_t)message->payloadlen,
        .response = response,
        .correlation = correlation,
        .correlation_count = count};
    link_report(((attempt *)context)->link, &event);
    free(response);
    free(correlation);
}

// MARK: Connecting and disconnecting

static void lose(fleet_link *link) {
    broker *broker = &link->broker;
    char detail[FLEET_ERROR_CAPACITY] = "";
    if (broker->attempt) {
        // Until then the attempt's own thread uses it.
        if (attempt_is_done(broker->attempt))
            memcpy(detail, broker->attempt->detail, sizeof detail);
        attempt_end(broker->attempt);
    }
    broker->attempt = NULL;
    broker->client = NULL;
    bool was_steady =
        broker->is_connected && link_now() - broker->connected_at >= STEADY_AFTER;
    if (was_steady) broker->bound = link->settings.shortest_retry;
    broker->is_connected = broker->is_over = false;
    broker->flight_count = 0;
    broker->cursor = 0;
    order *order;
    while ((order = queue_take(&link->sayings))) free(order);
    char text[2 * FLEET_ERROR_CAPACITY + 4];
    snprintf(
        text, sizeof text, "%s%s%s", broker->reason, detail[0] ? ": " : "", detail);
    fleet_event event = {.kind = FLEET_DISCONNECTED, .text = text};
    link_report(link, &event);
    plan_attempt(link);
}

static void prepare(fleet_link *link) {
    broker *broker = &link->broker;
    broker->is_over = broker->is_connected = false;
    broker->deadline = link_now() + link->settings.patience;
    broker->attempt = attempt_begin(link, broker->reason);
    if (!broker->attempt) lose(link);
}

// Whether the attempt has become a connection that this thread may use.
static bool adopt(fleet_link *link) {
    broker *broker = &link->broker;
    if (broker->client) return true;
    if (!attempt_is_done(broker->attempt)) {
        // The system waits two minutes for a silent host, and longer for some names.
        if (link_now() < broker->deadline) return false;
        snprintf(broker->reason, sizeof broker->reason, "no answer");
        lose(link);
        return false;
    }
    if (broker->attempt->status) {
        memcpy(broker->reason, broker->attempt->reason, sizeof broker->reason);
        lose(link);
        return false;
    }
    broker->client = broker->attempt->client;
    broker->deadline = link_now() + link->settings.patience;
    return true;
}

void broker_begin(fleet_link *link) {
    link->broker.chance = link->settings.seed;
    link->broker.bound = link->settings.shortest_retry;
    plan_attempt(link);
}

void broker_process(fleet_link *link, bool is_readable) {
    broker *broker = &link->broker;
    int64_t now = link_now();
    if (!broker->attempt) {
        if (now >= broker->next_attempt) prepare(link);
        return;
    }
    bool is_fresh = !broker->client;
    if (!adopt(link)) return;
    if (is_readable || is_fresh) mosquitto_loop_read(broker->client, PACKETS_AT_ONCE);
    if (!broker->is_over && mosquitto_want_write(broker->client))
        mosquitto_loop_write(broker->client, PACKETS_AT_ONCE);
    if (!broker->is_over) mosquitto_loop_misc(broker->client);
    if (!broker->is_over && !broker->is_connected && now >= broker->deadline) {
        broker->is_over = true;
        snprintf(broker->reason, sizeof broker->reason, "the broker does not answer");
    }
    if (!broker->is_over && mosquitto_socket(broker->client) < 0) {
        broker->is_over = true;
        snprintf(broker->reason, sizeof broker->reason, "the connection broke");
    }
    if (broker->is_over) lose(link);
}

int broker_socket(const fleet_link *link) {
    return link->broker.client ? mosquitto_socket(link->broker.client) : -1;
}

bool broker_wants_write(const fleet_link *link) {
    return link->broker.client && mosquitto_want_write(link->broker.client);
}

int broker_patience(const fleet_link *link) {
    const broker *broker = &link->broker;
    int64_t now = link_now(), until = 0;
    if (!broker->attempt)
        until = broker->next_attempt;
    else if (!broker->is_connected)
        // An attempt wakes the thread when it is done.
        until = broker->deadline;
    else
        until = now + 1 + link->settings.keepalive * 1000 / 4;
    return until <= now ? 0 : (int)(until - now);
}

// MARK: The end

void broker_end(fleet_link *link, int milliseconds) {
    broker *broker = &link->broker;
    if (broker->client && broker->is_connected) {
        int64_t until = link_now() + milliseconds;
        // The broker publishes the last will, so that nothing races with it.
        mosquitto_disconnect_v5(broker->client, MQTT_RC_DISCONNECT_WITH_WILL_MSG, NULL);
        while (!broker->is_over && mosquitto_socket(broker->client) >= 0 &&
               mosquitto_want_write(broker->client) && link_now() < until)
            if (mosquitto_loop_write(broker->client, PACKETS_AT_ONCE)) break;
    }
    if (broker->attempt) attempt_end(broker->attempt);
    broker->attempt = NULL;
    broker->client = NULL;
}
