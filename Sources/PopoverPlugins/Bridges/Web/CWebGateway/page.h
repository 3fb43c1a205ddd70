// SPDX-License-Identifier: MIT

#ifndef PAGE_H
#define PAGE_H

#include <libwebsockets.h>
#include <pthread.h>
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

// The worker thread that checks long messages.
typedef struct checker {
    pthread_t thread;
    bool has_thread;
    uv_async_t wakeup;
    // Guards what follows.
    pthread_mutex_t lock;
    pthread_cond_t more;
    bool is_ending;
    page *waiting;
    page *done;
} checker;

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
    checker checker;
    char socket[WEB_TEXT_CAPACITY];
    uint32_t pages_limit;
    uint32_t message_limit;
    uint32_t users[WEB_USERS_CAPACITY];
    uint32_t user_count;
    uint32_t pages;
    web_report report;
    // Oldest first.
    connection connections[CONNECTIONS_CAPACITY];
    uint32_t connection_count;
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
    // The worker has its message and the verdict.
    bool is_being_checked;
    page *next_in_queue;
    web_verdict verdict;
    uint8_t replacement[WEB_REPLACEMENT_CAPACITY];
    size_t replacement_length;
};

// Starts the library unless it has started; called from one thread at a time.
bool gateway_start_library(void);

// Opens the descriptor for peer_user; -1 on failure.
int peers_open(void);

// Finds the user at the other end of a connection from this machine; false: nobody is there any more.
bool peer_user(int peers, int descriptor, uint32_t *user);

// Connects a new page of an origin to the daemon; NULL: out of memory.
page *page_open(web_gateway *gateway, struct lws *socket, uint32_t origin);

// Takes a part of a message. Not 0: disconnect the page.
int page_receive(page *page, uint8_t *bytes, size_t length, bool is_first, bool is_last);

// The page is writable. Not 0: disconnect it.
int page_write(page *page);

// Sends a close frame. Not 0: the page does not take it.
int page_send_close(page *page, uint16_t status, const char *reason);

// Whether output is queued for the page.
bool page_has_output(const page *page);

// The page has disconnected.
void page_close(page *page);

// Checks the message that has arrived; on any thread.
web_verdict page_check(page *page, bool is_on_worker);

// The worker has checked the page's message.
void page_checked(page *page);

void checker_open(web_gateway *gateway);

// Queues the page's message for the worker; false: there is no thread.
bool checker_submit(page *page);

// Ends the worker; queued messages are not checked.
void checker_close(web_gateway *gateway);

#endif
