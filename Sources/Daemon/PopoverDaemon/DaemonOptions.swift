// SPDX-License-Identifier: MIT

public import PopoverModel

/// What the command line says; nil where it says nothing.
public struct DaemonOptions: Hashable, Sendable {
    /// The path of the configuration.
    public var configuration: String?
    /// The path of the socket.
    public var socket: String?
    /// The folder for drafts.
    public var state: String?
    /// Instead of the configuration's.
    public var logLevel: LogLevel?
    /// Gets a newline when the daemon listens.
    public var readyDescriptor: Int32?

    public init() {}
}
