// SPDX-License-Identifier: MIT

internal import CSQLite
internal import PopoverModel

/// The table of the database and its statements.
final class DraftTable {
    /// The `user_version` of the file: whether its drafts are sealed.
    enum Schema: Int32 {
        case plain = 1
        case sealed = 2
        /// Sealed, but unused parts of the file may still have plain drafts.
        case justSealed = 102

        static let newest = Schema.sealed
    }

    /// `application_id`: "popd".
    private static let application: Int64 = 0x706f_7064

    private let connection: SQLiteConnection
    private let seal: DraftSeal?
    private var schema: Schema
    private let storing: SQLiteStatement
    private let erasing: SQLiteStatement
    /// Whether a sync of the log may have failed in an earlier process.
    private var isLogDoubtful = true

    /// Opens the database and creates the table in an empty file.
    /// - Parameter seal: nil to store plain drafts.
    init(
        path: String, maximumBytes: Int, seal: DraftSeal? = nil, disk: String? = nil
    ) throws(StorageError) {
        connection = try SQLiteConnection(path: path, disk: disk)
        self.seal = seal
        // Do not change the files before they are checked.
        try connection.keepLog(true)
        try Self.configure(connection, maximumBytes: maximumBytes)
        schema = try Self.prepareSchema(connection, path: path, isSealed: seal != nil)
        storing = try connection.prepare(
            """
            INSERT INTO draft (\(DraftRow.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (uid, app, key) DO UPDATE SET
                content = excluded.content, revision = excluded.revision,
                saved_at = excluded.saved_at, reason = excluded.reason,
                display = excluded.display, digest = excluded.digest
            """)
        erasing = try connection.prepare(
            "DELETE FROM draft WHERE uid = ?1 AND app = ?2 AND key = ?3")
    }

    private static func configure(
        _ connection: SQLiteConnection, maximumBytes: Int
    ) throws(StorageError) {
        // Exclusive mode needs no shared memory file if it is set first.
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        // Temporary files would leave drafts on disk that no scrub erases.
        try connection.execute("PRAGMA temp_store = MEMORY")
        try connection.execute("PRAGMA cell_size_check = ON")
        try connection.execute("PRAGMA trusted_schema = OFF")
        try connection.execute("PRAGMA secure_delete = ON")
        let mode = try connection.text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw StorageError(
                operation: "PRAGMA journal_mode = WAL", cause: .refused,
                message: "the mode is still \(mode)")
        }
        // A commit returns only when the log is on disk. After a disk error, SQLite may report a log
        // and use a journal. With a log, `EXTRA` equals `FULL`; with a journal it also syncs the
        // folder, so that a power cut cannot bring the journal back and undo the last commit.
        try connection.execute("PRAGMA synchronous = EXTRA")
        let pageSize = max(1, try connection.integer("PRAGMA page_size"))
        let pages = max(1, Int64(maximumBytes) / pageSize)
        try connection.execute("PRAGMA max_page_count = \(pages)")
    }

    private static func prepareSchema(
        _ connection: SQLiteConnection, path: String, isSealed: Bool
    ) throws(StorageError) -> Schema {
        let version = try connection.integer("PRAGMA user_version")
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema")
        if version == 0 && tables == 0 {
            let schema = isSealed ? Schema.sealed : .plain
            try connection.transaction { () throws(StorageError) in
                try connection.execute(
                    """
                    CREATE TABLE draft (
                        uid INTEGER NOT NULL, app TEXT NOT NULL, key TEXT NOT NULL,
                        content BLOB NOT NULL, revision INTEGER NOT NULL,
                        saved_at INTEGER NOT NULL, reason TEXT NOT NULL, display TEXT NOT NULL,
                        digest INTEGER NOT NULL,
                        PRIMARY KEY (uid, app, key)
                    ) STRICT
                    """)
                try connection.execute("PRAGMA application_id = \(application)")
                try connection.execute("PRAGMA user_version = \(schema.rawValue)")
            }
            return schema
        }
        guard try connection.integer("PRAGMA application_id") == application else {
            throw StorageError(
                operation: "open \(path)", cause: .damaged, message: "not a draft database")
        }
        guard let schema = Schema(rawValue: Int32(clamping: version)) else {
            throw StorageError(
                operation: "open \(path)", cause: .newerSchema(version: Int32(clamping: version)),
                message: "its schema version is \(version), but this program supports at most "
                    + "\(Schema.newest.rawValue)")
        }
        return schema
    }

    /// Loads all drafts, and checks every row and the structure of the file. Then it seals plain
    /// drafts if there is a key.
    /// - Parameter drafts: receives the readable drafts, also if others are damaged.
    /// - Throws: `sealed` if the key is missing or opens no draft; the file is unchanged then.
    func load(into drafts: inout [StoredDraft]) throws(StorageError) {
        try requireKey()
        // Without the index, which may be damaged and miss rows.
        let rows = try connection.prepare("SELECT \(DraftRow.columns) FROM draft NOT INDEXED")
        var damagedRows = 0
        // Sort also after an error. The sort is stable: of two rows with one key, the later stays later.
        defer {
            drafts.sort {
                ($0.key.uid, $0.key.app, $0.key.key) < ($1.key.uid, $1.key.app, $1.key.key)
            }
        }
        while try rows.step() {
            let row = DraftRow(rows)
            if let draft = schema == .plain ? row.draft : seal?.open(row) {
                drafts.append(draft)
            } else if seal != nil || schema == .plain {
                damagedRows += 1
            }
        }
        if schema != .plain, drafts.isEmpty, damagedRows > 0 {
            throw StorageError(
                operation: "load drafts", cause: .sealed,
                message: "the key opens no draft")
        }
        // Unlike quick_check, this compares the index with the table.
        var report = try connection.text("PRAGMA integrity_check(1)")
        if damagedRows > 0 {
            report = "damaged drafts: \(damagedRows) of \(damagedRows + drafts.count)"
        }
        guard report == "ok" else {
            // The check reports unreadable pages in the same way as damaged ones.
            let isRefusal =
                report.place(of: "unable to get the page") != nil
                && !report.hasSuffix("error code=\(SQLITE_CORRUPT)")
            throw StorageError(
                operation: "load drafts", cause: isRefusal ? .refused : .damaged,
                message: report)
        }
        // A failure is retried before the next write.
        try? settleLog()
        try adapt(drafts)
        // Free the page cache: nothing is read again.
        connection.shrink()
    }

    /// Makes the log durable after a failed sync. Such a log is readable, but a power cut removes it and
    /// everything written after it; if it was copied into the database before, the older log that comes
    /// back undoes that. So this writes the log again, and then merges it into the database if there is
    /// space.
    private func settleLog() throws(StorageError) {
        guard isLogDoubtful else { return }
        try connection.renewLog()
        isLogDoubtful = false
        try connection.keepLog(false)
        _ = try? connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Throws `sealed` without a key for sealed drafts, since they cannot be checked.
    private func requireKey() throws(StorageError) {
        guard seal == nil, schema != .plain else { return }
        var isEmpty = false
        do throws(StorageError) {
            let draft = "SELECT 1 FROM draft NOT INDEXED WHERE app <> '\(DraftKey.ownApp)'"
            isEmpty = try connection.integer("SELECT EXISTS (\(draft))") == 0
        } catch {
            guard error.cause == .damaged else { throw error }
        }
        guard isEmpty else {
            throw StorageError(
                operation: "load drafts", cause: .sealed,
                message: "the drafts are sealed, but there is no key")
        }
    }

    /// Seals plain drafts if there is a key. Without a key, a sealed table has no drafts and becomes plain.
    private func adapt(_ drafts: [StoredDraft]) throws(StorageError) {
        if seal != nil, schema == .plain {
            try transaction { () throws(StorageError) in
                try connection.execute("DELETE FROM draft")
                try change(to: .justSealed)
                for draft in drafts { try store(draft) }
            }
        }
        if schema == .justSealed {
            try rewrite()
            try change(to: .sealed)
        }
        if seal == nil, schema == .sealed {
            try connection.execute("DELETE FROM draft")
            try change(to: .plain)
        }
    }

    private func change(to schema: Schema) throws(StorageError) {
        try settleLog()
        try connection.execute("PRAGMA user_version = \(schema.rawValue)")
        self.schema = schema
    }

    /// Applies a change to the rows; others change none.
    func apply(_ change: DraftChange) throws(StorageError) {
        switch change {
        case .store(let draft): try store(draft)
        case .erase(let key): try erase(key)
        case .scrub, .eraseTraces: return
        }
    }

    private func store(_ draft: StoredDraft) throws(StorageError) {
        let row = seal?.seal(draft) ?? DraftRow(draft)
        try row.bind(to: storing)
        try storing.run()
    }

    private func erase(_ key: DraftKey) throws(StorageError) {
        let (app, name) = seal?.names(of: key) ?? (key.app, key.key)
        try erasing.bind(Int64(key.uid), at: 1)
        try erasing.bind(app, at: 2)
        try erasing.bind(name, at: 3)
        try erasing.run()
    }

    /// A transaction, which is on disk when this returns.
    func transaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        try settleLog()
        try connection.transaction(body)
    }

    /// Rewrites the file and merges the log into it. `secure_delete` overwrites erased rows in
    /// place; rewriting also removes copies that tree balancing left in unused parts of pages.
    func rewrite() throws(StorageError) {
        try settleLog()
        try connection.execute("VACUUM")
        let busy = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
        let free = try connection.integer("PRAGMA freelist_count")
        guard busy == 0 && free == 0 else {
            throw StorageError(
                operation: "scrub drafts", cause: .notScrubbed,
                message: busy == 0 ? "the file still has \(free) free pages" : "the log is in use")
        }
        // A checkpoint does not sync the emptied log: a power cut could restore erased drafts in it.
        try connection.syncLog()
        connection.shrink()
    }
}

extension SQLiteConnection {
    /// Commits the changes of `body`, or rolls them back if it throws.
    func transaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        try execute("BEGIN IMMEDIATE")
        do throws(StorageError) {
            try body()
            try execute("COMMIT")
        } catch {
            if !isOutsideTransaction {
                // The first error says more than one of the rollback, which always ends the
                // transaction.
                try? execute("ROLLBACK")
            }
            throw error
        }
    }
}
