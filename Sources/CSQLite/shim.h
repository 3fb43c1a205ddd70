// SPDX-License-Identifier: MIT

#ifndef POPOVER_CSQLITE_SHIM_H
#define POPOVER_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stddef.h>

/// Whether closing leaves the log as it is, rather than writing it into the database and deleting
/// it. (`sqlite3_db_config` is variadic, which Swift cannot call.)
static inline int csqlite_keep_log(sqlite3 *database, int keep) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, NULL);
}

/// Brings the log, or the journal, to the medium as it is; nothing happens where there is none.
static inline int csqlite_sync_log(sqlite3 *database)
{
    sqlite3_file *log = NULL;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (code != SQLITE_OK || log == NULL || log->pMethods == NULL) return code;
    return log->pMethods->xSync(log, SQLITE_SYNC_FULL);
}

#endif
