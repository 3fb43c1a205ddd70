// SPDX-License-Identifier: MIT
//
// A minimal plugin program: it answers `stay` to every outside tap and admits every open. It expects
// each line in one read, which holds with one question at a time.

#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#define MANIFEST "{\"name\":\"answering\",\"version\":\"1.0.0\",\"hooks\":[\"open\",\"outside-tap\"]}"

// The daemon writes compact JSON in this order.
static int answer(const char *line, size_t length) {
    static const char before[] = "{\"jsonrpc\":\"2.0\",\"id\":\"", between[] = "\",\"result\":";
    static const char method[] = "\",\"method\":\"";
    size_t start = sizeof(before) - 1;
    if (length < start + 40 || memcmp(line, before, start) != 0) return 0;
    const char *end_of_id = memchr(line + start, '"', length - start);
    if (end_of_id == 0) return 0;
    size_t id = (size_t)(end_of_id - line) - start;
    const char *name = end_of_id + sizeof(method) - 1;
    const char *result = "{}";
    if (strncmp(name, "hook.outside-tap", 16) == 0) result = "{\"verdict\":\"stay\"}";
    else if (strncmp(name, "hook.open", 9) == 0) result = "{\"verdict\":\"admit\"}";
    else if (strncmp(name, "getmanifest", 11) == 0) result = MANIFEST;
    char text[512], *end = text;
    end = mempcpy(end, before, start);
    end = mempcpy(end, line + start, id);
    end = mempcpy(end, between, sizeof(between) - 1);
    end = mempcpy(end, result, strlen(result));
    end = mempcpy(end, "}\n", 2);
    return write(1, text, (size_t)(end - text)) == end - text ? 0 : 1;
}

int main(void) {
    static char line[65536];
    ssize_t length;
    while ((length = read(0, line, sizeof(line))) > 0) {
        if (answer(line, (size_t)length) != 0) return 1;
    }
    return 0;
}
