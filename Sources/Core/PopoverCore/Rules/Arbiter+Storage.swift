// SPDX-License-Identifier: MIT

import PopoverModel

/// Orders to the disk: the clients that wait for them, and retries.
extension Arbiter {
    @discardableResult
    mutating func order(
        _ changes: [DraftChange], announcing announces: [PendingOrder.Announcement],
        again refused: UnstoredDrafts? = nil
    ) -> TicketID {
        let ticket = identifiers.tickets.next()
        orders[ticket] = .storage(
            PendingOrder.Storage(changes: changes, announces: announces, refused: refused))
        emit(.store(ticket, changes))
        return ticket
    }

    /// Delays an answer or notification until the order is stored or its deadline has passed.
    mutating func addWaiter(_ waiter: PendingOrder.Waiter, to ticket: TicketID) {
        guard case .storage(var storage) = orders[ticket] else { return }
        storage.waiters.append(waiter)
        orders[ticket] = .storage(storage)
        deadlines.arm(.order(ticket), at: now + settings.timing.store)
    }

    mutating func stored(_ ticket: TicketID) {
        guard case .storage(let storage) = orders[ticket] else { return }
        orders.remove(ticket)
        deadlines.disarm(.order(ticket))
        for announcement in storage.announces {
            counters.draftsSaved += 1
            publish(.draftSaved, fact(of: announcement.draft, client: announcement.client))
        }
        for waiter in storage.waiters { notify(waiter, isStored: true) }
    }

    /// Keeps refused drafts in memory for a retry, and notifies the waiting clients.
    mutating func notStored(_ ticket: TicketID) {
        guard case .storage(let storage) = orders[ticket] else { return }
        orders.remove(ticket)
        deadlines.disarm(.order(ticket))
        // Used for lookups only: it has no order.
        let clients = Dictionary(
            storage.announces.map { ($0.draft.key, $0.client) },
            uniquingKeysWith: { first, _ in first })
        for change in storage.changes {
            switch change {
            case .store(let draft):
                drafts.unstored.add(draft.key, client: clients[draft.key] ?? nil)
            case .erase(let key): drafts.unstored.add(key, client: clients[key] ?? nil)
            case .scrub: drafts.needsScrub = true
            case .eraseTraces: drafts.needsErasure = true
            }
        }
        if !deadlines.isArmed(.retry) {
            deadlines.arm(.retry, at: now + settings.timing.storeRetry)
        }
        for waiter in storage.waiters { notify(waiter, isStored: false) }
    }

    /// Stops waiting for a slow order; its result still counts.
    mutating func orderTimedOut(_ ticket: TicketID) {
        switch orders[ticket] {
        case .administration(let client, let id):
            orders.remove(ticket)
            fail(client, id, .failed(message: "timed out; the operation may still complete"))
        case .storage(var storage):
            let waiters = storage.waiters
            storage.waiters = []
            orders[ticket] = .storage(storage)
            for waiter in waiters { notify(waiter, isStored: false) }
        case nil: break
        }
    }

    /// Orders the refused drafts again, in their present state.
    mutating func retryStorage() {
        var changes: [DraftChange] = []
        var announces: [PendingOrder.Announcement] = []
        let refused = drafts.unstored
        drafts.unstored = UnstoredDrafts()
        for unstored in refused.entries {
            if let draft = stored(under: unstored.key) {
                changes.append(.store(draft))
                if draft.key.isOwn { continue }
                announces.append(
                    PendingOrder.Announcement(draft: draft, client: unstored.client))
            } else {
                changes.append(.erase(unstored.key))
            }
        }
        if drafts.needsScrub { changes.append(.scrub) }
        if drafts.needsErasure { changes.append(.eraseTraces) }
        drafts.needsScrub = false
        drafts.needsErasure = false
        order(changes, announcing: announces, again: refused)
    }

    /// The number of drafts that the disk has refused and not stored since: a retry that it has not
    /// answered changes nothing.
    var unstoredDrafts: Int {
        var all = drafts.unstored
        for case .storage(let storage) in orders {
            for entry in storage.refused?.entries ?? [] { all.add(entry.key, client: entry.client) }
        }
        return all.count
    }

    private mutating func notify(_ waiter: PendingOrder.Waiter, isStored: Bool) {
        switch waiter {
        case .closed(let client, var closed):
            // The draft remains in memory; `draft.saved` follows.
            if !isStored && closed.draft == .saved { closed.draft = .kept }
            notify(client, .popoverClosed(closed))
        case .panelClosed(let client, var closed):
            if !isStored && closed.draft == .saved { closed.draft = .kept }
            notify(client, .panelClosed(closed))
        case .save(let client, let id, let revision):
            answer(client, id, .draftSaved(revision: revision, isDurable: isStored))
        case .session(let client, let id, let display, let sessions):
            session.erasing.removeAll { orders[$0]?.endsSession(on: nil) != true }
            var ended = Fact()
            ended.display = display
            ended.sessions = sessions
            ended.session = sessions?.count == 1 ? sessions?.first : nil
            publish(.sessionEnded, ended)
            for name in display.map({ [$0] }) ?? displays.names { touch(name) }
            guard let client else { return }
            guard isStored else {
                let message =
                    "everything is closed, but the disk still holds parts of the session; "
                    + "erasing them will be retried"
                return fail(client, id, .failed(message: message))
            }
            answer(client, id, .done)
        }
    }
}
