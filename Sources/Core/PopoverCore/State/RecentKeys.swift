// SPDX-License-Identifier: MIT

import PopoverModel

/// Where the keys that were open lately were open. Bounded for each user.
struct RecentKeys: Codable, Sendable {
    private struct Entry: Codable, Sendable {
        /// Where it was last open: a draft that is saved after its popover has closed belongs to the
        /// session of that display.
        var display: String
        /// That of the open: a later open has a higher one.
        var sequence: UInt64
    }

    /// The keys to remember for each user; those opened longest ago are evicted.
    static let limit = 256

    /// Used for lookups only: it has no order.
    private var byUser: [UInt32: [DraftKey: Entry]] = [:]

    func display(of key: DraftKey) -> String? { byUser[key.uid]?[key]?.display }

    /// The display of a draft that was consumed or discarded.
    mutating func noteEnd(of draft: StoredDraft) {
        let sequence = byUser[draft.key.uid]?[draft.key]?.sequence ?? 0
        note(draft.key, on: draft.display, openSequence: sequence)
    }

    mutating func note(_ key: DraftKey, on display: String, openSequence: UInt64) {
        byUser[key.uid, default: [:]][key] = Entry(display: display, sequence: openSequence)
        guard let entries = byUser[key.uid], entries.count > Self.limit,
            let oldest = entries.lazy.filter({ $0.key != key }).min(by: {
                ($0.value.sequence, $0.key.app, $0.key.key)
                    < ($1.value.sequence, $1.key.app, $1.key.key)
            })
        else { return }
        byUser[key.uid]?[oldest.key] = nil
    }

    /// Forgets the keys of the displays whose session has ended, and returns them, in no order.
    mutating func forget(where isConcerned: (_ display: String) -> Bool) -> [DraftKey] {
        var forgotten: [DraftKey] = []
        // Each user separately: the order does not matter.
        byUser = byUser.compactMapValues { entries in
            let kept = entries.filter { !isConcerned($0.value.display) }
            forgotten += entries.keys.filter { kept[$0] == nil }
            return kept.isEmpty ? nil : kept
        }
        return forgotten
    }
}
