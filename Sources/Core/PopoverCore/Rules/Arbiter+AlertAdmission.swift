// SPDX-License-Identifier: MIT

import PopoverModel

/// The admission of alerts to the queue of their display. Policies may hold an alert for a while, or
/// rank it among those of its severity, and a locked display holds it until the unlock. Neither
/// concerns critical alerts, which are never late.
extension Arbiter {
    /// Asks the policies about an alert that is not presented; without a policy it is admitted.
    mutating func requestAdmission(of id: AlertID) {
        guard let alert = alerts[id] else { return }
        deadlines.disarm(.hold(id))
        guard let raiser = alert.raiser.client, alert.severity < .critical else {
            return setAdmission(.admitted, of: id)
        }
        if displays.value(of: alert.display, { $0.isLocked }) == true {
            return setAdmission(.locked, of: id)
        }
        guard isAsked(at: .alert, by: raiser) else { return setAdmission(.admitted, of: id) }
        let held = alert.heldSince.map { now - $0 } ?? Interval(microseconds: 0)
        let facts = Question.AlertFacts(
            alert: id, app: alert.app, display: alert.display, severity: alert.severity,
            title: alert.title, key: alert.key, held: held)
        setAdmission(.undecided(ask(nil, .alert(facts), .alert(id), by: raiser)), of: id)
    }

    mutating func decideAdmission(of id: AlertID, _ combined: CombinedVerdict) {
        guard let alert = alerts[id] else { return }
        switch combined.verdict.alert {
        case .hold(let interval):
            deadlines.arm(.hold(id), at: now + interval)
            setAdmission(.held, of: id)
            record(.held(interval), id, alert, combined)
            return
        case .present(let rank):
            alerts.update(id) { $0.rank = rank }
            sortIntoQueue(id, on: alert.display)
        case nil: break
        }
        setAdmission(.admitted, of: id)
        record(.admitted(rank: alerts[id]?.rank ?? 0), id, alert, combined)
    }

    mutating func setAdmission(_ admission: Alert.Admission, of id: AlertID) {
        alerts.update(id) {
            $0.admission = admission
            switch admission {
            case .held: $0.heldSince = $0.heldSince ?? now
            case .admitted: $0.heldSince = nil
            case .undecided, .locked, .unrendered: break
            }
        }
        if let display = alerts[id]?.display { touch(display) }
    }

    /// Admits the alerts that were raised while the display was locked.
    mutating func admitLockedAlerts(on name: String) {
        for id in displays.value(of: name, { $0.alerts }) ?? []
        where alerts[id]?.admission == .locked { requestAdmission(of: id) }
    }

    func isAdmitted(_ id: AlertID) -> Bool { alerts[id]?.admission == .admitted }

    mutating func holdEnded(_ id: AlertID) { requestAdmission(of: id) }

    /// Asks again about held alerts: the policies have changed.
    mutating func reconsiderHeldAlerts() {
        for id in alerts.ids where alerts[id]?.admission == .held { requestAdmission(of: id) }
    }
}
