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
        // SQLite gives its own files beside it the same mode.
        let mode = mode_t(S_IRUSR | S_IWUSR)
        let file = unsafe openat(descriptor, Self.fileName, O_RDWR | O_CREAT | O_CLOEXEC, mode)
        guard file >= 0 else { throw .system("open \(databasePath)") }
        defer { close(file) }
        guard fchmod(file, mode) == 0 else { throw .system("chmod \(databasePath)") }
        try synchronize()
    }

    /// Renames a damaged database to the first free `drafts.sqlite3.damaged-N`; returns its path.
    func setAside() throws(StorageError) -> String {
        for number in 1...Self.mostSetAside {
            let name = "\(Self.fileName).damaged-\(number)"
            if Self.suffixes.contains(where: { exists(name + $0) }) { continue }
            for suffix in Self.suffixes where exists(Self.fileName + suffix) {
                let code = unsafe renameat(
                    descriptor, Self.fileName + suffix, descriptor, name + suffix)
                guard code == 0 else { throw .system("rename \(databasePath)\(suffix)") }
            }
            try synchronize()
            return "\(path)/\(name)"
        }
        throw StorageError(
            operation: "rename \(databasePath)", cause: .refused,
            message: "there are \(Self.mostSetAside) damaged ones already")
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
            let code = unsafe mkdir(String(path[..<slash]), mode_t(S_IRWXU))
            // Above the folder others may rule; what matters is whether the whole path opens.
            if code != 0 && errno != EEXIST && slash == end { throw .system("make \(path)") }
        }
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
