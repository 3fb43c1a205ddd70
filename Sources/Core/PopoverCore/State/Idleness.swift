// SPDX-License-Identifier: MIT

import PopoverModel

/// How long nobody has touched a display, and what the policies make of it.
struct Idleness: Codable, Sendable {
    /// Nil where nobody has since the display came.
    var lastInput: Instant?
    /// Since when somebody may have been there and done nothing: the last input, or the moment at
    /// which something came to a display that was empty.
    var since: Instant
    var isOccupied = false
    /// One for each policy that wants to know, in their order.
    var watches: [Watch] = []

    init(since: Instant) { self.since = since }

    struct Watch: Codable, Sendable {
        let policy: String
        let after: Interval
        /// When it said something last, or something new came after all was done.
        var heard: Instant?
        var state = State.resting

        /// When it is to be asked.
        func due(since: Instant) -> Instant { max(heard ?? since, since) + after }
    }

    enum State: Codable, Hashable, Sendable {
        /// There is nothing on the display that anybody could have left. Can go to: `counting`.
        case resting
        /// A deadline is armed, be it one from before the last input. Can go to all others but
        /// `warned` and `acted`.
        case counting
        /// Can go to: all others.
        case asked(QuestionID)
        /// People are warned. Can go to: all others but `asked`.
        case warned(Warned)
        /// What was to be done is done. Can go to: `resting`, `counting`.
        case acted
    }

    /// People are warned, and have time to do something about it.
    struct Warned: Codable, Hashable, Sendable {
        let action: IdleAction
        /// While it is there.
        var alert: AlertID?
        /// The time they have when they see the alert, as long as they do not; nil while a deadline
        /// is armed.
        var left: Interval?
    }
}
