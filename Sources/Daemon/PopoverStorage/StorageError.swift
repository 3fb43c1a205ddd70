// SPDX-License-Identifier: MIT

public struct StorageError: Error, Hashable, Sendable {
    /// The failed operation and its object: `open /var/lib/popoverd/drafts.sqlite3`.
    public var operation: String
    public var cause: Cause
    /// The reason, where possible from SQLite or the system.
    public var message: String

    /// The kind of error, by its remedy.
    public enum Cause: Hashable, Sendable {
        /// Another process has the database open.
        case inUse
        /// The database was written by a newer version of this program.
        case newerSchema(version: Int32)
        /// The file is damaged or not a database. Opening it sets it aside.
        case damaged
        /// The drafts are sealed with another key. Without any key the file is left alone; with a wrong
        /// key, opening it sets it aside.
        case sealed
        /// No space, no permission, or a failing medium. A retry may help.
        case refused
        /// Erased drafts may still be in the files. A retry may help.
        case notScrubbed
    }
}

extension StorageError: CustomStringConvertible {
    public var description: String { "\(operation): \(message)" }
}
