// SPDX-License-Identifier: MIT

import PopoverModel

/// What the disk could not take yet, oldest first, and each key once. There may be as many as there
/// are drafts, so nothing here searches.
struct UnstoredDrafts: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let key: DraftKey
        /// Who handed it over, and hears when it is there.
        let client: ClientID?
    }

    private(set) var entries: [Entry] = []
    /// Only for looking up: it has no order.
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

    /// Everything that is there, which is nothing then.
    mutating func takeAll() -> [Entry] {
        let taken = entries
        self = UnstoredDrafts()
        return taken
    }
}
