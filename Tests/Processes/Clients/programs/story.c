/* SPDX-License-Identifier: MIT */
/* The story's client in C: it does what events tell it, and says what it sees, a line each. */

#include <popover.h>

#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a response is for. */
static char for_source, for_popover, for_turn, for_alert, for_events, for_replay, for_place, for_removal,
    for_save, for_key;

static struct popover_connection *connection;
static struct popover_client *client;
static char *text;
static int64_t popover, waiting, replay, asked;
static bool is_slow, is_over;
static char *shown;

static void say(const char *fact, json_t *more)
{
    json_t *told = json_pack("{s:s}", "said", fact);
    json_object_update(told, more);
    char *line = json_dumps(told, JSON_COMPACT);
    puts(line);
    fflush(stdout);
    free(line);
    json_decref(told);
    json_decref(more);
}

static void check(int64_t number, const char *what)
{
    if (number >= 0)
        return;
    fprintf(stderr, "%s: error %lld\n", what, (long long)number);
    exit(1);
}

static json_t *rect_json(const struct popover_rect *rect)
{
    return json_pack("{s:f,s:f,s:f,s:f}", "x", rect->x, "y", rect->y, "width", rect->width, "height",
                     rect->height);
}

static void open_popover(const char *key, double width, int64_t wait, void *data)
{
    struct popover_open open = {
        .behavior = data == &for_turn ? NULL : "inspector", .size = { width, 240 }, .source = "basket",
        .key = key, .wait_ms = wait };
    int64_t number = popover_client_open(client, &open, data);
    check(number, "open");
    if (data == &for_turn)
        waiting = number;
}

static char *draft_of(const char *words)
{
    json_t *draft = json_pack("{s:s}", "text", words);
    char *json = json_dumps(draft, JSON_COMPACT);
    json_decref(draft);
    return json;
}

static void hand_over(void)
{
    char *draft = draft_of(text);
    check(popover_client_answer_close(client, asked, draft), "answer");
    asked = 0;
    free(draft);
}

static void save(const char *words)
{
    char *draft = draft_of(words);
    check(popover_client_save_draft(client, "order-7", draft, -1, false, &for_save), "save");
    free(draft);
}

static void raise_alert(const char *renderer)
{
    static const struct popover_button buttons[] = {
        { .id = "Refilled", .label = "Refilled" }, { .id = "Later", .label = "Later" } };
    struct popover_alert alert = {
        .title = "The paper is out", .severity = POPOVER_SEVERITY_WARNING, .buttons = buttons,
        .button_count = 2,
        .renderer = strcmp(renderer, "self") ? POPOVER_RENDERER_SHELL : POPOVER_RENDERER_SELF };
    waiting = popover_client_raise_alert(client, &alert, &for_alert);
    check(waiting, "alert");
}

static void obey(const char *deed, const json_t *order)
{
    struct popover_rect till = { 200, 80, 80, 40 };
    if (!strcmp(deed, "open")) {
        free(text);
        text = strdup(json_string_value(json_object_get(order, "text")));
        is_slow = json_is_true(json_object_get(order, "slow"));
        const json_t *width = json_object_get(order, "width");
        open_popover("order-7", width ? json_number_value(width) : 320, 0, &for_popover);
    } else if (!strcmp(deed, "hand")) {
        hand_over();
    } else if (!strcmp(deed, "save")) {
        save(json_string_value(json_object_get(order, "text")));
    } else if (!strcmp(deed, "done")) {
        check(popover_client_close(client, popover, POPOVER_CLOSE_OUTCOME_DONE, NULL), "close");
    } else if (!strcmp(deed, "place")) {
        check(popover_client_set_source(client, "till", &till, NULL, NULL,
                                        POPOVER_PREFERRED_SIDE_UNKNOWN, &for_place), "source");
    } else if (!strcmp(deed, "remove")) {
        check(popover_client_remove_source(client, "till", &for_removal), "source");
    } else if (!strcmp(deed, "escape")) {
        check(popover_client_key(client, "Escape", NULL, false, &for_key), "escape");
    } else if (!strcmp(deed, "tap")) {
        struct popover_pointer tap = { .at = { json_number_value(json_object_get(order, "x")),
                                               json_number_value(json_object_get(order, "y")) } };
        check(popover_client_tap(client, &tap, NULL), "tap");
    } else if (!strcmp(deed, "alert")) {
        raise_alert(json_string_value(json_object_get(order, "renderer")));
    } else if (!strcmp(deed, "press")) {
        check(popover_client_answer_alert(
            client, shown, json_string_value(json_object_get(order, "button")), NULL), "press");
    } else if (!strcmp(deed, "ask")) {
        open_popover(json_string_value(json_object_get(order, "key")), 320, 10000, &for_turn);
    } else if (!strcmp(deed, "withdraw")) {
        check(popover_client_cancel(client, waiting), "withdraw");
    } else if (!strcmp(deed, "replay")) {
        const char *topic = json_string_value(json_object_get(order, "of"));
        replay = popover_client_subscribe(
            client, &topic, 1, json_integer_value(json_object_get(order, "since")), &for_replay);
        check(replay, "replay");
    } else if (!strcmp(deed, "leave")) {
        popover_client_leave(client);
    }
}

static void hear(const struct popover_event *event)
{
    if (event->data == &for_replay) {
        say("replayed", json_pack("{s:s,s:I}", "topic", event->published.topic, "number",
                                  (json_int_t)event->published.sequence));
        check(popover_client_unsubscribe(client, replay), "unsubscribe");
        return;
    }
    say("event", json_pack("{s:s}", "topic", event->published.topic));
    json_t *order = json_loads(event->published.data, JSON_DECODE_ANY, NULL);
    const char *deed = json_string_value(json_object_get(order, "do"));
    if (deed)
        obey(deed, order);
    json_decref(order);
}

static void opened(const struct popover_event *event)
{
    if (event->data == &for_turn) {
        say("granted", NULL);
        return;
    }
    const struct popover_event_opened *told = &event->opened;
    const struct popover_animation *animation = &told->placement.animation;
    json_t *draft = told->draft ? json_loads(told->draft->content, JSON_DECODE_ANY, NULL) : json_null();
    popover = told->popover;
    say("opened", json_pack(
        "{s:o,s:o,s:f,s:s,s:o}", "frame", rect_json(&told->placement.frame), "draft", draft,
        "lasts", animation->duration_ms, "easing", popover_easing_name(animation->easing),
        "start", animation->from ? rect_json(animation->from) : json_null()));
}

static void refused(const struct popover_event_connect_failed *told)
{
    if (!told->is_final)
        return;
    const char *why = told->failure.error == POPOVER_ERROR_NO_ACCESS ? "access"
        : told->failure.error == POPOVER_ERROR_PROTOCOL_MISMATCH ? "protocol" : "rights";
    say("refused", json_pack("{s:s,s:s}", "why", why, "words", told->failure.message));
    is_over = true;
}

static void begin(void)
{
    static bool has_begun;
    static const char *const topics[] = { "app.story.*" };
    struct popover_rect basket = { 600, 80, 80, 40 };
    say("ready", NULL);
    if (has_begun)
        return;
    has_begun = true;
    check(popover_client_set_source(client, "basket", &basket, NULL, NULL,
                                    POPOVER_PREFERRED_SIDE_UNKNOWN, &for_source), "source");
    check(popover_client_subscribe(client, topics, 1, -1, &for_events), "subscribe");
}

static void handle(const struct popover_event *event)
{
    static bool is_listening;
    switch (event->type) {
    case POPOVER_EVENT_READY:
        begin();
        break;
    case POPOVER_EVENT_CONNECT_FAILED:
        refused(&event->connect_failed);
        break;
    case POPOVER_EVENT_LEFT:
        say("left", NULL);
        is_over = true;
        break;
    case POPOVER_EVENT_SUBSCRIBED:
        if (event->data == &for_events && !is_listening)
            say("listening", NULL);
        is_listening = true;
        break;
    case POPOVER_EVENT_BUS:
        hear(event);
        break;
    case POPOVER_EVENT_GAP:
        say("gap", json_pack("{s:I,s:o}", "first", (json_int_t)event->gap.first, "last",
                             event->gap.last < 0 ? json_null() : json_integer(event->gap.last)));
        break;
    case POPOVER_EVENT_OPENED:
        opened(event);
        break;
    case POPOVER_EVENT_WILL_CLOSE:
        say("asked", json_pack(
            "{s:s,s:s}", "reason", popover_close_reason_name(event->will_close.reason), "disposition",
            popover_disposition_name(event->will_close.disposition)));
        asked = event->number;
        if (!is_slow)
            hand_over();
        break;
    case POPOVER_EVENT_CLOSED:
        say("closed", json_pack(
            "{s:s,s:s,s:b}", "reason", popover_close_reason_name(event->closed.reason), "draft",
            popover_draft_outcome_name(event->closed.draft), "returnFocus", event->closed.return_focus));
        break;
    case POPOVER_EVENT_RESPONSE:
        if (event->data == &for_place)
            say("placed", NULL);
        else if (event->data == &for_removal)
            say("removed", NULL);
        break;
    case POPOVER_EVENT_JUDGED:
        if (event->data != &for_key)
            say("tapped", json_pack("{s:s}", "verdict", popover_tap_verdict_name(event->judgement.verdict)));
        break;
    case POPOVER_EVENT_ALERT_PRESENT:
        free(shown);
        shown = strdup(event->alert.alert);
        say("shown", json_pack("{s:s}", "title", event->alert.title));
        check(popover_client_answer_present(client, shown, true), "present");
        break;
    case POPOVER_EVENT_ALERT_ANSWERED:
        say("answered", json_pack("{s:s}", "button", event->answered.button));
        break;
    case POPOVER_EVENT_FAILED:
        if (event->failure.reason == POPOVER_REFUSAL_REASON_CANCELLED) {
            say("withdrawn", NULL);
            break;
        }
        if (event->data == &for_alert || event->data == &for_turn) {
            say("refused", json_pack("{s:s,s:s}", "why", popover_refusal_reason_name(event->failure.reason),
                                     "words", event->failure.message));
            break;
        }
        if (event->data != &for_save || event->failure.reason != POPOVER_REFUSAL_REASON_SESSION_ENDED)
            fprintf(stderr, "%s\n", event->failure.message);
        break;
    case POPOVER_EVENT_WARNING:
        say("warned", json_pack("{s:s}", "words", event->failure.message));
        break;
    default:
        break;
    }
}

int main(void)
{
    struct popover_options options = { .app = "story", .presents_alerts = true, .timeout_ms = 120000 };
    connection = popover_connection_new(&options);
    client = popover_connection_client(connection);
    while (!is_over) {
        const struct popover_event *event;
        popover_connection_dispatch(connection);
        while (!is_over && (event = popover_client_next_event(client)))
            handle(event);
        struct pollfd fd = { popover_connection_fd(connection), popover_connection_events(connection), 0 };
        if (!is_over)
            poll(&fd, 1, popover_connection_timeout(connection));
    }
    popover_connection_free(connection);
    free(text);
    free(shown);
    return 0;
}
