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
    /// What a program reports of its service; nil while it does not run, or if it reports nothing.
    public var service: PluginService?

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

    /// Whether the two differ in their service at most.
    public func isSame(butService other: PluginState) -> Bool {
        var copy = self
        copy.service = other.service
        return copy == other
    }

    /// Whether it is loaded, and reports no trouble.
    public var isServing: Bool { state == .loaded && (service?.state ?? .serving) == .serving }
}

/// What a program reports of its service.
public struct PluginService: Codable, Hashable, Sendable {
    public var state: State
    /// For people: what it serves, what it tries to reach, or why it failed.
    public var message: String?
    /// When the daemon heard of this; nil in what the program sends.
    public var time: Instant?

    public init(state: State, message: String? = nil, time: Instant? = nil) {
        self.state = state
        self.message = message
        self.time = time
    }

    /// As `serving: the bus`.
    public var words: String { state.rawValue + (message.map { ": \($0)" } ?? "") }
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
