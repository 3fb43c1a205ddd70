// SPDX-License-Identifier: MIT

/// A disk that fails and dies on demand: an SQLite VFS for tests.
///
/// It lies over SQLite's own one, so that files, locks and names are real, and numbers every call
/// from 1. Of every file it knows what a sync has brought to the medium and what was only written
/// since; nothing is really synced, which makes it fast.
#ifndef POPOVER_FAULT_DISK_H
#define POPOVER_FAULT_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fault_disk fault_disk;

/// Registers a disk under a name of its own; NULL when there is no memory.
fault_disk *fault_disk_make(const char *name);

/// Nothing may be open on it any more.
void fault_disk_free(fault_disk *disk);

/// Calls so far, refused ones too.
long fault_disk_calls(const fault_disk *disk);

/// Calls so far that change something: opening anew, write, truncate, sync, delete.
long fault_disk_changes(const fault_disk *disk);

/// The calls from `first` on, `count` of them, are refused with an SQLite result code. A write
/// that finds the disk full (SQLITE_FULL) has written half. What a refused sync was to bring to
/// the medium never gets there unless it is written again, though it can still be read: so does
/// Linux.
void fault_disk_refuse(fault_disk *disk, long first, long count, int code);

/// Every call from the change `number` on does nothing and is refused, as if the process had been
/// killed; of a write that is the change, `number % 3` thirds have been done. 0 is never.
void fault_disk_die_at(fault_disk *disk, long number);

bool fault_disk_is_dead(const fault_disk *disk);

/// From now on the disk says that its files never change; SQLite then keeps no log on it.
void fault_disk_freeze(fault_disk *disk);

/// Writes into `folder`, which is empty, what a power cut now would leave of `used`.
///
/// Synced content and names are there. What is not synced is there wholly (seed 1), not at all
/// (seed 0), or by chance, in sectors of 512 bytes. 0, or -1 when a file cannot be written.
int fault_disk_cut_power(
    const fault_disk *disk, const char *used, const char *folder, uint64_t seed);

/// Whether bytes are somewhere among others.
bool fault_disk_finds(const void *pattern, size_t length, const void *bytes, size_t count);

#endif
