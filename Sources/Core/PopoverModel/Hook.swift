// SPDX-License-Identifier: MIT

/// A place in the rules at which plugins are asked; the spelling is the wire's.
public enum Hook: String, CaseIterable, Codable, Hashable, Sendable {
    /// May a popover open; as what, on which sides, how wide?
    case open
    /// Does this choice close it?
    case choice
    /// Does this tap or key outside close it, and what becomes of its work?
    case outsideTap = "outside-tap"
    /// May it become a panel?
    case detach
    /// It closes without its owner having asked: is its work saved or discarded?
    case disposition
    /// Is this alert presented now, and before which of the same severity?
    case alert
    /// Nobody has touched a display for a while: what now?
    case idle
}

/// The hooks at which somebody wants to be asked, and on what terms.
public struct Hooks: Codable, Hashable, Sendable, ExpressibleByArrayLiteral {
    private var terms: [Hook: Terms] = [:]

    /// How long an answer may take, and what holds without one.
    public struct Terms: Codable, Hashable, Sendable {
        /// From the question to its answer; nil: `Timing.policy`.
        public var deadline: Interval?
        /// What counts when there is no answer in time, or none at all.
        public var fallback: Verdict

        public init(deadline: Interval? = nil, fallback: Verdict = .abstain) {
            self.deadline = deadline
            self.fallback = fallback
        }
    }

    public init() {}

    /// All on the usual terms.
    public init(arrayLiteral hooks: Hook...) {
        for hook in hooks { terms[hook] = Terms() }
    }

    /// nil: it does not want to be asked there.
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
}
