// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "fault_disk.h"

#include "medium.h"

#include <dirent.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct fault_disk {
    sqlite3_vfs vfs;
    sqlite3_vfs *real;
    char *name;
    long calls;
    long changes;
    long refused_from;
    long refused_until;
    int refusal;
    long dies_at;
    bool is_dead;
    bool is_immutable;
    medium *media;
};

/// An open file; SQLite's own one lies behind it.
typedef struct {
    sqlite3_file base;
    fault_disk *disk;
    medium *medium;
} fault_file;

static sqlite3_file *real_file(sqlite3_file *file)
{
    return (sqlite3_file *)((fault_file *)file + 1);
}

static fault_disk *disk_of(sqlite3_file *file) { return ((fault_file *)file)->disk; }

enum { GOES_ON = 0 };

/// Counts a call; its result code when it may not happen.
static int enter(fault_disk *disk, bool is_change)
{
    disk->calls++;
    if (is_change) disk->changes++;
    if (disk->is_dead) return SQLITE_IOERR;
    if (is_change && disk->changes == disk->dies_at) {
        disk->is_dead = true;
        return SQLITE_IOERR;
    }
    bool is_refused = disk->calls >= disk->refused_from && disk->calls < disk->refused_until;
    return is_refused ? disk->refusal : GOES_ON;
}

/// A code that the call may return: the extended one where the plain one stands for several.
static int code(int entered, int specific) { return entered == SQLITE_IOERR ? specific : entered; }

static medium *find(fault_disk *disk, ino_t inode)
{
    for (medium *medium = disk->media; medium; medium = medium->next)
        if (medium->inode == inode) return medium;
    return NULL;
}

/// The folder's names are on the medium: what was deleted stays away.
static void sync_names(fault_disk *disk)
{
    medium **place = &disk->media;
    while (*place) {
        medium *medium = *place;
        if (medium->inode == 0) {
            *place = medium->next;
            medium_free(medium);
        } else {
            medium->is_named = 1;
            place = &medium->next;
        }
    }
}

// MARK: Files

static int close_file(sqlite3_file *file)
{
    return real_file(file)->pMethods ? real_file(file)->pMethods->xClose(real_file(file))
                                     : SQLITE_OK;
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    int entered = enter(disk_of(file), false);
    if (entered) return code(entered, SQLITE_IOERR_READ);
    return real_file(file)->pMethods->xRead(real_file(file), bytes, count, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    fault_disk *disk = disk_of(file);
    bool was_dead = disk->is_dead;
    int entered = enter(disk, true);
    int done = count;
    if (entered == SQLITE_FULL) done = count / 2;
    else if (entered && disk->is_dead && !was_dead) done = (int)(disk->dies_at % 3) * count / 3;
    else if (entered) done = 0;
    if (done > 0) {
        int real = real_file(file)->pMethods->xWrite(real_file(file), bytes, done, offset);
        if (real != SQLITE_OK) return real;
        medium_change(((fault_file *)file)->medium, bytes, (size_t)done, offset);
    }
    return entered ? code(entered, SQLITE_IOERR_WRITE) : SQLITE_OK;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size)
{
    int entered = enter(disk_of(file), true);
    if (entered) return code(entered, SQLITE_IOERR_TRUNCATE);
    int real = real_file(file)->pMethods->xTruncate(real_file(file), size);
    if (real == SQLITE_OK) medium_change(((fault_file *)file)->medium, NULL, 0, size);
    return real;
}

static int sync_file(sqlite3_file *file, int flags)
{
    (void)flags;
    fault_disk *disk = disk_of(file);
    medium *medium = ((fault_file *)file)->medium;
    int entered = enter(disk, true);
    if (entered) {
        if (!disk->is_dead) medium_lose(medium);
        return code(entered, SQLITE_IOERR_FSYNC);
    }
    medium_sync(medium);
    // SQLite's own disk writes the folder after the first sync of a file that it has made.
    if (!medium->is_named) sync_names(disk);
    return SQLITE_OK;
}

static int size_of_file(sqlite3_file *file, sqlite3_int64 *size)
{
    int entered = enter(disk_of(file), false);
    if (entered) return code(entered, SQLITE_IOERR_FSTAT);
    return real_file(file)->pMethods->xFileSize(real_file(file), size);
}

static int lock_file(sqlite3_file *file, int level)
{
    int entered = enter(disk_of(file), false);
    if (entered) return code(entered, SQLITE_IOERR_LOCK);
    return real_file(file)->pMethods->xLock(real_file(file), level);
}

static int unlock_file(sqlite3_file *file, int level)
{
    return real_file(file)->pMethods->xUnlock(real_file(file), level);
}

static int check_reserved_lock(sqlite3_file *file, int *result)
{
    int entered = enter(disk_of(file), false);
    if (entered) return code(entered, SQLITE_IOERR_CHECKRESERVEDLOCK);
    return real_file(file)->pMethods->xCheckReservedLock(real_file(file), result);
}

static int control_file(sqlite3_file *file, int operation, void *argument)
{
    return real_file(file)->pMethods->xFileControl(real_file(file), operation, argument);
}

static int sector_size(sqlite3_file *file)
{
    return real_file(file)->pMethods->xSectorSize(real_file(file));
}

static int characteristics(sqlite3_file *file)
{
    // Of what the real disk may promise this one keeps only that writing leaves neighbors alone.
    int real = real_file(file)->pMethods->xDeviceCharacteristics(real_file(file));
    int kept = real & SQLITE_IOCAP_POWERSAFE_OVERWRITE;
    return disk_of(file)->is_immutable ? kept | SQLITE_IOCAP_IMMUTABLE : kept;
}

// Version 1 has no shared memory: the exclusive mode needs none.
static const sqlite3_io_methods methods = {
    1, close_file, read_file, write_file, truncate_file, sync_file, size_of_file, lock_file,
    unlock_file, check_reserved_lock, control_file, sector_size, characteristics,
    NULL, NULL, NULL, NULL, NULL, NULL,
};

// MARK: The disk

static int open_file(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *opened)
{
    fault_disk *disk = (fault_disk *)vfs;
    fault_file *made = (fault_file *)file;
    struct stat status;
    made->base.pMethods = NULL;
    bool existed = path && stat(path, &status) == 0;
    int entered = enter(disk, !existed);
    if (entered) return code(entered, SQLITE_CANTOPEN);
    sqlite3_file *real = real_file(file);
    real->pMethods = NULL;
    int result = disk->real->xOpen(disk->real, path, real, flags, opened);
    if (result != SQLITE_OK || !path || stat(path, &status) != 0) return result;
    // Whoever opens a database has just made or found its name, and written the folder.
    if (flags & SQLITE_OPEN_MAIN_DB) sync_names(disk);
    medium *medium = find(disk, status.st_ino);
    if (!medium) {
        medium = medium_make(path, status.st_ino, existed);
        if (!medium) abort();
        medium->next = disk->media;
        disk->media = medium;
    }
    made->disk = disk;
    made->medium = medium;
    made->base.pMethods = &methods;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int sync)
{
    fault_disk *disk = (fault_disk *)vfs;
    struct stat status;
    bool exists = stat(path, &status) == 0;
    int entered = enter(disk, true);
    if (entered) return code(entered, SQLITE_IOERR_DELETE);
    int result = disk->real->xDelete(disk->real, path, 0);
    medium *medium = exists ? find(disk, status.st_ino) : NULL;
    if (result == SQLITE_OK && medium) medium->inode = 0;
    if (sync) sync_names(disk);
    return result;
}

static int access_file(sqlite3_vfs *vfs, const char *path, int flags, int *result)
{
    fault_disk *disk = (fault_disk *)vfs;
    int entered = enter(disk, false);
    if (entered) return code(entered, SQLITE_IOERR_ACCESS);
    return disk->real->xAccess(disk->real, path, flags, result);
}

static int full_path(sqlite3_vfs *vfs, const char *path, int count, char *full)
{
    fault_disk *disk = (fault_disk *)vfs;
    return disk->real->xFullPathname(disk->real, path, count, full);
}

static int randomness(sqlite3_vfs *vfs, int count, char *bytes)
{
    // Always the same, so that a point is found again.
    (void)vfs;
    uint64_t chance = 7;
    for (int index = 0; index < count; index++) bytes[index] = (char)next_chance(&chance);
    return count;
}

static int pause_thread(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

static int current_time(sqlite3_vfs *vfs, double *julian)
{
    fault_disk *disk = (fault_disk *)vfs;
    return disk->real->xCurrentTime(disk->real, julian);
}

static int last_error(sqlite3_vfs *vfs, int count, char *text)
{
    (void)vfs;
    (void)count;
    (void)text;
    return 0;
}

fault_disk *fault_disk_make(const char *name)
{
    fault_disk *disk = calloc(1, sizeof *disk);
    if (!disk) return NULL;
    disk->real = sqlite3_vfs_find(NULL);
    disk->name = strdup(name);
    disk->vfs = (sqlite3_vfs){
        .iVersion = 1,
        .szOsFile = (int)sizeof(fault_file) + disk->real->szOsFile,
        .mxPathname = disk->real->mxPathname,
        .zName = disk->name,
        .xOpen = open_file,
        .xDelete = delete_file,
        .xAccess = access_file,
        .xFullPathname = full_path,
        .xRandomness = randomness,
        .xSleep = pause_thread,
        .xCurrentTime = current_time,
        .xGetLastError = last_error,
    };
    sqlite3_vfs_register(&disk->vfs, 0);
    return disk;
}

void fault_disk_free(fault_disk *disk)
{
    sqlite3_vfs_unregister(&disk->vfs);
    while (disk->media) {
        medium *next = disk->media->next;
        medium_free(disk->media);
        disk->media = next;
    }
    free(disk->name);
    free(disk);
}

long fault_disk_calls(const fault_disk *disk) { return disk->calls; }

long fault_disk_changes(const fault_disk *disk) { return disk->changes; }

void fault_disk_refuse(fault_disk *disk, long first, long count, int code)
{
    disk->refused_from = first;
    disk->refused_until = count > LONG_MAX - first ? LONG_MAX : first + count;
    disk->refusal = code;
}

void fault_disk_die_at(fault_disk *disk, long number) { disk->dies_at = number; }

bool fault_disk_is_dead(const fault_disk *disk) { return disk->is_dead; }

void fault_disk_freeze(fault_disk *disk) { disk->is_immutable = true; }

// MARK: A power cut

static int leave(
    const fault_disk *disk, const char *used, const char *folder, const char *name,
    uint64_t seed, uint64_t *chance)
{
    char path[2 * PATH_MAX];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", used, name);
    if (stat(path, &status) != 0) return -1;
    medium *medium = find((fault_disk *)disk, status.st_ino);
    // A name that is not on the medium may go, and its content with it.
    if (medium && !medium->is_named && (seed == 0 || (seed > 1 && (next_chance(chance) & 1))))
        return 0;
    struct medium *whole = medium ? medium : medium_make(path, status.st_ino, 1);
    if (!whole) return -1;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int result = medium_write(whole, path, seed, chance);
    if (!medium) medium_free(whole);
    return result;
}

int fault_disk_cut_power(
    const fault_disk *disk, const char *used, const char *folder, uint64_t seed)
{
    uint64_t chance = seed;
    DIR *names = opendir(used);
    if (!names) return -1;
    int result = 0;
    for (struct dirent *entry; (entry = readdir(names)) != NULL;)
        if (entry->d_type == DT_REG
            && leave(disk, used, folder, entry->d_name, seed, &chance) != 0)
            result = -1;
    closedir(names);
    // A name that was deleted, but not from the medium, may come back.
    for (const medium *medium = disk->media; medium; medium = medium->next) {
        if (medium->inode != 0 || !medium->is_named || seed == 1) continue;
        char path[2 * PATH_MAX];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, medium->name);
        if (stat(path, &status) == 0 || (seed > 1 && (next_chance(&chance) & 1))) continue;
        if (medium_write(medium, path, seed, &chance) != 0) result = -1;
    }
    return result;
}

bool fault_disk_finds(const void *pattern, size_t length, const void *bytes, size_t count)
{
    return memmem(bytes, count, pattern, length) != NULL;
}
