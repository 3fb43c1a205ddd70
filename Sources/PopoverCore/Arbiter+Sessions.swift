// SPDX-License-Identifier: MIT

import PopoverModel

/// An administrator's order that is done when these popovers are off the screen.
struct SessionTask: Sendable {
    let client: ClientID
    let id: RequestID?
    let kind: Kind
    /// nil means all.
    let display: String?
    let popovers: [PopoverID]

    enum Kind: Hashable, Sendable {
        case end
        case lock
    }
}

/// Sessions: ending one leaves nothing of it, a lock hides everything, and shutting down loses
/// nobody's work.
extension Arbiter {
    mutating func endSession(_ display: String?, _ client: ClientID, _ id: RequestID?) {
        guard isKnown(display, client, id) else { return }
        clear(
            display, for: .end, client, id,
            Clearing(
                opens: .refused(.superseded), alerts: .refused(.cancelled),
                close: .sessionEnded, disposition: .discard))
    }

    mutating func lockSession(_ display: String?, _ client: ClientID, _ id: RequestID?) {
        guard isKnown(display, client, id) else { return }
        setLock(true, display)
        clear(
            display, for: .lock, client, id,
            Clearing(
                opens: .refused(.locked), alerts: .refused(.locked), sparedAlerts: .critical,
                close: .administrator, disposition: .save))
    }

    mutating func unlockSession(_ display: String?, _ client: ClientID, _ id: RequestID?) {
        guard isKnown(display, client, id) else { return }
        setLock(false, display)
        var unlocked = Fact()
        unlocked.display = display
        publish(.sessionUnlocked, unlocked)
        answer(client, id, .done)
    }

    private mutating func isKnown(
        _ display: String?, _ client: ClientID, _ id: RequestID?
    ) -> Bool {
        guard let display, displays[display] == nil else { return true }
        fail(client, id, .unknownID(display))
        return false
    }

    /// Without a display, displays to come are locked too.
    private mutating func setLock(_ isLocked: Bool, _ display: String?) {
        if display == nil { self.isLocked = isLocked }
        for name in display.map({ [$0] }) ?? displays.names {
            displays.update(name) { $0.isLocked = isLocked }
        }
    }

    private mutating func clear(
        _ display: String?, for kind: SessionTask.Kind, _ client: ClientID, _ id: RequestID?,
        _ clearing: Clearing
    ) {
        for name in display.map({ [$0] }) ?? displays.names { clear(name, clearing) }
        // Popovers whose display is gone are being closed too.
        let concerned = popovers.values.filter { display == nil || $0.display == display }
        for popover in concerned {
            startClosing(popover.id, because: clearing.close, clearing.disposition)
        }
        sessionTasks.append(
            SessionTask(
                client: client, id: id, kind: kind, display: display,
                popovers: concerned.map(\.id)))
    }

    /// Goes on with the orders whose popovers are all off the screen.
    mutating func advanceSessionTasks() {
        guard !sessionTasks.isEmpty else { return }
        let done = sessionTasks.filter { task in
            !task.popovers.contains { popovers[$0] != nil }
        }
        sessionTasks.removeAll { task in !task.popovers.contains { popovers[$0] != nil } }
        for task in done {
            switch task.kind {
            case .lock:
                var locked = Fact()
                locked.display = task.display
                publish(.sessionLocked, locked)
                answer(task.client, task.id, .done)
            case .end:
                let ticket = eraseDrafts(on: task.display)
                addWaiter(.session(task.client, task.id, display: task.display), to: ticket)
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
        for (question, asked) in zip(questions.ids, questions.values) {
            if case .open = asked.question { continue }
            take(.abstain, to: question)
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
            case .administration(let client, let id): fail(client, id, .shuttingDown)
            case .storage: storageMissed(ticket)
            }
        }
        for client in clients.ids { effects.append(.disconnect(client, .shutdown)) }
        effects.append(.exit)
        stage = .ended
    }
}
