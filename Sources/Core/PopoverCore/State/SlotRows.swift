// SPDX-License-Identifier: MIT

/// Linked lists of slots: rows, in the order in which slots were appended. Each slot knows its
/// neighbors, so that appending and removing cost the same in a long row. A slot is in one row.
struct SlotRows<Key: Codable & Hashable & Sendable>: Codable, Sendable {
    private struct Row: Codable {
        var first: Int
        var last: Int
        var count: Int
    }

    private struct Neighbors: Codable {
        var previous: Int?
        var next: Int?
    }

    /// No row is empty.
    private var rows: [Key: Row] = [:]
    /// By slot.
    private var neighbors: [Neighbors] = []

    func count(in key: Key) -> Int { rows[key]?.count ?? 0 }

    func slots(in key: Key) -> [Int] {
        guard let row = rows[key] else { return [] }
        var slots: [Int] = []
        slots.reserveCapacity(row.count)
        var next: Int? = row.first
        while let slot = next {
            slots.append(slot)
            next = neighbors[slot].next
        }
        return slots
    }

    /// Appends a slot that is in no row.
    mutating func append(_ slot: Int, to key: Key) {
        while neighbors.count <= slot { neighbors.append(Neighbors()) }
        guard var row = rows[key] else {
            rows[key] = Row(first: slot, last: slot, count: 1)
            return
        }
        neighbors[row.last].next = slot
        neighbors[slot].previous = row.last
        row.last = slot
        row.count += 1
        rows[key] = row
    }

    mutating func remove(_ slot: Int, from key: Key) {
        guard var row = rows[key] else { return }
        let gone = neighbors[slot]
        neighbors[slot] = Neighbors()
        if let previous = gone.previous { neighbors[previous].next = gone.next }
        if let next = gone.next { neighbors[next].previous = gone.previous }
        row.first = gone.previous == nil ? gone.next ?? row.first : row.first
        row.last = gone.next == nil ? gone.previous ?? row.last : row.last
        row.count -= 1
        rows[key] = row.count > 0 ? row : nil
    }
}
