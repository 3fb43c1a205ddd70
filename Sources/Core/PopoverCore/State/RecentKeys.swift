// SPDX-License-Identifier: MIT

import PopoverModel

/// What is known of the keys that were open lately. Bounded for each user.
struct RecentKeys: Codable, Sendable {
    private struct Entry: Codable, Sendable {
        /// Where it was last open: work that is saved after its popover has closed belongs to the
        /// session of that display.
        var display: String
        /// That of the open: a later open has a higher one.
        var sequence: UInt64
        /// The revision that was consumed or discarded since: one that is not above it is late.
        var ended: Int64?
    }

    /// The keys to remember for each user; those opened longest ago are evicted.
    static let limit = 256

    /// Used for lookups only: it has no order.
    private var byUser: [UInt32: [DraftKey: Entry]] = [:]

    func display(of key: DraftKey) -> String? { byUser[key.uid]?[key]?.display }

    func endedRevision(of key: DraftKey) -> Int64? { byUser[key.uid]?[key]?.ended }

    mutating func note(_ key: DraftKey, on display: String, openSequence: UInt64) {
        set(key, Entry(display: display, sequence: openSequence))
    }

    /// The work of a draft was consumed or discarded.
    mutating func noteEnd(of draft: StoredDraft) {
        let sequence = byUser[draft.key.uid]?[draft.key]?.sequence ?? 0
        set(
            draft.key,
            Entry(display: draft.display, sequence: sequence, ended: draft.revision))
    }

    /// New work has begun under the key.
    mutating func forgetEnd(of key: DraftKey) { byUser[key.uid]?[key]?.ended = nil }

    private mutating func set(_ key: DraftKey, _ entry: Entry) {
        byUser[key.uid, default: [:]][key] = entry
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
