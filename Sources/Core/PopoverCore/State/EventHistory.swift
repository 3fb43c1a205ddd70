// SPDX-License-Identifier: MIT

import PopoverModel

/// The latest events, oldest first; the caller decides when the oldest are evicted. They are stored
/// in blocks: an array doubles its capacity when it is full, blocks do not, and a copy for
/// recordings shares the blocks that did not change.
struct EventHistory: Sendable {
    /// In events.
    private static let blockSize = 32

    /// All but the last are full.
    private var blocks: [[BusEvent]] = []
    /// The number of evicted events in the first block.
    private var gone = 0
    /// An emptied block whose memory is reused.
    private var spare: [BusEvent] = []
    private(set) var count = 0

    var latest: BusEvent? { blocks.last?.last }

    var events: [BusEvent] {
        var events: [BusEvent] = []
        events.reserveCapacity(count)
        for (number, block) in blocks.enumerated() {
            events += number == 0 ? block[gone...] : block[...]
        }
        return events
    }

    /// Reads the events in place, for they are large.
    func forEach(_ body: (borrowing BusEvent) -> Void) {
        for number in blocks.indices {
            for index in (number == 0 ? gone : 0)..<blocks[number].count {
                body(blocks[number][index])
            }
        }
    }

    /// Whether one of the events before a time is meant; reads them in place, too.
    func contains(before time: Instant, where isMeant: (borrowing BusEvent) -> Bool) -> Bool {
        for number in blocks.indices {
            for index in (number == 0 ? gone : 0)..<blocks[number].count {
                guard blocks[number][index].time < time else { return false }
                if isMeant(blocks[number][index]) { return true }
            }
        }
        return false
    }

    mutating func append(_ event: consuming BusEvent) {
        if blocks.isEmpty || blocks[blocks.count - 1].count == Self.blockSize {
            spare.reserveCapacity(Self.blockSize)
            blocks.append(spare)
            spare = []
        }
        blocks[blocks.count - 1].append(event)
        count += 1
    }

    /// The fact of the latest event, in place; there must be one.
    var latestFact: Fact {
        get { blocks[blocks.count - 1][blocks[blocks.count - 1].count - 1].fact }
        _modify {
            let last = blocks.count - 1
            yield &blocks[last][blocks[last].count - 1].fact
        }
    }

    /// The bytes of its application data.
    var latestBytes: Int {
        blocks[blocks.count - 1][blocks[blocks.count - 1].count - 1].publishedBytes
    }

    /// Removes the oldest event, which must exist; returns the bytes of its application data.
    mutating func removeOldest() -> Int {
        let bytes = blocks[0][gone].publishedBytes
        // Its block stays for a while, and application data may be large.
        if bytes > 0 { blocks[0][gone].fact.published = nil }
        gone += 1
        count -= 1
        if gone == blocks[0].count {
            spare = blocks.removeFirst()
            spare.removeAll(keepingCapacity: true)
            gone = 0
        }
        return bytes
    }

    mutating func update(_ body: (inout BusEvent) -> Void) {
        for number in blocks.indices {
            for index in blocks[number].indices { body(&blocks[number][index]) }
        }
    }
}

extension BusEvent {
    var publishedBytes: Int { fact.published?.count ?? 0 }
}
