// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// A descriptor with one owner; closed when the owner drops it.
struct OwnedDescriptor: ~Copyable {
    let rawValue: Int32

    /// Takes what a system call returned; throws its `errno` when that is negative.
    init(_ result: Int32, _ operation: @autoclosure () -> String) throws(UVError) {
        guard result >= 0 else { throw UVError.last(operation()) }
        rawValue = result
    }

    /// Takes over a descriptor that is known to be open.
    init(adopting descriptor: Int32) {
        rawValue = descriptor
    }

    deinit {
        _ = Glibc.close(rawValue)
    }

    /// Gives the descriptor to another owner.
    consuming func release() -> Int32 {
        let descriptor = rawValue
        discard self
        return descriptor
    }

    /// A new stream socket, non-blocking, not inherited by child processes.
    static func streamSocket(_ operation: @autoclosure () -> String) throws(UVError) -> Self {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        return try OwnedDescriptor(socket(AF_UNIX, type, 0), operation())
    }
}
