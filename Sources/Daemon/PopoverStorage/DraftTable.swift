// SPDX-License-Identifier: MIT

internal import CSQLite
internal import PopoverModel

/// The one table of the database, and the statements on it.
final class DraftTable {
    /// `user_version` of the files that this program writes. A file is sealed when there is a key
    /// for it, so that those without one can still be read by programs that know no seals.
    enum Schema: Int32 {
        case plain = 1
        case sealed = 2
        /// Sealed, but what was plain may still be in unused parts of the file.
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
    /// A sync of what is in the log may have failed, in the life of whoever had it before.
    private var isLogDoubtful = true

    /// Opens the database, and makes its table where the file is empty.
    ///
    /// - Parameter seal: nil keeps drafts as they are.
    init(
        path: String, maximumBytes: Int, seal: DraftSeal? = nil, disk: String? = nil
    ) throws(StorageError) {
        connection = try SQLiteConnection(path: path, disk: disk)
        self.seal = seal
        // Until the files have proved sound they stay what they are.
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
        // The exclusive mode needs no shared memory file, and comes first to have that effect.
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        // Temporary files would hold people's work where nobody erases it.
        try connection.execute("PRAGMA temp_store = MEMORY")
        try connection.execute("PRAGMA cell_size_check = ON")
        try connection.execute("PRAGMA trusted_schema = OFF")
        try connection.execute("PRAGMA secure_delete = ON")
        let mode = try connection.text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw StorageError(
                operation: "PRAGMA journal_mode = WAL", cause: .refused,
                message: "it stays \(mode)")
        }
        // A commit returns only when the log is on the disk. SQLite may say that there is a log
        // when the disk has just failed, and keep a journal all the same: `EXTRA` is as good as
        // `FULL` with a log, and syncs the folder after a journal's end, without which a power cut
        // could bring the journal back and undo the last commit.
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
                operation: "open \(path)", cause: .damaged, message: "not a database of drafts")
        }
        guard let schema = Schema(rawValue: Int32(clamping: version)) else {
            throw StorageError(
                operation: "open \(path)", cause: .newerSchema(version: Int32(clamping: version)),
                message: "its schema has version \(version), this program knows "
                    + "\(Schema.newest.rawValue)")
        }
        return schema
    }

    /// Reads everything, and checks the file's structure and every row. Then what was plain is
    /// sealed, when there is a key by now.
    ///
    /// - Parameter drafts: gets what could be read, also where the rest is damaged.
    /// - Throws: `sealed` when the key is missing, or opens nothing; the file is as it was.
    func load(into drafts: inout [StoredDraft]) throws(StorageError) {
        try requireKey()
        // By the table alone: what a damaged index leaves out is there all the same.
        let rows = try connection.prepare("SELECT \(DraftRow.columns) FROM draft NOT INDEXED")
        var damagedRows = 0
        // Also where reading ends with an error; of two with one key, the later row stays the later.
        defer {
            drafts.sort {
                ($0.key.uid, $0.key.app, $0.key.key) < ($1.key.uid, $1.key.app, $1.key.key)
            }
        }
        while try rows.step() {
            let row = DraftRow(rows)
            if let draft = schema == .plain ? row.draft : seal?.open(row) {
                drafts.append(draft)
            } else {
                damagedRows += 1
            }
        }
        if schema != .plain, drafts.isEmpty, damagedRows > 0 {
            throw StorageError(
                operation: "load drafts", cause: .sealed,
                message: "none of \(damagedRows) opens with this key")
        }
        // Unlike the quick check it compares the index with the table.
        var report = try connection.text("PRAGMA integrity_check(1)")
        if damagedRows > 0 { report = "\(damagedRows) rows do not match their digests" }
        guard report == "ok" else {
            // The check tells of pages that the medium does not give as it tells of damaged ones.
            let isRefusal =
                report.place(of: "unable to get the page") != nil
                && !report.hasSuffix("error code=\(SQLITE_CORRUPT)")
            throw StorageError(
                operation: "load drafts", cause: isRefusal ? .refused : .damaged,
                message: report)
        }
        // Where it cannot be done now, it is tried again before anything is written.
        try? settleLog()
        try adapt(drafts)
        // From here on everything is known: what was read is not read again.
        connection.shrink()
    }

    /// What a failed sync left in a log can be read, but a power cut takes it, and with it all that
    /// is written behind it; and when it was copied into the database before, the older log that
    /// comes back undoes that. So the log is written again as it is, and only then emptied into
    /// the database, where there is room for it.
    private func settleLog() throws(StorageError) {
        guard isLogDoubtful else { return }
        try connection.renewLog()
        isLogDoubtful = false
        try connection.keepLog(false)
        _ = try? connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Without a key nobody can say what of a sealed file is whole, unless it is empty.
    private func requireKey() throws(StorageError) {
        guard seal == nil, schema != .plain else { return }
        var isEmpty = false
        do throws(StorageError) {
            isEmpty = try connection.integer("SELECT EXISTS (SELECT 1 FROM draft NOT INDEXED)") == 0
        } catch {
            guard error.cause == .damaged else { throw error }
        }
        guard isEmpty else {
            throw StorageError(
                operation: "load drafts", cause: .sealed,
                message: "they are sealed, and there is no key")
        }
    }

    /// Seals what is plain when there is a key. Without one only an empty table can be sealed.
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
        if seal == nil, schema == .sealed { try change(to: .plain) }
    }

    private func change(to schema: Schema) throws(StorageError) {
        try settleLog()
        try connection.execute("PRAGMA user_version = \(schema.rawValue)")
        self.schema = schema
    }

    /// A scrub concerns the files and not the rows: nothing happens here.
    func carryOut(_ change: DraftChange) throws(StorageError) {
        switch change {
        case .store(let draft): try store(draft)
        case .erase(let key): try erase(key)
        case .scrub: return
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

    /// All or nothing, on the medium when it returns.
    func transaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        try settleLog()
        try connection.transaction(body)
    }

    /// Rewrites the file, and empties the log into it.
    ///
    /// `secure_delete` zeroes what is erased where it lies; rewriting rids the file of copies that
    /// the balancing of its tree left in unused parts of pages.
    func rewrite() throws(StorageError) {
        try settleLog()
        try connection.execute("VACUUM")
        let busy = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
        let free = try connection.integer("PRAGMA freelist_count")
        guard busy == 0 && free == 0 else {
            throw StorageError(
                operation: "scrub drafts", cause: .notScrubbed,
                message: busy == 0 ? "\(free) free pages remain" : "the log is in use")
        }
        // A checkpoint syncs the database, but not that the log is empty now: after a power cut it
        // might hold again what was erased.
        try connection.syncLog()
    }
}

extension SQLiteConnection {
    /// All or nothing.
    func transaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        try execute("BEGIN IMMEDIATE")
        do throws(StorageError) {
            try body()
            try execute("COMMIT")
        } catch {
            if !isOutsideTransaction {
                // The first error tells more than one of the rollback, after which SQLite gives
                // the transaction up in any case.
                try? execute("ROLLBACK")
            }
            throw error
        }
    }
}
