// SPDX-License-Identifier: MIT

import PopoverModel

/// The latest events, oldest first. Whoever keeps it says when the oldest go.
///
/// They lie in blocks. An array would double when it is full, and would be as large again as what is
/// known; and of a copy, as recordings have one, only those blocks are made anew that have changed.
struct EventHistory: Sendable {
    /// Events.
    private static let blockSize = 32

    /// Each but the last is full.
    private var blocks: [[BusEvent]] = []
    /// How many of the first block are gone.
    private var gone = 0
    /// The memory of what goes serves what comes.
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

    mutating func append(_ event: consuming BusEvent) {
        if blocks.isEmpty || blocks[blocks.count - 1].count == Self.blockSize {
            spare.reserveCapacity(Self.blockSize)
            blocks.append(spare)
            spare = []
        }
        blocks[blocks.count - 1].append(event)
        count += 1
    }

    /// Of the latest event, which has to be there: what it is about, written where it is kept.
    var latestFact: Fact {
        get { blocks[blocks.count - 1][blocks[blocks.count - 1].count - 1].fact }
        _modify {
            let last = blocks.count - 1
            yield &blocks[last][blocks[last].count - 1].fact
        }
    }

    /// How many bytes it has published.
    var latestBytes: Int {
        blocks[blocks.count - 1][blocks[blocks.count - 1].count - 1].publishedBytes
    }

    /// There has to be one.
    ///
    /// - Returns: how many bytes it has published.
    mutating func removeOldest() -> Int {
        let bytes = blocks[0][gone].publishedBytes
        // Its block stays for a while; what clients have published may be large.
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
