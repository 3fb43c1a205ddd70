// SPDX-License-Identifier: MIT

/// The files that a power cut would leave.
#ifndef POPOVER_MEDIUM_H
#define POPOVER_MEDIUM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A change of a file that no sync has brought to the medium yet.
typedef struct change {
    struct change *next;
    int64_t offset;
    /// NULL: the file ends at `offset`.
    unsigned char *bytes;
    size_t count;
} change;

/// A file, by its inode: it may be renamed behind the disk's back.
typedef struct medium {
    struct medium *next;
    /// 0 when it was deleted, but its name may still be on the medium.
    ino_t inode;
    char *name;
    int is_named;
    unsigned char *synced;
    size_t synced_count;
    change *first;
    change **end;
} medium;

/// A file whose content is as good as synced; NULL when there is no memory.
medium *medium_make(const char *path, ino_t inode, int is_named);
void medium_free(medium *medium);
/// `bytes` NULL: a truncation to `offset`.
void medium_change(medium *medium, const void *bytes, size_t count, int64_t offset);
void medium_sync(medium *medium);
/// Forgets what is not synced.
void medium_lose(medium *medium);
/// Writes what a power cut leaves; 0 or -1.
int medium_write(const medium *medium, const char *path, uint64_t seed, uint64_t *chance);

uint64_t next_chance(uint64_t *state);

#endif
