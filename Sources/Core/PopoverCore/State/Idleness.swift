// SPDX-License-Identifier: MIT

import PopoverModel

/// How long a display has been unattended, and the state of each policy that watches it.
struct Idleness: Codable, Sendable {
    /// Nil before the first input.
    var lastInput: Instant?
    /// The start of the idle time: the last activity, or the first content on the display at rest.
    var since: Instant
    var isOccupied = false
    /// One for each policy with the hook `idle`, in the order of policies.
    var watches: [Watch] = []

    init(since: Instant) { self.since = since }

    struct Watch: Codable, Sendable {
        let policy: String
        let after: Interval
        /// The policy's latest verdict, or the time at which new content appeared after its action.
        var heard: Instant?
        var state = State.resting

        /// The time at which the policy is asked.
        func due(since: Instant) -> Instant { max(heard ?? since, since) + after }
    }

    enum State: Codable, Hashable, Sendable {
        /// The display has neither session nor content. Next: `counting`.
        case resting
        /// A deadline is armed, perhaps before the last input. Next: any but `warned` and `acted`.
        case counting
        /// The policy is asked. Next: any.
        case asked(QuestionID)
        /// Users are warned. Next: any but `asked`.
        case warned(Warned)
        /// The action was carried out. Next: `resting` or `counting`.
        case acted
    }

    /// A warning with its time limit.
    struct Warned: Codable, Hashable, Sendable {
        let action: IdleAction
        /// Nil after the alert has ended.
        var alert: AlertID?
        /// The time that remains once users see the alert; nil while the deadline is armed.
        var left: Interval?
    }
}
