// SPDX-License-Identifier: MIT

import Glibc

/// Tells one content of a file from another without reading it. As text it is five numbers: device,
/// inode, size in bytes, and the times of modification and change in nanoseconds since 1970.
struct FileIdentity: Hashable, CustomStringConvertible {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int
    private let modified: Int64
    /// Changes with the content even where a tool restores the modification time.
    private let changed: Int64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = status.st_size
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    /// Nil where there is no such file.
    init?(ofFileAt path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Of the program that this process is; nil where that is unknown.
    static var ofThisProgram: FileIdentity? {
        var status = stat()
        return unsafe stat("/proc/self/exe", &status) == 0 ? FileIdentity(status) : nil
    }

    var description: String { "\(device) \(inode) \(size) \(modified) \(changed)" }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
