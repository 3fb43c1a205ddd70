// SPDX-License-Identifier: MIT

import PopoverModel

/// The time limit of a warning runs while users see it, and pauses behind another alert. Without a
/// renderer it runs too, or a kiosk without a shell would keep a session for ever.
extension Arbiter {
    /// Starts the time of a warning that is on the screen now.
    mutating func warningPresented(_ alert: AlertID) {
        guard let (display, policy) = warner(alert) else { return }
        runWarning(of: policy, on: display)
    }

    /// Pauses the time of a warning that has left the screen and may return.
    mutating func warningHidden(_ alert: AlertID) {
        guard let (display, policy) = warner(alert) else { return }
        let deadline = Deadlines.Subject.idle(display: Name(display), policy: policy)
        guard let left = deadlines.left(of: deadline, at: now) else { return }
        deadlines.disarm(deadline)
        updateWarning(of: policy, on: display) { $0.left = left }
    }

    /// Lets the action of a warning follow, although its alert has ended early.
    mutating func warningEnded(_ alert: AlertID) {
        guard let (display, policy) = warner(alert) else { return }
        updateWarning(of: policy, on: display) { $0.alert = nil }
        runWarning(of: policy, on: display)
    }

    /// Withdraws the warnings that no client is left to show.
    mutating func withdrawUnshowableWarnings() {
        for (id, alert) in zip(alerts.ids, alerts)
        where alert.raiser.client == nil && alert.showing == nil && renderer(of: alert) == nil {
            withdraw(id, reason: RefusalReason.noRenderer.rawValue)
        }
    }

    /// The time of a warning that waits for the screen.
    func warningTime(of alert: AlertID) -> Interval? {
        guard let (display, policy) = warner(alert),
            let watch = displays[display]?.idleness.watches.first(where: { $0.policy == policy }),
            case .warned(let warned) = watch.state
        else { return nil }
        return warned.left
    }

    /// Runs the rest of a warning's time.
    mutating func runWarning(of policy: String, on display: String) {
        var left: Interval?
        updateWarning(of: policy, on: display) {
            left = $0.left
            $0.left = nil
        }
        guard let left else { return }
        deadlines.arm(.idle(display: Name(display), policy: policy), at: now + left)
    }

    /// The display and policy of a warning that still waits for input.
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
