// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// What must hold for anyone who sees events and effects alone: nobody is answered who has not
/// asked, nobody is told anything who is gone, no popover is above another.
struct SessionLedger {
    private struct Asked: Hashable {
        var client: ClientID
        var id: RequestID
    }

    private var asked: [Asked: Int] = [:]
    private var present: Set<ClientID> = []
    private var owners: [PopoverID: ClientID] = [:]
    private var lastSequence: Int64 = 0

    mutating func note(_ event: Event) {
        switch event {
        case .clientConnected(let client, _): present.insert(client)
        case .clientDisconnected(let client): present.remove(client)
        case .clientRequested(let client, let id?, _):
            // Several may have the same id: each is answered.
            asked[Asked(client: client, id: id), default: 0] += 1
        default: break
        }
    }

    mutating func note(_ effect: Effect) throws(Broken) {
        switch effect {
        case .answer(let client, let id, let answer):
            try address(client, effect)
            let key = Asked(client: client, id: id)
            try require(asked[key, default: 0] > 0, "answered twice, or never asked: \(effect)")
            asked[key, default: 0] -= 1
            if case .opened(let grant) = answer { owners[grant.popover] = client }
        case .notify(let client, let notification):
            try address(client, effect)
            guard case .popoverClosed(let closed) = notification else { return }
            try require(
                owners.removeValue(forKey: closed.popover) == client,
                "closed twice, or for another than its owner: \(effect)")
        case .announce(let notification, let clients):
            for client in clients { try note(.notify(client, notification)) }
        case .call(let client, _, _), .notifyGap(let client, _, _), .reportHung(let client):
            try address(client, effect)
        case .disconnect(let client, _):
            try address(client, effect)
            present.remove(client)
        case .publish(let event, let subscribers):
            for client in subscribers { try address(client, effect) }
            // A subscriber may ask for what was before.
            guard subscribers.count > 1 else { return }
            try require(event.sequence > lastSequence, "it comes again: \(effect)")
            lastSequence = event.sequence
        case .store, .ask, .withdraw, .administer, .exit: break
        }
    }

    private func address(_ client: ClientID, _ effect: Effect) throws(Broken) {
        try require(present.contains(client), "to a client that is gone: \(effect)")
    }
}
