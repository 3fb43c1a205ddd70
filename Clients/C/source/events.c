/* SPDX-License-Identifier: MIT */
/* Events that wait for the program, and the memory of what they consist of. */

#include "internal.h"

#include <stdlib.h>
#include <string.h>

struct block {
    struct block *next;
    max_align_t room[];
};

struct node *popover_node_new(enum popover_event_type type, int64_t number, void *data)
{
    struct node *node = calloc(1, sizeof *node);
    if (node) {
        node->event.type = type;
        node->event.number = number;
        node->event.data = data;
    }
    return node;
}

void popover_node_free(struct node *node)
{
    if (!node)
        return;
    json_decref(node->message);
    while (node->blocks) {
        struct block *block = node->blocks;
        node->blocks = block->next;
        free(block);
    }
    free(node);
}

/* Zeroed memory that lives as long as the node. */
void *popover_node_room(struct node *node, size_t size)
{
    struct block *block = calloc(1, sizeof *block + size);
    if (!block)
        return NULL;
    block->next = node->blocks;
    node->blocks = block;
    return block->room;
}

/* A copy of a text that need not end with 0. */
const char *popover_node_text(struct node *node, const char *text, size_t length)
{
    char *copy = popover_node_room(node, length + 1);
    if (copy)
        memcpy(copy, text, length);
    return copy;
}

void popover_queue(struct popover_client *client, struct node *node)
{
    struct queue *events = &client->events;
    node->next = NULL;
    if (events->last)
        events->last->next = node;
    else
        events->first = node;
    events->last = node;
    events->count++;
    if (node->subscription)
        node->subscription->queued++;
    if (events->count > MOST_EVENTS)
        popover_break(client, POPOVER_ERROR_BUSY, "the program does not take its events");
}

/* What nobody asked for is reported if there is memory. */
void popover_warn(struct popover_client *client, enum popover_error error, const char *message)
{
    struct node *node = popover_node_new(POPOVER_EVENT_WARNING, 0, NULL);
    if (!node)
        return;
    const char *copy = popover_node_text(node, message, strlen(message));
    node->event.failure.error = error;
    node->event.failure.message = copy ? copy : "";
    popover_queue(client, node);
}

/* Drops the events of a subscription that ends. */
void popover_forget_events(struct popover_client *client, struct subscription *subscription)
{
    struct node **place = &client->events.first;
    struct node *last = NULL;
    while (*place) {
        struct node *node = *place;
        if (node->subscription == subscription) {
            *place = node->next;
            client->events.count--;
            popover_node_free(node);
        } else {
            last = node;
            place = &node->next;
        }
    }
    client->events.last = last;
}

POPOVER_PUBLIC const struct popover_event *popover_client_next_event(struct popover_client *client)
{
    popover_node_free(client->taken);
    struct node *node = client->taken = client->events.first;
    if (!node)
        return NULL;
    client->events.first = node->next;
    if (!node->next)
        client->events.last = NULL;
    client->events.count--;
    if (node->subscription) {
        node->subscription->queued--;
        node->subscription = NULL;
    }
    return &node->event;
}
