// SPDX-License-Identifier: MIT

import PopoverModel

/// What must hold after every event, whatever clients, plugins, disks and clocks do.
extension Arbiter {
    /// What does not hold now, in words; empty unless the arbiter has a bug.
    public var invariantViolations: [String] {
        // Once: a display is large, and this is asked after every event.
        let all = displays.all
        return onePopover(all) + alertsAbove(all) + answered(all) + nothingWaitsForEver(all)
            + questionsLead + clocksRun(all)
    }

    /// One popover at a time on a display (G11, K4), and it is known where it is.
    private func onePopover(_ all: [Display]) -> [String] {
        var violations: [String] = []
        for display in all {
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

    /// Of the alerts whose turn may come the most severe is presented.
    private func alertsAbove(_ all: [Display]) -> [String] {
        var violations: [String] = []
        for display in all {
            let queue = display.alerts.compactMap { alerts[$0] }
            let first = queue.first { $0.turn == .due }
            let presented = display.presented.flatMap { alerts[$0] }
            if presented?.severity != first?.severity, !isSessionEnding(on: display.name) {
                violations.append("\(display.name) does not present its first alert")
            }
            if let presented, presented.turn != .due {
                violations.append("\(display.name) presents an alert that is held")
            }
            if zip(queue, queue.dropFirst()).contains(where: { $1.precedes($0) }) {
                violations.append("the alerts of \(display.name) are out of order")
            }
            if display.alerts.count != queue.count {
                violations.append("\(display.name) knows an alert that is over")
            }
        }
        return violations
    }

    /// What was asked and is not answered is still known to wait somewhere.
    private func answered(_ all: [Display]) -> [String] {
        var waiting: [ClientID: Int] = [:]
        for display in all {
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
            if let client = alert.raiser.client { waiting[client, default: 0] += 1 }
        }
        for asked in questions.values where asked.pending.request != nil {
            if let client = asked.pending.client { waiting[client, default: 0] += 1 }
        }
        for task in sessionTasks {
            guard case .end(let client?, .some) = task.purpose else { continue }
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
    private func nothingWaitsForEver(_ all: [Display]) -> [String] {
        guard stage == .running else { return [] }
        var violations: [String] = []
        for (id, client) in zip(clients.ids, clients.values)
        where !client.isGreeted && !deadlines.isArmed(.hello(id)) {
            violations.append("\(id) may wait for ever to say hello")
        }
        for popover in popovers.values {
            // While plugins are asked their deadlines run.
            guard let closing = popover.closing, closing.call != nil else { continue }
            let isPaused = displays[popover.display]?.presented != nil
            if (closing.paused != nil) != isPaused
                || deadlines.isArmed(.close(popover.id)) == isPaused
            {
                violations.append("\(popover.id) closes without a deadline, or under an alert")
            }
        }
        for display in all {
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
        if !drafts.unstored.isEmpty && !deadlines.isArmed(.retry) {
            violations.append("what the disk refused is not tried again")
        }
        if isExpiryForgotten { violations.append("nothing waits for a draft to expire") }
        return violations
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
                case .save(let client, let id, _): id == nil ? nil : client
                case .session(let client, let id, _): id == nil ? nil : client
                }
            }
        }
    }
}
