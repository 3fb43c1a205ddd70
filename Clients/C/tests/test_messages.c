/* SPDX-License-Identifier: MIT */
/* Lines in and out: the core of the client without a daemon. */

#include "harness.h"

static void test_hello_is_sent_first(void)
{
    struct popover_client *client = client_new();
    CHECK(popover_client_state(client) == POPOVER_CLIENT_CONNECT);
    popover_client_connected(client, 0);
    CHECK(!strcmp(line_of(client),
                  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"params\":{\"protocol\":1,"
                  "\"app\":\"shop\",\"roles\":[\"app\"]}}"));
    CHECK(!popover_client_is_ready(client));
    tell(client, WELCOME, 0);
    const struct popover_event *event = expect(client, POPOVER_EVENT_READY);
    CHECK(!strcmp(event->ready.client, "c1") && !event->ready.restarted);
    CHECK(event->ready.appearance.material == POPOVER_MATERIAL_OPAQUE);
    CHECK(popover_client_is_ready(client));
    CHECK(popover_client_limit(client, "waitMs") == 1000);
    CHECK(popover_client_limit(client, "nothing") == -1);
    const struct popover_display *display = popover_client_display(client, 0);
    CHECK(!strcmp(display->name, "main") && display->inset_top == 10);
    CHECK(!popover_client_display(client, 1));
    popover_client_free(client);
}

static const char CONVERSATION[] =
    "\n" WELCOME "\r\n"
    RESULT(2, GRANT_WITH("{\"rule\":\"G16\",\"message\":\"too high\"}")) "\n"
    "{\"jsonrpc\":\"2.0\",\"method\":\"shield\",\"params\":{\"display\":\"main\",\"on\":true,"
    "\"except\":[{\"x\":1,\"y\":2,\"width\":3,\"height\":4}]}}\n"
    WILL_CLOSE("r1") "\n" CLOSED("outside-tap") "\n"
    "{\"jsonrpc\":\"2.0\",\"method\":\"tomorrow\",\"params\":{\"caf\\u00e9\":[1,{}]}}\n";

static void converse(size_t offset)
{
    struct popover_client *client = client_new();
    struct popover_open open = { .behavior = "menu", .size = { 320, 200 } };
    size_t welcome_length = strlen("\n" WELCOME "\r\n");
    popover_client_connected(client, 0);
    /* The open needs the welcome, and its response the open. */
    size_t first = offset < welcome_length ? offset : welcome_length;
    popover_client_feed(client, CONVERSATION, first, 0);
    popover_client_feed(client, CONVERSATION + first, welcome_length - first, 0);
    CHECK(popover_client_open(client, &open, NULL) == 2);
    size_t second = offset < welcome_length ? welcome_length : offset;
    popover_client_feed(client, CONVERSATION + welcome_length, second - welcome_length, 0);
    popover_client_feed(client, CONVERSATION + second, sizeof CONVERSATION - 1 - second, 0);
    expect(client, POPOVER_EVENT_READY);
    const struct popover_event *event = expect(client, POPOVER_EVENT_OPENED);
    CHECK(event->opened.placement.frame.x == 480 && event->opened.placement.arrow->y == 120);
    CHECK(event->opened.placement.side == POPOVER_SIDE_BOTTOM && event->opened.placement.scrim == -1);
    CHECK(event->opened.placement.animation.easing == POPOVER_EASING_EASE_OUT);
    CHECK(event->opened.advice_count == 1 && !strcmp(event->opened.advice->rule, "G16"));
    event = expect(client, POPOVER_EVENT_WARNING);
    CHECK(event->failure.error == POPOVER_ERROR_NONE);
    CHECK(!strcmp(event->failure.message, "advice G16: too high"));
    event = expect(client, POPOVER_EVENT_SHIELD);
    CHECK(event->shield.on && event->shield.except_count == 1 && event->shield.except->height == 4);
    event = expect(client, POPOVER_EVENT_WILL_CLOSE);
    CHECK(event->number == 2 && event->will_close.reason == POPOVER_CLOSE_REASON_OUTSIDE_TAP);
    CHECK(event->will_close.disposition == POPOVER_DISPOSITION_SAVE);
    event = expect(client, POPOVER_EVENT_CLOSED);
    CHECK(event->number == 2 && event->closed.return_focus);
    CHECK(event->closed.draft == POPOVER_DRAFT_OUTCOME_SAVED);
    event = expect(client, POPOVER_EVENT_NOTIFICATION);
    CHECK(!strcmp(event->response.method, "tomorrow"));
    CHECK(!strcmp(event->response.json, "{\"caf\\u00e9\":[1,{}]}"));
    expect_nothing(client);
    popover_client_free(client);
}

static void test_lines_may_be_cut_anywhere(void)
{
    for (size_t offset = 0; offset < sizeof CONVERSATION; offset++)
        converse(offset);
}

static void test_invalid_lines_end_the_connection(void)
{
    static const char *const lines[] = {
        "nothing", "{", "[]", "3", "{\"method\":3}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":[]}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":3}", "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":2}", "{\"a\":\"\xff\"}" };
    for (size_t index = 0; index < sizeof lines / sizeof *lines; index++) {
        struct popover_client *client = ready_client();
        struct popover_open open = { .behavior = "menu", .size = { 320, 200 } };
        CHECK(popover_client_open(client, &open, NULL) == 2);
        tell(client, lines[index], 5);
        CHECK(popover_client_state(client) == POPOVER_CLIENT_DISCONNECT);
        CHECK(popover_client_timeout(client, 5) == 0);
        popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, 5);
        const struct popover_event *event = popover_client_next_event(client);
        if (event->type == POPOVER_EVENT_FAILED)
            event = popover_client_next_event(client);
        CHECK(event->type == POPOVER_EVENT_LOST);
        CHECK(event->failure.error == POPOVER_ERROR_PROTOCOL_MISMATCH);
        popover_client_free(client);
    }
}

static void test_a_line_may_not_be_endless(void)
{
    struct popover_client *client = ready_client();
    static char bytes[1 << 20];
    memset(bytes, ' ', sizeof bytes);
    for (int index = 0; index < 64; index++) {
        popover_client_feed(client, bytes, sizeof bytes, 0);
        CHECK(popover_client_state(client) == POPOVER_CLIENT_CONNECTED);
    }
    popover_client_feed(client, bytes, sizeof bytes, 0);
    CHECK(popover_client_state(client) == POPOVER_CLIENT_DISCONNECT);
    popover_client_free(client);
}

static void test_what_is_sent_has_the_limit_of_the_daemon(void)
{
    struct popover_client *client = ready_client();
    char text[2100];
    memset(text, 'x', sizeof text);
    text[0] = text[sizeof text - 2] = '"';
    text[sizeof text - 1] = 0;
    CHECK(popover_client_save_draft(client, "k", text, -1, false, NULL) == POPOVER_ERROR_TOO_LONG);
    size_t length;
    popover_client_output(client, &length);
    CHECK(!length);
    popover_client_free(client);
}

static void test_requests_wait_in_a_bounded_list(void)
{
    struct popover_client *client = ready_client();
    for (int index = 0; index < 1024; index++)
        CHECK(popover_client_list_drafts(client, NULL) > 0);
    CHECK(popover_client_list_drafts(client, NULL) == POPOVER_ERROR_BUSY);
    popover_client_free(client);
}

static void test_any_json_passes_as_it_came(void)
{
    struct popover_client *client = ready_client();
    CHECK(popover_client_load_draft(client, "k", NULL) == 2);
    tell(client, RESULT(2, "{\"draft\":{\"content\":{\"n\":1e400,\"a\\u0000b\":123456789012345678901},"
                           "\"revision\":3,\"savedAt\":4,\"reason\":\"save\"}}"), 0);
    const struct popover_event *event = expect(client, POPOVER_EVENT_DRAFT_LOADED);
    CHECK(!strcmp(event->draft->content, "{\"n\":1e400,\"a\\u0000b\":123456789012345678901}"));
    CHECK(event->draft->revision == 3 && event->draft->saved_at_us == 4);
    CHECK(popover_client_load_draft(client, "k", NULL) == 3);
    tell(client, RESULT(3, "{\"a\\\"\":\"\\\\\",\"draft\":{\"reason\":\"\\\"}\",\"content\":\"\\\"]\"}}"), 0);
    event = expect(client, POPOVER_EVENT_DRAFT_LOADED);
    CHECK(!strcmp(event->draft->content, "\"\\\"]\"") && !strcmp(event->draft->reason, "\"}"));
    CHECK(popover_client_load_draft(client, "k", NULL) == 4);
    tell(client, RESULT(4, "{\"draft\":null}"), 0);
    CHECK(!expect(client, POPOVER_EVENT_DRAFT_LOADED)->draft);
    /* The program's own JSON has to be JSON. */
    CHECK(popover_client_save_draft(client, "k", "{\"a\":1,\"a\":2}", -1, false, NULL)
          == POPOVER_ERROR_INVALID_ARGUMENT);
    CHECK(popover_client_save_draft(client, "k", "tea", -1, false, NULL) == POPOVER_ERROR_INVALID_ARGUMENT);
    CHECK(popover_client_save_draft(client, "\xff", "1", -1, false, NULL) == POPOVER_ERROR_INVALID_ARGUMENT);
    CHECK(popover_client_save_draft(client, "k", " [1.5, \"\\u0000\"] ", 9, true, NULL) == 5);
    line_of(client);
    line_of(client);
    line_of(client);
    CHECK(sends(client, "{\"key\":\"k\",\"content\":[1.5,\"\\u0000\"],\"revision\":9,\"sync\":true}"));
    popover_client_free(client);
}

static void test_any_method_can_be_called(void)
{
    struct popover_client *client = ready_client();
    int data;
    CHECK(popover_client_request(client, POPOVER_METHOD_STATUS, NULL, 0, &data) == 2);
    CHECK(sends(client, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"status\",\"params\":{}}"));
    tell(client, RESULT(2, "{\"sequence\":1, \"displays\":[]}"), 0);
    const struct popover_event *event = expect(client, POPOVER_EVENT_RESPONSE);
    CHECK(event->number == 2 && event->data == &data && !strcmp(event->response.method, "status"));
    CHECK(!strcmp(event->response.json, "{\"sequence\":1, \"displays\":[]}"));
    CHECK(popover_client_request(client, "x", "[]", 0, NULL) == POPOVER_ERROR_INVALID_ARGUMENT);
    CHECK(popover_client_notify(client, "x", "{\"a\":1}") == 0);
    CHECK(!strcmp(line_of(client), "{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":{\"a\":1}}"));
    popover_client_free(client);
}

static void test_errors_have_their_facts(void)
{
    struct popover_client *client = ready_client();
    CHECK(popover_client_load_draft(client, "k", NULL) == 2);
    tell(client, "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":1,\"message\":\"no\",\"data\":{"
                 "\"reason\":\"locked\",\"app\":\"pay\"}}}", 0);
    const struct popover_event *event = expect(client, POPOVER_EVENT_FAILED);
    CHECK(event->number == 2 && event->failure.error == POPOVER_ERROR_REFUSED);
    CHECK(event->failure.reason == POPOVER_REFUSAL_REASON_LOCKED && !strcmp(event->failure.app, "pay"));
    CHECK(!strcmp(event->failure.message, "no") && !strcmp(event->failure.method, "draft.load"));
    CHECK(!strcmp(event->failure.details, "{\"reason\":\"locked\",\"app\":\"pay\"}"));
    /* The library's own numbers do not come from the daemon. */
    CHECK(popover_client_load_draft(client, "k", NULL) == 3);
    tell(client, "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-8,\"message\":\"no\"}}", 0);
    CHECK(expect(client, POPOVER_EVENT_FAILED)->failure.error == POPOVER_ERROR_PROTOCOL_MISMATCH);
    tell(client, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":4,\"message\":\"too long\"}}", 0);
    CHECK(expect(client, POPOVER_EVENT_WARNING)->failure.error == POPOVER_ERROR_OVER_LIMIT);
    popover_client_free(client);
}

static void test_the_daemon_is_answered(void)
{
    struct popover_client *client = ready_client();
    tell(client, "{\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"method\":\"client.ping\",\"params\":{}}", 0);
    CHECK(!strcmp(line_of(client), "{\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"result\":{}}"));
    tell(client, "{\"jsonrpc\":\"2.0\",\"id\":\"r2\",\"method\":\"tomorrow\",\"params\":{}}", 0);
    CHECK(sends(client, "\"id\":\"r2\",\"error\":{\"code\":-32601,"));
    tell(client, WILL_CLOSE("r3"), 0);
    CHECK(!strcmp(line_of(client), "{\"jsonrpc\":\"2.0\",\"id\":\"r3\",\"result\":{}}"));
    tell(client, "{\"jsonrpc\":\"2.0\",\"id\":\"r4\",\"method\":\"alert.present\",\"params\":{"
                 "\"alert\":\"a1\",\"title\":\"Paper\",\"message\":null,\"severity\":\"info\",\"buttons\":"
                 "[{\"id\":\"ok\",\"label\":\"OK\",\"role\":\"cancel\"}],\"frame\":{\"x\":1,\"y\":2,"
                 "\"width\":3,\"height\":4},\"app\":\"printer\",\"timeoutMs\":500,\"scrim\":0.3}}", 0);
    const struct popover_event_alert *alert = &expect(client, POPOVER_EVENT_ALERT_PRESENT)->alert;
    CHECK(!strcmp(alert->title, "Paper") && !alert->message && alert->timeout_ms == 500);
    CHECK(alert->button_count == 1 && alert->buttons->role == POPOVER_BUTTON_ROLE_CANCEL);
    CHECK(popover_client_answer_present(client, "a1", true) == 0);
    CHECK(!strcmp(line_of(client), "{\"jsonrpc\":\"2.0\",\"id\":\"r4\",\"result\":{}}"));
    CHECK(popover_client_answer_present(client, "a1", true) == POPOVER_ERROR_INVALID_ARGUMENT);
    popover_client_free(client);
}

static void test_params_are_those_of_the_protocol(void)
{
    struct popover_client *client = ready_client();
    static const enum popover_preferred_side sides[] = {
        POPOVER_PREFERRED_SIDE_START, POPOVER_PREFERRED_SIDE_TOP };
    struct popover_rect rect = { 1, 2.5, 3, 4 };
    struct popover_size size = { 10, 20 };
    struct popover_button button = { .label = "OK", .role = POPOVER_BUTTON_ROLE_DEFAULT };
    struct popover_open open = {
        .behavior = "task", .size = { 320, 200 }, .display = "main", .surface = "w", .source = "s",
        .anchor = &rect, .sides = sides, .side_count = 2, .align = POPOVER_ALIGNMENT_END, .gap = 4,
        .within = POPOVER_BOUNDS_SURFACE, .avoid = &rect, .avoid_count = 1, .passthrough = &rect,
        .passthrough_count = 1, .minimum = &size, .key = "k", .modal = true, .title = "T", .help = "H",
        .buttons = &button, .button_count = 1, .severity = POPOVER_SEVERITY_INFO, .expands = true,
        .hit = &rect, .hit_count = 1, .gesture = "g", .wait_ms = -1, .more = "{\"title\":\"U\",\"x\":[]}" };
    CHECK(popover_client_open(client, &open, NULL) == 2);
#define RECT "{\"x\":1,\"y\":2.5,\"width\":3,\"height\":4}"
    CHECK(sends(client,
        "\"params\":{\"behavior\":\"task\",\"size\":{\"width\":320,\"height\":200},\"display\":\"main\","
        "\"surface\":\"w\",\"source\":\"s\",\"anchor\":" RECT ",\"sides\":[\"start\",\"top\"],"
        "\"align\":\"end\",\"gap\":4,\"within\":\"surface\",\"avoid\":[" RECT "],\"passthrough\":[" RECT "],"
        "\"minimum\":{\"width\":10,\"height\":20},\"key\":\"k\",\"modal\":true,\"title\":\"U\","
        "\"help\":\"H\",\"buttons\":[{\"label\":\"OK\",\"role\":\"default\"}],\"severity\":\"info\","
        "\"expands\":true,\"hit\":[" RECT "],\"gesture\":\"g\",\"waitMs\":0,\"x\":[]}"));
    struct popover_open usual = { .size = { 1, 2 } };
    CHECK(popover_client_open(client, &usual, NULL) > 0);
    CHECK(sends(client, "\"params\":{\"size\":{\"width\":1,\"height\":2}}"));
    struct popover_open endless = { .behavior = "menu", .size = { 1.0 / 0.0, 1 } };
    CHECK(popover_client_open(client, &endless, NULL) == POPOVER_ERROR_INVALID_ARGUMENT);
    struct popover_alert alert = { .title = "T" };
    CHECK(popover_client_raise_alert(client, &alert, NULL) == POPOVER_ERROR_INVALID_ARGUMENT);
    CHECK(popover_client_close(client, 99, POPOVER_CLOSE_OUTCOME_DONE, NULL)
          == POPOVER_ERROR_INVALID_ARGUMENT);
    struct popover_pointer step = { .at = { 1, 2 }, .phase = POPOVER_POINTER_PHASE_UP, .time_us = 5,
                                    .pointer = 1, .swallowed = true, .kind = POPOVER_POINTER_KIND_PEN };
    CHECK(popover_client_notify_pointer(client, &step) == 0);
    CHECK(sends(client, "\"method\":\"pointer\",\"params\":{\"x\":1,\"y\":2,\"time\":5,\"pointer\":1,"
                        "\"swallowed\":true,\"phase\":\"up\",\"kind\":\"pen\"}}"));
    popover_client_free(client);
}

static void test_options_are_checked(void)
{
    struct popover_options nameless = { .timeout_ms = 1 };
    enum popover_role unknown = POPOVER_ROLE_UNKNOWN;
    struct popover_options roleless = { .app = "shop", .roles = &unknown, .role_count = 1 };
    CHECK(!popover_client_new(&nameless));
    CHECK(!popover_client_new(&roleless));
    CHECK(!popover_connection_new(&nameless));
    enum popover_role roles[] = { POPOVER_ROLE_SHELL, POPOVER_ROLE_INPUT };
    struct popover_options options = { .app = "hall", .roles = roles, .role_count = 2, .shield = true };
    struct popover_client *client = popover_client_new(&options);
    popover_client_connected(client, 0);
    CHECK(sends(client, "\"app\":\"hall\",\"roles\":[\"shell\",\"input\"],\"shield\":true}"));
    popover_client_free(client);
}

#define FOCUS(name, params) "{\"jsonrpc\":\"2.0\",\"method\":\"focus." name "\",\"params\":{" params "}}"

static void test_the_keyboard_comes_and_goes(void)
{
    struct popover_options options = { .app = "shop", .moves_focus = true };
    struct popover_client *client = popover_client_new(&options);
    popover_client_connected(client, 0);
    CHECK(sends(client, "\"focus\":true}"));
    tell(client, WELCOME, 0);
    expect(client, POPOVER_EVENT_READY);
    int64_t number = open_popover(client, 0);
    tell(client, FOCUS("enter", "\"display\":\"main\",\"popover\":\"p1\""), 0);
    const struct popover_event *event = expect(client, POPOVER_EVENT_FOCUS_ENTER);
    CHECK(event->number == number && !strcmp(event->focus.display, "main"));
    CHECK(!event->focus.source && !event->focus.alert && event->focus.step == POPOVER_STEP_UNKNOWN
          && !event->focus.ring);
    tell(client, FOCUS("move", "\"display\":\"main\",\"popover\":\"p1\",\"step\":\"previous\""), 0);
    event = expect(client, POPOVER_EVENT_FOCUS_MOVE);
    CHECK(event->number == number && event->focus.step == POPOVER_STEP_PREVIOUS);
    tell(client, FOCUS("move", "\"display\":\"main\",\"alert\":\"a1\",\"step\":\"activate\""), 0);
    event = expect(client, POPOVER_EVENT_FOCUS_MOVE);
    CHECK(!event->number && !strcmp(event->focus.alert, "a1") && event->focus.step == POPOVER_STEP_ACTIVATE);
    tell(client, FOCUS("leave", "\"display\":\"main\""), 0);
    CHECK(!expect(client, POPOVER_EVENT_FOCUS_LEAVE)->number);
    tell(client, FOCUS("enter", "\"display\":\"main\",\"source\":\"basket\",\"ring\":true"), 0);
    event = expect(client, POPOVER_EVENT_FOCUS_ENTER);
    CHECK(!strcmp(event->focus.source, "basket") && event->focus.ring);
    expect_nothing(client);
    popover_client_free(client);
}

static void test_personal_settings_are_those_of_the_display(void)
{
    struct popover_client *client = ready_client();
    const struct popover_display *display = popover_client_display(client, 0);
    CHECK(display->text_scale == 1 && !display->language && !display->speech && !display->has_reach);
    tell(client, "{\"jsonrpc\":\"2.0\",\"method\":\"display.changed\",\"params\":{\"display\":\"main\","
                 "\"textScale\":1.5,\"language\":\"de-AT\",\"speech\":true,\"slowPressMs\":300,"
                 "\"reach\":{\"x\":0,\"y\":400,\"width\":1280,\"height\":400},\"blank\":true}}", 0);
    display = &expect(client, POPOVER_EVENT_DISPLAY_CHANGED)->display.display;
    CHECK(display->text_scale == 1.5 && !strcmp(display->language, "de-AT") && display->speech);
    CHECK(display->slow_press_ms == 300 && display->has_reach && display->reach.y == 400);
    CHECK(display->blank);
    popover_client_free(client);
}

static void test_a_control_says_what_it_is(void)
{
    struct popover_client *client = ready_client();
    struct popover_control control = {
        .source = "pay", .rect = { 1, 2, 3, 4 }, .label = "Pay", .help = "By card", .disabled = true,
        .role = POPOVER_SOURCE_ROLE_LIST_ITEM, .is_private = true };
    CHECK(popover_client_set_control(client, &control, NULL) == 2);
    CHECK(sends(client, "\"source\":\"pay\",\"rect\":{\"x\":1,\"y\":2,\"width\":3,\"height\":4},"
                        "\"label\":\"Pay\",\"help\":\"By card\",\"role\":\"list-item\","
                        "\"disabled\":true,\"private\":true}"));
    popover_client_free(client);
}

static const struct test TESTS[] = {
    { "hello is sent first", test_hello_is_sent_first },
    { "lines may be cut anywhere", test_lines_may_be_cut_anywhere },
    { "invalid lines end the connection", test_invalid_lines_end_the_connection },
    { "a line may not be endless", test_a_line_may_not_be_endless },
    { "what is sent has the limit of the daemon", test_what_is_sent_has_the_limit_of_the_daemon },
    { "requests wait in a bounded list", test_requests_wait_in_a_bounded_list },
    { "any JSON passes as it came", test_any_json_passes_as_it_came },
    { "any method can be called", test_any_method_can_be_called },
    { "errors have their facts", test_errors_have_their_facts },
    { "the daemon is answered", test_the_daemon_is_answered },
    { "params are those of the protocol", test_params_are_those_of_the_protocol },
    { "options are checked", test_options_are_checked },
    { "the keyboard comes and goes", test_the_keyboard_comes_and_goes },
    { "personal settings are those of the display", test_personal_settings_are_those_of_the_display },
    { "a control says what it is", test_a_control_says_what_it_is },
    { NULL, NULL } };

int main(int count, char **arguments)
{
    return run_tests(TESTS, count, arguments);
}
