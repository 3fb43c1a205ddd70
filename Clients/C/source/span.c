/* SPDX-License-Identifier: MIT */
/* The text of members that hold any JSON. It is passed on as it came: the parser would refuse some of
 * it, such as numbers beyond 64 bits, that the protocol permits. */

#include "internal.h"

#include <stdlib.h>
#include <string.h>

struct scanner {
    const char *at;
    const char *end;
};

static void skip_space(struct scanner *scanner)
{
    while (scanner->at < scanner->end && memchr(" \t\r\n", *scanner->at, 4))
        scanner->at++;
}

static bool skip_string(struct scanner *scanner)
{
    if (scanner->at >= scanner->end || *scanner->at != '"')
        return false;
    for (scanner->at++; scanner->at < scanner->end; scanner->at++) {
        if (*scanner->at == '\\')
            scanner->at++;
        else if (*scanner->at == '"')
            return scanner->at++, true;
    }
    return false;
}

/* Moves past a value; what is wrong in it is found by the parser. */
static bool skip_value(struct scanner *scanner)
{
    size_t depth = 0;
    do {
        skip_space(scanner);
        if (scanner->at >= scanner->end)
            return false;
        char first = *scanner->at;
        if (first == '"') {
            if (!skip_string(scanner))
                return false;
        } else if (first == '{' || first == '[') {
            depth++;
            scanner->at++;
        } else if (first == '}' || first == ']') {
            if (!depth--)
                return false;
            scanner->at++;
        } else if (first == ',' || first == ':') {
            if (!depth)
                return false;
            scanner->at++;
        } else {
            const char *start = scanner->at;
            while (scanner->at < scanner->end && !memchr(" \t\r\n,:{}[]\"", *scanner->at, 11))
                scanner->at++;
            if (scanner->at == start)
                return false;
        }
    } while (depth);
    return true;
}

/* Moves to the value of a member of the object that is next. */
static bool find_member(struct scanner *scanner, const char *name)
{
    size_t length = strlen(name);
    skip_space(scanner);
    if (scanner->at >= scanner->end || *scanner->at != '{')
        return false;
    scanner->at++;
    for (;;) {
        skip_space(scanner);
        const char *start = scanner->at;
        if (!skip_string(scanner))
            return false;
        bool is_found = (size_t)(scanner->at - start) == length + 2 && !memcmp(start + 1, name, length);
        skip_space(scanner);
        if (scanner->at >= scanner->end || *scanner->at != ':')
            return false;
        scanner->at++;
        skip_space(scanner);
        if (is_found)
            return true;
        if (!skip_value(scanner))
            return false;
        skip_space(scanner);
        if (scanner->at >= scanner->end || *scanner->at != ',')
            return false;
        scanner->at++;
    }
}

/* The value at a path of members, which ends with NULL; `start` is NULL if there is none. */
struct span popover_span(const char *json, size_t length, const char *const *path)
{
    struct scanner scanner = { json, json + length };
    for (; *path; path++)
        if (!find_member(&scanner, *path))
            return (struct span){ NULL, 0 };
    const char *start = scanner.at;
    if (!skip_value(&scanner))
        return (struct span){ NULL, 0 };
    return (struct span){ start, (size_t)(scanner.at - start) };
}

/* A copy of a line with 0 for what holds any JSON, for the parser. */
char *popover_without(const char *json, size_t length)
{
    static const char *const paths[][4] = {
        { "params", "data", NULL }, { "result", "draft", "content", NULL },
        { "result", "snapshot", NULL } };
    char *copy = malloc(length ? length : 1);
    if (!copy)
        return NULL;
    memcpy(copy, json, length);
    for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
        struct span span = popover_span(json, length, paths[index]);
        if (!span.start)
            continue;
        memset(copy + (span.start - json), ' ', span.length);
        copy[span.start - json] = '0';
    }
    return copy;
}
