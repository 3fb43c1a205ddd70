/* SPDX-License-Identifier: MIT */
/* A popover whose draft comes back: docs/how-to/client-c.md explains it. */

#include <popover.h>

#include <stdbool.h>
#include <stdio.h>

static void open_popover(struct popover_client *client)
{
    struct popover_rect basket = { .x = 600, .y = 80, .width = 80, .height = 40 };
    struct popover_open open = {
        .behavior = "inspector", .size = { 320, 240 }, .source = "basket", .key = "order-7" };
    popover_client_set_source(client, "basket", &basket, NULL, NULL, POPOVER_PREFERRED_SIDE_UNKNOWN, NULL);
    popover_client_open(client, &open, NULL);
}

/* Returns whether the program goes on. */
static bool handle(struct popover_client *client, const struct popover_event *event)
{
    switch (event->type) {
    case POPOVER_EVENT_READY:
        open_popover(client);
        break;
    case POPOVER_EVENT_OPENED:
        printf("draw it at %g %g\n", event->opened.placement.frame.x, event->opened.placement.frame.y);
        if (event->opened.draft)
            printf("it goes on with %s\n", event->opened.draft->content);
        fflush(stdout);
        break;
    case POPOVER_EVENT_WILL_CLOSE:
        /* Take it off the screen first; then hand over what is not finished. */
        popover_client_answer_close(client, event->number, "{\"text\":\"half-typed\"}");
        break;
    case POPOVER_EVENT_CLOSED:
        printf("it has ended: %s %s\n", popover_close_reason_name(event->closed.reason),
               popover_draft_outcome_name(event->closed.draft));
        popover_client_leave(client);
        break;
    case POPOVER_EVENT_FAILED:
        fprintf(stderr, "%s: %s\n", event->failure.method, event->failure.message);
        popover_client_leave(client);
        break;
    case POPOVER_EVENT_CONNECT_FAILED:
        fprintf(stderr, "%s\n", event->connect_failed.failure.message);
        return !event->connect_failed.is_final;
    case POPOVER_EVENT_LEFT:
        return false;
    default:
        break;
    }
    return true;
}

int main(void)
{
    struct popover_options options = { .app = "shop" };
    struct popover_connection *connection = popover_connection_new(&options);
    if (!connection)
        return 1;
    struct popover_client *client = popover_connection_client(connection);
    const struct popover_event *event;
    while ((event = popover_connection_wait(connection)) && handle(client, event))
        continue;
    popover_connection_free(connection);
    return 0;
}
