// SPDX-License-Identifier: MIT

#ifndef PAGE_H
#define PAGE_H

#include <libwebsockets.h>
#include <pthread.h>
#include <uv.h>

#include "include/web_gateway.h"

// What waits for a page to read it; what the daemon has beyond stays in its socket.
#define PAGE_OUTPUT_CAPACITY 65536
// A page is not read any more while so much waits for the daemon to read it.
#define PAGE_INPUT_MARK 262144
// How long a page has to answer that it goes.
#define PAGE_FAREWELL_SECONDS 2
// Connections that are no pages yet.
#define PAGE_HANDSHAKES 16
// Written to a page at once.
#define PAGE_CHUNK 16384

typedef struct page page;

// What judges long messages.
typedef struct judging {
    pthread_t thread;
    bool has_thread;
    uv_async_t wakeup;
    // Guards what follows.
    pthread_mutex_t lock;
    pthread_cond_t more;
    bool is_ending;
    page *waiting;
    page *done;
} judging;

typedef struct connection {
    struct lws *socket;
    // NULL: it is none yet.
    page *page;
} connection;

struct web_gateway {
    uv_loop_t *loop;
    uv_poll_t listener;
    uv_timer_t pause;
    int descriptor;
    web_rules rules;
    judging judging;
    char socket[WEB_TEXT_CAPACITY];
    uint32_t pages_limit;
    uint32_t message_limit;
    uint32_t pages;
    // Pages that went without a word, of which nobody has been told.
    uint32_t lost;
    connection connections[WEB_PAGES_CAPACITY + PAGE_HANDSHAKES];
    uint32_t connection_count;
    uint8_t chunk[LWS_PRE + PAGE_CHUNK];
};

// A page, and its connection to the daemon. It is freed when both are gone.
struct page {
    web_gateway *gateway;
    // NULL: the page is gone.
    struct lws *socket;
    // Bytes of a message.
    uint32_t message_limit;
    // It is the daemon's word.
    bool is_limit_told;
    uv_pipe_t pipe;
    uv_connect_t connecting;
    bool is_pipe_closing;
    bool is_read;
    bool is_held_back;
    // The daemon has ended the connection, or cannot be reached.
    bool is_at_end;
    // A message to the page has begun, and its end has not been written.
    bool is_within_message;
    uint16_t end_status;
    const char *end_reason;
    bool has_said_end;
    // The page has said that it goes.
    bool has_heard_end;
    // What has come of a message.
    uint8_t *message;
    size_t message_length;
    size_t message_capacity;
    size_t output_start;
    size_t output_end;
    uint8_t output[PAGE_OUTPUT_CAPACITY];
    // Its message is being judged, which the thread has then, with the verdict.
    bool is_judged;
    page *next_judged;
    web_verdict verdict;
    uint8_t replacement[WEB_REPLACEMENT_CAPACITY];
    size_t replacement_length;
};

// Starts the library where that has not been done; on one thread at a time.
bool gateway_start_library(void);

// Connects a page that has come; NULL: it cannot be had.
page *page_open(web_gateway *gateway, struct lws *socket);

// A part of a message. Not 0: the page has to go.
int page_receive(page *page, const uint8_t *bytes, size_t length, bool is_first, bool is_last);

// The page can be written to. Not 0: it has to go.
int page_write(page *page);

// Tells the page that it has to go. Not 0: it does not take it.
int page_say_end(page *page, uint16_t status, const char *reason);

// Whether the page has yet to be told something that is here.
bool page_waits(const page *page);

// The page is gone.
void page_close(page *page);

// Judges the message that has come; on any thread.
web_verdict page_judge(page *page, bool is_beside_loop);

// The verdict is there.
void page_judged(page *page);

void judging_open(web_gateway *gateway);

// Has the page's message judged; false: there is no thread for it.
bool judging_begin(page *page);

// What is not judged yet never is.
void judging_close(web_gateway *gateway);

#endif
