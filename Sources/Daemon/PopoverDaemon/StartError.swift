// SPDX-License-Identifier: MIT

/// What the process says when it ends; see sysexits.h.
public enum ExitStatus: Int32, Hashable, Sendable {
    case success = 0
    /// Not everything could be closed and stored in time.
    case failure = 1
    /// The machine does not let it: descriptors, threads.
    case operatingSystem = 71
    /// The socket or the state directory cannot be used.
    case cannotCreate = 73
    /// The socket is served, or the drafts are in use, by another process.
    case alreadyRunning = 75
    /// The configuration is not obeyed.
    case configuration = 78
}

/// Why the daemon did not start.
public struct StartError: Error, Hashable, Sendable, CustomStringConvertible {
    public let status: ExitStatus
    /// For people; several lines where several things are wrong.
    public let description: String

    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
