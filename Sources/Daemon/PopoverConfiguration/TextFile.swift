// SPDX-License-Identifier: MIT

internal import Glibc

/// Reads a whole small file.
enum TextFile {
    struct ReadingError: Error, Hashable, Sendable {
        /// `cannot open the file: No such file or directory`
        var message: String

        fileprivate static func system(_ operation: String, _ code: Int32) -> ReadingError {
            ReadingError(
                message: "cannot \(operation) the file: \(unsafe String(cString: strerror(code)))")
        }
    }

    static func read(path: String, atMost limit: Int) throws(ReadingError) -> [UInt8] {
        // Without waiting: a pipe that nobody writes would stop whoever reads it.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system("open", errno) }
        defer { close(descriptor) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { throw .system("examine", errno) }
        guard facts.st_mode & S_IFMT != S_IFIFO else {
            throw ReadingError(message: "expected a file, got a pipe")
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= limit {
            let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk.prefix(count)
            } else if errno != EINTR {
                throw .system("read", errno)
            }
        }
        throw ReadingError(message: "file too large (expected at most \(limit) bytes)")
    }
}
