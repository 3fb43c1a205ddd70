// SPDX-License-Identifier: MIT

import PopoverModel

/// The invariants: they hold after every event, whatever clients, plugins, disks and clocks do.
extension Arbiter {
    /// Whether there are so many objects that counting them after every event would cost far more
    /// than the rules: a debug build does not check the invariants then.
    var isLarge: Bool { clients.count + regions.count + drafts.count > 256 }

    /// Descriptions of the broken invariants; empty unless the arbiter has a bug.
    public var invariantViolations: [String] {
        // Copied once: a display is large, and this runs after every event.
        let all = Array(displays)
        return onePopover(all) + alertsAbove(all) + answered(all) + nothingWaitsForEver(all)
            + questionsLead + clocksRun(all) + subscriptionsAgree
            + hintsAreShort(all) + audiencesHear(all) + accountsAgree + endedIsErased(all)
            + framesAreUncovered(all) + blockersAreSeen(all) + panelsAreOnDisplays
            + gesturesAreUsedOnce
            + focusIsOnTop(all)
    }

    /// The list of subscriptions, by which events are delivered, is that of the clients.
    private var subscriptionsAgree: [String] {
        clients.areSubscriptionsConsistent ? [] : ["the subscriptions are not those of the clients"]
    }

    /// A display has at most one popover, and refers to it (G11, K4).
    private func onePopover(_ all: [Display]) -> [String] {
        var violations: [String] = []
        for display in all {
            let here = popovers.filter { $0.display === display.name }.map(\.id)
            if here.count > 1 { violations.append("\(display.name) shows \(here)") }
            if here.first != display.popover {
                violations.append("\(display.name) does not know its popover \(here)")
            }
            if display.popover == nil, display.presented == nil, display.waiting != nil {
                violations.append("a request waits on \(display.name), which is free")
            }
            if let id = display.popover, let popover = popovers[id], clients[popover.owner] == nil {
                violations.append("\(id) has no owner")
            }
        }
        for popover in popovers
        where displays[popover.display] == nil && popover.closing == nil {
            violations.append("\(popover.id) is open on a display that is gone")
        }
        return violations
    }

    /// The most severe admitted alert is presented.
    private func alertsAbove(_ all: [Display]) -> [String] {
        var violations: [String] = []
        for display in all {
            let queue = display.alerts.compactMap { alerts[$0] }
            let first = queue.first { $0.admission == .admitted }
            let presented = display.presented.flatMap { alerts[$0] }
            if presented?.severity != first?.severity, !isSessionEnding(on: display.name) {
                violations.append("\(display.name) does not present its first alert")
            }
            if let presented, presented.admission != .admitted {
                violations.append("\(display.name) presents an alert that is held")
            }
            if zip(queue, queue.dropFirst()).contains(where: { $1.precedes($0) }) {
                violations.append("the alerts of \(display.name) are out of order")
            }
            if display.alerts.count != queue.count {
                violations.append("\(display.name) knows an alert that is over")
            }
            violations += turns(on: display, queue, presented)
        }
        return violations
    }

    /// Users of equal severity take turns: a turn with a rival ends, and its user is the last then.
    private func turns(
        on display: Display, _ queue: [Alert], _ presented: Alert?
    ) -> [String] {
        var violations: [String] = []
        for severity in Severity.allCases {
            let users = display.alertTurns.order(of: severity).map(\.user)
            let owners = Set(queue.filter { $0.severity == severity }.map(\.uid))
            if users.count != owners.count || !owners.isSubset(of: users) {
                violations.append("the turn order of \(display.name) is not of users with alerts")
            }
        }
        guard let presented, !isSessionEnding(on: display.name) else { return violations }
        let turn = display.alertTurns.order(of: presented.severity).first
        if turn?.user != presented.uid || turn?.alert != display.presented {
            violations.append("\(display.name) presents an alert out of turn")
        }
        let hasRival = queue.contains { isRival($0, of: presented) }
        if hasRival != deadlines.isArmed(.alertTurn(display: Name(display.name))) {
            violations.append("an alert on \(display.name) may hide another user's for ever")
        }
        return violations
    }

    /// Every unanswered request is still pending somewhere.
    private func answered(_ all: [Display]) -> [String] {
        var waiting: [ClientID: Int] = [:]
        for display in all {
            if let request = display.waiting, request.id != nil {
                waiting[request.client, default: 0] += 1
            }
            for recent in display.taps where recent.outcome == nil {
                for follower in recent.followers where follower.id != nil {
                    waiting[follower.client, default: 0] += 1
                }
            }
        }
        for alert in alerts where alert.request != nil {
            if let client = alert.raiser.client { waiting[client, default: 0] += 1 }
        }
        for asked in questions where asked.pending.request != nil {
            if let client = asked.pending.client { waiting[client, default: 0] += 1 }
        }
        for task in session.tasks {
            guard case .end(let client?, .some) = task.purpose else { continue }
            waiting[client, default: 0] += 1
        }
        for order in orders {
            for client in order.askers { waiting[client, default: 0] += 1 }
        }
        var violations: [String] = []
        for (id, client) in zip(clients.ids, clients)
        where client.unanswered != waiting[id] ?? 0 {
            violations.append(
                "\(id) waits for \(client.unanswered) answers, but \(waiting[id] ?? 0) will come")
        }
        return violations
    }

    /// Every pending state has an armed deadline.
    private func nothingWaitsForEver(_ all: [Display]) -> [String] {
        guard stage == .running else { return [] }
        var violations: [String] = []
        for (id, client) in zip(clients.ids, clients)
        where !client.isGreeted && !deadlines.isArmed(.hello(id)) {
            violations.append("\(id) may wait for ever to say hello")
        }
        let holders = popovers.ids.map(HolderID.popover) + panels.ids.map(HolderID.panel)
        for id in holders {
            // While plugins decide, their own deadlines run.
            guard let closing = closing(of: id), closing.call != nil else { continue }
            let isPaused = display(of: id).flatMap { displays[$0] }?.presented != nil
            if (closing.paused != nil) != isPaused || deadlines.isArmed(.close(id)) == isPaused {
                violations.append("\(id) closes without a deadline, or under an alert")
            }
        }
        for display in all {
            if (display.waiting != nil) != deadlines.isArmed(.waiting(display: Name(display.name)))
            {
                violations.append("a request waits on \(display.name) without a deadline")
            }
        }
        for (id, alert) in zip(alerts.ids, alerts)
        where alert.showing?.call != nil && !deadlines.isArmed(.presentation(id)) {
            violations.append("the renderer of \(id) may stay silent for ever")
        }
        for (id, client) in zip(clients.ids, clients)
        where (client.ping != nil) != deadlines.isArmed(.ping(id)) {
            violations.append("\(id) is pinged without a deadline, or not and has one")
        }
        for display in all {
            guard let renderer = hinderingRenderer(on: display.name) else { continue }
            if clients[renderer]?.ping == nil {
                violations.append("the renderer on \(display.name) may hold up others for ever")
            }
        }
        if !drafts.unstored.isEmpty && !deadlines.isArmed(.retry) {
            violations.append("refused drafts are not stored again")
        }
        if !erasingIsNoted { violations.append("the erasing orders are not those that are noted") }
        if isExpiryForgotten { violations.append("no deadline for the next draft to expire") }
        return violations
    }

    /// The orders that erase ended sessions are noted, and no others.
    private var erasingIsNoted: Bool {
        session.erasing
            == zip(orders.ids, orders).filter { $0.1.endsSession(on: nil) }.map { $0.0 }
    }

    /// Nothing of an ended session is remembered: events, decisions, input (K3).
    private func endedIsErased(_ all: [Display]) -> [String] {
        var violations: [String] = []
        for display in all {
            let name = display.name
            let began = display.sessionBegan
            guard began > Instant(microseconds: 0) else { continue }
            if bus.remembers(before: began, where: { $0.fact.display.belongs(to: name) }) {
                violations.append("the history has an event of an ended session on \(name)")
            }
            if decisionLog.contains(where: { $0.time < began && $0.display.belongs(to: name) }) {
                violations.append("the decision log knows an ended session on \(name)")
            }
            if display.taps.contains(where: { $0.tap.time < began })
                || display.past.contains(where: { $0.until < began })
                || display.pastOccluders.contains(where: { $0.until < began })
                || clients.contains(where: { client in
                    client.presses.contains { $0.display === name && $0.time < began }
                })
            {
                violations.append("input of an ended session on \(name) is remembered")
            }
        }
        return violations
    }
}

extension PendingOrder {
    /// The clients that wait for an answer to a request.
    var askers: [ClientID] {
        switch self {
        case .administration(let client, let id): id == nil ? [] : [client]
        case .storage(let storage):
            storage.waiters.compactMap { waiter in
                switch waiter {
                case .closed, .panelClosed: nil
                case .save(let client, let id, _): id == nil ? nil : client
                case .session(let client, let id, _, _): id == nil ? nil : client
                }
            }
        }
    }
}
