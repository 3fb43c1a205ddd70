// SPDX-License-Identifier: MIT
//
// A D-Bus bus; another client of the bus answers requests.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "link.h"

enum { CALL = 1, RETURN = 2, SIGNAL = 4, NO_REPLY = 1, PAYLOAD = 100 };
enum { PATH = 1, INTERFACE = 2, MEMBER = 3, REPLY_SERIAL = 5, DESTINATION = 6, SENDER = 7,
       SIGNATURE = 8 };

typedef struct {
    char *out;
    size_t used;
} writer;

static void align(writer *writer, size_t size) {
    while (writer->used % size) writer->out[writer->used++] = 0;
}

static void number(writer *writer, uint32_t value) {
    align(writer, 4);
    memcpy(writer->out + writer->used, &value, 4);
    writer->used += 4;
}

static void string(writer *writer, const char *value) {
    number(writer, (uint32_t)strlen(value));
    memcpy(writer->out + writer->used, value, strlen(value) + 1);
    writer->used += strlen(value) + 1;
}

static void signature(writer *writer, const char *value) {
    writer->out[writer->used++] = (char)strlen(value);
    memcpy(writer->out + writer->used, value, strlen(value) + 1);
    writer->used += strlen(value) + 1;
}

static void field(writer *writer, int code, const char *value) {
    if (value == NULL) return;
    align(writer, 8);
    writer->out[writer->used++] = (char)code;
    signature(writer, code == PATH ? "o" : code == SIGNATURE ? "g" : "s");
    if (code == SIGNATURE) signature(writer, value);
    else string(writer, value);
}

typedef struct {
    int type, flags;
    uint32_t answered;
    const char *destination, *interface, *member, *argument;
    uint32_t flag_argument;
} message;

static size_t write_message(link_t *link, message message, char *out) {
    writer writer = {out, 0};
    uint32_t serial = (uint32_t)++link->serial;
    out[0] = 'l';
    out[1] = (char)message.type;
    out[2] = (char)message.flags;
    out[3] = 1;
    writer.used = 8;
    number(&writer, serial);
    number(&writer, 0); // The fields' length, below
    if (message.type != RETURN) {
        int is_to_bus = message.destination && !strcmp(message.destination, "org.freedesktop.DBus");
        field(&writer, PATH, is_to_bus ? "/org/freedesktop/DBus" : "/bench");
        field(&writer, INTERFACE, message.interface);
        field(&writer, MEMBER, message.member);
    }
    field(&writer, DESTINATION, message.destination);
    if (message.answered) {
        align(&writer, 8);
        out[writer.used++] = REPLY_SERIAL;
        signature(&writer, "u");
        number(&writer, message.answered);
    }
    if (message.argument) field(&writer, SIGNATURE, message.flag_argument ? "su" : "s");
    uint32_t fields = (uint32_t)writer.used - 16;
    memcpy(out + 12, &fields, 4);
    align(&writer, 8);
    size_t body = writer.used;
    if (message.argument) {
        string(&writer, message.argument);
        if (message.flag_argument) number(&writer, message.flag_argument);
    }
    uint32_t length = (uint32_t)(writer.used - body);
    memcpy(out + 4, &length, 4);
    return writer.used;
}

static uint32_t number_at(const char *data, size_t offset) {
    uint32_t value;
    memcpy(&value, data + offset, 4);
    return value;
}

static size_t dbus_first(const char *data, size_t length, message_kind *kind) {
    if (length < 16) return 0;
    size_t whole = 16 + ((number_at(data, 12) + 7u) & ~7u) + number_at(data, 4);
    if (whole > length) return 0;
    if (data[1] == 3) fail("the bus sent an error: %.*s", (int)whole - 16, data + 16);
    if (data[1] == RETURN) *kind = MESSAGE_ANSWER;
    else if (memmem(data, whole, "org.popoverd.Bench", 18) == NULL) *kind = MESSAGE_OTHER;
    else *kind = data[1] == CALL && !(data[2] & NO_REPLY) ? MESSAGE_CALL : MESSAGE_EVENT;
    return whole;
}

static void ask_bus(link_t *link, const char *member, const char *argument, uint32_t flag) {
    char out[MESSAGE_ROOM];
    size_t length = write_message(
        link,
        (message){.type = CALL, .destination = "org.freedesktop.DBus",
                  .interface = "org.freedesktop.DBus", .member = member, .argument = argument,
                  .flag_argument = flag},
        out);
    link_send(link, out, length);
    const char *answer = link_await(&dbus_server, link, MESSAGE_ANSWER, &length);
    // The response to Hello has the name.
    size_t body = 16 + ((number_at(answer, 12) + 7u) & ~7u);
    if (strcmp(member, "Hello") == 0) {
        snprintf(link->name, sizeof(link->name), "%s", answer + body + 4);
    }
}

static void dbus_greet(link_t *link) {
    char line[128], *out = line;
    *out++ = 0;
    out += sprintf(out, "AUTH EXTERNAL ");
    char user[16];
    snprintf(user, sizeof(user), "%u", (unsigned)geteuid());
    for (char *digit = user; *digit; digit++) out += sprintf(out, "%02x", *digit);
    out += sprintf(out, "\r\n");
    link_send(link, line, (size_t)(out - line));
    while (memmem(link->data, link->used, "\r\n", 2) == NULL) link_fill(link);
    link->used = 0;
    link_send(link, "BEGIN\r\n", 7);
    ask_bus(link, "Hello", NULL, 0);
}

static char payload[PAYLOAD + 1];

static const char *filled(void) {
    memset(payload, '.', PAYLOAD);
    return payload;
}

static size_t dbus_request(link_t *link, char *out) {
    return write_message(
        link,
        (message){.type = CALL, .destination = "org.popoverd.Bench",
                  .interface = "org.popoverd.Bench", .member = "Ask", .argument = filled()},
        out);
}

static size_t dbus_send_to(link_t *from, link_t *to, char *out) {
    return write_message(
        from,
        (message){.type = CALL, .flags = NO_REPLY, .destination = to->name,
                  .interface = "org.popoverd.Bench", .member = "Tell", .argument = filled()},
        out);
}

static size_t dbus_publish(link_t *link, char *out) {
    return write_message(
        link,
        (message){.type = SIGNAL, .interface = "org.popoverd.Bench", .member = "Told",
                  .argument = filled()},
        out);
}

static void dbus_subscribe(link_t *link) {
    ask_bus(link, "AddMatch", "type='signal',interface='org.popoverd.Bench'", 0);
}

static void dbus_offer(link_t *link) { ask_bus(link, "RequestName", "org.popoverd.Bench", 4); }

static size_t dbus_answer(link_t *link, const char *call, size_t length, char *out) {
    (void)length;
    char sender[64] = "";
    size_t end = 16 + number_at(call, 12);
    for (size_t at = 16; at < end;) {
        at = (at + 7) & ~(size_t)7;
        int code = call[at];
        char type = call[at + 2];
        at += 4;
        if (type == 'u') at += 4;
        else if (type == 'g') at += (size_t)call[at] + 2;
        else {
            if (code == SENDER) snprintf(sender, sizeof(sender), "%s", call + at + 4);
            at += number_at(call, at) + 5;
        }
    }
    return write_message(
        link,
        (message){.type = RETURN, .flags = NO_REPLY, .destination = sender,
                  .answered = number_at(call, 8), .argument = filled()},
        out);
}

const server_t dbus_server = {
    .name = "dbus", .greet = dbus_greet, .request = dbus_request, .send_to = dbus_send_to,
    .publish = dbus_publish, .subscribe = dbus_subscribe, .offer = dbus_offer,
    .answer = dbus_answer, .first = dbus_first};
