// SPDX-License-Identifier: MIT
//
// Mosquitto with MQTT 3.1.1 and QoS 0; another client answers requests.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "link.h"

enum { PAYLOAD = 150, CONNECT = 0x10, CONNACK = 0x20, PUBLISH = 0x30, SUBSCRIBE = 0x82 };

static size_t packet(char *out, int type, const char *body, size_t length) {
    size_t used = 0, left = length;
    out[used++] = (char)type;
    do {
        out[used++] = (char)((left & 127) | (left > 127 ? 128 : 0));
        left >>= 7;
    } while (left > 0);
    memcpy(out + used, body, length);
    return used + length;
}

static size_t text(char *out, const char *words) {
    size_t length = strlen(words);
    out[0] = (char)(length >> 8);
    out[1] = (char)length;
    memcpy(out + 2, words, length);
    return length + 2;
}

static size_t publish_to(const char *topic, const char *head, char *out) {
    char body[MESSAGE_ROOM];
    size_t used = text(body, topic);
    memset(body + used, '.', PAYLOAD);
    memcpy(body + used, head, strlen(head) + 1);
    return packet(out, PUBLISH, body, used + PAYLOAD);
}

static void join(link_t *link, const char *topic) {
    char body[128], out[MESSAGE_ROOM];
    body[0] = 0;
    body[1] = 1;
    size_t used = 2 + text(body + 2, topic);
    body[used++] = 0;
    link_send(link, out, packet(out, SUBSCRIBE, body, used));
    link_await(&mosquitto_server, link, MESSAGE_ANSWER, &used);
}

static void mosquitto_greet(link_t *link) {
    char body[128], out[MESSAGE_ROOM];
    size_t used = text(body, "MQTT");
    body[used++] = 4; // The protocol's level
    body[used++] = 2; // A clean session
    body[used++] = 0;
    body[used++] = 0; // Never pinged
    // Unique: a second client with the same name would disconnect the first.
    snprintf(link->name, sizeof(link->name), "to/%d/%d", (int)getpid(), link->number);
    used += text(body + used, link->name);
    link_send(link, out, packet(out, CONNECT, body, used));
    link_await(&mosquitto_server, link, MESSAGE_ANSWER, &used);
}

static void mosquitto_listen(link_t *link) { join(link, link->name); }
static void mosquitto_subscribe(link_t *link) { join(link, "all"); }
static void mosquitto_offer(link_t *link) { join(link, "call"); }

static size_t mosquitto_request(link_t *link, char *out) {
    // The response topic of each link.
    if (link->serial++ == 0) {
        snprintf(link->name, sizeof(link->name), "answer/%d/%d", (int)getpid(), link->number);
        join(link, link->name);
    }
    return publish_to("call", link->name, out);
}

static size_t mosquitto_answer(link_t *link, const char *call, size_t length, char *out) {
    (void)link;
    (void)length;
    // After a header byte and one or two length bytes: the topic, then the response topic.
    size_t head = call[1] < 0 ? 3 : 2;
    return publish_to(call + head + 2 + strlen("call"), "", out);
}

static size_t mosquitto_send_to(link_t *from, link_t *to, char *out) {
    (void)from;
    return publish_to(to->name, "", out);
}

static size_t mosquitto_publish(link_t *link, char *out) {
    (void)link;
    return publish_to("all", "", out);
}

static size_t mosquitto_first(const char *data, size_t length, message_kind *kind) {
    size_t body = 0, head = 1;
    for (int shift = 0;; shift += 7) {
        if (head >= length) return 0;
        unsigned char byte = (unsigned char)data[head++];
        body |= (size_t)(byte & 127) << shift;
        if (byte < 128) break;
    }
    if (head + body > length) return 0;
    const char *topic = data + head + 2;
    if ((data[0] & 0xf0) != PUBLISH || memcmp(topic, "answer", 6) == 0) *kind = MESSAGE_ANSWER;
    else *kind = memcmp(topic, "call", 4) == 0 ? MESSAGE_CALL : MESSAGE_EVENT;
    return head + body;
}

const server_t mosquitto_server = {
    .name = "mosquitto", .greet = mosquitto_greet, .request = mosquitto_request,
    .send_to = mosquitto_send_to, .publish = mosquitto_publish, .subscribe = mosquitto_subscribe,
    .listen = mosquitto_listen, .offer = mosquitto_offer, .answer = mosquitto_answer,
    .first = mosquitto_first};
