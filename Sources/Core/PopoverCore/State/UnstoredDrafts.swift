// SPDX-License-Identifier: MIT

import PopoverModel

/// The drafts that the disk refused, oldest first, each key once: perhaps all, so nothing searches.
struct UnstoredDrafts: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let key: DraftKey
        /// The client that saved it, for the event when it is stored.
        let client: ClientID?
    }

    private(set) var entries: [Entry] = []
    /// Used for lookups only: it has no order.
    private var keys: Set<DraftKey> = []

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }

    init() {}

    init(from decoder: any Decoder) throws {
        entries = try decoder.singleValueContainer().decode([Entry].self)
        keys = Set(entries.map(\.key))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(entries)
    }

    mutating func add(_ key: DraftKey, client: ClientID?) {
        guard keys.insert(key).inserted else { return }
        entries.append(Entry(key: key, client: client))
    }
}
