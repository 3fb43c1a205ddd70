// SPDX-License-Identifier: MIT

import PopoverModel

/// The numbered events, with a bounded history for subscribers that reconnect.
struct Bus: Sendable {
    private(set) var sequence: Int64 = 0
    private var history = EventHistory()
    /// The size of the application data in the history.
    private var bytes = 0

    /// The size of the history: events, and bytes of application data.
    var remembered: (events: Int, bytes: Int) { (history.count, bytes) }

    /// Numbers an event and adds it to the history, within the limits.
    /// - Parameter write: fills in the fact in place.
    /// - Returns: the event where it has a subscriber; a copy is expensive, and most have none.
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

    /// The events that a subscriber has missed since `since`. A number that was never issued comes
    /// from an earlier run of the daemon: then every event of this run is new to the subscriber.
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

/// The format in recordings.
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
