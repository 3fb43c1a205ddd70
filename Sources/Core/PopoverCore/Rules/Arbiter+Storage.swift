// SPDX-License-Identifier: MIT

import PopoverModel

/// Orders to the disk: who waits for them, and what becomes of those that it refuses.
extension Arbiter {
    @discardableResult
    mutating func order(
        _ changes: [DraftChange], announcing announces: [PendingOrder.Announcement]
    ) -> TicketID {
        let ticket = ticketNumbers.next()
        orders[ticket] = .storage(PendingOrder.Storage(changes: changes, announces: announces))
        effects.append(.store(ticket, changes))
        return ticket
    }

    /// Lets somebody wait for the disk's word, for a while.
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
        for waiter in storage.waiters { tell(waiter, isStored: true) }
    }

    /// The work stays in memory and is tried again; who waits is told that it is not on disk.
    mutating func notStored(_ ticket: TicketID) {
        guard case .storage(let storage) = orders[ticket] else { return }
        orders.remove(ticket)
        deadlines.disarm(.order(ticket))
        // Only for looking up: it has no order.
        let clients = Dictionary(
            storage.announces.map { ($0.draft.key, $0.client) },
            uniquingKeysWith: { first, _ in first })
        for change in storage.changes {
            switch change {
            case .store(let draft):
                drafts.unstored.add(draft.key, client: clients[draft.key] ?? nil)
            case .erase(let key): drafts.unstored.add(key, client: clients[key] ?? nil)
            case .scrub: drafts.needsScrub = true
            }
        }
        if !deadlines.isArmed(.retry) {
            deadlines.arm(.retry, at: now + settings.timing.storeRetry)
        }
        for waiter in storage.waiters { tell(waiter, isStored: false) }
    }

    /// The shell takes its time: nobody waits any longer, but the disk's word still counts.
    mutating func orderMissed(_ ticket: TicketID) {
        switch orders[ticket] {
        case .administration(let client, let id):
            orders.remove(ticket)
            fail(client, id, .failed(message: "it takes too long; it may still be done"))
        case .storage(var storage):
            let waiters = storage.waiters
            storage.waiters = []
            orders[ticket] = .storage(storage)
            for waiter in waiters { tell(waiter, isStored: false) }
        case nil: break
        }
    }

    /// Orders again, as it is now, what the disk refused.
    mutating func retryStorage() {
        var changes: [DraftChange] = []
        var announces: [PendingOrder.Announcement] = []
        for unstored in drafts.unstored.takeAll() {
            if let draft = drafts[unstored.key] {
                changes.append(.store(draft))
                announces.append(
                    PendingOrder.Announcement(draft: draft, client: unstored.client))
            } else {
                changes.append(.erase(unstored.key))
            }
        }
        if drafts.needsScrub { changes.append(.scrub) }
        drafts.needsScrub = false
        order(changes, announcing: announces)
    }

    private mutating func tell(_ waiter: PendingOrder.Waiter, isStored: Bool) {
        switch waiter {
        case .closed(let client, var closed):
            // What was handed over remains, in memory; `draft.saved` follows.
            if !isStored && closed.draft == .saved { closed.draft = .kept }
            notify(client, .popoverClosed(closed))
        case .save(let client, let id, let revision):
            answer(client, id, .draftSaved(revision: revision, isDurable: isStored))
        case .session(let client, let id, let display):
            var ended = Fact()
            ended.display = display
            publish(.sessionEnded, ended)
            for name in display.map({ [$0] }) ?? displays.names { touch(name) }
            guard let client else { return }
            guard isStored else {
                let message =
                    "everything is closed, but the disk still holds drafts; "
                    + "erasing them is tried again"
                return fail(client, id, .failed(message: message))
            }
            answer(client, id, .done)
        }
    }
}
