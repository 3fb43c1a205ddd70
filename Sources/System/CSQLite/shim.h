// SPDX-License-Identifier: MIT

#ifndef POPOVER_CSQLITE_SHIM_H
#define POPOVER_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stddef.h>

/// Makes SQLite take all memory from the heap, piece by piece: cache pages one by one instead of twenty at
/// once, and no pool of small pieces, which would keep parts of erased rows. Call it before the first
/// database is opened. (`sqlite3_config` is variadic, which Swift cannot call.)
static inline int csqlite_allocate_singly(void) {
    int code = sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);
    return code == SQLITE_OK ? sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) : code;
}

/// Sets whether closing keeps the log instead of writing it into the database and deleting it.
/// (`sqlite3_db_config` is variadic, which Swift cannot call.)
static inline int csqlite_keep_log(sqlite3 *database, int keep) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, NULL);
}

/// Syncs the log or the journal, if there is one.
static inline int csqlite_sync_log(sqlite3 *database)
{
    sqlite3_file *log = NULL;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (code != SQLITE_OK || log == NULL || log->pMethods == NULL) return code;
    return log->pMethods->xSync(log, SQLITE_SYNC_FULL);
}

/// Writes the log again and syncs it. After a failed sync the system may treat unwritten pages as
/// clean, so only pages that are written again are certain to be synced.
static inline int csqlite_renew_log(sqlite3 *database)
{
    sqlite3_file *log = NULL;
    sqlite3_int64 size = 0;
    char bytes[16384];
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (code != SQLITE_OK || log == NULL || log->pMethods == NULL) return code;
    code = log->pMethods->xFileSize(log, &size);
    for (sqlite3_int64 at = 0; code == SQLITE_OK && at < size; at += (sqlite3_int64)sizeof bytes) {
        sqlite3_int64 rest = size - at;
        int count = rest < (sqlite3_int64)sizeof bytes ? (int)rest : (int)sizeof bytes;
        code = log->pMethods->xRead(log, bytes, count, at);
        if (code == SQLITE_OK) code = log->pMethods->xWrite(log, bytes, count, at);
    }
    return code == SQLITE_OK ? log->pMethods->xSync(log, SQLITE_SYNC_FULL) : code;
}

#endif
