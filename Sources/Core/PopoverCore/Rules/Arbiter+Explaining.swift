// SPDX-License-Identifier: MIT

import PopoverModel

/// Remembering what was decided, and telling administrators who ask why.
extension Arbiter {
    /// Tells the latest decisions, oldest first. What is not remembered any more was decided once.
    mutating func explain(
        _ popover: PopoverID?, _ limit: Int?, _ client: ClientID, _ id: RequestID?
    ) {
        if let popover, !popoverNumbers.hasGiven(popover) {
            return fail(client, id, .unknown(popover))
        }
        answer(client, id, .decisions(journal.latest(of: popover, limit: limit).map(\.decision)))
    }

    /// About a popover that is there.
    mutating func record(
        _ matter: DecisionLog.Matter, _ popover: Popover, _ combined: CombinedVerdict?
    ) {
        journal.note(
            DecisionLog.Entry(
                time: now, matter: matter, popover: popover.id, app: popover.app,
                display: popover.display, records: combined?.records ?? []))
    }

    mutating func record(
        _ matter: DecisionLog.Matter, popover: PopoverID? = nil, app: String? = nil,
        on display: String?, _ records: [VerdictRecord] = []
    ) {
        journal.note(
            DecisionLog.Entry(
                time: now, matter: matter, popover: popover, app: app, display: display,
                records: records))
    }

    mutating func record(
        _ matter: DecisionLog.Matter, _ id: AlertID, _ alert: Alert, _ combined: CombinedVerdict?
    ) {
        journal.note(
            DecisionLog.Entry(
                time: now, matter: matter, alert: id, app: alert.app, display: alert.display,
                records: combined?.records ?? []))
    }

    /// A tap that met nothing explains nothing, and there are many.
    mutating func record(_ tap: Tap, _ outcome: RecentTap.Outcome, _ combined: CombinedVerdict?) {
        guard outcome.ground != .nothing else { return }
        journal.note(
            DecisionLog.Entry(
                time: now, matter: .tap(outcome.verdict, outcome.ground),
                popover: outcome.popover, display: tap.display,
                records: combined?.records ?? []))
    }

    mutating func record(
        _ step: DecisionLog.IdleStep, of policy: String, on display: String,
        popover: PopoverID? = nil, alert: AlertID? = nil, _ combined: CombinedVerdict? = nil
    ) {
        journal.note(
            DecisionLog.Entry(
                time: now, matter: .idle(step, policy: policy), popover: popover, alert: alert,
                display: display, records: combined?.records ?? []))
    }
}
