// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// The users and groups of the machine.
///
/// Look-ups by name may ask a directory service and take long: do them at the start.
public enum Accounts {
    /// The effective user of this process.
    public static var currentUserID: UInt32 { geteuid() }

    /// The number of a user; nil when there is no such user.
    public static func userID(named name: String) throws(UVError) -> UInt32? {
        var entry = unsafe passwd()
        return try unsafe lookUp("look up the user \(name)") { buffer, size in
            var found: UnsafeMutablePointer<passwd>?
            let status = unsafe getpwnam_r(name, &entry, buffer, size, &found)
            return unsafe (status, found?.pointee.pw_uid)
        }
    }

    /// The number of a group; nil when there is no such group.
    public static func groupID(named name: String) throws(UVError) -> UInt32? {
        var entry = unsafe group()
        return try unsafe lookUp("look up the group \(name)") { buffer, size in
            var found: UnsafeMutablePointer<group>?
            let status = unsafe getgrnam_r(name, &entry, buffer, size, &found)
            return unsafe (status, found?.pointee.gr_gid)
        }
    }

    /// Repeats a look-up with more memory for its strings until that suffices. A group with all its
    /// members may need much; 1 MiB is the end.
    private static func lookUp(
        _ operation: String,
        _ call: (UnsafeMutablePointer<CChar>, Int) -> (status: Int32, id: UInt32?)
    ) throws(UVError) -> UInt32? {
        var size = 4096
        while true {
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            defer { unsafe buffer.deallocate() }
            let (status, id) = unsafe call(buffer, size)
            switch status {
            case 0, ENOENT, ESRCH: return id
            case EINTR: continue
            case ERANGE where size < 1 << 20: size *= 2
            default: throw UVError(code: -status, operation: operation)
            }
        }
    }
}
