// SPDX-License-Identifier: MIT

import PopoverModel

/// Remembering what was decided, and telling administrators who ask why.
extension Arbiter {
    /// Tells the latest decisions, oldest first. What is not remembered any more was decided once.
    mutating func explain(
        _ popover: PopoverID?, _ limit: Int?, _ client: ClientID, _ id: RequestID?
    ) {
        if let popover, !popoverNumbers.hasGiven(popover) {
            return fail(client, id, .unknownID(popover.description))
        }
        answer(client, id, .decisions(journal.latest(of: popover, limit: limit).map(\.decision)))
    }

    /// About a popover that is there.
    mutating func record(_ matter: Journal.Matter, _ popover: Popover, _ ruling: Ruling?) {
        journal.note(
            Journal.Entry(
                time: now, matter: matter, popover: popover.id, app: popover.app,
                display: popover.display, testimonies: ruling?.testimonies ?? []))
    }

    mutating func record(
        _ matter: Journal.Matter, popover: PopoverID? = nil, app: String? = nil,
        on display: String?, _ testimonies: [Testimony] = []
    ) {
        journal.note(
            Journal.Entry(
                time: now, matter: matter, popover: popover, app: app, display: display,
                testimonies: testimonies))
    }

    mutating func record(
        _ matter: Journal.Matter, _ id: AlertID, _ alert: Alert, _ ruling: Ruling?
    ) {
        journal.note(
            Journal.Entry(
                time: now, matter: matter, alert: id, app: alert.app, display: alert.display,
                testimonies: ruling?.testimonies ?? []))
    }

    /// A tap that met nothing explains nothing, and there are many.
    mutating func record(_ tap: Tap, _ outcome: RecentTap.Outcome, _ ruling: Ruling?) {
        guard outcome.ground != .nothing else { return }
        journal.note(
            Journal.Entry(
                time: now, matter: .tap(outcome.verdict, outcome.ground),
                popover: outcome.popover, display: tap.display,
                testimonies: ruling?.testimonies ?? []))
    }

    mutating func record(
        _ step: Journal.IdleStep, of policy: String, on display: String,
        popover: PopoverID? = nil, alert: AlertID? = nil, _ ruling: Ruling? = nil
    ) {
        journal.note(
            Journal.Entry(
                time: now, matter: .idle(step, policy: policy), popover: popover, alert: alert,
                display: display, testimonies: ruling?.testimonies ?? []))
    }
}
