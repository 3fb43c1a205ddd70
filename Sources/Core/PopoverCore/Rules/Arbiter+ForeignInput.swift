// SPDX-License-Identifier: MIT

import PopoverModel

/// Input that a client reports for another user without the role `input`: the client learns whether
/// to act on it, and nothing else happens.
extension Arbiter {
    /// Whether a client may report a tap: it concerns the user of the popover that was visible then.
    func mayReport(_ tap: Tap, _ client: ClientID) -> Bool {
        let popover = popoverVisible(at: tap)
        return mayReportInput(client, to: popover.flatMap { popovers.value(of: $0) { $0.uid } })
    }

    /// Answers a tap without any effect. It is not remembered, so that no client can hide a later
    /// report of the same tap.
    mutating func answerForeign(_ tap: Tap, _ client: ClientID, _ id: RequestID?) {
        let outcome: RecentTap.Outcome
        switch place(of: tap) {
        case nil: return fail(client, id, unknownDisplay(tap.display))
        case .decisive(let decided): outcome = decided
        case .outside(let popover):
            outcome = RecentTap.Outcome(verdict: .swallowed, ground: .elsewhere, popover: popover)
        }
        answer(
            client, id,
            .judged(
                TapJudgement(
                    verdict: outcome.verdict, deliver: delivers(outcome, to: client),
                    popover: outcome.popover)))
    }
}
