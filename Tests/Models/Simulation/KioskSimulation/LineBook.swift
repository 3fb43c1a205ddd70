// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverWire

/// Checks the lines that one client gets against the rules' effects: no line may be lost, repeated or
/// out of order. A shield may be late, and be replaced by a newer one of its display.
struct LineBook {
    /// The kinds of lines other than events.
    enum Line: Hashable, Sendable {
        /// nil for an id that is not a number.
        case answer(Int64?)
        case call(String)
        case notification
    }

    private struct Expected {
        let line: Line
        /// Events that have to come before it or be reported as lost; nil if it may overtake them.
        let eventsBefore: Int?
    }

    private var lines = Queue<Expected>()
    /// By display. Used for lookups only: it has no order.
    private var shields: [String: Shields] = [:]
    private var events = Queue<Int64>()
    private var eventsOrdered = 0
    /// The latest reported losses. Repeated old events may be lost before these arrive, so that a number
    /// may mean either.
    private var gaps: [ClosedRange<Int64>] = []

    /// - Parameter afterEvents: no earlier event may come after it.
    mutating func expect(_ line: Line, afterEvents: Bool = false) {
        lines.append(Expected(line: line, eventsBefore: afterEvents ? eventsOrdered : nil))
    }

    /// - Parameter line: without its end.
    mutating func expectShield(_ line: [UInt8], of display: String) {
        shields[display, default: Shields()].expect(line)
    }

    mutating func expectEvent(_ sequence: Int64) {
        events.append(sequence)
        eventsOrdered += 1
    }

    /// Whether every line has arrived or was reported as lost.
    var isEmpty: Bool {
        lines.isEmpty && lateShields.isEmpty && events.rest.allSatisfy(isLost)
    }
    var missing: String {
        "\(lines.rest.map(\.line)), shields of \(lateShields), "
            + "events \(events.rest.filter { !isLost($0) })"
    }

    private var lateShields: [String] { shields.filter { !$0.value.isLatest }.keys.sorted() }

    /// Checks an arrived line.
    ///
    /// - Parameter mayBeSessions: the session itself may have sent it, before the rules got the request.
    /// - Returns: what is wrong with it.
    mutating func receive(_ line: Line, mayBeSessions: Bool) -> String? {
        if let first = lines.first, first.line == line {
            lines.removeFirst()
            guard let before = first.eventsBefore else { return nil }
            let missing = events.rest.prefix(max(0, before - (eventsOrdered - events.count)))
                .first { !isLost($0) }
            return missing.map { "got \(line) before event \($0)" }
        }
        if mayBeSessions { return nil }
        return "got \(line), and expects \(lines.first.map { "\($0.line)" } ?? "nothing")"
    }

    /// Checks an arrived shield: it replaces those that were to come before it.
    mutating func receiveShield(_ line: [UInt8], of display: String) -> String? {
        shields[display]?.receive(line) == true
            ? nil : "got a shield of \(display) that was not sent"
    }

    private func isLost(_ event: Int64) -> Bool { gaps.contains { $0 ~= event } }

    mutating func takeEvent(_ sequence: Int64) -> String? {
        while let first = events.first, first != sequence, isLost(first) {
            events.removeFirst()
        }
        guard events.first == sequence else {
            return "got event \(sequence), and expects "
                + (events.first.map { "\($0)" } ?? "none")
        }
        events.removeFirst()
        return nil
    }

    /// The events from `from` to `to` are reported as lost.
    mutating func takeGap(_ from: Int64, _ to: Int64) -> String? {
        guard from <= to else { return "a gap from \(from) to \(to)" }
        gaps.append(from...to)
        if gaps.count > 256 { gaps.removeFirst() }
        return nil
    }
}

/// The shields of one display.
private struct Shields {
    private var received: [UInt8]?
    private var latest: [UInt8]?
    /// Those after the one that was received.
    private var coming: [[UInt8]] = []

    var isLatest: Bool { received == latest }

    mutating func expect(_ line: [UInt8]) {
        latest = line
        coming.append(line)
    }

    mutating func receive(_ line: [UInt8]) -> Bool {
        guard let index = coming.firstIndex(of: line) else { return false }
        coming.removeFirst(index + 1)
        received = line
        return true
    }
}

/// First in, first out.
struct Queue<Element> {
    private var elements: [Element] = []
    private var start = 0

    var count: Int { elements.count - start }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : elements[start] }
    var rest: ArraySlice<Element> { elements[start...] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func removeFirst() {
        start += 1
        guard start > 64, start * 2 > elements.count else { return }
        elements.removeFirst(start)
        start = 0
    }
}
