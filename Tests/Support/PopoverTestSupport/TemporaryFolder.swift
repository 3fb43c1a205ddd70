// SPDX-License-Identifier: MIT

import Glibc

/// A temporary folder, removed with its contents when its last owner is gone.
public final class TemporaryFolder: Sendable {
    /// Without a slash at its end; short enough for a socket's path in it.
    public let path: String

    /// Stops the test if the folder cannot be created.
    public init() {
        var template = Array("/tmp/popoverd-XXXXXX".utf8CString)
        path = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, let made = unsafe mkdtemp(start) else {
                preconditionFailure("A temporary folder could not be made: error \(errno)")
            }
            return unsafe String(cString: made)
        }
    }

    deinit {
        Files.remove(path)
    }

    /// The names in it, sorted.
    public var names: [String] { Files.names(in: path) }
}
