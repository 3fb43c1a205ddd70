// SPDX-License-Identifier: MIT
//
// The file of queued events and of the nonces of commands.

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "link.h"

// A row is an event or, without a topic, a gap: events `sequence` to `until` are lost. A gap replaces
// them in order.
static const char SCHEMA[] =
    "CREATE TABLE IF NOT EXISTS outbox("
    " sequence INTEGER PRIMARY KEY, until INTEGER NOT NULL, topic TEXT, payload BLOB);"
    "CREATE TABLE IF NOT EXISTS facts(name TEXT PRIMARY KEY, value) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS nonces(nonce TEXT PRIMARY KEY, expiry INTEGER NOT NULL)"
    " WITHOUT ROWID;";

static int prepare(spool *spool, const char *text, sqlite3_stmt **statement) {
    return sqlite3_prepare_v3(
        spool->database, text, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static int run(sqlite3_stmt *statement) {
    int status = sqlite3_step(statement);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status == SQLITE_DONE || status == SQLITE_ROW ? 0 : -1;
}

static int64_t number(spool *spool, const char *text) {
    sqlite3_stmt *statement = NULL;
    int64_t value = -1;
    if (!sqlite3_prepare_v2(spool->database, text, -1, &statement, NULL)) {
        if (sqlite3_step(statement) == SQLITE_ROW) value = sqlite3_column_int64(statement, 0);
    }
    sqlite3_finalize(statement);
    return value;
}

static int read_epoch(spool *spool) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(
            spool->database, "SELECT value FROM facts WHERE name='epoch'", -1, &statement, NULL))
        return -1;
    if (sqlite3_step(statement) == SQLITE_ROW)
        snprintf(
            spool->epoch, sizeof spool->epoch, "%s",
            (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return 0;
}

// A new file knows no nonce: the commands signed before it was made may have been carried out.
static int make_epoch(spool *spool) {
    uint8_t bytes[8];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return -1;
    for (size_t index = 0; index < sizeof bytes; index++)
        snprintf(spool->epoch + 2 * index, 3, "%02x", bytes[index]);
    char text[128];
    snprintf(
        text, sizeof text, "INSERT INTO facts VALUES('epoch','%s'),('made',%lld)", spool->epoch,
        (long long)time(NULL));
    return sqlite3_exec(spool->database, text, NULL, NULL, NULL) ? -1 : 0;
}

// Counts the file's rows: at the start, and after a rollback.
static int count(spool *spool) {
    int64_t latest = number(
        spool,
        "SELECT max(coalesce((SELECT value FROM facts WHERE name='latest'),0),"
        " coalesce((SELECT max(until) FROM outbox),0))");
    int64_t events = number(spool, "SELECT count(*) FROM outbox");
    int64_t bytes = number(
        spool, "SELECT coalesce(sum(length(topic)+length(payload)),0) FROM outbox");
    int64_t nonces = number(spool, "SELECT count(*) FROM nonces");
    if (latest < 0 || events < 0 || bytes < 0 || nonces < 0) return -1;
    spool->latest = latest;
    spool->events = (uint64_t)events;
    spool->bytes = (uint64_t)bytes;
    spool->nonces = (uint64_t)nonces;
    int64_t forgotten = number(spool, "SELECT value FROM facts WHERE name='forgotten'");
    if (forgotten > spool->forgotten) spool->forgotten = forgotten;
    // Files of earlier versions do not say when they were made.
    spool->made = number(spool, "SELECT value FROM facts WHERE name='made'");
    return 0;
}

static int begin(spool *spool, const char *path) {
    if (sqlite3_open_v2(
            path, &spool->database,
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL))
        return -1;
    sqlite3_busy_timeout(spool->database, 100);
    if (sqlite3_exec(
            spool->database,
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-256;"
            "PRAGMA journal_size_limit=1048576;",
            NULL, NULL, NULL))
        return -1;
    if (sqlite3_exec(spool->database, SCHEMA, NULL, NULL, NULL)) return -1;
    if (read_epoch(spool)) return -1;
    if (!spool->epoch[0] && make_epoch(spool)) return -1;
    if (prepare(
            spool, "INSERT OR IGNORE INTO outbox VALUES(?1,?2,?3,?4)", &spool->insert) ||
        prepare(
            spool, "INSERT OR REPLACE INTO facts VALUES('latest',?1)", &spool->mark) ||
        prepare(
            spool,
            "SELECT sequence,until,topic,payload FROM outbox WHERE sequence>?1"
            " ORDER BY sequence LIMIT 1",
            &spool->next) ||
        prepare(spool, "DELETE FROM outbox WHERE sequence=?1", &spool->remove) ||
        prepare(
            spool,
            "SELECT sequence,length(topic)+length(payload) FROM outbox"
            " WHERE sequence>?1 AND topic IS NOT NULL ORDER BY sequence LIMIT 1",
            &spool->oldest) ||
        prepare(
            spool,
            "SELECT sequence FROM outbox WHERE sequence>?1 AND sequence<=?2 AND until=?2"
            " AND topic IS NULL",
            &spool->gap_before) ||
        prepare(spool, "UPDATE outbox SET until=?2 WHERE sequence=?1", &spool->widen) ||
        prepare(
            spool, "UPDATE outbox SET topic=NULL,payload=NULL WHERE sequence=?1",
            &spool->hollow))
        return -1;
    return count(spool);
}

// SQLite's files. The database is renamed last: its log must neither be replayed into the next
// database nor be deleted with it, since it may hold the only copy of events.
static const char *const SUFFIXES[] = {"-wal", "-shm", "-journal", ""};
#define SUFFIX_COUNT (sizeof SUFFIXES / sizeof *SUFFIXES)
#define MOST_SET_ASIDE 1000

// A file's name: the base, a number unless it is 0, and a suffix.
typedef struct file_name {
    char text[FLEET_TOPIC_CAPACITY + 32];
} file_name;

static file_name name_of(const char *path, int number, const char *suffix) {
    file_name name;
    if (number)
        snprintf(name.text, sizeof name.text, "%s.damaged-%d%s", path, number, suffix);
    else
        snprintf(name.text, sizeof name.text, "%s%s", path, suffix);
    return name;
}

static bool exists(file_name name) { return !access(name.text, F_OK); }

// A number with a log and without a database marks an interrupted renaming, which is continued.
static bool is_free(const char *path, int number) {
    if (exists(name_of(path, number, ""))) return false;
    for (size_t index = 0; index < SUFFIX_COUNT; index++)
        if (exists(name_of(path, 0, SUFFIXES[index])) &&
            exists(name_of(path, number, SUFFIXES[index])))
            return false;
    return true;
}

// Renames a damaged database to the first free `outbox.sqlite.damaged-N`.
static int set_aside(const char *path, const char *directory) {
    int number = 1;
    while (number <= MOST_SET_ASIDE && !is_free(path, number)) number++;
    if (number > MOST_SET_ASIDE) return -1;
    for (size_t index = 0; index < SUFFIX_COUNT; index++) {
        file_name name = name_of(path, 0, SUFFIXES[index]);
        if (exists(name) && rename(name.text, name_of(path, number, SUFFIXES[index]).text))
            return -1;
    }
    int folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int status = folder < 0 ? -1 : fsync(folder);
    if (folder >= 0) close(folder);
    return status;
}

int spool_open(spool *spool, const char *directory, char *error) {
    char path[FLEET_TOPIC_CAPACITY];
    snprintf(path, sizeof path, "%s/outbox.sqlite", directory);
    if (!begin(spool, path)) return 0;
    int code = spool->database ? sqlite3_errcode(spool->database) : SQLITE_NOMEM;
    snprintf(error, FLEET_ERROR_CAPACITY, "%.160s: %.80s", path, spool_error(spool));
    bool is_damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
    // The end of the connection must not merge the log into a damaged file, and delete it.
    if (is_damaged)
        sqlite3_db_config(spool->database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    spool_close(spool);
    // A damaged file is moved aside, never deleted; the new one has another epoch.
    if (!is_damaged || set_aside(path, directory)) return -1;
    if (!begin(spool, path)) return 0;
    spool_close(spool);
    return -1;
}

void spool_close(spool *spool) {
    sqlite3_stmt *all[] = {spool->insert,     spool->mark,  spool->next,  spool->remove,
                           spool->oldest,     spool->widen, spool->hollow,
                           spool->gap_before};
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) sqlite3_finalize(all[index]);
    sqlite3_close(spool->database);
    memset(spool, 0, sizeof *spool);
}

const char *spool_error(const spool *spool) {
    return spool->database ? sqlite3_errmsg(spool->database) : "out of memory";
}

int spool_begin(spool *spool) {
    return sqlite3_exec(spool->database, "BEGIN IMMEDIATE", NULL, NULL, NULL) ? -1 : 0;
}

int spool_commit(spool *spool) {
    return sqlite3_exec(spool->database, "COMMIT", NULL, NULL, NULL) ? -1 : 0;
}

void spool_roll_back(spool *spool) {
    sqlite3_exec(spool->database, "ROLLBACK", NULL, NULL, NULL);
    count(spool);
}

static int mark(spool *spool, int64_t latest) {
    if (latest <= spool->latest) return 0;
    sqlite3_bind_int64(spool->mark, 1, latest);
    if (run(spool->mark)) return -1;
    spool->latest = latest;
    return 0;
}

int spool_keep(
    spool *spool, int64_t sequence, const char *topic, const uint8_t *payload, size_t count) {
    sqlite3_bind_int64(spool->insert, 1, sequence);
    sqlite3_bind_int64(spool->insert, 2, sequence);
    sqlite3_bind_text(spool->insert, 3, topic, -1, SQLITE_STATIC);
    sqlite3_bind_blob64(spool->insert, 4, payload, count, SQLITE_STATIC);
    if (run(spool->insert)) return -1;
    if (sqlite3_changes(spool->database)) {
        spool->events++;
        spool->bytes += strlen(topic) + count;
    }
    return mark(spool, sequence);
}

int spool_lose(spool *spool, int64_t sequence, int64_t until) {
    sqlite3_bind_int64(spool->insert, 1, sequence);
    sqlite3_bind_int64(spool->insert, 2, until);
    if (run(spool->insert)) return -1;
    if (sqlite3_changes(spool->database)) spool->events++;
    return mark(spool, until);
}

int spool_next(
    spool *spool, int64_t after, int64_t *sequence, int64_t *until, const char **topic,
    const uint8_t **payload, int *count) {
    sqlite3_reset(spool->next);
    sqlite3_bind_int64(spool->next, 1, after);
    int status = sqlite3_step(spool->next);
    if (status != SQLITE_ROW) {
        sqlite3_reset(spool->next);
        return status == SQLITE_DONE ? 0 : -1;
    }
    *sequence = sqlite3_column_int64(spool->next, 0);
    *until = sqlite3_column_int64(spool->next, 1);
    *topic = (const char *)sqlite3_column_text(spool->next, 2);
    *payload = sqlite3_column_blob(spool->next, 3);
    *count = sqlite3_column_bytes(spool->next, 3);
    return 1;
}

// The size of an event in bytes; 0: a gap, or no such event.
static uint64_t bytes_of(spool *spool, int64_t sequence) {
    sqlite3_bind_int64(spool->oldest, 1, sequence - 1);
    uint64_t bytes = 0;
    if (sqlite3_step(spool->oldest) == SQLITE_ROW &&
        sqlite3_column_int64(spool->oldest, 0) == sequence)
        bytes = (uint64_t)sqlite3_column_int64(spool->oldest, 1);
    sqlite3_reset(spool->oldest);
    return bytes;
}

int spool_remove(spool *spool, int64_t sequence) {
    uint64_t bytes = bytes_of(spool, sequence);
    sqlite3_bind_int64(spool->remove, 1, sequence);
    if (run(spool->remove)) return -1;
    if (sqlite3_changes(spool->database)) {
        spool->events--;
        spool->bytes -= bytes;
    }
    return 0;
}

int spool_hollow(spool *spool, int64_t sequence) {
    uint64_t bytes = bytes_of(spool, sequence);
    sqlite3_reset(spool->next);
    sqlite3_bind_int64(spool->hollow, 1, sequence);
    if (run(spool->hollow)) return -1;
    spool->bytes -= bytes;
    return 0;
}

int64_t spool_trim(
    spool *spool, int64_t cursor, uint64_t most_events, uint64_t most_bytes) {
    int64_t lost = 0;
    sqlite3_reset(spool->next);
    while (spool->events > most_events || spool->bytes > most_bytes) {
        sqlite3_bind_int64(spool->oldest, 1, cursor);
        int status = sqlite3_step(spool->oldest);
        int64_t sequence = status == SQLITE_ROW ? sqlite3_column_int64(spool->oldest, 0) : 0;
        sqlite3_reset(spool->oldest);
        if (status == SQLITE_DONE) break;
        if (status != SQLITE_ROW) return -1;
        // A gap that is being sent must not grow: a later event would overtake it.
        sqlite3_bind_int64(spool->gap_before, 1, cursor);
        sqlite3_bind_int64(spool->gap_before, 2, sequence - 1);
        int64_t gap = 0;
        if (sqlite3_step(spool->gap_before) == SQLITE_ROW)
            gap = sqlite3_column_int64(spool->gap_before, 0);
        sqlite3_reset(spool->gap_before);
        if (gap) {
            sqlite3_bind_int64(spool->widen, 1, gap);
            sqlite3_bind_int64(spool->widen, 2, sequence);
            if (run(spool->widen) || spool_remove(spool, sequence)) return -1;
        } else if (spool_hollow(spool, sequence)) {
            return -1;
        }
        lost++;
    }
    return lost;
}

// Deletes expired nonces; they stay expired even if the clock is set back.
static int forget(spool *spool, int64_t now) {
    char text[256];
    snprintf(
        text, sizeof text,
        "INSERT OR REPLACE INTO facts SELECT 'forgotten',max(expiry) FROM nonces"
        " WHERE expiry<=%lld HAVING max(expiry)>%lld;"
        "DELETE FROM nonces WHERE expiry<=%lld",
        (long long)now, (long long)spool->forgotten, (long long)now);
    if (sqlite3_exec(spool->database, text, NULL, NULL, NULL)) return -1;
    spool->nonces = (uint64_t)number(spool, "SELECT count(*) FROM nonces");
    int64_t forgotten = number(spool, "SELECT value FROM facts WHERE name='forgotten'");
    if (forgotten > spool->forgotten) spool->forgotten = forgotten;
    return 0;
}

fleet_verdict spool_admit(
    spool *spool, const char *nonce, int64_t issued, int64_t expiry, int64_t now, uint32_t most) {
    if (issued < spool->made) return FLEET_TOO_OLD;
    if (forget(spool, now)) return FLEET_UNRECORDED;
    if (expiry <= spool->forgotten) return FLEET_FORGOTTEN;
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(
            spool->database, "INSERT INTO nonces VALUES(?1,?2)", -1, &statement, NULL))
        return FLEET_UNRECORDED;
    sqlite3_bind_text(statement, 1, nonce, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, expiry);
    int status = sqlite3_step(statement);
    sqlite3_finalize(statement);
    if (status == SQLITE_CONSTRAINT) return FLEET_REPLAYED;
    if (status != SQLITE_DONE) return FLEET_UNRECORDED;
    if (++spool->nonces <= most) return FLEET_NEW;
    // Over the limit of nonces: the command is not carried out.
    sqlite3_stmt *removal = NULL;
    if (!sqlite3_prepare_v2(
            spool->database, "DELETE FROM nonces WHERE nonce=?1", -1, &removal, NULL)) {
        sqlite3_bind_text(removal, 1, nonce, -1, SQLITE_STATIC);
        if (sqlite3_step(removal) == SQLITE_DONE) spool->nonces--;
    }
    sqlite3_finalize(removal);
    return FLEET_UNRECORDED;
}
