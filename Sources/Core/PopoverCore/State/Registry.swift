// SPDX-License-Identifier: MIT

import PopoverModel

/// Values by identifier, in order of issue. The rules iterate registries and never dictionaries,
/// whose order differs from run to run. Identifiers only rise: an insertion appends, a lookup is a
/// binary search. A position borrows a value in place; an identifier returns a copy.
struct Registry<ID: Identifier, Value: Codable & Sendable>: Codable, Sendable {
    private(set) var ids: [ID] = []
    private var values: [Value] = []

    subscript(id: ID) -> Value? {
        get { index(of: id).map { values[$0] } }
        set {
            let index = ids.position(of: id)
            let exists = index < ids.count && ids[index] == id
            switch (newValue, exists) {
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

    /// Adds a value under the identifier that was just issued; ten times cheaper than inserting.
    mutating func append(_ value: consuming Value, as id: ID) {
        ids.append(id)
        values.append(value)
    }

    /// The position of a value, valid until the next insertion or removal.
    func index(of id: ID) -> Int? {
        let index = ids.position(of: id)
        return index < ids.count && ids[index] == id ? index : nil
    }

    /// A part of a value, read in place; nil when the value is gone.
    func value<Part>(of id: ID, _ part: (borrowing Value) -> Part) -> Part? {
        index(of: id).map { part(values[$0]) }
    }

    /// Changes a value in place; does nothing when it is gone.
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

extension Registry: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { values.count }

    subscript(index: Int) -> Value {
        _read { yield values[index] }
        _modify { yield &values[index] }
    }
}

extension Array where Element: Identifier {
    /// The first position whose identifier is not lower, in a rising list.
    func position(of id: Element) -> Int {
        // Most lookups are for a new identifier or the latest.
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

/// Issues rising identifiers.
struct Numbering<ID: Identifier>: Codable, Sendable {
    private(set) var last: UInt64 = 0

    mutating func next() -> ID {
        last += 1
        return ID(number: last)
    }

    func hasIssued(_ id: ID) -> Bool { id.number >= 1 && id.number <= last }
}

struct IdentifierCounters: Codable, Sendable {
    var popovers = Numbering<PopoverID>()
    var alerts = Numbering<AlertID>()
    var panels = Numbering<PanelID>()
    var views = Numbering<ViewID>()
    var calls = Numbering<CallID>()
    var questions = Numbering<QuestionID>()
    var tickets = Numbering<TicketID>()
    var gestures = Numbering<GestureID>()
    /// Rises with every open: a later open wins, however long plugins take to answer about either.
    private(set) var openSequence: UInt64 = 0

    mutating func nextOpenSequence() -> UInt64 {
        openSequence += 1
        return openSequence
    }
}
