// SPDX-License-Identifier: MIT

#include "owner.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "screen.h"

#define START "{\"jsonrpc\":\"2.0\",\"id\":"

static int stream;
// The current line stays at the front until the next one is read.
static char bytes[1 << 20];
static size_t length, taken;
static char question[64];

static void say(const char *text) {
    size_t size = strlen(text);
    if (write(stream, text, size) != (ssize_t)size) fail("cannot send to the daemon");
}

static const char *next_line(void) {
    length -= taken;
    memmove(bytes, bytes + taken, length);
    taken = 0;
    char *end;
    while (!(end = memchr(bytes, '\n', length))) {
        ssize_t more = read(stream, bytes + length, sizeof bytes - length);
        if (more <= 0) fail("the daemon closed the connection");
        length += (size_t)more;
    }
    *end = 0;
    taken = (size_t)(end - bytes) + 1;
    return bytes;
}

static void await_answer(int id) {
    char start[64];
    snprintf(start, sizeof start, START "%d,\"", id);
    const char *line;
    do line = next_line();
    while (strncmp(line, start, strlen(start)));
    if (!strstr(line, "\"result\":")) fail(line);
}

void owner_connect(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    stream = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(stream, (struct sockaddr *)&address, sizeof address)) fail("cannot connect to the daemon");
    say(START "1,\"method\":\"hello\",\"params\":{\"protocol\":1,\"app\":\"shop\"}}\n");
    await_answer(1);
}

void owner_open(void) {
    say(START "2,\"method\":\"popover.open\",\"params\":{\"behavior\":\"task\","
              "\"size\":{\"width\":320,\"height\":200},"
              "\"anchor\":{\"x\":450,\"y\":100,\"width\":80,\"height\":30}}}\n");
    await_answer(2);
    say(START "3,\"method\":\"draft.load\",\"params\":{\"key\":\"fence\"}}\n");
    await_answer(3);
}

void owner_await_close(void) {
    const char *line;
    do line = next_line();
    while (!strstr(line, "\"method\":\"popover.willClose\""));
    if (sscanf(line, START "%63[^,]", question) != 1) fail(line);
}

void owner_agree(void) {
    char answer[128];
    snprintf(answer, sizeof answer, START "%s,\"result\":{}}\n", question);
    say(answer);
}
