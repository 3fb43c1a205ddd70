// SPDX-License-Identifier: MIT

internal import CMosquitto
internal import Glibc

/// A kiosk's link to an MQTT 5 broker, with a queue of events on the disk.
///
/// No function blocks on the broker or the disk: a thread of its own does. Both queues are bounded: an
/// order that does not fit returns false.
///
/// Dropping it ends it: orders are written to the disk, and the broker publishes that the kiosk is
/// offline.
@safe
public final class FleetLink {
    public enum Event: Hashable, Sendable {
        /// The file is open; its latest sequence number.
        case opened(epoch: String, latest: Int64)
        case connected
        case disconnected(String)
        case message(Message)
        case admitted(Int64, Admission)
        /// An error of the file or the audit trail; it is tried again.
        case complaint(String)
    }

    public struct Message: Hashable, Sendable {
        public var topic: String
        public var payload: [UInt8]
        /// The response topic; nil: the sender names none.
        public var response: String?
        public var correlation: [UInt8]

        public init(
            topic: String, payload: [UInt8], response: String? = nil, correlation: [UInt8] = []
        ) {
            self.topic = topic
            self.payload = payload
            self.response = response
            self.correlation = correlation
        }
    }

    /// The result of storing a command's nonce.
    public enum Admission: Hashable, Sendable {
        case new
        case replayed
        /// It expired before nonces that are deleted already.
        case forgotten
        /// Too many nonces are stored, or a write error.
        case unrecorded
        /// It was signed before the file of nonces was made.
        case tooOld
    }

    public struct Counts: Hashable, Sendable {
        public var isConnected = false
        /// Queued events, and their bytes.
        public var waiting: UInt64 = 0
        public var bytes: UInt64 = 0
        /// Since the start.
        public var published: UInt64 = 0
        public var lost: UInt64 = 0
        public var connections: UInt64 = 0
        public var droppedMessages: UInt64 = 0

        public init() {}
    }

    public struct OpeningError: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    public static let mostSubscriptions = Int(FLEET_SUBSCRIPTIONS_CAPACITY)
    /// The longest topic, in bytes.
    public static let longestTopic = Int(FLEET_TOPIC_CAPACITY) - 1

    private let link: OpaquePointer

    /// Starts the thread, which opens the file and then connects to the broker.
    public init(_ settings: LinkSettings) throws(OpeningError) {
        var error = [CChar](repeating: 0, count: Int(FLEET_ERROR_CAPACITY))
        let link = unsafe settings.withRaw { raw in
            unsafe fleet_link_start(&raw, &error)
        }
        guard let link = unsafe link else {
            let text = error.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw OpeningError(description: String(decoding: text, as: UTF8.self))
        }
        unsafe self.link = link
    }

    deinit {
        unsafe fleet_link_stop(link)
    }

    /// Readable when `next` has something.
    public var descriptor: Int32 { unsafe fleet_link_descriptor(link) }

    public var counts: Counts {
        let raw = unsafe fleet_link_counts(link)
        var counts = Counts()
        counts.isConnected = raw.is_connected
        counts.waiting = raw.events
        counts.bytes = raw.bytes
        counts.published = raw.published
        counts.lost = raw.lost
        counts.connections = raw.connections
        counts.droppedMessages = raw.dropped_messages
        return counts
    }

    /// The next event; nil: none for now.
    public func next() -> Event? {
        var raw = unsafe fleet_event()
        while unsafe fleet_link_next(link, &raw) {
            if let event = unsafe Event(raw) { return event }
        }
        return nil
    }

    /// Queues an event until the broker has acknowledged it; sequence numbers rise by one.
    public func keep(_ sequence: Int64, topic: String, payload: [UInt8]) -> Bool {
        unsafe fleet_link_keep(link, sequence, topic, payload, payload.count)
    }

    /// Queues a gap: these events are lost.
    public func lose(_ sequences: ClosedRange<Int64>) -> Bool {
        unsafe fleet_link_lose(link, sequences.lowerBound, sequences.upperBound)
    }

    /// Sets a topic's retained value, now and after each connect.
    public func set(_ topic: String, payload: [UInt8]) -> Bool {
        unsafe fleet_link_set(link, topic, payload, payload.count)
    }

    /// Publishes once, and only where there is a connection.
    public func say(_ topic: String, payload: [UInt8], correlation: [UInt8] = []) -> Bool {
        unsafe fleet_link_publish(
            link, topic, payload, payload.count, correlation, correlation.count)
    }

    /// Stores a command's nonce until `expiry`; `Event.admitted` has the result. Times are in seconds
    /// since 1970.
    public func admit(_ number: Int64, nonce: String, issued: Int64, expiry: Int64) -> Bool {
        unsafe fleet_link_admit(link, number, nonce, issued, expiry)
    }

    public func audit(_ line: [UInt8]) -> Bool {
        unsafe fleet_link_audit(link, line, line.count)
    }
}

extension FleetLink.Event {
    fileprivate init?(_ raw: fleet_event) {
        switch unsafe raw.kind {
        case FLEET_OPENED:
            self = unsafe .opened(epoch: String(cString: raw.text), latest: raw.number)
        case FLEET_CONNECTED: self = .connected
        case FLEET_DISCONNECTED: self = unsafe .disconnected(String(cString: raw.text))
        case FLEET_COMPLAINT: self = unsafe .complaint(String(cString: raw.text))
        case FLEET_MESSAGE: self = unsafe .message(FleetLink.Message(raw))
        case FLEET_ADMITTED:
            let verdicts: [FleetLink.Admission] = [
                .new, .replayed, .forgotten, .unrecorded, .tooOld,
            ]
            let verdict = unsafe Int(raw.verdict.rawValue)
            self = unsafe .admitted(
                raw.number, verdicts.indices.contains(verdict) ? verdicts[verdict] : .unrecorded)
        default: return nil
        }
    }
}

extension FleetLink.Message {
    fileprivate init(_ raw: fleet_event) {
        let response = unsafe String(cString: raw.response)
        unsafe self.init(
            topic: String(cString: raw.topic),
            payload: Array(UnsafeBufferPointer(start: raw.payload, count: raw.payload_count)),
            response: response.isEmpty ? nil : response,
            correlation: Array(
                UnsafeBufferPointer(start: raw.correlation, count: raw.correlation_count)))
    }
}
