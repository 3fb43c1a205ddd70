// SPDX-License-Identifier: MIT

/// A point in the rules at which plugins are asked, spelled as on the wire.
public enum Hook: String, CaseIterable, Codable, Hashable, Sendable {
    /// May a popover open; as what, on which sides, how wide?
    case open
    /// Does this choice close it?
    case choice
    /// Does this tap or key outside close it, and is its draft saved or discarded?
    case outsideTap = "outside-tap"
    /// May it become a panel?
    case detach
    /// It closes without a request of its owner: is its draft saved or discarded?
    case disposition
    /// May this alert be presented now, and with which rank?
    case alert
    /// Nobody has touched a display for a while: what now?
    case idle
}

/// The hooks at which a plugin is asked, each with its terms.
public struct Hooks: Codable, Hashable, Sendable, ExpressibleByArrayLiteral {
    private var terms: [Hook: Terms] = [:]

    /// The deadline of an answer, and the fallback without one.
    public struct Terms: Codable, Hashable, Sendable {
        /// From the question to its answer; nil: `Timing.policy`.
        public var deadline: Interval?
        /// Counts if there is no valid answer in time.
        public var fallback: Verdict

        public init(deadline: Interval? = nil, fallback: Verdict = .abstain) {
            self.deadline = deadline
            self.fallback = fallback
        }
    }

    public init() {}

    /// All with default terms.
    public init(arrayLiteral hooks: Hook...) {
        for hook in hooks { terms[hook] = Terms() }
    }

    /// nil: it is not asked there.
    public subscript(hook: Hook) -> Terms? {
        get { terms[hook] }
        set { terms[hook] = newValue }
    }

    public func contains(_ hook: Hook) -> Bool {
        // Most want none, which needs no look into the table.
        !terms.isEmpty && terms[hook] != nil
    }

    /// In the order of `Hook.allCases`.
    public var all: [Hook] { Hook.allCases.filter(contains) }

    public var isEmpty: Bool { terms.isEmpty }

    /// Sets what counts at `open`, if it is asked there, without an answer of `plugin`.
    public mutating func set(_ fallback: Policy.Fallback, of plugin: String) {
        switch fallback {
        case .abstain: terms[.open]?.fallback = .abstain
        case .refuse:
            terms[.open]?.fallback = .open(
                .refuse(
                    reason: .policy,
                    message: "\(plugin), which has to be asked, does not answer"))
        }
    }
}
