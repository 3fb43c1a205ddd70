// SPDX-License-Identifier: MIT

#include "medium.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECTOR = 512 };

/// A content that grows and shrinks.
typedef struct {
    unsigned char *bytes;
    size_t count;
} content;

static void resize(content *content, size_t count)
{
    if (count > content->count) {
        unsigned char *bytes = realloc(content->bytes, count);
        if (!bytes) abort();
        memset(bytes + content->count, 0, count - content->count);
        content->bytes = bytes;
    }
    content->count = count;
}

static void put(content *content, const unsigned char *bytes, size_t count, size_t offset)
{
    if (offset + count > content->count) resize(content, offset + count);
    memcpy(content->bytes + offset, bytes, count);
}

/// SplitMix64.
uint64_t next_chance(uint64_t *state)
{
    uint64_t mixed = (*state += 0x9E3779B97F4A7C15u);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

medium *medium_make(const char *path, ino_t inode, int is_named)
{
    medium *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    const char *slash = strrchr(path, '/');
    made->name = strdup(slash ? slash + 1 : path);
    made->inode = inode;
    made->is_named = is_named;
    made->end = &made->first;
    FILE *file = fopen(path, "rb");
    if (file) {
        content found = {0};
        unsigned char chunk[4096];
        size_t count;
        while ((count = fread(chunk, 1, sizeof chunk, file)) > 0)
            put(&found, chunk, count, found.count);
        fclose(file);
        made->synced = found.bytes;
        made->synced_count = found.count;
    }
    return made;
}

void medium_lose(medium *medium)
{
    while (medium->first) {
        change *next = medium->first->next;
        free(medium->first->bytes);
        free(medium->first);
        medium->first = next;
    }
    medium->end = &medium->first;
}

void medium_free(medium *medium)
{
    medium_lose(medium);
    free(medium->name);
    free(medium->synced);
    free(medium);
}

void medium_change(medium *medium, const void *bytes, size_t count, int64_t offset)
{
    change *made = calloc(1, sizeof *made);
    if (!made) abort();
    made->offset = offset;
    if (bytes) {
        made->bytes = malloc(count ? count : 1);
        if (!made->bytes) abort();
        memcpy(made->bytes, bytes, count);
        made->count = count;
    }
    *medium->end = made;
    medium->end = &made->next;
}

/// Carries a change out in sectors, each of which is kept in `kept` of 256 cases.
static void carry_out(
    content *content, const change *change, unsigned kept, uint64_t *chance)
{
    if (!change->bytes) {
        if (kept > 255 || (next_chance(chance) & 255) < kept)
            resize(content, (size_t)change->offset);
        return;
    }
    size_t done = 0;
    while (done < change->count) {
        size_t offset = (size_t)change->offset + done;
        size_t count = SECTOR - offset % SECTOR;
        if (count > change->count - done) count = change->count - done;
        if (kept > 255 || (next_chance(chance) & 255) < kept)
            put(content, change->bytes + done, count, offset);
        done += count;
    }
}

void medium_sync(medium *medium)
{
    content content = {medium->synced, medium->synced_count};
    for (change *change = medium->first; change; change = change->next)
        carry_out(&content, change, 256, NULL);
    medium->synced = content.bytes;
    medium->synced_count = content.count;
    medium_lose(medium);
}

int medium_write(const medium *medium, const char *path, uint64_t seed, uint64_t *chance)
{
    content content = {0};
    put(&content, medium->synced, medium->synced_count, 0);
    if (seed != 0) {
        unsigned kept = seed == 1 ? 256 : 64 * (1 + (unsigned)(next_chance(chance) % 3));
        for (change *change = medium->first; change; change = change->next)
            carry_out(&content, change, kept, chance);
    }
    FILE *file = fopen(path, "wb");
    int failed = !file || fwrite(content.bytes, 1, content.count, file) != content.count;
    if (file && fclose(file) != 0) failed = 1;
    free(content.bytes);
    return failed ? -1 : 0;
}
