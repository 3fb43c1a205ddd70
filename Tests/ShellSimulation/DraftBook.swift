// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverShell
import PopoverStorage

/// What is on the disk, told by what it has taken: the daemon may die at any moment, and this is
/// what has to be there.
struct DraftBook {
    private(set) var drafts: [DraftKey: StoredDraft] = [:]
    /// Transactions that the disk has taken.
    private(set) var count = 0

    /// What came of an order; what is wrong with that.
    mutating func note(_ changes: [DraftChange], _ outcome: DraftDisk.Outcome) -> String? {
        var wrong: String?
        if outcome.setAside != nil { wrong = difference(from: outcome.rescued) }
        if let error = outcome.error, error.cause != .notScrubbed { return wrong }
        count += 1
        for change in changes {
            switch change {
            case .store(let draft): drafts[draft.key] = draft
            case .erase(let key): drafts[key] = nil
            case .scrub: break
            }
        }
        return wrong
    }

    /// Where what is found differs from what has to be there.
    func difference(from found: [StoredDraft]) -> String? {
        var rest = drafts
        for draft in found {
            guard let known = rest.removeValue(forKey: draft.key) else {
                return "\(draft.key) comes again, or was never stored"
            }
            if known != draft {
                return "\(draft.key) is revision \(draft.revision), and was \(known.revision)"
            }
        }
        return rest.isEmpty ? nil : "\(rest.count) drafts are lost that the disk had"
    }
}
