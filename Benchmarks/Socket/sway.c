// SPDX-License-Identifier: MIT
//
// The IPC of sway: a tick has a response, and an event for subscribers.

#include <stdio.h>
#include <string.h>

#include "link.h"

enum { HEAD = 14, SUBSCRIBE = 2, GET_VERSION = 7, SEND_TICK = 10, PAYLOAD = 150 };

static size_t sway_message(uint32_t type, const char *body, uint32_t length, char *out) {
    memcpy(out, "i3-ipc", 6);
    memcpy(out + 6, &length, 4);
    memcpy(out + 10, &type, 4);
    memcpy(out + HEAD, body, length);
    return HEAD + length;
}

static size_t sway_tick(link_t *link, char *out) {
    (void)link;
    char body[PAYLOAD];
    memset(body, '.', sizeof(body));
    return sway_message(SEND_TICK, body, sizeof(body), out);
}

static size_t sway_send_to(link_t *from, link_t *to, char *out) {
    (void)to;
    return sway_tick(from, out);
}

static size_t sway_first(const char *data, size_t length, message_kind *kind) {
    uint32_t body, type;
    if (length < HEAD) return 0;
    memcpy(&body, data + 6, 4);
    memcpy(&type, data + 10, 4);
    *kind = type >> 31 ? MESSAGE_EVENT : MESSAGE_ANSWER;
    return HEAD + body <= length ? HEAD + body : 0;
}

static void sway_greet(link_t *link) {
    char out[MESSAGE_ROOM];
    size_t length = sway_message(GET_VERSION, "", 0, out);
    link_send(link, out, length);
    link_await(&sway_server, link, MESSAGE_ANSWER, &length);
}

static void sway_subscribe(link_t *link) {
    static const char topics[] = "[\"tick\"]";
    char out[MESSAGE_ROOM];
    size_t length = sway_message(SUBSCRIBE, topics, sizeof(topics) - 1, out);
    link_send(link, out, length);
    link_await(&sway_server, link, MESSAGE_ANSWER, &length);
    // The first event comes at once.
    link_await(&sway_server, link, MESSAGE_EVENT, &length);
}

const server_t sway_server = {
    .name = "sway", .greet = sway_greet, .request = sway_tick, .send_to = sway_send_to,
    .publish = sway_tick, .subscribe = sway_subscribe, .listen = sway_subscribe,
    .first = sway_first};
