// SPDX-License-Identifier: MIT

public import PopoverModel

/// The options of the command line; nil for those not given.
public struct DaemonOptions: Hashable, Sendable {
    /// Path of the configuration.
    public var configuration: String?
    /// Path of the socket.
    public var socket: String?
    /// The state folder.
    public var state: String?
    /// Overrides the configuration.
    public var logLevel: LogLevel?
    /// Gets a newline when the daemon listens.
    public var readyDescriptor: Int32?

    public init() {}
}
