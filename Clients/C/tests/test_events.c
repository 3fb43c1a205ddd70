/* SPDX-License-Identifier: MIT */
/* Alerts and events of the bus: the core of the client without a daemon. */

#include "harness.h"

static void test_alerts_are_raised_again(void)
{
    struct popover_client *client = client_new();
    struct popover_button button = { .id = "ok", .label = "OK" };
    struct popover_alert alert = { .title = "Paper", .severity = POPOVER_SEVERITY_INFO,
                                   .buttons = &button, .button_count = 1 };
    int data;
    CHECK(popover_client_raise_alert(client, &alert, &data) == 1);
    welcome(client, 2, 7, 0);
    expect(client, POPOVER_EVENT_READY);
    CHECK(sends(client, "\"id\":1,\"method\":\"alert.raise\",\"params\":{\"title\":\"Paper\","
                        "\"severity\":\"info\",\"buttons\":[{\"id\":\"ok\",\"label\":\"OK\"}]}"));
    CHECK(popover_client_timeout(client, 0) == -1);
    tell(client, "{\"jsonrpc\":\"2.0\",\"method\":\"alert.queued\",\"params\":{\"alert\":\"a1\","
                 "\"request\":1}}", 0);
    const struct popover_event *event = expect(client, POPOVER_EVENT_ALERT_QUEUED);
    CHECK(event->number == 1 && event->data == &data && !strcmp(event->queued.alert, "a1"));
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    expect(client, POPOVER_EVENT_LOST);
    reconnect(client, 3, 8, 250);
    expect(client, POPOVER_EVENT_READY);
    CHECK(sends(client, "\"id\":1,\"method\":\"alert.raise\""));
    /* Its renderer may come back later than this client. */
    static const char nobody[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"\","
                                 "\"data\":{\"reason\":\"no-renderer\"}}}";
    tell(client, nobody, 250);
    expect_nothing(client);
    CHECK(popover_client_timeout(client, 250) == 250);
    popover_client_tick(client, 500);
    CHECK(sends(client, "\"id\":1,\"method\":\"alert.raise\""));
    tell(client, nobody, 30250);
    CHECK(expect(client, POPOVER_EVENT_FAILED)->failure.reason == POPOVER_REFUSAL_REASON_NO_RENDERER);
    CHECK(popover_client_raise_alert(client, &alert, &data) == 4);
    line_of(client);
    tell(client, RESULT(4, "{\"alert\":\"a2\",\"button\":\"ok\"}"), 30250);
    CHECK(!strcmp(expect(client, POPOVER_EVENT_ALERT_ANSWERED)->answered.button, "ok"));
    popover_client_free(client);
}

static void test_a_waiting_request_is_taken_back(void)
{
    struct popover_client *client = client_new();
    struct popover_button button = { .id = "ok", .label = "OK" };
    struct popover_alert alert = { .title = "Paper", .severity = POPOVER_SEVERITY_INFO,
                                   .buttons = &button, .button_count = 1 };
    int64_t number = popover_client_raise_alert(client, &alert, NULL);
    CHECK(popover_client_cancel(client, number) == 0);
    CHECK(expect(client, POPOVER_EVENT_FAILED)->failure.reason == POPOVER_REFUSAL_REASON_CANCELLED);
    CHECK(popover_client_cancel(client, number) == POPOVER_ERROR_INVALID_ARGUMENT);
    welcome(client, 2, 7, 0);
    expect(client, POPOVER_EVENT_READY);
    CHECK(popover_client_raise_alert(client, &alert, NULL) == 3);
    line_of(client);
    CHECK(popover_client_cancel(client, 3) == 0);
    CHECK(sends(client, "\"method\":\"request.cancel\",\"params\":{\"request\":3}"));
    expect_nothing(client);
    popover_client_free(client);
}

static void tell_event(struct popover_client *client, const char *topic, int sequence, const char *data)
{
    char line[512];
    snprintf(line, sizeof line, "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"sequence\":%d,"
             "\"topic\":\"%s\",\"time\":5,\"data\":%s}}", sequence, topic, data);
    tell(client, line, 0);
}

static int64_t subscribe(struct popover_client *client, const char *topic, int64_t since, void *data)
{
    char line[256];
    int64_t number = popover_client_subscribe(client, &topic, 1, since, data);
    CHECK(number > 0);
    line_of(client);
    snprintf(line, sizeof line, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":{\"sequence\":10,"
             "\"snapshot\":{\"a\": 1}}}", (long long)number);
    tell(client, line, 0);
    const struct popover_event *event = expect(client, POPOVER_EVENT_SUBSCRIBED);
    CHECK(event->number == number && event->data == data);
    CHECK(!strcmp(event->subscribed.snapshot, "{\"a\": 1}") && event->subscribed.sequence == 10);
    return number;
}

static void test_events_are_those_of_the_topics(void)
{
    static const struct {
        const char *glob, *topic;
        bool matches;
    } cases[] = {
        { "app.*", "app.one", true }, { "app.*", "apps.one", false }, { "*", "tap", true },
        { "*.end", "app.a.end", true }, { "*.end", "app.ending", false }, { "a*b*c", "a.b.b.c", true },
        { "a*b*c", "a.b.d", false }, { "tap", "tap", true }, { "tap", "taps", false } };
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
        struct popover_client *client = ready_client();
        subscribe(client, cases[index].glob, -1, NULL);
        tell_event(client, cases[index].topic, 11, "{\"do\":[1e999]}");
        if (cases[index].matches) {
            const struct popover_event *event = expect(client, POPOVER_EVENT_BUS);
            CHECK(!strcmp(event->published.topic, cases[index].topic));
            CHECK(!strcmp(event->published.data, "{\"do\":[1e999]}"));
            CHECK(event->published.sequence == 11 && event->published.time_us == 5);
        }
        expect_nothing(client);
        popover_client_free(client);
    }
}

static void test_each_subscription_has_its_events(void)
{
    struct popover_client *client = ready_client();
    int one, two;
    int64_t first = subscribe(client, "app.*", -1, &one);
    int64_t second = subscribe(client, "app.b", 5, &two);
    tell_event(client, "app.b", 6, "1");
    CHECK(expect(client, POPOVER_EVENT_BUS)->data == &two);
    tell_event(client, "app.b", 11, "1");
    CHECK(expect(client, POPOVER_EVENT_BUS)->number == second);
    CHECK(expect(client, POPOVER_EVENT_BUS)->number == first);
    tell_event(client, "app.b", 12, "1");
    CHECK(popover_client_unsubscribe(client, second) == 0);
    CHECK(popover_client_unsubscribe(client, second) == POPOVER_ERROR_INVALID_ARGUMENT);
    CHECK(sends(client, "\"method\":\"bus.unsubscribe\",\"params\":{\"topics\":[\"app.b\"]}"));
    CHECK(expect(client, POPOVER_EVENT_BUS)->number == first);
    expect_nothing(client);
    popover_client_free(client);
}

static void test_lost_events_leave_a_gap(void)
{
    struct popover_client *client = ready_client();
    subscribe(client, "app.*", -1, NULL);
    tell(client, "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"topic\":\"bus.gap\",\"data\":{"
                 "\"from\":2,\"to\":12}}}", 0);
    const struct popover_event *event = expect(client, POPOVER_EVENT_GAP);
    CHECK(event->gap.first == 11 && event->gap.last == 12);
    for (int sequence = 13; sequence < 13 + 1030; sequence++)
        tell_event(client, "app.a", sequence, "1");
    event = expect(client, POPOVER_EVENT_GAP);
    CHECK(event->gap.first == 13 && event->gap.last == 19);
    for (int sequence = 20; sequence < 13 + 1030; sequence++)
        CHECK(expect(client, POPOVER_EVENT_BUS)->published.sequence == sequence);
    expect_nothing(client);
    popover_client_free(client);
}

static void test_subscriptions_continue(void)
{
    struct popover_client *client = ready_client();
    int64_t number = subscribe(client, "app.*", -1, NULL);
    tell_event(client, "app.a", 11, "1");
    expect(client, POPOVER_EVENT_BUS);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    expect(client, POPOVER_EVENT_LOST);
    reconnect(client, 3, 7, 250);
    CHECK(sends(client, "\"id\":4,\"method\":\"bus.subscribe\",\"params\":{\"topics\":[\"app.*\"],"
                        "\"since\":11}"));
    tell(client, RESULT(4, "{\"sequence\":12,\"snapshot\":{}}"), 250);
    CHECK(expect(client, POPOVER_EVENT_SUBSCRIBED)->number == number);
    expect(client, POPOVER_EVENT_READY);
    tell_event(client, "app.a", 11, "1");
    tell_event(client, "app.a", 12, "1");
    CHECK(expect(client, POPOVER_EVENT_BUS)->published.sequence == 12);
    /* Another daemon counts anew. */
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 300);
    expect(client, POPOVER_EVENT_LOST);
    reconnect(client, 5, 8, 550);
    CHECK(sends(client, "\"since\":0"));
    tell(client, RESULT(6, "{\"sequence\":2,\"snapshot\":{}}"), 550);
    const struct popover_event *event = expect(client, POPOVER_EVENT_GAP);
    CHECK(event->gap.first == 13 && event->gap.last == -1);
    expect(client, POPOVER_EVENT_SUBSCRIBED);
    expect(client, POPOVER_EVENT_READY);
    tell_event(client, "app.a", 1, "1");
    CHECK(expect(client, POPOVER_EVENT_BUS)->published.sequence == 1);
    popover_client_free(client);
}

static void test_events_that_nobody_takes_are_bounded(void)
{
    struct popover_client *client = ready_client();
    for (int index = 0; index < 16384; index++)
        tell(client, "{\"jsonrpc\":\"2.0\",\"method\":\"tomorrow\"}", 0);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_CONNECTED);
    tell(client, "{\"jsonrpc\":\"2.0\",\"method\":\"tomorrow\"}", 0);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_DISCONNECT);
    popover_client_free(client);
}

static const struct test TESTS[] = {
    { "alerts are raised again", test_alerts_are_raised_again },
    { "a waiting request is taken back", test_a_waiting_request_is_taken_back },
    { "events are those of the topics", test_events_are_those_of_the_topics },
    { "each subscription has its events", test_each_subscription_has_its_events },
    { "lost events leave a gap", test_lost_events_leave_a_gap },
    { "subscriptions continue", test_subscriptions_continue },
    { "events that nobody takes are bounded", test_events_that_nobody_takes_are_bounded },
    { NULL, NULL } };

int main(int count, char **arguments)
{
    return run_tests(TESTS, count, arguments);
}
