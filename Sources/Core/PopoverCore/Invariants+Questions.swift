// SPDX-License-Identifier: MIT

import PopoverModel

/// The invariants of questions and idle clocks, whatever verdicts plugins give.
extension Arbiter {
    /// Every question has a pending verdict with a deadline, and a state that waits for it.
    var questionsLead: [String] {
        var violations: [String] = []
        for (id, asked) in zip(questions.ids, questions) {
            if asked.isHeard { violations.append("\(id) is answered and not decided") }
            for (index, hearing) in asked.hearings.enumerated()
            where (hearing.said == nil) != deadlines.isArmed(.verdict(id, index: index)) {
                violations.append("\(id) may stay unanswered for ever, or has an idle deadline")
            }
            if !isAwaited(id, asked.pending) { violations.append("nobody waits for \(id)") }
        }
        for popover in popovers {
            guard case .deciding(let question) = popover.closing?.phase else { continue }
            if questions[question] == nil {
                violations.append("\(popover.id) closes by a question that is over")
            }
        }
        for (id, alert) in zip(alerts.ids, alerts) {
            if case .undecided(let question) = alert.admission, questions[question] == nil {
                violations.append("\(id) waits for a question that is over")
            }
            if (alert.admission == .held) != deadlines.isArmed(.hold(id)) {
                violations.append("\(id) is held for ever, or is not and has a deadline")
            }
            if (alert.admission == .unrendered) != deadlines.isArmed(.renderer(id)) {
                violations.append("\(id) has no renderer for ever, or has one and a deadline")
            }
            switch alert.admission {
            case .admitted: break
            case .undecided, .held, .locked:
                if alert.severity < .critical { break }
                violations.append("\(id) is critical and waits for plugins or an unlock")
            case .unrendered:
                if alert.severity == .critical, renderer(of: alert) == nil { break }
                violations.append("\(id) waits, although a client could show it")
            }
            let isLocked = displays.value(of: alert.display) { $0.isLocked }
            if alert.admission == .locked, isLocked != true {
                violations.append("\(id) waits for an unlock that is over")
            }
        }
        return violations
    }

    /// Whether the state that a question is about waits for this question.
    private func isAwaited(_ id: QuestionID, _ pending: PendingQuestion) -> Bool {
        switch pending {
        case .open, .choice, .detach: pending.client.map { clients[$0] != nil } ?? false
        case .outsideTap(let tap, _, _):
            displays[tap.display]?.taps.contains { $0.tap.number == tap.number } ?? false
        case .outsideKey: true
        case .disposition(let popover): popovers[popover]?.closing?.phase == .deciding(id)
        case .alert(let alert): alerts[alert]?.admission == .undecided(id)
        case .idle(let display, let policy):
            displays[display]?.idleness.watches.contains {
                $0.policy == policy && $0.state == .asked(id)
            } ?? false
        }
    }

    /// An idle clock runs exactly while its display holds what a user may have left behind.
    func clocksRun(_ all: [Display]) -> [String] {
        var violations: [String] = []
        for display in all {
            for watch in display.idleness.watches {
                let deadline = Deadlines.Subject.idle(
                    display: Name(display.name), policy: watch.policy)
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

    /// Whether the time of a warning has to run: users see it, or no client can show it.
    private func isRunning(_ warned: Idleness.Warned, on display: Display) -> Bool {
        guard let id = warned.alert else { return true }
        guard let alert = alerts[id] else { return false }
        return display.presented == id && alert.showing?.call == nil
    }
}
