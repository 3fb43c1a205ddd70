// SPDX-License-Identifier: MIT

import Glibc

/// A small file that only the daemon's user can read.
struct PrivateFile {
    /// Bytes that are read.
    private static let limit = 1 << 19

    let path: String

    /// Nil where the file is missing, belongs to another user, or is readable by others.
    func read() -> String? {
        let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0,
            facts.st_mode & (S_IFMT | 0o077) == S_IFREG,
            facts.st_uid == geteuid()
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: min(Int(facts.st_size), Self.limit))
        let count = unsafe Glibc.read(file, &bytes, bytes.count)
        return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    /// Replaces the file.
    func write(_ text: String) throws(GatewayError) {
        let fresh = path + ".new"
        unsafe unlink(fresh)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = unsafe open(fresh, flags, 0o600)
        let bytes = Array(text.utf8)
        let isWritten =
            unsafe file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count
            && rename(fresh, path) == 0
        let reason = unsafe String(cString: strerror(errno))
        if file >= 0 { close(file) }
        guard isWritten else {
            throw GatewayError(message: "cannot write \"\(path)\": \(reason)")
        }
    }
}
