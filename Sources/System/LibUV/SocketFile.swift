// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// The file of a Unix socket that this process serves, and its lock.
///
/// The lock on `<path>.lock` decides which process owns the path: it ends with that process, while
/// socket files stay behind. The lock file is never removed, since two processes could then lock two
/// files of the same name. A program without a lock may serve a socket file, so a stale file is only
/// removed if nothing answers.
struct SocketFile: ~Copyable {
    let path: String
    private(set) var descriptor: Int32
    private let mode: UInt32
    private let group: UInt32?
    private var lock: OwnedDescriptor
    private var identity: Identity

    /// Binds a new socket. Whatever the umask, the file has `mode` before any client can connect.
    init(path: String, mode: UInt32, group: UInt32?) throws(UVError) {
        let operation = "bind \(path)"
        let address = try SocketAddress(path: path, operation: operation)
        try Self.checkParent(of: path, operation)
        try Self.checkKind(of: path, operation)
        let lock = try Self.acquireLock(on: path, operation)
        (descriptor, identity) = try Self.bindSocket(path, address, mode, group, operation)
        self.path = path
        self.mode = mode
        self.group = group
        self.lock = lock
    }

    /// Binds a new socket if the file was removed or replaced.
    /// - Returns: the old descriptor, for the caller to close; nil if the file is in place.
    mutating func restore() throws(UVError) -> Int32? {
        guard Identity(path) != identity else { return nil }
        let operation = "bind \(path) again"
        let address = try SocketAddress(path: path, operation: operation)
        try Self.checkParent(of: path, operation)
        try Self.checkKind(of: path, operation)
        // A lock on a file without a name keeps nobody off.
        if Identity(path + ".lock") != Identity(of: lock.rawValue) {
            lock = try Self.acquireLock(on: path, operation)
        }
        let old = descriptor
        (descriptor, identity) = try Self.bindSocket(path, address, mode, group, operation)
        return old
    }

    private static func bindSocket(
        _ path: String, _ address: SocketAddress, _ mode: UInt32, _ group: UInt32?,
        _ operation: String
    ) throws(UVError) -> (Int32, Identity) {
        try removeStaleSocket(path, address, operation)
        let socket = try OwnedDescriptor.streamSocket(operation)
        // The file gets the descriptor's mode minus the umask: never too wide.
        guard fchmod(socket.rawValue, mode) == 0,
            unsafe address.withAddress({ unsafe bind(socket.rawValue, $0, $1) }) == 0
        else { throw UVError.last(operation) }
        let identity = try adjust(path, mode: mode, group: group)
        return (socket.release(), identity)
    }

    /// Closes the socket, and removes its file unless another file has replaced it.
    consuming func remove() {
        if Identity(path) == identity {
            _ = unsafe unlink(path)
        }
        _ = Glibc.close(descriptor)
        // A starting child process may hold a copy of the lock's descriptor.
        flock(lock.rawValue, LOCK_UN)
    }

    /// Sets the group of a bound file, and the permissions that the umask removed. No client can connect
    /// before `listen`, so this is no race.
    private static func adjust(
        _ path: String, mode: UInt32, group: UInt32?
    ) throws(UVError) -> Identity {
        let kept = gid_t.max
        guard let identity = Identity(path),
            unsafe fchownat(AT_FDCWD, path, uid_t.max, group ?? kept, AT_SYMLINK_NOFOLLOW) == 0,
            unsafe fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW) == 0
        else {
            let error = UVError.last("set mode and group of \(path)")
            _ = unsafe unlink(path)
            throw error
        }
        return identity
    }

    private static func checkParent(of path: String, _ operation: String) throws(UVError) {
        var parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        if parent.isEmpty { parent = path.hasPrefix("/") ? "/" : "." }
        var status = stat()
        guard unsafe stat(parent, &status) == 0 else {
            throw UVError.last(operation, detail: "its directory is \(parent)")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw UVError(
                code: UV_ENOTDIR.rawValue, operation: operation,
                detail: "\(parent) is not a directory")
        }
    }

    private static func checkKind(of path: String, _ operation: String) throws(UVError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw UVError.last(operation) }
            return
        }
        guard status.st_mode & S_IFMT != S_IFSOCK else { return }
        let kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: "a regular file"
            case S_IFDIR: "a directory"
            case S_IFLNK: "a symbolic link"
            case S_IFIFO: "a named pipe"
            default: "a device"
            }
        throw UVError(
            code: UV_EEXIST.rawValue, operation: operation,
            detail: "it is \(kind), not a socket; remove it or choose another path")
    }

    private static func acquireLock(
        on path: String, _ operation: String
    ) throws(UVError) -> OwnedDescriptor {
        let name = path + ".lock"
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let file = try OwnedDescriptor(unsafe open(name, flags, 0o600), "open \(name)")
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw UVError.last("lock \(name)") }
            let address = try SocketAddress(path: path, operation: operation)
            if let server = try? servingProcess(address) {
                throw inUse(operation, "process \(server) serves it and holds \(name)")
            }
            let holder = Self.holder(of: file).map { "process \($0)" } ?? "another process"
            throw inUse(operation, "\(holder) holds \(name)")
        }
        // For the message of another process; without it, that only knows less.
        let text = Array("\(getpid())\n".utf8)
        if ftruncate(file.rawValue, 0) == 0 {
            _ = unsafe pwrite(file.rawValue, text, text.count, 0)
        }
        return file
    }

    /// The process that has written its number into the lock file.
    private static func holder(of lock: borrowing OwnedDescriptor) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(lock.rawValue, &bytes, bytes.count, 0)
        return Int32(String(decoding: bytes.prefix(max(0, count)).dropLast(), as: UTF8.self))
    }

    private static func removeStaleSocket(
        _ path: String, _ address: SocketAddress, _ operation: String
    ) throws(UVError) {
        let process: Int32
        do throws(UVError) {
            process = try servingProcess(address)
        } catch {
            switch error.code {
            case UV_ENOENT.rawValue: return
            // A stale file.
            case UV_ECONNREFUSED.rawValue: return try remove(path)
            // Served by a process with a full backlog.
            case UV_EAGAIN.rawValue: throw inUse(operation, "another process serves it")
            default: throw UVError(code: error.code, operation: operation)
            }
        }
        throw inUse(operation, "served by process \(process)")
    }

    private static func remove(_ path: String) throws(UVError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw UVError.last("remove the stale socket \(path)")
        }
    }

    /// The process that accepts connections at the address.
    private static func servingProcess(_ address: SocketAddress) throws(UVError) -> Int32 {
        let probe = try OwnedDescriptor.streamSocket("probe a socket")
        guard unsafe address.withAddress({ unsafe connect(probe.rawValue, $0, $1) }) == 0 else {
            throw UVError.last("probe a socket")
        }
        return try PeerProcess(descriptor: probe.rawValue).pid
    }

    private static func inUse(_ operation: String, _ detail: String) -> UVError {
        UVError(code: UV_EADDRINUSE.rawValue, operation: operation, detail: detail)
    }

    private struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t

        init?(_ path: String) {
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else { return nil }
            device = status.st_dev
            inode = status.st_ino
        }

        init?(of descriptor: Int32) {
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else { return nil }
            device = status.st_dev
            inode = status.st_ino
        }
    }
}
