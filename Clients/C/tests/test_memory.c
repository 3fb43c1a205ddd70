/* SPDX-License-Identifier: MIT */
/* Every allocation of a long story fails once: nothing is leaked, and the client works afterwards. */

#include "harness.h"

#include "failing.h"

#undef malloc
#undef calloc
#undef realloc
#undef strdup
#undef json_loadb
#undef json_loads

/* Allocations until one fails; below 0 none does. */
static long left = -1;

static bool fails(void)
{
    return left >= 0 && !left--;
}

json_t *failing_json_loadb(const char *text, size_t length, size_t flags, json_error_t *error)
{
    if (fails()) {
        if (error)
            error->text[JSON_ERROR_TEXT_LENGTH - 1] = (char)json_error_out_of_memory;
        return NULL;
    }
    long before = left;
    left = -1;
    json_t *json = json_loadb(text, length, flags, error);
    left = before;
    return json;
}

void *failing_malloc(size_t size)
{
    return fails() ? NULL : malloc(size);
}

void *failing_calloc(size_t count, size_t size)
{
    return fails() ? NULL : calloc(count, size);
}

void *failing_realloc(void *memory, size_t size)
{
    return fails() ? NULL : realloc(memory, size);
}

char *failing_strdup(const char *text)
{
    return fails() ? NULL : strdup(text);
}

static void take_events(struct popover_client *client)
{
    const struct popover_event *event;
    while ((event = popover_client_next_event(client)))
        if (event->type == POPOVER_EVENT_WILL_CLOSE)
            popover_client_answer_close(client, event->number, "{\"text\":\"half-typed\"}");
        else if (event->type == POPOVER_EVENT_ALERT_PRESENT)
            popover_client_answer_present(client, event->alert.alert, true);
}

/* Answers every request with the same result. */
static void answer_all(struct popover_client *client, const char *result)
{
    char line[1024];
    for (const char *sent = line_of(client); *sent; sent = line_of(client)) {
        const char *id = strstr(sent, "\"id\":");
        if (!id || !strstr(sent, "\"method\""))
            continue;
        snprintf(line, sizeof line, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":%s}",
                 strtol(id + strlen("\"id\":"), NULL, 10), result);
        tell(client, line, 0);
    }
    take_events(client);
}

static void connect_once(struct popover_client *client, int64_t now)
{
    popover_client_tick(client, now);
    popover_client_connected(client, now);
    answer_all(client, WELCOME_RESULT);
}

static void live(struct popover_client *client)
{
    struct popover_rect rect = { 1, 2, 3, 4 };
    struct popover_button button = { .id = "ok", .label = "OK" };
    struct popover_open open = { .behavior = "inspector", .size = { 320, 240 }, .key = "order-7",
                                 .anchor = &rect, .buttons = &button, .button_count = 1 };
    struct popover_alert alert = { .title = "Paper", .severity = POPOVER_SEVERITY_INFO,
                                   .buttons = &button, .button_count = 1 };
    struct popover_pointer tap = { .at = { 1, 2 } };
    const char *topic = "app.*";
    popover_client_set_source(client, "basket", &rect, NULL, NULL, POPOVER_PREFERRED_SIDE_UNKNOWN, NULL);
    popover_client_subscribe(client, &topic, 1, -1, NULL);
    popover_client_raise_alert(client, &alert, NULL);
    popover_client_tap(client, &tap, NULL);
    popover_client_list_drafts(client, NULL);
    popover_client_request(client, "status", "{}", 0, NULL);
    popover_client_open(client, &open, NULL);
    answer_all(client, GRANT);
    tell(client, "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"sequence\":11,\"topic\":\"app.a\","
                 "\"data\":[1]}}", 0);
    tell(client, "{\"jsonrpc\":\"2.0\",\"id\":\"r4\",\"method\":\"alert.present\",\"params\":{"
                 "\"alert\":\"a1\",\"title\":\"Paper\",\"buttons\":[{\"id\":\"ok\",\"label\":\"OK\"}]}}", 0);
    tell(client, "{\"jsonrpc\":\"2.0\",\"method\":\"display.changed\",\"params\":{\"display\":\"b\"}}", 0);
    tell(client, "{\"jsonrpc\":\"2.0\",\"method\":\"shield\",\"params\":{\"display\":\"b\",\"except\":[{}]}}",
         0);
    take_events(client);
    popover_client_display(client, 0);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, "lost", 0);
    take_events(client);
}

static void live_twice(struct popover_client *client)
{
    connect_once(client, 0);
    live(client);
    connect_once(client, 60000);
    live(client);
}

static void check_after_failure(long allocation)
{
    struct popover_options options = { .app = "shop", .presents_alerts = true };
    left = allocation;
    struct popover_client *client = popover_client_new(&options);
    if (client)
        live_twice(client);
    left = -1;
    if (!client)
        return;
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 60000);
    take_events(client);
    connect_once(client, 120000);
    /* Whose answer has failed is waited for until the deadline. */
    popover_client_tick(client, 120000);
    popover_client_tick(client, 121000);
    answer_all(client, "{\"revision\":1,\"sequence\":3,\"snapshot\":{}}");
    CHECK(popover_client_is_ready(client));
    popover_client_free(client);
}

static void test_each_allocation_may_fail(void)
{
    struct popover_options options = { .app = "shop", .presents_alerts = true };
    left = 1000000;
    struct popover_client *client = popover_client_new(&options);
    live_twice(client);
    long used = 1000000 - left;
    left = -1;
    popover_client_free(client);
    CHECK(used > 500);
    for (long allocation = 0; allocation < used; allocation++)
        check_after_failure(allocation);
}

static const struct test TESTS[] = {
    { "each allocation may fail", test_each_allocation_may_fail },
    { NULL, NULL } };

int main(int count, char **arguments)
{
    json_set_alloc_funcs(failing_malloc, free);
    return run_tests(TESTS, count, arguments);
}
