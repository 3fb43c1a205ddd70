// SPDX-License-Identifier: MIT

package import PopoverModel
package import PopoverStorage

/// The draft database on the worker's thread, opened when needed and again after the disk failed.
package struct DraftDisk {
    private let directory: String
    private let keyFile: String?
    private let medium: String?
    private var database: DraftDatabase?
    /// Of the database that was opened last.
    private var identity: FileIdentity?
    /// The files were replaced or removed, and nothing of them was opened since.
    private var isReplaced = false

    /// - Parameters:
    ///   - directory: created if missing.
    ///   - keyFile: the key that seals drafts, if the file exists; only this thread reads it.
    ///   - medium: the name of an SQLite VFS, for tests with failing disks; nil is the default.
    package init(directory: String, keyFile: String? = nil, medium: String? = nil) {
        self.directory = directory
        self.keyFile = keyFile
        self.medium = medium
    }

    /// Returns the stored drafts, and whether a damaged file was set aside.
    package mutating func open() -> Result<DraftDatabase.Findings, StorageError> {
        do throws(StorageError) {
            // Closes first: an open database locks the folder.
            database = nil
            let (database, findings) = try DraftDatabase.open(
                directory: directory, keyFile: keyFile, disk: medium)
            self.database = database
            if let identity, identity != database.fileIdentity { isReplaced = true }
            identity = database.fileIdentity
            return .success(findings)
        } catch {
            return .failure(error)
        }
    }

    package struct Outcome: Sendable {
        /// nil if everything is stored.
        package var error: StorageError?
        /// A damaged file that had to be set aside.
        package var setAside: DraftDatabase.SetAside?
        /// The files had been replaced or removed, and others are used now.
        package var isReplaced = false
        /// The drafts in a file that took the place of another, without the changes; nil if none did.
        package var rescued: [StoredDraft]?
    }

    /// Applies the changes; returns when they are durable, or when storing them has failed.
    package mutating func apply(_ changes: [DraftChange]) -> Outcome {
        var outcome = Outcome()
        // SQLite would go on writing to files that no later process finds.
        if database?.isInPlace == false {
            isReplaced = true
            database = nil
        }
        if database == nil {
            switch open() {
            case .success(let findings):
                outcome.setAside = findings.setAside
                outcome.isReplaced = isReplaced && findings.setAside == nil
                if isReplaced || findings.setAside != nil { outcome.rescued = findings.drafts }
                isReplaced = false
            case .failure(let error): return Outcome(error: error)
            }
        }
        do throws(StorageError) {
            try database?.apply(changes)
        } catch {
            outcome.error = error
            switch error.cause {
            case .notScrubbed: break
            case .inUse, .newerSchema, .damaged, .sealed, .refused: database = nil
            }
        }
        return outcome
    }
}
