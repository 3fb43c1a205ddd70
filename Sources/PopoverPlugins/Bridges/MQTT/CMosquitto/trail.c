// SPDX-License-Identifier: MIT
//
// The audit trail: lines in a file, and one older file beside it.

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "link.h"

static int trail_open(trail *trail, const char *directory) {
    char path[FLEET_TOPIC_CAPACITY];
    snprintf(path, sizeof path, "%s/audit.jsonl", directory);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return -1;
    struct stat facts;
    if (fstat(file, &facts)) {
        close(file);
        return -1;
    }
    trail->file = file;
    trail->bytes = (uint64_t)facts.st_size;
    return 0;
}

static int trail_turn(trail *trail, const char *directory) {
    char path[FLEET_TOPIC_CAPACITY], old[FLEET_TOPIC_CAPACITY];
    snprintf(path, sizeof path, "%s/audit.jsonl", directory);
    snprintf(old, sizeof old, "%s/audit.1.jsonl", directory);
    trail_close(trail);
    if (rename(path, old)) return -1;
    return trail_open(trail, directory);
}

int trail_write(
    trail *trail, const char *directory, uint64_t most, const uint8_t *line, size_t count) {
    if (trail->file < 0 && trail_open(trail, directory)) return -1;
    if (trail->bytes > 0 && trail->bytes + count + 1 > most && trail_turn(trail, directory))
        return -1;
    struct iovec parts[] = {{(void *)line, count}, {"\n", 1}};
    ssize_t written = writev(trail->file, parts, 2);
    if (written > 0) trail->bytes += (uint64_t)written;
    if (written == (ssize_t)count + 1) return 0;
    if (written >= 0) {
        // The rest of a torn line would become part of the next one.
        trail->bytes -= (uint64_t)written;
        if (ftruncate(trail->file, (off_t)trail->bytes)) return -1;
        errno = ENOSPC;
    }
    return -1;
}

int trail_sync(trail *trail) {
    return trail->file < 0 ? 0 : fdatasync(trail->file);
}

void trail_close(trail *trail) {
    if (trail->file >= 0) close(trail->file);
    trail->file = -1;
}
