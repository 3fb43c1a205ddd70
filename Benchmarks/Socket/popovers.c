// SPDX-License-Identifier: MIT

#include "popovers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"

struct popovers {
    link_t *apps[2];
    link_t *finger;
    /// The owner of the open popover.
    int owner;
    int turn;
    char popover[64];
};

static const int SOURCE_X[2] = {100, 1000};

static void say(link_t *link, const char *line) { link_send(link, line, strlen(line)); }

typedef struct {
    const char *data;
    size_t length;
} line;

static line hear(link_t *link, message_kind kind) {
    line line;
    line.data = link_await(&popoverd_server, link, kind, &line.length);
    return line;
}

/// The text after these words, up to the closing quote.
static void copy_text(line line, const char *words, char text[64]) {
    const char *found = memmem(line.data, line.length, words, strlen(words));
    const char *begin = found + strlen(words);
    size_t length = 0;
    if (found == NULL) fail("%.*s: %s is missing", (int)line.length, line.data, words);
    const char *end = line.data + line.length;
    while (length < 63 && begin + length < end && begin[length] != '"') length++;
    memcpy(text, begin, length);
    text[length] = 0;
}

popovers *popovers_begin(const char *address) {
    popovers *new = calloc(1, sizeof(*new));
    if (new == NULL) fail("out of memory");
    for (int app = 0; app < 2; app++) {
        char line[MESSAGE_ROOM];
        new->apps[app] = link_open(&popoverd_server, address);
        snprintf(line, sizeof(line),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"source.set\",\"params\":"
            "{\"source\":\"basket\",\"rect\":{\"x\":%d,\"y\":80,\"width\":80,\"height\":40}}}\n", SOURCE_X[app]);
        say(new->apps[app], line);
        hear(new->apps[app], MESSAGE_ANSWER);
    }
    new->finger = link_open(&popoverd_server, address);
    new->owner = -1;
    return new;
}

static void open_popover(popovers *popovers, int app) {
    say(popovers->apps[app],
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"popover.open\",\"params\":{\"behavior\":"
        "\"inspector\",\"size\":{\"width\":320,\"height\":240},\"source\":\"basket\","
        "\"title\":\"Your order\"}}\n");
    copy_text(hear(popovers->apps[app], MESSAGE_ANSWER), "\"popover\":\"", popovers->popover);
    popovers->owner = app;
}

/// Closes everything.
static void close_popover(popovers *popovers) {
    char line[MESSAGE_ROOM];
    link_t *app = popovers->apps[popovers->owner];
    snprintf(line, sizeof(line),
        "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"popover.close\",\"params\":{\"popover\":\"%s\","
        "\"outcome\":\"done\"}}\n", popovers->popover);
    say(app, line);
    hear(app, MESSAGE_CLOSED);
    popovers->owner = -1;
}

/// Answers the next request of the daemon: there is nothing to save.
static void let_go(link_t *app, line call) {
    char line[MESSAGE_ROOM], id[64];
    copy_text(call, "\"id\":\"", id);
    snprintf(line, sizeof(line), "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"result\":{}}\n", id);
    say(app, line);
}

static void tap(popovers *popovers, int x, int y) {
    char line[MESSAGE_ROOM];
    snprintf(line, sizeof(line),
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tap\",\"params\":{\"x\":%d,\"y\":%d,"
        "\"swallowed\":true}}\n", x, y);
    say(popovers->finger, line);
}

int64_t popovers_open(popovers *popovers) {
    int64_t began = now();
    open_popover(popovers, 0);
    int64_t took = now() - began;
    close_popover(popovers);
    return took;
}

/// Ends the open popover.
static int64_t tap_away(popovers *popovers) {
    link_t *app = popovers->apps[popovers->owner];
    // Never twice at the same position: that would count as one tap with two observers.
    int x = 600 + popovers->turn++ % 32 * 16;
    int64_t began = now();
    tap(popovers, x, 700);
    line call = hear(app, MESSAGE_CALL);
    int64_t took = now() - began;
    let_go(app, call);
    hear(popovers->finger, MESSAGE_ANSWER);
    hear(app, MESSAGE_CLOSED);
    popovers->owner = -1;
    return took;
}

int64_t popovers_tap(popovers *popovers) {
    open_popover(popovers, 0);
    return tap_away(popovers);
}

int64_t popovers_switch(popovers *popovers) {
    if (popovers->owner < 0) open_popover(popovers, 0);
    int from = popovers->owner, to = 1 - from;
    int64_t began = now();
    tap(popovers, SOURCE_X[to] + 10 + popovers->turn++ % 2 * 40, 100);
    let_go(popovers->apps[from], hear(popovers->apps[from], MESSAGE_CALL));
    hear(popovers->apps[to], MESSAGE_ACTIVATED);
    open_popover(popovers, to);
    int64_t took = now() - began;
    hear(popovers->finger, MESSAGE_ANSWER);
    hear(popovers->apps[from], MESSAGE_CLOSED);
    return took;
}

void popovers_step(popovers *popovers, const char *step) {
    if (strcmp(step, "open") == 0) open_popover(popovers, 0);
    else if (strcmp(step, "close") == 0) close_popover(popovers);
    else if (strcmp(step, "tap") == 0) tap_away(popovers);
    else if (strcmp(step, "switch") == 0) popovers_switch(popovers);
    else fail("unknown step %s", step);
}

void popovers_read(popovers *popovers) {
    link_drain(&popoverd_server, popovers->apps[0]);
    link_drain(&popoverd_server, popovers->apps[1]);
    link_drain(&popoverd_server, popovers->finger);
}
