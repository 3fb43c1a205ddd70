// SPDX-License-Identifier: MIT

public import PopoverCore
public import PopoverModel

/// The latest that the rules were told, and the state that they were in before.
///
/// It has two segments, each the state at its beginning and the events since. When the newer one is
/// full the older one goes, so that between one and two segments are always there. Work never gets
/// in: each piece is replaced by its stand-in as it comes.
public struct EventRing: Sendable {
    /// Of each of the two segments: events, and bytes about.
    public struct Limits: Hashable, Sendable {
        public var events = 4096
        public var bytes = 1024 * 1024

        public init() {}

        public init(events: Int, bytes: Int) {
            self.events = events
            self.bytes = bytes
        }
    }

    /// What is written when the ring is dumped.
    public struct Contents: Sendable {
        /// Before the first event; with short stand-ins.
        public var base: Arbiter
        public var events: [RecordedEvent]
        /// Where the newer of two segments begins: for whom all of it is too much.
        public var turn: Turn?
    }

    /// Where a segment begins.
    public struct Turn: Sendable {
        /// Before its first event; with short stand-ins.
        public var base: Arbiter
        /// The index of that event.
        public var index: Int
    }

    private struct Segment {
        let base: Arbiter
        var events: [RecordedEvent] = []
        var bytes = 0

        mutating func take(_ event: consuming RecordedEvent) {
            bytes += event.bytes
            events.append(event)
        }
    }

    public let redactor: Redactor
    private let limits: Limits
    private var older: Segment?
    private var newer = Segment(base: Arbiter())

    /// Begins with rules that were told nothing.
    public init(redactor: Redactor, limits: Limits = Limits()) {
        self.redactor = redactor
        self.limits = limits
    }

    /// Whether there is no room for one more event: then `turn` comes first.
    public var isFull: Bool {
        newer.events.count >= limits.events || newer.bytes >= limits.bytes
    }

    /// Begins a new segment, and forgets the oldest.
    ///
    /// - Parameter state: of the rules, which have taken everything that was noted so far; they
    ///   remember the stand-ins of their drafts, so that the next turn need not make them anew.
    public mutating func turn(at state: inout Arbiter) {
        // The memory of what goes serves what comes.
        var room = older.take()?.events ?? []
        room.removeAll(keepingCapacity: true)
        older = newer
        newer = Segment(base: state.redactedIncrementally(by: redactor.short), events: room)
    }

    /// Takes an event that the rules are about to be told.
    ///
    /// - Returns: whether the ring is full now; whoever asks it of a property copies all of it.
    @discardableResult
    public mutating func note(_ event: Event, at now: Instant) -> Bool {
        newer.take(RecordedEvent(at: now, event: redacted(event)))
        return isFull
    }

    /// The event as it may be kept.
    public func redacted(_ event: Event) -> Event {
        event.hasContent ? event.redacted(by: redactor.short) : event
    }

    /// As it was kept.
    public var latest: RecordedEvent? { newer.events.last }

    public var contents: Contents {
        Contents(
            base: older?.base ?? newer.base, events: (older?.events ?? []) + newer.events,
            turn: older.map { Turn(base: newer.base, index: $0.events.count) })
    }

    /// How many events there are.
    public var count: Int { (older?.events.count ?? 0) + newer.events.count }
}
