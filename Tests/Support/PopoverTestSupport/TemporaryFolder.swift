// SPDX-License-Identifier: MIT

import Glibc

/// A folder of a test's own, which goes away with everything in it when its last owner does.
public final class TemporaryFolder: Sendable {
    /// Without a slash at its end; short enough for a socket's path in it.
    public let path: String

    /// A test cannot do anything without its folder, so where there can be none it ends.
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

    /// What is in it, sorted.
    public var names: [String] { Files.names(in: path) }
}
