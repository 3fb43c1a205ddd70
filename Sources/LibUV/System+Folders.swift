// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

extension System {
    /// Makes sure that nobody else can take away or replace what this process keeps in a folder:
    /// it, and a symbolic link that leads to it, belong to this process's user or to root, and
    /// nobody else may write to it. A folder like `/tmp`, in which everybody may only remove what is
    /// theirs, will do where `allowsSticky`; so will one of a group's that is this process's own.
    ///
    /// A folder that is not there is none of these.
    ///
    /// - Parameter operation: what it is needed for, for the error.
    public static func checkFolder(
        _ path: String, for operation: String, allowsSticky: Bool
    ) throws(UVError) {
        var link = stat()
        var folder = stat()
        guard unsafe lstat(path, &link) == 0, unsafe stat(path, &folder) == 0 else { return }
        for user in [link.st_uid, folder.st_uid] where user != geteuid() && user != 0 {
            throw refusal(operation, "its folder \(path) belongs to user \(user)")
        }
        if allowsSticky && folder.st_mode & S_ISVTX != 0 { return }
        let isOpen = folder.st_mode & S_IWOTH != 0
        let isGroups = folder.st_mode & S_IWGRP != 0 && folder.st_gid != getegid()
        if isOpen || isGroups {
            throw refusal(
                operation, "its folder \(path) can be written to by others (chmod go-w)")
        }
    }

    private static func refusal(_ operation: String, _ detail: String) -> UVError {
        UVError(code: UV_EPERM.rawValue, operation: operation, detail: detail)
    }
}
