// SPDX-License-Identifier: MIT
//
// A WebSocket server on 127.0.0.1 that connects each of its pages to a Unix socket: one text message
// is one line, each way. It hides libwebsockets and libuv.
//
// It has a loop of its own, which never waits: one descriptor says when that has to be run. Its
// buffers are bounded; a side that does not read keeps the other from being read.

#ifndef WEB_GATEWAY_H
#define WEB_GATEWAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes of a path, an origin and of all subprotocols that a page offers.
#define WEB_TEXT_CAPACITY 1024
#define WEB_ERROR_CAPACITY 160
// Bytes of a line that takes the place of a message.
#define WEB_REPLACEMENT_CAPACITY 512
#define WEB_PAGES_CAPACITY 256

// The subprotocol that is spoken.
#define WEB_SUBPROTOCOL "popoverd.1"

typedef struct web_gateway web_gateway;

// What becomes of a message.
typedef enum web_verdict {
    // It goes to the daemon.
    WEB_PASSES = 1,
    // The replacement does.
    WEB_REPLACED = 2,
    // It is no message: the page goes.
    WEB_MALFORMED = 3,
    // The page wants more than it may have, and goes.
    WEB_FORBIDDEN = 4,
} web_verdict;

// Asked from within web_gateway_run, but for long messages.
typedef struct web_rules {
    void *context;
    // Whether a page may come. Both end with NUL, and are empty where the page says nothing.
    bool (*admit)(void *context, const char *origin, const char *subprotocols);
    // Judges a message: one line, without line feeds. Borrowed for the call. A long one is judged on
    // a thread beside the loop, maybe while another is judged on the loop.
    web_verdict (*judge)(
        void *context, bool is_beside_loop, const uint8_t *message, size_t length,
        uint8_t *replacement, size_t *replacement_length);
    // How long a page's messages may be, in bytes, as this line of the daemon's says; 0: it says
    // nothing about that. Borrowed for the call.
    uint32_t (*message_limit)(void *context, const uint8_t *line, size_t length);
} web_rules;

typedef struct web_settings {
    uint16_t port;
    // The daemon's socket.
    const char *socket;
    // At once, 1 to WEB_PAGES_CAPACITY.
    uint32_t pages;
    // The longest message of a page, in bytes, until the daemon has said what it takes of it.
    uint32_t message;
    web_rules rules;
} web_settings;

// Begins to start the library, on a thread of its own. Returns a descriptor that is readable when that
// is done; -1: the system has no thread for it, and web_gateway_open takes the time.
int web_library_begin(void);

// Waits until it is done, and closes the descriptor. No gateway may be opened before.
void web_library_end(int descriptor);

// Listens; there is one of them in a process. NULL where that cannot be, with the reason in `error`,
// which has WEB_ERROR_CAPACITY bytes. Strings are copied; the rules' context has to outlive the
// gateway.
web_gateway *web_gateway_open(const web_settings *settings, char *error);

// Readable when it has to be run. The gateway's own.
int web_gateway_descriptor(const web_gateway *gateway);

// Does what can be done now. It returns after how many milliseconds it has to be run again, even if
// the descriptor says nothing; -1: not before.
int web_gateway_run(web_gateway *gateway);

// How many pages went without a word since it was asked last: their browser was ended, or they said
// nothing for too long.
uint32_t web_gateway_take_lost(web_gateway *gateway);

// Whoever is connected is told what the daemon has said last, and let go. Nothing is waited for.
void web_gateway_close(web_gateway *gateway);

#endif
