/* SPDX-License-Identifier: MIT */
/* Bytes in and out, and time. */

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* Buffers that were needed once are not kept at this size. */
#define USUAL_BUFFER 65536

/* Ends the connection: the program closes it, and tells so. The message is a literal. */
void popover_break(struct popover_client *client, enum popover_error error, const char *message)
{
    if (client->phase == DISCONNECTED || client->phase == BREAKING)
        return;
    client->ending_error = error;
    client->ending_message = message;
    client->was_ready = client->phase == READY;
    client->phase = BREAKING;
    client->output_length = 0;
}

static bool grow(char **buffer, size_t *capacity, size_t needed)
{
    if (needed <= *capacity)
        return true;
    size_t size = *capacity ? *capacity : 4096;
    while (size < needed)
        size *= 2;
    char *grown = realloc(*buffer, size);
    if (!grown)
        return false;
    *buffer = grown;
    *capacity = size;
    return true;
}

static void shrink(char **buffer, size_t *capacity)
{
    if (*capacity <= USUAL_BUFFER)
        return;
    free(*buffer);
    *buffer = NULL;
    *capacity = 0;
}

static size_t longest_message(const struct popover_client *client)
{
    int64_t limit = popover_client_limit(client, "message");
    return limit > 0 ? (size_t)limit : DEFAULT_MESSAGE;
}

static int append(struct popover_client *client, const char *line, size_t length)
{
    if (length > longest_message(client))
        return POPOVER_ERROR_TOO_LONG;
    if (client->output_length + length + 1 > LONGEST_OUTPUT)
        return POPOVER_ERROR_BUSY;
    if (client->output_start) {
        memmove(client->output, client->output + client->output_start, client->output_length);
        client->output_start = 0;
    }
    if (!grow(&client->output, &client->output_capacity, client->output_length + length + 1))
        return POPOVER_ERROR_NO_MEMORY;
    memcpy(client->output + client->output_length, line, length);
    client->output[client->output_length + length] = '\n';
    client->output_length += length + 1;
    return 0;
}

/* Takes the message. */
int popover_send(struct popover_client *client, json_t *message)
{
    if (!message)
        return POPOVER_ERROR_NO_MEMORY;
    int error = POPOVER_ERROR_NOT_CONNECTED;
    if (client->phase != DISCONNECTED && client->phase != BREAKING) {
        char *line = json_dumps(message, JSON_COMPACT);
        error = line ? append(client, line, strlen(line)) : POPOVER_ERROR_NO_MEMORY;
        free(line);
    }
    json_decref(message);
    return error;
}

/* Takes the result. */
int popover_reply(struct popover_client *client, json_t *id, json_t *result)
{
    return popover_send(client, json_pack("{s:s,s:O,s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

void popover_reply_unknown(struct popover_client *client, json_t *id, const char *method)
{
    json_t *message = json_pack(
        "{s:s,s:O,s:{s:i,s:s+}}", "jsonrpc", "2.0", "id", id, "error", "code",
        (int)POPOVER_ERROR_UNKNOWN_METHOD, "message", "this client does not answer ", method);
    if (popover_send(client, message) == POPOVER_ERROR_NO_MEMORY)
        popover_break(client, POPOVER_ERROR_NO_MEMORY, "out of memory");
}

/* Takes the params. */
int popover_notify_params(struct popover_client *client, const char *method, struct params params)
{
    if (params.error) {
        json_decref(params.json);
        return params.error;
    }
    return popover_send(client, json_pack(
        "{s:s,s:s,s:o}", "jsonrpc", "2.0", "method", method, "params", params.json));
}

static void handle_lines(struct popover_client *client)
{
    size_t start = 0;
    char *end;
    while (client->phase != BREAKING
           && (end = memchr(client->input + client->input_scanned, '\n',
                            client->input_length - client->input_scanned))) {
        size_t length = (size_t)(end - client->input) - start;
        const char *line = client->input + start;
        start = client->input_scanned = start + length + 1;
        if (length)
            popover_handle_line(client, line, length);
    }
    client->input_length -= start;
    memmove(client->input, client->input + start, client->input_length);
    client->input_scanned = client->input_length;
    if (!client->input_length)
        shrink(&client->input, &client->input_capacity);
    else if (client->input_length > LONGEST_LINE)
        popover_break(client, POPOVER_ERROR_PROTOCOL_MISMATCH, "the daemon sent a line that is too long");
}

static void tell_time(struct popover_client *client, int64_t now)
{
    if (now > client->now)
        client->now = now;
}

POPOVER_PUBLIC void popover_client_feed(struct popover_client *client, const void *bytes, size_t length,
                                        int64_t now)
{
    /* No request is given up here: its response may be among the next bytes. */
    tell_time(client, now);
    popover_pass_partings(client);
    const char *rest = bytes;
    while (length && client->phase != DISCONNECTED && client->phase != BREAKING) {
        /* In pieces, so that the longest line bounds the buffer. */
        size_t piece = length < USUAL_BUFFER ? length : USUAL_BUFFER;
        if (!grow(&client->input, &client->input_capacity, client->input_length + piece)) {
            popover_break(client, POPOVER_ERROR_NO_MEMORY, "out of memory");
            return;
        }
        memcpy(client->input + client->input_length, rest, piece);
        client->input_length += piece;
        rest += piece;
        length -= piece;
        handle_lines(client);
    }
    popover_advance(client);
}

POPOVER_PUBLIC const char *popover_client_output(const struct popover_client *client, size_t *length)
{
    *length = client->output_length;
    return client->output_length ? client->output + client->output_start : "";
}

POPOVER_PUBLIC void popover_client_sent(struct popover_client *client, size_t length)
{
    if (length > client->output_length)
        length = client->output_length;
    client->output_start += length;
    client->output_length -= length;
    if (client->output_length)
        return;
    client->output_start = 0;
    shrink(&client->output, &client->output_capacity);
    popover_advance(client);
}

POPOVER_PUBLIC int popover_client_timeout(struct popover_client *client, int64_t now)
{
    tell_time(client, now);
    int64_t next = popover_next_deadline(client);
    if (client->has_left || next == NEVER)
        return -1;
    int64_t left = next - client->now;
    return left <= 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

POPOVER_PUBLIC void popover_client_tick(struct popover_client *client, int64_t now)
{
    tell_time(client, now);
    popover_pass_partings(client);
    popover_pass_deadlines(client);
    popover_advance(client);
}
