// SPDX-License-Identifier: MIT
//
// The floor, a libuv server that does the minimum with each line: floor SOCKET. The first letter of a
// line selects its recipient: `e` the sender, `t0012` connection 12, `b` all connections that sent a
// line with `s`, which is answered itself. `a0464 0126` sends 464 bytes to the sender and 126 bytes to
// all others, like popoverd when a popover opens. It parses, checks, limits and decides nothing.

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { CONNECTIONS = 10000, ROOM = 1 << 18, LONGEST_TOLD = 1024 };

typedef struct {
    uv_pipe_t pipe;
    int number;
    size_t used;
    char data[ROOM];
} connection;

typedef struct {
    uv_write_t request;
    char data[];
} later;

static connection *connections[CONNECTIONS];
static int count;
static connection *subscribers[CONNECTIONS];
static int subscriber_count;

static void require(int is_so, const char *what) {
    if (is_so) return;
    fprintf(stderr, "floor: %s\n", what);
    exit(1);
}

static void after_write(uv_write_t *request, int status) {
    (void)status;
    free(request);
}

static void send_line(connection *to, const char *line, size_t length) {
    uv_buf_t buffer = uv_buf_init((char *)line, (unsigned)length);
    int sent = uv_try_write((uv_stream_t *)&to->pipe, &buffer, 1);
    if (sent == (int)length) return;
    if (sent < 0) sent = 0;
    size_t rest = length - (size_t)sent;
    later *write = malloc(sizeof(*write) + rest);
    require(write != NULL, "no memory");
    memcpy(write->data, line + sent, rest);
    buffer = uv_buf_init(write->data, (unsigned)rest);
    uv_write(&write->request, (uv_stream_t *)&to->pipe, &buffer, 1, after_write);
}

/// Sends lines of these lengths to the sender and to all others.
static void answer_and_tell(connection *from, int answer, int told) {
    static char answered[LONGEST_TOLD], others[LONGEST_TOLD];
    require(answer > 1 && answer < LONGEST_TOLD, "no length of an answer");
    require(told > 1 && told < LONGEST_TOLD, "no length of what is told");
    memset(answered, 'e', (size_t)answer);
    memset(others, '.', (size_t)told);
    answered[answer - 1] = others[told - 1] = '\n';
    send_line(from, answered, (size_t)answer);
    for (int index = 0; index < count; index++) {
        if (connections[index] != NULL && connections[index] != from) {
            send_line(connections[index], others, (size_t)told);
        }
    }
}

static void take(connection *from, const char *line, size_t length) {
    switch (line[0]) {
    case 't': {
        int number = atoi(line + 1);
        if (number >= 0 && number < count) send_line(connections[number], line, length);
        return;
    }
    case 'a': answer_and_tell(from, atoi(line + 1), atoi(line + 6)); return;
    case 's':
        subscribers[subscriber_count++] = from;
        send_line(from, line, length);
        return;
    case 'b':
        for (int index = 0; index < subscriber_count; index++) {
            send_line(subscribers[index], line, length);
        }
        return;
    default: send_line(from, line, length);
    }
}

static void give_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    (void)size;
    connection *from = handle->data;
    *buffer = uv_buf_init(from->data + from->used, (unsigned)(ROOM - from->used));
}

static void after_close(uv_handle_t *handle) { free(handle->data); }

static void leave(connection *gone) {
    // Numbers are not reused: they identify connections.
    for (int index = 0; index < subscriber_count; index++) {
        if (subscribers[index] == gone) subscribers[index--] = subscribers[--subscriber_count];
    }
    connections[gone->number] = NULL;
    while (count > 0 && connections[count - 1] == NULL) count--;
    uv_close((uv_handle_t *)&gone->pipe, after_close);
}

static void after_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    (void)buffer;
    connection *from = stream->data;
    if (length < 0) {
        leave(from);
        return;
    }
    from->used += (size_t)length;
    char *line = from->data, *end = from->data + from->used, *stop;
    while ((stop = memchr(line, '\n', (size_t)(end - line))) != NULL) {
        take(from, line, (size_t)(stop + 1 - line));
        line = stop + 1;
    }
    from->used = (size_t)(end - line);
    require(from->used < ROOM, "a line is too long");
    memmove(from->data, line, from->used);
}

static void after_connect(uv_stream_t *server, int status) {
    if (status < 0) return;
    connection *new = malloc(sizeof(*new));
    require(new != NULL && count < CONNECTIONS, "too many connections");
    uv_pipe_init(server->loop, &new->pipe, 0);
    new->pipe.data = new;
    new->used = 0;
    new->number = count;
    connections[count++] = new;
    uv_accept(server, (uv_stream_t *)&new->pipe);
    uv_read_start((uv_stream_t *)&new->pipe, give_room, after_read);
}

int main(int argc, char **argv) {
    require(argc == 2, "usage: floor SOCKET");
    // A client may disconnect while a line to it is queued.
    signal(SIGPIPE, SIG_IGN);
    uv_loop_t *loop = uv_default_loop();
    uv_pipe_t server;
    uv_pipe_init(loop, &server, 0);
    require(uv_pipe_bind(&server, argv[1]) == 0, "cannot bind");
    require(uv_listen((uv_stream_t *)&server, 1024, after_connect) == 0, "cannot listen");
    return uv_run(loop, UV_RUN_DEFAULT);
}
