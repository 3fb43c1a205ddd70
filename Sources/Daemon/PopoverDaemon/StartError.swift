// SPDX-License-Identifier: MIT

/// The exit status of the process; see sysexits.h.
public enum ExitStatus: Int32, Hashable, Sendable {
    case success = 0
    /// Not everything was closed and stored before the deadline.
    case failure = 1
    /// A system resource is missing, such as descriptors or threads.
    case operatingSystem = 71
    /// The socket or the state directory cannot be used.
    case cannotCreate = 73
    /// Another process serves the socket or uses the drafts.
    case alreadyRunning = 75
    /// The configuration is invalid.
    case configuration = 78
}

/// Why the daemon did not start.
public struct StartError: Error, Hashable, Sendable, CustomStringConvertible {
    public let status: ExitStatus
    /// One line for each problem.
    public let description: String

    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
