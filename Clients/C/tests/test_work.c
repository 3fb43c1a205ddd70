/* SPDX-License-Identifier: MIT */
/* Unfinished work: the core of the client without a daemon. */

#include "harness.h"

static void test_work_survives_the_daemon(void)
{
    struct popover_client *client = ready_client();
    int64_t popover = open_popover(client, 0);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    expect(client, POPOVER_EVENT_LOST);
    const struct popover_event *event = expect(client, POPOVER_EVENT_WILL_CLOSE);
    CHECK(event->number == popover && event->data == client && event->will_close.deadline_ms == 250);
    CHECK(event->will_close.reason == POPOVER_CLOSE_REASON_CONNECTION_LOST);
    CHECK(popover_client_answer_close(client, popover, "{") == POPOVER_ERROR_INVALID_ARGUMENT);
    CHECK(popover_client_answer_close(client, popover, "{\"a\":1}") == 0);
    CHECK(popover_client_answer_close(client, popover, "2") == POPOVER_ERROR_INVALID_ARGUMENT);
    CHECK(expect(client, POPOVER_EVENT_CLOSED)->closed.draft == POPOVER_DRAFT_OUTCOME_KEPT);
    reconnect(client, 3, 8, 250);
    CHECK(sends(client, "\"id\":4,\"method\":\"draft.save\",\"params\":{\"key\":\"order-7\",\"content\":"
                        "{\"a\":1},\"revision\":1}"));
    expect_nothing(client);
    tell(client, RESULT(4, "{\"revision\":1,\"durable\":false}"), 300);
    CHECK(expect(client, POPOVER_EVENT_READY)->ready.restarted);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 300);
    reconnect(client, 5, 8, 1000);
    CHECK(!*line_of(client));
    popover_client_free(client);
}

static void test_the_daemon_waits_for_the_work(void)
{
    struct popover_client *client = ready_client();
    int64_t popover = open_popover(client, 0);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    expect(client, POPOVER_EVENT_LOST);
    /* The other daemon is there before the owner has answered. */
    welcome(client, 3, 8, 100);
    CHECK(!*line_of(client) && !popover_client_is_ready(client));
    expect(client, POPOVER_EVENT_WILL_CLOSE);
    CHECK(popover_client_answer_close(client, popover, "1") == 0);
    CHECK(sends(client, "\"method\":\"draft.save\"") && !popover_client_is_ready(client));
    tell(client, RESULT(4, "{\"revision\":1,\"durable\":false}"), 100);
    CHECK(popover_client_is_ready(client));
    popover_client_free(client);
}

static void test_work_that_comes_late_is_saved(void)
{
    struct popover_client *client = ready_client();
    int64_t popover = open_popover(client, 0);
    /* Too late for the popover, but not for its connection. */
    tell(client, WILL_CLOSE("r1"), 0);
    tell(client, CLOSED("outside-tap"), 300);
    expect(client, POPOVER_EVENT_WILL_CLOSE);
    expect(client, POPOVER_EVENT_CLOSED);
    CHECK(popover_client_answer_close(client, popover, "1") == 0);
    CHECK(!strcmp(line_of(client), "{\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"result\":{\"draft\":1}}"));
    /* Too late for the connection, too. */
    popover = open_popover(client, 300);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 300);
    expect(client, POPOVER_EVENT_LOST);
    expect(client, POPOVER_EVENT_WILL_CLOSE);
    CHECK(popover_client_timeout(client, 300) == 250);
    popover_client_tick(client, 550);
    CHECK(expect(client, POPOVER_EVENT_CLOSED)->closed.draft == POPOVER_DRAFT_OUTCOME_NONE);
    welcome(client, 4, 7, 550);
    expect(client, POPOVER_EVENT_READY);
    CHECK(popover_client_answer_close(client, popover, "2") == 0);
    CHECK(sends(client, "\"method\":\"draft.save\",\"params\":{\"key\":\"order-7\",\"content\":2"));
    popover_client_free(client);
}

static void test_work_that_comes_while_others_are_restored_is_saved(void)
{
    struct popover_client *client = ready_client();
    struct popover_rect rect = { 1, 2, 3, 4 };
    CHECK(popover_client_set_source(client, "till", &rect, NULL, NULL, 0, NULL) > 0);
    CHECK(sends(client, "\"method\":\"source.set\""));
    int64_t popover = open_popover(client, 0);
    tell(client, WILL_CLOSE("r1"), 0);
    tell(client, CLOSED("outside-tap"), 300);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 300);
    reconnect(client, 4, 7, 550);
    CHECK(sends(client, "\"id\":5,\"method\":\"source.set\""));
    CHECK(popover_client_answer_close(client, popover, "2") == 0);
    CHECK(!popover_client_is_ready(client));
    tell(client, RESULT(5, "{}"), 550);
    CHECK(popover_client_is_ready(client));
    CHECK(sends(client, "\"method\":\"draft.save\",\"params\":{\"key\":\"order-7\",\"content\":2"));
    popover_client_free(client);
}

static void test_work_is_not_lost_with_a_connection_that_ends(void)
{
    struct popover_client *client = ready_client();
    int64_t popover = open_popover(client, 0);
    tell(client, WILL_CLOSE("r1"), 0);
    tell(client, CLOSED("outside-tap"), 300);
    tell(client, "nonsense", 300);
    expect(client, POPOVER_EVENT_WILL_CLOSE);
    expect(client, POPOVER_EVENT_CLOSED);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_DISCONNECT);
    CHECK(popover_client_answer_close(client, popover, "5") == 0);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 300);
    reconnect(client, 3, 7, 550);
    CHECK(sends(client, "\"method\":\"draft.save\",\"params\":{\"key\":\"order-7\",\"content\":5"));
    popover_client_free(client);
}

static void test_the_owner_is_asked_once(void)
{
    struct popover_client *client = ready_client();
    int64_t popover = open_popover(client, 0);
    tell(client, WILL_CLOSE("r1"), 0);
    tell(client, WILL_CLOSE("r2"), 0);
    expect(client, POPOVER_EVENT_WILL_CLOSE);
    expect_nothing(client);
    CHECK(popover_client_answer_close_saved(client, popover) == 0);
    CHECK(!strcmp(line_of(client), "{\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"result\":{\"saved\":true}}"));
    CHECK(!strcmp(line_of(client), "{\"jsonrpc\":\"2.0\",\"id\":\"r2\",\"result\":{\"saved\":true}}"));
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    expect(client, POPOVER_EVENT_LOST);
    CHECK(expect(client, POPOVER_EVENT_CLOSED)->closed.draft == POPOVER_DRAFT_OUTCOME_NONE);
    popover_client_free(client);
}

/* ---- Sessions ---- */

#define DISPLAY(session) \
    "{\"display\":\"main\",\"width\":1280,\"height\":800,\"session\":\"" session "\"}"
#define DISPLAY_CHANGED(session) \
    "{\"jsonrpc\":\"2.0\",\"method\":\"display.changed\",\"params\":" DISPLAY(session) "}"
#define HELLO(id, session) \
    RESULT(id, "{\"protocol\":1,\"client\":\"c1\",\"started\":7,\"limits\":{\"message\":2000," \
               "\"closeMs\":250},\"displays\":[" DISPLAY(session) "]}")

static struct popover_client *client_in_session(void)
{
    struct popover_client *client = client_new();
    popover_client_connected(client, 0);
    CHECK(sends(client, "\"method\":\"hello\""));
    tell(client, HELLO(1, "s1"), 0);
    expect(client, POPOVER_EVENT_READY);
    return client;
}

static int64_t open_in_session(struct popover_client *client, const char *session)
{
    struct popover_open open = { .behavior = "inspector", .size = { 320, 240 }, .key = "order-7" };
    int64_t number = popover_client_open(client, &open, client);
    char line[1024];
    CHECK(sends(client, "\"method\":\"popover.open\""));
    snprintf(line, sizeof line, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":{\"session\":\"%s\",%s}",
             (long long)number, session, &GRANT[1]);
    tell(client, line, 0);
    CHECK(expect(client, POPOVER_EVENT_OPENED)->opened.popover == number);
    return number;
}

static void test_drafts_name_the_session_of_their_grant(void)
{
    struct popover_client *client = client_in_session();
    popover_client_save_draft(client, "order-7", "1", -1, false, NULL);
    CHECK(sends(client, "\"session\":\"s1\""));
    open_in_session(client, "s1");
    tell(client, DISPLAY_CHANGED("s2"), 0);
    expect(client, POPOVER_EVENT_DISPLAY_CHANGED);
    popover_client_save_draft(client, "order-7", "1", -1, false, NULL);
    CHECK(sends(client, "\"session\":\"s1\""));
    popover_client_load_draft(client, "order-7", NULL);
    CHECK(sends(client, "\"session\":\"s1\""));
    popover_client_discard_draft(client, "order-7", NULL);
    CHECK(sends(client, "\"session\":\"s1\""));
    popover_client_save_draft(client, "other", "1", -1, false, NULL);
    CHECK(sends(client, "\"session\":\"s2\""));
    popover_client_free(client);
}

/* It has kept work of the session s1, and is greeted again. */
static struct popover_client *client_with_work(const char *welcome)
{
    struct popover_client *client = client_in_session();
    int64_t popover = open_in_session(client, "s1");
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    expect(client, POPOVER_EVENT_LOST);
    expect(client, POPOVER_EVENT_WILL_CLOSE);
    CHECK(popover_client_answer_close(client, popover, "1") == 0);
    CHECK(expect(client, POPOVER_EVENT_CLOSED)->closed.draft == POPOVER_DRAFT_OUTCOME_KEPT);
    popover_client_tick(client, 250);
    popover_client_connected(client, 250);
    CHECK(sends(client, "\"method\":\"hello\""));
    tell(client, welcome, 250);
    return client;
}

static void test_kept_work_names_its_session(void)
{
    struct popover_client *client = client_with_work(HELLO(3, "s1"));
    CHECK(sends(client, "\"content\":1,\"revision\":1,\"session\":\"s1\""));
    popover_client_free(client);
}

static void test_work_of_an_ended_session_is_forgotten(void)
{
    struct popover_client *client = client_with_work(HELLO(3, "s2"));
    CHECK(!*line_of(client) && popover_client_is_ready(client));
    expect(client, POPOVER_EVENT_WARNING);
    popover_client_free(client);
}

static void test_the_end_of_a_session_ends_the_wait_for_its_work(void)
{
    struct popover_client *client = client_in_session();
    int64_t popover = open_in_session(client, "s1");
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    expect(client, POPOVER_EVENT_LOST);
    expect(client, POPOVER_EVENT_WILL_CLOSE);
    popover_client_connected(client, 0);
    CHECK(sends(client, "\"method\":\"hello\""));
    tell(client, HELLO(3, "s2"), 0);
    const struct popover_event *event = expect(client, POPOVER_EVENT_CLOSED);
    CHECK(event->closed.reason == POPOVER_CLOSE_REASON_SESSION_ENDED);
    expect(client, POPOVER_EVENT_READY);
    CHECK(popover_client_answer_close(client, popover, "1") == 0);
    CHECK(!*line_of(client));
    popover_client_free(client);
}

static void test_views_and_alerts_name_the_session_in_which_they_began(void)
{
    struct popover_client *client = client_in_session();
    struct popover_view view = { .kind = POPOVER_VIEW_KIND_MODAL };
    CHECK(popover_client_present_view(client, &view, NULL) > 0);
    CHECK(sends(client, "\"kind\":\"modal\",\"session\":\"s1\""));
    view.display = "nowhere";
    CHECK(popover_client_present_view(client, &view, NULL) > 0);
    CHECK(sends(client, "\"display\":\"nowhere\"}"));
    struct popover_button button = { .id = "ok", .label = "OK" };
    struct popover_alert alert = { .title = "Delete it?", .severity = POPOVER_SEVERITY_INFO,
                                   .buttons = &button, .button_count = 1 };
    CHECK(popover_client_raise_alert(client, &alert, NULL) > 0);
    CHECK(sends(client, "\"session\":\"s1\""));
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    popover_client_connected(client, 0);
    CHECK(sends(client, "\"method\":\"hello\""));
    tell(client, HELLO(5, "s2"), 0);
    CHECK(sends(client, "\"session\":\"s1\""));
    popover_client_free(client);
}

static void test_a_grant_is_read_before_its_deadline_is_passed(void)
{
    struct popover_client *client = ready_client();
    CHECK(popover_client_timeout(client, 0) == -1);
    struct popover_open open = { .behavior = "inspector", .size = { 320, 240 } };
    int64_t number = popover_client_open(client, &open, NULL);
    CHECK(number == 2 && popover_client_timeout(client, 0) > 0);
    tell(client, RESULT(2, GRANT), 60000);
    expect(client, POPOVER_EVENT_OPENED);
    expect_nothing(client);
    popover_client_free(client);
}

static void test_a_grant_that_comes_too_late_keeps_its_draft(void)
{
    struct popover_client *client = ready_client();
    struct popover_open open = { .behavior = "inspector", .size = { 320, 240 }, .key = "order-7" };
    popover_client_open(client, &open, NULL);
    CHECK(sends(client, "\"method\":\"popover.open\""));
    popover_client_tick(client, 0);
    popover_client_tick(client, 60000);
    expect(client, POPOVER_EVENT_FAILED);
    CHECK(sends(client, "\"method\":\"request.cancel\""));
    tell(client, RESULT(2, "{\"popover\":\"p1\",\"session\":\"s1\"}"), 60000);
    CHECK(sends(client, "\"method\":\"popover.close\",\"params\":{"
                        "\"popover\":\"p1\",\"outcome\":\"keep\"}"));
    popover_client_free(client);
}

static void test_a_canceled_open_gives_its_grant_back(void)
{
    struct popover_client *client = ready_client();
    struct popover_open open = { .behavior = "inspector", .size = { 320, 240 }, .key = "order-7" };
    int64_t number = popover_client_open(client, &open, NULL);
    CHECK(sends(client, "\"method\":\"popover.open\""));
    CHECK(popover_client_cancel(client, number) == 0);
    CHECK(sends(client, "\"method\":\"request.cancel\""));
    tell(client, RESULT(2, "{\"popover\":\"p1\",\"session\":\"s1\"}"), 0);
    CHECK(sends(client, "\"method\":\"popover.close\",\"params\":{"
                        "\"popover\":\"p1\",\"outcome\":\"keep\"}"));
    CHECK(expect(client, POPOVER_EVENT_FAILED)->failure.reason == POPOVER_REFUSAL_REASON_CANCELLED);
    expect_nothing(client);
    popover_client_free(client);
}

static void test_applied_work_is_not_asked_for(void)
{
    struct popover_client *client = ready_client();
    int64_t popover = open_popover(client, 0);
    CHECK(popover_client_close(client, popover, POPOVER_CLOSE_OUTCOME_DONE, NULL) > 0);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    expect(client, POPOVER_EVENT_LOST);
    expect(client, POPOVER_EVENT_FAILED);
    expect(client, POPOVER_EVENT_CLOSED);
    expect_nothing(client);
    popover_client_free(client);
}

static void test_a_panel_has_the_work_of_its_popover(void)
{
    struct popover_client *client = ready_client();
    int64_t popover = open_popover(client, 0);
    int64_t panel = popover_client_detach(client, popover, NULL, NULL);
    CHECK(sends(client, "\"method\":\"popover.detach\",\"params\":{\"popover\":\"p1\"}"));
    tell(client, RESULT(3, "{\"panel\":\"n1\",\"frame\":{\"x\":1,\"y\":2,\"width\":3,\"height\":4}}"), 0);
    CHECK(expect(client, POPOVER_EVENT_DETACHED)->frame.height == 4);
    tell(client, CLOSED("detached"), 0);
    CHECK(expect(client, POPOVER_EVENT_CLOSED)->number == popover);
    tell(client, "{\"jsonrpc\":\"2.0\",\"method\":\"panel.raised\",\"params\":{\"panel\":\"n1\"}}", 0);
    CHECK(expect(client, POPOVER_EVENT_PANEL_RAISED)->number == panel);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    expect(client, POPOVER_EVENT_LOST);
    CHECK(expect(client, POPOVER_EVENT_WILL_CLOSE)->number == panel);
    CHECK(popover_client_answer_close(client, panel, "3") == 0);
    CHECK(expect(client, POPOVER_EVENT_CLOSED)->closed.draft == POPOVER_DRAFT_OUTCOME_KEPT);
    popover_client_free(client);
}

static void test_leaving_saves_what_is_open(void)
{
    struct popover_client *client = ready_client();
    int64_t popover = open_popover(client, 0);
    popover_client_leave(client);
    CHECK(popover_client_list_drafts(client, NULL) == POPOVER_ERROR_CLIENT_CLOSED);
    CHECK(expect(client, POPOVER_EVENT_WILL_CLOSE)->will_close.reason == POPOVER_CLOSE_REASON_CLIENT_GONE);
    CHECK(popover_client_answer_close(client, popover, "4") == 0);
    CHECK(expect(client, POPOVER_EVENT_CLOSED)->closed.reason == POPOVER_CLOSE_REASON_CLIENT_GONE);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_CONNECTED);
    CHECK(sends(client, "\"method\":\"draft.save\",\"params\":{\"key\":\"order-7\",\"content\":4"));
    tell(client, RESULT(3, "{\"revision\":1,\"durable\":false}"), 0);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_DISCONNECT);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 0);
    expect(client, POPOVER_EVENT_LEFT);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_LEFT);
    CHECK(popover_client_timeout(client, 0) == -1);
    popover_client_free(client);
}

static void test_leaving_takes_no_longer_than_the_timeout(void)
{
    struct popover_client *client = ready_client();
    open_popover(client, 0);
    popover_client_leave(client);
    CHECK(popover_client_timeout(client, 0) == 250);
    popover_client_tick(client, 250);
    popover_client_tick(client, 1000);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_DISCONNECT);
    popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 1000);
    expect(client, POPOVER_EVENT_WILL_CLOSE);
    expect(client, POPOVER_EVENT_CLOSED);
    expect(client, POPOVER_EVENT_LEFT);
    popover_client_free(client);
    client = client_new();
    popover_client_leave(client);
    expect(client, POPOVER_EVENT_LEFT);
    popover_client_free(client);
}

static const struct test TESTS[] = {
    { "work survives the daemon", test_work_survives_the_daemon },
    { "the daemon waits for the work", test_the_daemon_waits_for_the_work },
    { "work that comes late is saved", test_work_that_comes_late_is_saved },
    { "work that comes while others are restored is saved",
      test_work_that_comes_while_others_are_restored_is_saved },
    { "work is not lost with a connection that ends",
      test_work_is_not_lost_with_a_connection_that_ends },
    { "the owner is asked once", test_the_owner_is_asked_once },
    { "applied work is not asked for", test_applied_work_is_not_asked_for },
    { "a panel has the work of its popover", test_a_panel_has_the_work_of_its_popover },
    { "leaving saves what is open", test_leaving_saves_what_is_open },
    { "leaving takes no longer than the timeout", test_leaving_takes_no_longer_than_the_timeout },
    { "drafts name the session of their grant",
      test_drafts_name_the_session_of_their_grant },
    { "kept work names its session",
      test_kept_work_names_its_session },
    { "work of an ended session is forgotten",
      test_work_of_an_ended_session_is_forgotten },
    { "the end of a session ends the wait for its work",
      test_the_end_of_a_session_ends_the_wait_for_its_work },
    { "views and alerts name the session in which they began",
      test_views_and_alerts_name_the_session_in_which_they_began },
    { "a grant is read before its deadline is passed",
      test_a_grant_is_read_before_its_deadline_is_passed },
    { "a grant that comes too late keeps its draft",
      test_a_grant_that_comes_too_late_keeps_its_draft },
    { "a canceled open gives its grant back",
      test_a_canceled_open_gives_its_grant_back },
    { NULL, NULL } };

int main(int count, char **arguments)
{
    return run_tests(TESTS, count, arguments);
}
