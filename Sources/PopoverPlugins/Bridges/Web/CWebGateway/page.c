// SPDX-License-Identifier: MIT

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "page.h"

// A close status that libwebsockets has no name for.
#define TRY_AGAIN_LATER 1013

// A line on its way to the daemon.
typedef struct line {
    uv_write_t request;
    page *page;
    uint8_t bytes[];
} line;

static void free_if_closed(page *page) {
    if (page->socket || page->pipe.data) return;
    free(page->message);
    free(page);
}

static void pipe_closed(uv_handle_t *handle) {
    page *page = handle->data;
    page->pipe.data = NULL;
    free_if_closed(page);
}

static void close_pipe(page *page) {
    if (page->is_pipe_closing) return;
    page->is_pipe_closing = true;
    uv_close((uv_handle_t *)&page->pipe, pipe_closed);
}

// Disconnects the page once it has all the output that the daemon has sent.
static void end(page *page, uint16_t status, const char *reason) {
    if (page->is_at_end) return;
    page->is_at_end = true;
    page->end_status = status;
    page->end_reason = reason;
    close_pipe(page);
    if (page->socket) lws_callback_on_writable(page->socket);
}

// Leaves it to the page to close the connection: libwebsockets 4.1 loses the status when it closes a
// writable page. The page is still read, so that its kernel reports no broken connection.
static int send_close(page *page, uint16_t status, const char *reason) {
    if (page->has_sent_close) return 0;
    page->has_sent_close = true;
    // The library cannot write this frame. Reasons are shorter than 124 bytes.
    uint8_t frame[128];
    size_t length = strlen(reason);
    frame[0] = 0x88;
    frame[1] = (uint8_t)(length + 2);
    frame[2] = (uint8_t)(status >> 8);
    frame[3] = (uint8_t)status;
    memcpy(frame + 4, reason, length);
    ssize_t sent = send(
        lws_get_socket_fd(page->socket), frame, length + 4, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent != (ssize_t)length + 4) return -1;
    if (page->is_paused) lws_rx_flow_control(page->socket, 1);
    lws_set_timeout(page->socket, PENDING_TIMEOUT_CLOSE_ACK, PAGE_FAREWELL_SECONDS);
    return 0;
}

// Disconnects the page at once.
static int refuse(page *page, uint16_t status, const char *reason) {
    page->has_sent_close = true;
    lws_close_reason(page->socket, status, (unsigned char *)(uintptr_t)reason, strlen(reason));
    return -1;
}

// From the daemon to the page

static void make_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    (void)suggested;
    page *page = handle->data;
    if (page->output_start > 0) {
        memmove(
            page->output, page->output + page->output_start,
            page->output_end - page->output_start);
        page->output_end -= page->output_start;
        memset(page->output + page->output_end, 0, page->output_start);
        page->output_start = 0;
    }
    *buffer = uv_buf_init(
        (char *)page->output + page->output_end,
        (unsigned)(PAGE_OUTPUT_CAPACITY - page->output_end));
}

// The answer to `hello` announces the longest message. It fits the buffer, after a few lines at most.
static void read_limit(page *page, size_t count) {
    const uint8_t *line = page->output + page->output_start, *line_end;
    const uint8_t *output_end = page->output + page->output_end;
    if (!memchr(output_end - count, '\n', count)) return;
    const web_rules *rules = &page->gateway->rules;
    while (!page->is_limit_known
           && (line_end = memchr(line, '\n', (size_t)(output_end - line)))) {
        uint32_t limit = rules->message_limit(rules->context, line, (size_t)(line_end - line));
        if (limit > 0) {
            page->message_limit = limit;
            page->is_limit_known = true;
        }
        line = line_end + 1;
    }
}

static void on_daemon_output(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
    (void)buffer;
    page *page = stream->data;
    if (count == UV_ENOBUFS) count = 0;
    if (count < 0) {
        end(page, LWS_CLOSE_STATUS_GOINGAWAY, "the daemon has ended the connection");
        return;
    }
    page->output_end += (size_t)count;
    if (!page->is_limit_known) read_limit(page, (size_t)count);
    if (page->output_end - page->output_start == PAGE_OUTPUT_CAPACITY) {
        uv_read_stop(stream);
        page->is_read = false;
    }
    if (page->socket && count > 0) lws_callback_on_writable(page->socket);
}

static void read_daemon(page *page) {
    if (page->is_read || page->is_pipe_closing) return;
    page->is_read = uv_read_start((uv_stream_t *)&page->pipe, make_room, on_daemon_output) == 0;
}

// The bytes of one message to write next, and whether they end it.
static size_t next_part(page *page, bool *is_last) {
    const uint8_t *from = page->output + page->output_start;
    size_t length = page->output_end - page->output_start;
    if (length > PAGE_CHUNK) length = PAGE_CHUNK;
    const uint8_t *line_end = memchr(from, '\n', length);
    *is_last = line_end != NULL;
    return line_end ? (size_t)(line_end - from) : length;
}

int page_write(page *page) {
    bool is_last;
    size_t length = next_part(page, &is_last);
    if (length == 0 && !is_last) {
        return page->is_at_end ? send_close(page, page->end_status, page->end_reason) : 0;
    }
    uint8_t *chunk = page->gateway->chunk + LWS_PRE;
    memcpy(chunk, page->output + page->output_start, length);
    int flags = page->is_within_message ? LWS_WRITE_CONTINUATION : LWS_WRITE_TEXT;
    if (!is_last) flags |= LWS_WRITE_NO_FIN;
    const int written = lws_write(page->socket, chunk, length, (enum lws_write_protocol)flags);
    // Drafts do not stay in buffers that are used again.
    memset(chunk, 0, length);
    memset(page->output + page->output_start, 0, length);
    if (written < 0) return -1;
    page->is_within_message = !is_last;
    page->output_start += length + is_last;
    if (page->output_start < page->output_end || page->is_at_end) {
        lws_callback_on_writable(page->socket);
    }
    read_daemon(page);
    return 0;
}

// From the page to the daemon

static void resume_reading(page *page);

static void line_written(uv_write_t *request, int status) {
    line *line = request->data;
    page *page = line->page;
    free(line);
    if (status < 0) {
        if (status != UV_ECANCELED) {
            end(page, LWS_CLOSE_STATUS_GOINGAWAY, "the daemon has ended the connection");
        }
        return;
    }
    resume_reading(page);
}

static void pause_reading(page *page) {
    if (!page->is_paused && page->socket) lws_rx_flow_control(page->socket, 0);
    page->is_paused = true;
}

static void send_line(page *page, const uint8_t *bytes, size_t length) {
    line *line = malloc(sizeof *line + length + 1);
    if (!line) return end(page, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
    memcpy(line->bytes, bytes, length);
    line->bytes[length] = '\n';
    line->page = page;
    line->request.data = line;
    uv_buf_t buffer = uv_buf_init((char *)line->bytes, (unsigned)length + 1);
    uv_stream_t *stream = (uv_stream_t *)&page->pipe;
    if (uv_write(&line->request, stream, &buffer, 1, line_written) < 0) {
        free(line);
        return end(page, LWS_CLOSE_STATUS_GOINGAWAY, "the daemon has ended the connection");
    }
    if (uv_stream_get_write_queue_size(stream) > PAGE_INPUT_MARK) pause_reading(page);
}

static web_verdict check(page *page) {
    // A line feed would end the line: the rest would be another message, unchecked.
    uint8_t *rest = page->message, *line_feed;
    uint8_t *message_end = page->message + page->message_length;
    while ((line_feed = memchr(rest, '\n', (size_t)(message_end - rest)))) {
        *line_feed = ' ';
        rest = line_feed + 1;
    }
    const web_rules *rules = &page->gateway->rules;
    page->replacement_length = 0;
    return rules->check(
        rules->context, page->origin, page->message, page->message_length, page->replacement,
        &page->replacement_length);
}

static void carry_out(page *page, web_verdict verdict) {
    switch (verdict) {
    case WEB_PASSES: send_line(page, page->message, page->message_length); break;
    case WEB_REPLACED: send_line(page, page->replacement, page->replacement_length); break;
    case WEB_FORBIDDEN:
        end(page, LWS_CLOSE_STATUS_POLICY_VIOLATION, "not given to pages");
        break;
    case WEB_MALFORMED: end(page, LWS_CLOSE_STATUS_INVALID_PAYLOAD, "not a message"); break;
    }
    if (page->message_length > 0) memset(page->message, 0, page->message_length);
    // A long message must not hold its memory for ever.
    if (page->message_capacity > PAGE_CHUNK) {
        free(page->message);
        page->message = NULL;
        page->message_capacity = 0;
    }
    page->message_length = 0;
}

static void resume_reading(page *page) {
    if (!page->is_paused || !page->socket || page->is_at_end) return;
    if (uv_stream_get_write_queue_size((uv_stream_t *)&page->pipe) > PAGE_INPUT_MARK / 2) return;
    page->is_paused = false;
    lws_rx_flow_control(page->socket, 1);
}

static bool reserve(page *page, size_t capacity) {
    if (capacity <= page->message_capacity) return true;
    size_t larger = page->message_capacity ? page->message_capacity * 2 : 1024;
    while (larger < capacity) larger *= 2;
    uint8_t *message = realloc(page->message, larger);
    if (!message) return false;
    page->message = message;
    page->message_capacity = larger;
    return true;
}

int page_receive(page *page, uint8_t *bytes, size_t length, bool is_first, bool is_last) {
    // Only output is left.
    if (page->is_at_end) return 0;
    if (lws_frame_is_binary(page->socket)) {
        return refuse(page, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "messages are text");
    }
    if (is_first) page->message_length = 0;
    if (page->message_length + length > page->message_limit) {
        return refuse(page, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "the message is too long");
    }
    if (!reserve(page, page->message_length + length)) {
        return refuse(page, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
    }
    if (length > 0) {
        memcpy(page->message + page->message_length, bytes, length);
        // libwebsockets has unmasked the message in this buffer, which it uses again.
        memset(bytes, 0, length);
    }
    page->message_length += length;
    if (is_last && page->message_length > 0) carry_out(page, check(page));
    return 0;
}

// Connecting and disconnecting

static void connected(uv_connect_t *request, int status) {
    page *page = request->data;
    if (status == UV_ECANCELED) return;
    if (status < 0) {
        end(page, TRY_AGAIN_LATER, "the daemon does not listen");
        return;
    }
    read_daemon(page);
}

page *page_open(web_gateway *gateway, struct lws *socket, uint32_t origin) {
    page *page = calloc(1, sizeof *page);
    if (!page) return NULL;
    page->gateway = gateway;
    page->socket = socket;
    page->origin = origin;
    page->message_limit = gateway->message_limit;
    if (uv_pipe_init(gateway->loop, &page->pipe, 0) < 0) {
        free(page);
        return NULL;
    }
    page->pipe.data = page;
    gateway->pages += 1;
    page->connecting.data = page;
    uv_pipe_connect(&page->connecting, &page->pipe, gateway->socket, connected);
    return page;
}

void page_close(page *page) {
    page->socket = NULL;
    page->gateway->pages -= 1;
    const web_rules *rules = &page->gateway->rules;
    if (!page->has_sent_close && !page->has_received_close) rules->lost(rules->context);
    close_pipe(page);
    free_if_closed(page);
}

// The daemon ends its side when it hears that the page has nothing more to say.
void page_finish(page *page) {
    if (uv_shutdown(&page->ending, (uv_stream_t *)&page->pipe, NULL) < 0) {
        end(page, LWS_CLOSE_STATUS_GOINGAWAY, "the gateway closes");
    }
}
