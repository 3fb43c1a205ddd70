// SPDX-License-Identifier: MIT

import Glibc

/// A small file that only the daemon's user can read. The daemon has made it.
struct PrivateFile {
    /// Bytes that are read.
    private static let limit = 1 << 19

    let path: String

    /// Empty where it cannot be read.
    func read() -> String {
        let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        let count = unsafe Glibc.read(file, &bytes, bytes.count)
        return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : ""
    }

    func write(_ text: String) throws(GatewayError) { try write(text, O_TRUNC) }

    func append(_ text: String) throws(GatewayError) { try write(text, O_APPEND) }

    private func write(_ text: String, _ mode: Int32) throws(GatewayError) {
        let file = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | mode)
        let bytes = Array(text.utf8)
        let isWritten =
            unsafe file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count
        let reason = unsafe String(cString: strerror(errno))
        if file >= 0 { close(file) }
        guard isWritten else {
            throw GatewayError(message: "cannot write \"\(path)\": \(reason)")
        }
    }
}
