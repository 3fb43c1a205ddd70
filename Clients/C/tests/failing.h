/* SPDX-License-Identifier: MIT */
/* Included before each source of the library: its allocations may fail. */

#ifndef FAILING_H
#define FAILING_H

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void *failing_malloc(size_t size);
void *failing_calloc(size_t count, size_t size);
void *failing_realloc(void *memory, size_t size);
char *failing_strdup(const char *text);
/* jansson 2.14 writes beyond its memory when an allocation of its parser fails: it fails as a whole. */
json_t *failing_json_loadb(const char *text, size_t length, size_t flags, json_error_t *error);

#define malloc failing_malloc
#define calloc failing_calloc
#define realloc failing_realloc
#undef strdup
#define strdup failing_strdup
#define json_loadb failing_json_loadb
#define json_loads(text, flags, error) failing_json_loadb(text, strlen(text), flags, error)

#endif
