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
        get {
            let index = position(of: id)
            return index < ids.count && ids[index] == id ? values[index] : nil
        }
        set {
            let index = position(of: id)
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

    /// Changes a value in place; nothing happens when it is gone.
    mutating func update(_ id: ID, _ change: (inout Value) -> Void) {
        let index = position(of: id)
        guard index < ids.count, ids[index] == id else { return }
        change(&values[index])
    }

    @discardableResult
    mutating func remove(_ id: ID) -> Value? {
        let index = position(of: id)
        guard index < ids.count, ids[index] == id else { return nil }
        ids.remove(at: index)
        return values.remove(at: index)
    }

    /// The first position whose identifier is not lower.
    private func position(of id: ID) -> Int {
        // Most look-ups are for something new.
        if let last = ids.last, last < id { return ids.count }
        var low = 0
        var high = ids.count
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
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
