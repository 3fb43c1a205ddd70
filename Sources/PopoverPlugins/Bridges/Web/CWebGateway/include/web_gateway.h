// SPDX-License-Identifier: MIT
//
// A WebSocket server on 127.0.0.1 that connects each page to the daemon's Unix socket: one text
// message is one line, each way. It hides libwebsockets and libuv.
//
// It runs on its owner's loop. Buffers are bounded; while one side does not read, the other is not read
// either.

#ifndef WEB_GATEWAY_H
#define WEB_GATEWAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes of a path, an origin, and all subprotocols that a page offers, with the NUL.
#define WEB_TEXT_CAPACITY 1024
#define WEB_ERROR_CAPACITY 160
// Bytes of a line that replaces a message.
#define WEB_REPLACEMENT_CAPACITY 512
#define WEB_PAGES_CAPACITY 256
#define WEB_USERS_CAPACITY 32

// The subprotocol of the messages.
#define WEB_SUBPROTOCOL "popoverd.1"

typedef struct web_gateway web_gateway;

// Whether a page may connect; if not, why.
typedef enum web_admission {
    WEB_ADMITTED = 0,
    WEB_WRONG_ORIGIN = 1,
    WEB_WRONG_TOKEN = 2,
    // web_settings.pages are connected, or web_settings.pages_of_origin of its origin.
    WEB_TOO_MANY_PAGES = 3,
    // Later connections have taken the place of its handshake.
    WEB_TOO_MANY_HANDSHAKES = 4,
    // It is of a user whose browser may not connect.
    WEB_WRONG_USER = 5,
} web_admission;

// What happens to a message.
typedef enum web_verdict {
    // It is sent to the daemon.
    WEB_PASSES = 1,
    // The replacement is sent to the daemon.
    WEB_REPLACED = 2,
    // It is not a message: the page is disconnected.
    WEB_MALFORMED = 3,
    // The page has no right to it, and is disconnected.
    WEB_FORBIDDEN = 4,
} web_verdict;

// Called from within the loop.
typedef struct web_rules {
    void *context;
    // WEB_ADMITTED, WEB_WRONG_ORIGIN or WEB_WRONG_TOKEN. Both strings end with NUL, and are empty
    // where the page sends no such header. Sets the number of an admitted page's origin.
    web_admission (*admit)(
        void *context, const char *origin, const char *subprotocols, uint32_t *number);
    // Checks a message of a page of this origin: one line, without line feeds. Borrowed for the call.
    web_verdict (*check)(
        void *context, uint32_t origin, const uint8_t *message, size_t length, uint8_t *replacement,
        size_t *replacement_length);
    // The longest message of a page in bytes, if this line of the daemon's announces it; else 0.
    // Borrowed for the call.
    uint32_t (*message_limit)(void *context, const uint8_t *line, size_t length);
    // A connection was refused; its origin, empty where it is not known.
    void (*refused)(void *context, web_admission reason, const char *origin);
    // A page has disconnected without a closing handshake: its browser was killed or timed out.
    void (*lost)(void *context);
    // web_gateway_close is done.
    void (*closed)(void *context);
} web_rules;

typedef struct web_settings {
    uint16_t port;
    // The daemon's socket.
    const char *socket;
    // Most pages at once, 1 to WEB_PAGES_CAPACITY.
    uint32_t pages;
    // Most pages of one origin at once.
    uint32_t pages_of_origin;
    // The longest message of a page, in bytes, until the daemon has announced its limit.
    uint32_t message;
    // The users whose browsers may connect, besides the process's own user and root.
    uint32_t users[WEB_USERS_CAPACITY];
    uint32_t user_count;
    web_rules rules;
} web_settings;

// Listens, on a loop of libuv (a uv_loop_t *). A process has one gateway, which it keeps. NULL on failure,
// with the reason in `error`, which has WEB_ERROR_CAPACITY bytes. Strings are copied; the rules' context
// must outlive the gateway.
web_gateway *web_gateway_open(void *loop, const web_settings *settings, char *error);

// Listens no more, sends the pages what the daemon has said last, and disconnects them.
void web_gateway_close(web_gateway *gateway);

#endif
