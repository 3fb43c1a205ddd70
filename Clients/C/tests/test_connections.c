/* SPDX-License-Identifier: MIT */
/* Connections and deadlines: the core of the client without a daemon. */

#include "harness.h"

static void test_pauses_double(void)
{
    static const int pauses[] = { 250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000 };
    struct popover_client *client = client_new();
    int64_t now = 1000;
    CHECK(popover_client_timeout(client, now) == -1);
    for (size_t index = 0; index < sizeof pauses / sizeof *pauses; index++) {
        popover_client_tick(client, now);
        CHECK(popover_client_state(client) == POPOVER_CLIENT_CONNECT);
        popover_client_disconnected(client, POPOVER_ERROR_NO_DAEMON, "nobody", now);
        const struct popover_event *event = expect(client, POPOVER_EVENT_CONNECT_FAILED);
        CHECK(!strcmp(event->connect_failed.failure.message, "nobody"));
        CHECK(!event->connect_failed.is_final);
        CHECK(popover_client_state(client) == POPOVER_CLIENT_PAUSED);
        CHECK(popover_client_timeout(client, now) == pauses[index]);
        now += pauses[index];
    }
    popover_client_tick(client, now);
    welcome(client, 1, 7, now);
    expect(client, POPOVER_EVENT_READY);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, now);
    expect(client, POPOVER_EVENT_LOST);
    CHECK(popover_client_timeout(client, now) == 250);
    popover_client_free(client);
}

static void test_the_daemon_says_when_to_come_back(void)
{
    struct popover_client *client = ready_client();
    tell(client, "{\"jsonrpc\":\"2.0\",\"method\":\"bye\",\"params\":{\"reason\":\"shutdown\","
                 "\"retryAfterMs\":1500}}", 0);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, "the end", 0);
    const struct popover_event *event = expect(client, POPOVER_EVENT_LOST);
    CHECK(!strcmp(event->failure.message, "disconnected from the daemon: shutdown"));
    CHECK(event->failure.bye == POPOVER_BYE_REASON_SHUTDOWN);
    CHECK(popover_client_timeout(client, 0) == 1500);
    popover_client_disconnected(client, POPOVER_ERROR_NO_DAEMON, "nobody", 1500);
    event = expect(client, POPOVER_EVENT_CONNECT_FAILED);
    CHECK(!strcmp(event->connect_failed.failure.message, "nobody") && !event->connect_failed.failure.bye);
    CHECK(popover_client_timeout(client, 1500) == 500);
    popover_client_free(client);
}

static void refuse_hello(const char *error, enum popover_error expected, bool is_final)
{
    struct popover_client *client = client_new();
    char line[512];
    snprintf(line, sizeof line, "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":%s}", error);
    popover_client_connected(client, 0);
    tell(client, line, 0);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_DISCONNECT);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    const struct popover_event *event = expect(client, POPOVER_EVENT_CONNECT_FAILED);
    CHECK(event->connect_failed.failure.error == expected);
    CHECK(event->connect_failed.is_final == is_final);
    expect_nothing(client);
    CHECK(popover_client_timeout(client, 0) == 250);
    popover_client_free(client);
}

static void test_a_refused_hello_is_told(void)
{
    refuse_hello("{\"code\":-32602,\"message\":\"2\",\"data\":{\"member\":\"protocol\",\"supported\":[2]}}",
                 POPOVER_ERROR_PROTOCOL_MISMATCH, true);
    refuse_hello("{\"code\":-32602,\"message\":\"app\",\"data\":{\"member\":\"app\"}}",
                 POPOVER_ERROR_BAD_PARAMETER, true);
    refuse_hello("{\"code\":3,\"message\":\"no\",\"data\":{\"needs\":\"app\"}}",
                 POPOVER_ERROR_NOT_PERMITTED, true);
    refuse_hello("{\"code\":4,\"message\":\"full\",\"data\":{\"limit\":\"clients\",\"value\":1}}",
                 POPOVER_ERROR_OVER_LIMIT, false);
}

static void test_permission_is_missing_after_two_attempts(void)
{
    struct popover_client *client = client_new();
    for (int attempt = 0; attempt < 2; attempt++) {
        popover_client_disconnected(client, POPOVER_ERROR_NO_ACCESS, "no", 0);
        CHECK(expect(client, POPOVER_EVENT_CONNECT_FAILED)->connect_failed.is_final == attempt);
    }
    /* After a connection nothing is final: the kiosk may be in the middle of an update. */
    welcome(client, 1, 7, 0);
    expect(client, POPOVER_EVENT_READY);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    expect(client, POPOVER_EVENT_LOST);
    for (int attempt = 0; attempt < 2; attempt++) {
        popover_client_disconnected(client, POPOVER_ERROR_NO_ACCESS, "no", 0);
        CHECK(!expect(client, POPOVER_EVENT_CONNECT_FAILED)->connect_failed.is_final);
    }
    popover_client_connected(client, 0);
    line_of(client);
    tell(client, "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":3,\"message\":\"no\"}}", 0);
    CHECK(!expect(client, POPOVER_EVENT_CONNECT_FAILED)->connect_failed.is_final);
    popover_client_free(client);
}

static void test_another_protocol_is_not_spoken(void)
{
    struct popover_client *client = client_new();
    popover_client_connected(client, 0);
    tell(client, RESULT(1, "{\"protocol\":2}"), 0);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_DISCONNECT);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    CHECK(expect(client, POPOVER_EVENT_CONNECT_FAILED)->connect_failed.is_final);
    popover_client_free(client);
}

static void test_a_silent_daemon_is_left(void)
{
    struct popover_client *client = client_new();
    popover_client_connected(client, 100);
    CHECK(popover_client_timeout(client, 100) == 1000);
    popover_client_tick(client, 1099);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_CONNECTED);
    popover_client_tick(client, 1100);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_DISCONNECT);
    popover_client_free(client);
}

static void test_deadlines_begin_when_the_time_is_told(void)
{
    struct popover_client *client = ready_client();
    int64_t number = popover_client_load_draft(client, "k", NULL);
    line_of(client);
    /* The client has slept for an hour before. */
    CHECK(popover_client_timeout(client, 3600000) == 1000);
    popover_client_tick(client, 3601000);
    const struct popover_event *event = expect(client, POPOVER_EVENT_FAILED);
    CHECK(event->number == number && event->failure.error == POPOVER_ERROR_TIMED_OUT);
    CHECK(popover_client_timeout(client, 3601000) == -1);
    tell(client, RESULT(2, "{\"draft\":null}"), 3601000);
    expect_nothing(client);
    popover_client_free(client);
}

static void test_what_is_granted_too_late_is_given_back(void)
{
    struct popover_client *client = ready_client();
    struct popover_open open = { .behavior = "menu", .size = { 320, 200 } };
    struct popover_view view = { .kind = POPOVER_VIEW_KIND_MODAL };
    CHECK(popover_client_open(client, &open, NULL) == 2);
    CHECK(popover_client_present_view(client, &view, NULL) == 3);
    line_of(client);
    line_of(client);
    /* An open may also wait for its turn. */
    CHECK(popover_client_timeout(client, 0) == 1000);
    popover_client_tick(client, 1000);
    CHECK(expect(client, POPOVER_EVENT_FAILED)->number == 3);
    CHECK(sends(client, "\"method\":\"request.cancel\",\"params\":{\"request\":3}"));
    popover_client_tick(client, 2000);
    CHECK(expect(client, POPOVER_EVENT_FAILED)->number == 2);
    CHECK(sends(client, "\"method\":\"request.cancel\",\"params\":{\"request\":2}"));
    tell(client, RESULT(2, GRANT), 2000);
    CHECK(sends(client, "\"method\":\"popover.close\",\"params\":{\"popover\":\"p1\",\"outcome\":"
                        "\"cancel\"}"));
    tell(client, RESULT(3, "{\"view\":\"v1\"}"), 2000);
    CHECK(sends(client, "\"method\":\"view.close\",\"params\":{\"view\":\"v1\"}"));
    expect_nothing(client);
    popover_client_free(client);
}

static void test_places_are_registered_again(void)
{
    struct popover_client *client = client_new();
    struct popover_rect rect = { 1, 2, 3, 4 };
    int data;
    CHECK(popover_client_set_source(client, "basket", &rect, "window", NULL, POPOVER_PREFERRED_SIDE_TOP,
                                    &data) == 0);
    CHECK(popover_client_set_occluder(client, "keys", &rect, NULL, NULL) == 0);
    CHECK(popover_client_set_surface(client, "window", &rect, "main", NULL) == 0);
    CHECK(popover_client_set_source(client, "till", &rect, NULL, NULL, 0, NULL) == 0);
    CHECK(popover_client_remove_source(client, "till", NULL) == 0);
    welcome(client, 1, 7, 0);
    CHECK(sends(client, "\"id\":2,\"method\":\"surface.set\",\"params\":{\"surface\":\"window\""));
    CHECK(sends(client, "\"id\":3,\"method\":\"source.set\",\"params\":{\"source\":\"basket\",\"rect\":{"
                        "\"x\":1,\"y\":2,\"width\":3,\"height\":4},\"surface\":\"window\","
                        "\"edge\":\"top\"}"));
    CHECK(sends(client, "\"id\":4,\"method\":\"occluder.set\""));
    CHECK(!*line_of(client));
    tell(client, RESULT(2, "{}"), 0);
    tell(client, "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":4,\"message\":\"too many\"}}", 0);
    CHECK(expect(client, POPOVER_EVENT_WARNING)->failure.error == POPOVER_ERROR_OVER_LIMIT);
    expect_nothing(client);
    tell(client, RESULT(4, "{}"), 0);
    expect(client, POPOVER_EVENT_READY);
    tell(client, "{\"jsonrpc\":\"2.0\",\"method\":\"source.activated\",\"params\":{\"source\":\"basket\","
                 "\"time\":5,\"gesture\":\"g1\"}}", 0);
    CHECK(!expect(client, POPOVER_EVENT_SOURCE_ACTIVATED)->data);
    /* A refused place is what it was before. */
    struct popover_rect other = { 9, 9, 9, 9 };
    CHECK(popover_client_set_occluder(client, "keys", &other, NULL, &data) == 5);
    line_of(client);
    tell(client, "{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{\"code\":2,\"message\":\"no\"}}", 0);
    CHECK(expect(client, POPOVER_EVENT_FAILED)->data == &data);
    popover_client_set_source(client, "till", &rect, "window", NULL, POPOVER_PREFERRED_SIDE_UNKNOWN, NULL);
    popover_client_remove_surface(client, "window", NULL);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    expect(client, POPOVER_EVENT_LOST);
    CHECK(expect(client, POPOVER_EVENT_FAILED)->failure.error == POPOVER_ERROR_CONNECTION_LOST);
    expect(client, POPOVER_EVENT_FAILED);
    reconnect(client, 8, 7, 250);
    CHECK(sends(client, "\"method\":\"occluder.set\",\"params\":{\"occluder\":\"keys\",\"rect\":{\"x\":1,"));
    CHECK(!*line_of(client));
    popover_client_free(client);
}

static const struct test TESTS[] = {
    { "pauses double", test_pauses_double },
    { "the daemon says when to come back", test_the_daemon_says_when_to_come_back },
    { "a refused hello is told", test_a_refused_hello_is_told },
    { "permission is missing after two attempts", test_permission_is_missing_after_two_attempts },
    { "another protocol is not spoken", test_another_protocol_is_not_spoken },
    { "a silent daemon is left", test_a_silent_daemon_is_left },
    { "deadlines begin when the time is told", test_deadlines_begin_when_the_time_is_told },
    { "what is granted too late is given back", test_what_is_granted_too_late_is_given_back },
    { "places are registered again", test_places_are_registered_again },
    { NULL, NULL } };

int main(int count, char **arguments)
{
    return run_tests(TESTS, count, arguments);
}
