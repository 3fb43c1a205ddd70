// SPDX-License-Identifier: MIT

import PopoverModel

/// What is done where nobody touches a display any more: policies are asked, people are warned, and
/// the next customer begins with an empty screen (K3). Each display has a clock of its own (K4).
///
/// The clock runs while there is something that somebody may have left: without it there is no
/// deadline. A deadline that comes too early, because of input after it was armed, is armed again;
/// input itself only notes the time, so that it costs nothing.
extension Arbiter {
    // MARK: The clock

    /// One for each policy that wants to know, none of which has seen anything yet.
    var idleWatches: [Idleness.Watch] {
        policies.compactMap { policy in
            guard policy.hooks.contains(.idle), let after = policy.idleAfter else { return nil }
            return Idleness.Watch(
                policy: policy.name, after: max(after, Policy.shortestIdleAfter))
        }
    }

    /// The policies have changed: those that stay the same go on where they were.
    mutating func watchIdleness() {
        let watches = idleWatches
        isWatchingIdleness = !watches.isEmpty
        for name in displays.names {
            let before = displays[name]?.idleness.watches ?? []
            let kept = watches.map { watch in
                before.first { $0.policy == watch.policy && $0.after == watch.after } ?? watch
            }
            for watch in before {
                let stays = kept.contains { $0.policy == watch.policy && $0.after == watch.after }
                if !stays { rest(watch.policy, on: name) }
            }
            displays.update(name) { $0.idleness.watches = kept }
            touch(name)
        }
    }

    /// Somebody has touched a display, or a key. A finger that rests takes no warning back, or what
    /// is under it would get the tap.
    mutating func noteInput(on name: String, isResting: Bool = false) {
        guard isWatchingIdleness,
            let watches = displays.value(of: name, { $0.idleness.watches })
        else { return }
        displays.update(name) {
            $0.idleness.lastInput = now
            $0.idleness.since = now
        }
        for watch in watches {
            switch watch.state {
            case .resting, .counting: continue
            case .warned where isResting: continue
            case .warned:
                record(.takenBack, of: watch.policy, on: name)
                rest(watch.policy, on: name)
            case .asked, .acted: rest(watch.policy, on: name)
            }
            touch(name)
        }
    }

    /// Brings the clocks of a display in line with what is on it.
    mutating func updateIdleness(on name: String) {
        guard let watches = displays.value(of: name, { $0.idleness.watches }) else { return }
        let isOccupied = isLeft(on: name)
        displays.update(name) {
            if isOccupied && !$0.idleness.isOccupied {
                $0.idleness.since = max($0.idleness.since, now)
            }
            $0.idleness.isOccupied = isOccupied
        }
        for watch in watches {
            if !isOccupied {
                rest(watch.policy, on: name)
            } else if watch.state == .resting {
                count(watch.policy, on: name)
            }
        }
    }

    /// Whether there is something on a display that somebody may have left. What is locked away, or
    /// about to be erased, nobody has left.
    private func isLeft(on name: String) -> Bool {
        let isHolding = displays.value(of: name) {
            $0.isLocked ? nil : $0.popover != nil || $0.view != nil
        }
        guard stage == .running, case let isHolding?? = isHolding, !awaitsSessionEnd(on: name)
        else { return false }
        return isHolding || panels.values.contains { $0.display == name } || drafts.isAny(on: name)
    }

    private func watch(_ policy: String, on name: String) -> Idleness.Watch? {
        displays.value(of: name) { display in
            display.idleness.watches.first { $0.policy == policy }
        } ?? nil
    }

    private mutating func set(_ state: Idleness.State, _ policy: String, on name: String) {
        displays.update(name) { display in
            let index = display.idleness.watches.firstIndex { $0.policy == policy }
            if let index { display.idleness.watches[index].state = state }
        }
    }

    /// Waits for the moment at which the policy is to be asked.
    private mutating func count(_ policy: String, on name: String) {
        let since = displays.value(of: name) { $0.idleness.since }
        guard let since, let watch = watch(policy, on: name) else { return }
        deadlines.arm(.idle(display: name, policy: policy), at: watch.due(since: since))
        set(.counting, policy, on: name)
    }

    /// Waits for nothing any more, and takes back what was said.
    private mutating func rest(_ policy: String, on name: String) {
        guard let state = watch(policy, on: name)?.state, state != .resting else { return }
        set(.resting, policy, on: name)
        switch state {
        case .resting, .acted: break
        case .counting: deadlines.disarm(.idle(display: name, policy: policy))
        case .asked(let question): drop(question)
        case .warned(let warned):
            deadlines.disarm(.idle(display: name, policy: policy))
            guard let alert = warned.alert else { break }
            withdraw(alert, reason: RefusalReason.cancelled.rawValue)
        }
    }

    /// A display that goes takes its clocks along.
    mutating func forgetIdleness(on name: String) {
        for watch in displays[name]?.idleness.watches ?? [] { rest(watch.policy, on: name) }
    }

    // MARK: When it has run out

    mutating func idleMissed(_ name: String, _ policy: String) {
        guard let display = displays[name], let watch = watch(policy, on: name) else { return }
        switch watch.state {
        case .counting:
            // What was left has gone without a word, as a draft can: what comes next is new.
            guard isLeft(on: name) else {
                set(.resting, policy, on: name)
                return touch(name)
            }
            if watch.due(since: display.idleness.since) > now { return count(policy, on: name) }
            ask(policy, about: display)
        case .warned(let warned):
            // A finger that has been put down since then still rests.
            if let heard = watch.heard, display.idleness.since >= heard {
                record(.takenBack, of: policy, on: name)
                rest(policy, on: name)
                return touch(name)
            }
            set(.acted, policy, on: name)
            if let alert = warned.alert {
                withdraw(alert, reason: RefusalReason.timedOut.rawValue)
            }
            carryOut(warned.action, policy, on: name, nil)
        case .resting, .asked, .acted: break
        }
    }

    private mutating func ask(_ policy: String, about display: Display) {
        guard let terms = policies.first(where: { $0.name == policy })?.hooks[.idle] else { return }
        let idle = now - (display.idleness.lastInput ?? display.idleness.since)
        let facts = Question.IdleFacts(display: display.name, idle: idle, isOccupied: true)
        let question = ask(
            [(.policy(policy), terms)], .idle(facts),
            .idle(display: display.name, policy: policy))
        set(.asked(question), policy, on: display.name)
    }

    mutating func decideIdle(_ name: String, _ policy: String, _ combined: CombinedVerdict) {
        guard case .asked = watch(policy, on: name)?.state else { return }
        displays.update(name) { display in
            let index = display.idleness.watches.firstIndex { $0.policy == policy }
            if let index { display.idleness.watches[index].heard = now }
        }
        switch combined.verdict.idle {
        case .act(let action):
            set(.acted, policy, on: name)
            carryOut(action, policy, on: name, combined)
        case .warn(let warning):
            let alert = raise(warning, for: policy, on: name)
            set(
                .warned(.init(action: warning.then, alert: alert, left: warning.timeout)), policy,
                on: name)
            if alert == nil { runWarning(of: policy, on: name) }
            record(.warned(warning), of: policy, on: name, alert: alert, combined)
        case nil:
            set(.resting, policy, on: name)
            record(.nothing, of: policy, on: name, combined)
            touch(name)
        }
    }

    private mutating func carryOut(
        _ action: IdleAction, _ policy: String, on name: String, _ combined: CombinedVerdict?
    ) {
        let popover = displays[name]?.popover
        record(.acted(action), of: policy, on: name, popover: popover, combined)
        switch action {
        case .close:
            guard let popover else { return }
            startClosing(popover, because: .idle, cause: .policy(policy))
        case .endSession: endIdleSession(name, for: policy)
        }
    }
}

extension Idleness {
    /// Something new is on the display: what was done about the old is not enough.
    mutating func hasCompany(at now: Instant) {
        for index in watches.indices where watches[index].state == .acted {
            watches[index].state = .resting
            watches[index].heard = now
        }
    }
}
