// SPDX-License-Identifier: MIT

internal import Glibc

/// The folder of the draft database, locked as long as the object exists. The lock on the folder
/// itself needs no extra file, holds while a database is renamed, and ends with the process.
final class DraftFolder {
    static let fileName = "drafts.sqlite3"

    /// The suffixes of SQLite's files. They are renamed before the database: a log that stayed behind
    /// would be replayed into the next database of that name.
    private static let suffixes = ["-wal", "-shm", "-journal", ""]

    /// The names of the replacement for a damaged database: while it is written, and once it is
    /// complete. A complete one counts, whatever the names of the damaged files are by then.
    private static let rescuingName = "\(fileName).rescuing"
    private static let rescueName = "\(fileName).rescue"

    private static let mostSetAside = 1000

    let path: String
    private let descriptor: Int32

    /// Creates the folder with mode 0700 if it is missing.
    init(path: String) throws(StorageError) {
        try Self.make(path)
        descriptor = try Self.lock(path)
        self.path = path
    }

    deinit {
        // A child process has a copy of the descriptor, and thereby the lock, until it calls exec.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    var databasePath: String { "\(path)/\(Self.fileName)" }

    /// Creates an empty database file with mode 0600 unless there is one.
    func makeDatabaseFile() throws(StorageError) {
        try makeFile(Self.fileName)
        try synchronize()
    }

    /// Creates an empty file for the readable drafts of a damaged database, and returns its path.
    func beginRescue() throws(StorageError) -> String {
        // The file of an interrupted rescue is incomplete, and the damaged database still exists.
        for suffix in Self.suffixes {
            let code = unsafe unlinkat(descriptor, Self.rescuingName + suffix, 0)
            guard code == 0 || errno == ENOENT else {
                throw .system("remove \(path)/\(Self.rescuingName)\(suffix)")
            }
        }
        try makeFile(Self.rescuingName)
        return "\(path)/\(Self.rescuingName)"
    }

    /// Replaces the damaged database by the closed rescued one; returns the damaged one's new path.
    func completeRescue() throws(StorageError) -> String {
        let log = Self.rescuingName + "-wal"
        guard !exists(log), !exists(Self.rescuingName + "-journal") else {
            throw StorageError(
                operation: "write \(path)/\(Self.rescuingName)", cause: .refused,
                message: "cannot merge its log")
        }
        try rename(Self.rescuingName, to: Self.rescueName)
        try synchronize()
        guard let damaged = try finishRescue() else {
            preconditionFailure("The rescued database is missing.")
        }
        return damaged
    }

    /// Finishes a rescue that was interrupted after its database was complete. Returns the new path of
    /// the damaged database, or nil if there was no such rescue.
    func finishRescue() throws(StorageError) -> String? {
        guard exists(Self.rescueName) else { return nil }
        let damaged = try setAside()
        try rename(Self.rescueName, to: Self.fileName)
        try synchronize()
        return "\(path)/\(damaged)"
    }

    /// Renames a damaged database to the first free `drafts.sqlite3.damaged-N` and returns that name.
    /// The database file comes last: a number without it marks an interrupted renaming.
    private func setAside() throws(StorageError) -> String {
        let files = Self.suffixes.filter { exists(Self.fileName + $0) }
        guard files.contains("") else {
            // The renaming was complete; it used the last number.
            let last = (1...Self.mostSetAside).last { exists("\(Self.fileName).damaged-\($0)") }
            return "\(Self.fileName).damaged-\(last ?? 1)"
        }
        for number in 1...Self.mostSetAside {
            let name = "\(Self.fileName).damaged-\(number)"
            if exists(name) || files.contains(where: { exists(name + $0) }) { continue }
            for suffix in files { try rename(Self.fileName + suffix, to: name + suffix) }
            try synchronize()
            return name
        }
        throw StorageError(
            operation: "rename \(databasePath)", cause: .refused,
            message: "there are already \(Self.mostSetAside) damaged databases; remove some")
    }

    /// Removes the damaged databases with everything that belongs to them.
    func removeSetAside() throws(StorageError) {
        guard let stream = unsafe opendir(path) else { throw .system("read \(path)") }
        defer { unsafe closedir(stream) }
        var hasChanged = false
        var error: StorageError?
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("\(Self.fileName).damaged-") else { continue }
            guard unsafe unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
                error = error ?? .system("remove \(path)/\(name)", cause: .notScrubbed)
                continue
            }
            hasChanged = true
        }
        if hasChanged { try synchronize() }
        if let error { throw error }
    }

    private func makeFile(_ name: String) throws(StorageError) {
        // SQLite creates its other files with the same mode.
        let mode = mode_t(S_IRUSR | S_IWUSR)
        let file = unsafe openat(descriptor, name, O_RDWR | O_CREAT | O_CLOEXEC, mode)
        guard file >= 0 else { throw .system("open \(path)/\(name)") }
        defer { close(file) }
        guard fchmod(file, mode) == 0 else { throw .system("chmod \(path)/\(name)") }
    }

    private func rename(_ name: String, to other: String) throws(StorageError) {
        guard unsafe renameat(descriptor, name, descriptor, other) == 0 else {
            throw .system("rename \(path)/\(name)")
        }
    }

    /// The size of the write-ahead log in bytes.
    func logSize() throws(StorageError) -> Int64 {
        var status = stat()
        guard unsafe fstatat(descriptor, Self.fileName + "-wal", &status, 0) == 0 else {
            if errno == ENOENT { return 0 }
            throw .system("stat \(databasePath)-wal")
        }
        return Int64(status.st_size)
    }

    /// Whether there is a rollback journal: after a power cut it would undo the log's creation.
    var hasJournal: Bool { exists(Self.fileName + "-journal") }

    /// Identifies the files at the names of the database and its log; nil for a missing one.
    var fileIdentities: [FileIdentity?] {
        [FileIdentity(ofFileAt: databasePath), FileIdentity(ofFileAt: databasePath + "-wal")]
    }

    private func exists(_ name: String) -> Bool {
        unsafe faccessat(descriptor, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// A new name survives a power cut only after a sync of its folder.
    private func synchronize() throws(StorageError) {
        guard fsync(descriptor) == 0 else { throw .system("fsync \(path)") }
    }

    /// Locks the folder as long as the returned descriptor is open.
    private static func lock(_ path: String) throws(StorageError) -> Int32 {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open \(path)") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = StorageError.system("lock \(path)")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func make(_ path: String) throws(StorageError) {
        let end = path.utf8.endIndex
        var slash = path.utf8.startIndex
        while slash != end {
            let next = path.utf8.index(after: slash)
            slash = path.utf8[next...].firstIndex(of: UInt8(ascii: "/")) ?? end
            let made = String(path[..<slash])
            let code = unsafe mkdir(made, mode_t(S_IRWXU))
            // Ignore errors in parent folders: only the whole path has to be accessible.
            if code != 0 && errno != EEXIST && slash == end { throw .system("make \(path)") }
            if code == 0 { try synchronizeFolder(above: made) }
        }
    }

    /// A new folder survives a power cut only after a sync of its parent.
    private static func synchronizeFolder(above made: String) throws(StorageError) {
        let parent = unsafe open("\(made)/..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { throw .system("open \(made)/..") }
        defer { close(parent) }
        guard fsync(parent) == 0 else { throw .system("fsync \(made)/..") }
    }
}

extension StorageError {
    /// The system's last error.
    fileprivate static func system(
        _ operation: String, cause: Cause = .refused
    ) -> StorageError {
        let code = errno
        return StorageError(
            operation: operation, cause: code == EWOULDBLOCK ? .inUse : cause,
            message: code == EWOULDBLOCK
                ? "another process is using it" : unsafe String(cString: strerror(code)))
    }
}
