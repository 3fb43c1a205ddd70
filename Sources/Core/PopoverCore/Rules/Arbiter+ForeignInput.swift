// SPDX-License-Identifier: MIT

import PopoverModel

/// Input that a client reports for another user without the role `input`: the client learns whether
/// to act on it, and nothing else happens.
extension Arbiter {
    /// The user of the popover that was visible at a tap; nil without one.
    func userConcerned(by tap: Tap) -> UInt32? {
        popoverVisible(at: tap).flatMap { popovers.value(of: $0) { $0.uid } }
    }

    /// Answers a tap without any effect. It is not remembered, so that no client can hide a later
    /// report of the same tap.
    mutating func answerForeign(_ tap: Tap, _ client: ClientID, _ id: RequestID?) {
        let outcome =
            outcomeByPlace(of: tap)
            ?? RecentTap.Outcome(
                verdict: .swallowed, ground: .elsewhere, popover: popoverVisible(at: tap))
        answer(
            client, id,
            .judged(
                TapJudgement(
                    verdict: outcome.verdict, deliver: delivers(outcome, to: client),
                    popover: outcome.popover)))
    }
}
