// SPDX-License-Identifier: MIT

import PopoverModel

/// The time that people have when they are warned: it runs while they can see the warning. Behind
/// another alert it stands still; where nobody can show it it runs, or a kiosk without a shell would
/// keep a session for ever.
extension Arbiter {
    /// The warning is on the screen: its time runs.
    mutating func warningSeen(_ alert: AlertID) {
        guard let (display, policy) = warner(alert) else { return }
        runWarning(of: policy, on: display)
    }

    /// The warning has left the screen, and may come back: its time stands still.
    mutating func warningHidden(_ alert: AlertID) {
        guard let (display, policy) = warner(alert) else { return }
        let deadline = Deadlines.Subject.idle(display: display, policy: policy)
        guard let left = deadlines.left(of: deadline, at: now) else { return }
        deadlines.disarm(deadline)
        updateWarning(of: policy, on: display) { $0.left = left }
    }

    /// The warning is over before its time: what it warned of still comes.
    mutating func warningGone(_ alert: AlertID) {
        guard let (display, policy) = warner(alert) else { return }
        updateWarning(of: policy, on: display) { $0.alert = nil }
        runWarning(of: policy, on: display)
    }

    /// Takes back the warnings that nobody is left to show: they would wait for their turn in vain.
    mutating func dropUnseenWarnings() {
        for (id, alert) in zip(alerts.ids, alerts.values)
        where alert.raiser.client == nil && alert.renderer == nil && renderer(of: alert) == nil {
            withdraw(id, reason: RefusalReason.noRenderer.rawValue)
        }
    }

    /// Lets the time of a warning run, with what is left of it.
    mutating func runWarning(of policy: String, on display: String) {
        var left: Interval?
        updateWarning(of: policy, on: display) {
            left = $0.left
            $0.left = nil
        }
        guard let left else { return }
        deadlines.arm(.idle(display: display, policy: policy), at: now + left)
    }

    /// Whose warning an alert is, and where, while it still waits for input.
    private func warner(_ id: AlertID) -> (display: String, policy: String)? {
        guard case .policy(let policy)? = alerts[id]?.raiser, let display = alerts[id]?.display,
            let watches = displays[display]?.idleness.watches,
            let watch = watches.first(where: { $0.policy == policy }),
            case .warned(let warned) = watch.state, warned.alert == id
        else { return nil }
        return (display, policy)
    }

    private mutating func updateWarning(
        of policy: String, on display: String, _ change: (inout Idleness.Warned) -> Void
    ) {
        displays.update(display) { display in
            for index in display.idleness.watches.indices {
                let watch = display.idleness.watches[index]
                guard watch.policy == policy, case .warned(var warned) = watch.state else {
                    continue
                }
                change(&warned)
                display.idleness.watches[index].state = .warned(warned)
            }
        }
    }
}
