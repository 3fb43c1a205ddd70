// SPDX-License-Identifier: MIT

public import PopoverModel

/// A plugin's program, and what the administrator decided about it.
public struct ProgramSettings: Hashable, Sendable {
    /// What it has to call itself.
    public var name: String
    /// The program's file, absolute. Whether it can be trusted is the caller's to check.
    public var path: String
    public var options: [PluginOption] = []
    /// MiB of address space.
    public var memory = ProgramLimits.memory
    /// What an untrusted program may do; nil: everything that the daemon's user may.
    public var sandbox: Sandbox?
    /// Of the words that it may say.
    public var limits = Limits()
    /// Takes whatever it calls itself: for who tries a plugin that has no place yet.
    public var acceptsAnyName = false

    /// What a sandboxed program gets beyond its own folder and the system's files.
    public struct Sandbox: Hashable, Sendable {
        public var network: Bool
        public var unixSockets: Bool
        /// Files and folders, absolute.
        public var readPaths: [String]
        public var writePaths: [String]

        public init(
            network: Bool = false, unixSockets: Bool = false, readPaths: [String] = [],
            writePaths: [String] = []
        ) {
            self.network = network
            self.unixSockets = unixSockets
            self.readPaths = readPaths
            self.writePaths = writePaths
        }
    }

    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}
