// SPDX-License-Identifier: MIT

import PopoverModel

/// What happened, numbered, with a bounded memory for subscribers that come back.
struct Bus: Codable, Sendable {
    private(set) var sequence: Int64 = 0
    /// The latest events, oldest first; those before `forgotten` are no longer known.
    private var history: [BusEvent] = []
    private var forgotten = 0
    /// Of what clients published in the events that are known.
    private var bytes = 0

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
        history.append(BusEvent(sequence: sequence, time: now, topic: topic, fact: Fact()))
        write(&history[history.count - 1].fact)
        bytes += history[history.count - 1].publishedBytes
        let event = isHeard ? history.last : nil
        while history.count - forgotten > limits.historyEvents || bytes > limits.historyBytes {
            bytes -= history[forgotten].publishedBytes
            history[forgotten].fact.published = nil
            forgotten += 1
        }
        // Dropped by halves, so that an event's cost does not depend on the limit.
        if forgotten * 2 > history.count {
            history.removeFirst(forgotten)
            forgotten = 0
        }
        return event
    }

    /// What a subscriber that has seen everything up to `since` has missed.
    ///
    /// A number that was never given out comes from an earlier life of the daemon: all of this
    /// one is new to the subscriber.
    func missed(since: Int64) -> (gap: ClosedRange<Int64>?, events: [BusEvent]) {
        let seen = since > sequence ? 0 : max(0, since)
        let events = history.dropFirst(forgotten).filter { $0.sequence > seen }
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

extension BusEvent {
    fileprivate var publishedBytes: Int { fact.published?.count ?? 0 }
}
