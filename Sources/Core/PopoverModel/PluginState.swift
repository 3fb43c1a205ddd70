// SPDX-License-Identifier: MIT

/// What has become of a plugin: what `plugin.list` tells about each.
public struct PluginState: Codable, Hashable, Sendable {
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
    /// A library in the daemon, or a program beside it; nil where that cannot be told.
    public var tier: Tier?
    /// Where it is asked about everyone's popovers and alerts; empty unless it is loaded.
    public var hooks: [Hook]
    /// What it has done since it was loaded.
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

    public enum Tier: String, CaseIterable, Codable, Hashable, Sendable {
        case native
        case program
    }

    /// What a plugin is for; the spelling is the wire's.
    public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
        /// It provides behaviours.
        case behaviors
        /// It is asked about everyone's popovers and alerts, or is told what happens; it may
        /// provide behaviours too.
        case policy
    }

    /// Where it stands; the spelling is the wire's.
    public enum State: String, CaseIterable, Codable, Hashable, Sendable {
        /// It answers; with a message where an update of it failed. Can go to: `unloaded`.
        case loaded
        /// It could not be loaded. Can go to: `loaded`, or away with its file.
        case failed
        /// An administrator ended it, or its file is gone. Can go to: `loaded`, `failed`.
        case unloaded
        /// A program that has not said yet what it is. Can go to: `loaded`, `failed`, `unloaded`.
        case starting
        /// It failed too often and is not asked for a while; its fallbacks hold. Can go to:
        /// `loaded`, `starting`, `failed`, `unloaded`.
        case suspended
        /// The daemon died in its calls: it is not loaded before an administrator clears it. Can
        /// go to: `loaded`, `failed`.
        case quarantined
    }
}

/// What a plugin has done since it was loaded or reloaded.
public struct PluginStatistics: Codable, Hashable, Sendable {
    /// Questions that it was asked.
    public var questions: UInt64 = 0
    /// Answers that made no sense.
    public var badVerdicts: UInt64 = 0
    /// Answers that came too late, or took a library too long.
    public var slowAnswers: UInt64 = 0
    public var slowest = Interval(microseconds: 0)
    /// How often a program was started again.
    public var restarts: UInt64 = 0

    public init() {}
}
