// SPDX-License-Identifier: MIT

import PopoverModel

/// Values by identifier, in the order in which the identifiers were given out.
///
/// The rules iterate registries and never dictionaries, whose order differs from run to run.
/// Identifiers only rise, so that an insertion appends; looking up is a binary search.
struct Registry<ID: Identifier, Value: Codable & Sendable>: Codable, Sendable {
    private(set) var ids: [ID] = []
    private(set) var values: [Value] = []

    var isEmpty: Bool { ids.isEmpty }
    var count: Int { ids.count }

    subscript(id: ID) -> Value? {
        get { index(of: id).map { values[$0] } }
        set {
            let index = ids.position(of: id)
            let isThere = index < ids.count && ids[index] == id
            switch (newValue, isThere) {
            case (let value?, true): values[index] = value
            case (let value?, false):
                ids.insert(id, at: index)
                values.insert(value, at: index)
            case (nil, true):
                ids.remove(at: index)
                values.remove(at: index)
            case (nil, false): break
            }
        }
    }

    /// Adds a value whose identifier is the latest, as those are that were just given out: inserting
    /// in general costs ten times that.
    mutating func append(_ value: consuming Value, as id: ID) {
        ids.append(id)
        values.append(value)
    }

    /// Where a value is until the next that is added or removed.
    func index(of id: ID) -> Int? {
        let index = ids.position(of: id)
        return index < ids.count && ids[index] == id ? index : nil
    }

    /// A part of a value, without a copy of all the others; nil when it is gone. Who wants several
    /// asks for its index, and takes each from `values`.
    func value<Part>(of id: ID, _ part: (borrowing Value) -> Part) -> Part? {
        index(of: id).map { part(values[$0]) }
    }

    /// Changes a value in place; nothing happens when it is gone.
    mutating func update(_ id: ID, _ change: (inout Value) -> Void) {
        guard let index = index(of: id) else { return }
        change(&values[index])
    }

    @discardableResult
    mutating func remove(_ id: ID) -> Value? {
        guard let index = index(of: id) else { return nil }
        ids.remove(at: index)
        return values.remove(at: index)
    }
}

extension Array where Element: Identifier {
    /// The first position whose identifier is not lower, of some that rise.
    func position(of id: Element) -> Int {
        // Most look-ups are for something new, or for the latest.
        guard let last, id.number <= last.number else { return count }
        if id.number == last.number { return count - 1 }
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].number < id.number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Gives out identifiers that only rise.
struct Numbering<ID: Identifier>: Codable, Sendable {
    private(set) var last: UInt64 = 0

    mutating func next() -> ID {
        last += 1
        return ID(number: last)
    }

    /// Whether this identifier was ever given out.
    func hasGiven(_ id: ID) -> Bool { id.number >= 1 && id.number <= last }
}
