// SPDX-License-Identifier: MIT

import PopoverModel

/// What may be on the disk, told by what the rules have ordered and were told of it: the daemon may
/// die at any moment, and then what was said to be stored has to be there, or what was ordered later.
struct DraftBook {
    /// Something that may be there under a key; what came last is the last.
    private struct Entry {
        /// nil is nothing.
        let draft: StoredDraft?
        /// Who ordered it, as long as that daemon lives.
        var ticket: TicketID?
        var isRefused = false
    }

    /// The first of each is what was there, or said to be, at last.
    private var entries: [DraftKey: [Entry]] = [:]
    private var orders: [TicketID: [DraftKey]] = [:]

    mutating func order(_ ticket: TicketID, _ changes: [DraftChange]) {
        for change in changes {
            switch change {
            case .store(let draft): order(ticket, draft, of: draft.key)
            case .erase(let key): order(ticket, nil, of: key)
            case .scrub: break
            }
        }
    }

    private mutating func order(_ ticket: TicketID, _ draft: StoredDraft?, of key: DraftKey) {
        entries[key, default: [Entry(draft: nil)]].append(Entry(draft: draft, ticket: ticket))
        orders[ticket, default: []].append(key)
    }

    /// The rules were told that the disk has it.
    mutating func noteStored(_ ticket: TicketID) {
        for key in orders.removeValue(forKey: ticket) ?? [] {
            guard let index = entries[key]?.lastIndex(where: { $0.ticket == ticket }) else {
                continue
            }
            entries[key]?.removeFirst(index)
        }
    }

    /// The rules were told that the disk has refused it; it may have got it all the same, as a sync
    /// that fails leaves unsaid.
    mutating func noteRefused(_ ticket: TicketID) {
        for key in orders.removeValue(forKey: ticket) ?? [] {
            for index in entries[key, default: []].indices
            where entries[key]?[index].ticket == ticket {
                entries[key]?[index].isRefused = true
            }
        }
    }

    /// What is wrong with finding this.
    ///
    /// - Parameter isComplete: the daemon has ended in order, with all that it had to write.
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

    /// This is there, and from now on nothing else.
    mutating func begin(with found: [StoredDraft]) {
        orders = [:]
        entries = [:]
        for draft in found { entries[draft.key] = [Entry(draft: draft)] }
    }
}
