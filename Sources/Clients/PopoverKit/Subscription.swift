// SPDX-License-Identifier: MIT

public import PopoverModel

/// An event on the bus.
public struct BusMessage: Hashable, Sendable {
    public var topic: String
    /// Increases by one with each event of the daemon, of any topic.
    public var sequence: Int64
    public var time: Instant
    public var data: JSONText
}

/// An element of a subscription.
public enum BusItem: Hashable, Sendable {
    case event(BusMessage)
    /// Events with these numbers were lost. `to` is nil after a restart of the daemon, because the last
    /// events of its predecessor are unknown.
    case gap(from: Int64, to: Int64?)

    /// The event numbers that it covers.
    var numbers: ClosedRange<Int64> {
        switch self {
        case .event(let message): message.sequence...message.sequence
        case .gap(let first, let last): first...max(first, last ?? first)
        }
    }
}

/// A sequence of events for one reader. It continues after a reconnect, and reports missed events as a
/// gap.
public struct Subscription: AsyncSequence, Sendable {
    public typealias Element = BusItem
    public typealias Failure = Never

    let buffer: EventBuffer
    let ticket: UInt64
    let orders: OrderQueue

    public struct Iterator: AsyncIteratorProtocol {
        let buffer: EventBuffer

        public mutating func next() async -> BusItem? { await buffer.next() }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> BusItem? {
            await buffer.next()
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer) }

    /// Ends the subscription; events that have arrived can still be read.
    public func cancel() {
        buffer.end()
        orders.post { [ticket] in $0?.unsubscribe(ticket) }
    }
}

/// The state of a subscription on the connection's thread.
struct Subscriber {
    let ticket: UInt64
    let topics: [String]
    let buffer: EventBuffer
    /// The number of the latest event received or skipped.
    var last: Int64?
    var isLive = false

    /// Starts after the daemon's response: later events count.
    mutating func begin(at latest: Int64, isNewDaemon: Bool) {
        switch last {
        case nil: last = latest
        case let seen? where isNewDaemon:
            buffer.put(.gap(from: seen + 1, to: nil))
            last = 0
        case let seen? where seen > latest: last = 0
        default: break
        }
        isLive = true
    }

    mutating func receive(_ item: BusItem) {
        guard isLive, let seen = last, item.numbers.upperBound > seen else { return }
        switch item {
        case .event(let message):
            guard topics.contains(where: { Self.matches(message.topic[...], $0[...]) }) else {
                return
            }
            buffer.put(item)
        case .gap(let first, let to): buffer.put(.gap(from: max(first, seen + 1), to: to))
        }
        last = item.numbers.upperBound
    }

    /// Matches as the daemon does: `*` is any characters, dots too.
    static func matches(_ topic: Substring, _ glob: Substring) -> Bool {
        let parts = glob.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        var rest = topic.utf8
        guard parts.count > 1 else { return rest.elementsEqual(glob.utf8) }
        guard rest.starts(with: parts[0]) else { return false }
        rest = rest.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let start = rest.indices.first(where: { rest[$0...].starts(with: part) }) else {
                return false
            }
            rest = rest[start...].dropFirst(part.count)
        }
        return rest.reversed().starts(with: parts[parts.count - 1].reversed())
    }
}
