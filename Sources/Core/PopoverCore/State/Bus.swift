// SPDX-License-Identifier: MIT

import PopoverModel

/// What happened, numbered, with a bounded memory for subscribers that come back.
struct Bus: Sendable {
    private(set) var sequence: Int64 = 0
    private var history = EventHistory()
    /// Of what clients published in the events that are known.
    private var bytes = 0

    /// How much of the past is known: events, and bytes of what was published in them.
    var remembered: (events: Int, bytes: Int) { (history.count, bytes) }

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
        write(&history.latestFact)
        bytes += history.latestBytes
        let event = isHeard ? history.latest : nil
        while history.count > limits.historyEvents || bytes > limits.historyBytes {
            bytes -= history.removeOldest()
        }
        return event
    }

    /// What a subscriber that has seen everything up to `since` has missed.
    ///
    /// A number that was never given out comes from an earlier life of the daemon: all of this
    /// one is new to the subscriber.
    func missed(since: Int64) -> (gap: ClosedRange<Int64>?, events: [BusEvent]) {
        let seen = since > sequence ? 0 : max(0, since)
        let events = history.events.filter { $0.sequence > seen }
        let first = events.first?.sequence ?? sequence + 1
        return (first > seen + 1 ? (seen + 1)...(first - 1) : nil, events)
    }

    mutating func redact(by redact: (JSONText) -> JSONText) {
        guard bytes > 0 else { return }
        history.update { event in
            guard let published = event.fact.published else { return }
            event.fact.published = redact(published)
        }
    }
}

/// As recordings have it.
extension Bus: Codable {
    private enum CodingKeys: CodingKey {
        case sequence, history, bytes
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        sequence = try values.decode(Int64.self, forKey: .sequence)
        bytes = try values.decode(Int.self, forKey: .bytes)
        for event in try values.decode([BusEvent].self, forKey: .history) {
            history.append(event)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(sequence, forKey: .sequence)
        try values.encode(history.events, forKey: .history)
        try values.encode(bytes, forKey: .bytes)
    }
}
