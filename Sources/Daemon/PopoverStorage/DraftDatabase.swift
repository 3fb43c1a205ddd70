// SPDX-License-Identifier: MIT

public import PopoverModel

/// Stores drafts on disk, in one SQLite file.
///
/// 1. It loads all drafts when it is opened; afterwards it only writes. The arbiter has the drafts in
///    memory, and this database survives the process, kill -9 and a power cut (K2).
/// 2. It applies several changes in one transaction and returns when they are on disk (write-ahead
///    log, `synchronous = EXTRA`).
/// 3. After a scrub, its files contain nothing of erased drafts, and its memory neither.
/// 4. With a key it encrypts what it writes.
/// 5. It loses no file: it renames a damaged one, copies the readable drafts into a new one, and
///    reports that. Only the end of a session (`eraseTraces`) removes files set aside: nobody can tell
///    whose drafts are in them.
///
/// Every call blocks until the disk is done, so that one worker thread creates, uses and destroys
/// it. It locks its folder as long as it exists.
///
/// It has no rules: revisions, limits and expiry are decided before. A failed change is on disk
/// completely or not at all, but which is unknown: after a failed sync, the next process may find
/// it. Therefore all changes are idempotent and must be retried. If only a scrub failed
/// (`notScrubbed`), the changes before it are on disk.
public final class DraftDatabase {
    /// The default limit for the file, in bytes.
    public static let defaultMaximumBytes = 1 << 30

    private let folder: DraftFolder
    private let table: DraftTable
    private let identities: [FileIdentity?]

    private init(folder: DraftFolder, table: DraftTable) {
        self.folder = folder
        self.table = table
        identities = folder.fileIdentities
    }

    /// The content of a database when it was opened.
    public struct Findings: Hashable, Sendable {
        /// Sorted by user, app and key.
        public var drafts: [StoredDraft]
        /// The damaged file that was replaced, if any.
        public var setAside: SetAside?
    }

    /// A damaged file, or one sealed with another key, under its new name.
    public struct SetAside: Hashable, Sendable {
        public var path: String
        public var reason: StorageError
    }

    /// Opens `drafts.sqlite3` in a folder; creates both if missing.
    /// - Parameters:
    ///   - maximumBytes: the limit for the file; at least 64 KiB.
    ///   - keyFile: a file with a key of 32 to 4096 bytes. If it exists, drafts are sealed with it. A
    ///     database that is sealed with another key is set aside like a damaged one.
    /// - Throws: `inUse` while another process has the folder open, `newerSchema` for a file of a
    ///   later version, `sealed` for one without its key (both files are left alone), `refused` for
    ///   errors of the disk.
    public static func open(
        directory: String, maximumBytes: Int = DraftDatabase.defaultMaximumBytes,
        keyFile: String? = nil
    ) throws(StorageError) -> (database: DraftDatabase, findings: Findings) {
        try open(directory: directory, maximumBytes: maximumBytes, keyFile: keyFile, disk: nil)
    }

    /// - Parameter disk: the name of an SQLite VFS, for tests with failing disks; nil for the default.
    package static func open(
        directory: String, maximumBytes: Int = DraftDatabase.defaultMaximumBytes,
        keyFile: String? = nil, disk: String?
    ) throws(StorageError) -> (database: DraftDatabase, findings: Findings) {
        let folder = try DraftFolder(path: directory)
        var seal: DraftSeal?
        if let keyFile { seal = try DraftSeal(keyFile: keyFile) }
        let medium = Medium(maximumBytes: maximumBytes, seal: seal, disk: disk)
        let interrupted = try folder.finishRescue()
        if let interrupted {
            // The interrupted start has already reported the damage.
            let reason = StorageError(
                operation: "open \(folder.databasePath)", cause: .damaged,
                message: "replacing the damaged file was interrupted")
            var drafts: [StoredDraft] = []
            let table = try openTable(in: folder, medium, drafts: &drafts)
            let aside = SetAside(path: interrupted, reason: reason)
            return (
                DraftDatabase(folder: folder, table: table),
                Findings(drafts: drafts, setAside: aside)
            )
        }
        var drafts: [StoredDraft] = []
        do throws(StorageError) {
            let table = try openTable(in: folder, medium, drafts: &drafts)
            return (
                DraftDatabase(folder: folder, table: table),
                Findings(drafts: drafts, setAside: nil)
            )
        } catch {
            // A missing key may still come; with a wrong key, waiting does not help.
            let isForeign = error.cause == .sealed && seal != nil
            guard error.cause == .damaged || isForeign else { throw error }
            let path = try rescue(drafts, in: folder, medium)
            // Load again: a damaged index may have listed a draft twice.
            var saved: [StoredDraft] = []
            let table = try openTable(in: folder, medium, drafts: &saved)
            let aside = SetAside(path: path, reason: error)
            return (
                DraftDatabase(folder: folder, table: table),
                Findings(drafts: saved, setAside: aside)
            )
        }
    }

    /// How tables are stored.
    private struct Medium {
        let maximumBytes: Int
        let seal: DraftSeal?
        let disk: String?
    }

    /// Replaces the damaged database by a new one with these drafts, and returns the new path of the
    /// damaged one. If it is interrupted, one of the two has all readable drafts.
    private static func rescue(
        _ drafts: [StoredDraft], in folder: DraftFolder, _ medium: Medium
    ) throws(StorageError) -> String {
        do {
            let path = try folder.beginRescue()
            let table = try DraftTable(
                path: path, maximumBytes: medium.maximumBytes, seal: medium.seal,
                disk: medium.disk)
            var none: [StoredDraft] = []
            try table.load(into: &none)
            try table.transaction { () throws(StorageError) in
                for draft in drafts { try table.apply(.store(draft)) }
            }
            // Closing the table writes its log into the file.
        }
        return try folder.completeRescue()
    }

    /// Whether the files that are written still have their names.
    package var isInPlace: Bool {
        zip(identities, folder.fileIdentities).allSatisfy { opened, named in
            opened == nil || opened == named
        }
    }

    /// Identifies the database file.
    package var fileIdentity: FileIdentity? { identities.first ?? nil }

    /// Applies the changes and returns when they are on disk: rows in order, as one transaction, and
    /// then one scrub.
    public func apply(_ changes: [DraftChange]) throws(StorageError) {
        // First, and whatever fails: files set aside need no space to be removed, all else may.
        var removalError: StorageError?
        if changes.contains(.eraseTraces) {
            do throws(StorageError) { try folder.removeSetAside() } catch { removalError = error }
        }
        let rows = changes.filter(\.isOfRow)
        if !rows.isEmpty {
            try table.transaction { () throws(StorageError) in
                for change in rows { try table.apply(change) }
            }
        }
        if changes.contains(.scrub) { try scrub() }
        if let removalError { throw removalError }
    }

    private func scrub() throws(StorageError) {
        try table.rewrite()
        let size = try folder.logSize()
        guard size == 0 else {
            throw StorageError(
                operation: "scrub drafts", cause: .notScrubbed,
                message: "the log still has \(size) bytes (expected 0)")
        }
    }

    private static func openTable(
        in folder: DraftFolder, _ medium: Medium, drafts: inout [StoredDraft]
    ) throws(StorageError) -> DraftTable {
        try folder.makeDatabaseFile()
        let table = try DraftTable(
            path: folder.databasePath, maximumBytes: medium.maximumBytes, seal: medium.seal,
            disk: medium.disk)
        try table.load(into: &drafts)
        guard !folder.hasJournal else {
            throw StorageError(
                operation: "open \(folder.databasePath)", cause: .refused,
                message: "cannot remove its journal")
        }
        return table
    }
}

extension DraftChange {
    /// Whether it changes a row, in a transaction with others.
    fileprivate var isOfRow: Bool {
        switch self {
        case .store, .erase: true
        case .scrub, .eraseTraces: false
        }
    }
}
