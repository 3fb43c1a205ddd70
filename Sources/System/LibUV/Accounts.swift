// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// User and group accounts. A look-up by name may query a directory service and take long.
public enum Accounts {
    /// The effective user of this process.
    public static var currentUserID: UInt32 { geteuid() }

    /// The effective user of a process; nil if there is none. Its folder in /proc may be root's even if
    /// the process is not.
    public static func userID(ofProcess process: UInt32) -> UInt32? {
        guard let file = unsafe fopen("/proc/\(process)/status", "re") else { return nil }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        // The line has the real user, and then the effective one.
        for line in bytes.prefix(count).split(separator: UInt8(ascii: "\n"))
        where line.starts(with: "Uid:".utf8) {
            let users = line.split(separator: UInt8(ascii: "\t"))
            return users.count > 2 ? UInt32(String(decoding: users[2], as: UTF8.self)) : nil
        }
        return nil
    }

    /// The ID of a user; nil for an unknown name.
    public static func userID(named name: String) throws(UVError) -> UInt32? {
        var entry = unsafe passwd()
        return try unsafe lookUp("look up the user \(name)") { buffer, size in
            var found: UnsafeMutablePointer<passwd>?
            let status = unsafe getpwnam_r(name, &entry, buffer, size, &found)
            return unsafe (status, found?.pointee.pw_uid)
        }
    }

    /// The ID of a group; nil for an unknown name.
    public static func groupID(named name: String) throws(UVError) -> UInt32? {
        var entry = unsafe group()
        return try unsafe lookUp("look up the group \(name)") { buffer, size in
            var found: UnsafeMutablePointer<group>?
            let status = unsafe getgrnam_r(name, &entry, buffer, size, &found)
            return unsafe (status, found?.pointee.gr_gid)
        }
    }

    /// The name of a user; nil for an unknown ID.
    public static func userName(of id: UInt32) -> String? {
        var entry = unsafe passwd()
        let name: String?? = try? unsafe lookUp("look up the user \(id)") { buffer, size in
            var found: UnsafeMutablePointer<passwd>?
            let status = unsafe getpwuid_r(id, &entry, buffer, size, &found)
            return unsafe (status, found.map { unsafe String(cString: $0.pointee.pw_name) })
        }
        return name ?? nil
    }

    /// Repeats a look-up with a larger buffer, up to 1 MiB: a group with many members needs much.
    private static func lookUp<Found>(
        _ operation: String,
        _ call: (UnsafeMutablePointer<CChar>, Int) -> (status: Int32, found: Found?)
    ) throws(UVError) -> Found? {
        var size = 4096
        while true {
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            defer { unsafe buffer.deallocate() }
            let (status, found) = unsafe call(buffer, size)
            switch status {
            case 0, ENOENT, ESRCH: return found
            case EINTR: continue
            case ERANGE where size < 1 << 20: size *= 2
            default: throw UVError(code: -status, operation: operation)
            }
        }
    }
}
