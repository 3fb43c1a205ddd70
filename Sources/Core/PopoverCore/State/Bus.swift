// SPDX-License-Identifier: MIT

import PopoverModel

/// The numbered events, with a bounded history for subscribers that reconnect.
///
/// Users other than administrators and observers have numbers of their own: events that others may
/// not receive do not count in them. A number that jumps would tell how often somebody saves or taps.
struct Bus: Sendable {
    private(set) var sequence: Int64 = 0
    /// How many events were private so far, and to whom, by user; users without one are absent.
    private var privateCounts: [PrivateCount] = []

    struct PrivateCount: Codable, Sendable {
        let user: UInt32
        var events: Int64
    }

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
        if topic.isPrivate, let owner = history.latestFact.owner { countPrivate(of: owner) }
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

    /// The history after this number, oldest first, without erased events.
    func events(after sequence: Int64) -> [BusEvent] {
        history.events.reversed().prefix { $0.sequence > sequence }.reversed().filter {
            !$0.isErased
        }
    }

    private mutating func countPrivate(of user: UInt32) {
        if let index = privateCounts.firstIndex(where: { $0.user == user }) {
            privateCounts[index].events += 1
        } else {
            privateCounts.append(PrivateCount(user: user, events: 1))
        }
    }

    /// The latest number of a user, who may not receive the private events of others.
    func sequence(of user: UInt32) -> Int64 {
        sequence - privateCounts.reduce(0) { $0 + ($1.user == user ? 0 : $1.events) }
    }

    /// What a subscriber has missed since `since`, in order and in its own numbers. A number that was
    /// never issued comes from an earlier run of the daemon: then every event of this run is new to
    /// the subscriber.
    /// - Parameters:
    ///   - latest: the subscriber's latest number.
    ///   - counts: whether an event counts in its numbers.
    func missed(
        since: Int64, latest: Int64, counts: (borrowing BusEvent) -> Bool
    ) -> [Missed] {
        var seen = since > latest ? 0 : max(0, since)
        var missed: [Missed] = []
        var number = latest
        history.forEach { if counts($0) { number -= 1 } }
        history.forEach { event in
            guard counts(event) else { return }
            number += 1
            guard number > seen, !event.isErased else { return }
            if number > seen + 1 { missed.append(.gap((seen + 1)...(number - 1))) }
            var own = copy event
            own.sequence = number
            missed.append(.event(own))
            seen = number
        }
        if seen < latest { missed.append(.gap((seen + 1)...latest)) }
        return missed
    }

    /// Erases events from the history; their numbers stay, and count for whom they did before.
    mutating func erase(where isConcerned: (BusEvent) -> Bool) {
        history.update { event in
            guard isConcerned(event) else { return }
            bytes -= event.publishedBytes
            event.erase()
        }
    }

    /// Whether the history has such an event from before a time.
    func remembers(before time: Instant, where isMeant: (borrowing BusEvent) -> Bool) -> Bool {
        history.contains(before: time) { !$0.isErased && isMeant($0) }
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
        case sequence, history, bytes, privateCounts
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        sequence = try values.decode(Int64.self, forKey: .sequence)
        bytes = try values.decode(Int.self, forKey: .bytes)
        privateCounts = try values.decode([PrivateCount].self, forKey: .privateCounts)
        for event in try values.decode([BusEvent].self, forKey: .history) {
            history.append(event)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(sequence, forKey: .sequence)
        try values.encode(history.events, forKey: .history)
        try values.encode(bytes, forKey: .bytes)
        try values.encode(privateCounts, forKey: .privateCounts)
    }
}
