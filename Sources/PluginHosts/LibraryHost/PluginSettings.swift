// SPDX-License-Identifier: MIT

public import PopoverModel

/// What the administrator has decided about a plugin.
public struct PluginSettings: Hashable, Sendable {
    public var admission = PluginAdmission.all
    /// It may do what its capabilities ask for.
    public var isTrusted = false
    /// Values of its options; no name twice.
    public var options: [PluginOption] = []
    /// Plugins whose verdicts count after this one's, besides those that it names itself.
    public var before: [String] = []
    /// Plugins whose verdicts count before this one's, besides those that it names itself.
    public var after: [String] = []

    public init() {}
}

/// What plugins of a name are let in.
public enum PluginAdmission: Hashable, Sendable {
    case all
    /// Those that only provide behaviors: a policy has to be asked for.
    case behaviors
    case none
}
