/* SPDX-License-Identifier: MIT */
/* A client without a socket, whose daemon is the test. */

#ifndef HARNESS_H
#define HARNESS_H

#include "popover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

struct test {
    const char *name;
    void (*run)(void);
};

/* Ends with NULL; a name runs one test. */
int run_tests(const struct test *tests, int count, char **arguments);

#define WELCOME_RESULT \
    "{\"protocol\":1,\"server\":\"popoverd 0.1.0\"," \
    "\"client\":\"c1\",\"displays\":[{\"display\":\"main\",\"width\":1280,\"height\":800,\"scale\":1," \
    "\"insets\":{\"top\":10,\"left\":0,\"bottom\":0,\"right\":0},\"idiom\":\"kiosk\"," \
    "\"translucency\":true,\"contrast\":\"normal\",\"reducedMotion\":false}]," \
    "\"limits\":{\"message\":2000,\"closeMs\":250,\"waitMs\":1000},\"appearance\":{\"arrowLength\":12," \
    "\"material\":\"opaque\"},\"started\":7}"
#define RESULT(id, result) "{\"jsonrpc\":\"2.0\",\"id\":" #id ",\"result\":" result "}"
#define WELCOME RESULT(1, WELCOME_RESULT)
#define GRANT_WITH(advice) \
    "{\"popover\":\"p1\",\"presentation\":\"popover\",\"frame\":{\"x\":480,\"y\":132,\"width\":320," \
    "\"height\":240},\"side\":\"bottom\",\"arrow\":{\"x\":640,\"y\":120},\"scrolls\":false," \
    "\"appearance\":{},\"advice\":[" advice "],\"animate\":true," \
    "\"durationMs\":250,\"easing\":\"ease-out\",\"from\":{\"x\":640,\"y\":120,\"width\":0,\"height\":0}}"
#define GRANT GRANT_WITH("")
#define WILL_CLOSE(id) \
    "{\"jsonrpc\":\"2.0\",\"id\":\"" id "\",\"method\":\"popover.willClose\",\"params\":{" \
    "\"popover\":\"p1\",\"reason\":\"outside-tap\",\"disposition\":\"save\",\"deadlineMs\":250}}"
#define CLOSED(reason) \
    "{\"jsonrpc\":\"2.0\",\"method\":\"popover.closed\",\"params\":{\"popover\":\"p1\",\"reason\":\"" \
    reason "\",\"draft\":\"saved\",\"returnFocus\":true}}"

/* A client with the app `shop`, and a timeout of a second; `more` may change the options. */
struct popover_client *client_new(void);
/* Tells one line of the daemon at a time. */
void tell(struct popover_client *client, const char *line, int64_t now);
/* A connected and welcomed client, whose first event was taken. `hello` is the request's number. */
void welcome(struct popover_client *client, int64_t hello, int started, int64_t now);
/* As `welcome`, after the pause. */
void reconnect(struct popover_client *client, int64_t hello, int started, int64_t now);
struct popover_client *ready_client(void);
/* The next line to the daemon, as if it were sent; an empty text if there is none. */
const char *line_of(struct popover_client *client);
/* Whether the next line contains a text. */
bool sends(struct popover_client *client, const char *text);
/* The next event, which has to be of this type. */
const struct popover_event *expect(struct popover_client *client, enum popover_event_type type);
void expect_nothing(struct popover_client *client);
/* A granted popover p1 with the key order-7. */
int64_t open_popover(struct popover_client *client, int64_t now);

#endif
