// SPDX-License-Identifier: MIT

#ifndef PAGE_H
#define PAGE_H

#include <libwebsockets.h>
#include <uv.h>

#include "include/web_gateway.h"

// Output that is queued for a page; the rest stays in the daemon's socket.
#define PAGE_OUTPUT_CAPACITY 65536
// A page is not read while so much input is queued for the daemon.
#define PAGE_INPUT_MARK 262144
// How long a page has to answer a close frame.
#define PAGE_FAREWELL_SECONDS 2
// Connections whose handshake is not finished; the oldest gives way to a new one.
#define PAGE_HANDSHAKES 16
// Connections of the library that it has not closed yet.
#define PAGE_CLOSING 16
#define CONNECTIONS_CAPACITY (WEB_PAGES_CAPACITY + PAGE_HANDSHAKES + PAGE_CLOSING)
// Most bytes written to a page at once.
#define PAGE_CHUNK 16384

typedef struct page page;

typedef struct connection {
    struct lws *socket;
    bool is_handshake_over;
    // The number of the page's origin, once it is admitted.
    uint32_t origin;
    page *page;
} connection;

struct web_gateway {
    uv_loop_t *loop;
    uv_poll_t listener;
    uv_timer_t pause;
    int descriptor;
    // Asks the kernel whose connections are.
    int peers;
    web_rules rules;
    char socket[WEB_TEXT_CAPACITY];
    uint32_t pages_limit;
    uint32_t origin_limit;
    uint32_t message_limit;
    uint32_t users[WEB_USERS_CAPACITY];
    uint32_t user_count;
    uint32_t pages;
    // Oldest first.
    connection connections[CONNECTIONS_CAPACITY];
    uint32_t connection_count;
    bool is_closing;
    uint8_t chunk[LWS_PRE + PAGE_CHUNK];
};

// A page and its connection to the daemon. It is freed when both are closed.
struct page {
    web_gateway *gateway;
    // NULL: the page has disconnected.
    struct lws *socket;
    uint32_t origin;
    // The longest message, in bytes.
    uint32_t message_limit;
    // The daemon has announced the limit.
    bool is_limit_known;
    uv_pipe_t pipe;
    uv_connect_t connecting;
    uv_shutdown_t ending;
    bool is_pipe_closing;
    bool is_read;
    bool is_paused;
    // The daemon has ended the connection, or cannot be reached.
    bool is_at_end;
    // A part of a message to the page is written, and its end is not.
    bool is_within_message;
    uint16_t end_status;
    const char *end_reason;
    bool has_sent_close;
    bool has_received_close;
    // The part of a message that has arrived.
    uint8_t *message;
    size_t message_length;
    size_t message_capacity;
    size_t output_start;
    size_t output_end;
    uint8_t output[PAGE_OUTPUT_CAPACITY];
    uint8_t replacement[WEB_REPLACEMENT_CAPACITY];
    size_t replacement_length;
};

// Connects a new page of an origin to the daemon; NULL: out of memory.
page *page_open(web_gateway *gateway, struct lws *socket, uint32_t origin);

// Takes a part of a message. Not 0: disconnect the page.
int page_receive(page *page, uint8_t *bytes, size_t length, bool is_first, bool is_last);

// The page is writable. Not 0: disconnect it.
int page_write(page *page);

// The page has disconnected.
void page_close(page *page);

// Disconnects the page once it has all that the daemon has sent.
void page_finish(page *page);

#endif
