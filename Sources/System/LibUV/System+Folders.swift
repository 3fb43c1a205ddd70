// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

extension System {
    /// The path as it is, or in the current folder if it is relative.
    public static func absolutePath(of path: String) -> String {
        guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(folder) }
        return "\(unsafe String(cString: folder))/\(path)"
    }

    /// Why another user could replace files in a folder; nil if none can. The folder, and a symbolic
    /// link to it, must belong to this process's user or to root, and be writable by no other user.
    /// A group is acceptable if it is this process's own.
    ///
    /// A folder that does not exist has no weakness.
    /// - Parameter allowsSticky: accepts a folder like `/tmp`, in which users can only remove their own
    ///   files.
    /// - Returns: the end of a sentence that begins with the folder.
    public static func folderWeakness(_ path: String, allowsSticky: Bool) -> String? {
        var folder = stat()
        func foreignOwner() -> String? {
            let user = folder.st_uid
            return user == geteuid() || user == 0 ? nil : "belongs to user \(user)"
        }
        guard unsafe lstat(path, &folder) == 0 else { return nil }
        // The kernel may refuse to follow another user's link (fs.protected_symlinks).
        if let weakness = foreignOwner() { return weakness }
        guard unsafe stat(path, &folder) == 0 else { return nil }
        if let weakness = foreignOwner() { return weakness }
        if allowsSticky && folder.st_mode & S_ISVTX != 0 { return nil }
        let isOpen = folder.st_mode & S_IWOTH != 0
        let isGroups = folder.st_mode & S_IWGRP != 0 && folder.st_gid != getegid()
        return isOpen || isGroups ? "can be written to by others (chmod go-w)" : nil
    }
}
