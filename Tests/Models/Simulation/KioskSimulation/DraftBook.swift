// SPDX-License-Identifier: MIT

import PopoverModel

/// The drafts that may be on the disk, according to the rules' orders and the disk's answers. The
/// daemon may die at any moment; a stored draft, or a later version, has to be on the disk then.
struct DraftBook {
    /// A version that may be on the disk; the last one is the latest.
    private struct Entry {
        /// nil if there is no draft.
        let draft: StoredDraft?
        /// The order, while its daemon lives.
        var ticket: TicketID?
        var isRefused = false
    }

    /// The first version of each key is the last one known to be stored.
    private var entries: [DraftKey: [Entry]] = [:]
    private var orders: [TicketID: [DraftKey]] = [:]

    /// The latest version of each draft of an app, which may still be on its way to the disk.
    func drafts(of app: String) -> [StoredDraft] {
        entries.values.compactMap { $0.last?.draft }.filter { $0.key.app == app }
            .sorted { $0.key.key < $1.key.key }
    }

    mutating func order(_ ticket: TicketID, _ changes: [DraftChange]) {
        for change in changes {
            switch change {
            case .store(let draft): order(ticket, draft, of: draft.key)
            case .erase(let key): order(ticket, nil, of: key)
            case .scrub, .eraseTraces: break
            }
        }
    }

    private mutating func order(_ ticket: TicketID, _ draft: StoredDraft?, of key: DraftKey) {
        entries[key, default: [Entry(draft: nil)]].append(Entry(draft: draft, ticket: ticket))
        orders[ticket, default: []].append(key)
    }

    /// The disk has confirmed an order.
    mutating func noteStored(_ ticket: TicketID) {
        for key in orders.removeValue(forKey: ticket) ?? [] {
            guard let index = entries[key]?.lastIndex(where: { $0.ticket == ticket }) else {
                continue
            }
            entries[key]?.removeFirst(index)
        }
    }

    /// The disk has refused an order. It may be stored all the same: a failed sync does not say.
    mutating func noteRefused(_ ticket: TicketID) {
        for key in orders.removeValue(forKey: ticket) ?? [] {
            for index in entries[key, default: []].indices
            where entries[key]?[index].ticket == ticket {
                entries[key]?[index].isRefused = true
            }
        }
    }

    /// What is wrong with these drafts; nil if they are correct.
    ///
    /// - Parameter isComplete: the daemon has shut down regularly and written everything.
    func fault(in found: [StoredDraft], isComplete: Bool = false) -> String? {
        var rest = entries
        for draft in found {
            guard let entries = rest.removeValue(forKey: draft.key) else {
                return "\(draft.key) was never stored"
            }
            let possible = possible(entries, isComplete)
            if !possible.contains(draft) {
                return "\(draft.key) is revision \(draft.revision), and may be \(possible)"
            }
        }
        let lost = rest.values.count { !possible($0, isComplete).contains(nil) }
        return lost == 0 ? nil : "\(lost) drafts are lost that were said to be stored"
    }

    private func possible(_ entries: [Entry], _ isComplete: Bool) -> [StoredDraft?] {
        let first = isComplete ? entries.lastIndex { !$0.isRefused } ?? 0 : 0
        return entries[first...].map(\.draft)
    }

    /// Starts again with the drafts found on the disk.
    mutating func begin(with found: [StoredDraft]) {
        orders = [:]
        entries = [:]
        for draft in found { entries[draft.key] = [Entry(draft: draft)] }
    }
}
