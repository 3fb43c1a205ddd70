/* SPDX-License-Identifier: MIT */
/* Subscriptions, which continue after a reconnect, and their events. */

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* As the daemon compares: * stands for any text, dots included. */
static bool matches(const char *glob, const char *topic)
{
    const char *star = NULL, *rest = NULL;
    while (*topic) {
        if (*glob == '*') {
            star = ++glob;
            rest = topic;
        } else if (*glob == *topic) {
            glob++;
            topic++;
        } else if (star) {
            glob = star;
            topic = ++rest;
        } else {
            return false;
        }
    }
    while (*glob == '*')
        glob++;
    return !*glob;
}

static int64_t subscribe(struct popover_client *client, struct subscription *subscription, int64_t since,
                         bool is_own)
{
    struct params params = popover_params();
    popover_put(&params, "topics", json_incref(subscription->topics));
    if (since >= 0)
        popover_put(&params, "since", json_integer(since));
    enum popover_error error;
    struct request *request = popover_request_new(
        client, SUBSCRIBE, POPOVER_METHOD_BUS_SUBSCRIBE, params, subscription->data, &error);
    if (!request)
        return error;
    request->subscription = subscription;
    request->is_own = request->is_greeting = is_own;
    return popover_request_send(client, request);
}

POPOVER_PUBLIC int64_t popover_client_subscribe(struct popover_client *client, const char *const *topics,
                                                size_t topic_count, int64_t since, void *data)
{
    struct subscription *subscription = calloc(1, sizeof *subscription);
    json_t *list = json_array();
    if (!subscription || !list) {
        free(subscription);
        json_decref(list);
        return POPOVER_ERROR_NO_MEMORY;
    }
    int64_t number = 0;
    for (size_t index = 0; index < topic_count && !number; index++)
        if (json_array_append_new(list, json_string(topics[index])))
            number = POPOVER_ERROR_INVALID_ARGUMENT;
    subscription->topics = list;
    subscription->data = data;
    subscription->last = since < 0 ? -1 : since;
    if (!number)
        number = subscribe(client, subscription, subscription->last, false);
    if (number < 0) {
        json_decref(list);
        free(subscription);
        return number;
    }
    subscription->number = number;
    subscription->next = client->subscriptions;
    client->subscriptions = subscription;
    return number;
}

/* Subscribes again after a reconnect. The numbers of another daemon start again. */
void popover_subscribe_again(struct popover_client *client, bool is_new_daemon)
{
    for (struct subscription *each = client->subscriptions; each; each = each->next) {
        int64_t number = subscribe(client, each, is_new_daemon ? 0 : each->last, true);
        if (number < 0) {
            popover_break(client, (enum popover_error)number, "the subscriptions could not be continued");
            return;
        }
    }
}

void popover_subscription_free(struct popover_client *client, struct subscription *subscription)
{
    struct subscription **place = &client->subscriptions;
    while (*place && *place != subscription)
        place = &(*place)->next;
    if (*place)
        *place = subscription->next;
    popover_forget_events(client, subscription);
    for (struct request *request = client->requests; request; request = request->next)
        if (request->subscription == subscription) {
            request->subscription = NULL;
            request->kind = GENERIC;
            request->is_own = true;
        }
    json_decref(subscription->topics);
    free(subscription);
}

static bool is_subscribed(const struct popover_client *client, const json_t *topic)
{
    for (const struct subscription *each = client->subscriptions; each; each = each->next) {
        size_t index;
        json_t *other;
        json_array_foreach(each->topics, index, other)
            if (json_equal(other, topic))
                return true;
    }
    return false;
}

POPOVER_PUBLIC int popover_client_unsubscribe(struct popover_client *client, int64_t number)
{
    struct subscription *subscription = client->subscriptions;
    while (subscription && subscription->number != number)
        subscription = subscription->next;
    if (!subscription)
        return POPOVER_ERROR_INVALID_ARGUMENT;
    json_t *topics = json_incref(subscription->topics);
    popover_subscription_free(client, subscription);
    for (size_t index = json_array_size(topics); index-- > 0;)
        if (is_subscribed(client, json_array_get(topics, index)))
            json_array_remove(topics, index);
    int error = 0;
    if (json_array_size(topics) && client->phase >= REGISTERING && client->phase != BREAKING) {
        struct params params = popover_params();
        popover_put(&params, "topics", json_incref(topics));
        error = popover_notify_params(client, POPOVER_METHOD_BUS_UNSUBSCRIBE, params);
    }
    json_decref(topics);
    return error;
}

POPOVER_PUBLIC int64_t popover_client_publish(struct popover_client *client, const char *topic,
                                              const char *json, void *data)
{
    struct params params = popover_params();
    popover_put_name(&params, "topic", topic);
    popover_put_json(&params, "data", json);
    return popover_ask(client, PUBLISH, POPOVER_METHOD_BUS_PUBLISH, params, 0, data);
}

/* ---- Events ---- */

static int64_t last_of(const struct node *node)
{
    if (node->event.type == POPOVER_EVENT_BUS)
        return node->event.published.sequence;
    /* After a restart the numbers start again. */
    return node->event.gap.last < 0 ? node->event.gap.first : node->event.gap.last;
}

/* Makes room for an event: the two oldest of the subscription become one gap. */
static void merge_oldest(struct popover_client *client, struct subscription *subscription)
{
    struct node *first = client->events.first;
    while (first && first->subscription != subscription)
        first = first->next;
    if (!first)
        return;
    struct node *before = first;
    while (before->next && before->next->subscription != subscription)
        before = before->next;
    struct node *second = before->next;
    if (!second)
        return;
    int64_t begin = first->event.type == POPOVER_EVENT_BUS
        ? first->event.published.sequence : first->event.gap.first;
    first->event.type = POPOVER_EVENT_GAP;
    first->event.gap = (struct popover_event_gap){ begin, last_of(second) };
    before->next = second->next;
    if (!second->next)
        client->events.last = before;
    client->events.count--;
    subscription->queued--;
    popover_node_free(second);
}

static bool put(struct popover_client *client, struct subscription *subscription, struct node *node)
{
    if (!node)
        return false;
    if (subscription->queued >= BUS_EVENTS_KEPT)
        merge_oldest(client, subscription);
    node->subscription = subscription;
    popover_queue(client, node);
    return true;
}

static bool put_gap(struct popover_client *client, struct subscription *subscription, int64_t first,
                    int64_t last)
{
    struct node *node = popover_node_new(POPOVER_EVENT_GAP, subscription->number, subscription->data);
    if (node)
        node->event.gap = (struct popover_event_gap){ first, last };
    return put(client, subscription, node);
}

/* After the daemon's response, later events count; false without memory. */
bool popover_subscribed(struct popover_client *client, struct subscription *subscription, int64_t sequence)
{
    bool is_told = true;
    if (subscription->last < 0) {
        subscription->last = sequence;
    } else if (client->phase != READY && client->is_new_daemon) {
        is_told = put_gap(client, subscription, subscription->last + 1, -1);
        subscription->last = 0;
    } else if (subscription->last > sequence) {
        subscription->last = 0;
    }
    subscription->is_live = true;
    return is_told;
}

static bool receive_gap(struct popover_client *client, struct subscription *each, struct span data)
{
    json_t *told = json_loadb(data.start, data.length, 0, NULL);
    int64_t first = popover_integer(told, "from", 0);
    int64_t last = popover_integer(told, "to", -1);
    json_decref(told);
    if (last <= each->last)
        return true;
    bool is_told = put_gap(client, each, first > each->last ? first : each->last + 1, last);
    each->last = last;
    return is_told;
}

static bool is_wanted(const struct subscription *subscription, const char *topic)
{
    size_t index;
    json_t *glob;
    json_array_foreach(subscription->topics, index, glob)
        if (matches(json_string_value(glob), topic))
            return true;
    return false;
}

static bool receive_event(struct popover_client *client, struct subscription *each, json_t *params,
                          struct span data)
{
    const char *topic = popover_text(params, "topic");
    int64_t sequence = popover_integer(params, "sequence", -1);
    if (sequence <= each->last || !is_wanted(each, topic))
        return true;
    struct node *node = popover_node_new(POPOVER_EVENT_BUS, each->number, each->data);
    if (!node)
        return false;
    struct popover_event_published *event = &node->event.published;
    node->message = json_incref(params);
    event->topic = topic;
    event->sequence = sequence;
    event->time_us = popover_integer(params, "time", 0);
    event->data = data.start ? popover_node_text(node, data.start, data.length) : "null";
    if (!event->data) {
        popover_node_free(node);
        return false;
    }
    each->last = sequence;
    return put(client, each, node);
}

/* The notification `event` */
void popover_receive(struct popover_client *client, json_t *params, struct span data)
{
    const char *topic = popover_text(params, "topic");
    bool is_gap = topic && !strcmp(topic, "bus.gap") && data.start;
    for (struct subscription *each = client->subscriptions; topic && each; each = each->next) {
        if (!each->is_live)
            continue;
        bool is_told = is_gap ? receive_gap(client, each, data)
                              : receive_event(client, each, params, data);
        if (!is_told)
            popover_break(client, POPOVER_ERROR_NO_MEMORY, "out of memory");
    }
}
