// SPDX-License-Identifier: MIT

import PopoverModel

/// Which alerts wait: policies may hold one back for a while, or say before which others of its
/// severity it comes. Nobody holds a critical one, and nobody is asked about it, so that it is never
/// late.
extension Arbiter {
    /// Asks the policies about an alert that is not presented; without any its turn may come.
    mutating func askForTurn(of id: AlertID) {
        guard let alert = alerts[id] else { return }
        deadlines.disarm(.hold(id))
        guard let raiser = alert.raiser.client, alert.severity < .critical,
            isAsked(at: .alert, by: raiser)
        else { return setTurn(.due, of: id) }
        let held = alert.heldSince.map { now - $0 } ?? Interval(microseconds: 0)
        let facts = Question.AlertFacts(
            alert: id, app: alert.app, display: alert.display, severity: alert.severity,
            title: alert.title, key: alert.key, held: held)
        setTurn(.undecided(ask(nil, .alert(facts), .alert(id), by: raiser)), of: id)
    }

    mutating func decideTurn(of id: AlertID, _ combined: CombinedVerdict) {
        guard let alert = alerts[id] else { return }
        switch combined.verdict.alert {
        case .hold(let interval):
            deadlines.arm(.hold(id), at: now + interval)
            setTurn(.held, of: id)
            record(.held(interval), id, alert, combined)
            return
        case .present(let rank):
            alerts.update(id) { $0.rank = rank }
            line(up: id, on: alert.display)
        case nil: break
        }
        setTurn(.due, of: id)
        record(.due(rank: alerts[id]?.rank ?? 0), id, alert, combined)
    }

    private mutating func setTurn(_ turn: Alert.Turn, of id: AlertID) {
        alerts.update(id) {
            $0.turn = turn
            switch turn {
            case .held: $0.heldSince = $0.heldSince ?? now
            case .due: $0.heldSince = nil
            case .undecided: break
            }
        }
        if let display = alerts[id]?.display { touch(display) }
    }

    /// Whether its turn may come.
    func isDue(_ id: AlertID) -> Bool { alerts[id]?.turn == .due }

    mutating func holdEnded(_ id: AlertID) { askForTurn(of: id) }

    /// Other policies may see it otherwise.
    mutating func reconsiderHeldAlerts() {
        for id in alerts.ids where alerts[id]?.turn == .held { askForTurn(of: id) }
    }
}
