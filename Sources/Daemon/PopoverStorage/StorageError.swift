// SPDX-License-Identifier: MIT

/// Why the disk did not do what it was told.
public struct StorageError: Error, Hashable, Sendable {
    /// What was tried, and on what: `open /var/lib/popoverd/drafts.sqlite3`.
    public var operation: String
    public var cause: Cause
    /// SQLite's or the system's own words.
    public var message: String

    /// What can be done about it.
    public enum Cause: Hashable, Sendable {
        /// Another process has the database open.
        case inUse
        /// The database was written by a newer version of this program.
        case newerSchema(version: Int32)
        /// The content is damaged, or no database at all. Opening again sets the file aside.
        case damaged
        /// The drafts are sealed with a key that is not here, or not this one. Without any key the
        /// file is left alone; with another one, opening sets it aside.
        case sealed
        /// There is no room, no permission, or the medium fails. Opening again may help.
        case refused
        /// Erased work may still be in the files. The order may be given again.
        case notScrubbed
    }
}

extension StorageError: CustomStringConvertible {
    public var description: String { "\(operation): \(message)" }
}
