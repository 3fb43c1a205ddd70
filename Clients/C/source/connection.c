/* SPDX-License-Identifier: MIT */
/* A client with a socket. */

#include "names.h"
#include "popover.h"
#include "socket.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* Bytes that a dispatch reads at most: the program goes on, however much the daemon sends. */
#define MOST_READ (256 * 1024)

struct popover_connection {
    struct popover_client *client;
    char *path;
    /* Until the first connection the socket is searched at each attempt. Then the path stays: a client that
     * followed a restart to another daemon would not come back. */
    bool is_searching;
    int fd;
    uint64_t generation;
};

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

POPOVER_PUBLIC struct popover_connection *popover_connection_new(const struct popover_options *options)
{
    struct popover_connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        return NULL;
    connection->fd = -1;
    connection->is_searching = !options->path;
    connection->path = options->path ? strdup(options->path) : popover_socket_path();
    connection->client = popover_client_new(options);
    if (connection->path && connection->client)
        return connection;
    popover_connection_free(connection);
    return NULL;
}

POPOVER_PUBLIC void popover_connection_free(struct popover_connection *connection)
{
    if (!connection)
        return;
    if (connection->fd >= 0)
        close(connection->fd);
    popover_client_free(connection->client);
    free(connection->path);
    free(connection);
}

POPOVER_PUBLIC struct popover_client *popover_connection_client(struct popover_connection *connection)
{
    return connection->client;
}

POPOVER_PUBLIC const char *popover_connection_path(const struct popover_connection *connection)
{
    return connection->path;
}

POPOVER_PUBLIC int popover_connection_fd(const struct popover_connection *connection)
{
    return connection->fd;
}

POPOVER_PUBLIC uint64_t popover_connection_generation(const struct popover_connection *connection)
{
    return connection->generation;
}

POPOVER_PUBLIC short popover_connection_events(const struct popover_connection *connection)
{
    if (connection->fd < 0)
        return 0;
    size_t length;
    popover_client_output(connection->client, &length);
    return length ? POLLIN | POLLOUT : POLLIN;
}

POPOVER_PUBLIC int popover_connection_timeout(struct popover_connection *connection)
{
    int timeout = popover_client_timeout(connection->client, now());
    return popover_client_state(connection->client) == POPOVER_CLIENT_CONNECT ? 0 : timeout;
}

/* Connects, which takes no time on a Unix socket; returns 0 or an error number. */
static int dial(struct popover_connection *connection)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    size_t length = strlen(connection->path);
    if (length >= sizeof address.sun_path)
        return ENAMETOOLONG;
    memcpy(address.sun_path, connection->path, length + 1);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return errno;
    if (connect(fd, (const struct sockaddr *)&address, sizeof address)) {
        int number = errno;
        close(fd);
        return number;
    }
    connection->fd = fd;
    connection->generation++;
    return 0;
}

static void try_to_connect(struct popover_connection *connection)
{
    char *path = connection->is_searching ? popover_socket_path() : NULL;
    if (path) {
        free(connection->path);
        connection->path = path;
    }
    int number = dial(connection);
    if (!number) {
        popover_client_connected(connection->client, now());
        return;
    }
    char *message = popover_connect_message(connection->path, number, connection->is_searching);
    popover_client_disconnected(
        connection->client,
        number == EACCES || number == EPERM ? POPOVER_ERROR_NO_ACCESS : POPOVER_ERROR_NO_DAEMON,
        message ? message : "cannot connect", now());
    free(message);
}

static void disconnect(struct popover_connection *connection, const char *message)
{
    close(connection->fd);
    connection->fd = -1;
    popover_client_disconnected(connection->client, POPOVER_ERROR_CONNECTION_LOST, message, now());
}

/* Whether the connection still stands. */
static bool write_all(struct popover_connection *connection)
{
    for (;;) {
        size_t length;
        const char *bytes = popover_client_output(connection->client, &length);
        if (!length)
            return true;
        ssize_t sent = send(connection->fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0)
            popover_client_sent(connection->client, (size_t)sent);
        else if (errno != EINTR)
            /* What the daemon said last, its bye, is still to be read. */
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EPIPE || errno == ECONNRESET;
    }
}

/* Whether the connection still stands. */
static bool read_all(struct popover_connection *connection)
{
    char buffer[16384];
    for (size_t total = 0; total < MOST_READ;) {
        ssize_t length = recv(connection->fd, buffer, sizeof buffer, MSG_DONTWAIT);
        if (length > 0) {
            popover_client_feed(connection->client, buffer, (size_t)length, now());
            total += (size_t)length;
            if (popover_client_state(connection->client) != POPOVER_CLIENT_CONNECTED)
                return true;
        } else if (!length) {
            return false;
        } else if (errno != EINTR) {
            return errno == EAGAIN || errno == EWOULDBLOCK;
        }
    }
    return true;
}

POPOVER_PUBLIC void popover_connection_dispatch(struct popover_connection *connection)
{
    struct popover_client *client = connection->client;
    if (connection->fd < 0)
        popover_client_tick(client, now());
    if (connection->fd < 0 && popover_client_state(client) == POPOVER_CLIENT_CONNECT)
        try_to_connect(connection);
    if (connection->fd >= 0 && popover_client_state(client) == POPOVER_CLIENT_CONNECTED) {
        bool stands = write_all(connection) && read_all(connection);
        if (stands && popover_client_state(client) == POPOVER_CLIENT_CONNECTED)
            /* After everything that has arrived was read: a grant may be among it. */
            popover_client_tick(client, now());
        if (stands && popover_client_state(client) == POPOVER_CLIENT_CONNECTED)
            stands = write_all(connection);
        if (!stands)
            disconnect(connection, "disconnected from the daemon");
    }
    if (popover_client_is_ready(client))
        connection->is_searching = false;
    if (connection->fd >= 0 && popover_client_state(client) != POPOVER_CLIENT_CONNECTED)
        disconnect(connection, "disconnected from the daemon");
}

POPOVER_PUBLIC const struct popover_event *popover_connection_wait(struct popover_connection *connection)
{
    const struct popover_event *event;
    while (!(event = popover_client_next_event(connection->client))
           && popover_client_state(connection->client) != POPOVER_CLIENT_LEFT) {
        struct pollfd fd = { connection->fd, popover_connection_events(connection), 0 };
        poll(&fd, 1, popover_connection_timeout(connection));
        popover_connection_dispatch(connection);
    }
    return event;
}
