// SPDX-License-Identifier: MIT

/// Moves the focus by itself for people who use a single switch: a press starts the scan, later ones
/// activate what has the focus.
package struct SwitchScan: Hashable, Sendable {
    /// The answer to a step of the scan.
    package struct Answer: Hashable, Sendable {
        /// The source that has the ring; nil: something on top has been notified.
        package var source: Source?

        package init(source: Source?) { self.source = source }
    }

    package struct Source: Hashable, Sendable {
        let client: String
        let source: String

        package init(client: String, source: String) {
            self.client = client
            self.source = source
        }
    }

    /// Rounds without a press after which it ends.
    package static let rounds = 3
    /// Steps without a press after which it ends where nobody knows how many make a round.
    package static let steps = 30

    package private(set) var isRunning = false
    /// The first source since the last press.
    private var first: Source?
    private var roundsLeft = 0
    private var stepsLeft = 0

    package init() {}

    package mutating func pressed() -> NavigationStep {
        let step: NavigationStep = isRunning ? .activate : .next
        isRunning = true
        used()
        return step
    }

    /// Somebody is there: the rounds begin anew.
    package mutating func used() {
        first = nil
        roundsLeft = Self.rounds
        stepsLeft = Self.steps
    }

    /// The daemon has answered a step that was not a press.
    package mutating func answered(_ answer: Answer) {
        guard let source = answer.source else {
            stepsLeft -= 1
            first = nil
            if stepsLeft <= 0 { isRunning = false }
            return
        }
        guard let first else { return self.first = source }
        if source == first { roundsLeft -= 1 }
        if roundsLeft <= 0 { isRunning = false }
    }

    package mutating func end() { isRunning = false }
}
