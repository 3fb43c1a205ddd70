// SPDX-License-Identifier: MIT

import PopoverModel

/// What must hold about questions and clocks after every event, whatever plugins say or do not say.
extension Arbiter {
    /// Each question waits for somebody, not for ever, and leads back to who waits for it.
    var questionsLead: [String] {
        var violations: [String] = []
        for (id, asked) in zip(questions.ids, questions.values) {
            if asked.isHeard { violations.append("\(id) is answered and not decided") }
            for (place, hearing) in asked.hearings.enumerated()
            where (hearing.said == nil) != deadlines.isArmed(.verdict(id, place: place)) {
                violations.append("\(id) may stay unanswered for ever, or has an idle deadline")
            }
            if !isAwaited(id, asked.pending) { violations.append("nobody waits for \(id)") }
        }
        for popover in popovers.values {
            guard case .deciding(let question) = popover.closing?.phase else { continue }
            if questions[question] == nil {
                violations.append("\(popover.id) closes by a question that is over")
            }
        }
        for (id, alert) in zip(alerts.ids, alerts.values) {
            if case .undecided(let question) = alert.turn, questions[question] == nil {
                violations.append("\(id) waits for a question that is over")
            }
            if (alert.turn == .held) != deadlines.isArmed(.hold(id)) {
                violations.append("\(id) is held for ever, or is not and has a deadline")
            }
            if alert.turn != .due, alert.severity == .critical {
                violations.append("\(id) is critical and waits for plugins")
            }
        }
        return violations
    }

    /// What is to be settled by a question waits for no other.
    private func isAwaited(_ id: QuestionID, _ pending: PendingQuestion) -> Bool {
        switch pending {
        case .open, .choice, .detach: pending.client.map { clients[$0] != nil } ?? false
        case .outsideTap(let tap, _, _):
            displays[tap.display]?.taps.contains { $0.tap.number == tap.number } ?? false
        case .outsideKey: true
        case .disposition(let popover): popovers[popover]?.closing?.phase == .deciding(id)
        case .alert(let alert): alerts[alert]?.turn == .undecided(id)
        case .idle(let display, let policy):
            displays[display]?.idleness.watches.contains {
                $0.policy == policy && $0.state == .asked(id)
            } ?? false
        }
    }

    /// A clock runs where there is something that somebody may have left, and nowhere else.
    func clocksRun(_ all: [Display]) -> [String] {
        var violations: [String] = []
        for display in all {
            for watch in display.idleness.watches {
                let deadline = Deadlines.Subject.idle(display: display.name, policy: watch.policy)
                let isArmed = deadlines.isArmed(deadline)
                switch watch.state {
                case .counting:
                    if !isArmed { violations.append("\(watch.policy) waits for ever") }
                case .warned(let warned):
                    if isArmed != isRunning(warned, on: display)
                        || isArmed != (warned.left == nil)
                    {
                        violations.append("\(watch.policy) warns for ever, or unseen")
                    }
                case .resting, .asked, .acted:
                    if isArmed { violations.append("\(watch.policy) waits for nothing") }
                }
                if watch.state == .resting && display.idleness.isOccupied {
                    violations.append("\(watch.policy) does not watch \(display.name)")
                }
            }
        }
        return violations
    }

    /// Whether the time of a warning has to run: people see it, or nobody can show it any more.
    private func isRunning(_ warned: Idleness.Warned, on display: Display) -> Bool {
        guard let id = warned.alert else { return true }
        guard let alert = alerts[id] else { return false }
        return display.presented == id && alert.call == nil
    }
}
