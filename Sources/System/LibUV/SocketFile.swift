// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// The file of a Unix socket that this process serves, and the lock that says so.
///
/// The lock, on `<path>.lock`, decides who owns the path: it goes away with its holder, however
/// that ends, while socket files stay behind. The lock's file stays for the next owner, since removing
/// it would let two processes hold locks on two files of one name. A socket file without a lock may
/// still be served by a program that knows no lock, so it is only removed when nobody answers.
struct SocketFile: ~Copyable {
    let path: String
    let descriptor: Int32
    private let lock: OwnedDescriptor
    private let identity: Identity

    /// Binds a new socket to `path`. Whatever the umask, the file has exactly the mode `mode`, and
    /// nobody can connect before it has.
    init(path: String, mode: UInt32, group: UInt32?) throws(UVError) {
        let operation = "bind \(path)"
        let address = try SocketAddress(path: path, operation: operation)
        try Self.checkParent(of: path, operation)
        try Self.checkKind(of: path, operation)
        let lock = try Self.takeLock(on: path, operation)
        try Self.removeStaleSocket(path, address, operation)
        let socket = try OwnedDescriptor.streamSocket(operation)
        // The mode of the descriptor, less the umask, becomes that of the file: never too wide.
        guard fchmod(socket.rawValue, mode) == 0,
            unsafe address.withAddress({ unsafe bind(socket.rawValue, $0, $1) }) == 0
        else { throw UVError.last(operation) }
        let identity = try Self.adjust(path, mode: mode, group: group)
        self.path = path
        self.identity = identity
        self.lock = lock
        descriptor = socket.release()
    }

    /// Closes the socket, and removes its file if that is still the one that was bound.
    consuming func remove() {
        if Identity(path) == identity {
            _ = unsafe unlink(path)
        }
        _ = Glibc.close(descriptor)
        // A process that is just being started may hold a copy of the lock's descriptor.
        flock(lock.rawValue, LOCK_UN)
    }

    /// Gives a file that was just bound its group, and the permissions that the umask took away.
    /// Nobody can connect before `listen`, so this is no race.
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
            throw UVError.last(operation, detail: "its directory \(parent)")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw UVError(
                code: UV_ENOTDIR.rawValue, operation: operation, detail: "its parent \(parent)")
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
            detail: "there is \(kind), which is not a socket and is left alone")
    }

    private static func takeLock(
        on path: String, _ operation: String
    ) throws(UVError) -> OwnedDescriptor {
        let name = path + ".lock"
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let file = try OwnedDescriptor(unsafe open(name, flags, 0o600), "open \(name)")
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw UVError.last("lock \(name)") }
            let address = try SocketAddress(path: path, operation: operation)
            // The holder may not listen yet, and then cannot be named.
            throw inUse(operation, by: try? servingProcess(address))
        }
        return file
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
            // There is a file, and nobody listens behind it.
            case UV_ECONNREFUSED.rawValue: return try remove(path)
            // Served, by somebody with so many clients that the probe did not fit.
            case UV_EAGAIN.rawValue: throw inUse(operation, by: nil)
            default: throw UVError(code: error.code, operation: operation)
            }
        }
        throw inUse(operation, by: process)
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

    private static func inUse(_ operation: String, by process: Int32?) -> UVError {
        UVError(
            code: UV_EADDRINUSE.rawValue, operation: operation,
            detail: process.map { "served by process \($0)" } ?? "another process has it")
    }

    /// Which file a path leads to.
    private struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t

        init?(_ path: String) {
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else { return nil }
            device = status.st_dev
            inode = status.st_ino
        }
    }
}
