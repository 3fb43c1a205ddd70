// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverShell
import PopoverStorage

/// What is on the disk, told by what it has taken: the daemon may die at any moment, and this is
/// what has to be there.
struct DraftBook {
    /// What may be there, by key; more than one where an order was refused: the disk may have got
    /// it all the same, as a sync that fails leaves unsaid.
    private var drafts: [DraftKey: [StoredDraft?]] = [:]
    /// Transactions that the disk has taken.
    private(set) var count = 0

    /// What came of an order; what is wrong with that.
    mutating func note(_ changes: [DraftChange], _ outcome: DraftDisk.Outcome) -> String? {
        var wrong: String?
        if outcome.setAside != nil { wrong = find(outcome.rescued) }
        let isCertain = outcome.error.map { $0.cause == .notScrubbed } ?? true
        if isCertain { count += 1 }
        for change in changes {
            switch change {
            case .store(let draft): note(draft, of: draft.key, isCertain: isCertain)
            case .erase(let key): note(nil, of: key, isCertain: isCertain)
            case .scrub: break
            }
        }
        return wrong
    }

    private mutating func note(_ draft: StoredDraft?, of key: DraftKey, isCertain: Bool) {
        let before = isCertain ? [] : drafts[key] ?? [nil]
        drafts[key] = before + [draft]
    }

    /// This is there, and from now on nothing else; what is wrong with that.
    mutating func find(_ found: [StoredDraft]) -> String? {
        var rest = drafts
        drafts = [:]
        for draft in found {
            drafts[draft.key] = [draft]
            guard let possible = rest.removeValue(forKey: draft.key) else {
                return "\(draft.key) was never stored"
            }
            if !possible.contains(draft) {
                return "\(draft.key) is revision \(draft.revision), and may be \(possible)"
            }
        }
        let lost = rest.filter { !$0.value.contains(nil) }
        return lost.isEmpty ? nil : "\(lost.count) drafts are lost that the disk had"
    }
}
