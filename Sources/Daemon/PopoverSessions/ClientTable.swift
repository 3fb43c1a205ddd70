// SPDX-License-Identifier: MIT

import PopoverModel

/// A hash table with client numbers as keys. They rise and no peer chooses them, so their lowest
/// bits spread well; a dictionary's defense against chosen keys would take longer than the look-up.
struct ClientTable<Value> {
    private struct Entry {
        let client: ClientID
        var value: Value
    }

    /// Their number is a power of two, at least twice the number of entries. An entry is in the slot
    /// of its number or in a later one, with no empty slot between (linear probing).
    private var slots: [Entry?] = []
    private(set) var count = 0

    private static var minimumSlots: Int { 16 }

    var isEmpty: Bool { count == 0 }

    /// In no particular order.
    var values: some Sequence<Value> { slots.lazy.compactMap { $0?.value } }

    subscript(client: ClientID) -> Value? {
        get {
            guard let slot = slot(of: client) else { return nil }
            return slots[slot]?.value
        }
        set {
            if let newValue { set(newValue, for: client) } else { remove(client) }
        }
    }

    private mutating func set(_ value: Value, for client: ClientID) {
        if let slot = slot(of: client) {
            slots[slot]?.value = value
            return
        }
        if (count + 1) * 2 > slots.count { resize(to: max(Self.minimumSlots, slots.count * 2)) }
        insert(Entry(client: client, value: value))
    }

    /// The table has room and does not contain the entry.
    private mutating func insert(_ entry: Entry) {
        var slot = home(of: entry.client)
        while slots[slot] != nil { slot = next(slot) }
        slots[slot] = entry
        count += 1
    }

    private mutating func remove(_ client: ClientID) {
        guard var gap = slot(of: client) else { return }
        slots[gap] = nil
        count -= 1
        // Entries behind the gap that could no longer be found move into it.
        var slot = next(gap)
        while let entry = slots[slot] {
            let mask = slots.count - 1
            if (slot - home(of: entry.client)) & mask >= (slot - gap) & mask {
                slots.swapAt(gap, slot)
                gap = slot
            }
            slot = next(slot)
        }
        if slots.count > Self.minimumSlots, count * 8 < slots.count { resize(to: slots.count / 2) }
    }

    private mutating func resize(to size: Int) {
        let entries = slots
        slots = Array(repeating: nil, count: size)
        count = 0
        for case let entry? in entries { insert(entry) }
    }

    private func slot(of client: ClientID) -> Int? {
        guard !slots.isEmpty else { return nil }
        var slot = home(of: client)
        while let entry = slots[slot] {
            if entry.client == client { return slot }
            slot = next(slot)
        }
        return nil
    }

    private func home(of client: ClientID) -> Int {
        Int(truncatingIfNeeded: client.number) & (slots.count - 1)
    }

    private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
