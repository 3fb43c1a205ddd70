/* SPDX-License-Identifier: MIT */
/* A client between a daemon that says anything and a program that does anything.
 *
 * Lines of the input that begin with ! are deeds of the program, a letter each; others are the daemon's.
 * Built with -fsanitize=fuzzer it is a fuzzer; the program of the same name replays files. */

#include "popover.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int64_t now, latest;

static void take_events(struct popover_client *client, bool answers)
{
    const struct popover_event *event;
    while ((event = popover_client_next_event(client)))
        if (event->type == POPOVER_EVENT_WILL_CLOSE && answers)
            popover_client_answer_close(client, event->number, "{\"text\":1}");
        else if (event->type == POPOVER_EVENT_ALERT_PRESENT)
            popover_client_answer_present(client, event->alert.alert, answers);
}

static void act(struct popover_client *client, char deed)
{
    struct popover_rect rect = { 1, 2, 3, 4 };
    struct popover_button button = { .id = "ok", .label = "OK" };
    struct popover_open open = { .behavior = "menu", .size = { 1, 1 }, .key = "k", .source = "s" };
    struct popover_alert alert = { .title = "t", .severity = POPOVER_SEVERITY_INFO, .buttons = &button,
                                   .button_count = 1 };
    struct popover_view view = { .kind = POPOVER_VIEW_KIND_SHEET };
    struct popover_pointer tap = { .at = { 1, 2 } };
    const char *topics[] = { "app.*", "*" };
    int64_t number = 0;
    size_t length;
    switch (deed) {
    case 'c': popover_client_connected(client, now); break;
    case 'd': popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, now); break;
    case 't': popover_client_tick(client, now += 1000); break;
    case 'T': popover_client_timeout(client, now); break;
    case 'e': take_events(client, true); break;
    case 'E': take_events(client, false); break;
    case 'w': popover_client_answer_close(client, latest, "[1]"); break;
    case 'W': popover_client_answer_close_saved(client, latest); break;
    case 'o': number = popover_client_open(client, &open, client); break;
    case 'u': popover_client_update(client, latest, &(struct popover_update){ .title = "t" }, NULL); break;
    case 'h': popover_client_choose(client, latest, "1", NULL); break;
    case 'x': popover_client_close(client, latest, POPOVER_CLOSE_OUTCOME_DONE, NULL); break;
    case 'n': number = popover_client_detach(client, latest, &rect, NULL); break;
    case 'N': popover_client_close_panel(client, latest, POPOVER_CLOSE_OUTCOME_CANCEL, NULL); break;
    case 'v': number = popover_client_present_view(client, &view, NULL); break;
    case 'V': popover_client_close_view(client, latest, NULL); break;
    case 'a': number = popover_client_raise_alert(client, &alert, NULL); break;
    case 'C': popover_client_cancel(client, latest); break;
    case 'p': popover_client_set_source(client, "s", &rect, "w", NULL, 0, client); break;
    case 'P': popover_client_remove_surface(client, "w", NULL); break;
    case 's': number = popover_client_subscribe(client, topics, 2, -1, client); break;
    case 'S': popover_client_unsubscribe(client, latest); break;
    case 'b': popover_client_publish(client, "app.a", "{}", NULL); break;
    case 'k': popover_client_save_draft(client, "k", "2", 3, true, NULL); break;
    case 'K': popover_client_list_drafts(client, NULL); break;
    case 'L': popover_client_load_draft(client, "k", NULL); break;
    case 'i': popover_client_tap(client, &tap, NULL); break;
    case 'r': popover_client_request(client, "status", NULL, 0, NULL); break;
    case 'f': popover_client_output(client, &length); popover_client_sent(client, length / 2 + 1); break;
    case 'D': popover_client_display(client, 0); break;
    case 'l': popover_client_leave(client); break;
    case '1': case '2': case '3': case '4': case '5': latest = deed - '0'; break;
    default: break;
    }
    if (number > 0)
        latest = number;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct popover_options options = { .app = "shop", .presents_alerts = true, .timeout_ms = 3000 };
    struct popover_client *client = popover_client_new(&options);
    now = latest = 0;
    while (client && size) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end ? (size_t)(end - data) + 1 : size;
        if (*data == '!')
            for (size_t index = 1; index < length; index++)
                act(client, (char)data[index]);
        else
            popover_client_feed(client, data, length, now);
        if (popover_client_state(client) == POPOVER_CLIENT_DISCONNECT)
            popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, NULL, now);
        data += length;
        size -= length;
    }
    popover_client_free(client);
    return 0;
}
