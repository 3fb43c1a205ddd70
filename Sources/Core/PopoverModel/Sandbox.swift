// SPDX-License-Identifier: MIT

/// What a program in a sandbox gets beyond its own folder and the system's files.
public struct Sandbox: Hashable, Sendable {
    /// IPv4 and IPv6.
    public var network: Bool
    public var unixSockets: Bool
    /// Files and folders that it may read and execute, absolute.
    public var readPaths: [String]
    /// Files and folders that it may read and change, absolute.
    public var writePaths: [String]
    /// Files that only the daemon's user may read, and that it may change, absolute: made if they are missing.
    public var writeFiles: [String]
    /// Variables of the daemon's environment.
    public var environment: [String]

    public init(
        network: Bool = false, unixSockets: Bool = false, readPaths: [String] = [],
        writePaths: [String] = [], writeFiles: [String] = [], environment: [String] = []
    ) {
        self.network = network
        self.unixSockets = unixSockets
        self.readPaths = readPaths
        self.writePaths = writePaths
        self.writeFiles = writeFiles
        self.environment = environment
    }

    /// What either of them gives.
    public func union(_ other: Sandbox) -> Sandbox {
        Sandbox(
            network: network || other.network, unixSockets: unixSockets || other.unixSockets,
            readPaths: readPaths + other.readPaths, writePaths: writePaths + other.writePaths,
            writeFiles: writeFiles + other.writeFiles, environment: environment + other.environment)
    }
}
