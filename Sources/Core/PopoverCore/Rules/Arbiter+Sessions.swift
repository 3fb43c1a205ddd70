// SPDX-License-Identifier: MIT

import PopoverModel

/// Sessions: an end leaves nothing behind (K3, Erasing), a lock hides everything, a shutdown loses no draft.
extension Arbiter {
    mutating func endSession(_ display: String?, _ client: ClientID, _ id: RequestID?) {
        guard isKnown(display, client, id) else { return }
        let holders = clear(
            display,
            Clearing(
                opens: .refused(.superseded), alerts: .refused(.cancelled),
                close: .sessionEnded, disposition: .discard, isFinal: true))
        session.tasks.append(
            SessionTask(purpose: .end(client, id), display: display, holders: holders))
    }

    /// Ends the session of an unattended display, as the command does.
    mutating func endIdleSession(_ display: String, for policy: String) {
        let holders: [HolderID] = clear(
            display,
            Clearing(
                opens: .refused(.superseded), alerts: .refused(.cancelled), close: .idle,
                disposition: .discard, cause: .policy(policy), isFinal: true))
        session.tasks.append(
            SessionTask(purpose: .end(nil, nil), display: display, holders: holders))
    }

    mutating func lockSession(_ display: String?, _ client: ClientID, _ id: RequestID?) {
        guard isKnown(display, client, id) else { return }
        setLock(true, display)
        let holders = clear(
            display,
            Clearing(
                opens: .refused(.locked), alerts: .refused(.locked), sparedAlerts: .critical,
                close: .administrator, disposition: .save))
        announceLock(of: display, after: holders)
        answer(client, id, .done)
    }

    /// Announces a lock, once, when these have closed: it promises an empty screen.
    private mutating func announceLock(of display: String?, after holders: [HolderID]) {
        session.tasks.removeAll { $0.isLock && $0.display === display }
        session.tasks.append(SessionTask(purpose: .lock, display: display, holders: holders))
    }

    /// Cancels the announcement of an undone lock; of a lock of all displays, the others' remain.
    private mutating func withdrawLock(of display: String?) {
        let whole = session.tasks.first { $0.isLock && $0.display == nil }
        session.tasks.removeAll { task in
            task.isLock && (task.display == nil || display == nil || task.display === display)
        }
        guard let display, let whole else { return }
        for name in displays.names where name !== display {
            announceLock(of: name, after: whole.holders.filter { self.display(of: $0) === name })
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

    /// Without a display, displays that are added later are locked too.
    private mutating func setLock(_ isLocked: Bool, _ display: String?) {
        if display == nil { session.isLocked = isLocked }
        for name in display.map({ [$0] }) ?? displays.names {
            displays.update(name) { $0.isLocked = isLocked }
            if !isLocked { admitLockedAlerts(on: name) }
            touch(name)
        }
    }

    /// Clears a display, or all, and returns the popovers and panels that were there.
    private mutating func clear(_ display: String?, _ clearing: Clearing) -> [HolderID] {
        for name in display.map({ [$0] }) ?? displays.names { clear(name, clearing) }
        // Includes those whose display was removed while they were closing.
        var holders: [HolderID] = []
        for popover in popovers where display == nil || popover.display === display {
            startClosing(popover.id, clearing)
            holders.append(.popover(popover.id))
        }
        for (id, panel) in zip(panels.ids, panels) where display == nil || panel.display === display
        {
            startClosing(id, clearing)
            holders.append(.panel(id))
        }
        return holders
    }

    /// Whether the session of a display is about to be erased.
    func isSessionEnding(on display: String) -> Bool {
        session.tasks.contains { !$0.isLock && $0.concerns(display) }
    }

    /// Whether a session's end is unanswered. Until then nothing opens: the screen stays empty.
    func awaitsSessionEnd(on display: String) -> Bool {
        isSessionEnding(on: display)
            || session.erasing.contains { orders[$0]?.endsSession(on: display) ?? false }
    }

    private func isDone(_ task: SessionTask) -> Bool { !task.holders.contains { isThere($0) } }

    /// Carries out the tasks whose popovers and panels have all closed.
    mutating func advanceSessionTasks() {
        guard !session.tasks.isEmpty else { return }
        let done = session.tasks.filter { isDone($0) }
        session.tasks = session.tasks.filter { !isDone($0) }
        for task in done {
            switch task.purpose {
            case .end(let client, let id):
                for name in task.display.map({ [$0] }) ?? displays.names { touch(name) }
                let (ended, ticket) = eraseSession(on: task.display)
                session.erasing.append(ticket)
                addWaiter(
                    .session(client, id, display: task.display, sessions: ended), to: ticket)
            case .lock:
                var locked = Fact()
                locked.display = task.display
                publish(.sessionLocked, locked)
            }
        }
    }

    // MARK: Shutting down

    mutating func shutdown(_ client: ClientID, _ id: RequestID?) {
        answer(client, id, .done)
        shutDown()
    }

    /// Collects all drafts, then exits when they are stored or the deadline has passed.
    mutating func shutDown() {
        guard stage == .running else { return }
        stage = .shuttingDown
        let timing = settings.timing
        deadlines.arm(.shutdown, at: now + timing.close + timing.store)
        // One decision may end other questions: the fallback of an idle policy may end a session.
        for (question, asked) in zip(questions.ids, questions)
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
        guard stage == .shuttingDown, popovers.isEmpty, panels.isEmpty, session.tasks.isEmpty,
            drafts.unstored.isEmpty, !drafts.needsScrub, !drafts.needsErasure
        else { return }
        let isStoring = orders.contains {
            if case .storage = $0 { true } else { false }
        }
        if !isStoring { endShutdown() }
    }

    mutating func endShutdown() {
        guard stage == .shuttingDown else { return }
        for popover in popovers {
            end(popover.id, because: .shutdown, work: .nothing, isUnresponsive: true)
        }
        for panel in panels.ids {
            end(panel, because: .shutdown, work: .nothing, isUnresponsive: true)
        }
        for (ticket, order) in zip(orders.ids, orders) {
            switch order {
            case .administration(let client, let id):
                orders.remove(ticket)
                fail(client, id, .shuttingDown)
            case .storage: orderTimedOut(ticket)
            }
        }
        for client in clients.ids { emit(.disconnect(client, .shutdown)) }
        emit(.exit)
        deadlines = Deadlines()
        stage = .ended
    }
}
