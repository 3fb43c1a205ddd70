// SPDX-License-Identifier: MIT

import Glibc
import PopoverPages

/// The file from which the browser's launcher reads the token; only the daemon's user can read it.
/// An existing token is used again, so that pages can reconnect after a restart of the daemon.
enum TokenFile {
    /// The token in the file, or a new one, which is written to it.
    static func token(at path: String) throws(GatewayError) -> String {
        if let token = read(path) { return token }
        let token = (0..<16).map { _ in
            let byte = UInt8.random(in: .min ... .max)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        guard write(token, to: path) else {
            let reason = unsafe String(cString: strerror(errno))
            throw GatewayError(message: "cannot write token file \"\(path)\": \(reason)")
        }
        return token
    }

    /// Nil where the file is missing, belongs to another user, or is readable by others.
    private static func read(_ path: String) -> String? {
        let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0,
            facts.st_mode & (S_IFMT | 0o077) == S_IFREG,
            facts.st_uid == geteuid()
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe Glibc.read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let line = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }
        let token = String(decoding: line, as: UTF8.self)
        return Doorkeeper.isToken(token) ? token : nil
    }

    private static func write(_ token: String, to path: String) -> Bool {
        let fresh = path + ".new"
        unsafe unlink(fresh)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = unsafe open(fresh, flags, 0o600)
        guard file >= 0 else { return false }
        let bytes = Array((token + "\n").utf8)
        let isWritten = unsafe Glibc.write(file, bytes, bytes.count) == bytes.count
        close(file)
        return unsafe isWritten && rename(fresh, path) == 0
    }
}
