/* SPDX-License-Identifier: MIT */

#include "harness.h"

int run_tests(const struct test *tests, int count, char **arguments)
{
    int ran = 0;
    for (; tests->name; tests++) {
        if (count > 1 && strcmp(arguments[1], tests->name))
            continue;
        printf("%s\n", tests->name);
        fflush(stdout);
        tests->run();
        ran++;
    }
    printf("passed: %d\n", ran);
    return ran ? 0 : 1;
}

struct popover_client *client_new(void)
{
    struct popover_options options = { .app = "shop", .timeout_ms = 1000, .presents_alerts = true };
    struct popover_client *client = popover_client_new(&options);
    CHECK(client);
    return client;
}

void tell(struct popover_client *client, const char *line, int64_t now)
{
    popover_client_feed(client, line, strlen(line), now);
    popover_client_feed(client, "\n", 1, now);
}

void welcome(struct popover_client *client, int64_t hello, int started, int64_t now)
{
    char line[1024];
    const char *rest = strstr(WELCOME, ",\"result\"");
    snprintf(line, sizeof line, "{\"jsonrpc\":\"2.0\",\"id\":%lld%.*s\"started\":%d}}", (long long)hello,
             (int)(strstr(rest, "\"started\"") - rest), rest, started);
    popover_client_connected(client, now);
    CHECK(sends(client, "\"method\":\"hello\""));
    tell(client, line, now);
}

void reconnect(struct popover_client *client, int64_t hello, int started, int64_t now)
{
    popover_client_tick(client, now);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_CONNECT);
    welcome(client, hello, started, now);
}

struct popover_client *ready_client(void)
{
    struct popover_client *client = client_new();
    welcome(client, 1, 7, 0);
    expect(client, POPOVER_EVENT_READY);
    return client;
}

const char *line_of(struct popover_client *client)
{
    static char line[65536];
    size_t length;
    const char *output = popover_client_output(client, &length);
    const char *end = memchr(output, '\n', length);
    size_t size = end ? (size_t)(end - output) : 0;
    CHECK(size < sizeof line);
    memcpy(line, output, size);
    line[size] = 0;
    popover_client_sent(client, end ? size + 1 : 0);
    return line;
}

bool sends(struct popover_client *client, const char *text)
{
    const char *line = line_of(client);
    if (strstr(line, text))
        return true;
    fprintf(stderr, "sent: %s\nwanted: %s\n", line, text);
    return false;
}

const struct popover_event *expect(struct popover_client *client, enum popover_event_type type)
{
    const struct popover_event *event = popover_client_next_event(client);
    if (!event || event->type != type)
        fprintf(stderr, "event: %d\nwanted: %d\n", event ? (int)event->type : 0, (int)type);
    CHECK(event && event->type == type);
    return event;
}

void expect_nothing(struct popover_client *client)
{
    const struct popover_event *event = popover_client_next_event(client);
    if (event)
        fprintf(stderr, "event: %d\n", (int)event->type);
    CHECK(!event);
}

int64_t open_popover(struct popover_client *client, int64_t now)
{
    struct popover_open open = { .behavior = "inspector", .size = { 320, 240 }, .key = "order-7" };
    int64_t number = popover_client_open(client, &open, client);
    char line[1024];
    CHECK(number > 0);
    CHECK(sends(client, "\"method\":\"popover.open\""));
    snprintf(line, sizeof line, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":%s}", (long long)number, GRANT);
    tell(client, line, now);
    CHECK(expect(client, POPOVER_EVENT_OPENED)->opened.popover == number);
    return number;
}
