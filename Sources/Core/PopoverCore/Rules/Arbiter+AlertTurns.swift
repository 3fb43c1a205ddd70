// SPDX-License-Identifier: MIT

import PopoverModel

/// Turns: users whose alerts are equally severe take turns on a display, so that nobody's unanswered
/// alerts hide another user's alert for longer than one turn. A turn ends with the presented alert,
/// or when an alert of another user has waited for `alertTurnMs`.
extension Arbiter {
    // MARK: The limits

    /// The limit that one more alert would exceed; nil for none.
    /// - Parameter replaced: the alert that it replaces, which does not count.
    func limitFor(_ alert: Alert, besides replaced: AlertID?) -> Limits.Name? {
        let others = zip(alerts.ids, alerts).filter { $0.0 != replaced }.map(\.1)
        if others.count(where: { $0.raiser == alert.raiser }) >= settings.limits.alerts {
            return .alerts
        }
        let ofUser = others.count { $0.raiser.client != nil && $0.uid == alert.uid }
        return ofUser >= settings.limits.alertsPerUser ? .alertsPerUser : nil
    }

    /// The most unanswered alerts of one user, and that user.
    var mostAlertsOfUser: (count: Int, holder: String?) {
        var most: (count: Int, holder: String?) = (0, nil)
        for alert in alerts where alert.raiser.client != nil {
            let own = alerts.count { $0.raiser.client != nil && $0.uid == alert.uid }
            if own > most.count { most = (own, "user \(alert.uid)") }
        }
        return most
    }

    // MARK: Turns

    /// The alert to present: the presented one while no admitted alert is more severe, else the first
    /// one of the user whose turn it is.
    func nextAlert(on display: Display) -> (AlertID, Alert)? {
        let admitted = display.alerts.compactMap { id in alerts[id].map { (id, $0) } }
            .filter { $0.1.admission == .admitted }
        guard let severity = admitted.first?.1.severity else { return nil }
        let candidates = admitted.prefix { $0.1.severity == severity }
        if let presented = candidates.first(where: { $0.0 == display.presented }) {
            return presented
        }
        for user in display.alertUsers {
            if let first = candidates.first(where: { $0.1.uid == user }) { return first }
        }
        return nil
    }

    /// Limits the turn of the presented alert while another user's alert of its severity waits.
    mutating func limitTurn(on name: String) {
        guard let display = displays[name],
            let presented = display.presented.flatMap({ alerts[$0] }),
            display.alerts.contains(where: {
                alerts[$0].map { isRival($0, of: presented) } ?? false
            })
        else { return deadlines.disarm(.alertTurn(display: name)) }
        guard !deadlines.isArmed(.alertTurn(display: name)) else { return }
        deadlines.arm(.alertTurn(display: name), at: now + settings.timing.alertTurn)
    }

    /// Whether an alert may be presented next in turn, in place of the presented one.
    func isRival(_ alert: Alert, of presented: Alert) -> Bool {
        alert.admission == .admitted && alert.severity == presented.severity
            && alert.uid != presented.uid
    }

    /// Lets the next user have the display; the presented alert returns to the queue.
    mutating func alertTurnEnded(on name: String) {
        guard let id = displays.value(of: name, { $0.presented }) ?? nil, let alert = alerts[id]
        else { return }
        alerts.update(id) { $0.tried = [] }
        hide(id, notifyRenderer: true)
        endTurn(of: alert.uid, on: name)
        touch(name)
    }

    mutating func joinTurns(_ user: UInt32, on display: String) {
        displays.update(display) {
            if !$0.alertUsers.contains(user) { $0.alertUsers.append(user) }
        }
    }

    /// Moves the user whose alert is presented to the head of the turn order.
    mutating func beginTurn(of user: UInt32, on name: String) {
        guard let users = displays.value(of: name, { $0.alertUsers }), users.first != user else {
            return
        }
        deadlines.disarm(.alertTurn(display: name))
        displays.update(name) { $0.alertUsers = [user] + users.filter { $0 != user } }
    }

    /// Moves a user to the end of the turn order; one without an alert has left it.
    mutating func endTurn(of user: UInt32, on display: String) {
        deadlines.disarm(.alertTurn(display: display))
        displays.update(display) {
            guard let index = $0.alertUsers.firstIndex(of: user) else { return }
            $0.alertUsers.append($0.alertUsers.remove(at: index))
        }
    }

    /// Removes a user without an alert on this display from the turn order.
    mutating func leaveTurns(_ user: UInt32, on name: String) {
        guard let queue = displays.value(of: name, { $0.alerts }) else { return }
        if queue.contains(where: { alerts[$0]?.uid == user }) { return }
        displays.update(name) { $0.alertUsers.removeAll { $0 == user } }
    }
}
