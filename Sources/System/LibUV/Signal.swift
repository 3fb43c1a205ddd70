// SPDX-License-Identifier: MIT

import Glibc

public struct Signal: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let hangUp = Signal(rawValue: SIGHUP)
    public static let interrupt = Signal(rawValue: SIGINT)
    public static let kill = Signal(rawValue: SIGKILL)
    public static let user1 = Signal(rawValue: SIGUSR1)
    public static let terminate = Signal(rawValue: SIGTERM)

    /// Such as `Segmentation fault`.
    public var words: String {
        unsafe strsignal(rawValue).map { unsafe String(cString: $0) } ?? "unknown"
    }
}

/// Makes a write to a closed peer fail with an error instead of ending the process. Call it first:
/// libuv writes with `write(2)`. A `ChildProcess` has the default disposition.
public func ignoreSIGPIPE() {
    signal(SIGPIPE, SIG_IGN)
}
