// SPDX-License-Identifier: MIT

/// What a plugin wants to have a say in, whatever the behaviour: where it is asked, and on what
/// terms.
///
/// Policies have an order, which the administrator and the plugins themselves decide; where several
/// are asked the same, their verdicts combine by the rules of `docs/reference/plugins.md`.
public struct Policy: Codable, Hashable, Sendable {
    /// The plugin's name: 1 to 64 of a-z 0-9 `-`.
    public var name: String
    public var hooks: Hooks
    /// How long nobody has touched a display before it is asked at the hook `idle`; needed there.
    public var idleAfter: Interval?

    /// A shorter `idleAfter` counts as this.
    public static let shortestIdleAfter = Interval.milliseconds(1000)

    public init(name: String, hooks: Hooks, idleAfter: Interval? = nil) {
        self.name = name
        self.hooks = hooks
        self.idleAfter = idleAfter
    }
}

/// Who is asked.
public enum Respondent: Codable, Hashable, Sendable {
    /// The plugin that provides this behaviour.
    case behavior(String)
    /// The plugin of this name.
    case policy(String)
}
