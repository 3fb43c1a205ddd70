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

    /// A part of what a subscriber has missed.
    enum Missed {
        case event(BusEvent)
        /// Events that are forgotten.
        case gap(ClosedRange<Int64>)
    }

    /// What a subscriber has missed since `since`, in order. A number that was never issued comes
    /// from an earlier run of the daemon: then every event of this run is new to the subscriber.
    func missed(since: Int64) -> [Missed] {
        var seen = since > sequence ? 0 : max(0, since)
        var missed: [Missed] = []
        for event in history.events where event.sequence > seen {
            if event.sequence > seen + 1 { missed.append(.gap((seen + 1)...(event.sequence - 1))) }
            missed.append(.event(event))
            seen = event.sequence
        }
        if seen < sequence { missed.append(.gap((seen + 1)...sequence)) }
        return missed
    }

    /// Removes events from the history.
    mutating func forget(where isConcerned: (BusEvent) -> Bool) {
        let kept = history.events.filter { !isConcerned($0) }
        history = EventHistory()
        for event in kept { history.append(event) }
        bytes = kept.reduce(0) { $0 + $1.publishedBytes }
    }

    /// Whether the history has such an event from before a time.
    func remembers(before time: Instant, where isMeant: (borrowing BusEvent) -> Bool) -> Bool {
        history.contains(before: time, where: isMeant)
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
