// SPDX-License-Identifier: MIT

internal import Glibc

/// The changes of files that a setup makes.
enum FileOrders {
    /// Gives a finished draft its mode, and then its name: the file is never half there.
    static func publish(_ draft: String, as path: String, mode: mode_t) throws(FileError) {
        guard unsafe chmod(draft, mode) == 0, unsafe rename(draft, path) == 0
        else { throw FileError(path: path, code: errno) }
    }

    static func remove(_ path: String) throws(FileError) {
        guard unsafe unlink(path) == 0 else { throw FileError(path: path, code: errno) }
    }

    /// False if the folder is not empty.
    static func removeFolder(_ path: String) -> Bool { unsafe rmdir(path) == 0 }
}
