// SPDX-License-Identifier: MIT

internal import Glibc

/// The folder that keeps the drafts, locked for one process as long as this lives.
///
/// The lock is on the folder itself: it needs no file of its own, holds while a damaged database
/// is renamed, and goes with the process, however that ends.
final class DraftFolder {
    static let fileName = "drafts.sqlite3"

    /// What SQLite puts beside a database. They are renamed before it: a log that stayed behind
    /// would be replayed into the next database of the name.
    private static let suffixes = ["-wal", "-shm", "-journal", ""]

    /// A database that will take the place of a damaged one: while it is being written, and when it
    /// is whole and counts, whatever the damaged one's files are called by then.
    private static let rescuingName = "\(fileName).rescuing"
    private static let rescueName = "\(fileName).rescue"

    private static let mostSetAside = 1000

    let path: String
    private let descriptor: Int32

    /// Makes the folder where there is none, for its owner alone.
    init(path: String) throws(StorageError) {
        try Self.make(path)
        descriptor = try Self.lock(path)
        self.path = path
    }

    deinit {
        // A process that is just being started may hold a copy of the descriptor, and the lock with
        // it, until it runs its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    var databasePath: String { "\(path)/\(Self.fileName)" }

    /// Makes an empty database file unless there is one; nobody but the owner may read either.
    func makeDatabaseFile() throws(StorageError) {
        try makeFile(Self.fileName)
        try synchronize()
    }

    /// An empty file for what can still be read of a damaged database; its path.
    func beginRescue() throws(StorageError) -> String {
        // What an interrupted rescue left is not whole, and the damaged database still is there.
        for suffix in Self.suffixes {
            let code = unsafe unlinkat(descriptor, Self.rescuingName + suffix, 0)
            guard code == 0 || errno == ENOENT else {
                throw .system("remove \(path)/\(Self.rescuingName)\(suffix)")
            }
        }
        try makeFile(Self.rescuingName)
        return "\(path)/\(Self.rescuingName)"
    }

    /// The rescued file is closed and whole: it takes the place of the damaged one, whose new path
    /// is returned.
    func completeRescue() throws(StorageError) -> String {
        let log = Self.rescuingName + "-wal"
        guard !exists(log), !exists(Self.rescuingName + "-journal") else {
            throw StorageError(
                operation: "write \(path)/\(Self.rescuingName)", cause: .refused,
                message: "its log could not be written into it")
        }
        try rename(Self.rescuingName, to: Self.rescueName)
        try synchronize()
        guard let damaged = try finishRescue() else {
            preconditionFailure("A rescue that was just completed is there.")
        }
        return damaged
    }

    /// Goes on with a rescue that was interrupted when its database was whole; the damaged one's
    /// new path, or nil when there was none.
    func finishRescue() throws(StorageError) -> String? {
        guard exists(Self.rescueName) else { return nil }
        let damaged = try setAside()
        try rename(Self.rescueName, to: Self.fileName)
        try synchronize()
        return "\(path)/\(damaged)"
    }

    /// Renames a damaged database to the first free `drafts.sqlite3.damaged-N`; returns that. Its
    /// own file goes last, so that a number without it is one that was interrupted.
    private func setAside() throws(StorageError) -> String {
        let files = Self.suffixes.filter { exists(Self.fileName + $0) }
        guard files.contains("") else {
            // The renaming was done before it was interrupted, and was that of the last number.
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
            message: "there are \(Self.mostSetAside) damaged ones already")
    }

    private func makeFile(_ name: String) throws(StorageError) {
        // SQLite gives its own files beside it the same mode.
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

    /// How many bytes the write-ahead log holds.
    func logSize() throws(StorageError) -> Int64 {
        var status = stat()
        guard unsafe fstatat(descriptor, Self.fileName + "-wal", &status, 0) == 0 else {
            if errno == ENOENT { return 0 }
            throw .system("stat \(databasePath)-wal")
        }
        return Int64(status.st_size)
    }

    /// Whether a journal lies beside the database, which keeps a log and needs none: after a power
    /// cut it would undo the making of that log.
    var hasJournal: Bool { exists(Self.fileName + "-journal") }

    private func exists(_ name: String) -> Bool {
        unsafe faccessat(descriptor, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Names survive a power cut only when their folder is written.
    private func synchronize() throws(StorageError) {
        guard fsync(descriptor) == 0 else { throw .system("fsync \(path)") }
    }

    /// The folder's descriptor, which holds the lock as long as it is open.
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
            // Above the folder others may rule; what matters is whether the whole path opens.
            if code != 0 && errno != EEXIST && slash == end { throw .system("make \(path)") }
            if code == 0 { try synchronizeFolder(above: made) }
        }
    }

    /// A folder that was just made survives a power cut only when the one above it is written.
    private static func synchronizeFolder(above made: String) throws(StorageError) {
        let parent = unsafe open("\(made)/..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { throw .system("open \(made)/..") }
        defer { close(parent) }
        guard fsync(parent) == 0 else { throw .system("fsync \(made)/..") }
    }
}

extension StorageError {
    /// The system's last error.
    fileprivate static func system(_ operation: String) -> StorageError {
        let code = errno
        return StorageError(
            operation: operation, cause: code == EWOULDBLOCK ? .inUse : .refused,
            message: code == EWOULDBLOCK
                ? "another process uses it" : unsafe String(cString: strerror(code)))
    }
}
