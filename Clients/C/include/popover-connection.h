/* SPDX-License-Identifier: MIT */
/** A client with a socket for any event loop, or without one. See popover.h for the rules. */

#ifndef POPOVER_CONNECTION_H
#define POPOVER_CONNECTION_H

#include "popover-client.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The connection: a client with a socket ---- */

struct popover_connection;

/**
 * Makes a client and its connection, which connects at the first popover_connection_dispatch and again
 * after each loss, after pauses that double up to 30 seconds. Returns NULL if there is no memory, or an
 * option is invalid: without an app, or with an unknown role.
 */
struct popover_connection *popover_connection_new(const struct popover_options *options);

/** Frees the client, too. To save drafts, call popover_client_leave before, and wait for
 *  POPOVER_EVENT_LEFT. */
void popover_connection_free(struct popover_connection *connection);

/** The client; it lives as long as the connection. */
struct popover_client *popover_connection_client(struct popover_connection *connection);

/** The path of the socket that was tried last; before that, of the socket that will be. */
const char *popover_connection_path(const struct popover_connection *connection);

/**
 * The file descriptor to poll; -1 while there is none. It is another one after each reconnect, even if it
 * has the same number: after a dispatch that changes popover_connection_generation, an epoll has to add it
 * anew. The connection closes it.
 */
int popover_connection_fd(const struct popover_connection *connection);

/** How often there has been a new file descriptor. */
uint64_t popover_connection_generation(const struct popover_connection *connection);

/** What to poll it for, POLLIN and POLLOUT. Ask again before each poll: requests change it. */
short popover_connection_events(const struct popover_connection *connection);

/** When to dispatch even if the descriptor is not ready: in milliseconds, 0 for now, -1 for never. Ask
 *  again before each poll. */
int popover_connection_timeout(struct popover_connection *connection);

/**
 * Connects, reads, writes and watches deadlines, as far as that is possible without waiting. Call it when
 * the descriptor is ready, when the timeout is over, and after requests, which it sends. May be called at
 * any time. Take the events afterwards.
 */
void popover_connection_dispatch(struct popover_connection *connection);

/**
 * Waits for the next event and returns it; NULL after POPOVER_EVENT_LEFT. It lives until the next call for an
 * event. For programs with no event loop: the others poll, dispatch and call popover_client_next_event.
 */
const struct popover_event *popover_connection_wait(struct popover_connection *connection);

/** Where clients find the socket: $POPOVERD_SOCKET, else the session's if it exists, else the system's.
 *  Free it with free(); NULL if there is no memory. */
char *popover_socket_path(void);

/* ---- A client without a socket: the program moves its bytes ----
 *
 * Times are milliseconds of CLOCK_MONOTONIC, and never decrease. Deadlines of requests begin with the next
 * call that tells the time. */

/** What the client needs from the program that moves its bytes. */
enum popover_client_state {
    /** Nothing until popover_client_timeout: it pauses between two attempts. */
    POPOVER_CLIENT_PAUSED = 1,
    /** A connection: then popover_client_connected, or popover_client_disconnected. */
    POPOVER_CLIENT_CONNECT,
    /** Bytes in both directions. */
    POPOVER_CLIENT_CONNECTED,
    /** The end of this connection: close it, then popover_client_disconnected. */
    POPOVER_CLIENT_DISCONNECT,
    /** Nothing more: it has left. */
    POPOVER_CLIENT_LEFT
};

/** Makes a client; NULL if there is no memory, or an option is invalid. */
struct popover_client *popover_client_new(const struct popover_options *options);
void popover_client_free(struct popover_client *client);

enum popover_client_state popover_client_state(const struct popover_client *client);

/** Tells that the connection was made. */
void popover_client_connected(struct popover_client *client, int64_t now);

/**
 * Tells that the connection ended or could not be made. `error` is POPOVER_ERROR_NO_DAEMON,
 * POPOVER_ERROR_NO_ACCESS or POPOVER_ERROR_CONNECTION_LOST, `message` the reason for people or NULL.
 */
void popover_client_disconnected(struct popover_client *client, enum popover_error error,
                                 const char *message, int64_t now);

/** Takes bytes of the daemon, cut anywhere. Check popover_client_state afterwards. */
void popover_client_feed(struct popover_client *client, const void *bytes, size_t length, int64_t now);

/** The bytes to send, `*length` of them; they live until the next call with this client. */
const char *popover_client_output(const struct popover_client *client, size_t *length);

/** Tells that the first `length` bytes of the output were sent. */
void popover_client_sent(struct popover_client *client, size_t length);

/** In how many milliseconds to call popover_client_tick; -1 for never. A wanted connection has no time. */
int popover_client_timeout(struct popover_client *client, int64_t now);

/** Lets deadlines pass, and pauses end. */
void popover_client_tick(struct popover_client *client, int64_t now);

#ifdef __cplusplus
}
#endif

#endif
