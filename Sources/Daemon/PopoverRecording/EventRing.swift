// SPDX-License-Identifier: MIT

public import PopoverCore
public import PopoverModel

/// A ring buffer of the latest events of the arbiter, with the state before the first of them.
///
/// It has two segments, each with the state at its beginning and the events since. When the newer
/// segment is full, the older one is dropped. Events are redacted before they are stored.
public struct EventRing: Sendable {
    /// The capacity of one segment: events, and their approximate bytes.
    public struct Limits: Hashable, Sendable {
        public var events = 4096
        public var bytes = 1024 * 1024

        public init() {}

        public init(events: Int, bytes: Int) {
            self.events = events
            self.bytes = bytes
        }
    }

    public struct Snapshot: Sendable {
        /// The state before the first event, redacted to the short form.
        public var base: Checkpoint
        public var events: [RecordedEvent]
        /// The start of the newer of two segments, for a file without room for both.
        public var newerSegment: SegmentStart?
    }

    public struct SegmentStart: Sendable {
        /// The state before its first event, redacted to the short form.
        public var base: Checkpoint
        /// The index of its first event.
        public var index: Int
    }

    private struct Segment {
        let base: Checkpoint
        var events: [RecordedEvent] = []
        var bytes = 0

        mutating func append(_ event: consuming RecordedEvent) {
            bytes += event.bytes
            events.append(event)
        }
    }

    public let redactor: Redactor
    private let limits: Limits
    private var older: Segment?
    private var newer = Segment(base: Checkpoint(Arbiter()))

    /// Begins with an arbiter that has had no event.
    public init(redactor: Redactor, limits: Limits = Limits()) {
        self.redactor = redactor
        self.limits = limits
    }

    /// Whether `beginSegment` has to be called before the next event.
    public var isFull: Bool {
        newer.events.count >= limits.events || newer.bytes >= limits.bytes
    }

    /// Begins a new segment and drops the older one.
    /// - Parameter state: the arbiter after all events so far. It caches its redacted drafts for the
    ///   next segment.
    public mutating func beginSegment(at state: inout Arbiter) {
        // Reuse the dropped segment's memory.
        var room = older.take()?.events ?? []
        room.removeAll(keepingCapacity: true)
        older = newer
        newer = Segment(base: checkpoint(of: &state), events: room)
    }

    /// Forgets all events and states, and begins with this state as `beginSegment` does.
    public mutating func restart(at state: inout Arbiter) {
        older = nil
        newer = Segment(base: checkpoint(of: &state))
    }

    private func checkpoint(of state: inout Arbiter) -> Checkpoint {
        Checkpoint(state.redactedIncrementally(by: redactor.short))
    }

    /// Appends an event that the arbiter is about to handle.
    /// - Returns: whether the ring is full now.
    @discardableResult
    public mutating func append(_ event: Event, at now: Instant) -> Bool {
        newer.append(RecordedEvent(at: now, event: redacted(event)))
        return isFull
    }

    public func redacted(_ event: Event) -> Event {
        event.needsRedaction ? event.redacted(by: redactor.short) : event
    }

    /// The last event, redacted.
    public var latest: RecordedEvent? { newer.events.last }

    public var snapshot: Snapshot {
        Snapshot(
            base: older?.base ?? newer.base, events: (older?.events ?? []) + newer.events,
            newerSegment: older.map { SegmentStart(base: newer.base, index: $0.events.count) })
    }

    public var count: Int { (older?.events.count ?? 0) + newer.events.count }
}
