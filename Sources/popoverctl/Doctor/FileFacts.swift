// SPDX-License-Identifier: MIT

internal import Glibc

/// The metadata of a file; nothing is opened or changed.
struct FileFacts: Hashable {
    var mode: UInt32
    var uid: UInt32
    var gid: UInt32

    init(_ path: String) throws(FileError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw FileError(path: path, code: errno) }
        mode = status.st_mode
        uid = status.st_uid
        gid = status.st_gid
    }

    var isSocket: Bool { mode & S_IFMT == S_IFSOCK }
    var isFolder: Bool { mode & S_IFMT == S_IFDIR }

    /// `0660 popoverd:popover`
    var words: String {
        let digits = String(mode & 0o7777, radix: 8)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(padded) \(Self.user(uid)):\(Self.group(gid))"
    }

    /// The name of a user, or the number.
    static func user(_ uid: UInt32) -> String {
        guard let entry = unsafe getpwuid(uid) else { return "\(uid)" }
        return unsafe String(cString: entry.pointee.pw_name)
    }

    static func group(_ gid: UInt32) -> String {
        guard let entry = unsafe getgrgid(gid) else { return "\(gid)" }
        return unsafe String(cString: entry.pointee.gr_name)
    }

    /// Free bytes on the disk with this folder, without the reserve of root; nil if unknown.
    static func room(in folder: String) -> UInt64? {
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    /// Whether this user can read the names in a folder.
    static func isReadable(_ folder: String) -> Bool { unsafe access(folder, R_OK | X_OK) == 0 }

    /// The sorted names in a folder; empty if it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
