// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

extension System {
    /// Why somebody else could take away or replace what this process keeps in a folder; nil where
    /// nobody can: it, and a symbolic link that leads to it, belong to this process's user or to
    /// root, and nobody else may write to it. A folder like `/tmp`, in which everybody may only
    /// remove what is theirs, will do where `allowsSticky`; so will one of a group's that is this
    /// process's own.
    ///
    /// A folder that is not there has no weakness.
    ///
    /// - Returns: the end of a sentence that begins with the folder.
    public static func folderWeakness(_ path: String, allowsSticky: Bool) -> String? {
        var link = stat()
        var folder = stat()
        guard unsafe lstat(path, &link) == 0, unsafe stat(path, &folder) == 0 else { return nil }
        for user in [link.st_uid, folder.st_uid] where user != geteuid() && user != 0 {
            return "belongs to user \(user)"
        }
        if allowsSticky && folder.st_mode & S_ISVTX != 0 { return nil }
        let isOpen = folder.st_mode & S_IWOTH != 0
        let isGroups = folder.st_mode & S_IWGRP != 0 && folder.st_gid != getegid()
        return isOpen || isGroups ? "can be written to by others (chmod go-w)" : nil
    }
}
