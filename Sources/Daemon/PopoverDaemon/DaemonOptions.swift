// SPDX-License-Identifier: MIT

public import PopoverModel

/// The options of the command line; nil for those not given.
public struct DaemonOptions: Hashable, Sendable {
    public var configuration: String?
    public var socket: String?
    public var state: String?
    /// Overrides the configuration.
    public var logLevel: LogLevel?
    /// Gets a newline when the daemon listens.
    public var readyDescriptor: Int32?

    public init() {}
}
