// SPDX-License-Identifier: MIT
//
// The servers with a line protocol: the floor and popoverd.

#include <stdio.h>
#include <string.h>

#include "link.h"

enum { FLOOR_LINE = 200 };

static size_t padded(char *out, int used) {
    memset(out + used, '.', (size_t)(FLOOR_LINE - used));
    out[FLOOR_LINE - 1] = '\n';
    return FLOOR_LINE;
}

static size_t floor_request(link_t *link, char *out) {
    (void)link;
    return padded(out, sprintf(out, "e"));
}

static size_t floor_send_to(link_t *from, link_t *to, char *out) {
    (void)from;
    return padded(out, sprintf(out, "t%04d", to->number));
}

static size_t floor_publish(link_t *link, char *out) {
    (void)link;
    return padded(out, sprintf(out, "b"));
}

static size_t floor_first(const char *data, size_t length, message_kind *kind) {
    const char *end = memchr(data, '\n', length);
    if (end == NULL) return 0;
    *kind = data[0] == 'e' || data[0] == 's' ? MESSAGE_ANSWER : MESSAGE_EVENT;
    return (size_t)(end + 1 - data);
}

static void floor_subscribe(link_t *link) {
    char line[FLOOR_LINE];
    size_t length = padded(line, sprintf(line, "s"));
    link_send(link, line, length);
    link_await(&floor_server, link, MESSAGE_ANSWER, &length);
}

/// Waits for a response, so that connections are numbered in order.
static void floor_greet(link_t *link) {
    char line[FLOOR_LINE];
    size_t length = floor_request(link, line);
    link_send(link, line, length);
    link_await(&floor_server, link, MESSAGE_ANSWER, &length);
}

const server_t floor_server = {
    .name = "floor", .greet = floor_greet, .request = floor_request, .send_to = floor_send_to,
    .publish = floor_publish, .subscribe = floor_subscribe, .first = floor_first};

// MARK: popoverd

static int is_in(const char *data, size_t length, const char *words) {
    return memmem(data, length, words, strlen(words)) != NULL;
}

static size_t popoverd_first(const char *data, size_t length, message_kind *kind) {
    const char *end = memchr(data, '\n', length);
    if (end == NULL) return 0;
    size_t line = (size_t)(end + 1 - data);
    // The kind of a line is near its beginning.
    size_t head = line < 80 ? line : 80;
    if (is_in(data, head, "\"result\":")) *kind = MESSAGE_ANSWER;
    else if (is_in(data, head, "\"method\":\"event\"")) *kind = MESSAGE_EVENT;
    else if (is_in(data, head, "\"method\":\"popover.willClose\"")) *kind = MESSAGE_CALL;
    else if (is_in(data, head, "\"method\":\"popover.closed\"")) *kind = MESSAGE_CLOSED;
    else if (is_in(data, head, "\"method\":\"source.activated\"")) *kind = MESSAGE_ACTIVATED;
    else if (is_in(data, head, "\"error\":") || is_in(data, head, "\"method\":\"bye\"")) {
        fail("popoverd sent an error: %.*s", (int)line, data);
    } else *kind = MESSAGE_OTHER;
    return line;
}

static void popoverd_greet(link_t *link) {
    static const char hello[] =
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"hello\",\"params\":{\"protocol\":1,"
        "\"app\":\"bench\",\"roles\":[\"app\",\"observer\"]}}\n";
    size_t length;
    link_send(link, hello, sizeof(hello) - 1);
    link_await(&popoverd_server, link, MESSAGE_ANSWER, &length);
}

/// For pipelined requests: moves a source.
static size_t popoverd_request(link_t *link, char *out) {
    uint64_t serial = ++link->serial;
    return (size_t)sprintf(
        out,
        "{\"jsonrpc\":\"2.0\",\"id\":%llu,\"method\":\"source.set\",\"params\":"
        "{\"source\":\"basket\",\"rect\":{\"x\":%d,\"y\":80,\"width\":80,\"height\":40}}}\n",
        (unsigned long long)serial, 100 + (int)(serial % 500));
}

static size_t popoverd_publish(link_t *link, char *out) {
    return (size_t)sprintf(
        out,
        "{\"jsonrpc\":\"2.0\",\"id\":%llu,\"method\":\"bus.publish\",\"params\":{\"topic\":"
        "\"app.bench.told\",\"data\":\"%.100s\"}}\n",
        (unsigned long long)++link->serial,
        "...................................................................................."
        "................");
}

static void popoverd_subscribe(link_t *link) {
    static const char subscribe[] =
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"bus.subscribe\",\"params\":{\"topics\":"
        "[\"app.bench.*\"]}}\n";
    size_t length;
    link_send(link, subscribe, sizeof(subscribe) - 1);
    link_await(&popoverd_server, link, MESSAGE_ANSWER, &length);
}

const server_t popoverd_server = {
    .name = "popoverd", .greet = popoverd_greet, .request = popoverd_request,
    .publish = popoverd_publish, .subscribe = popoverd_subscribe, .first = popoverd_first};
