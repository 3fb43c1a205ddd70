// SPDX-License-Identifier: MIT

/// The state of a plugin, as in `plugin.list`.
public struct PluginState: Codable, Hashable, Sendable {
    /// Its own name, or a name from its file if it could not be loaded.
    public var name: String
    /// Nil if it could not be loaded.
    public var kind: Kind?
    /// Absolute, with no symbolic link in it.
    public var path: String
    /// For people; nil if it could not be loaded.
    public var version: String?
    public var state: State
    /// Why it failed, or why its update was rejected.
    public var message: String?
    /// The behaviors that it provides now, by name; empty unless it is loaded.
    public var behaviors: [String]
    /// A library in the daemon, or a program; nil if unknown.
    public var tier: Tier?
    /// The hooks at which it is asked as a policy; empty unless it is loaded.
    public var hooks: [Hook]
    public var statistics = PluginStatistics()

    public init(
        name: String, kind: Kind?, path: String, version: String?, state: State,
        message: String?, behaviors: [String], tier: Tier? = nil, hooks: [Hook] = []
    ) {
        self.name = name
        self.kind = kind
        self.path = path
        self.version = version
        self.state = state
        self.message = message
        self.behaviors = behaviors
        self.tier = tier
        self.hooks = hooks
    }
}

/// Statistics of a plugin since it was loaded or reloaded.
public struct PluginStatistics: Codable, Hashable, Sendable {
    /// Questions put to it.
    public var questions: UInt64 = 0
    /// Invalid answers.
    public var badVerdicts: UInt64 = 0
    /// Answers that came too late, or took a library too long.
    public var slowAnswers: UInt64 = 0
    public var slowest = Interval(microseconds: 0)
    /// How often a program was started again.
    public var restarts: UInt64 = 0

    public init() {}
}
