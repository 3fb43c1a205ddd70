// SPDX-License-Identifier: MIT

public import PopoverModel

/// What the administrator has decided about a plugin.
public struct PluginSettings: Hashable, Sendable {
    public var admission = PluginAdmission.wanted
    /// Values of its options; no name twice.
    public var options: [PluginOption] = []
    /// Plugins whose verdicts count after this one's, besides those that it names itself.
    public var before: [String] = []
    /// Plugins whose verdicts count before this one's, besides those that it names itself.
    public var after: [String] = []

    public init() {}
}

/// Whether a plugin of a name may be loaded.
public enum PluginAdmission: Hashable, Sendable {
    case wanted
    /// Neither the configuration nor a request names it.
    case unnamed
    case disabled

    /// Why it must not be loaded; nil if it may.
    public var obstacle: PluginError.Cause? {
        switch self {
        case .wanted: nil
        case .unnamed: .unnamed
        case .disabled: .disabled
        }
    }
}
