// SPDX-License-Identifier: MIT

import PopoverModel

/// What happened, numbered, with a bounded memory for subscribers that come back.
struct Bus: Sendable {
    private(set) var sequence: Int64 = 0
    /// The latest events, in the order in which they came, beginning at `oldest`: a new one takes
    /// the place of the oldest once that is to be forgotten, so that nothing is moved.
    private var history: [BusEvent] = []
    private var oldest = 0
    /// So many of the oldest are no longer known: their places are free.
    private var forgotten = 0
    /// Of what clients published in the events that are known.
    private var bytes = 0

    init() {}

    /// How much of the past is known: events, and bytes of what was published in them.
    var remembered: (events: Int, bytes: Int) { (history.count - forgotten, bytes) }

    /// Makes an event of what happened, and remembers it within the limits.
    ///
    /// - Returns: the event where somebody hears it: it is large, and most are heard by nobody.
    ///
    /// - Parameter write: writes down what it is about, where it is kept.
    mutating func record(
        _ topic: Topic, at now: Instant, limits: Limits, isHeard: Bool,
        _ write: (inout Fact) -> Void
    ) -> BusEvent? {
        sequence += 1
        let place = makePlace(limits.historyEvents)
        history[place].sequence = sequence
        history[place].time = now
        history[place].topic = topic
        write(&history[place].fact)
        bytes += history[place].publishedBytes
        let event = isHeard ? history[place] : nil
        while history.count - forgotten > limits.historyEvents || bytes > limits.historyBytes {
            forgetOldest()
        }
        return event
    }

    /// The place of the next event, of which nothing is known yet.
    private mutating func makePlace(_ limit: Int) -> Int {
        if history.count - forgotten >= max(1, limit) { forgetOldest() }
        if forgotten > 0 {
            let place = oldest
            oldest = self.place(of: 1)
            forgotten -= 1
            history[place].fact = Fact()
            return place
        }
        if oldest > 0 { straighten() }
        history.append(
            BusEvent(
                sequence: 0, time: Instant(microseconds: 0), topic: .configReloaded, fact: Fact()))
        return history.count - 1
    }

    private mutating func forgetOldest() {
        let place = place(of: forgotten)
        bytes -= history[place].publishedBytes
        history[place].fact.published = nil
        forgotten += 1
    }

    /// Where the event is that came so many after the oldest.
    private func place(of index: Int) -> Int {
        let place = oldest + index
        return place < history.count ? place : place - history.count
    }

    /// The events that are known, oldest first.
    private var known: [BusEvent] {
        (forgotten..<history.count).map { history[place(of: $0)] }
    }

    /// So that more than before find room at the end.
    private mutating func straighten() {
        history = known
        oldest = 0
        forgotten = 0
    }

    /// What a subscriber that has seen everything up to `since` has missed.
    ///
    /// A number that was never given out comes from an earlier life of the daemon: all of this
    /// one is new to the subscriber.
    func missed(since: Int64) -> (gap: ClosedRange<Int64>?, events: [BusEvent]) {
        let seen = since > sequence ? 0 : max(0, since)
        let events = known.filter { $0.sequence > seen }
        let first = events.first?.sequence ?? sequence + 1
        return (first > seen + 1 ? (seen + 1)...(first - 1) : nil, events)
    }

    mutating func replaceContents(_ standIn: (JSONText) -> JSONText) {
        guard bytes > 0 else { return }
        for index in history.indices {
            guard let published = history[index].fact.published else { continue }
            history[index].fact.published = standIn(published)
        }
    }
}

/// As it is told: of what is no longer known nothing is left, and the rest is in order.
extension Bus: Codable {
    private enum CodingKeys: CodingKey {
        case sequence, history, forgotten, bytes
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sequence = try container.decode(Int64.self, forKey: .sequence)
        history = try container.decode([BusEvent].self, forKey: .history)
        forgotten = try container.decode(Int.self, forKey: .forgotten)
        bytes = try container.decode(Int.self, forKey: .bytes)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(known, forKey: .history)
        try container.encode(0, forKey: .forgotten)
        try container.encode(bytes, forKey: .bytes)
    }
}

extension BusEvent {
    fileprivate var publishedBytes: Int { fact.published?.count ?? 0 }
}
