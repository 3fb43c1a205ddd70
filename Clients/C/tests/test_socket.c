/* SPDX-License-Identifier: MIT */
/* The connection's socket, whose other end is the test. */

#include "harness.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char path[108];
static int listener;

static void listen_at_path(void)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    snprintf(path, sizeof path, "/tmp/popover-test-%d", (int)getpid());
    memcpy(address.sun_path, path, sizeof path);
    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK(!bind(listener, (struct sockaddr *)&address, sizeof address) && !listen(listener, 4));
}

static struct popover_connection *connection_new(void)
{
    struct popover_options options = { .app = "shop", .path = path };
    struct popover_connection *connection = popover_connection_new(&options);
    CHECK(connection && popover_connection_fd(connection) == -1);
    CHECK(popover_connection_timeout(connection) == 0 && !popover_connection_events(connection));
    return connection;
}

/* Dispatches until there is an event of this type. */
static const struct popover_event *wait_for(struct popover_connection *connection,
                                            enum popover_event_type type)
{
    for (;;) {
        popover_connection_dispatch(connection);
        const struct popover_event *event =
            popover_client_next_event(popover_connection_client(connection));
        if (event) {
            CHECK(event->type == type);
            return event;
        }
        struct pollfd fd = { popover_connection_fd(connection), popover_connection_events(connection), 0 };
        poll(&fd, 1, popover_connection_timeout(connection));
    }
}

/* Takes the client's connection and welcomes it. */
static int serve(struct popover_connection *connection)
{
    popover_connection_dispatch(connection);
    int daemon = accept(listener, NULL, NULL);
    CHECK(daemon >= 0);
    char line[512] = "";
    CHECK(read(daemon, line, sizeof line - 1) > 0);
    long id = strtol(strstr(line, "\"id\":") + strlen("\"id\":"), NULL, 10);
    dprintf(daemon, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":%s}\n", id, WELCOME_RESULT);
    wait_for(connection, POPOVER_EVENT_READY);
    return daemon;
}

static void test_a_lost_connection_is_replaced(void)
{
    listen_at_path();
    struct popover_connection *connection = connection_new();
    int daemon = serve(connection);
    CHECK(popover_connection_generation(connection) == 1);
    CHECK(popover_connection_fd(connection) >= 0 && popover_connection_events(connection) == POLLIN);
    close(daemon);
    CHECK(wait_for(connection, POPOVER_EVENT_LOST)->failure.error == POPOVER_ERROR_CONNECTION_LOST);
    CHECK(popover_connection_fd(connection) == -1);
    CHECK(popover_connection_timeout(connection) > 0);
    while (popover_connection_timeout(connection))
        poll(NULL, 0, popover_connection_timeout(connection));
    daemon = serve(connection);
    CHECK(popover_connection_generation(connection) == 2);
    close(daemon);
    popover_connection_free(connection);
    close(listener);
    unlink(path);
}

static void test_no_signal_comes_of_a_dead_peer(void)
{
    listen_at_path();
    struct popover_connection *connection = connection_new();
    int daemon = serve(connection);
    /* What the daemon says last is read, although nothing can be written. */
    dprintf(daemon, "{\"jsonrpc\":\"2.0\",\"method\":\"bye\",\"params\":{\"reason\":\"shutdown\","
            "\"retryAfterMs\":1000}}\n");
    close(daemon);
    CHECK(popover_client_list_drafts(popover_connection_client(connection), NULL) > 0);
    CHECK(popover_connection_events(connection) == (POLLIN | POLLOUT));
    popover_connection_dispatch(connection);
    struct popover_client *client = popover_connection_client(connection);
    CHECK(!strcmp(expect(client, POPOVER_EVENT_LOST)->failure.message,
                  "disconnected from the daemon: shutdown"));
    CHECK(expect(client, POPOVER_EVENT_FAILED)->failure.error == POPOVER_ERROR_CONNECTION_LOST);
    popover_connection_free(connection);
    close(listener);
    unlink(path);
}

static void test_a_missing_socket_is_named(void)
{
    struct popover_options options = { .app = "shop", .path = "/nowhere/s" };
    struct popover_connection *connection = popover_connection_new(&options);
    int next = dup(0);
    close(next);
    const struct popover_event *event = wait_for(connection, POPOVER_EVENT_CONNECT_FAILED);
    CHECK(event->connect_failed.failure.error == POPOVER_ERROR_NO_DAEMON);
    CHECK(!strcmp(event->connect_failed.failure.message,
                  "cannot connect to \"/nowhere/s\": no such file or directory"));
    CHECK(dup(0) == next && !close(next));
    CHECK(!strcmp(popover_connection_path(connection), "/nowhere/s"));
    popover_client_leave(popover_connection_client(connection));
    wait_for(connection, POPOVER_EVENT_LEFT);
    CHECK(popover_connection_timeout(connection) == -1 && popover_connection_fd(connection) == -1);
    popover_connection_free(connection);
    char name[200];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = 0;
    options.path = name;
    connection = popover_connection_new(&options);
    event = wait_for(connection, POPOVER_EVENT_CONNECT_FAILED);
    CHECK(strstr(event->connect_failed.failure.message, "file name too long"));
    popover_connection_free(connection);
}

static void test_what_has_arrived_is_read_before_a_deadline_passes(void)
{
    listen_at_path();
    struct popover_connection *connection = connection_new();
    int daemon = serve(connection);
    int64_t number = popover_client_request(popover_connection_client(connection), "status", NULL, 20, NULL);
    CHECK(number > 0 && popover_connection_timeout(connection) > 0);
    dprintf(daemon, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":{}}\n", (long long)number);
    /* The main loop is elsewhere meanwhile. */
    while (popover_connection_timeout(connection))
        poll(NULL, 0, popover_connection_timeout(connection));
    wait_for(connection, POPOVER_EVENT_RESPONSE);
    close(daemon);
    popover_connection_free(connection);
    close(listener);
    unlink(path);
}

static const struct test TESTS[] = {
    { "a lost connection is replaced", test_a_lost_connection_is_replaced },
    { "no signal comes of a dead peer", test_no_signal_comes_of_a_dead_peer },
    { "what has arrived is read before a deadline passes",
      test_what_has_arrived_is_read_before_a_deadline_passes },
    { "a missing socket is named", test_a_missing_socket_is_named },
    { NULL, NULL } };

int main(int count, char **arguments)
{
    return run_tests(TESTS, count, arguments);
}
