// SPDX-License-Identifier: MIT

package import PopoverModel
package import PopoverStorage

/// The draft database as the worker's thread has it: opened when it is needed, and opened again
/// after the disk has failed, since that may help.
package struct DraftDisk {
    private let directory: String
    private let keyFile: String?
    private let medium: String?
    private var database: DraftDatabase?

    /// - Parameters:
    ///   - directory: made where it is missing.
    ///   - keyFile: what seals drafts, where it is there; only this thread reads it.
    ///   - medium: the name of an SQLite VFS, for tests of disks that fail; nil is the machine's.
    package init(directory: String, keyFile: String? = nil, medium: String? = nil) {
        self.directory = directory
        self.keyFile = keyFile
        self.medium = medium
    }

    /// What is on the disk, and whether a damaged file was set aside.
    package mutating func open() -> Result<DraftDatabase.Findings, StorageError> {
        do throws(StorageError) {
            // The lock on the folder is this one's own; two databases would exclude each other.
            database = nil
            let (database, findings) = try DraftDatabase.open(
                directory: directory, keyFile: keyFile, disk: medium)
            self.database = database
            return .success(findings)
        } catch {
            return .failure(error)
        }
    }

    /// What came of an order.
    package struct Outcome: Sendable {
        /// nil when the disk has everything.
        package var error: StorageError?
        /// A damaged file that had to be set aside on the way.
        package var setAside: DraftDatabase.SetAside?
        /// What could be read of it, and all that there was before the changes.
        package var rescued: [StoredDraft] = []
    }

    /// Carries out the changes; returns when the disk has them, or would not take them.
    package mutating func apply(_ changes: [DraftChange]) -> Outcome {
        var outcome = Outcome()
        if database == nil {
            switch open() {
            case .success(let findings):
                outcome.setAside = findings.setAside
                if findings.setAside != nil { outcome.rescued = findings.drafts }
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
