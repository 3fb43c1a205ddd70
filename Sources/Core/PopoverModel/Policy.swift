// SPDX-License-Identifier: MIT

/// A plugin that is asked about all popovers and alerts, whatever their behavior. The administrator
/// and the plugins decide the order; `docs/reference/plugins.md` says how verdicts are combined.
public struct Policy: Codable, Hashable, Sendable {
    /// The plugin's name: 1 to 64 of a-z 0-9 `-`.
    public var name: String
    public var hooks: Hooks
    /// Time without touch or key on a display until the hook `idle` asks; mandatory for that hook.
    public var idleAfter: Interval?

    /// What counts at the hook `open` without a valid answer in time.
    public enum Fallback: String, CaseIterable, Codable, Hashable, Sendable {
        case abstain
        case refuse
    }

    /// A shorter `idleAfter` counts as this.
    public static let shortestIdleAfter = Interval.milliseconds(1000)

    public init(name: String, hooks: Hooks, idleAfter: Interval? = nil) {
        self.name = name
        self.hooks = hooks
        self.idleAfter = idleAfter
    }
}

/// The plugin that is asked.
public enum Respondent: Codable, Hashable, Sendable {
    /// The plugin that provides this behavior.
    case behavior(String)
    /// The plugin of this name.
    case policy(String)
}
