// SPDX-License-Identifier: MIT

import PopoverModel

/// What is done about a session when these popovers are off the screen.
struct SessionTask: Codable, Sendable {
    let purpose: Purpose
    /// nil means all.
    let display: String?
    let popovers: [PopoverID]

    enum Purpose: Codable, Sendable {
        /// Its work is erased; then who asked for the end, if anybody did, is answered.
        case end(ClientID?, RequestID?)
        /// The lock is announced; who asked for it was answered at once.
        case lock
    }

    var isLock: Bool {
        if case .lock = purpose { true } else { false }
    }

    func concerns(_ name: String) -> Bool { display == nil || display == name }
}

/// Sessions: ending one leaves nothing of it (K3), a lock hides everything, and shutting down loses
/// nobody's work.
extension Arbiter {
    mutating func endSession(_ display: String?, _ client: ClientID, _ id: RequestID?) {
        guard isKnown(display, client, id) else { return }
        let popovers = clear(
            display,
            Clearing(
                opens: .refused(.superseded), alerts: .refused(.cancelled),
                close: .sessionEnded, disposition: .discard, isFinal: true))
        sessionTasks.append(
            SessionTask(purpose: .end(client, id), display: display, popovers: popovers))
    }

    /// Ends the session of a display that nobody touches any more, as a command would.
    mutating func endIdleSession(_ display: String, for policy: String) {
        let popovers: [PopoverID] = clear(
            display,
            Clearing(
                opens: .refused(.superseded), alerts: .refused(.cancelled), close: .idle,
                disposition: .discard, cause: .policy(policy), isFinal: true))
        sessionTasks.append(
            SessionTask(purpose: .end(nil, nil), display: display, popovers: popovers))
    }

    mutating func lockSession(_ display: String?, _ client: ClientID, _ id: RequestID?) {
        guard isKnown(display, client, id) else { return }
        setLock(true, display)
        let popovers = clear(
            display,
            Clearing(
                opens: .refused(.locked), alerts: .refused(.locked), sparedAlerts: .critical,
                close: .administrator, disposition: .save))
        announceLock(of: display, after: popovers)
        answer(client, id, .done)
    }

    /// Announces a lock when these popovers are off the screen: an empty screen is what it
    /// promises. A lock that is asked for again meanwhile is announced once.
    private mutating func announceLock(of display: String?, after popovers: [PopoverID]) {
        sessionTasks.removeAll { $0.isLock && $0.display == display }
        sessionTasks.append(SessionTask(purpose: .lock, display: display, popovers: popovers))
    }

    /// Forgets to announce a lock that is undone; of a lock of all, the other displays' remains.
    private mutating func withdrawLock(of display: String?) {
        let whole = sessionTasks.first { $0.isLock && $0.display == nil }
        sessionTasks.removeAll { task in
            task.isLock && (task.display == nil || display == nil || task.display == display)
        }
        guard let display, let whole else { return }
        for name in displays.names where name != display {
            announceLock(of: name, after: whole.popovers.filter { popovers[$0]?.display == name })
        }
    }

    mutating func unlockSession(_ display: String?, _ client: ClientID, _ id: RequestID?) {
        guard isKnown(display, client, id) else { return }
        setLock(false, display)
        withdrawLock(of: display)
        var unlocked = Fact()
        unlocked.display = display
        publish(.sessionUnlocked, unlocked)
        answer(client, id, .done)
    }

    private mutating func isKnown(
        _ display: String?, _ client: ClientID, _ id: RequestID?
    ) -> Bool {
        guard let display, displays[display] == nil else { return true }
        fail(client, id, unknownDisplay(display))
        return false
    }

    /// Without a display, displays to come are locked too.
    private mutating func setLock(_ isLocked: Bool, _ display: String?) {
        if display == nil { self.isLocked = isLocked }
        for name in display.map({ [$0] }) ?? displays.names {
            displays.update(name) { $0.isLocked = isLocked }
            touch(name)
        }
    }

    /// Clears a display, or all, and returns the popovers that were there.
    private mutating func clear(_ display: String?, _ clearing: Clearing) -> [PopoverID] {
        for name in display.map({ [$0] }) ?? displays.names { clear(name, clearing) }
        // Popovers whose display is gone are being closed too.
        let concerned = popovers.values.filter { display == nil || $0.display == display }
        for popover in concerned {
            startClosing(popover.id, clearing)
        }
        return concerned.map(\.id)
    }

    /// Whether what is on this display belongs to a session that is about to be erased.
    func isSessionEnding(on display: String) -> Bool {
        sessionTasks.contains { !$0.isLock && $0.concerns(display) }
    }

    /// Whether an end of the session is not answered yet; nothing opens before it is, so that who
    /// comes next begins with an empty screen.
    func awaitsSessionEnd(on display: String) -> Bool {
        isSessionEnding(on: display)
            || orders.values.contains { order in
                guard case .storage(let storage) = order else { return false }
                return storage.waiters.contains { waiter in
                    guard case .session(_, _, let ended) = waiter else { return false }
                    return ended == nil || ended == display
                }
            }
    }

    /// Goes on with the tasks whose popovers are all off the screen.
    mutating func advanceSessionTasks() {
        guard !sessionTasks.isEmpty else { return }
        let done = sessionTasks.filter { task in
            !task.popovers.contains { popovers[$0] != nil }
        }
        sessionTasks.removeAll { task in !task.popovers.contains { popovers[$0] != nil } }
        for task in done {
            switch task.purpose {
            case .end(let client, let id):
                for name in task.display.map({ [$0] }) ?? displays.names { touch(name) }
                let ticket = eraseDrafts(on: task.display)
                addWaiter(.session(client, id, display: task.display), to: ticket)
            case .lock:
                var locked = Fact()
                locked.display = task.display
                publish(.sessionLocked, locked)
            }
        }
    }

    // MARK: Shutting down

    /// Asks for everyone's work; when it is stored, or the deadline has passed, that is the end.
    mutating func shutDown() {
        guard stage == .running else { return }
        stage = .shuttingDown
        let timing = settings.timing
        deadlines.arm(.shutdown, at: now + timing.close + timing.store)
        // What is decided may end other questions: an idle policy's fallback the session.
        for (question, asked) in zip(questions.ids, questions.values)
        where questions[question] != nil {
            guard case .open(let request, let client, let id, _, _) = asked.pending else {
                decideNow(question)
                continue
            }
            drop(question)
            refuse(request, client, id, .shuttingDown, display: nil)
        }
        for name in displays.names {
            clear(
                name,
                Clearing(
                    opens: .shuttingDown, alerts: .shuttingDown, close: .shutdown,
                    disposition: .save))
        }
    }

    mutating func finishShutdownIfDone() {
        guard stage == .shuttingDown, popovers.isEmpty, sessionTasks.isEmpty,
            drafts.unstored.isEmpty, !drafts.needsScrub
        else { return }
        let isStoring = orders.values.contains {
            if case .storage = $0 { true } else { false }
        }
        if !isStoring { endShutdown() }
    }

    mutating func endShutdown() {
        guard stage == .shuttingDown else { return }
        for popover in popovers.values {
            end(popover.id, because: .shutdown, work: .nothing, isUnresponsive: true)
        }
        for (ticket, order) in zip(orders.ids, orders.values) {
            switch order {
            case .administration(let client, let id):
                orders.remove(ticket)
                fail(client, id, .shuttingDown)
            case .storage: orderMissed(ticket)
            }
        }
        for client in clients.ids { effects.append(.disconnect(client, .shutdown)) }
        effects.append(.exit)
        deadlines = Deadlines()
        stage = .ended
    }
}
