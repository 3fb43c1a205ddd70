// SPDX-License-Identifier: MIT

import PopoverModel

/// What must hold after every event, whatever clients, plugins, disks and clocks do.
extension Arbiter {
    /// What does not hold now, in words; empty unless the arbiter has a bug.
    public var invariantViolations: [String] {
        onePopover + alertsAbove + answered + nothingWaitsForEver
    }

    /// One popover at a time on a display (G11, K4), and it is known where it is.
    private var onePopover: [String] {
        var violations: [String] = []
        for display in displays.all {
            let here = popovers.values.filter { $0.display == display.name }.map(\.id)
            if here.count > 1 { violations.append("\(display.name) shows \(here)") }
            if here.first != display.popover {
                violations.append("\(display.name) does not know its popover \(here)")
            }
            if display.waitingOpen != nil && display.waitingView != nil {
                violations.append("an open and a view wait on \(display.name)")
            }
            if display.popover == nil, display.presented == nil,
                display.waitingOpen != nil || display.waitingView != nil
            {
                violations.append("somebody waits on \(display.name), which is free")
            }
            if let id = display.popover, let popover = popovers[id], clients[popover.owner] == nil {
                violations.append("\(id) has no owner")
            }
        }
        for popover in popovers.values
        where displays[popover.display] == nil && popover.closing == nil {
            violations.append("\(popover.id) is open on a display that is gone")
        }
        return violations
    }

    /// The most severe alert of a display is presented, and nothing is closing against its clock.
    private var alertsAbove: [String] {
        var violations: [String] = []
        for display in displays.all {
            if display.presented != display.alerts.first, !isSessionEnding(on: display.name) {
                violations.append("\(display.name) does not present its first alert")
            }
            let severities = display.alerts.compactMap { alerts[$0]?.severity }
            if severities != severities.sorted(by: >) {
                violations.append("the alerts of \(display.name) are out of order")
            }
            if display.alerts.count != severities.count {
                violations.append("\(display.name) knows an alert that is over")
            }
        }
        return violations
    }

    /// What was asked and is not answered is still known to wait somewhere.
    private var answered: [String] {
        var waiting: [ClientID: Int] = [:]
        for display in displays.all {
            if let open = display.waitingOpen, open.id != nil {
                waiting[open.client, default: 0] += 1
            }
            if let view = display.waitingView, view.id != nil {
                waiting[view.client, default: 0] += 1
            }
            for recent in display.taps where recent.outcome == nil {
                for follower in recent.followers where follower.id != nil {
                    waiting[follower.client, default: 0] += 1
                }
            }
        }
        for alert in alerts.values where alert.request != nil {
            waiting[alert.raiser, default: 0] += 1
        }
        for asked in questions.values where asked.question.request != nil {
            waiting[asked.client, default: 0] += 1
        }
        for task in sessionTasks {
            guard case .end(let client, .some) = task.purpose else { continue }
            waiting[client, default: 0] += 1
        }
        for order in orders.values {
            for client in order.askers { waiting[client, default: 0] += 1 }
        }
        var violations: [String] = []
        for (id, client) in zip(clients.ids, clients.values)
        where client.unanswered != waiting[id] ?? 0 {
            violations.append(
                "\(id) waits for \(client.unanswered) answers, but \(waiting[id] ?? 0) will come")
        }
        return violations
    }

    /// No state waits without an armed deadline.
    private var nothingWaitsForEver: [String] {
        guard stage == .running else { return [] }
        var violations: [String] = []
        for (id, client) in zip(clients.ids, clients.values)
        where !client.isGreeted && !deadlines.isArmed(.hello(id)) {
            violations.append("\(id) may wait for ever to say hello")
        }
        for popover in popovers.values {
            guard let closing = popover.closing else { continue }
            let isPaused = displays[popover.display]?.presented != nil
            if (closing.paused != nil) != isPaused
                || deadlines.isArmed(.close(popover.id)) == isPaused
            {
                violations.append("\(popover.id) closes without a deadline, or under an alert")
            }
        }
        for display in displays.all {
            if (display.waitingOpen != nil) != deadlines.isArmed(.open(display: display.name)) {
                violations.append("an open waits on \(display.name) without a deadline")
            }
            if (display.waitingView != nil) != deadlines.isArmed(.view(display: display.name)) {
                violations.append("a view waits on \(display.name) without a deadline")
            }
        }
        for (id, alert) in zip(alerts.ids, alerts.values)
        where alert.call != nil && !deadlines.isArmed(.presentation(id)) {
            violations.append("the renderer of \(id) may stay silent for ever")
        }
        for id in questions.ids where !deadlines.isArmed(.question(id)) {
            violations.append("\(id) may stay unanswered for ever")
        }
        if !drafts.unstored.isEmpty && !deadlines.isArmed(.retry) {
            violations.append("what the disk refused is not tried again")
        }
        return violations
    }
}

extension PendingQuestion {
    /// The request that waits for the verdict.
    var request: RequestID? {
        switch self {
        case .open(_, let id, _, _), .choice(_, _, let id), .outsideTap(_, let id),
            .outsideKey(_, _, let id), .detach(_, _, let id):
            id
        }
    }
}

extension PendingOrder {
    /// Who waits for an answer to a request.
    var askers: [ClientID] {
        switch self {
        case .administration(let client, let id): id == nil ? [] : [client]
        case .storage(let storage):
            storage.waiters.compactMap { waiter in
                switch waiter {
                case .closed: nil
                case .save(let client, let id, _), .session(let client, let id, _):
                    id == nil ? nil : client
                }
            }
        }
    }
}
