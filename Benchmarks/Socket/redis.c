// SPDX-License-Identifier: MIT
//
// Redis with the protocol RESP 2, channels only.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"

enum { PAYLOAD = 150 };

static size_t redis_command(char *out, const char *verb, const char *channel, int payload) {
    int used = sprintf(
        out, "*%d\r\n$%zu\r\n%s\r\n$%zu\r\n%s\r\n", payload ? 3 : 2, strlen(verb), verb,
        strlen(channel), channel);
    if (payload) {
        used += sprintf(out + used, "$%d\r\n", payload);
        memset(out + used, '.', (size_t)payload);
        used += payload;
        out[used++] = '\r';
        out[used++] = '\n';
    }
    return (size_t)used;
}

/// The length of one value; 0 if it is incomplete.
static size_t redis_value(const char *data, size_t length) {
    const char *end = memmem(data, length, "\r\n", 2);
    if (end == NULL) return 0;
    size_t line = (size_t)(end + 2 - data);
    switch (data[0]) {
    case '$': {
        size_t whole = line + (size_t)atol(data + 1) + 2;
        return whole <= length ? whole : 0;
    }
    case '*': {
        size_t used = line;
        for (int left = atoi(data + 1); left > 0; left--) {
            size_t value = redis_value(data + used, length - used);
            if (value == 0) return 0;
            used += value;
        }
        return used;
    }
    case '-': fail("redis sent an error: %.*s", (int)line, data);
    default: return line;
    }
}

static size_t redis_first(const char *data, size_t length, message_kind *kind) {
    static const char message[] = "*3\r\n$7\r\nmessage";
    size_t whole = length ? redis_value(data, length) : 0;
    int is_message = whole > sizeof(message) && memcmp(data, message, sizeof(message) - 1) == 0;
    *kind = is_message ? MESSAGE_EVENT : MESSAGE_ANSWER;
    return whole;
}

static void redis_join(link_t *link, const char *channel) {
    char out[MESSAGE_ROOM];
    size_t length = redis_command(out, "SUBSCRIBE", channel, 0);
    link_send(link, out, length);
    link_await(&redis_server, link, MESSAGE_ANSWER, &length);
}

static void redis_greet(link_t *link) {
    size_t length;
    snprintf(link->name, sizeof(link->name), "to%d", link->number);
    link_send(link, "*1\r\n$4\r\nPING\r\n", 14);
    link_await(&redis_server, link, MESSAGE_ANSWER, &length);
}

static void redis_listen(link_t *link) { redis_join(link, link->name); }
static void redis_subscribe(link_t *link) { redis_join(link, "all"); }

static size_t redis_send_to(link_t *from, link_t *to, char *out) {
    (void)from;
    return redis_command(out, "PUBLISH", to->name, PAYLOAD);
}

static size_t redis_publish(link_t *link, char *out) {
    (void)link;
    return redis_command(out, "PUBLISH", "all", PAYLOAD);
}

const server_t redis_server = {
    .name = "redis", .greet = redis_greet, .send_to = redis_send_to, .publish = redis_publish,
    .subscribe = redis_subscribe, .listen = redis_listen, .first = redis_first};
