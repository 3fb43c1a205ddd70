// SPDX-License-Identifier: MIT

public import PopoverModel

/// Keeps people's unfinished work on the disk, in one SQLite file.
///
/// It
///
/// 1. loads every draft when it is opened, and then only writes: the drafts in memory are the
///    arbiter's, and this is what survives the process, kill -9 and a power cut (K2),
/// 2. carries out orders as they come, as many as it is given in one transaction, and returns when
///    the disk has them (write-ahead log, `synchronous = EXTRA`),
/// 3. leaves nothing of erased work in its files once it was told to scrub,
/// 4. seals what it writes when it is given a key, so that its files say nothing without it,
/// 5. never loses a file: a damaged one is renamed, what can still be read of it goes into a fresh
///    one, and whoever opened it is told.
///
/// Every call blocks for as long as the disk takes, so it belongs to one worker beside the loop,
/// which makes it, uses it and drops it; what goes in and comes out are values. It holds a lock on
/// its folder until it is dropped.
///
/// It does not judge: which revision is newer, how much there may be and when work is erased is
/// decided before an order comes here. An order that has failed is there wholly or not at all, and
/// which of them the disk leaves open: after a sync that failed, what was written may be found by
/// whoever opens the file next. So all orders may be given again, and have to be. Where only a scrub
/// has failed (`notScrubbed`), the changes before it are there.
public final class DraftDatabase {
    /// Bytes that the file never exceeds, unless its opener says otherwise.
    public static let defaultMaximumBytes = 1 << 30

    private let folder: DraftFolder
    private let table: DraftTable

    private init(folder: DraftFolder, table: DraftTable) {
        self.folder = folder
        self.table = table
    }

    /// What was found when a database was opened.
    public struct Findings: Hashable, Sendable {
        /// By user, app and key.
        public var drafts: [StoredDraft]
        /// The file's new path and what was wrong with it; nil when all was well.
        public var setAside: SetAside?
    }

    /// A file that is damaged, or sealed with another key, and is kept.
    public struct SetAside: Hashable, Sendable {
        public var path: String
        public var reason: StorageError
    }

    /// Opens `drafts.sqlite3` in a folder, making both where they are missing.
    ///
    /// - Parameters:
    ///   - maximumBytes: the file does not grow beyond it; at least 64 KiB.
    ///   - keyFile: holds 32 to 4096 bytes, with which drafts are sealed and those that are there
    ///     are opened; without it, or where it is not there, they are kept as they are. A file of
    ///     drafts that is sealed with another key is set aside, as damaged ones are.
    /// - Throws: `inUse` while another database is open on the folder, `newerSchema` for a file
    ///   of a later version and `sealed` for one whose key is not there (they are left alone),
    ///   `refused` where the disk does not let it.
    public static func open(
        directory: String, maximumBytes: Int = DraftDatabase.defaultMaximumBytes,
        keyFile: String? = nil
    ) throws(StorageError) -> (database: DraftDatabase, findings: Findings) {
        try open(directory: directory, maximumBytes: maximumBytes, keyFile: keyFile, disk: nil)
    }

    /// - Parameter disk: the name of an SQLite VFS, for tests of disks that fail; nil is the
    ///   machine's.
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
            // What was wrong with it was told before the start that did not come to its end.
            let reason = StorageError(
                operation: "open \(folder.databasePath)", cause: .damaged,
                message: "setting it aside was interrupted")
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
            // The key may come yet; with another one there is nothing to wait for.
            let isForeign = error.cause == .sealed && seal != nil
            guard error.cause == .damaged || isForeign else { throw error }
            let path = try rescue(drafts, in: folder, medium)
            // Read back: a damaged index may have listed a draft twice.
            var saved: [StoredDraft] = []
            let table = try openTable(in: folder, medium, drafts: &saved)
            let aside = SetAside(path: path, reason: error)
            return (
                DraftDatabase(folder: folder, table: table),
                Findings(drafts: saved, setAside: aside)
            )
        }
    }

    /// Where tables are, how large they may become, and what seals them.
    private struct Medium {
        let maximumBytes: Int
        let seal: DraftSeal?
        let disk: String?
    }

    /// Puts a fresh database with these drafts in the place of the damaged one, whose new path it
    /// returns. Whenever it is interrupted, one of the two has all that could be read.
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
                for draft in drafts { try table.carryOut(.store(draft)) }
            }
            // Dropping it writes its log into the file.
        }
        return try folder.completeRescue()
    }

    /// Carries out the changes in their order and returns when the disk has them.
    public func apply(_ changes: [DraftChange]) throws(StorageError) {
        var rest = changes[...]
        while let first = rest.first {
            if first == .scrub {
                rest = rest.dropFirst()
                try scrub()
            } else {
                let commit = rest.prefix { $0 != .scrub }
                rest = rest.dropFirst(commit.count)
                try table.transaction { () throws(StorageError) in
                    for change in commit { try table.carryOut(change) }
                }
            }
        }
    }

    private func scrub() throws(StorageError) {
        try table.rewrite()
        let size = try folder.logSize()
        guard size == 0 else {
            throw StorageError(
                operation: "scrub drafts", cause: .notScrubbed,
                message: "the log still holds \(size) bytes")
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
                message: "its journal could not be removed")
        }
        return table
    }
}
