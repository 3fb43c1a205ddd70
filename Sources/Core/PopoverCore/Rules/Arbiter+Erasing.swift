// SPDX-License-Identifier: MIT

import PopoverModel

/// The end of a session leaves nothing behind (K3): neither drafts nor what events, decisions and taps
/// tell about it. What names no display may be the session's, and goes too; what names another
/// display stays.
extension Arbiter {
    /// Erases the sessions of a display, or of all, and names the next ones.
    /// - Returns: the ended sessions, and the ticket of the order to the disk.
    mutating func eraseSession(on display: String?) -> (ended: [SessionID], TicketID) {
        let erased = drafts.list(on: display)
        erase(erased, because: CloseReason.sessionEnded.rawValue)
        drafts.lateWork.removeAll { $0.display.belongs(to: display) }
        let keys = drafts.recentKeys.forget { $0.belongs(to: display) } + erased.map(\.key)
        let (ended, changes) = renewSessions(of: display, retiring: keys)
        eraseTraces(of: display)
        let ticket = order(
            erased.map { .erase($0.key) } + changes + [.scrub, .eraseTraces], announcing: [])
        return (ended, ticket)
    }

    private mutating func eraseTraces(of display: String?) {
        decideInput(on: display)
        bus.erase { $0.fact.display.belongs(to: display) }
        decisionLog.forget { $0.display.belongs(to: display) }
        for name in display.map({ [$0] }) ?? displays.names {
            forgetPresses(on: name)
            forgetGestures(on: name)
            displays.update(name) { $0.forgetSession(at: now) }
            renewDisplay(name)
        }
        for (ticket, order) in zip(orders.ids, orders) {
            orders[ticket] = order.withoutWork(of: display)
        }
    }

    /// Decides what plugins are still asked about: later it would be recorded as the next session's.
    private mutating func decideInput(on display: String?) {
        for (question, asked) in zip(questions.ids, questions) {
            let isConcerned =
                switch asked.pending {
                case .outsideTap(let tap, _, _): tap.display.belongs(to: display)
                case .outsideKey(let name, _, _, _): name.belongs(to: display)
                case .choice(let popover, _, _, _), .detach(let popover, _, _, _):
                    popovers[popover] == nil
                case .open, .disposition, .alert, .idle: false
                }
            if isConcerned { decideNow(question) }
        }
    }

    /// Whether input is older than the session of its display: it acts on nothing and leaves no trace.
    func isOfEndedSession(_ time: Instant, on display: String) -> Bool {
        displays.value(of: display) { time < $0.sessionBegan } ?? false
    }
}

extension Display {
    /// Forgets the input of the ended session, and the scenes that it was decided by.
    fileprivate mutating func forgetSession(at now: Instant) {
        sessionBegan = now
        isInUse = false
        taps = Recent()
        past = Recent()
        pastOccluders = Recent()
        toggle = nil
        focus.ring = nil
        focus.beneath = nil
    }
}

extension PendingOrder {
    /// The order without drafts that were erased since: they are neither announced nor stored again.
    fileprivate func withoutWork(of display: String?) -> PendingOrder {
        guard case .storage(var storage) = self else { return self }
        storage.announces.removeAll { $0.draft.display.belongs(to: display) }
        storage.changes = storage.changes.map { change in
            guard case .store(let draft) = change, draft.display.belongs(to: display) else {
                return change
            }
            return .erase(draft.key)
        }
        return .storage(storage)
    }
}

extension String {
    /// Whether the display of this name is the given one; nil means all.
    fileprivate func belongs(to display: String?) -> Bool { display == nil || display === self }
}

extension String? {
    /// Whether something on this display belongs to its session; without a display, to any.
    func belongs(to display: String?) -> Bool { self == nil || display == nil || self === display }
}
