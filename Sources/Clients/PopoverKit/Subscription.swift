// SPDX-License-Identifier: MIT

public import PopoverModel

/// Something on the bus.
public struct BusMessage: Hashable, Sendable {
    public var topic: String
    /// Rises by one with each event of the daemon's, whatever its topic.
    public var sequence: Int64
    public var time: Instant
    public var data: JSONText
}

/// What a subscription gives.
public enum BusItem: Hashable, Sendable {
    case event(BusMessage)
    /// Events with these numbers are lost. `to` is nil where the daemon was started anew, and nobody
    /// knows what its predecessor still said.
    case gap(from: Int64, to: Int64?)

    /// Which numbers it stands for.
    var numbers: ClosedRange<Int64> {
        switch self {
        case .event(let message): message.sequence...message.sequence
        case .gap(let first, let last): first...max(first, last ?? first)
        }
    }
}

/// Events of some topics, for one reader. It goes on when the daemon was gone, and tells by a gap what
/// it has missed.
public struct Subscription: AsyncSequence, Sendable {
    public typealias Element = BusItem
    public typealias Failure = Never

    let buffer: EventBuffer
    let ticket: UInt64
    let mailbox: Mailbox

    public struct Iterator: AsyncIteratorProtocol {
        let buffer: EventBuffer

        public mutating func next() async -> BusItem? { await buffer.next() }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> BusItem? {
            await buffer.next()
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer) }

    /// No more events come; those that have come can still be taken.
    public func cancel() {
        buffer.end()
        mailbox.post { [ticket] in $0?.unsubscribe(ticket) }
    }
}

/// A subscription as the connection's thread sees it.
struct Subscriber {
    let ticket: UInt64
    let topics: [String]
    let buffer: EventBuffer
    /// The number of the latest event that it has, or that it needs not.
    var last: Int64?
    var isLive = false

    /// The daemon has answered: what it sends from now on counts.
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

    mutating func take(_ item: BusItem) {
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

    /// As the daemon's globs do: `*` is anything, dots as well.
    static func matches(_ topic: Substring, _ glob: Substring) -> Bool {
        let parts = glob.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return topic == glob }
        guard topic.hasPrefix(parts[0]) else { return false }
        var rest = topic.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() {
            guard let place = rest.firstRange(of: part) else { return false }
            rest = rest[place.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }
}

extension Substring {
    /// Where it first has these characters.
    fileprivate func firstRange(of part: Substring) -> Range<Index>? {
        if part.isEmpty { return startIndex..<startIndex }
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            start = index(after: start)
        }
        return nil
    }
}
