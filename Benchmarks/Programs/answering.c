// SPDX-License-Identifier: MIT
//
// A plugin that is a program, as small as one can be: it stays at every tap outside, and admits
// every open. Each line comes in one piece, which holds for one question at a time.

#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#define MANIFEST "{\"name\":\"answering\",\"version\":\"1.0.0\",\"hooks\":[\"open\",\"outside-tap\"]}"

static int has(const char *line, size_t length, const char *words) {
    return memmem(line, length, words, strlen(words)) != 0;
}

static int answer(const char *line, size_t length) {
    static const char before[] = "{\"jsonrpc\":\"2.0\",\"id\":\"", between[] = "\",\"result\":";
    const char *start = memmem(line, length, "\"id\":\"", 6);
    if (start == 0) return 0;
    start += 6;
    size_t id = (size_t)((char *)memchr(start, '"', (size_t)(line + length - start)) - start);
    const char *result = "{}";
    if (has(line, length, "\"hook.outside-tap\"")) result = "{\"verdict\":\"stay\"}";
    else if (has(line, length, "\"hook.open\"")) result = "{\"verdict\":\"admit\"}";
    else if (has(line, length, "\"getmanifest\"")) result = MANIFEST;
    char text[512], *end = text;
    end = mempcpy(end, before, sizeof(before) - 1);
    end = mempcpy(end, start, id);
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
