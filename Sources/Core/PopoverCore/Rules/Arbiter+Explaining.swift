// SPDX-License-Identifier: MIT

public import PopoverModel

/// The decision log: recording decisions, and explaining them to administrators.
extension Arbiter {
    /// The remembered decisions of this time and later, oldest first, for replays.
    public func decisions(since time: Instant) -> [Decision] {
        let all = decisionLog.latest(of: nil, limit: DecisionLog.limit)
        return all.reversed().prefix { $0.time >= time }.reversed().map(\.decision)
    }

    /// The remembered events after this number, oldest first, for replays.
    public func events(after sequence: Int64) -> [BusEvent] { bus.events(after: sequence) }

    /// Answers with the latest decisions, oldest first; none if those of the popover were evicted.
    mutating func explain(
        _ popover: PopoverID?, _ limit: Int, _ client: ClientID, _ id: RequestID?
    ) {
        if let popover, !identifiers.popovers.hasIssued(popover) {
            return fail(client, id, .unknown(popover))
        }
        answer(
            client, id, .decisions(decisionLog.latest(of: popover, limit: limit).map(\.decision)))
    }

    mutating func record(
        _ matter: DecisionLog.Matter, _ popover: Popover, _ combined: CombinedVerdict?
    ) {
        decisionLog.append(
            DecisionLog.Entry(
                time: now, matter: matter, popover: popover.id, app: popover.app,
                display: popover.display, records: combined?.records ?? []))
    }

    mutating func record(
        _ matter: DecisionLog.Matter, popover: PopoverID? = nil, app: String? = nil,
        on display: String?, _ records: [VerdictRecord] = []
    ) {
        decisionLog.append(
            DecisionLog.Entry(
                time: now, matter: matter, popover: popover, app: app, display: display,
                records: records))
    }

    mutating func record(
        _ matter: DecisionLog.Matter, _ id: AlertID, _ alert: Alert, _ combined: CombinedVerdict?
    ) {
        decisionLog.append(
            DecisionLog.Entry(
                time: now, matter: matter, alert: id, app: alert.app, display: alert.display,
                records: combined?.records ?? []))
    }

    /// Records the verdict on a tap. Taps that hit nothing are frequent and not recorded.
    mutating func record(_ tap: Tap, _ outcome: RecentTap.Outcome, _ combined: CombinedVerdict?) {
        guard outcome.ground != .nothing else { return }
        decisionLog.append(
            DecisionLog.Entry(
                time: now, matter: .tap(outcome.verdict, outcome.ground),
                popover: outcome.popover, display: tap.display,
                records: combined?.records ?? []))
    }

    mutating func record(
        _ step: DecisionLog.IdleStep, of policy: String, on display: String,
        popover: PopoverID? = nil, alert: AlertID? = nil, _ combined: CombinedVerdict? = nil
    ) {
        decisionLog.append(
            DecisionLog.Entry(
                time: now, matter: .idle(step, policy: policy), popover: popover, alert: alert,
                display: display, records: combined?.records ?? []))
    }
}
