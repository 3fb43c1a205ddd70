// SPDX-License-Identifier: MIT

import PopoverModel

/// Turns: users whose alerts are equally severe take turns on a display, so that nobody's unanswered
/// alerts hide another user's alert for longer than one turn. A turn ends with its alert, or when an
/// alert of another user has waited for `alertTurnMs`; a more severe alert interrupts it.
extension Arbiter {
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
        for turn in display.alertTurns.order(of: severity) {
            if let begun = candidates.first(where: { $0.0 == turn.alert }) { return begun }
            if let first = candidates.first(where: { $0.1.uid == turn.user }) { return first }
        }
        return candidates.first
    }

    /// Limits the turn of the presented alert while another user's alert of its severity waits.
    mutating func limitTurn(on name: String) {
        guard let display = displays[name],
            let presented = display.presented.flatMap({ alerts[$0] }),
            display.alerts.contains(where: {
                alerts[$0].map { isRival($0, of: presented) } ?? false
            })
        else { return deadlines.disarm(.alertTurn(display: Name(name))) }
        guard !deadlines.isArmed(.alertTurn(display: Name(name))) else { return }
        deadlines.arm(.alertTurn(display: Name(name)), at: now + settings.timing.alertTurn)
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
        endTurn(of: alert)
        touch(name)
    }

    /// Begins or continues the turn of the user whose alert is presented.
    mutating func beginTurn(of id: AlertID, _ alert: Alert) {
        let turns = displays.value(of: alert.display) { $0.alertTurns }
        if turns?.order(of: alert.severity).first?.user != alert.uid {
            deadlines.disarm(.alertTurn(display: Name(alert.display)))
        }
        displays.update(alert.display) {
            $0.alertTurns.begin(alert.uid, alert.severity, with: id)
        }
    }

    /// Moves a user to the end of the order. The presented alert, if there is one, is of another
    /// severity and goes on with its turn.
    mutating func endTurn(of alert: Alert) {
        displays.update(alert.display) { $0.alertTurns.end(alert.uid, alert.severity) }
        guard displays.value(of: alert.display, { $0.presented }) == .some(nil) else { return }
        deadlines.disarm(.alertTurn(display: Name(alert.display)))
    }

    /// Removes a user without another alert of this severity here from the order.
    mutating func leaveTurns(_ alert: Alert) {
        guard let queue = displays.value(of: alert.display, { $0.alerts }) else { return }
        let isLast = !queue.contains {
            alerts[$0].map { $0.uid == alert.uid && $0.severity == alert.severity } ?? false
        }
        guard isLast else { return }
        displays.update(alert.display) { $0.alertTurns.leave(alert.uid, alert.severity) }
    }
}
