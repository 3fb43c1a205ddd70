// SPDX-License-Identifier: MIT

import PopoverModel

/// The display on which each key was last open: a draft that is saved after its popover has closed
/// belongs to the session of that display. Bounded for each user.
struct LastDisplays: Codable, Sendable {
    private struct Entry: Codable, Sendable {
        let display: String
        /// That of the open: a later open has a higher one.
        let sequence: UInt64
    }

    /// The keys to remember for each user; those opened longest ago are evicted.
    static let limit = 256

    /// Used for lookups only: it has no order.
    private var byUser: [UInt32: [DraftKey: Entry]] = [:]

    subscript(key: DraftKey) -> String? { byUser[key.uid]?[key]?.display }

    mutating func note(_ key: DraftKey, on display: String, openSequence: UInt64) {
        let entry = Entry(display: display, sequence: openSequence)
        byUser[key.uid, default: [:]][key] = entry
        guard let entries = byUser[key.uid], entries.count > Self.limit,
            let oldest = entries.min(by: { $0.value.sequence < $1.value.sequence })
        else { return }
        byUser[key.uid]?[oldest.key] = nil
    }

    /// Forgets the keys of the displays whose session has ended.
    mutating func forget(where isConcerned: (_ display: String) -> Bool) {
        // Each user separately: the order does not matter.
        byUser = byUser.compactMapValues { entries in
            let kept = entries.filter { !isConcerned($0.value.display) }
            return kept.isEmpty ? nil : kept
        }
    }
}
