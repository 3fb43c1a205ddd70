// SPDX-License-Identifier: MIT
//
// A client connection to one of the compared servers, and the messages of its protocol.

#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINK_ROOM = 1 << 18, MESSAGE_ROOM = 4096 };

typedef enum {
    MESSAGE_ANSWER,  // To a request of this link's.
    MESSAGE_EVENT,   // What somebody has published, or sent to this link.
    MESSAGE_CALL,    // Asks for an answer.
    MESSAGE_ACTIVATED,
    MESSAGE_CLOSED,
    MESSAGE_OTHER,
} message_kind;

typedef struct {
    int descriptor;
    int loop; // An epoll of this descriptor, as each program has its own.
    int number;      // In the order of their connecting, from 0.
    char name[64];   // That the server has given it.
    uint64_t serial; // Of its latest request.
    size_t used;
    size_t taken;
    char data[LINK_ROOM];
} link_t;

typedef struct {
    const char *name;
    /// Registers the client and waits for the response.
    void (*greet)(link_t *link);
    /// Functions that write a message of at most MESSAGE_ROOM bytes to `out` and return its length.
    size_t (*request)(link_t *link, char *out);
    size_t (*send_to)(link_t *from, link_t *to, char *out);
    size_t (*publish)(link_t *link, char *out);
    void (*subscribe)(link_t *link);
    /// Makes the client reachable by `send_to`; NULL if all clients are.
    void (*listen)(link_t *link);
    /// For servers whose requests another client answers: registers that client, and answers one.
    void (*offer)(link_t *link);
    size_t (*answer)(link_t *link, const char *call, size_t length, char *out);
    /// The length of the first complete message in `data`; 0 if there is none.
    size_t (*first)(const char *data, size_t length, message_kind *kind);
} server_t;

extern const server_t floor_server, popoverd_server, redis_server, mosquitto_server, dbus_server,
    sway_server;

/// Whether clients wait in `recv`; otherwise they wait in `epoll_wait` first, like event loops.
extern bool links_block;

link_t *link_open(const server_t *server, const char *address);
void link_close(link_t *link);
void link_send(link_t *link, const char *data, size_t length);
/// Waits for the next message, which is valid until the next read.
const char *link_read(const server_t *server, link_t *link, size_t *length, message_kind *kind);
/// Drops messages before the first one of this kind, and returns that.
const char *link_await(const server_t *server, link_t *link, message_kind kind, size_t *length);
/// A message that has arrived, or NULL; does not read.
const char *link_next(const server_t *server, link_t *link, size_t *length, message_kind *kind);
/// Reads and drops all messages, so that the server has none queued for this link.
void link_drain(const server_t *server, link_t *link);
/// Reads available bytes; waits if there are none.
void link_fill(link_t *link);
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
