// SPDX-License-Identifier: MIT

internal import Glibc

/// Tells a file from another one that has its name later.
package struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// nil if the file does not exist, or cannot be reached.
    init?(ofFileAt path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }
}
