// SPDX-License-Identifier: MIT

/// What has become of a plugin: what `plugin.list` tells about each.
public struct PluginState: Hashable, Sendable {
    /// What it calls itself; what its file is called where it could not be asked.
    public var name: String
    /// Nil where it could not be asked.
    public var kind: Kind?
    /// Absolute, with no symbolic link in it.
    public var path: String
    /// For people; nil where it could not be asked.
    public var version: String?
    public var state: State
    /// Why it failed, or why an update of it was not taken.
    public var message: String?
    /// The behaviours that it provides now, by name; empty unless it is loaded.
    public var behaviors: [String]

    public init(
        name: String, kind: Kind?, path: String, version: String?, state: State,
        message: String?, behaviors: [String]
    ) {
        self.name = name
        self.kind = kind
        self.path = path
        self.version = version
        self.state = state
        self.message = message
        self.behaviors = behaviors
    }

    /// What a plugin is for; the spelling is the wire's.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// It provides behaviours.
        case behaviors
    }

    /// Where it stands; the spelling is the wire's.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// It answers; with a message where an update of it failed. Can go to: `unloaded`.
        case loaded
        /// It could not be loaded. Can go to: `loaded`, or away with its file.
        case failed
        /// An administrator ended it, or its file is gone. Can go to: `loaded`, `failed`.
        case unloaded
    }
}
