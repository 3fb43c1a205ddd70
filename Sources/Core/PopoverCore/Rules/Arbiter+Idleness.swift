// SPDX-License-Identifier: MIT

import PopoverModel

/// Unattended displays: policies are asked, users are warned, and the next customer finds an empty
/// screen (K3). Each display has its own clock (K4), which runs from the first input of a session to
/// its end, and while the display holds something that a user may have left behind; otherwise no
/// deadline is armed. Input only records its time, which is cheap: a deadline that is due too early
/// because of later input is armed again.
extension Arbiter {
    // MARK: The clock

    /// A fresh watch for each policy with the hook `idle`.
    var idleWatches: [Idleness.Watch] {
        plugins.policies.compactMap { policy in
            guard policy.hooks.contains(.idle), let after = policy.idleAfter else { return nil }
            return Idleness.Watch(
                policy: policy.name, after: max(after, Policy.shortestIdleAfter))
        }
    }

    /// Updates the watches to the policies; unchanged ones keep their state.
    mutating func watchIdleness() {
        let watches = idleWatches
        // Nobody has noted what people did before.
        let isFirst = !plugins.areWatchingIdleness
        plugins.areWatchingIdleness = !watches.isEmpty
        for name in displays.names {
            let before = displays[name]?.idleness.watches ?? []
            let kept = watches.map { watch in
                before.first { $0.policy == watch.policy && $0.after == watch.after } ?? watch
            }
            for watch in before {
                let stays = kept.contains { $0.policy == watch.policy && $0.after == watch.after }
                if !stays { stopClock(of: watch.policy, on: name) }
            }
            displays.update(name) {
                $0.idleness.watches = kept
                if isFirst { $0.idleness.since = max($0.idleness.since, now) }
            }
            touch(name)
        }
    }

    /// Records input: the first one after rest begins a session.
    mutating func noteInput(on name: String, isResting: Bool = false) {
        beginSession(on: name)
        noteActivity(on: name, isResting: isResting)
    }

    /// Begins the session of a display at rest. A locked display has none, nor has one whose last
    /// session is still being erased.
    mutating func beginSession(on name: String) {
        let mayBegin = displays.value(of: name) { !$0.isInUse && !$0.isLocked }
        guard mayBegin == true, stage == .running, !awaitsSessionEnd(on: name) else { return }
        displays.update(name) { $0.isInUse = true }
        let named = session.names.session(of: name)
        publish(.sessionBegan) {
            $0.display = name
            $0.session = named
        }
        touch(name)
    }

    /// Records activity, such as an owner's own request, which may not be people's doing: it prolongs
    /// a session and begins none. A resting finger withdraws no warning: what lies below would get its tap.
    mutating func noteActivity(on name: String, isResting: Bool = false) {
        guard plugins.areWatchingIdleness,
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
                record(.withdrawn, of: watch.policy, on: name)
                stopClock(of: watch.policy, on: name)
            case .asked, .acted: stopClock(of: watch.policy, on: name)
            }
            touch(name)
        }
    }

    /// Starts or stops the clocks of a display according to its session and its content.
    mutating func updateIdleness(on name: String) {
        guard let watches = displays.value(of: name, { $0.idleness.watches }) else { return }
        let isOccupied = isWatched(name)
        displays.update(name) {
            if isOccupied && !$0.idleness.isOccupied {
                $0.idleness.since = max($0.idleness.since, now)
            }
            $0.idleness.isOccupied = isOccupied
        }
        for watch in watches {
            if !isOccupied {
                stopClock(of: watch.policy, on: name)
            } else if watch.state == .resting {
                startClock(of: watch.policy, on: name)
            }
        }
    }

    /// Whether a display has a session, or something that a user may have left behind. A locked
    /// display counts as having neither, and so does one whose session is ending.
    private func isWatched(_ name: String) -> Bool {
        let isInUse = displays.value(of: name) { $0.isLocked ? nil : $0.isInUse }
        guard stage == .running, case let isInUse?? = isInUse, !awaitsSessionEnd(on: name)
        else { return false }
        return isInUse || hasContent(on: name)
    }

    private func hasContent(on name: String) -> Bool {
        displays.value(of: name) { $0.popover != nil || $0.view != nil } == true
            || panels.contains { $0.display === name } || drafts.isAny(on: name)
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

    /// Arms the deadline at which the policy is asked.
    private mutating func startClock(of policy: String, on name: String) {
        let since = displays.value(of: name) { $0.idleness.since }
        guard let since, let watch = watch(policy, on: name) else { return }
        deadlines.arm(.idle(display: Name(name), policy: policy), at: watch.due(since: since))
        set(.counting, policy, on: name)
    }

    /// Stops a clock and withdraws its question or warning.
    private mutating func stopClock(of policy: String, on name: String) {
        guard let state = watch(policy, on: name)?.state, state != .resting else { return }
        set(.resting, policy, on: name)
        switch state {
        case .resting, .acted: break
        case .counting: deadlines.disarm(.idle(display: Name(name), policy: policy))
        case .asked(let question): drop(question)
        case .warned(let warned):
            deadlines.disarm(.idle(display: Name(name), policy: policy))
            guard let alert = warned.alert else { break }
            withdraw(alert, reason: RefusalReason.cancelled.rawValue)
        }
    }

    /// Stops the clocks of a display that is removed.
    mutating func forgetIdleness(on name: String) {
        for watch in displays[name]?.idleness.watches ?? [] {
            stopClock(of: watch.policy, on: name)
        }
    }

    // MARK: When it has run out

    mutating func idleDeadlineReached(_ name: String, _ policy: String) {
        guard let display = displays[name], let watch = watch(policy, on: name) else { return }
        switch watch.state {
        case .counting:
            // The content can vanish without an event on the display, as a draft does.
            guard isWatched(name) else {
                set(.resting, policy, on: name)
                return touch(name)
            }
            if watch.due(since: display.idleness.since) > now {
                return startClock(of: policy, on: name)
            }
            ask(policy, about: display)
        case .warned(let warned):
            // A finger that went down since then is still resting.
            if let heard = watch.heard, display.idleness.since >= heard {
                record(.withdrawn, of: policy, on: name)
                stopClock(of: policy, on: name)
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
        guard let terms = plugins.policies.first(where: { $0.name == policy })?.hooks[.idle] else {
            return
        }
        let idle = now - (display.idleness.lastInput ?? display.idleness.since)
        let facts = Question.IdleFacts(
            display: display.name, idle: idle, isOccupied: hasContent(on: display.name),
            language: display.specification.language)
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
    /// Restarts the clocks that have acted: new content appeared on the display.
    mutating func restartAfterNewContent(at now: Instant) {
        for index in watches.indices where watches[index].state == .acted {
            watches[index].state = .resting
            watches[index].heard = now
        }
    }
}
