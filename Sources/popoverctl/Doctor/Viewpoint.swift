// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Glibc

/// A user as whom root looks at the installation.
struct Viewpoint {
    let name: String
    let uid: UInt32
    let gid: UInt32

    /// - Parameter user: a name.
    init(ofUser user: String) throws {
        guard let entry = unsafe getpwnam(user) else {
            throw ValidationError("--as: there is no user \"\(user)\"")
        }
        name = user
        uid = unsafe entry.pointee.pw_uid
        gid = unsafe entry.pointee.pw_gid
    }

    /// Becomes that user for good, with its groups and its session, if it has one.
    func enter() throws {
        guard unsafe initgroups(name, gid) == 0, setgid(gid) == 0, setuid(uid) == 0 else {
            throw ValidationError("--as: only root can look as another user")
        }
        let session = "/run/user/\(uid)"
        if (try? FileFacts(session)) == nil {
            unsafe unsetenv("XDG_RUNTIME_DIR")
        } else {
            unsafe setenv("XDG_RUNTIME_DIR", session, 1)
        }
    }
}
